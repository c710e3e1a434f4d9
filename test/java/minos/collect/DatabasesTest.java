package minos.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import minos.collect.Target.Isolation;
import minos.generate.Workload;
import minos.model.AnomalyType;
import minos.model.Level;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What databases other than H2 show at their isolation levels; doc/databases.md has it all. */
@Tag("database")
class DatabasesTest {
    /** Many transactions that read two keys and write one of them. */
    private static final Workload SKEWED = new Workload(Workload.Kind.MINI, 4, 0.3, Workload.Keys.uniform(2));

    private static final Workload MINI = Recorded.workload(Workload.Kind.MINI, 10);
    private static final Workload APPEND = Recorded.workload(Workload.Kind.APPEND, 5);
    private static final Workload GENERAL = Recorded.workload(Workload.Kind.GENERAL, 10);
    private static final Workload LWT = Recorded.workload(Workload.Kind.LWT, 5);

    @TempDir
    static Path folder;

    private static Recorded run(Target target, Workload workload, int transactions) throws Exception {
        return Recorded.of(target, workload, 8, transactions, folder.resolve("history.edn"));
    }

    @Nested
    class Postgres {
        private static Server server;

        @BeforeAll
        static void start() throws Exception {
            server = Server.postgres();
        }

        @AfterAll
        static void stop() throws Exception {
            if (server != null) server.close();
        }

        @Test
        void readCommittedIsNotReadAtomic() throws Exception {
            Recorded recorded = run(server.target(Isolation.READ_COMMITTED), GENERAL, 200);
            recorded.holds(Level.ADYA_READ_COMMITTED);
            recorded.violates(Level.READ_ATOMIC);
        }

        @Test
        void repeatableReadIsSnapshotIsolation() throws Exception {
            Recorded recorded = run(server.target(Isolation.REPEATABLE_READ), SKEWED, 500);
            recorded.holds(Level.SNAPSHOT_ISOLATION);
            recorded.violates(Level.SERIALIZABLE);
            run(server.target(Isolation.REPEATABLE_READ), APPEND, 200).holds(Level.SNAPSHOT_ISOLATION);
        }

        @Test
        void serializableIsSerializable() throws Exception {
            for (Workload workload : new Workload[] {SKEWED, MINI, APPEND, GENERAL}) {
                run(server.target(Isolation.SERIALIZABLE), workload, 200).holds(Level.SERIALIZABLE);
            }
            run(server.target(Isolation.SERIALIZABLE), LWT, 200).holds(Level.LINEARIZABLE);
        }

        /** It comes back after a while, recovers what had committed, and the run goes on. */
        @Test
        void killedInTheMiddle() throws Exception {
            Path file = folder.resolve("killed.edn");
            Target target = server.target(Isolation.SERIALIZABLE);
            Collector collector = new Collector(new Collector.Settings(target, APPEND, file)
                    .sessions(8)
                    .seconds(60)
                    .patience(30));
            AtomicBoolean killed = new AtomicBoolean();
            Recorded recorded = Recorded.read(
                    collector.run((tally, seconds, left) -> {
                        if (tally.committed() > 200 && killed.compareAndSet(false, true)) {
                            try {
                                server.kill();
                                server.start();
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                        }
                        if (tally.reconnected() >= 8 && tally.committed() > 600) collector.stop();
                    }),
                    file);
            Tally tally = recorded.summary().tally();
            assertTrue(tally.unknown() > 0, "something was under way");
            int sessions = recorded.history().sessions();
            assertTrue(
                    sessions > 8 && sessions <= 8 + tally.reconnected(),
                    "who comes back is a new process: " + sessions);
            recorded.holds(Level.SERIALIZABLE);
        }
    }

    @Nested
    class MariaDb {
        private static Server server;

        @BeforeAll
        static void start() throws Exception {
            server = Server.mariadb();
        }

        @AfterAll
        static void stop() throws Exception {
            if (server != null) server.close();
        }

        @Test
        void repeatableReadLosesUpdates() throws Exception {
            Recorded recorded =
                    run(server.target(Isolation.REPEATABLE_READ, "SET innodb_snapshot_isolation = OFF"), SKEWED, 300);
            recorded.violates(Level.PARALLEL_SNAPSHOT_ISOLATION);
            assertEquals(
                    AnomalyType.LOST_UPDATE,
                    recorded.verdict(Level.PARALLEL_SNAPSHOT_ISOLATION)
                            .anomalies()
                            .get(0)
                            .type());
        }

        @Test
        void repeatableReadKeepsThemWhenAskedTo() throws Exception {
            run(server.target(Isolation.REPEATABLE_READ, "SET innodb_snapshot_isolation = ON"), SKEWED, 300)
                    .holds(Level.SNAPSHOT_ISOLATION);
        }

        @Test
        void serializableIsSerializable() throws Exception {
            for (Workload workload : new Workload[] {SKEWED, APPEND}) {
                run(server.target(Isolation.SERIALIZABLE), workload, 200).holds(Level.SERIALIZABLE);
            }
        }
    }

    @Nested
    class SQLite {
        @Test
        void isSerializableWithEitherJournal() throws Exception {
            for (String journal : new String[] {"DELETE", "WAL"}) {
                String url = "jdbc:sqlite:" + folder.resolve(journal + ".db") + "?journal_mode=" + journal
                        + "&synchronous=OFF";
                for (Workload workload : new Workload[] {MINI, APPEND}) {
                    Recorded recorded = run(Recorded.target(url, null), workload, 60);
                    assertTrue(
                            recorded.summary().tally().committed() > 50,
                            () -> recorded.summary().tally().errors().toString());
                    recorded.holds(Level.STRICT_SERIALIZABLE);
                }
            }
        }
    }

    @Nested
    class Hsqldb {
        private static Recorded run(String mode, Isolation isolation, Workload workload) throws Exception {
            return DatabasesTest.run(
                    Recorded.target("jdbc:hsqldb:mem:" + mode + ";hsqldb.tx=" + mode, "SA", "", isolation),
                    workload,
                    300);
        }

        @Test
        void locksAreSerializable() throws Exception {
            run("locks", Isolation.SERIALIZABLE, SKEWED).holds(Level.SERIALIZABLE);
            run("locks", Isolation.SERIALIZABLE, APPEND).holds(Level.SERIALIZABLE);
        }

        @Test
        void versionsAreNot() throws Exception {
            Recorded recorded = run("mvcc", Isolation.SERIALIZABLE, SKEWED);
            recorded.holds(Level.SNAPSHOT_ISOLATION);
            recorded.violates(Level.SERIALIZABLE);
        }
    }
}
