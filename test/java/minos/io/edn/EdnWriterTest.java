package minos.io.edn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Pattern;
import minos.Histories;
import minos.history.History;
import minos.history.Model;
import minos.io.ReadOptions;
import minos.io.bytes.ByteSource;
import org.junit.jupiter.api.Test;

class EdnWriterTest {
    private static String write(History history) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        EdnWriter.write(history, out);
        return out.toString(UTF_8);
    }

    private static History read(String text) throws IOException {
        return EdnReader.read(
                ByteSource.stream("h.edn", new ByteArrayInputStream(text.getBytes(UTF_8))), ReadOptions.DEFAULT);
    }

    @Test
    void invocationsAndCompletionsInTheirOrder() throws IOException {
        assertEquals(
                """
                {:index 0, :type :invoke, :process 0, :f :txn, :value [[:append x 1] [:r y nil]]}
                {:index 1, :type :invoke, :process 1, :f :txn, :value [[:r x nil]]}
                {:index 2, :type :fail, :process 1, :f :txn, :value [[:r x nil]]}
                {:index 3, :type :ok, :process 0, :f :txn, :value [[:append x 1] [:r y [7 :a]]]}
                {:index 4, :type :invoke, :process 0, :f :txn, :value [[:r y nil] [:r z nil] [:r x nil]]}
                {:index 5, :type :info, :process 0, :f :txn, :value [[:r y nil] [:r z []] [:r x [1]]]}
                """,
                write(Histories.of(
                        "1! r(x,?) @2-3", "0: append(x,1) r(y,[7 :a]) @0-5", "0? r(y,?) r(z,nil) r(x,[1]) @6-")));
    }

    @Test
    void completionsAlone() throws IOException {
        assertEquals(
                """
                {:index 0, :type :ok, :process 0, :f :txn, :value [[:w x -1] [:r y nil]]}
                {:index 1, :type :fail, :process 3, :f :txn, :value [[:w 5 2]]}
                {:index 2, :type :info, :process 3, :f :txn, :value []}
                """,
                write(Histories.of("0: w(x,-1) r(y,nil)", "3! w(5,2)", "3?")));
    }

    /** It would be the initial value if it were written as nil. */
    @Test
    void whatACommittedTransactionReadMayBeUnknown() throws IOException {
        for (String read : List.of("r(x,1)", "r(x,[1])")) {
            History history = Histories.of("0: r(y,?) " + read + " r(z,nil) @0-1", "1? r(y,?) @2-");
            String text = write(history);
            assertTrue(text.contains(":type :ok, :process 0, :f :txn, :value [[:r y] [:r x "), text);
            assertEquals(ranked(Histories.show(history)), ranked(Histories.show(read(text))));
        }
    }

    @Test
    void singleOperations() throws IOException {
        assertEquals(
                """
                {:index 0, :type :invoke, :process 0, :f :cas, :value [x [nil 1]]}
                {:index 1, :type :ok, :process 0, :f :cas, :value [x [nil 1]]}
                {:index 2, :type :invoke, :process 1, :f :read, :value [x nil]}
                {:index 3, :type :ok, :process 1, :f :read, :value [x 1]}
                {:index 4, :type :invoke, :process 1, :f :write, :value [x 2]}
                {:index 5, :type :info, :process 1, :f :write, :value [x 2]}
                """,
                write(Histories.of(Model.LWT, "0: r(x,nil) w(x,1) @0-1", "1: r(x,1) @2-3", "1? w(x,2) @4-")));
        assertEquals(
                "{:index 0, :type :ok, :process 0, :f :txn, :value [[:w x 1] [:w y 1]]}\n",
                write(Histories.of(Model.LWT, "0: w(x,1) w(y,1)")),
                "no single operation");
    }

    @Test
    void whatIsNoEdnBecomesEdn() throws IOException {
        assertEquals(
                """
                {:index 0, :type :ok, :process 0, :f :txn, :value [[:w "1x" "a\\"b"]]}
                {:index 1, :type :ok, :process 1, :f :txn, :value [[:w :y {}]]}
                """,
                write(Histories.of("T1: w(1x,a\"b)", "7: w(:y,{})")));
        assertEquals(
                List.of(
                        "sessions are numbered, as processes are numbers",
                        "keys and values that are no EDN are strings"),
                EdnWriter.write(Histories.of("T1: w(1x,1)"), OutputStream.nullOutputStream()));
        assertEquals(List.of(), EdnWriter.write(Histories.of("1: w(x,1)"), OutputStream.nullOutputStream()));
    }

    @Test
    void whatIsWrittenIsReadBack() throws IOException {
        for (int seed = 0; seed < 300; seed++) {
            String text = new EdnRuns(new Random(seed)).text();
            List<String> lines = Histories.show(read(text));
            String written = write(read(text));
            assertEquals(
                    ranked(lines),
                    ranked(Histories.show(read(written))),
                    "seed " + seed + ":\n" + text + "\n" + written);
            assertEquals(written, write(read(written)), "seed " + seed);
        }
    }

    @Test
    void singleOperationsAreReadBack() throws IOException {
        History history = Histories.of(
                Model.LWT,
                "0: r(x,nil) w(x,1) @0-1",
                "1! w(x,3) @2-3",
                "1: r(y,nil) @4-5",
                "2! r(y,?) @6-7",
                "0? r(x,1) w(x,2) @8-",
                "3? r(x,?) @9-");
        assertEquals(ranked(Histories.show(history)), ranked(Histories.show(read(write(history)))));
    }

    /**
     * The lines with the same times counted without gaps: operations left out are not written, and {@code :info} is
     * added.
     */
    private static List<String> ranked(List<String> lines) {
        TreeSet<Integer> times = new TreeSet<>();
        for (String line : lines) {
            TIMES.matcher(line).results().forEach(time -> times.add(Integer.parseInt(time.group(1))));
        }
        List<Integer> ranks = List.copyOf(times);
        return lines.stream()
                .map(line ->
                        TIMES.matcher(line).replaceAll(time -> "@" + ranks.indexOf(Integer.parseInt(time.group(1)))))
                .toList();
    }

    private static final Pattern TIMES = Pattern.compile("[@-](\\d+)(?=-|$)");
}
