package minos.collect;

import java.util.Locale;
import minos.collect.Target.Isolation;

/** How databases differ, as far as a run has to know. */
enum Dialect {
    H2("H2", "jdbc:h2:", "VARCHAR"),
    SQLITE("SQLite", "jdbc:sqlite:", "TEXT"),
    HSQLDB("HSQLDB", "jdbc:hsqldb:", "VARCHAR(16000)"),
    POSTGRESQL("PostgreSQL", "jdbc:postgresql:", "TEXT"),
    MARIADB("MariaDB", "jdbc:mariadb:", "TEXT") {
        @Override
        String concatenation(String left, String right) {
            return "CONCAT(" + left + ", " + right + ")";
        }
    },
    MYSQL("MySQL", "jdbc:mysql:", "TEXT") {
        @Override
        String concatenation(String left, String right) {
            return MARIADB.concatenation(left, right);
        }
    },
    SQL_SERVER("SQL Server", "jdbc:sqlserver:", "VARCHAR(8000)") {
        @Override
        String concatenation(String left, String right) {
            return left + " + " + right;
        }

        @Override
        int code(Isolation isolation) {
            return isolation == Isolation.SNAPSHOT ? SQL_SERVER_SNAPSHOT : super.code(isolation);
        }
    },
    /** Any other: what the SQL standard says. */
    GENERIC("SQL", "jdbc:", "VARCHAR(4000)");

    private static final int SQL_SERVER_SNAPSHOT = 0x1000;

    private final String text;
    private final String prefix;
    private final String textType;

    Dialect(String text, String prefix, String textType) {
        this.text = text;
        this.prefix = prefix;
        this.textType = textType;
    }

    /** That of a JDBC URL. */
    static Dialect of(String url) {
        for (Dialect dialect : values()) if (url.toLowerCase(Locale.ROOT).startsWith(dialect.prefix)) return dialect;
        return GENERIC;
    }

    /** The type of a column with text of a few thousand characters. */
    String textType() {
        return textType;
    }

    String concatenation(String left, String right) {
        return left + " || " + right;
    }

    /**
     * A statement that inserts the key and the value, or sets the value of the key that is there to the expression; null where there is none
     * with these three parameters, in this order.
     */
    String upsert(String table, String expression) {
        return switch (this) {
            case POSTGRESQL, SQLITE ->
                "INSERT INTO " + table + " (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = " + expression;
            case MARIADB, MYSQL ->
                "INSERT INTO " + table + " (k, v) VALUES (?, ?) ON DUPLICATE KEY UPDATE v = " + expression;
            case H2, HSQLDB ->
                "MERGE INTO " + table + " USING (VALUES (CAST(? AS INTEGER), CAST(? AS "
                        + (expression.equals("?") ? "BIGINT" : textType)
                        + "))) AS n (k, v) ON " + table + ".k = n.k WHEN MATCHED THEN UPDATE SET v = " + expression
                        + " WHEN NOT MATCHED THEN INSERT (k, v) VALUES (n.k, n.v)";
            case SQL_SERVER, GENERIC -> null;
        };
    }

    /** Whether rows can be locked by the one that reads them. */
    boolean locksReads() {
        return this != SQLITE && this != SQL_SERVER;
    }

    /** What a read ends with that locks its row against writers, but not against others that read it so; null if there is none. */
    String forShare() {
        return switch (this) {
            case POSTGRESQL -> " FOR SHARE";
            case MARIADB, MYSQL -> " LOCK IN SHARE MODE";
            case H2, SQLITE, HSQLDB, SQL_SERVER, GENERIC -> null;
        };
    }

    /** The remainder of a column divided by a number. */
    String remainder(String column, long divisor) {
        return this == SQL_SERVER ? column + " % " + divisor : "MOD(" + column + ", " + divisor + ")";
    }

    /** What {@link java.sql.Connection#setTransactionIsolation} calls the level. */
    int code(Isolation isolation) {
        return isolation.code();
    }

    /** The level that {@link java.sql.Connection#getTransactionIsolation} means. */
    String given(int code) {
        for (Isolation level : Isolation.values()) if (code(level) == code) return level.toString();
        return "level " + code;
    }

    @Override
    public String toString() {
        return text;
    }
}
