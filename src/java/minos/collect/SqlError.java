package minos.collect;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.List;

/**
 * What an error says about the transaction that it ended. To call a transaction aborted that did take effect accuses
 * the database of an aborted read, so that needs the database's word:
 *
 * <ul>
 * <li>An error that {@linkplain Meaning#ROLLED_BACK says so}: above all SQLState 40001 (serialization failure) and 40002 (integrity
 *     constraint), as that is what the standard defines the class for. This holds for a commit that returns it, too: databases that
 *     validate at commit report conflicts so, and nothing of the transaction remains. The rest of the class does not count at commit:
 *     40003 even says that the outcome is not known.
 * <li>After any other error before the commit was sent, or one of a commit that {@linkplain Meaning#OPEN leaves it open}, a rollback that
 *     succeeds settles it.
 * <li>Everything else is unknown: an error or a timeout at commit, a connection that breaks at any time.
 * </ul>
 */
public final class SqlError {
    enum Meaning {
        /** The database has rolled the transaction back. */
        ROLLED_BACK,
        /** The transaction goes on as if nothing had been tried, even if that was a commit. */
        OPEN,
        /** The connection cannot be used any more. */
        LOST,
        /** What it means depends on when it came. */
        OTHER
    }

    /**
     * What a database says by an error.
     *
     * @param dialect null for all
     * @param state   how the SQLState begins; empty for any
     * @param code    the database's own number; 0 for any
     * @param source  where that is written
     */
    record Entry(Dialect dialect, String state, int code, Meaning meaning, String source) {
        boolean fits(SQLException error, Dialect of) {
            int given = of == Dialect.SQLITE
                    ? error.getErrorCode() & 0xff
                    : error.getErrorCode(); // the rest of it is details
            return (dialect == null || dialect == of)
                    && SqlError.state(error).startsWith(state)
                    && (code == 0 || code == given);
        }
    }

    private static final String STANDARD = "ISO/IEC 9075-2, table of SQLSTATE classes and subclasses";
    private static final String POSTGRESQL = "https://www.postgresql.org/docs/current/errcodes-appendix.html";
    private static final String H2 = "https://h2database.com/javadoc/org/h2/api/ErrorCode.html";
    private static final String MARIADB = "https://err.mariadb.com/1927";
    private static final String MYSQL = "https://dev.mysql.com/doc/mysql-errors/8.0/en/server-error-reference.html";

    /** The first that fits counts. */
    static final List<Entry> TABLE = List.of(
            new Entry(null, "40001", 0, Meaning.ROLLED_BACK, STANDARD),
            new Entry(null, "40002", 0, Meaning.ROLLED_BACK, STANDARD),
            new Entry(null, "08", 0, Meaning.LOST, STANDARD),
            // States that PostgreSQL made, and whoever speaks its protocol uses: deadlock detected
            new Entry(null, "40P01", 0, Meaning.ROLLED_BACK, POSTGRESQL),
            // In failed transaction: a COMMIT is answered with ROLLBACK, which the driver reports by this state
            new Entry(null, "25P02", 0, Meaning.ROLLED_BACK, "https://github.com/pgjdbc/pgjdbc/pull/1729"),
            // Shutdown by an administrator, after a crash, not yet started, idle for too long
            new Entry(null, "57P01", 0, Meaning.LOST, POSTGRESQL),
            new Entry(null, "57P02", 0, Meaning.LOST, POSTGRESQL),
            new Entry(null, "57P03", 0, Meaning.LOST, POSTGRESQL),
            new Entry(null, "57P05", 0, Meaning.LOST, POSTGRESQL),
            // SQLITE_BUSY: the commit, too, can be tried again or rolled back
            new Entry(Dialect.SQLITE, "", 5, Meaning.OPEN, "https://www.sqlite.org/lang_transaction.html"),
            // Connection broken, database closed, database closed by the end of its process
            new Entry(Dialect.H2, "90067", 0, Meaning.LOST, H2),
            new Entry(Dialect.H2, "90098", 0, Meaning.LOST, H2),
            new Entry(Dialect.H2, "90121", 0, Meaning.LOST, H2),
            // Connection was killed, which is 70100 like a statement that was
            new Entry(Dialect.MARIADB, "70100", 1927, Meaning.LOST, MARIADB),
            // The client was inactive for too long
            new Entry(Dialect.MYSQL, "", 4031, Meaning.LOST, MYSQL));

    private SqlError() {}

    /** What an error means, in general or to that database. */
    static Meaning meaning(Exception error, Dialect dialect) {
        if (!(error instanceof SQLException sql)) return Meaning.OTHER;
        for (Entry entry : TABLE) if (entry.fits(sql, dialect)) return entry.meaning;
        boolean lost = error instanceof SQLRecoverableException
                || error instanceof SQLNonTransientConnectionException
                || error instanceof SQLTransientConnectionException;
        return lost ? Meaning.LOST : Meaning.OTHER;
    }

    /** Whether the database says that it has rolled the transaction back, whichever database it is. */
    public static boolean isRolledBack(Exception error) {
        return meaning(error, Dialect.GENERIC) == Meaning.ROLLED_BACK;
    }

    /** What errors of this kind have in common: the SQLState and, where there is one, the database's own number. */
    static String kind(Exception error) {
        if (!(error instanceof SQLException sql)) return error.getClass().getSimpleName();
        String state = state(sql);
        String code = sql.getErrorCode() == 0 || state.equals(Integer.toString(sql.getErrorCode()))
                ? ""
                : Integer.toString(sql.getErrorCode());
        return state.isEmpty() || code.isEmpty() ? state + code : state + "/" + code;
    }

    private static String state(SQLException error) {
        return error.getSQLState() == null ? "" : error.getSQLState();
    }
}
