package minos.history;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Where a history came from: reaches, for an explanation, what the model does not hold for each operation. */
public interface Origin {
    /** A history that was made in memory. */
    Origin MEMORY = named("");

    /**
     * {@return a file that has no more to tell than the history holds}
     *
     * @param name as the user gave it
     */
    static Origin named(String name) {
        return new Origin() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Map<String, String> fields(long place) {
                return Map.of();
            }
        };
    }

    /** {@return the file's name as the user gave it; empty for none} */
    String name();

    /** {@return what is known of the recording besides, in a phrase: of which test it is, and from when; empty for nothing} */
    default String about() {
        return "";
    }

    /** {@return what was left out or put in order when it was read, in sentences; empty if it was taken as it is} */
    default List<String> notes() {
        return List.of();
    }

    /**
     * {@return the same origin, with notes}
     *
     * @param origin where a history came from
     * @param notes  what to say about the reading of it
     */
    static Origin noted(Origin origin, List<String> notes) {
        if (notes.isEmpty()) return origin;
        List<String> copy = List.copyOf(notes);
        return new Origin() {
            @Override
            public String name() {
                return origin.name();
            }

            @Override
            public String about() {
                return origin.about();
            }

            @Override
            public List<String> notes() {
                return copy;
            }

            @Override
            public Map<String, String> fields(long place) {
                return origin.fields(place);
            }

            @Override
            public List<Map<String, String>> allFields(long[] places) {
                return origin.allFields(places);
            }

            @Override
            public List<Map<String, String>> records(long[] places) {
                return origin.records(places);
            }
        };
    }

    /**
     * {@return the other fields of an operation (node, error, time, index …) as printable text, in the order of the record;
     * empty if there are none or the source cannot be read a second time}
     *
     * @param place where it was recorded, as the {@link HistoryBuilder} was told
     */
    Map<String, String> fields(long place);

    /**
     * {@return the same of several operations}
     *
     * @param places where they were recorded
     */
    default List<Map<String, String>> allFields(long[] places) {
        return Arrays.stream(places).mapToObj(this::fields).toList();
    }

    /**
     * {@return all fields of several operations, those included that the history holds of transactions; empty for what cannot
     * be read again}
     *
     * @param places where they were recorded
     */
    default List<Map<String, String>> records(long[] places) {
        return Collections.nCopies(places.length, Map.of());
    }
}
