package minos.io.edn;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import minos.history.Model;
import minos.io.ReadException;
import minos.io.ReadOptions;
import minos.io.bytes.ByteSource;
import org.junit.jupiter.api.Test;

/** What is said about files that are no histories: the place, what was found and what was expected. */
class EdnErrorsTest {
    private static final String OPERATION = "an operation such as {:type :ok, :process 0, :f :txn, :value [[:w 1 2]]}";
    private static final String MICRO_OP = "[:append key element], [:r key value] or [:w key value]";
    private static final String OK = "{:type :ok, :process 0, :f :txn, :value [[:w 1 2]]}";

    static String message(String text) {
        return message(text.getBytes(UTF_8), ReadOptions.DEFAULT);
    }

    private static String message(byte[] text, ReadOptions options) {
        ByteSource source = ByteSource.stream("h.edn", new ByteArrayInputStream(text));
        return assertThrows(ReadException.class, () -> EdnReader.read(source, options))
                .getMessage();
    }

    private static void refused(String text, long line, long column, String found, String expected) {
        assertEquals("h.edn:" + line + ":" + column + ": found " + found + ", expected " + expected, message(text));
    }

    /** A transaction with this value; the value begins in column 45 of line 2. */
    private static String value(String value) {
        return OK + "\n{:time 123, :type :ok, :process 0, :f :txn, :value " + value + "}";
    }

    @Test
    void noTransaction() {
        refused("", 1, 1, "the end of the file", "at least one transaction");
        refused("\n ; nothing\n", 3, 1, "the end of the file", "at least one transaction");
        refused("[]", 1, 3, "the end of the file", "at least one transaction");
        refused(
                "{:type :info, :process :nemesis, :f :start}\n",
                2,
                1,
                "no operation of a client among its operations",
                "at least one transaction");
    }

    @Test
    void notEdnAtAll() {
        refused("hello world", 1, 1, "hello", OPERATION);
        refused("w(1,1,0,0)\n", 1, 1, "w", OPERATION);
        refused("<html>", 1, 1, "<html>", OPERATION);
        refused("{\"json\" [1, 2]}", 1, 1, "a map without :process", OPERATION);
        refused("[1 2]", 1, 2, "1", OPERATION);
        refused("[[]]", 1, 2, "[", OPERATION);
        refused("\u007fELF\u0002\u0000", 1, 1, "the byte 0x7f", OPERATION);
        refused("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz", 1, 1, "abcdefghijklmnopqrstuvwx…", OPERATION);
        refused(OK + "\n\u0000\u0000", 2, 1, "the byte 0x00", OPERATION);
    }

    @Test
    void binaryFiles() {
        Random random = new Random(5);
        for (int i = 0; i < 500; i++) {
            byte[] bytes = new byte[random.nextInt(3000)];
            random.nextBytes(bytes);
            if (i % 2 == 0) System.arraycopy(OK.getBytes(UTF_8), 0, bytes, 0, Math.min(bytes.length, 20));
            String message = message(bytes, ReadOptions.DEFAULT);
            assertTrue(message.matches("(?s)h.edn:\\d+:\\d+: found .+, expected .+|h.edn: .*gzip.*"), message);
        }
    }

    @Test
    void truncatedFiles() throws Exception {
        byte[] text = ("[{:type :invoke, :process 0, :f :txn, :value [[:append \"é\\n\" 1] [:r 2 nil]], :x #{\\a}}\n"
                        + " #a.B{:type :ok, :process 0, :f :txn, :value [[:append \"é\\n\" 1] [:r 2 [3 4]]], :x [##Inf #_ y]}]")
                .getBytes(UTF_8);
        for (int length = 0; length < text.length; length++) {
            String message = message(Arrays.copyOf(text, length), ReadOptions.DEFAULT);
            assertTrue(message.matches("h.edn:[12]:\\d+: found .+, expected .+"), message);
        }
        EdnReader.read(ByteSource.stream("h.edn", new ByteArrayInputStream(text)), ReadOptions.DEFAULT);
        refused("[" + OK, 1, 53, "the end of the file", "another operation or the ] that ends the history");
        refused(OK.substring(0, 44), 1, 45, "the end of the file", "a key");
        refused(OK.substring(0, 40), 1, 41, "the end of the file", "a value");
        refused("{:process 0 :error \"open", 1, 25, "the end of the file", "the \" that ends the string");
    }

    @Test
    void moreThanOneHistory() {
        refused("[" + OK + "] " + OK, 1, 55, "{", "the end of the file");
        refused(OK + "\n[" + OK + "]", 2, 1, "[", OPERATION);
        refused("[" + OK + ")", 1, 53, ")", OPERATION);
    }

    @Test
    void wrongMicroOps() {
        refused(value("[[:frob 1 2]]"), 2, 54, ":frob", MICRO_OP);
        refused(value("[[:w 1 2] [7 1 2]]"), 2, 63, "7", MICRO_OP);
        refused(value("[[:w 1 2] :w]"), 2, 62, ":w", MICRO_OP);
        refused(value("[[:w 1 2] []]"), 2, 63, "]", MICRO_OP);
        refused(value("[[:w]]"), 2, 56, "]", "a key");
        refused(value("[[:w 1]]"), 2, 58, "]", "a value");
        refused(value("[[:r 1 2 3]]"), 2, 61, "3", "the ] that ends the micro-op");
        refused(value("[:w 1 2]"), 2, 53, ":w", MICRO_OP);
        refused(value("{:w 1}"), 2, 52, "{", "a vector of micro-ops");
        refused(value("5"), 2, 52, "5", "a vector of micro-ops");
        refused(value("nil"), 2, 1, "an :ok without micro-ops", "them in its :value");
        refused("{:type :invoke, :process 0, :f :txn}", 1, 1, "an :invoke without micro-ops", "them in its :value");
        refused(
                "{:type :ok, :process 0, :value 5, :f :txn}",
                1,
                1,
                "a :txn with another :value",
                "a vector of micro-ops");
    }

    @Test
    void theGuideShowsAMessage() throws IOException {
        String guide = Files.readString(Path.of("doc/edn.md"));
        assertTrue(guide.contains("\n    " + message(value("[[:frob 1 2]]")) + "\n"));
    }

    @Test
    void wrongForms() {
        refused(value("[[:w 1 2)]"), 2, 60, ")", "]");
        refused(value("[[:w 1 [2 3}]]"), 2, 63, "}", "]");
        refused(value("[[:w 1 2x]]"), 2, 59, "2x", "a number");
        refused(value("[[:w 1 a::b]]"), 2, 59, "a::b", "a number, keyword or symbol");
        refused(value("[[:w 1 #{1 1N}]]"), 2, 65, "1 twice", "distinct elements");
        refused(value("[[:w 1 {1}]]"), 2, 61, "}", "a value for the last key");
        refused(value("[[:w 1 ^:a b]]"), 2, 59, "^", "no metadata");
        refused(value("[[:w 1 \\nope]]"), 2, 59, "\\nope", "a character");
        refused(value("[[:w 1 \"\\q\"]]"), 2, 59, "\"\\q\"", "a string with the escapes that EDN has");
        refused(value("[[:w 1 ##Nan]]"), 2, 59, "##Nan", "##Inf, ##-Inf or ##NaN");
        refused(value("[[:w 1 #:a[1]]]"), 2, 62, "[", "the { of a map with the namespace a");
        refused(value("[[:w 1 #a]]"), 2, 61, "]", "a form after the tag");
        refused("{:type :ok, :process 0, :f :txn, :x (], :value []}", 1, 38, "]", ")");
        refused("{:type :ok, :process 0, :f}", 1, 27, "}", "a keyword");
        refused("{:type :ok, :process 0, :x}", 1, 27, "}", "a value");
        refused("{:type :ok, :process 0, ]", 1, 25, "]", "} or another key and value");
        refused("{:type :ok, :process 0, #_}", 1, 27, "}", "a form to discard");
        assertEquals(
                "h.edn:2:60: found bytes that are not UTF-8, expected text",
                message(value("[[:w 1 \u00ff]]").getBytes(ISO_8859_1), ReadOptions.DEFAULT));
    }

    @Test
    void wrongFields() {
        refused("{:process 0, :f :txn}", 1, 1, "a map without :type", OPERATION);
        refused("{:f :txn}", 1, 1, "a map without :process", OPERATION);
        refused("{:valid? true, :anomalies {}}", 1, 1, "the result of a check, with :valid?", OPERATION);
        refused(
                OK + "\n{:process 0, :f :txn, :value []}",
                2,
                1,
                "a map without :type",
                "all or none of them to have one");
        refused(
                "{:type :ok, :f :txn, :value []}\n" + OK,
                2,
                1,
                "a map with :process",
                "all or none of them to have one");
        refused("{:type :done, :process 0}", 1, 8, ":done", ":invoke, :ok, :fail or :info");
        refused("{:type \"ok\", :process 0}", 1, 8, "\"ok\"", ":invoke, :ok, :fail or :info");
        refused("{:type :ok, :type :fail}", 1, 13, ":type", "no key twice in an operation");
    }

    @Test
    void invocationsAndCompletionsThatDoNotFit() {
        String invoke = "{:type :invoke, :process 0, :f :txn, :value [[:w 1 2]]}";
        refused(
                invoke + "\n" + invoke,
                2,
                1,
                "an :invoke of process 0, which has yet to complete another",
                "its completion first");
        refused(
                invoke + OK + "\n" + OK,
                2,
                1,
                "a completion without :invoke",
                "the :invoke of its process before it, as other operations in this history have one");
        refused(
                "\n" + OK + invoke,
                2,
                1,
                "a completion without :invoke",
                "the :invoke of its process before it, as other operations in this history have one");
    }

    @Test
    void operationsOutOfOrder() {
        refused(
                "{:type :ok, :process 0, :f :txn, :value [[:w 1 2]], :index 5}\n"
                        + "{:type :ok, :process 0, :f :txn, :value [[:w 1 3]], :index 4}",
                2,
                1,
                ":index 4 after :index 5",
                "operations in the order of their :index");
        refused(
                "{:type :invoke, :process 0, :f :txn, :value [[:w 1 2]], :index 5}\n"
                        + "{:type :invoke, :process 0, :f :txn, :value [[:w 1 3]], :index 4}",
                2,
                1,
                ":index 4 after :index 5",
                "operations in the order of their :index");
    }

    @Test
    void mixedModels() {
        refused(
                value("[[:r 1 2] [:append 1 2]]"),
                2,
                62,
                "an append to a list",
                "registers only, as this history is rw-register");
        refused(
                "{:type :ok, :process 0, :f :txn, :value [[:append 1 2] [:r 1 2]]}",
                1,
                56,
                "a read of a register",
                "lists only, as this history is list-append");
        refused(
                "{:type :invoke, :process 0, :f :txn, :value [[:append 1 2]]}\n"
                        + "{:type :invoke, :process 1, :f :txn, :value [[:w 1 2]]}",
                2,
                46,
                "a write of a register",
                "lists only, as this history is list-append");
        refused(
                "{:type :ok, :process 0, :f :write, :value 2}\n" + OK,
                2,
                1,
                "a transaction, which belongs to rw-register",
                "operations of one workload, and those before it are of lwt or set; if it is one of these, name it (-m)");
        refused(
                "{:type :ok, :process 0, :f :cas, :value [1 2]}\n" + OK,
                2,
                1,
                "a transaction of micro-ops",
                "single operations, as this history is lwt");
        assertEquals(
                "h.edn:1:42: found a write of a register, expected lists only, as this history is list-append",
                message(OK.getBytes(UTF_8), ReadOptions.DEFAULT.withModel(Model.LIST_APPEND)));
    }

    @Test
    void wrongSingleOperations() {
        refused(
                "{:type :ok, :process 0, :f :write, :value [1 2 3]}",
                1,
                1,
                "a :value of 3 elements",
                "a value or [key value]");
        refused(
                "{:type :ok, :process 0, :f :write, :value 1}\n{:type :ok, :process 0, :f :read, :value 1}\n"
                        + "{:type :ok, :process 0, :f :read, :value [[1 2] 3]}",
                3,
                1,
                "a :value that begins with a vector",
                "a value or [key value]");
        refused(
                "{:type :ok, :process 0, :f :read, :value [[1 2] 3]}\n{:type :ok, :process 0, :f :cas, :value [1 2]}",
                1,
                1,
                "a :value that begins with a vector",
                "a value or [key value]");
        refused(
                "{:type :ok, :process 0, :f :cas, :value 3}",
                1,
                1,
                "a :cas without two values",
                "[old new] or [key [old new]]");
    }

    @Test
    void nestingDoesNotExhaustTheStack() throws Exception {
        int deep = 100_000;
        for (String opener : new String[] {"[", "{", "#{", "(", "{[", "#a ["}) {
            for (String before : new String[] {"[[:w 1 ", "[] :x "}) {
                String message = message(value(before + opener.repeat(deep)));
                assertTrue(message.endsWith("expected no more than 1000 levels of nesting"), message);
            }
        }
        String prefixes = "#_ ".repeat(deep) + "1 ".repeat(deep) + "#a ".repeat(deep);
        ByteSource source = ByteSource.stream(
                "h.edn",
                new ByteArrayInputStream(
                        ("{:type :ok, :process 0, :f :txn, :x " + prefixes + "2, :value [[:w 1 2]]}").getBytes(UTF_8)));
        assertEquals(1, EdnReader.read(source, ReadOptions.DEFAULT).transactions());
    }
}
