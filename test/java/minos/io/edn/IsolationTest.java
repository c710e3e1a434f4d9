package minos.io.edn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import minos.Histories;
import minos.history.History;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operations say at which isolation level they ran, and histories keep it. */
class IsolationTest {
    @TempDir
    Path folder;

    private History read(String name, String... lines) throws IOException {
        Path file = Files.write(folder.resolve(name), List.of(lines));
        return HistoryFiles.read(file.toString(), ReadOptions.DEFAULT);
    }

    private static List<String> levels(History history) {
        return IntStream.range(0, history.transactions())
                .mapToObj(t -> history.isolation(t).orElse("-"))
                .toList();
    }

    @Test
    void whatTheCompletionSaysCountsFirst() throws IOException {
        History history = read(
                "h.edn",
                "{:type :invoke, :process 0, :f :txn, :isolation :rc, :value [[:w 1 1]]}",
                "{:type :ok, :process 0, :f :txn, :value [[:w 1 1]]}",
                "{:type :invoke, :process 0, :f :txn, :isolation :rc, :value [[:w 1 2]]}",
                "{:isolation \"ser\", :type :ok, :process 0, :f :txn, :value [[:w 1 2]]}",
                "{:type :invoke, :process 0, :f :txn, :value [[:w 1 3]]}",
                "{:type :ok, :process 0, :f :txn, :isolation nil, :value [[:w 1 3]]}",
                "{:type :invoke, :process 0, :f :txn, :value [[:w 1 4]], :isolation :si}",
                "{:type :info, :process 0, :f :txn, :isolation :pc}",
                "{:type :invoke, :process 1, :f :txn, :value [[:w 1 5]], :isolation :ra}");
        assertEquals(List.of("rc", "ser", "-", "pc", "ra"), levels(history));
    }

    @Test
    void none() throws IOException {
        History history = read("h.edn", "{:type :ok, :process 0, :f :txn, :value [[:w 1 1]]}");
        assertFalse(history.hasIsolation());
        assertEquals(Optional.empty(), history.isolation(0));
        assertFalse(history.unmarkedAt("ser").hasIsolation());
    }

    @Test
    void json() throws IOException {
        History history = read(
                "h.json",
                "{\"type\": \"ok\", \"process\": 0, \"f\": \"txn\", \"isolation\": \"serializable\", \"value\": [[\"w\", 1, 1]]}",
                "{\"type\": \"ok\", \"process\": 1, \"f\": \"txn\", \"value\": [[\"r\", 1, 1]]}");
        assertEquals(List.of("serializable", "-"), levels(history));
        assertEquals(List.of("serializable", "rc"), levels(history.unmarkedAt("rc")));
        assertEquals(
                Histories.show(history.unmarkedAt("x")).get(0),
                Histories.show(history).get(0));
    }

    @Test
    void singleOperations() throws IOException {
        History history = read(
                "h.edn",
                "{:type :ok, :process 0, :f :write, :value [1 1], :isolation :ser}",
                "{:type :ok, :process 1, :f :read, :value [1 1]}");
        assertEquals(List.of("0: w(1,1) %ser", "1: r(1,1)"), Histories.show(history));
    }

    @Test
    void writtenAndReadAgain() throws IOException {
        for (String line : List.of("0: w(1,1) @0-2 %ser\n1: r(1,1) @1-3", "0: append(1,1) %rc\n1: r(1,[1]) %si")) {
            History history = Histories.of(line);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            EdnWriter.write(history, out);
            History again = read("again.edn", out.toString(UTF_8));
            assertEquals(Histories.show(history), Histories.show(again));
        }
    }
}
