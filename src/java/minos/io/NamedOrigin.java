package minos.io;

import java.util.Map;
import minos.history.Origin;

/** A file that has no more to tell than the history holds. */
record NamedOrigin(String name) implements Origin {
    @Override
    public Map<String, String> fields(long place) {
        return Map.of();
    }
}
