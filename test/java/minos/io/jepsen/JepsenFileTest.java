package minos.io.jepsen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import minos.Histories;
import minos.io.HistoryFiles;
import minos.io.ReadException;
import minos.io.ReadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JepsenFileTest {
    @TempDir
    Path folder;

    @Test
    void valuesOfAllKinds() {
        assertEquals("63", print(0x3F));
        assertEquals("-1", print(0xFF));
        assertEquals("-4096", print(0x40, 0));
        assertEquals("300", print(0x51, 0x2C));
        assertEquals("70000", print(0x69, 0x11, 0x70));
        assertEquals("-9223372036854775808", print(0xF8, 0x80, 0, 0, 0, 0, 0, 0, 0));
        assertEquals("\"a\\n\u00e9\"", print(0xDE, 'a', '\n', 0xC3, 0xA9));
        assertEquals("[1 nil true false 0.0 1.0]", print(0xEA, 1, 0xF7, 0xF5, 0xF6, 0xFB, 0xFC));
        assertEquals("[1 2]", print(0xED, 1, 2, 0xFD));
        assertEquals("[1 2]", print(0xEE, 1, 2));
        assertEquals("{1 2}", print(0xC0, 0xE6, 1, 2));
        assertEquals("#{1 2}", print(0xC1, 0xE6, 1, 2));
        assertEquals(":x", print(0xCA, 0xF7, 0xDB, 'x'));
        assertEquals("a/x", print(0xC9, 0xDB, 'a', 0xDB, 'x'));
        assertEquals("\":x y\"", print(0xCA, 0xF7, 0xDD, 'x', ' ', 'y'));
        assertEquals("256N", print(0xC6, 0xD2, 1, 0));
        assertEquals("[\"x\" \"x\" \"x\"]", print(0xE7, 0xCD, 0xDB, 'x', 0x80, 0xCC, 0));
        assertEquals("[#t [1] #t [2] #t [3]]", print(0xE7, 0xEF, 0xDB, 't', 1, 1, 0xA0, 2, 0xF0, 0, 3));
        assertEquals("##NaN", print(0xFA, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void whatIsNoFressian() {
        assertMalformed("byte 0xc2, which begins no value", 0xC2);
        assertMalformed("a value that goes on beyond its block", 0xE6, 1);
        assertMalformed("a length beyond its block", 0xE3, 0xF8, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF);
        assertMalformed("value 3 of 0 cached ones", 0x83);
        assertMalformed("tag 0 of 0 known ones", 0xA0);
        int[] deep = new int[100_000];
        Arrays.fill(deep, 0xE5);
        assertMalformed("values more than 200 levels deep", deep);
    }

    private static void assertMalformed(String message, int... codes) {
        assertEquals(
                message,
                assertThrows(Fressian.Malformed.class, () -> print(codes)).getMessage());
    }

    private static String print(int... codes) {
        return new Fressian(ByteBuffer.wrap(bytes(codes))).next();
    }

    private static byte[] bytes(int... codes) {
        byte[] bytes = new byte[codes.length];
        for (int i = 0; i < codes.length; i++) bytes[i] = (byte) codes[i];
        return bytes;
    }

    /** A test of two pieces: {@code {:name "t", :history #block-ref [2]}}. */
    private static byte[] test() throws IOException {
        byte[] root = join(
                new byte[4],
                bytes(0xC0, 0xE8),
                keyword("name"),
                bytes(0xDB, 't'),
                keyword("history"),
                bytes(0xEF, 0xE3, 9),
                "block-ref".getBytes(StandardCharsets.UTF_8),
                bytes(1, 2));
        byte[] vector = ByteBuffer.allocate(32)
                .putLong(2)
                .putLong(0)
                .putInt(3)
                .putLong(1)
                .putInt(4)
                .array();
        byte[] first = operation("invoke");
        byte[] second = operation("ok");
        byte[][] blocks = {block(3, root), block(5, vector), block(4, first), block(2, second)};
        ByteBuffer index = ByteBuffer.allocate(4 + 12 * blocks.length).putInt(1);
        long offset = 18;
        for (int i = 0; i < blocks.length; offset += blocks[i++].length)
            index.putInt(i + 1).putLong(offset);
        byte[] start = ByteBuffer.allocate(18)
                .put(JepsenFile.MAGIC)
                .putInt(1)
                .putLong(offset)
                .array();
        return join(start, join(blocks), block(1, index.array()));
    }

    /** {@code {:index 0, :time 0, :type …, :process 0, :f :txn, :value [[:w :x 1]]}} */
    private static byte[] operation(String type) throws IOException {
        return join(
                bytes(0xEF, 0xE3, 17),
                "jepsen.history.Op".getBytes(StandardCharsets.UTF_8),
                bytes(7, 0, 0),
                keyword(type),
                bytes(0),
                keyword("txn"),
                bytes(0xE5, 0xE7),
                keyword("w"),
                keyword("x"),
                bytes(1, 0xC0, 0xE4));
    }

    private static byte[] keyword(String name) throws IOException {
        return join(bytes(0xCA, 0xF7, 0xE3, name.length()), name.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] block(int type, byte[] data) throws IOException {
        return join(
                ByteBuffer.allocate(28)
                        .putLong(28 + data.length)
                        .putInt(0)
                        .putShort((short) type)
                        .array(),
                data);
    }

    private static byte[] join(byte[]... parts) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) all.write(part);
        return all.toByteArray();
    }

    @Test
    void theHistoryOfATest() throws IOException {
        Files.write(folder.resolve("test.jepsen"), test());
        assertEquals(
                List.of("0: w(:x,1) @0-1"), Histories.show(HistoryFiles.read(folder.toString(), ReadOptions.DEFAULT)));
    }

    @Test
    void anyChangeIsAHistoryOrAComplaint() throws IOException {
        byte[] test = test();
        Path file = folder.resolve("test.jepsen");
        for (int i = 0; i < test.length; i++) {
            for (int change : new int[] {1, 0x80, 0xFF}) {
                byte[] changed = test.clone();
                changed[i] ^= (byte) change;
                readOrComplain(Files.write(file, changed));
            }
            readOrComplain(Files.write(file, Arrays.copyOf(test, i)));
        }
    }

    private static void readOrComplain(Path file) throws IOException {
        try {
            HistoryFiles.read(file.toString(), ReadOptions.DEFAULT.withThreads(1));
        } catch (ReadException e) {
            assertEquals(file.toString(), e.file());
        }
    }
}
