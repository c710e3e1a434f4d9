package minos.io.jepsen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import minos.Histories;
import minos.io.HistoryFiles;
import minos.io.ReadException;
import minos.io.ReadOptions;
import minos.io.jepsen.JepsenWriter.Keyword;
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
        assertEquals("{1 2}", print(0xC0, 0xED, 1, 2, 0xFD));
        assertEquals("#{1 2}", print(0xC1, 0xE6, 1, 2));
        assertEquals("#{1 2}", print(0xC1, 0xED, 1, 2, 0xFD));
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
        return Values.print(new Fressian(ByteBuffer.wrap(bytes(codes)), new Values.Names()).next());
    }

    private static byte[] bytes(int... codes) {
        byte[] bytes = new byte[codes.length];
        for (int i = 0; i < codes.length; i++) bytes[i] = (byte) codes[i];
        return bytes;
    }

    private static Keyword k(String name) {
        return new Keyword(name);
    }

    private static List<Object> operation(long index, String type, long process, Object... value) {
        return List.of(index, index * 1000, k(type), process, k("txn"), List.of(value));
    }

    /** A test of two pieces. */
    private static byte[] test() {
        return JepsenWriter.test(
                List.of(
                        operation(0, "invoke", 0, List.of(k("w"), k("x"), 1L)),
                        operation(1, "ok", 0, List.of(k("w"), k("x"), 1L)),
                        operation(2, "invoke", 1, List.of(k("w"), "y", 300L), List.of(k("w"), k("x"), 2L)),
                        operation(3, "ok", 1, List.of(k("w"), "y", 300L), List.of(k("w"), k("x"), 2L))),
                2);
    }

    @Test
    void theHistoryOfATest() throws IOException {
        Files.write(folder.resolve("test.jepsen"), test());
        assertEquals(
                List.of("0: w(:x,1) @0-1", "1: w(\"y\",300) w(:x,2) @2-3"),
                Histories.show(HistoryFiles.read(folder.toString(), ReadOptions.DEFAULT)));
    }

    @Test
    void everyBitThatIsFlippedIsToldOrChangesNothing() throws IOException {
        byte[] test = test();
        Path file = folder.resolve("test.jepsen");
        List<String> whole = show(Files.write(file, test));
        int told = 0;
        try (FileChannel bytes = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int bit = 0; bit < 8 * test.length; bit++) {
                int at = bit / 8;
                bytes.write(ByteBuffer.wrap(bytes(test[at] ^ 1 << bit % 8)), at);
                told += isToldOr(whole, file, "bit " + bit);
                bytes.write(ByteBuffer.wrap(bytes(test[at])), at);
            }
            // The others are the unused bits of the headers of blocks, and one that makes version 0 of version 1.
            assertEquals(8 * test.length - 112 * 5 - 1, told);
            for (int length = test.length - 1; length >= 0; length--) {
                bytes.truncate(length);
                assertEquals(1, isToldOr(whole, file, "cut at " + length));
            }
        }
    }

    /** 1 if the file is refused, 0 if it holds that history. */
    private static int isToldOr(List<String> history, Path file, String what) throws IOException {
        try {
            assertEquals(history, show(file), what);
            return 0;
        } catch (ReadException e) {
            assertEquals(file.toString(), e.file());
            return 1;
        }
    }

    private static List<String> show(Path file) throws IOException {
        return Histories.show(HistoryFiles.read(file.toString(), ReadOptions.DEFAULT.withThreads(1)));
    }

    @Test
    void whatIsNoTest() throws IOException {
        List<int[]> none = List.of();
        assertComplaint("no transaction among its operations", new JepsenWriter().finish(0, none));
        assertComplaint("0 operations in a history of 7", new JepsenWriter().finish(7, none));
        JepsenWriter twice = new JepsenWriter();
        JepsenWriter.Values values = new JepsenWriter.Values();
        values.operation(operation(0, "ok", 0, List.of(k("w"), k("x"), 1L)));
        int piece = twice.block(4, values.bytes());
        assertComplaint("block 1 more than once", twice.finish(2, List.of(new int[] {0, piece}, new int[] {1, piece})));
        assertComplaint(
                ":index 3 after :index 4",
                JepsenWriter.test(
                        List.of(operation(4, "ok", 0, List.of(k("w"), k("x"), 1L)), operation(3, "ok", 0)), 9));
        JepsenWriter other = new JepsenWriter();
        int number = other.block(4, bytes(1));
        assertComplaint("an operation that is none", other.finish(1, List.of(new int[] {0, number})));
    }

    private void assertComplaint(String found, byte[] test) throws IOException {
        assertEquals("a Jepsen test in its binary form, but found " + found, problem(test));
    }

    /** What a file unfolds to is in proportion to its size, whatever it refers to how often. */
    @Test
    void bombs() throws IOException {
        String much = "unpacks to more than 250 times its size; --max-ratio lets larger ones through";
        byte[] list = new byte[650_000];
        ByteBuffer.wrap(list).put(bytes(0xCD, 0xEC, 0xF8)).putLong(list.length - 11);
        byte[] listAgain = new byte[650_000];
        Arrays.fill(listAgain, (byte) CACHED);
        assertEquals(much, problem(withValue(bytes(0xEC, 0xF8), number(1 + listAgain.length), list, listAgain)));
        assertEquals(much, problem(withValue(laughs(60))));
        String broken = "a Jepsen test in its binary form, but found ";
        assertEquals(broken + "values more than 200 levels deep", problem(withValue(laughs(2000))));
        assertEquals(broken + "a value inside itself", problem(withValue(bytes(0xCD, 0xE5, CACHED))));
        byte[] digits = new byte[8_000_000];
        Arrays.fill(digits, (byte) 7);
        assertEquals(
                broken + "an integer of 8000000 bytes",
                problem(withValue(bytes(0xC6, 0xD9, 0xF8), number(digits.length), digits)));
    }

    /** The code of the first value that is cached inside an operation: its type and function come before, each with a name. */
    private static final int CACHED = 0x84;

    private static byte[] number(long number) {
        return ByteBuffer.allocate(8).putLong(number).array();
    }

    /** "ha", then lists of the one before, twice. */
    private static byte[] laughs(int levels) {
        JepsenWriter.Values values = new JepsenWriter.Values();
        values.write(0xEC);
        values.integer(levels + 1L);
        values.write(0xCD, 0xDC, 'h', 'a');
        for (int i = 0; i < levels; i++) {
            values.write(0xCD, 0xE6);
            for (int twice = 0; twice < 2; twice++) {
                values.write(0xCC);
                values.integer(CACHED - 0x80 + i);
            }
        }
        return values.bytes();
    }

    /** A test of one operation, whose value is made of these bytes. */
    private static byte[] withValue(byte[]... value) {
        ByteBuffer all = ByteBuffer.allocate(
                Arrays.stream(value).mapToInt(part -> part.length).sum());
        for (byte[] part : value) all.put(part);
        return JepsenWriter.test(List.of(List.of(0L, 0L, k("ok"), 0L, k("txn"), all.array())), 1);
    }

    private String problem(byte[] test) throws IOException {
        Path file = Files.write(folder.resolve("test.jepsen"), test);
        return assertThrows(ReadException.class, () -> show(file)).problem();
    }
}
