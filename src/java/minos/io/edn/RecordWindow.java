package minos.io.edn;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;

/** Reads single operations of a text again, one after another in ascending order of their places. */
final class RecordWindow implements AutoCloseable {
    private static final int SMALL = 1 << 12;
    /** Longer operations are not shown. */
    private static final int MOST = 1 << 20;

    private final InputStream in;
    private final EdnScanner scanner = new EdnScanner();
    private final EdnText text = new EdnText(scanner);
    private byte[] bytes = new byte[SMALL + 1];
    /** Where the window begins in the text, and how many bytes of the text are in it. */
    private long base;

    private int length;

    RecordWindow(InputStream in) {
        this.in = in;
    }

    /** Goes to a place; false if the text ends before. */
    boolean moveTo(long place) throws IOException {
        int known = (int) Math.min(place - base, length);
        System.arraycopy(bytes, known, bytes, 0, length - known);
        length -= known;
        base += known;
        if (base < place) {
            in.skipNBytes(place - base);
            base = place;
        }
        return length > 0 || more();
    }

    private boolean more() throws IOException {
        if (length == bytes.length - 1) bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        int n = in.readNBytes(bytes, length, bytes.length - 1 - length);
        length += n;
        return n > 0;
    }

    /**
     * Puts the fields of the operation that begins here into a map, by their names without colons. The value of a
     * client's operation may be long and is left out: the history holds it.
     */
    void read(Map<String, String> fields) throws IOException {
        do {
            fields.clear();
            try {
                print(fields);
                return;
            } catch (MalformedEdn e) {
                // Perhaps the window ends too early.
            }
        } while (length < MOST && more());
    }

    private void print(Map<String, String> fields) {
        scanner.reset(bytes, length, base);
        if (scanner.form() != '{') return;
        scanner.position++;
        while (scanner.peek() != '}') {
            String key = text.print("a key");
            if (key.equals(":value") && EdnTokens.isLong(fields.getOrDefault("process", "nil")))
                scanner.skip("a value");
            else fields.put(key.startsWith(":") ? key.substring(1) : key, text.print("a value"));
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
