package minos.io.edn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import minos.Histories;
import minos.history.History;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operations say when they began and committed by the database's clock, and which versions they wrote, and histories keep it. */
class StampsTest {
    @TempDir
    Path folder;

    private History read(String name, String... lines) throws IOException {
        Path file = Files.write(folder.resolve(name), List.of(lines));
        return HistoryFiles.read(file.toString(), ReadOptions.DEFAULT);
    }

    /** A history with a write for each of these commit times. */
    private History committed(String... times) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String time : times) {
            lines.add("{:type :ok, :process 0, :f :txn, :value [[:w 1 " + lines.size() + "]], :ts {:commit " + time
                    + "}}");
        }
        return read("h.edn", lines.toArray(String[]::new));
    }

    private static List<Integer> places(History history) {
        List<Integer> places = new ArrayList<>();
        for (int t = 0; t < history.transactions(); t++) places.add(history.committed(t));
        return places;
    }

    @Test
    void whatTheCompletionSaysCountsFirst() throws IOException {
        History history = read(
                "h.edn",
                "{:type :invoke, :process 0, :f :txn, :value [[:w 1 1]], :ts {:start 5}}",
                "{:type :ok, :process 0, :f :txn, :value [[:w 1 1]], :ts {:commit 70, :node \"n1\"}}",
                "{:type :invoke, :process 0, :f :txn, :ts {:start 1, :commit 2}, :value [[:w 1 2]]}",
                "{:ts {:commit 80, :start 71}, :type :ok, :process 0, :f :txn, :value [[:w 1 2]], :isolation :si}",
                "{:type :invoke, :process 0, :f :txn, :value [[:w 1 3]]}",
                "{:type :ok, :process 0, :f :txn, :ts {:commit nil}, :value [[:w 1 3]]}",
                "{:type :invoke, :process 0, :f :txn, :value [[:w 1 4]], :ts {:start 90}}",
                "{:type :info, :process 0, :f :txn}");
        assertEquals(
                List.of("0: w(1,1) @0-1 ^5-70", "0: w(1,2) @2-3 %si ^71-80", "0: w(1,3) @4-5", "0? w(1,4) @6- ^90-"),
                Histories.show(history));
    }

    @Test
    void othersMayMeanSomethingElse() throws IOException {
        History history = read(
                "h.edn",
                "{:type :ok, :process 0, :f :txn, :value [[:w 1 1]], :ts 5}",
                "{:type :ok, :process 0, :f :txn, :value [[:w 1 2]], :ts {:wall 7}}");
        assertFalse(history.hasStamps());
    }

    @Test
    void whatCannotBeComparedIsLeftOut() throws IOException {
        History history = committed("5", "\"six\"");
        assertFalse(history.hasStamps());
        assertEquals(
                List.of("the times of the database's clock count for nothing: 5 and \"six\" cannot be compared"),
                history.origin().notes());
    }

    @Test
    void anythingThatCanBeCompared() throws IOException {
        assertEquals(List.of(1, 2, 0, 1), places(committed("7", "12", "-3", "7")));
        assertEquals(List.of(2, 1, 0), places(committed("12345678901234567890123", "1.5e3", "7")));
        assertEquals(List.of(1, 2, 0), places(committed("\"2024-05-01T10:00\"", "\"2024-05-02\"", "\"2023\"")));
        assertEquals(List.of(1, 2, 0), places(committed("[9 3]", "[10 0]", "[9 2]")));
    }

    @Test
    void equalTimesHaveOnePlace() throws IOException {
        List<Integer> places = places(committed("1.0", "2.5", "1"));
        assertEquals(places.get(0), places.get(2));
    }

    @Test
    void json() throws IOException {
        History history = read(
                "h.json",
                "{\"type\": \"ok\", \"process\": 0, \"f\": \"txn\", \"ts\": {\"start\": 1, \"commit\": 9}, \"value\": [[\"w\", 1, 1]]}",
                "{\"type\": \"ok\", \"process\": 1, \"f\": \"txn\", \"ts\": {\"start\": 2, \"commit\": 3}, \"value\": [[\"r\", 1, 1]]}");
        assertEquals(List.of("0: w(1,1) ^1-9", "1: r(1,1) ^2-3"), Histories.show(history));
    }

    @Test
    void numbersOfVersions() throws IOException {
        History history = read(
                "h.edn",
                "{:type :invoke, :process 0, :f :txn, :value [[:w 1 1] [:r 2 nil]]}",
                "{:type :ok, :process 0, :f :txn, :value [[:w 1 1 {:version 7}] [:r 2 nil] [:w 2 5 {:node \"a\", :version 3}]]}",
                "{:type :invoke, :process 0, :f :txn, :value [[:w 1 2 {:by \"me\"}] (:write 1 3 {})]}",
                "{:type :info, :process 0, :f :txn, :value [[:w 1 2 {:version 9}] [:w 1 3]]}");
        assertEquals(List.of("0: w(1,1)#7 r(2,nil) w(2,5)#3 @0-1", "0? w(1,2)#9 w(1,3) @2-"), Histories.show(history));
    }

    @Test
    void numbersOfVersionsInJson() throws IOException {
        History history = read(
                "h.json",
                "{\"type\": \"ok\", \"process\": 0, \"f\": \"txn\", \"value\": [[\"w\", 1, 1, {\"version\": 4}]]}",
                "{\"type\": \"ok\", \"process\": 1, \"f\": \"txn\", \"value\": [[\"r\", 1, 1]]}");
        assertEquals(List.of("0: w(1,1)#4", "1: r(1,1)"), Histories.show(history));
    }

    @Test
    void numbersThatCannotBeCompared() throws IOException {
        History history =
                read("h.edn", "{:type :ok, :process 0, :value [[:w 1 1 {:version 4}] [:w 1 2 {:version \"v\"}]]}");
        assertFalse(history.hasNumbers());
        assertEquals(
                List.of("the numbers of versions count for nothing: 4 and \"v\" cannot be compared"),
                history.origin().notes());
    }

    @Test
    void onlyWritesOfRegistersHaveNumbers() {
        for (String other : List.of("[:append 1 1 {:version 4}]", "[:r 1 1 {:version 4}]", "[:w 1 1 4]")) {
            String line = "{:type :ok, :process 0, :f :txn, :value [" + other + "]}";
            assertThrows(IOException.class, () -> read("h.edn", line), other);
        }
    }

    @Test
    void singleOperations() throws IOException {
        History history = read(
                "h.edn",
                "{:type :ok, :process 0, :f :write, :value [1 1], :ts {:commit 4}}",
                "{:type :ok, :process 1, :f :read, :value [1 1]}");
        assertEquals(List.of("0: w(1,1) ^-4", "1: r(1,1)"), Histories.show(history));
    }

    @Test
    void writtenAndReadAgain() throws IOException {
        for (String line : List.of(
                "0: w(1,1) @0-2 %ser ^3-7\n1: r(1,1) @1-3 ^4-",
                "0: append(1,1) ^-5\n1: r(1,[1])", "0: w(1,1)#3 w(2,4)#7\n1: r(1,1)")) {
            History history = Histories.of(line);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            EdnWriter.write(history, out);
            History again = read("again.edn", out.toString(UTF_8));
            assertEquals(Histories.show(history), Histories.show(again));
        }
    }
}
