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
import minos.generate.Distribution;
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
        Workload workload = new Workload(Workload.Kind.GENERAL, 2, 0, 1, Distribution.UNIFORM, 0, 0, 1);
        Path file = folder.resolve("history.edn");
        new Collector(new Collector.Settings(database.target(), workload, 1, 3, 0, 1, 1, file))
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
        assertTrue(Dialect.SQLITE.remainsOpen(busy));
        assertFalse(Dialect.SQLITE.remainsOpen(new SQLException("told to", null, 10)));
        assertFalse(Dialect.POSTGRESQL.remainsOpen(busy));
    }
}
