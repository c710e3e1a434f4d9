package minos.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import minos.collect.SqlError.Meaning;
import minos.collect.Target.Isolation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What real databases answer where something goes wrong, and that it means what {@link SqlError#TABLE} says. */
@Tag("database")
class ProvokedErrorsTest {
    @TempDir
    Path folder;

    private Server server;
    private Target target;

    @AfterEach
    void stop() throws Exception {
        if (server != null) server.close();
    }

    private Connection open() throws SQLException {
        Connection connection = target.connect();
        connection.setAutoCommit(false);
        return connection;
    }

    private void rows() throws SQLException {
        try (Connection connection = open()) {
            run(connection, "CREATE TABLE t (k INTEGER PRIMARY KEY, v INTEGER)");
            run(connection, "INSERT INTO t VALUES (1, 0)");
            run(connection, "INSERT INTO t VALUES (2, 0)");
            connection.commit();
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long ask(String sql) throws SQLException {
        try (Connection connection = open();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertTrue(rows.next());
            return rows.getLong(1);
        }
    }

    private static long id(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertTrue(rows.next());
            return rows.getLong(1);
        }
    }

    private void means(Meaning meaning, String kind, Executable action) {
        SQLException error = assertThrows(SQLException.class, action);
        assertEquals(kind, SqlError.kind(error), error.toString());
        assertEquals(meaning, SqlError.meaning(error, target.dialect()), error.toString());
    }

    /** Two that wait for each other: who is told so has been rolled back, and the other goes on. */
    private void deadlock(String kind) throws Exception {
        try (Connection one = open();
                Connection two = open()) {
            run(one, "UPDATE t SET v = 1 WHERE k = 1");
            run(two, "UPDATE t SET v = 2 WHERE k = 2");
            CompletableFuture<SQLException> other = CompletableFuture.supplyAsync(() -> error(one, 2));
            SQLException mine = error(two, 1);
            SQLException theirs = other.get();
            SQLException error = mine != null ? mine : theirs;
            assertTrue(error != null && (mine == null || theirs == null), mine + " and " + theirs);
            means(Meaning.ROLLED_BACK, kind, () -> {
                throw error;
            });
        }
    }

    private static SQLException error(Connection connection, int key) {
        try {
            run(connection, "UPDATE t SET v = 3 WHERE k = " + key);
            return null;
        } catch (SQLException e) {
            return e;
        }
    }

    @Test
    void postgres() throws Exception {
        server = Server.postgres();
        target = server.target(Isolation.REPEATABLE_READ);
        rows();
        try (Connection one = open();
                Connection two = open()) {
            id(one, "SELECT v FROM t WHERE k = 1");
            run(two, "UPDATE t SET v = 1 WHERE k = 1");
            two.commit();
            means(Meaning.ROLLED_BACK, "40001", () -> run(one, "UPDATE t SET v = 2 WHERE k = 1"));
            means(Meaning.ROLLED_BACK, "25P02", () -> run(one, "SELECT 1"));
            one.commit(); // which PostgreSQL answers with a rollback: whoever was told of an error does not ask for it
        }
        deadlock("40P01");
        try (Connection one = open();
                Connection two = open()) {
            run(one, "UPDATE t SET v = 7 WHERE k = 1");
            id(two, "SELECT CAST(pg_terminate_backend(" + id(one, "SELECT pg_backend_pid()") + ") AS INTEGER)");
            means(Meaning.LOST, "57P01", one::commit);
        }
        try (Connection idle = open()) {
            run(idle, "SET idle_session_timeout = 50");
            idle.commit();
            Thread.sleep(1000);
            means(Meaning.LOST, "57P05", () -> run(idle, "SELECT 1"));
        }
        assertEquals(0, ask("SELECT COUNT(*) FROM t WHERE v = 7"));
    }

    @Test
    void mariadb() throws Exception {
        server = Server.mariadb();
        target = server.target(Isolation.REPEATABLE_READ);
        rows();
        deadlock("40001/1213");
        try (Connection one = open();
                Connection two = open()) {
            run(one, "UPDATE t SET v = 7 WHERE k = 1");
            run(two, "KILL " + id(one, "SELECT CONNECTION_ID()"));
            SQLException error = assertThrows(SQLException.class, one::commit);
            assertEquals(Meaning.LOST, SqlError.meaning(error, target.dialect()), SqlError.kind(error) + " " + error);
        }
        try (Connection one = open();
                Connection two = open()) {
            run(one, "UPDATE t SET v = 7 WHERE k = 1");
            long id = id(one, "SELECT CONNECTION_ID()");
            CompletableFuture<SQLException> sleeping = CompletableFuture.supplyAsync(() -> {
                try {
                    run(one, "SELECT SLEEP(20)");
                    return null;
                } catch (SQLException e) {
                    return e;
                }
            });
            Thread.sleep(500);
            run(two, "KILL " + id);
            SQLException error = sleeping.get();
            means(
                    Meaning.LOST,
                    "08000/-1",
                    () -> { // the driver sees the end of the connection before the error 1927
                        throw error;
                    });
        }
        target = server.target(Isolation.REPEATABLE_READ, "SET innodb_lock_wait_timeout = 1");
        try (Connection one = open();
                Connection two = open()) {
            run(one, "UPDATE t SET v = 5 WHERE k = 1");
            run(two, "UPDATE t SET v = 7 WHERE k = 2");
            means(Meaning.OTHER, "HY000/1205", () -> run(two, "UPDATE t SET v = 7 WHERE k = 1"));
            two.rollback(); // only the statement was: the transaction goes on
        }
        assertEquals(0, ask("SELECT COUNT(*) FROM t WHERE v = 7"));
    }

    /** A commit that finds a reader leaves its transaction open: it can be tried again, or rolled back. */
    @Test
    void sqlite() throws Exception {
        target = Recorded.target("jdbc:sqlite:" + folder.resolve("x.db") + "?busy_timeout=50", null);
        rows();
        for (boolean again : new boolean[] {true, false}) {
            try (Connection writer = open();
                    Connection reader = open()) {
                try (Statement statement = reader.createStatement();
                        ResultSet rows = statement.executeQuery("SELECT v FROM t")) {
                    assertTrue(rows.next());
                    run(writer, "UPDATE t SET v = " + (again ? 6 : 7) + " WHERE k = 1");
                    SQLException error = assertThrows(SQLException.class, writer::commit);
                    assertEquals(5, error.getErrorCode() & 0xff, error.toString());
                    assertEquals(Meaning.OPEN, SqlError.meaning(error, target.dialect()));
                }
                reader.rollback();
                if (again) writer.commit();
                else writer.rollback();
            }
        }
        assertEquals(6, ask("SELECT v FROM t WHERE k = 1"));
    }

    @Test
    void h2() throws Exception {
        target = Recorded.target("jdbc:h2:mem:errors;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=100", Isolation.SNAPSHOT);
        rows();
        try (Connection one = open();
                Connection two = open()) {
            id(one, "SELECT v FROM t WHERE k = 1");
            run(two, "UPDATE t SET v = 1 WHERE k = 1");
            two.commit();
            means(Meaning.ROLLED_BACK, "40001", () -> run(one, "UPDATE t SET v = 2 WHERE k = 1"));
            run(two, "UPDATE t SET v = 7 WHERE k = 2");
            run(one, "SHUTDOWN IMMEDIATELY");
            means(Meaning.LOST, "90121", two::commit);
        }
    }
}
