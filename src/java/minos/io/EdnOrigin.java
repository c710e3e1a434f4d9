package minos.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import minos.history.Origin;

/** An EDN file: reads an operation again for the fields that the history does not hold. */
record EdnOrigin(ByteSource source) implements Origin {
    private static final Set<String> HELD = Set.of(":type", ":process", ":f", ":value");
    private static final int BUFFER = 1 << 13;

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public String about() {
        return source.about();
    }

    @Override
    public Map<String, String> fields(long place) {
        Map<String, String> fields = new LinkedHashMap<>();
        if (place < 0 || !source.isRepeatable()) return fields;
        try (InputStream in = source.open(place)) {
            EdnScanner scanner = new EdnScanner(in, place, BUFFER);
            EdnText text = new EdnText(scanner);
            if (scanner.form() != '{') return fields;
            scanner.position++;
            while (scanner.peek() != '}') {
                String key = text.print("a key");
                if (HELD.contains(key)) scanner.skip("a value");
                else fields.put(key.startsWith(":") ? key.substring(1) : key, text.print("a value"));
            }
        } catch (IOException | UncheckedIOException | EdnError e) {
            // An explanation without these fields, or with some of them, is still one; the file may have changed since.
            return fields;
        }
        return fields;
    }
}
