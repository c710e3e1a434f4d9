package minos.io.plume;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import minos.Histories;
import minos.history.History;
import minos.history.InitialValues;
import minos.history.Model;
import minos.io.ReadException;
import minos.io.ReadOptions;
import minos.io.bytes.ByteSource;
import minos.util.Deadline;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlumeReaderTest {
    @TempDir
    Path folder;

    @Test
    void aTransactionIsItsLinesInTheirOrder() throws IOException {
        History history = read("w(5,1,7,3)\nr(6,1,7,3)\nw(6,1,8,4)\n");
        assertEquals(List.of("7: w(5,1) r(6,1)", "8: w(6,1)"), Histories.show(history));
        assertEquals(Model.RW_REGISTER, history.model());
        assertFalse(history.hasRealTime());
    }

    @Test
    void linesOfTransactionsMayBeInterleaved() throws IOException {
        History history = read("w(1,1,0,9)\nw(1,2,1,8)\nr(1,2,0,9)\nr(1,1,1,8)\nw(2,1,0,7)\nw(3,1,0,9)");
        assertEquals(List.of("0: w(1,1) r(1,2) w(3,1)", "1: w(1,2) r(1,1)", "0: w(2,1)"), Histories.show(history));
    }

    @Test
    void abortedOperationsOfASessionAreOneTransaction() throws IOException {
        History history = read("w(1,1,0,-1)\nw(2,1,1,-1)\nw(3,1,0,5)\nw(4,1,0,-1)\n");
        assertEquals(List.of("0! w(1,1) w(4,1)", "1! w(2,1)", "0: w(3,1)"), Histories.show(history));
    }

    @Test
    void zeroIsInitialWhereNobodyWroteIt() throws IOException {
        String text = "r(1,0,0,0)\nw(2,0,0,0)\nr(2,0,1,1)\nr(3,5,1,1)\nr(4,6,1,1)\nr(4,7,1,1)";
        assertEquals(List.of("0: r(1,INITIAL) w(2,0)", "1: r(2,0) r(3,5) r(4,6) r(4,7)"), show(read(text)));
        ReadOptions infer = ReadOptions.DEFAULT.withInitial(InitialValues.INFER).withThreads(1);
        assertEquals(
                List.of("0: r(1,INITIAL) w(2,0)", "1: r(2,0) r(3,INITIAL) r(4,6) r(4,7)"), show(read(text, infer)));
        assertEquals("0", read(text).valueText(History.INITIAL));
    }

    /** As {@link Histories#show}, but initial versions stand out. */
    private static List<String> show(History history) {
        List<String> lines = new ArrayList<>();
        for (int t = 0; t < history.transactions(); t++) {
            StringBuilder line = new StringBuilder(history.sessionText(history.session(t)) + ":");
            for (int op = history.begin(t); op < history.end(t); op++) {
                int version = history.version(op);
                line.append(history.isWrite(op) ? " w(" : " r(")
                        .append(history.keyText(history.key(op)))
                        .append(',')
                        .append(version == History.INITIAL ? "INITIAL" : history.valueText(version))
                        .append(')');
            }
            lines.add(line.toString());
        }
        return lines;
    }

    @Test
    void numbersHave64Bits() throws IOException {
        String top = "18446744073709551615";
        for (String number : List.of(
                "0",
                "7",
                "1234567",
                "12345678",
                "123456789",
                "999999999999999999",
                "9223372036854775807",
                "9223372036854775808",
                "9223372036854775809",
                "9223372039002259456",
                top)) {
            History history = read("w(" + number + "," + number + "," + number + "," + number + ")\n");
            assertEquals(List.of(number + ": w(" + number + "," + number + ")"), Histories.show(history));
        }
        // The largest id is not the mark of aborted operations.
        assertEquals(List.of("0: w(1,1)", "0! w(1,2)"), Histories.show(read("w(1,1,0," + top + ")\nw(1,2,0,-1)\n")));
        assertEquals(List.of("0: w(1,7)"), Histories.show(read("w(0001,000000000000000000000007,00,0)\n")));
    }

    @Test
    void valuesThatDifferInTheirHighBitsAreDifferentVersions() throws IOException {
        History history =
                read("w(1,1,0,0)\nr(1,4294967297,0,0)\nr(1,1,0,0)\nw(1,9223372036854775809,0,0)\nw(1,4294967297,0,0)");
        assertEquals(
                List.of("0: w(1,1) r(1,4294967297) r(1,1) w(1,9223372036854775809) w(1,4294967297)"),
                Histories.show(history));
        assertEquals(3, history.versions());
        assertEquals(history.version(1), history.version(4));
    }

    @Test
    void blanksAreSkipped() throws IOException {
        History history = read("\n  \nw(1,1,0,0)\r\nr(1,1,0,0)\r\n\r\n\t w ( 2 ,\t3, 0 , 0 ) \n r(1,1,1,-1)\n\n");
        assertEquals(List.of("0: w(1,1) r(1,1) w(2,3)", "1! r(1,1)"), Histories.show(history));
    }

    @Test
    void filesAndStreamsPlainAndCompressedAndAnyNumberOfThreadsGiveTheSameHistory() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int t = 0; text.length() < 3_300_000; t++) { // worth more than three threads
            for (int i = 0; i < 3 + t % 3; i++) {
                text.append(i % 2 == 0 ? "w(" : "r(")
                        .append(t * 31 % 1009 + i)
                        .append(',')
                        .append((t + 5L - t * i % 5) << t / 20_000 * 20)
                        .append(',')
                        .append(t % 17)
                        .append(',')
                        .append(t % 17 * 1_000_003L + t)
                        .append(")\n");
            }
            if (t % 1000 == 0)
                text.append("w(1,").append(Long.MAX_VALUE - t).append(",99,5)\n"); // a transaction all over the text
        }
        byte[] bytes = text.toString().getBytes(ISO_8859_1);
        Path plain = Files.write(folder.resolve("h.txt"), bytes);
        Path compressed = Files.write(folder.resolve("h.gz"), gzip(bytes));
        History expected = PlumeReader.read(ByteSource.file(plain), ReadOptions.DEFAULT.withThreads(1));
        for (int threads = 2; threads < 6; threads++) {
            History history = PlumeReader.read(ByteSource.file(plain), ReadOptions.DEFAULT.withThreads(threads));
            assertSame(expected, history);
        }
        assertSame(expected, PlumeReader.read(ByteSource.file(compressed), ReadOptions.DEFAULT));
        ByteSource stream = ByteSource.stream("-", new ByteArrayInputStream(bytes));
        assertSame(expected, PlumeReader.read(stream, ReadOptions.DEFAULT));
    }

    /** Same ids, same names. */
    static void assertSame(History expected, History history) {
        assertEquals(expected.transactions(), history.transactions());
        assertEquals(expected.operations(), history.operations());
        assertEquals(expected.versions(), history.versions());
        for (int t = 0; t < expected.transactions(); t++) {
            assertEquals(expected.begin(t), history.begin(t));
            assertEquals(expected.status(t), history.status(t));
            assertEquals(expected.sessionAtom(expected.session(t)), history.sessionAtom(history.session(t)));
        }
        for (int op = 0; op < expected.operations(); op++) {
            assertEquals(expected.isWrite(op), history.isWrite(op));
            assertEquals(expected.key(op), history.key(op));
            assertEquals(expected.version(op), history.version(op));
        }
        for (int k = 0; k < expected.keys(); k++) assertEquals(expected.keyAtom(k), history.keyAtom(k));
        for (int v = 0; v < expected.versions(); v++) assertEquals(expected.valueAtom(v), history.valueAtom(v));
    }

    @Test
    void whatIsWrongIsSaidWithItsPlace() throws IOException {
        assertMessage("w(1,1,0,0)\nx(1,1,0,0)\n", ":2:1: found 'x', expected r or w");
        assertMessage("w[1,1,0,0]\n", ":1:2: found '[', expected (");
        assertMessage("w(1,1,0,0)\nw(1,-5,0,0)\n", ":2:5: found '-5', expected the value, an unsigned number");
        assertMessage("w(1,1,0,0)\n\nw(,1,0,0)\n", ":3:3: found ',', expected the key, an unsigned number");
        assertMessage("w(1,1,0)\n", ":1:8: found ')', expected , after the session");
        assertMessage("w(1,1,0,0,0)\n", ":1:10: found ',', expected ) after the transaction");
        assertMessage("w(1,1,0,-2)\n", ":1:9: found '-2', expected the transaction, an unsigned number or -1");
        assertMessage("w(1,1,0,-)\n", ":1:9: found '-', expected the transaction, an unsigned number or -1");
        assertMessage("w(1,1,0,0) r(1,1,0,0)\n", ":1:12: found 'r', expected the end of the line");
        assertMessage(
                "w(1,18446744073709551616,0,0)\n",
                ":1:5: found '18446744073709551616', expected the value, an unsigned number below 2^64");
        assertMessage(
                "w(99999999999999999999999999999,1,0,0)\n",
                ":1:3: found '999999999999999999999999…', expected the key, " + "an unsigned number below 2^64");
        assertMessage("w(1,1,0,0)\nw(1,1\nw(1,2,0,0)", ":2:6: found the end of the line, expected , after the value");
        assertMessage(
                "w(1,1,0,0)\nw(1,2,0,",
                ":2:9: found the end of the text, expected the transaction, " + "an unsigned number or -1");
        assertMessage("w(1,1,0,0)\nw\0\u00ff", ":2:2: found byte 0x00, expected (");
        assertMessage("\u00ef\u00bb\u00bfw(1,1,0,0)", ":1:1: found byte 0xef, expected r or w");
        assertMessage("", ": holds no operation, expected lines such as r(1,2,0,7)");
        assertMessage(" \n\n", ": holds no operation, expected lines such as r(1,2,0,7)");
        assertMessage(
                "w(1,1,0,0)\n" + "x".repeat(300_000),
                ":2:1: found a line of more than 65536 bytes, expected a line for each operation");
    }

    @Test
    void aTransactionInTwoSessionsIsNamedWithBothLines() throws IOException {
        assertMessage(
                "w(1,1,0,7)\nw(1,2,1,8)\nw(1,3,1,7)\n",
                ":3:1: transaction 7 in session 1, and before in session 0 (line 1)");
        // Far enough from each other to be found by different threads.
        StringBuilder text = new StringBuilder("w(1,1,0,7)\n");
        int lines = 1;
        for (; text.length() < 2_500_000; lines++)
            text.append("w(1,").append(lines).append(",0,8)\n");
        assertMessage(
                text + "w(1,3,1,7)\n",
                ":" + (lines + 1) + ":1: transaction 7 in session 1, and before in session 0 (line 1)");
    }

    @Test
    void ofSeveralErrorsTheFirstIsNamed() throws IOException {
        String text = "w(1,1,0,7)\n".repeat(150_000);
        assertMessage(text + "!\n" + text + "?", ":150001:1: found '!', expected r or w");
        assertMessage(text + text + "?", ":300001:1: found '?', expected r or w");
    }

    @Test
    void otherModelsAreRefused() {
        ReadException e = assertThrows(
                ReadException.class, () -> read("w(1,1,0,0)\n", ReadOptions.DEFAULT.withModel(Model.LIST_APPEND)));
        assertEquals("Plume text holds rw-register, not list-append", e.problem());
    }

    @Test
    void damagedGzipIsSaidInWords() throws IOException {
        byte[] gzip = gzip("w(1,1,0,0)\n".repeat(100).getBytes(ISO_8859_1));
        Path file = Files.write(folder.resolve("cut.gz"), Arrays.copyOf(gzip, gzip.length - 6));
        ReadException e =
                assertThrows(ReadException.class, () -> PlumeReader.read(ByteSource.file(file), ReadOptions.DEFAULT));
        assertEquals("damaged after 1100 bytes of text: the gzip data end too early", e.problem());
    }

    @Test
    void aDeadlineStopsTheReading() throws IOException {
        ReadOptions over = ReadOptions.DEFAULT.withThreads(2).withDeadline(Deadline.after(Duration.ZERO));
        assertThrows(Deadline.Expired.class, () -> read("w(1,1,0,7)\n".repeat(300_000), over));
    }

    private History read(String text) throws IOException {
        return read(text, ReadOptions.DEFAULT);
    }

    private History read(String text, ReadOptions options) throws IOException {
        Path file = Files.write(folder.resolve("h.txt"), text.getBytes(ISO_8859_1));
        return PlumeReader.read(ByteSource.file(file), options);
    }

    private void assertMessage(String text, String message) throws IOException {
        Path file = Files.write(folder.resolve("h.txt"), text.getBytes(ISO_8859_1));
        ReadException ofFile = assertThrows(ReadException.class, () -> read(text));
        assertEquals(file + message, ofFile.getMessage());
        ByteSource stream = ByteSource.stream("-", new ByteArrayInputStream(text.getBytes(ISO_8859_1)));
        ReadException ofStream = assertThrows(ReadException.class, () -> PlumeReader.read(stream, ReadOptions.DEFAULT));
        assertEquals("-" + message, ofStream.getMessage());
    }

    static byte[] gzip(byte[] text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(text);
        }
        return out.toByteArray();
    }
}
