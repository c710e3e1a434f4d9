package minos.collect;

import static minos.collect.FakeDatabase.When.COMMIT;
import static minos.collect.FakeDatabase.When.ROLLBACK;
import static minos.collect.FakeDatabase.When.UPDATE;
import static minos.collect.FakeDatabase.sql;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import minos.generate.Workload;
import minos.history.History;
import minos.infer.Options;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is recorded when the database fails: in one of three transactions, each of which reads a register and writes it. */
class OutcomesTest {
    private static final Pattern LINE = Pattern.compile(
            "\\{:index (\\d+), :time \\d+, :type (:\\w+), :process (\\d+), :f :txn, :value (.*?)(, :error .*)?}");

    @TempDir
    Path folder;

    private String types;
    private String processes;

    private FakeDatabase run(FakeDatabase database) throws Exception {
        Workload workload =
                new Workload(Workload.Kind.GENERAL, 2, 0, Workload.Keys.uniform(1)).with(new Workload.Shares(0, 0, 1));
        Path file = folder.resolve("history.edn");
        Files.deleteIfExists(file);
        new Collector(new Collector.Settings(database.target(), workload, file)
                        .sessions(1)
                        .transactions(3)
                        .patience(1))
                .run((tally, seconds, left) -> {});
        Set<String> written = new HashSet<>();
        types = "";
        processes = "";
        int index = 0;
        for (String line : Files.readAllLines(file)) {
            Matcher matcher = LINE.matcher(line);
            assertTrue(matcher.matches(), line);
            assertEquals(index++, Integer.parseInt(matcher.group(1)));
            boolean invoked = matcher.group(2).equals(":invoke");
            assertEquals(
                    matcher.group(2).equals(":fail") || matcher.group(2).equals(":info"),
                    matcher.group(5) != null,
                    line);
            if (invoked) assertTrue(written.add(matcher.group(4)), "each attempt has its own values");
            else types += matcher.group(2);
            if (invoked) processes += matcher.group(3);
        }
        History history = HistoryFiles.read(file.toString(), ReadOptions.DEFAULT);
        assertEquals(3, history.transactions());
        assertEquals(
                Answer.TRUE,
                Judge.check(history, List.of(Level.STRICT_SERIALIZABLE), Options.DEFAULT)
                        .get(0)
                        .answer(),
                "nobody is accused");
        return database;
    }

    private void expect(String types, String processes, FakeDatabase database) throws Exception {
        run(database);
        assertEquals(types, this.types);
        assertEquals(processes, this.processes);
    }

    @Test
    void allIsWell() throws Exception {
        expect(":ok:ok:ok", "000", new FakeDatabase());
    }

    @Test
    void conflictsAreAborts() throws Exception {
        expect(":ok:fail:ok", "000", new FakeDatabase().fault(1, UPDATE, sql("40001")));
        expect(":ok:fail:ok", "000", new FakeDatabase().fault(1, UPDATE, sql("40P01")));
    }

    @Test
    void otherErrorsBeforeTheCommitAreAbortsOnceRolledBack() throws Exception {
        expect(":ok:fail:ok", "000", new FakeDatabase().fault(1, UPDATE, sql("HYT00")));
        expect(":ok:fail:ok", "000", new FakeDatabase().fault(1, UPDATE, new SQLTimeoutException("told to")));
        expect(":ok:fail:ok", "000", new FakeDatabase().fault(1, UPDATE, new IllegalStateException("told to")));
        expect(
                ":ok:info:ok",
                "001",
                new FakeDatabase().fault(1, UPDATE, sql("HYT00")).fault(1, ROLLBACK, sql("08006")));
    }

    @Test
    void conflictsThatTheCommitReportsAreAborts() throws Exception {
        for (String state : List.of("40001", "40002", "40P01")) {
            expect(":ok:fail:ok", "000", new FakeDatabase().fault(1, COMMIT, sql(state)));
        }
    }

    @Test
    void anyOtherErrorAtCommitLeavesTheOutcomeOpen() throws Exception {
        List<Exception> errors = List.of(
                sql("08006"),
                sql("08007"),
                sql("40003"),
                sql("40000"),
                sql("HY000"),
                sql("57014"),
                new SQLException("no state at all"),
                new SQLTimeoutException("told to"),
                new SQLRecoverableException("told to"),
                new SQLNonTransientConnectionException("told to"),
                new IllegalStateException("told to"));
        for (Exception error : errors) {
            expect(":ok:info:ok", "001", new FakeDatabase().fault(1, COMMIT, error));
            expect(":ok:info:ok", "001", new FakeDatabase().committing().fault(1, COMMIT, error));
        }
    }

    @Test
    void aConnectionThatBreaksLeavesTheOutcomeOpenAndIsReplaced() throws Exception {
        for (String state : List.of("08003", "08006", "57P01", "57P02")) {
            FakeDatabase database = new FakeDatabase().fault(1, UPDATE, sql(state));
            expect(":ok:info:ok", "001", database);
            assertEquals(4, database.connections, "control, trial, session, session again");
        }
    }

    @Test
    void aConnectionThatBreaksAfterAConflictIsReplacedToo() throws Exception {
        expect(
                ":ok:fail:ok",
                "001",
                new FakeDatabase().fault(1, UPDATE, sql("40001")).fault(1, ROLLBACK, sql("08006")));
    }

    @Test
    void sqliteGoesOnAfterACommitThatFoundItBusy() {
        SQLException busy = new SQLException("told to", null, 5);
        SQLException busySnapshot = new SQLException("told to", null, 5 | 2 << 8);
        assertEquals(SqlError.Meaning.OPEN, SqlError.meaning(busy, Dialect.SQLITE));
        assertEquals(SqlError.Meaning.OPEN, SqlError.meaning(busySnapshot, Dialect.SQLITE));
        assertEquals(SqlError.Meaning.OTHER, SqlError.meaning(new SQLException("told to", null, 10), Dialect.SQLITE));
        assertEquals(SqlError.Meaning.OTHER, SqlError.meaning(busy, Dialect.POSTGRESQL));
    }

    /** One database's number means nothing to another. */
    @Test
    void numbersAreOfOneDatabase() {
        SQLException killed = new SQLException("told to", "70100", 1927);
        assertEquals(SqlError.Meaning.LOST, SqlError.meaning(killed, Dialect.MARIADB));
        assertEquals(SqlError.Meaning.OTHER, SqlError.meaning(killed, Dialect.MYSQL));
        assertEquals(
                SqlError.Meaning.OTHER,
                SqlError.meaning(new SQLException("interrupted", "70100", 1317), Dialect.MARIADB));
        assertEquals(SqlError.Meaning.LOST, SqlError.meaning(new SQLException("broken", "90067", 90067), Dialect.H2));
    }

    /** What the page says counts is what counts, with where it is written. */
    @Test
    void theTableIsDocumented() throws Exception {
        String page = Files.readString(Path.of("doc/cli.md"));
        for (SqlError.Entry entry : SqlError.TABLE) {
            String what = (entry.state().isEmpty() ? "" : entry.state())
                    + (entry.code() == 0 ? "" : (entry.state().isEmpty() ? "" : "/") + entry.code());
            assertTrue(
                    page.lines().anyMatch(line -> line.contains("`" + what + "`") && line.contains(entry.source())),
                    what);
        }
    }

    /** What says that a transaction is over is never taken from one that might have committed. */
    @Test
    void noStateOfTheUnknownCountsAsRolledBack() {
        for (String state : List.of("08007", "40000", "40003", "57014", "HY000", "HYT00", "25000")) {
            for (Dialect dialect : Dialect.values()) {
                assertFalse(
                        SqlError.meaning(sql(state), dialect) == SqlError.Meaning.ROLLED_BACK, state + " " + dialect);
            }
        }
    }

    @Test
    void aCommitThatIsAnsweredWithARollbackIsOne() throws Exception {
        expect(":ok:fail:ok", "000", new FakeDatabase().fault(1, COMMIT, sql("25P02")));
    }
}
