package minos.io.dbcop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import minos.Histories;
import minos.history.History;
import minos.history.InitialValues;
import minos.history.Model;
import minos.io.Format;
import minos.io.HistoryFiles;
import minos.io.ReadException;
import minos.io.ReadOptions;
import minos.io.bytes.ByteSource;
import org.junit.jupiter.api.Test;

class DbcopTest {
    private static final History HISTORY =
            Histories.of("0: w(7,1) r(8,nil)", "1! w(7,2)", "1: r(7,1)", "0: r(9,5)", "1:");
    private static final String JSON =
            """
            {"params":{"id":0,"n_node":2,"n_variable":3,"n_transaction":3,"n_event":2},
            "info":"written by Minos","start":"1970-01-01T00:00:00+00:00","end":"1970-01-01T00:00:00+00:00",
            "data":[
            [{"events":[{"Write":{"variable":7,"version":1}},{"Read":{"variable":8,"version":null}}],"committed":true},
            {"events":[{"Read":{"variable":9,"version":5}}],"committed":true}],
            [{"events":[{"Write":{"variable":7,"version":2}}],"committed":false},
            {"events":[{"Read":{"variable":7,"version":1}}],"committed":true},
            {"events":[],"committed":true}]
            ]}
            """;

    @Test
    void writesAndReadsBothForms() throws IOException {
        assertEquals(JSON, new String(write(Format.DBCOP_JSON), UTF_8));
        for (Format format : List.of(Format.DBCOP, Format.DBCOP_JSON)) {
            assertEquals(
                    List.of("0: w(7,1) r(8,0)", "0: r(9,5)", "1! w(7,2)", "1: r(7,1)", "1:"),
                    Histories.show(HistoryFiles.read(source(write(format)), ReadOptions.DEFAULT)),
                    format.toString());
        }
    }

    private static byte[] write(Format format) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        assertEquals(List.of(), HistoryFiles.write(HISTORY, bytes, format));
        return bytes.toByteArray();
    }

    @Test
    void failedEvents() throws IOException {
        byte[] file = binary(1, 1, 2, event(1, 7, 1, 0), event(0, 8, 2, 0), 1);
        assertEquals(List.of("0:", "0! w(7,1)"), Histories.show(read(file, Format.DBCOP)));
    }

    @Test
    void numbersAreUnsigned() throws IOException {
        byte[] file = binary(1, 1, 1, event(1, -1, Long.MIN_VALUE, 1), 1);
        assertEquals(
                List.of("0: w(18446744073709551615,9223372036854775808)"), Histories.show(read(file, Format.DBCOP)));
        String json = "[[{\"events\":[[\"w\",18446744073709551615,9223372036854775808]],\"committed\":true}]]";
        assertEquals(List.of("0: w(18446744073709551615,9223372036854775808)"), Histories.show(json(json)));
    }

    @Test
    void sessionsAloneAndCompactEvents() throws IOException {
        assertEquals(
                List.of("0: w(\"x\",1) r(\"y\\n\",0)", "2! r(\"x\",0)"),
                Histories.show(
                        json(
                                """
                [[{"committed":true, "more":[{"a":[1.5e3,null,"\\""]}], "events":[["w","x",1],["r","y\\n",null]]}], [],
                 [{"events":[{"Read":{"version":0,"variable":"x"}}],"committed":false}]]
                """)));
    }

    @Test
    void initialValuesCanBeInferred() throws IOException {
        ReadOptions infer = ReadOptions.DEFAULT.withFormat(Format.DBCOP).withInitial(InitialValues.INFER);
        byte[] file = binary(1, 1, 1, event(0, 7, 9, 1), 1);
        assertEquals(List.of("0: r(7,initial)"), Histories.show(HistoryFiles.read(source(file), infer)));
    }

    @Test
    void lengthsAreNotBelieved() {
        assertWrong("byte 0: found the end of the file, expected the id", new byte[0]);
        byte[] header = binary(Long.MAX_VALUE);
        assertWrong(
                "byte " + header.length
                        + ": found the end of the file, expected the number of transactions of a session",
                header);
        byte[] many = binary(1, 1, -1, event(1, 1, 1, 1));
        assertWrong("byte " + many.length + ": found the end of the file, expected whether the event is a write", many);
        byte[] info = Arrays.copyOf(binary(1), 48);
        Arrays.fill(info, 40, 48, (byte) 0xFF);
        assertWrong(
                "byte 40: found the info of 18446744073709551615 bytes, expected a text that the file can hold", info);
    }

    @Test
    void saysWhatIsWrongAndWhere() {
        byte[] more = Arrays.copyOf(binary(0), binary(0).length + 1);
        assertWrong(
                "byte " + (more.length - 1) + ": found more bytes, expected the end of the file after the last session",
                more);
        byte[] odd = binary(1, 1, 1, event(2, 1, 1, 1), 1);
        assertWrong(
                "byte " + (odd.length - 19) + ": found byte 0x02, expected whether the event is a write, 0 or 1", odd);
        ReadException e = assertThrows(
                ReadException.class,
                () -> HistoryFiles.read(
                        source(binary(0)),
                        ReadOptions.DEFAULT.withFormat(Format.DBCOP).withModel(Model.LIST_APPEND)));
        assertEquals("dbcop's format holds rw-register, not list-append", e.problem());
    }

    @Test
    void saysWhatIsWrongInJson() {
        assertWrongJson("1:1: found 'x', expected an object with \"data\", or an array of sessions", "x");
        assertWrongJson(
                "1:9: found the end of the text, expected a member \"data\" before the end of the object",
                "{\"a\":{}}");
        assertWrongJson("1:4: found the end of the text, expected , or ]", "[[]");
        assertWrongJson("1:3: found '1', expected a transaction, an object with \"events\" and \"committed\"", "[[1]]");
        assertWrongJson(
                "1:17: found ']', expected \"events\" and \"committed\" in the transaction before this",
                "[[{\"events\":[] }]]");
        assertWrongJson(
                "1:22: found '-1', expected a variable, an unsigned number or a string",
                "[[{\"events\":[[\"r\",   -1,0]]}]]");
        assertWrongJson(
                "1:22: found '.5', expected a version, an unsigned number or null, a whole number",
                "[[{\"events\":[[\"r\",1,0.5]]}]]");
        assertWrongJson(
                "1:19: found a larger number, expected a variable, an unsigned number or a string below 2^64",
                "[[{\"events\":[[\"r\",18446744073709551616,0]]}]]");
        assertWrongJson("1:1005: found '[', expected no more than 1000 levels of nesting", "{\"\":" + "[".repeat(5000));
        assertWrongJson(
                "1:21: found 'null', expected a version, an unsigned number", "[[{\"events\":[[\"w\",1,null]]}]]");
    }

    private static void assertWrongJson(String problem, String json) {
        ReadException e = assertThrows(ReadException.class, () -> json(json));
        assertEquals(problem, e.place().line() + ":" + e.place().column() + ": " + e.problem());
    }

    private static void assertWrong(String problem, byte[] file) {
        assertEquals(
                problem,
                assertThrows(ReadException.class, () -> read(file, Format.DBCOP))
                        .problem());
    }

    private static History json(String json) throws IOException {
        return read(json.getBytes(UTF_8), Format.DBCOP_JSON);
    }

    private static History read(byte[] file, Format format) throws IOException {
        return HistoryFiles.read(source(file), ReadOptions.DEFAULT.withFormat(format));
    }

    private static ByteSource source(byte[] file) {
        return ByteSource.stream("h", new ByteArrayInputStream(file));
    }

    private static byte[] event(int write, long key, long value, int success) {
        return ByteBuffer.allocate(18)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) write)
                .putLong(key)
                .putLong(value)
                .put((byte) success)
                .array();
    }

    /** A file with what follows the header: numbers below 2 as the last part are a byte, others a length. */
    private static byte[] binary(Object... parts) {
        ByteBuffer bytes = ByteBuffer.allocate(1000).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < 8; i++) bytes.putLong(0);
        for (int i = 0; i < parts.length; i++) {
            if (parts[i] instanceof byte[] raw) bytes.put(raw);
            else if (i > 3) bytes.put(((Number) parts[i]).byteValue());
            else bytes.putLong(((Number) parts[i]).longValue());
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }
}
