package minos.io.edn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;
import minos.Histories;
import minos.history.History;
import minos.history.Model;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.io.bytes.ByteSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EdnReaderTest {
    private static final String RUN =
            """
            {:type :invoke, :process 0, :f :txn, :value [[:append x 1] [:r y nil]]}
            {:type :invoke, :process 1, :f :txn, :value [[:append x 2]]}
            {:type :ok, :process 0, :f :txn, :value [[:append x 1] [:r y [7 8]]]}
            {:type :fail, :process 1, :f :txn, :value [[:append x 2]]}
            """;
    private static final List<String> RUN_LINES = List.of("0: append(x,1) r(y,[7 8]) @0-2", "1! append(x,2) @1-3");

    @TempDir
    Path folder;

    private static History history(String text) throws IOException {
        return history(text, ReadOptions.DEFAULT);
    }

    private static History history(String text, ReadOptions options) throws IOException {
        return EdnReader.read(ByteSource.stream("h.edn", new ByteArrayInputStream(text.getBytes(UTF_8))), options);
    }

    private static List<String> read(String... lines) throws IOException {
        return Histories.show(history(String.join("\n", lines)));
    }

    private static List<String> readLwt(String... lines) throws IOException {
        return Histories.show(history(String.join("\n", lines), ReadOptions.DEFAULT.withModel(Model.LWT)));
    }

    @Test
    void aWriteOfNilIsADelete() throws IOException {
        assertEquals(
                List.of("0: w(x,nil) r(x,nil) w(x,1)"),
                read("{:type :ok, :process 0, :f :txn, :value [[:w x nil] [:r x nil] [:w x 1]]}"));
        assertEquals(
                List.of("0: w(register,nil)", "0: r(register,1) w(register,nil)"),
                readLwt(
                        "{:type :ok, :process 0, :f :write, :value nil}",
                        "{:type :ok, :process 0, :f :cas, :value [1 nil]}"));
    }

    @Test
    void operationsOnLinesInAVectorOrInAList() throws IOException {
        String oneLine = RUN.replace('\n', ' ');
        for (String text : List.of(
                RUN,
                oneLine,
                "[" + RUN + "]",
                "(" + oneLine + ")",
                "\uFEFF" + RUN,
                "; a comment\n#_{:not this} [" + RUN + "] ; and\n #_ nothing",
                "#tag [" + RUN + "]")) {
            History history = history(text);
            assertEquals(RUN_LINES, Histories.show(history), text);
            assertEquals(Model.LIST_APPEND, history.model());
        }
    }

    @Test
    void aByteOrderMarkHidesNoFormat() throws IOException {
        ByteSource source = ByteSource.stream("-", new ByteArrayInputStream(("\uFEFF" + RUN).getBytes(UTF_8)));
        assertEquals(RUN_LINES, Histories.show(HistoryFiles.read(source, ReadOptions.DEFAULT)));
    }

    @Test
    void theGuideShowsAHistory() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("doc/edn.md"));
        assertEquals(
                List.of("0: append(x,1) r(y,[4 5]) @0-1"),
                read(lines.stream().filter(line -> line.startsWith("    {")).toArray(String[]::new)));
    }

    @Test
    void taggedOperationsAndFieldsOfAllKinds() throws IOException {
        assertEquals(
                List.of("0: w(x,1) r(y,2)"),
                read(
                        "#jepsen.history.Op{:index 0, :time 12, :type :ok, :process 0, :f :txn,",
                        ":value [[:w x 1] #a/tag [:r y 2]], \"string key\" 1, [vector key] {:nested {:map #{1 2}}}, :error",
                        "[:what \"a \\\"string\\\" ]}\" \\] \\\" 1/2 #_ gone ##NaN",
                        "#inst \"2020-01-01\" #:ns{:a 1} (nil) 1e3M], ",
                        "#_ :discarded :link #object[some.Thing 0x1 \"text\"]}"));
    }

    @Test
    void registersAndTheirInitialValues() throws IOException {
        History history = history("{:type :ok, :process 3, :f :txn, :value [[:w 1 2] [:r 2 nil] [:r 3 4]]}");
        assertEquals(List.of("3: w(1,2) r(2,nil) r(3,4)"), Histories.show(history));
        assertEquals(Model.RW_REGISTER, history.model());
        assertFalse(history.hasRealTime());
    }

    @Test
    void vectorsAreListsOrValuesOfRegisters() throws IOException {
        assertEquals(
                List.of("0: w(1,[2 3])", "0: r(1,[2 3])"),
                read(
                        "{:type :ok, :process 0, :f :txn, :value [[:w 1 [2 3]]]}",
                        "{:type :ok, :process 0, :f :txn, :value [[:r 1 (2 3)]]}"));
        assertEquals(
                List.of("0: r(1,[2 3]) r(2,nil)", "0: append(1,2)"),
                read(
                        "{:type :ok, :process 0, :f :txn, :value ([:r 1 (2 3)] (:r 2 []))}",
                        "{:type :ok, :process 0, :f :txn, :value [[:append 1 2]]}"));
    }

    @Test
    void valuesOfEveryKind() throws IOException {
        String expected = "0: w(:k,:v) w(\"a b\",\\x) w(nil,1/2) w({:a 1},#{1 2}) w(-5,9223372036854775807) w(1,true) "
                + "w(2,99999999999999999999N) w(3,-9223372036854775808) w(4,0.5) w(5,[[] {}]) w(6,#t \"u\") w(7,é)";
        assertEquals(
                List.of(expected),
                read(
                        "{:type :ok, :process 0, :f :txn, :value [[:w :k :v] [:w \"a b\" \\x]",
                        "[:w nil 2/4] [:w {:a 1N} #{2 1}] [:w -5 9223372036854775807] [:w 1N true] [:w 2 99999999999999999999]",
                        "[:w +3 -9223372036854775808N] [:w 4 5e-1] [:w 5 ((), {})] [:w 6 #t \"u\"] [:w 7 é]]}"));
    }

    @Test
    void nemesesAndOtherWorkAreLeftOut() throws IOException {
        History history = history(
                """
                {:type :info, :process :nemesis, :f :start, :value [:isolated {"n1" #{"n2"}}]}
                {:type :info, :process nil, :f :start, :value [[:frob]]}
                {:type :invoke, :process 0, :f :txn, :value [[:append 1 1]]}
                {:type :invoke, :process 8, :f :drain, :value nil}
                {:type :invoke, :process 9, :f :transfer, :value {:from 1 :to [2]}}
                {:type :ok, :process 0, :f :txn, :value [[:append 1 1]]}
                {:type :ok, :process 9, :f :transfer, :value [:frob 1 2]}
                {:type :info, :process 8, :f :drain, :value 5}
                {:type :invoke, :process 8, :f :drain, :value [[:frob 1 2]]}
                """);
        assertEquals(List.of("0: append(1,1) @2-5"), Histories.show(history));
        assertEquals(1, history.sessions());
        assertEquals(1, history.keys());
    }

    @Test
    void transactionsByAnotherName() throws IOException {
        assertEquals(
                List.of("1: r(x,[1]) @0-1"),
                read(
                        "{:type :invoke, :process 1, :f :final-read, :value nil}",
                        "{:type :ok, :process 1, :f :final-read, :value [[:r x [1]]]}"));
    }

    @Test
    void whatFailedOrMayHaveFailed() throws IOException {
        assertEquals(
                List.of(
                        "0! w(x,1) r(y,?) r(z,?) @0-1",
                        "1! w(x,2) r(y,?) @2-3",
                        "2: w(x,3) @4-9",
                        "3? w(x,4) r(y,?) r(z,5) @6-",
                        "4? w(x,5) r(y,?) @7-",
                        "5? w(x,6) r(y,?) @8-"),
                read(
                        "{:type :invoke, :process 0, :f :txn, :value [[:w x 1] [:r y nil] [:r z nil]]}",
                        "{:type :fail, :process 0, :f :txn, :value [[:w x 1] [:r y nil] [:r z 5]]}",
                        "{:type :invoke, :process 1, :f :txn, :value [[:w x 2] [:r y nil]]}",
                        "{:type :fail, :process 1, :f :txn, :value nil, :error :aborted}",
                        "{:type :invoke, :process 2, :f :txn, :value [[:w x 3]]}",
                        "{:type :info, :process :nemesis, :f :heal, :value nil}",
                        "{:type :invoke, :process 3, :f :txn, :value [[:w x 4] [:r y nil] [:r z nil]]}",
                        "{:type :invoke, :process 4, :f :txn, :value [[:w x 5] [:r y nil]]}",
                        "{:type :invoke, :process 5, :f :txn, :value [[:w x 6] [:r y nil]]}",
                        "{:type :ok, :process 2, :f :txn, :value [[:w x 3]]}",
                        "{:type :info, :process 5, :f :txn}",
                        "{:type :info, :process 3, :f :txn, :value [[:w x 4] [:r y nil] [:r z 5]]}"));
    }

    @Test
    void aProcessThatGoesOnAfterInfo() throws IOException {
        assertEquals(
                List.of("0? w(x,1) @0-", "0: w(x,2) @2-3"),
                read(
                        "{:type :invoke, :process 0, :f :txn, :value [[:w x 1]]}",
                        "{:type :info, :process 0, :f :txn, :value [[:w x 1]]}",
                        "{:type :invoke, :process 0, :f :txn, :value [[:w x 2]]}",
                        "{:type :ok, :process 0, :f :txn, :value [[:w x 2]]}"));
    }

    @Test
    void completionsAlone() throws IOException {
        assertEquals(
                List.of("0: w(x,1)", "1? w(x,2)", "1! w(x,3)", "0:"),
                read(
                        "{:type :ok, :process 0, :f :txn, :value [[:w x 1]]}",
                        "{:type :info, :process 1, :f :txn, :value [[:w x 2]]}",
                        "{:type :fail, :process 1, :f :txn, :value [[:w x 3]]}",
                        "{:type :ok, :process 0, :f :txn, :value []}"));
    }

    @Test
    void singleOperationsOnOneRegister() throws IOException {
        History history = history(
                """
                {:type :invoke, :process 0, :f :write, :value 1}
                {:type :ok, :process 0, :f :write, :value 1}
                {:type :invoke, :process 0, :f :cas, :value [1 2]}
                {:type :ok, :process 0, :f :cas, :value [1 2]}
                {:type :invoke, :process 1, :f :read, :value nil}
                {:type :ok, :process 1, :f :read, :value 2}
                {:type :invoke, :process 1, :f :cas, :value [5 6]}
                {:type :fail, :process 1, :f :cas, :value [5 6]}
                {:type :invoke, :process 1, :f :read, :value nil}
                {:type :ok, :process 1, :f :read, :value nil}
                {:type :invoke, :process 1, :f :cas, :value [nil 7]}
                {:type :invoke, :process 2, :f :read, :value nil}
                {:type :info, :process 1, :f :cas, :value nil}
                {:type :fail, :process 2, :f :read, :value nil}
                """);
        assertEquals(
                List.of(
                        "0: w(register,1) @0-1",
                        "0: r(register,1) w(register,2) @2-3",
                        "1: r(register,2) @4-5",
                        "1! w(register,6) @6-7",
                        "1: r(register,nil) @8-9",
                        "2! r(register,?) @11-13",
                        "1? r(register,nil) w(register,7) @10-"),
                Histories.show(history));
        assertEquals(Model.LWT, history.model());
    }

    @Test
    void failedCompareAndSetThatTellsWhatItFoundIsARead() throws IOException {
        assertEquals(
                List.of("0: r(register,3)", "0: r(register,nil)", "0: r(a,3)", "0: r(a,nil)", "0! w(a,2)"),
                readLwt(
                        "{:type :fail, :process 0, :f :cas, :value [1 2 3]}",
                        "{:type :fail, :process 0, :f :cas, :value [1 2 nil]}",
                        "{:type :fail, :process 0, :f :cas, :value [a [1 2 3]]}",
                        "{:type :fail, :process 0, :f :cas, :value [a [1 2 nil]]}",
                        "{:type :fail, :process 0, :f :cas, :value [a [1 2]]}"));
    }

    @Test
    void singleOperationsOnIndependentRegisters() throws IOException {
        List<String> expected = List.of("0: w(a,1)", "0: r(b,nil) w(b,2)", "1: r(b,2)", "1: r(c,nil)", "1: w(d,[1 2])");
        String[] lines = {
            "{:type :ok, :process 0, :value [a 1], :f :write}",
            "{:type :ok, :process 0, :f :cas, :value [b [nil 2]]}",
            "{:type :ok, :process 1, :f :read, :value [b 2]}",
            "{:type :ok, :process 1, :f :read, :value [c nil]}",
            "{:type :ok, :process 1, :f :write, :value [d [1 2]]}"
        };
        assertEquals(expected, read(lines));
        assertEquals(expected, readLwt(lines));
    }

    private static final String READ = "{:type :ok, :process 1, :f :read, :value 0}\n";

    @Test
    void singleOperationsAmongOthersOnlyOnRequest() throws IOException {
        String[] lines = {"{:type :ok, :process 0, :f :write, :value 1}", "{:type :ok, :process 0, :f :sync, :value 1}"
        };
        assertEquals(List.of("0: w(register,1)"), readLwt(lines));
        assertEquals(
                "h.edn:3:1: found an operation :sync beside those of lwt, "
                        + "expected no other, as it may change what these see; if it does not, -m lwt leaves it out",
                EdnErrorsTest.message(READ + String.join("\n", lines)));
        assertEquals(
                List.of("0: append(1,2)"),
                read(
                        "{:type :ok, :process 0, :f :txn, :value [[:append 1 2]]}",
                        "{:type :ok, :process 0, :f :read, :value 1}",
                        "{:type :ok, :process 0, :f :write, :value [1 3]}"));
    }

    @Test
    void theIndexMayBeMissingOrInOrder() throws IOException {
        assertEquals(
                2,
                read(
                                "{:type :ok, :process 0, :f :txn, :value [[:w 1 2]], :index 7}",
                                "{:type :ok, :process 0, :f :txn, :value [[:w 1 3]]}",
                                "{:type :info, :process :nemesis, :index 3}")
                        .size());
        assertEquals(
                2,
                read(
                                "{:type :ok, :process 0, :f :txn, :value [[:w 1 2]], :index 7}",
                                "{:type :ok, :process 0, :f :txn, :value [[:w 1 3]], :index 9}")
                        .size());
    }

    @Test
    void otherFieldsAreReadAgainFromTheFile() throws IOException {
        String text = "{:type :invoke, :process 0, :f :txn, :value [[:append x 1] [:r y nil]], :time 3}\n"
                + "{:type :ok, :process 0, :f :txn, :value [[:append x 1] [:r y []]], "
                + ":error [:a \"b\"], :node \"n1\", other 3}";
        Path file = Files.writeString(folder.resolve("h.edn"), text);
        Path compressed = folder.resolve("h.edn.gz");
        try (var out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
            out.write(text.getBytes(UTF_8));
        }
        for (Path path : List.of(file, compressed)) {
            History history = EdnReader.read(ByteSource.file(path), ReadOptions.DEFAULT);
            assertEquals(Map.of("error", "[:a \"b\"]", "node", "\"n1\"", "other", "3"), history.fields(0));
            assertEquals(
                    List.of("error", "node", "other"),
                    List.copyOf(history.fields(0).keySet()));
            assertEquals(path.toString(), history.origin().name());
        }
        assertTrue(history(text).fields(0).isEmpty(), "a stream is not read twice");
        Files.delete(file);
        assertTrue(new EdnReader.FileOrigin(ByteSource.file(file), UnaryOperator.identity())
                .fields(0)
                .isEmpty());
    }
}
