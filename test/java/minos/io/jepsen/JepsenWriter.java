package minos.io.jepsen;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/** Writes files as Jepsen does: {@code test.jepsen} with a history in pieces, for tests. */
public final class JepsenWriter {
    /** A keyword. */
    public record Keyword(String name) {}

    private static final int HEADER = 28;
    private static final int START = 18;

    private final ByteArrayOutputStream blocks = new ByteArrayOutputStream();
    private final List<Long> offsets = new ArrayList<>();

    /**
     * A test with that history, so many operations a piece.
     *
     * @param operations each of them index, time, type, process, function and value, as of {@link Values#value}
     */
    public static byte[] test(List<List<Object>> operations, int piece) {
        JepsenWriter file = new JepsenWriter();
        List<int[]> pieces = new ArrayList<>();
        for (int from = 0; from < operations.size(); from += piece) {
            Values values = new Values();
            for (List<Object> operation : operations.subList(from, Math.min(from + piece, operations.size()))) {
                values.operation(operation);
            }
            pieces.add(new int[] {from, file.block(4, values.bytes())});
        }
        return file.finish(operations.size(), pieces);
    }

    /** A test of so many operations in one piece, which may consist of anything. */
    public static byte[] test(long count, byte[] piece) {
        JepsenWriter file = new JepsenWriter();
        return file.finish(count, List.of(new int[] {0, file.block(4, piece)}));
    }

    /** A test as Jepsen begins it: what will be its history is nil. */
    public static byte[] begun() {
        JepsenWriter file = new JepsenWriter();
        return file.finish(file.block(2, new byte[] {(byte) 0xF7}));
    }

    /** A test with that history in one list, as Jepsen wrote it before there were pieces. */
    public static byte[] whole(List<List<Object>> operations) {
        JepsenWriter file = new JepsenWriter();
        Values values = new Values();
        values.write(0xEC);
        values.integer(operations.size());
        operations.forEach(values::operation);
        return file.finish(file.block(2, values.bytes()));
    }

    /** Ends the file: a vector of pieces (index and block of each), the test and the index. */
    byte[] finish(long count, List<int[]> pieces) {
        ByteBuffer vector = ByteBuffer.allocate(8 + 12 * pieces.size()).putLong(count);
        for (int[] piece : pieces) vector.putLong(piece[0]).putInt(piece[1]);
        return finish(block(5, vector.array()));
    }

    private byte[] finish(int history) {
        Values map = new Values();
        map.write(0, 0, 0, 0, 0xC0, 0xE8);
        map.value(new Keyword("name"));
        map.value("a test");
        map.value(new Keyword("history"));
        map.write(0xEF);
        map.text("block-ref");
        map.integer(1);
        map.integer(history);
        int root = block(3, map.bytes());
        ByteBuffer index = ByteBuffer.allocate(4 + 12 * offsets.size()).putInt(root);
        for (int i = 0; i < offsets.size(); i++) index.putInt(i + 1).putLong(offsets.get(i));
        long at = (long) START + blocks.size();
        block(1, index.array());
        return ByteBuffer.allocate(START + blocks.size())
                .put(JepsenFile.MAGIC)
                .putInt(1)
                .putLong(at)
                .put(blocks.toByteArray())
                .array();
    }

    /** Adds a block, and returns its number. */
    int block(int type, byte[] data) {
        ByteBuffer header =
                ByteBuffer.allocate(HEADER).putLong(0, HEADER + data.length).putShort(12, (short) type);
        CRC32 checksum = new CRC32();
        checksum.update(data);
        checksum.update(header.array());
        offsets.add((long) START + blocks.size());
        blocks.writeBytes(header.putInt(8, (int) checksum.getValue()).array());
        blocks.writeBytes(data);
        return offsets.size();
    }

    /** Values in Fressian, with the caches that Jepsen makes use of. */
    static final class Values {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final Map<Object, Integer> cache = new HashMap<>();
        private boolean tagged;

        byte[] bytes() {
            return out.toByteArray();
        }

        void write(int... codes) {
            for (int code : codes) out.write(code);
        }

        void operation(List<Object> fields) {
            write(tagged ? 0xA0 : 0xEF);
            if (!tagged) {
                text("jepsen.history.Op");
                integer(7);
            }
            tagged = true;
            for (int i = 0; i < fields.size(); i++) {
                if (i == 2 || i == 4) cached(fields.get(i));
                else value(fields.get(i));
            }
            write(0xF7);
        }

        /** A long, a string, a keyword, null, a list of such, or bytes that are Fressian already. */
        void value(Object value) {
            if (value == null) write(0xF7);
            else if (value instanceof Long n) integer(n);
            else if (value instanceof String text) text(text);
            else if (value instanceof List<?> list) list(list);
            else if (value instanceof byte[] bytes) out.writeBytes(bytes);
            else if (value instanceof Keyword keyword) {
                write(0xCA, 0xF7);
                cached(keyword.name);
            } else throw new IllegalArgumentException("" + value);
        }

        void cached(Object value) {
            Integer place = cache.get(value);
            if (place == null) {
                cache.put(value, cache.size());
                write(0xCD);
                value(value);
            } else if (place < 32) {
                write(0x80 + place);
            } else {
                write(0xCC);
                integer(place);
            }
        }

        void list(List<?> list) {
            if (list.size() < 8) {
                write(0xE4 + list.size());
            } else {
                write(0xEC);
                integer(list.size());
            }
            list.forEach(this::value);
        }

        void text(String text) {
            byte[] bytes = text.getBytes(UTF_8);
            write(0xE3);
            integer(bytes.length);
            out.writeBytes(bytes);
        }

        void integer(long n) {
            if (n >= 0 && n < 64) write((int) n);
            else if (n >= 0 && n < 1 << 12) write(0x50 + (int) (n >> 8), (int) n & 255);
            else if (n >= 0 && n < 1 << 19) write(0x68 + (int) (n >> 16), (int) n >> 8 & 255, (int) n & 255);
            else {
                write(0xF8);
                out.writeBytes(ByteBuffer.allocate(8).putLong(n).array());
            }
        }
    }
}
