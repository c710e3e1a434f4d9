package minos.io.edn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import minos.Histories;
import minos.Shared;
import minos.history.History;
import minos.history.Model;
import minos.io.HistoryFiles;
import minos.io.ReadException;
import minos.io.ReadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What workload operations are of: recognised, or refused with what it may be; in EDN and in JSON. */
class WorkloadsTest {
    @TempDir
    Path folder;

    private static History read(Model model, String... lines) throws IOException {
        byte[] text = String.join("\n", lines).getBytes(UTF_8);
        ReadOptions options = model == null ? ReadOptions.DEFAULT : ReadOptions.DEFAULT.withModel(model);
        return HistoryFiles.read(new ByteArrayInputStream(text), "h", options);
    }

    private static void reads(Model model, List<String> transactions, String... lines) throws IOException {
        History history = read(null, lines);
        assertEquals(model, history.model());
        assertEquals(transactions, Histories.show(history));
    }

    private static String refused(Model model, String... lines) {
        return assertThrows(ReadException.class, () -> read(model, lines)).getMessage();
    }

    @Test
    void setsAreRegistersOfTheirElements() throws IOException {
        reads(
                Model.SET,
                List.of(
                        "0: w(1,present)",
                        "1: r(1,present) r(b,absent)",
                        "0: w(b,present)",
                        "1: r(1,present) r(b,present)"),
                "{:process 0, :type :ok, :f :add, :value 1}",
                "{:process 1, :type :ok, :f :read, :value [1]}",
                "{:process 0, :type :ok, :f :add, :value b}",
                "{:process 1, :type :ok, :f :read, :value #{1 b}}");
        reads(
                Model.SET,
                List.of("0: w([0 7],present)", "1: w([1 7],present)", "1: r([1 7],absent)", "0: r([0 7],present)"),
                "{:process 0, :type :ok, :f :add, :value [0 7]}",
                "{:process 1, :type :ok, :f :add, :value [1 7]}",
                "{:process 1, :type :ok, :f :read, :value [1 #{}]}",
                "{:process 0, :type :ok, :f :read, :value [0 [7]]}");
    }

    @Test
    void writesOfElementsAreAddsWhereReadsReturnMany() throws IOException {
        reads(
                Model.SET,
                List.of("0: w(1,present) @0-2", "1: r(1,present) @1-4", "0? @3-"),
                "{:process 0, :type :invoke, :f :write, :value 1}",
                "{:process 1, :type :invoke, :f :read, :value nil}",
                "{:process 0, :type :ok, :f :write, :value 1}",
                "{:process 0, :type :invoke, :f :read, :value nil}",
                "{:process 1, :type :ok, :f :read, :value #{1}}");
    }

    @Test
    void countersAndBanksAndOthers() throws IOException {
        reads(
                Model.COUNTER,
                List.of("0: w(counter,2)", "1! w(counter,3)", "0: r(counter,2)"),
                "{:process 0, :type :ok, :f :add, :value 2}",
                "{:process 1, :type :fail, :f :add, :value 3}",
                "{:process 0, :type :ok, :f :read, :value 2}");
        reads(
                Model.BANK,
                List.of("0: r(0,10) r(1,-2) @0-2", "1! w(0,-5) w(1,5) @1-3", "1: w(1,-3) w(0,3) @4-5"),
                "{:process 0, :type :invoke, :f :read}",
                "{:process 1, :type :invoke, :f :transfer, :value {:from 0, :to 1, :amount 5}}",
                "{:process 0, :type :ok, :f :read, :value {0 10, 1 -2}}",
                "{:process 1, :type :fail, :f :transfer, :value [:negative 0 -5]}",
                "{:process 1, :type :invoke, :f :transfer, :value {:amount 3, :from 1, :to 0}}",
                "{:process 1, :type :ok, :f :transfer, :value {:from 1, :to 0, :amount 3}}");
        reads(
                Model.MUTEX,
                List.of("0: w(mutex,:acquire)", "1! w(mutex,:acquire)", "0: w(mutex,:release)"),
                "{:process 0, :type :ok, :f :acquire}",
                "{:process 1, :type :fail, :f :acquire, :value nil}",
                "{:process 0, :type :ok, :f :release}");
        reads(
                Model.G2,
                List.of("0: r([7 :a],nil) r([7 :b],nil) w([7 :b],1)", "1! r([7 :a],?) r([7 :b],?) w([7 :a],2)"),
                "{:process 0, :type :ok, :f :insert, :value [7 [nil 1]]}",
                "{:process 1, :type :fail, :f :insert, :value [7 [2 nil]]}");
        assertEquals(
                List.of("0: w(queue,1)", "1: r(queue,1)", "1: r(queue,nil)", "0: r(queue,2) r(queue,3)"),
                Histories.show(read(
                        Model.FIFO_QUEUE,
                        "{:process 0, :type :ok, :f :enqueue, :value 1}",
                        "{:process 1, :type :ok, :f :dequeue, :value 1}",
                        "{:process 1, :type :ok, :f :dequeue}",
                        "{:process 0, :type :ok, :f :drain, :value [2 3]}")));
    }

    @Test
    void aBankThatWasOnlyReadIsNoRegister() throws IOException {
        reads(
                Model.BANK,
                List.of("0: r(0,10) r(1,10) @0-1"),
                "{:type :invoke, :f :read, :process 0}",
                "{:type :ok, :f :read, :process 0, :value {0 10, 1 10}}");
        reads(
                Model.LWT,
                List.of("0: w(register,{0 10})", "0: r(register,{0 10})"),
                "{:type :ok, :f :write, :process 0, :value {0 10}}",
                "{:type :ok, :f :read, :process 0, :value {0 10}}");
    }

    @Test
    void whatCannotBeToldIsRefusedWithTheCandidates() throws IOException {
        String[] adds = {"{:process 0, :type :ok, :f :add, :value 1}", "{:process 0, :type :ok, :f :add, :value 2}"};
        assertEquals(
                "h:2:1: found the end of the history, and its operations may be of set or counter, expected an"
                        + " operation that tells which, or the name of the workload (-m)",
                refused(null, adds));
        assertEquals(2, read(Model.COUNTER, adds).transactions());
        assertEquals(Model.SET, read(Model.SET, adds).model());
        assertTrue(
                refused(null, "{:process 0, :type :ok, :f :enqueue, :value 1}").contains("of queue or fifo-queue"));
        assertEquals(
                "h:2:1: found :transfer of a map, which belongs to bank, expected operations of one workload, and"
                        + " those before it are of set or counter; if it is one of these, name it (-m)",
                refused(null, adds[0], "{:process 0, :type :ok, :f :transfer, :value {:from 0, :to 1, :amount 5}}"));
        assertTrue(refused(null, "{:process 0, :type :ok, :f :echo, :value 1}")
                .startsWith("h:1:1: found no operation of a workload that is known, only :echo, expected"));
        assertTrue(refused(
                        null,
                        "{:process 0, :type :ok, :f :add, :value [0 1]}",
                        "{:process 0, :type :ok, :f :read, :value [1 2 3]}")
                .contains(":read of a vector of 3, which belongs to set, expected operations of one workload, and those"
                        + " before it are of set with [key value] or counter with [key value]"));
    }

    @Test
    void whatIsLeftOutIsSaid() throws IOException {
        String write = "{:process 0, :type :ok, :f :write, :value 1}";
        String sync = "{:process 0, :type :ok, :f :sync, :value 1}";
        assertTrue(refused(null, write, "{:process 0, :type :ok, :f :read, :value 1}", sync)
                .startsWith("h:3:1: found an operation :sync beside those of lwt"));
        assertEquals(
                List.of("2 operations :sync left out: not one of lwt"),
                read(Model.LWT, write, sync, sync).origin().notes());
        assertEquals(
                List.of("1 operation :read left out: not one of list-append"),
                read(
                                null,
                                "{:process 0, :type :invoke, :f :txn, :value [[:append 1 2]]}",
                                "{:process 2, :type :invoke, :f :read, :value 1}",
                                "{:process 2, :type :ok, :f :read, :value 1}",
                                "{:process 1, :type :invoke, :f :txn, :value [[:r 1 nil]]}",
                                "{:process 1, :type :info, :f :txn}")
                        .origin()
                        .notes());
    }

    /** Elle's own readers take it for nil; but who left the value out may not have known it. */
    @Test
    void aReadWithoutAValueTellsNothingAndIsCounted() throws IOException {
        for (String form : List.of("[[:w x 1] [:r y] [:r z nil]]", "[[:w x 1] (:r y) [:read z nil]]")) {
            History history = read(null, "{:process 0, :type :ok, :f :txn, :value " + form + "}");
            assertEquals(List.of("0: w(x,1) r(y,?) r(z,nil)"), Histories.show(history));
            assertEquals(UNTOLD, history.origin().notes());
        }
        History json = read(
                null,
                "[{\"type\": \"invoke\", \"process\": 0, \"f\": \"txn\", \"value\": [[\"append\", \"x\", 1], [\"r\","
                        + " \"x\"]]},",
                "{\"type\": \"ok\", \"process\": 0, \"f\": \"txn\", \"value\": [[\"append\", \"x\", 1], [\"r\","
                        + " \"x\"]]}]");
        assertEquals(List.of("0: append(\"x\",1) r(\"x\",?) @0-1"), Histories.show(json));
        assertEquals(UNTOLD, json.origin().notes(), "that of the invocation says nothing new");
        History rows = read(
                null,
                "{:process 0, :type :ok, :f :txn, :value [[:insert :x 1] [:rp :true] [:r :x] [:rp :true {:x 1}]]}");
        assertEquals(
                List.of("2 reads of committed transactions have no value: what was found is not known"),
                rows.origin().notes());
        assertEquals(
                List.of(),
                read(
                                null,
                                "{:process 0, :type :ok, :f :txn, :value [[:w x 1] [:r y nil]]}",
                                "{:process 0, :type :fail, :f :txn, :value [[:r y]]}",
                                "{:process 0, :type :info, :f :txn, :value [[:r y]]}")
                        .origin()
                        .notes());
    }

    private static final List<String> UNTOLD =
            List.of("1 read of a committed transaction has no value: what was found is not known");

    /** Jepsen's tests of several registers: {@code jepsen.independent} puts the key of each group before its transactions. */
    @Test
    void transactionsBehindAKeyHaveKeysOfTwoParts() throws IOException {
        String[] singles = {
            "{:process 0, :type :invoke, :f :write, :value [7 [[:w 0 1] [:w y 2]]]}",
            "{:process 0, :type :ok, :f :write, :value [7 [[:w 0 1] [:w y 2]]]}",
            "{:process 1, :type :invoke, :f :read, :value [k [[:r 0 nil] [:r y nil]]]}",
            "{:process 1, :type :ok, :f :read, :value [k [[:r 0 1] [:r y nil]]]}",
            "{:process 1, :type :invoke, :f :read, :value [7 [[:r 0 nil]]]}",
            "{:process 1, :type :info, :f :read, :value [7 nil]}"
        };
        List<String> expected =
                List.of("0: w([7 0],1) w([7 y],2) @0-1", "1: r([k 0],1) r([k y],nil) @2-3", "1? r([7 0],?) @4-");
        UnaryOperator<String> transaction = line -> line.replaceAll(":f :(read|write)", ":f :txn");
        UnaryOperator<String> valueFirst = line -> line.replaceAll("(:f :\\w+), (:value .*)}", "$2, $1}");
        for (UnaryOperator<String> form : List.of(UnaryOperator.<String>identity(), transaction, valueFirst)) {
            String[] lines = Stream.of(singles).map(form).toArray(String[]::new);
            reads(Model.RW_REGISTER, expected, lines);
            assertEquals(expected, Histories.show(read(Model.RW_REGISTER, lines)));
        }
        reads(
                Model.LIST_APPEND,
                List.of("0: append([k x],1) r([k x],[1 3])"),
                "{:process 0, :type :ok, :f :txn, :value [k [[:append x 1] (:r x [1 3])]]}");
        reads(
                Model.RW_REGISTER,
                List.of("0: w([7 \"x\"],\"r\")", "1: r([\"k\" 0],[\"w\" 1])"),
                "[{\"process\": 0, \"type\": \"ok\", \"f\": \"write\", \"value\": [7, [[\"w\", \"x\", \"r\"]]]},",
                "{\"process\": 1, \"type\": \"ok\", \"f\": \"read\", \"value\": [\"k\", [[\"r\", 0, [\"w\", 1]]]]}]");
        assertEquals(
                "h:1:1: found [:delete x] behind a key, expected rows without a key of their own before them",
                refused(null, "{:process 0, :type :ok, :f :txn, :value [k [[:w y 1] [:delete x]]]}"));
        assertEquals(
                "h:1:1: found [:frob x] behind a key, expected " + OpBuffer.MICRO_OP,
                refused(null, "{:process 0, :type :ok, :f :txn, :value [k [[:w y 1] [:frob x]]]}"));
    }

    @Test
    void transactionsBehindAKeyMayDoNothingOrNotTell() throws IOException {
        String[] lines = {
            "{:process 0, :type :invoke, :f :txn, :value [7 []]}",
            "{:process 1, :type :invoke, :f :txn, :value [7 [[:w x 1]]]}",
            "{:process 1, :type :fail, :f :txn, :value [7 nil]}",
            "{:process 0, :type :ok, :value [7 []], :f :txn}"
        };
        List<String> expected = List.of("1! w([7 x],1) @1-2", "0: @0-3");
        assertEquals(expected, Histories.show(read(null, lines)));
        assertEquals(expected, Histories.show(read(Model.RW_REGISTER, lines)));
        assertTrue(refused(null, "{:process 0, :type :ok, :f :txn, :value [7 nil]}")
                .contains("found an :ok without micro-ops"));
        assertTrue(refused(null, "{:process 0, :type :ok, :f :txn, :value [7 8]}")
                .contains("found 7, expected " + OpBuffer.MICRO_OP));
    }

    /** A register may hold a vector, also one of vectors. */
    @Test
    void whatIsBehindAKeyAndNoMicroOpIsAValue() throws IOException {
        reads(
                Model.LWT,
                List.of("0: w(7,[[:a 1] [:r]])", "0: r(7,[[:a 1] [:r]]) w(7,[[:w x 1] 2])"),
                "{:process 0, :type :ok, :f :write, :value [7 [[:a 1] [:r]]]}",
                "{:process 0, :type :ok, :f :cas, :value [7 [[[:a 1] [:r]] [[:w x 1] 2]]]}");
    }

    @Test
    void aReadOfAVectorLeavesOpenWhatItIsOf() throws IOException {
        String read = "{:process 0, :type :ok, :f :txn, :value [[:r x [1 2]]]}";
        reads(
                Model.RW_REGISTER,
                List.of("0: r(x,[1 2])", "1: w(x,[1 2])"),
                read,
                "{:process 1, :type :ok, :f :txn, :value [[:w x [1 2]]]}");
        reads(
                Model.LIST_APPEND,
                List.of("0: r(x,[1 2])", "1: append(x,1) append(x,2)"),
                read,
                "{:process 1, :type :ok, :f :txn, :value [[:append x 1] [:append x 2]]}");
        reads(Model.LIST_APPEND, List.of("0: r(x,[1 2])"), read);
    }

    @Test
    void processesAndTypesMayBeMissingWhereThatLeavesNoDoubt() throws IOException {
        String invoke = "{:type :invoke, :f :txn, :value [[:r 0] [:r 1]]}";
        String ok = "{:type :ok, :f :txn, :value [[:r 0 1] [:r 1 nil]]}";
        reads(Model.RW_REGISTER, List.of("0: r(0,1) r(1,nil) @0-1", "2: r(0,1) r(1,nil) @2-3"), invoke, ok, invoke, ok);
        assertEquals(
                List.of("operations name no :process, so each counts as a session of its own"),
                read(null, invoke, ok).origin().notes());
        assertTrue(read(null, invoke, ok).hasRealTime());
        assertEquals(
                "h:3:1: found a completion without :process, while several invocations wait for one, expected a"
                        + " :process that tells which it completes",
                refused(null, invoke, invoke, ok));
        reads(
                Model.LIST_APPEND,
                List.of("0: append(x,1)", "1: r(x,[1])"),
                "{:value [[:append x 1]]}",
                "{:value [[:r x [1]]]}");
    }

    @Test
    void operationsAreSortedByTheirIndexIfItTellsAnOrder() throws IOException {
        String first = "{:process 0, :type :invoke, :f :txn, :index 0, :value [[:w x 1]]}";
        String second = "{:process 0, :type :ok, :f :txn, :index 1, :value [[:w x 1]]}";
        Path file = folder.resolve("h.edn");
        Files.writeString(file, second + "\n" + first);
        History sorted = HistoryFiles.read(file, ReadOptions.DEFAULT);
        assertEquals(List.of("0: w(x,1) @0-1"), Histories.show(sorted));
        assertEquals(
                List.of("operations were not in the order of their :index, and have been sorted"),
                sorted.origin().notes());
        Files.writeString(
                file, first + second + first.replace(":index 0", ":index 1") + second.replace(":index 1", ":index 0"));
        History kept = HistoryFiles.read(file, ReadOptions.DEFAULT);
        assertEquals(List.of("0: w(x,1) @0-1", "0: w(x,1) @2-3"), Histories.show(kept));
        assertEquals(
                List.of("the :index of operations goes back and repeats, so they count in the order in which they"
                        + " stand"),
                kept.origin().notes());
    }

    @Test
    void jsonMeansWhatEdnMeans() throws IOException {
        String[][] pairs = {
            {
                "{:type :ok, :f :txn, :value [[:append \"x\" 1] [:r \"y\" [1 2]] [:r 3 nil]], :process 0}",
                "{\"type\":\"ok\",\"f\":\"txn\",\"value\":[[\"append\",\"x\",1],[\"r\",\"y\",[1,2]],[\"r\",3,null]],\"process\":0}"
            },
            {
                "{:type :ok, :f :cas, :value [1 \"r\"], :process 0, :error \"a \\\"b\\\" {\"}",
                "{ \"type\" : \"ok\", \"f\" :\"cas\", \"value\": [1, \"r\"], \"process\":0, \"error\":\"a \\\"b\\\""
                        + " {\"}"
            },
            {
                "{:type :ok, :f :transfer, :value {:from 0, :to 10, :amount 5}, :process 3}"
                        + "{:type :ok, :f :read, :value {0 1, 10 -7}, :process 3}",
                "{\"type\":\"ok\",\"f\":\"transfer\",\"value\":{\"from\":0,\"to\":10,\"amount\":5},\"process\":3},"
                        + "{\"type\":\"ok\",\"f\":\"read\",\"value\":{\"0\":1,\"10\":-7},\"process\":3}"
            },
            {
                "{:type :info, :f :start, :value {:a nil}, :process :nemesis}{:type :ok, :f :add, :value 1, :process 0}"
                        + "{:type :ok, :f :read, :value [1 2 3], :process 0}",
                "{\"type\":\"info\",\"f\":\"start\",\"value\":{\"a\":null},\"process\":\"nemesis\"}\n"
                        + "{\"type\":\"ok\",\"f\":\"add\",\"value\":1,\"process\":0}\n"
                        + "{\"type\":\"ok\",\"f\":\"read\",\"value\":[1,2,3],\"process\":0}"
            }
        };
        for (String[] pair : pairs) {
            List<String> expected = Histories.show(read(null, pair[0]));
            assertEquals(expected, Histories.show(read(null, pair[1])), pair[1]);
            assertEquals(expected, Histories.show(read(null, "[" + pair[1] + "]")), pair[1]);
        }
        assertEquals(
                "h:2:34: found [:inc, expected [:append key element], [:r key value] or [:w key value]"
                        .replace("[:inc,", "\"inc\","),
                refused(
                        null,
                        "[{\"type\":\"ok\",\"f\":\"txn\",\"value\":[[\"w\",1,2]],\"process\":0},",
                        "{\"type\":\"ok\",\"f\":\"txn\",\"value\":[[\"inc\",1,2]],\"process\":0}]"));
        assertTrue(refused(null, "{\"valid?\":true,\"anomalies\":{}}").contains("found the result of a check"));
    }

    /** What is refused of the histories that others published, and why; all others are read. */
    @Test
    void publishedHistories() throws IOException {
        Map<String, String> expected = new TreeMap<>(Map.of(
                "redis-intensive-test", "an :invoke of process 0, which has yet to complete another",
                "jepsen_counter.json", "its operations may be of set or counter",
                "jepsen_set_full.edn.gz", ":read of a vector of 293, which belongs to set",
                "jepsen_set_full.json", ":read of a vector of 293, which belongs to set",
                "maelstrom-echo", "no operation of a workload that is known, only :echo",
                "knossos/data_cas-failure.edn", "found 70, expected an operation such as",
                "mongodb-v0-ack-rollback-.edn", "no operation of a client among its operations"));
        int read = 0;
        for (Path file : Shared.files("public", "")) {
            String name = file.toString();
            if (!Files.isRegularFile(file) || name.endsWith(".tsv")) continue;
            String why = expected.entrySet().stream()
                    .filter(entry -> name.contains(entry.getKey()))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(null);
            if (why == null) {
                HistoryFiles.read(file, ReadOptions.DEFAULT);
                read++;
            } else {
                String message = assertThrows(
                                ReadException.class, () -> HistoryFiles.read(file, ReadOptions.DEFAULT), name)
                        .getMessage();
                assertTrue(message.contains(why), message);
            }
        }
        assertTrue(read > 70, read + " histories read");
    }
}
