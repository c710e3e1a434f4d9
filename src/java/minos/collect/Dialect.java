package minos.collect;

import java.sql.SQLException;
import java.util.Locale;
import minos.collect.Target.Isolation;

/** How databases differ, as far as a run has to know. */
enum Dialect {
    H2("H2", "jdbc:h2:", "VARCHAR"),
    SQLITE("SQLite", "jdbc:sqlite:", "TEXT") {
        /**
         * SQLITE_BUSY leaves the transaction as it was, even when COMMIT returns it: it can be tried again or rolled
         * back.
         */
        @Override
        boolean remainsOpen(SQLException error) {
            return (error.getErrorCode() & 0xff) == SQLITE_BUSY;
        }
    },
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

    private static final int SQLITE_BUSY = 5;
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

    /** What {@link java.sql.Connection#setTransactionIsolation} calls the level. */
    int code(Isolation isolation) {
        return isolation.code();
    }

    /** Whether after this error, returned by a commit, the transaction goes on as if no commit had been tried. */
    boolean remainsOpen(SQLException error) {
        return false;
    }

    @Override
    public String toString() {
        return text;
    }
}
