package minos.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import minos.history.History;
import minos.history.Landmark;
import minos.infer.Options;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.judge.Judge;
import minos.model.Layout;
import minos.model.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happened around a violation, as it is told. */
class SurroundingsTest {
    private static final String RECORDING =
            """
            {:index 0, :time 1000000000, :type :info, :process :nemesis, :f :start-partition, :value :primaries}
            {:index 1, :time 1200000000, :type :info, :process :nemesis, :f :start-partition, \
            :value [:isolated {"n1" #{"n2" "n3"}, "n2" #{"n1"}, "n3" #{"n1"}}]}
            {:index 2, :time 2000000000, :type :info, :process :nemesis, :f :stop-partition, :value nil}
            {:index 3, :time 2100000000, :type :info, :process :nemesis, :f :stop-partition, :value :network-healed}
            {:index 4, :time 3000000000, :type :info, :process :nemesis, :f :kill, :value ["n2"]}
            {:index 5, :time 3100000000, :type :info, :process :nemesis, :f :kill, :value {"n2" :killed}}
            {:index 6, :time 5200000000, :type :invoke, :process 0, :f :txn, :value [[:w :x 1]]}
            {:index 7, :time 5300000000, :type :fail, :process 0, :f :txn, :value [[:w :x 1]], :node "n1", \
            :error [:conflict "x"]}
            {:index 8, :time 5400000000, :type :invoke, :process 1, :f :txn, :value [[:r :x nil]]}
            {:index 9, :time 5900000000, :type :ok, :process 1, :f :txn, :value [[:r :x 1]], :node "n2"}
            {:index 10, :time 7000000000, :type :info, :process :nemesis, :f :start, :value nil}
            {:index 11, :time 7100000000, :type :info, :process :nemesis, :f :start, :value {"n2" :started}}
            {:index 12, :time 8000000000, :type :info, :process :nemesis, :f :check-offsets, :value nil}
            """;

    private static final String TOLD =
            """
            h: read-committed is violated (session order): aborted-read

              aborted-read (b): a read from an aborted transaction
                T1 (session 1) read :x=1, but T0 (session 0), which wrote :x=1, was aborted
                from 5.20 s to 5.90 s, during :kill n2, 3.1 s after :partition n1 ended

                T0  session 0 #1 @6–7 at 5.20 s (aborted)  w :x=1 (node "n1", error [:conflict "x"])
                T1  session 1 #1 @8–9 at 5.40 s            r :x=1 (node "n2")

            """;

    @TempDir
    Path folder;

    private Judged judged(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        try (OutputStream plain = Files.newOutputStream(file);
                OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(plain) : plain) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        History history = HistoryFiles.read(file, ReadOptions.DEFAULT);
        return new Judged("h", history, Judge.check(history, List.of(Level.READ_COMMITTED), Options.DEFAULT), 0, 0);
    }

    @Test
    void faultsAndTimesAreTold() throws IOException {
        assertEquals(TOLD, VerdictText.render(judged("history.edn", RECORDING), Layout.PLAIN, false));
        assertEquals(TOLD, VerdictText.render(judged("history.edn.gz", RECORDING), Layout.PLAIN, false));
    }

    @Test
    void whatNamesNoProcessIsNoFault() throws IOException {
        String told = VerdictText.render(
                judged(
                        "history.edn",
                        """
                        {:type :invoke, :f :read, :value [[:r 0 nil] [:r 1 nil]]}
                        {:type :ok, :f :read, :value [[:r 0 1] [:r 1 1]]}
                        """),
                Layout.PLAIN,
                false);
        assertTrue(told.contains("thin-air-read"), told);
        assertFalse(told.contains("during"), told);
    }

    /** Threads 0 to 2; two of them lose their clients and go on as processes 3 and 4. */
    private static final String RECONNECTIONS =
            """
            {:time 1000000000, :type :invoke, :process 2, :f :txn, :value [[:w :y 1]]}
            {:time 1100000000, :type :invoke, :process 0, :f :txn, :value [[:w :x 1]]}
            {:time 1200000000, :type :invoke, :process 1, :f :txn, :value [[:w :z 1]]}
            {:time 1300000000, :type :fail, :process 0, :f :txn, :value [[:w :x 1]]}
            {:time 1400000000, :type :info, :process 1, :f :txn, :value [[:w :z 1]], :error [:connection-refused "n2"]}
            {:time 1500000000, :type :invoke, :process 4, :f :txn, :value [[:r :x nil]]}
            {:time 1600000000, :type :ok, :process 4, :f :txn, :value [[:r :x 1]]}
            {:time 1700000000, :type :ok, :process 2, :f :txn, :value [[:w :y 1]]}
            {:time 1800000000, :type :invoke, :process 0, :f :txn, :value [[:w :x 2]]}
            {:time 1900000000, :type :info, :process 0, :f :txn, :value [[:w :x 2]], :error :timeout}
            {:time 2000000000, :type :invoke, :process 3, :f :txn, :value [[:w :x 3]]}
            {:time 2100000000, :type :ok, :process 3, :f :txn, :value [[:w :x 3]]}
            """;

    @Test
    void reconnectionsAndErrorsAreTold() throws IOException {
        String told = VerdictText.render(judged("history.edn", RECONNECTIONS), Layout.PLAIN, false);
        assertTrue(
                told.contains("\n    from 1.10 s to 1.60 s, while session 1 reconnected as 4, "
                        + "amid error :connection-refused\n"),
                told);
    }

    @Test
    void theNumberOfThreadsIsInferred() throws IOException {
        History history = judged("history.edn", RECONNECTIONS).history();
        List<String> found = Reconnection.of(history).stream()
                .map(one -> history.sessionText(one.session()) + " as " + history.sessionText(one.as()) + " "
                        + one.from() + "–" + one.to())
                .sorted()
                .toList();
        assertEquals(List.of("0 as 3 8–10", "1 as 4 2–5"), found);
    }

    /** A process that goes on after its number was passed is no reconnection's. */
    @Test
    void whoGoesOnHasNotReconnected() throws IOException {
        String text = RECONNECTIONS.replace(":type :info, :process 0", ":type :fail, :process 0");
        assertEquals(List.of(), Reconnection.of(judged("history.edn", text).history()));
    }

    @Test
    void inJsonToo() throws IOException {
        String json = VerdictData.json(judged("history.edn", RECORDING));
        assertTrue(
                json.contains("\"around\":\"from 5.20 s to 5.90 s, during :kill n2, 3.1 s after :partition n1 ended\""),
                json);
        assertTrue(
                json.contains("\"fields\":{\"time\":\"5300000000\",\"node\":\"\\\"n1\\\"\","
                        + "\"error\":\"[:conflict \\\"x\\\"]\"}"),
                json);
    }

    @Test
    void faultsLastUntilTheyAreEnded() throws IOException {
        History history = judged("history.edn", RECORDING).history();
        assertEquals(
                List.of(
                        ":partition n1 from 0 to 3, lasting",
                        ":kill n2 from 4 to 11, lasting",
                        ":check-offsets from 12 to 12"),
                told(Fault.of(history.landmarks())));
    }

    @Test
    void whatNobodyEndsLastsToTheEnd() {
        assertEquals(
                List.of(":pause :all from 3 to 2147483647, lasting"),
                told(Fault.of(List.of(
                        new Landmark(3, Map.of("process", ":nemesis", "f", ":pause", "value", ":all")),
                        new Landmark(5, Map.of("process", ":nemesis", "f", ":pause", "value", "nil")),
                        new Landmark(6, Map.of("process", "4", "f", ":txn", "value", "[]"))))));
    }

    private static List<String> told(List<Fault> faults) {
        return faults.stream()
                .map(fault -> fault.title() + " from " + fault.from() + " to " + fault.to()
                        + (fault.lasts() ? ", lasting" : ""))
                .toList();
    }

    @Test
    void withoutTimesOperationsAreCounted() throws IOException {
        String text =
                RECORDING.replaceAll(":time [0-9]+, ", "").replaceAll("(?s)\\{:index 4,.*?\\{:index 6", "{:index 6");
        String told = VerdictText.render(judged("history.edn", text), Layout.PLAIN, false);
        assertTrue(told.contains("\n    1 operation after :partition n1 ended\n"), told);
        assertTrue(told.contains("T1  session 1 #1 @6–7            r :x=1"), told);
    }

    /** However long the recording is, some two hundred operations tell the time. */
    @Test
    void samplesAreSpreadEvenly() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            text.append("{:index %d, :time %d, :type %s, :process 1, :f :txn, :value [[:w :x %d]]}\n"
                    .formatted(i, 1_000_000L * i, i % 2 == 0 ? ":invoke" : ":ok", i / 2));
        }
        Judged judged = judged("history.edn", text.toString());
        List<Landmark> landmarks = judged.history().landmarks();
        assertTrue(landmarks.size() > 125 && landmarks.size() <= 257, landmarks.size() + " samples");
        Surroundings.Clock clock = Surroundings.whole(judged).clock();
        for (int at = 0; at < 19_900; at += 37) {
            assertTrue(Math.abs(1_000_000L * at - clock.at(at)) <= 1, "place " + at);
        }
    }

    /** Of a transaction that is shown, the time of its own completion is known. */
    @Test
    void timePassesUnevenly() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            boolean begins = i % 2 == 0;
            long time = 1_000_000L * i + (i > 10_010 ? 10_000_000_000L : 0);
            String value = i / 2 == 5_005 ? "[[:r :x " + (begins ? "nil" : 3) + "]]" : "[[:w :x %d]]".formatted(i / 2);
            text.append("{:time %d, :type %s, :process 1, :f :txn, :value %s}\n"
                    .formatted(time, begins ? ":invoke" : i / 2 == 3 ? ":fail" : ":ok", value));
        }
        String told = VerdictText.render(judged("history.edn", text.toString()), Layout.PLAIN, false);
        assertTrue(told.contains("to 20.01 s\n"), told);
    }

    @Test
    void nothingIsReadAgainWhereNothingIsShown() throws IOException {
        Judged judged = judged("history.edn", RECORDING);
        Files.delete(folder.resolve("history.edn"));
        String told = VerdictText.render(judged, Layout.PLAIN, false);
        assertTrue(told.contains("T0  session 0 #1 @6–7 (aborted)  w :x=1\n"), told);
    }
}
