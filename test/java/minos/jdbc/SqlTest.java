package minos.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import minos.jdbc.Sql.Kind;
import minos.jdbc.Sql.Operand;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTest {
    private static Operand parameter(int number) {
        return new Operand(number, false, null);
    }

    private static Operand literal(Object value) {
        return new Operand(0, true, value);
    }

    @Test
    void parametersAreCountedThroughTheWholeStatement() {
        assertEquals(
                new Sql(
                        Kind.UPDATE,
                        "account",
                        List.of(),
                        Map.of("balance", Operand.EXPRESSION, "owner", parameter(2), "note", literal("it's")),
                        Map.of("id", parameter(3), "branch", literal(new BigDecimal(7)))),
                Sql.of("UPDATE bank.Account SET balance = balance - coalesce(?, 1), owner=?, note = 'it''s' -- why\n"
                        + " WHERE id = ? AND \"BRANCH\" = 7;"));
        assertEquals(
                new Sql(
                        Kind.INSERT,
                        "t",
                        List.of("a", "b", "c"),
                        Map.of("a", parameter(1), "b", literal(null), "c", parameter(2)),
                        Map.of()),
                Sql.of("insert into t (a, b, c) values (?, NULL, ?)"));
        assertEquals(
                new Sql(Kind.SELECT, "t", List.of("v", "w"), Map.of(), Map.of("k", parameter(1))),
                Sql.of("select v, t.w from t where k = ? for update"));
        assertEquals(List.of(), Sql.of("SELECT * FROM `t` WHERE k = 1").columns());
        assertEquals(Kind.DELETE, Sql.of("DELETE FROM t WHERE k = ?").kind());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*) FROM t WHERE k = 1",
                "SELECT v + 1 FROM t WHERE k = 1",
                "SELECT v FROM t",
                "SELECT v FROM t WHERE k = 1 OR k = 2",
                "SELECT v FROM t WHERE k > 1",
                "SELECT v FROM t JOIN s ON t.k = s.k WHERE k = 1",
                "SELECT v FROM t, s WHERE k = 1",
                "SELECT v FROM t WHERE k = 1 AND k = 2",
                "SELECT v FROM t WHERE k = k",
                "SELECT v AS w FROM t WHERE k = 1",
                "SELECT v FROM t WHERE k = 1 + 1",
                "UPDATE t SET v = 1",
                "UPDATE t SET v = 1 WHERE k IN (1, 2)",
                "UPDATE t SET v = 1 WHERE k = 1 RETURNING v",
                "INSERT INTO t VALUES (1, 2)",
                "INSERT INTO t (k, v) VALUES (1, 2), (3, 4)",
                "INSERT INTO t (k, v) VALUES (1, 2) ON CONFLICT DO NOTHING",
                "INSERT INTO t (k, v) SELECT k, v FROM s",
                "DELETE FROM t",
                "SELECT v FROM t WHERE k = 'a\\nb'",
                "SELECT v FROM t WHERE k = 'it\\'s'",
                "INSERT INTO t (k, v) VALUES (1, 'a\\nb')",
                "MERGE INTO t KEY (k) VALUES (1, 2)",
                ""
            })
    void whatIsNotUnderstoodIsNotGuessed(String sql) {
        assertNull(Sql.of(sql));
    }

    /** What an application stores may be long. */
    @Test
    void longTexts() {
        for (String text : List.of("a".repeat(100_000), "it''s ".repeat(20_000), "''".repeat(100_000))) {
            String sql = "UPDATE t SET v = '" + text + "' WHERE k = 1";
            assertEquals(text.replace("''", "'"), Sql.of(sql).set().get("v").literal());
            assertTrue(Sql.mentions(sql.replace(" WHERE", "' WHERE"), Set.of("t")), "one quote too many");
        }
    }

    @Test
    void whatWritesIsKnownByItsWords() {
        assertTrue(Sql.writes("WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x"));
        assertTrue(Sql.writes("truncate t"));
        assertTrue(Sql.writes("CALL pay(1)"));
        assertFalse(Sql.writes("SELECT v FROM t WHERE k = 1 FOR UPDATE"));
        assertFalse(Sql.writes("SELECT 'delete' FROM \"update\""));
        assertFalse(Sql.writes("CREATE TABLE t (k INT PRIMARY KEY) -- update later"));
        assertTrue(Sql.mentions("SELECT 1 FROM Account", Set.of("account")));
        assertFalse(Sql.mentions("SELECT 'account' FROM t", Set.of("account")));
        assertTrue(Sql.mentions("SELECT 1", Set.of()));
    }

    @Test
    void whatMayCommitIsKnownByItsFirstWord() {
        assertTrue(Sql.mayCommit("create table t (k INT)"));
        assertTrue(Sql.mayCommit("SELECT 1; DROP TABLE t"));
        assertTrue(Sql.mayCommit("LOCK TABLES t WRITE"));
        assertFalse(Sql.mayCommit("SELECT v FROM t WHERE k = 1 /* create */"));
        assertFalse(Sql.mayCommit("UPDATE \"drop\" SET v = 1 WHERE k = 1"));
    }
}
