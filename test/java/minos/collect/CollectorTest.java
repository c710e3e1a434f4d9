package minos.collect;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import minos.client.Client;
import minos.client.Store;
import minos.client.Transaction;
import minos.collect.Target.Isolation;
import minos.generate.Distribution;
import minos.generate.Mixture;
import minos.generate.Workload;
import minos.history.Statistics;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs on H2, which needs nothing but Minos. */
class CollectorTest {
    private static final String H2 = "jdbc:h2:mem:collector;LOCK_TIMEOUT=300;OPTIMIZE_REUSE_RESULTS=FALSE";

    @TempDir
    Path folder;

    private Recorded run(Workload workload, Isolation isolation, int sessions, int transactions) throws Exception {
        return Recorded.of(
                Recorded.target(H2, isolation), workload, sessions, transactions, folder.resolve("history.edn"));
    }

    @Test
    void everyWorkloadIsRecordedAsWhatItIs() throws Exception {
        for (Workload.Kind kind : Recorded.kinds()) {
            Recorded recorded = run(Recorded.workload(kind, 5), Isolation.SNAPSHOT, 5, 60);
            Statistics statistics = Statistics.of(recorded.history());
            assertEquals(300, statistics.size().transactions());
            assertTrue(
                    statistics.size().committed() > 100,
                    () -> kind + " " + recorded.summary().tally().errors());
            assertEquals(5, statistics.size().sessions());
            assertEquals(
                    kind == Workload.Kind.APPEND ? "list-append" : kind == Workload.Kind.LWT ? "lwt" : "rw-register",
                    statistics.model().toString());
            recorded.holds(kind == Workload.Kind.LWT ? Level.LINEARIZABLE : Level.SNAPSHOT_ISOLATION);
            if (kind == Workload.Kind.MINI) assertTrue(statistics.isMini());
        }
    }

    @Test
    void valuesThatRepeatAndDeletes() throws Exception {
        Workload.Values values = new Workload.Values(3, Distribution.ZIPFIAN, 0.3);
        for (Workload.Kind kind : List.of(Workload.Kind.GENERAL, Workload.Kind.LWT)) {
            Workload workload = new Workload(kind, 4, 0.5, Workload.Keys.uniform(2)).with(values);
            Recorded recorded = run(workload, Isolation.SNAPSHOT, 1, 200); // one after another, so all is certain
            String text = Files.readString(recorded.file());
            for (String done : kind == Workload.Kind.LWT
                    ? List.of(":write, :value [1 nil]", ":cas, :value [1 [1 nil]]", ":cas, :value [1 [nil 1]]")
                    : List.of("[:w 1 nil]", "[:w 1 1]")) {
                assertTrue(text.lines().anyMatch(line -> line.contains(":type :ok") && line.contains(done)), done);
            }
            recorded.holds(kind == Workload.Kind.LWT ? Level.LINEARIZABLE : Level.STRICT_SERIALIZABLE);
        }
    }

    /** Whatever SQL says it, the history is the same kind of history; the trial that a run begins with inserts and updates. */
    @Test
    void otherStatementsForTheSame() throws Exception {
        for (Workload.Kind kind : Recorded.kinds()) {
            Workload workload = new Workload(kind, 4, 0.5, new Workload.Keys(3, Distribution.UNIFORM, 5));
            for (boolean upsert : new boolean[] {false, true}) {
                Collector.Settings settings = new Collector.Settings(
                                Recorded.target(H2, Isolation.SNAPSHOT)
                                        .with(Set.of(upsert ? Idiom.UPSERT : Idiom.FOR_UPDATE)),
                                workload,
                                folder.resolve("history.edn"))
                        .sessions(4)
                        .transactions(50)
                        .seconds(60)
                        .patience(2);
                Recorded recorded = Recorded.of(settings);
                assertTrue(
                        recorded.summary().tally().committed() > 50,
                        kind + " " + recorded.summary().tally().errors());
                recorded.holds(kind == Workload.Kind.LWT ? Level.LINEARIZABLE : Level.SNAPSHOT_ISOLATION);
            }
        }
    }

    /** At read committed the lock on what was read keeps every update. */
    @Test
    void lockedReadsLoseNoUpdate() throws Exception {
        Workload workload = new Workload(Workload.Kind.MINI, 4, 0, Workload.Keys.uniform(2));
        Collector.Settings settings = new Collector.Settings(
                        Recorded.target(H2, Isolation.READ_COMMITTED).with(Set.of(Idiom.FOR_UPDATE)),
                        workload,
                        folder.resolve("history.edn"))
                .sessions(4)
                .transactions(200)
                .seconds(60)
                .patience(2);
        Recorded recorded = Recorded.of(settings);
        Verdict verdict = recorded.verdict(Level.SERIALIZABLE);
        assertTrue(
                verdict.anomalies().stream().noneMatch(anomaly -> anomaly.type() == AnomalyType.LOST_UPDATE),
                verdict.toString());
    }

    /** The same by statements that read and write at once; by two statements updates are lost. */
    @Test
    void exchangesLoseNoUpdate() throws Exception {
        Workload workload = new Workload(Workload.Kind.GENERAL, 1, 0, new Workload.Keys(2, Distribution.UNIFORM, 50))
                .with(new Workload.Shares(0, 0, 1));
        Recorded recorded = Recorded.of(new Collector.Settings(
                        Recorded.target(H2, Isolation.READ_COMMITTED).with(Set.of(Idiom.EXCHANGE)),
                        workload,
                        folder.resolve("history.edn"))
                .sessions(4)
                .transactions(200)
                .seconds(60)
                .patience(2));
        recorded.holds(Level.SERIALIZABLE);
        assertTrue(recorded.summary().tally().committed() > 600);
        assertTrue(recorded.history().keys() > 8);
    }

    @Test
    void whatIsAbortedIsTriedAgain() throws Exception {
        Workload workload = new Workload(Workload.Kind.MINI, 4, 0, Workload.Keys.uniform(1));
        Collector.Settings settings = new Collector.Settings(
                        Recorded.target(H2, Isolation.SNAPSHOT), workload, folder.resolve("history.edn"))
                .sessions(6)
                .transactions(100)
                .seconds(60)
                .patience(2)
                .retries(1_000_000);
        Recorded recorded = Recorded.of(settings);
        recorded.holds(Level.SNAPSHOT_ISOLATION);
        assertEquals(600, recorded.summary().tally().committed(), "all of them in the end");
    }

    /** Where there was nothing to delete, nothing was written: others may insert the row, and the transaction then sees it. */
    @Test
    void aDeleteOfNothingIsNoWrite() throws Exception {
        Workload.Values values = new Workload.Values(0, Distribution.UNIFORM, 0.8);
        Workload workload = new Workload(Workload.Kind.GENERAL, 4, 0.2, new Workload.Keys(5, Distribution.UNIFORM, 10))
                .with(values);
        Recorded recorded = run(workload, Isolation.SNAPSHOT, 1, 200);
        recorded.holds(Level.STRICT_SERIALIZABLE);
        String text = Files.readString(recorded.file());
        long asked = text.lines().filter(line -> line.contains(":type :invoke")).count();
        long done = text.lines().filter(line -> line.contains(":type :ok")).count();
        assertEquals(asked, done);
        assertTrue(deletes(text, ":invoke") > 1.5 * deletes(text, ":ok"), "most find nothing");
        assertTrue(deletes(text, ":ok") > 20, "some do");
    }

    private static long deletes(String text, String type) {
        return text.lines()
                .filter(line -> line.contains(":type " + type))
                .mapToLong(line -> line.split(" nil\\]", -1).length - 1 - reads(line))
                .sum();
    }

    private static long reads(String line) {
        return Pattern.compile("\\[:r \\d+ nil\\]").matcher(line).results().count();
    }

    @Test
    void whatADatabaseLacksIsSaid() {
        Target sqlite = new Target(null, "jdbc:sqlite:x", null, null, null, List.of());
        CollectException refused = assertThrows(CollectException.class, () -> sqlite.with(Set.of(Idiom.FOR_UPDATE)));
        assertEquals("SQLite has no SELECT … FOR UPDATE", refused.getMessage());
        refused = assertThrows(CollectException.class, () -> sqlite.with(Set.of(Idiom.FOR_SHARE)));
        assertEquals("how to read with a lock that is shared is not known of SQLite", refused.getMessage());
    }

    @Test
    void rowsAreInsertedWhileTheRunGoesOn() throws Exception {
        for (Workload.Kind kind : Recorded.kinds()) {
            Workload workload = new Workload(kind, 4, 0.5, new Workload.Keys(3, Distribution.UNIFORM, 5));
            Recorded alone = run(workload, Isolation.SNAPSHOT, 1, 100);
            assertTrue(alone.history().keys() > 20, kind + " " + alone.history().keys());
            alone.holds(kind == Workload.Kind.LWT ? Level.LINEARIZABLE : Level.STRICT_SERIALIZABLE);
            Recorded many = run(workload, Isolation.SNAPSHOT, 5, 60);
            assertTrue(
                    many.summary().tally().committed() > 60,
                    kind + " " + many.summary().tally().errors());
            many.holds(kind == Workload.Kind.LWT ? Level.LINEARIZABLE : Level.SNAPSHOT_ISOLATION);
        }
    }

    /** Each waits in its transaction until all are in theirs. */
    @Test
    void sessionsOverlap() throws Exception {
        int sessions = 4;
        CountDownLatch all = new CountDownLatch(sessions);
        Store store = run -> new Client() {
            @Override
            public List<?> run(Transaction transaction) throws InterruptedException {
                List<Object> results = new ArrayList<>();
                Map<Integer, Long> written = new HashMap<>();
                for (Transaction.Op op : transaction.ops()) {
                    if (op.isRead()) results.add(written.get(op.key()));
                    else written.put(op.key(), op.value());
                }
                if (transaction.ops().get(0).key() >= 0) { // it is not the trial that comes before all sessions
                    all.countDown();
                    all.await();
                }
                return results;
            }

            @Override
            public void close() {}
        };
        Recorded recorded = Recorded.of(
                store, Recorded.workload(Workload.Kind.GENERAL, 10), sessions, 1, folder.resolve("history.edn"));
        assertEquals(
                sessions,
                Statistics.of(recorded.history()).concurrency().orElseThrow().max());
    }

    @Test
    void theSummarySaysWhatItRanOn() throws Exception {
        Recorded recorded = run(Recorded.workload(Workload.Kind.MINI, 10), null, 4, 300);
        assertEquals("read-committed", recorded.summary().isolation());
        assertTrue(!recorded.summary().early());
        assertTrue(
                recorded.summary().database().startsWith("H2 2."),
                recorded.summary().database());
    }

    @Test
    void aSnapshotIsNotSerializable() throws Exception {
        Workload workload = new Workload(Workload.Kind.MINI, 4, 0, Workload.Keys.uniform(2));
        boolean violated = false;
        for (int i = 0; i < 200 && !violated; i++) { // it takes two at the same time, which a busy machine seldom gives
            violated = run(workload, Isolation.SNAPSHOT, 8, 300)
                            .verdict(Level.SERIALIZABLE)
                            .answer()
                    == Answer.FALSE;
        }
        assertTrue(violated);
    }

    @Test
    void transactionsChooseTheirLevels() throws Exception {
        Recorded recorded = Recorded.of(new Collector.Settings(
                        Recorded.target(H2, null),
                        Recorded.workload(Workload.Kind.MINI, 5),
                        folder.resolve("history.edn"))
                .sessions(4)
                .transactions(100)
                .seconds(60)
                .patience(2)
                .mixture(Mixture.of("rc=50,si=30,ser=20", Isolation::chosen)));
        int[] chosen = new int[3];
        List<String> levels = List.of("adya-read-committed", "snapshot-isolation", "serializable");
        for (int t = 0; t < recorded.history().transactions(); t++) {
            chosen[levels.indexOf(recorded.history().isolation(t).orElseThrow())]++;
        }
        assertTrue(chosen[0] > chosen[1] && chosen[1] > chosen[2] && chosen[2] > 0, Arrays.toString(chosen));
        assertEquals(
                "read-committed=50,snapshot=30,serializable=20",
                recorded.summary().isolation());
        assertEquals(Level.MIXED, recorded.verdict(Level.MIXED).level());
    }

    @Test
    void theTableIsGoneAfterwards() throws Exception {
        Target target = Recorded.target("jdbc:h2:" + folder.resolve("base"), null);
        Recorded.of(target, Recorded.workload(Workload.Kind.APPEND, 3), 2, 20, folder.resolve("history.edn"));
        try (Connection connection = target.connect();
                ResultSet tables = connection.getMetaData().getTables(null, "PUBLIC", "%", null)) {
            assertTrue(!tables.next(), "no table is left");
        }
    }

    @Test
    void stoppingKeepsWhatWasRecorded() throws Exception {
        Path file = folder.resolve("history.edn");
        Collector collector = new Collector(
                new Collector.Settings(Recorded.target(H2, null), Recorded.workload(Workload.Kind.MINI, 10), file)
                        .sessions(4)
                        .patience(2));
        Recorded recorded = Recorded.read(
                collector.run((tally, seconds, left) -> {
                    assertTrue(left < 0, "nobody knows");
                    if (tally.committed() > 10) collector.stop();
                }),
                file);
        assertTrue(recorded.history().transactions() > 10);
        assertTrue(recorded.summary().early());
        assertEquals(recorded.lines(":invoke"), recorded.history().transactions(), "none was left hanging");
    }

    @Test
    void theHistoryReachesTheDiskAsTheRunGoesOn() throws Exception {
        Path file = folder.resolve("history.edn");
        Collector collector = new Collector(
                new Collector.Settings(Recorded.target(H2, null), Recorded.workload(Workload.Kind.MINI, 10), file)
                        .sessions(2)
                        .seconds(20)
                        .patience(2));
        collector.run((tally, seconds, left) -> {
            if (seconds < 0.3) return;
            try {
                assertTrue(Files.readString(file).endsWith("}\n"), "whole lines");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            collector.stop();
        });
    }

    @Test
    void whatCannotBeginSaysWhy() throws Exception {
        assertEquals(
                "no JDBC driver takes jdbc:nosuch:x…; name its jar with --classpath",
                assertThrows(CollectException.class, () -> Drivers.find("jdbc:nosuch:x?password=secret", List.of()))
                        .getMessage());
        assertEquals(
                "--classpath: there is no nosuch.jar",
                assertThrows(CollectException.class, () -> Drivers.find(H2, List.of(Path.of("nosuch.jar"))))
                        .getMessage());
        String url = "jdbc:h2:tcp://localhost:1/mem:x";
        assertTrue(failure(Recorded.target(url, null)).startsWith("cannot connect to " + url + ": "));
        assertTrue(
                failure(Recorded.target("jdbc:h2:mem:;INIT=CREATE SCHEMA IF NOT EXISTS S", null))
                        .startsWith("a second connection does not see the table "),
                "each connection has a database of its own");
    }

    @Test
    void twoRunsDoNotShareAFile() throws Exception {
        Path file = folder.resolve("history.edn");
        Collector.Settings settings = new Collector.Settings(
                        Recorded.target(H2, null), Recorded.workload(Workload.Kind.MINI, 2), file)
                .sessions(1)
                .transactions(5)
                .seconds(60)
                .patience(2);
        new Collector(settings).run((tally, seconds, left) -> {});
        byte[] recorded = Files.readAllBytes(file);
        assertThrows(FileAlreadyExistsException.class, () -> new Collector(settings).run((tally, seconds, left) -> {}));
        assertArrayEquals(recorded, Files.readAllBytes(file));
    }

    private String failure(Target target) {
        return assertThrows(
                        CollectException.class,
                        () -> Recorded.of(
                                target, Recorded.workload(Workload.Kind.MINI, 2), 1, 1, folder.resolve("history.edn")))
                .getMessage();
    }
}
