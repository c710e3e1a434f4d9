package minos.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import minos.Histories;
import minos.Judgement;
import minos.Minos;
import minos.Recording;
import minos.history.Model;
import minos.model.Level;
import minos.model.Verdict.Answer;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an application does on H2 is what is recorded. */
class RecordedDataSourceTest {
    private final Recording recording = Minos.record(Model.RW_REGISTER);
    private Connection keepsAlive;
    private DataSource recorded;

    @BeforeEach
    void database() throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setUrl("jdbc:h2:mem:recorded-" + System.identityHashCode(this)
                + ";OPTIMIZE_REUSE_RESULTS=FALSE;LOCK_TIMEOUT=50");
        keepsAlive = h2.getConnection();
        try (Statement statement = keepsAlive.createStatement()) {
            statement.execute(
                    "CREATE TABLE account (id INT PRIMARY KEY, balance INT, owner VARCHAR(9), made TIMESTAMP DEFAULT"
                            + " now())");
            statement.execute(
                    "CREATE TABLE stock (shop INT, item VARCHAR(9), amount DECIMAL(9, 2), PRIMARY KEY (shop, item))");
            statement.execute("CREATE TABLE log (text VARCHAR(99))");
        }
        recorded = RecordedDataSource.of(h2, recording, "account", "Stock");
        Thread.currentThread().setName("main");
    }

    @AfterEach
    void end() throws SQLException {
        keepsAlive.close();
    }

    private List<String> history() {
        return Histories.show(recording.history());
    }

    private static void update(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) statement.setObject(i + 1, parameters[i]);
            statement.executeUpdate();
        }
    }

    private static Object read(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) statement.setObject(i + 1, parameters[i]);
            try (ResultSet rows = statement.executeQuery()) {
                Object value = rows.next() ? rows.getObject(1) : "no row";
                assertFalse(rows.next());
                return value;
            }
        }
    }

    @Test
    void eachStatementIsATransactionByDefault() throws SQLException {
        try (Connection connection = recorded.getConnection()) {
            assertEquals("no row", read(connection, "SELECT balance FROM account WHERE id = ?", 7));
            update(connection, "INSERT INTO account (id, balance, owner) VALUES (?, ?, 'ann')", 7, 100);
            assertEquals(100, read(connection, "SELECT balance, owner FROM account WHERE id = 7"));
            update(connection, "UPDATE account SET balance = 50 WHERE id = 7");
            update(connection, "UPDATE account SET balance = 50 WHERE id = 8");
            String again = "INSERT INTO account (id, balance, owner) VALUES (7, 1, 'bob')";
            assertThrows(SQLException.class, () -> update(connection, again));
            update(connection, "DELETE FROM account WHERE id = ?", 7L);
        }
        assertEquals(
                List.of(
                        "main: r(account[7].balance,nil) @0-1",
                        "main: w(account[7].balance,100) w(account[7].owner,ann) @2-3",
                        "main: r(account[7].balance,100) r(account[7].owner,ann) @4-5",
                        "main: w(account[7].balance,50) @6-7",
                        "main: @8-9",
                        "main! @10-11",
                        "main: w(account[7].balance,nil) w(account[7].owner,nil) @12-13"),
                history());
    }

    @Test
    void transactionsEndWhereTheApplicationEndsThem() throws SQLException {
        try (Connection connection = recorded.getConnection()) {
            connection.setAutoCommit(false);
            update(connection, "INSERT INTO stock (shop, item, amount) VALUES (1, 'tea', 2.50)");
            update(connection, "INSERT INTO log (text) VALUES ('not recorded')");
            connection.commit();
            update(connection, "UPDATE stock SET amount = ? WHERE item = ? AND shop = ?", 3, "tea", 1);
            connection.rollback();
            assertEquals(
                    "2.50",
                    read(connection, "SELECT amount FROM stock WHERE shop = 1 AND item = 'tea'")
                            .toString());
            connection.setAutoCommit(true);
        }
        assertEquals(
                List.of(
                        "main: w(stock[tea, 1].amount,2.5) @0-1",
                        "main! w(stock[tea, 1].amount,3) @2-3",
                        "main: r(stock[tea, 1].amount,2.5) @4-5"),
                history());
    }

    @Test
    void aSavepointTakesBackWhatCameAfterIt() throws SQLException {
        try (Connection connection = recorded.getConnection()) {
            connection.setAutoCommit(false);
            update(connection, "INSERT INTO account (id, balance) VALUES (1, 1)");
            Savepoint savepoint = connection.setSavepoint();
            update(connection, "UPDATE account SET balance = 2 WHERE id = 1");
            connection.rollback(savepoint);
            update(connection, "UPDATE account SET balance = 3 WHERE id = 1");
            connection.commit();
        }
        assertEquals(
                List.of(
                        "main-2! w(account[1].balance,2) @1-2",
                        "main: w(account[1].balance,1) w(account[1].balance,3) @0-3"),
                history(),
                "somebody may have seen the 2");
    }

    @Test
    void aDefinitionMayHaveCommittedWhatCameBeforeIt() throws SQLException {
        try (Connection connection = recorded.getConnection()) {
            connection.setAutoCommit(false);
            update(connection, "INSERT INTO account (id, balance) VALUES (1, 5)");
            update(connection, "CREATE TABLE more (id INT)"); // commits, on H2
            update(connection, "UPDATE account SET balance = 6 WHERE id = 1");
            connection.rollback();
        }
        try (Connection connection = recorded.getConnection()) {
            assertEquals(5, read(connection, "SELECT balance FROM account WHERE id = 1"));
        }
        assertEquals(
                List.of(
                        "main-2! w(account[1].balance,6) @1-2",
                        "main-2: r(account[1].balance,5) @3-4",
                        "main? w(account[1].balance,5) @0-"),
                history());
    }

    @Test
    void aSavepointOfWhichNothingIsKnownMayHaveTakenBackAnything() throws SQLException {
        try (Connection connection = recorded.getConnection()) {
            connection.setAutoCommit(false);
            update(connection, "INSERT INTO account (id, balance) VALUES (1, 1)");
            Savepoint savepoint = connection
                    .createStatement()
                    .getConnection()
                    .unwrap(Connection.class)
                    .setSavepoint();
            update(connection, "UPDATE account SET balance = 2 WHERE id = 1");
            connection.rollback(savepoint);
            connection.commit();
        }
        assertEquals(List.of("main? w(account[1].balance,1) w(account[1].balance,2) @0-"), history());
    }

    /** As statements they would go unnoticed, and what was taken back would count as done. */
    @Test
    void transactionsEndByMethodsOfTheConnection() throws SQLException {
        try (Connection connection = recorded.getConnection()) {
            connection.setAutoCommit(false);
            update(connection, "INSERT INTO account (id, balance) VALUES (1, 1)");
            update(connection, "SAVEPOINT s");
            update(connection, "UPDATE account SET balance = 2 WHERE id = 1");
            for (String sql : List.of(
                    "ROLLBACK TO s",
                    "rollback",
                    "/* now */ COMMIT;",
                    "BEGIN",
                    "begin transaction",
                    "START TRANSACTION",
                    "INSERT INTO log VALUES ('x'); COMMIT",
                    "set autocommit = 1")) {
                SQLException refused = assertThrows(
                        SQLException.class, () -> connection.createStatement().execute(sql));
                assertTrue(refused.getMessage().startsWith("Minos cannot record this statement"), refused.getMessage());
            }
            update(connection, "INSERT INTO log VALUES ('begin; commit')");
            connection.commit();
        }
        assertEquals(List.of("main: w(account[1].balance,1) w(account[1].balance,2) @0-1"), history());
    }

    @Test
    void whatAnExpressionCameToIsReadBack() throws SQLException {
        try (Connection connection = recorded.getConnection()) {
            connection.setAutoCommit(false);
            update(connection, "INSERT INTO account (id, balance) VALUES (1, 10)");
            update(connection, "UPDATE account SET balance = balance + ? WHERE id = ?", 5, 1);
            connection.commit();
        }
        assertEquals(List.of("main: w(account[1].balance,10) w(account[1].balance,15) @0-1"), history());
    }

    @Test
    void whatCannotBeToldIsNotSent() throws SQLException {
        try (Connection connection = recorded.getConnection()) {
            update(connection, "INSERT INTO account (id, balance) VALUES (1, 10)");
            for (String sql : List.of(
                    "UPDATE account SET balance = 0",
                    "UPDATE account SET id = 2 WHERE id = 1",
                    "DELETE FROM account WHERE balance = 10",
                    "MERGE INTO account (id, balance) KEY (id) VALUES (1, 0)")) {
                SQLException refused =
                        assertThrows(SQLFeatureNotSupportedException.class, () -> update(connection, sql));
                assertTrue(refused.getMessage().endsWith(sql), refused.getMessage());
            }
            try (PreparedStatement batch = connection.prepareStatement("UPDATE account SET balance = ? WHERE id = 1")) {
                batch.setInt(1, 5);
                assertThrows(SQLFeatureNotSupportedException.class, batch::addBatch);
            }
            assertEquals(10, read(connection, "SELECT balance FROM account WHERE id = 1"));
            assertEquals(1L, read(connection, "SELECT count(*) FROM account"), "such a read is not recorded");
        }
        List<String> history = history();
        assertEquals("main: w(account[1].balance,10) @0-1", history.get(0));
        assertEquals("main: r(account[1].balance,10) @10-11", history.get(history.size() - 2));
        assertEquals("main: @12-13", history.get(history.size() - 1));
    }

    /** What the database fills in by itself nobody wrote, so nobody may be said to have read it. */
    @Test
    void columnsThatAreLeftToTheirDefaultAreLeftOut() throws SQLException {
        try (Connection connection = recorded.getConnection()) {
            update(connection, "INSERT INTO account (id, balance) VALUES (1, 10)");
            read(connection, "SELECT made, balance FROM account WHERE id = 1");
            try (Statement statement = connection.createStatement()) {
                assertTrue(statement.execute("SELECT * FROM account WHERE id = 1"));
                assertTrue(statement.getResultSet().next());
                assertEquals(10, statement.getResultSet().getInt("balance"));
            }
        }
        assertEquals(
                List.of(
                        "main: w(account[1].balance,10) @0-1",
                        "main: r(account[1].balance,10) @2-3",
                        "main: r(account[1].balance,10) @4-5"),
                history());
    }

    @Test
    void aThreadWithTwoConnectionsIsTwoSessions() throws SQLException {
        try (Connection one = recorded.getConnection();
                Connection other = recorded.getConnection()) {
            update(one, "INSERT INTO account (id, balance) VALUES (1, 10)");
            one.setAutoCommit(false);
            other.setAutoCommit(false);
            int balance = (int) read(one, "SELECT balance FROM account WHERE id = 1");
            int same = (int) read(other, "SELECT balance FROM account WHERE id = 1");
            update(one, "UPDATE account SET balance = ? WHERE id = 1", balance + 5);
            one.commit();
            update(other, "UPDATE account SET balance = ? WHERE id = 1", same + 7);
            other.commit();
        }
        assertEquals(
                List.of(
                        "main: w(account[1].balance,10) @0-1",
                        "main: r(account[1].balance,10) w(account[1].balance,15) @2-4",
                        "main-2: r(account[1].balance,10) w(account[1].balance,17) @3-5"),
                history());
        Judgement judgement = Minos.ask(Level.SNAPSHOT_ISOLATION).judge(recording.history());
        assertEquals(Answer.FALSE, judgement.answer());
        assertTrue(judgement.explain().contains("one of the two updates is lost"), judgement.explain());
    }

    /** Snapshot isolation refuses the second update: the database says so, and the transaction is aborted in the history, too. */
    @Test
    void aConflictIsAnAbort() throws SQLException {
        try (Connection one = recorded.getConnection();
                Connection other = recorded.getConnection()) {
            update(one, "INSERT INTO account (id, balance) VALUES (1, 10)");
            for (Connection connection : List.of(one, other)) {
                connection.setAutoCommit(false);
                connection.setTransactionIsolation(6); // H2's snapshot
                read(connection, "SELECT balance FROM account WHERE id = 1");
            }
            update(one, "UPDATE account SET balance = 15 WHERE id = 1");
            one.commit();
            assertThrows(SQLException.class, () -> update(other, "UPDATE account SET balance = 17 WHERE id = 1"));
            other.rollback();
        }
        assertEquals("main-2! r(account[1].balance,10) @3-5", history().get(2));
        assertEquals(
                Answer.TRUE,
                Minos.ask(Level.SERIALIZABLE).judge(recording.history()).answer());
    }

    @Test
    void aCommitAfterAFailureMayHaveBeenARollback() throws SQLException {
        String again = "INSERT INTO account (id, balance) VALUES (1, 11)";
        try (Connection connection = recorded.getConnection()) {
            update(connection, "INSERT INTO account (id, balance) VALUES (1, 10)");
            connection.setAutoCommit(false);
            update(connection, "UPDATE account SET balance = 15 WHERE id = 1");
            assertThrows(SQLException.class, () -> update(connection, again));
            connection.commit();
            update(connection, "UPDATE account SET balance = 16 WHERE id = 1");
            Savepoint savepoint = connection.setSavepoint();
            assertThrows(SQLException.class, () -> update(connection, again));
            connection.rollback(savepoint);
            connection.commit();
        }
        assertEquals(
                List.of(
                        "main: w(account[1].balance,10) @0-1",
                        "main-2: w(account[1].balance,16) @3-4",
                        "main? w(account[1].balance,15) @2-"),
                history());
    }

    @Test
    void whatIsClosedUnfinishedIsUnknown() throws SQLException {
        try (Connection connection = recorded.getConnection()) {
            connection.setAutoCommit(false);
            update(connection, "INSERT INTO account (id, balance) VALUES (1, 10)");
        }
        assertEquals(List.of("main? w(account[1].balance,10) @0-"), history());
    }

    /** The recorder has read the row by then, which the application must not notice. */
    @Test
    void whereTheResultStandsIsWhereTheApplicationLeftIt() throws SQLException {
        try (Connection connection = recorded.getConnection();
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
            update(connection, "INSERT INTO account (id, balance) VALUES (1, 10)");
            ResultSet found = statement.executeQuery("SELECT balance FROM account WHERE id = 1");
            assertTrue(found.isBeforeFirst());
            assertFalse(found.isFirst());
            assertEquals(0, found.getRow());
            assertTrue(found.next());
            assertTrue(found.isFirst());
            assertEquals(1, found.getRow());
            assertEquals(10, found.getInt(1));
            assertFalse(found.next());
            found = statement.executeQuery("SELECT balance FROM account WHERE id = 1");
            found.beforeFirst();
            assertTrue(found.next());
            assertEquals(10, found.getInt(1));
            found = statement.executeQuery("SELECT balance FROM account WHERE id = 2");
            assertFalse(found.isBeforeFirst());
            assertFalse(found.next());
        }
    }

    /** What follows a commit in which the driver itself failed is another transaction. */
    @Test
    void aDriverThatFailsInItsOwnWay() throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setUrl(keepsAlive.getMetaData().getURL());
        boolean[] fails = {true};
        DataSource odd = RecordedDataSource.proxy(DataSource.class, (method, arguments) -> {
            Connection real = h2.getConnection();
            return RecordedDataSource.proxy(Connection.class, (called, with) -> {
                Object result = RecordedDataSource.call(called, real, with);
                if (!called.getName().equals("commit") || !fails[0]) return result;
                fails[0] = false;
                throw new IllegalStateException("the driver has a fault");
            });
        });
        try (Connection connection =
                RecordedDataSource.of(odd, recording, "account").getConnection()) {
            connection.setAutoCommit(false);
            update(connection, "INSERT INTO account (id, balance) VALUES (1, 10)");
            assertThrows(IllegalStateException.class, connection::commit);
            update(connection, "UPDATE account SET balance = 20 WHERE id = 1");
            connection.commit();
        }
        assertEquals(List.of("main-2: w(account[1].balance,20) @1-2", "main? w(account[1].balance,10) @0-"), history());
    }

    /** Rows are told apart by each part of their keys. */
    @Test
    void keysThatLookAlikeInARow() throws SQLException {
        try (Statement statement = keepsAlive.createStatement()) {
            statement.execute("CREATE TABLE pair (a VARCHAR(9), b VARCHAR(9), c INT, PRIMARY KEY (a, b))");
        }
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setUrl(keepsAlive.getMetaData().getURL());
        try (Connection connection =
                RecordedDataSource.of(h2, recording, "pair").getConnection()) {
            update(connection, "INSERT INTO pair (a, b, c) VALUES (?, ?, 1)", "x, y", "z");
            update(connection, "INSERT INTO pair (a, b, c) VALUES (?, ?, 2)", "x", "y, z");
            assertEquals(1, read(connection, "SELECT c FROM pair WHERE a = ? AND b = ?", "x, y", "z"));
        }
        assertEquals(
                List.of(
                        "main: w(pair[x\\, y, z].c,1) @0-1",
                        "main: w(pair[x, y\\, z].c,2) @2-3",
                        "main: r(pair[x\\, y, z].c,1) @4-5"),
                history());
        assertEquals(
                Answer.TRUE,
                Minos.ask(Level.SERIALIZABLE).judge(recording.history()).answer());
    }
}
