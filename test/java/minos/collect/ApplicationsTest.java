package minos.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import minos.client.Store;
import minos.collect.Target.Isolation;
import minos.generate.Application;
import minos.generate.Mixture;
import minos.generate.Rubis;
import minos.generate.Tpcc;
import minos.generate.Twitter;
import minos.history.History;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.model.Level;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** TPC-C, C-Twitter and RUBiS on H2, and what is in the file while it is recorded. */
class ApplicationsTest {
    private static final String H2 = "jdbc:h2:mem:apps;OPTIMIZE_REUSE_RESULTS=FALSE";
    private static final int TRIES = 200;

    @TempDir
    Path folder;

    static List<Application> applications() {
        return List.of(new Tpcc(1), new Twitter(1), new Rubis(1));
    }

    private Recorded run(Application application, Isolation isolation, int sessions, int transactions)
            throws Exception {
        return Recorded.of(
                Recorded.target(H2, isolation), application, sessions, transactions, folder.resolve("history.edn"));
    }

    @ParameterizedTest
    @MethodSource("applications")
    void oneAfterAnotherIsStrictlySerializable(Application application) throws Exception {
        Recorded recorded = run(application, Isolation.READ_COMMITTED, 1, 40);
        recorded.holds(Level.STRICT_SERIALIZABLE);
        assertEquals(40 + application.load().size(), recorded.summary().tally().transactions());
    }

    @Test
    void theSeedDecides() throws Exception {
        String first = untimed(run(new Rubis(1), null, 1, 40));
        assertEquals(first, untimed(run(new Rubis(1), null, 1, 40)));
        assertTrue(first.contains("[:r [:item 0] 66]"), "as it was loaded");
    }

    private static String untimed(Recorded recorded) throws Exception {
        return Files.readString(recorded.file()).replaceAll(":time \\d+", "");
    }

    @ParameterizedTest
    @MethodSource("applications")
    void snapshotsAreKept(Application application) throws Exception {
        Recorded recorded = run(application, Isolation.SNAPSHOT, 4, 20);
        recorded.holds(Level.SNAPSHOT_ISOLATION);
        assertTrue(recorded.summary().tally().committed() > 20);
        for (Tally.ErrorKind error : recorded.summary().tally().errors()) {
            assertTrue(List.of("40001", "23505", "rollback").contains(error.kind()), error.toString());
        }
    }

    /** Which pair of transactions meets is up to chance; that it takes many tries is as well, on a machine with other work. */
    @ParameterizedTest
    @MethodSource("applications")
    void readCommittedIsNoSnapshot(Application application) throws Exception {
        for (int i = 0; i < TRIES; i++) {
            Recorded recorded = run(application, Isolation.READ_COMMITTED, 8, 40);
            recorded.holds(Level.READ_COMMITTED);
            if (recorded.verdict(Level.SNAPSHOT_ISOLATION).answer() == Answer.FALSE) return;
        }
        throw new AssertionError("nothing was found");
    }

    @Test
    void transactionsMayChooseTheirLevel() throws Exception {
        Recorded recorded = Recorded.of(
                new Collector.Settings(Recorded.target(H2, null), new Rubis(1), folder.resolve("history.edn"))
                        .sessions(3)
                        .transactions(30)
                        .seconds(60)
                        .patience(2)
                        .mixture(Mixture.of("rc=50,si=50", Isolation::chosen)));
        assertTrue(Files.readString(recorded.file()).contains(":isolation :snapshot-isolation"));
    }

    /** What was loaded and is not seen in the history stays as it is; nothing stays in the database. */
    @Test
    void theTablesAreRealAndGoAway() throws Exception {
        Target target = Recorded.target(H2, null);
        try (Connection kept = target.connect()) {
            Target tables = target.with(new Tpcc(1));
            Store.Run run = new Store.Run("orders", false);
            try (var keyspace = tables.keyspace(run)) {
                keyspace.create(0);
                assertEquals(12, tables(kept));
                try (Statement statement = kept.createStatement();
                        ResultSet none = statement.executeQuery("SELECT w, d, o, v, c, carrier FROM orders_orders")) {
                    assertFalse(none.next());
                }
                keyspace.drop();
            }
            assertEquals(0, tables(kept));
            run(new Tpcc(1), null, 2, 5);
            assertEquals(0, tables(kept));
        }
    }

    private static int tables(Connection connection) throws Exception {
        try (Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery(
                        "SELECT COUNT(*) FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = 'PUBLIC'")) {
            count.next();
            return count.getInt(1);
        }
    }

    @Test
    void applicationsNeedTables() throws Exception {
        Store other = run -> {
            throw new AssertionError("nobody connects");
        };
        Collector collector = new Collector(new Collector.Settings(other, new Rubis(1), folder.resolve("h.edn"))
                .sessions(1)
                .transactions(1)
                .patience(1));
        CollectException thrown = assertThrows(CollectException.class, () -> collector.run((t, s, l) -> {}));
        assertTrue(thrown.getMessage().contains("needs tables"), thrown.getMessage());
    }

    private static History recorded(Path file) throws Exception {
        return HistoryFiles.read(file.toString(), ReadOptions.DEFAULT);
    }

    /** Who may have written what another has read stands in the file before that. */
    @Test
    void whatIsNotKnownYetHoldsBackWhatFollows() throws Exception {
        Path file = folder.resolve("held.edn");
        try (Recorder recorder = new Recorder(file)) {
            recorder.record(":invoke", 2, ":txn", "[[:r [:x 1] nil]]", null, null);
            Recorder.Invocation first = recorder.invoke(0, () -> "[]");
            recorder.invoke(1, () -> "[[:w [:y 1] 2]]");
            recorder.record(":ok", 2, ":txn", "[[:r [:x 1] 1]]", null, null);
            recorder.flush();
            assertEquals(1, Files.readAllLines(file).size(), "only what came before");
            first.does("[[:w [:x 1] 1]]", "serializable", List.of());
            recorder.flush();
            assertEquals(2, Files.readAllLines(file).size(), "the second is not known yet");
            assertTrue(Files.readAllLines(file).get(1).contains("[[:w [:x 1] 1]], :isolation :serializable}"));
            first.does("[[:w [:x 1] 3]]", null, List.of());
            recorder.record(":ok", 0, ":txn", "[[:w [:x 1] 1]]", null, null);
            assertEquals(2, Files.readAllLines(file).size());
        }
        List<String> lines = Files.readAllLines(file);
        assertEquals(5, lines.size());
        assertTrue(lines.get(2).contains("[[:w [:y 1] 2]]"), "what was known at the end");
        assertEquals(3, recorded(file).transactions());
    }
}
