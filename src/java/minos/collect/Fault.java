package minos.collect;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;

/**
 * What an error says about the transaction that it ended. To call a transaction aborted that did take effect accuses
 * the database of an aborted read, so that needs the database's word:
 *
 * <ul>
 * <li>An error of SQLState 40001 (serialization failure), 40002 (integrity constraint) or 40P01 (PostgreSQL's
 *     deadlock) says that the transaction was rolled back: that is what the standard defines the class for. This holds
 *     for a commit that returns it, too: databases that validate at commit report conflicts so, and nothing of the
 *     transaction remains. The rest of the class does not count at commit: 40003 even says that the outcome is not
 *     known.
 * <li>After any other error before the commit was sent, a rollback that succeeds settles it.
 * <li>Everything else is unknown: an error or a timeout at commit, a connection that breaks at any time.
 * </ul>
 */
final class Fault {
    private static final Set<String> ROLLED_BACK = Set.of("40001", "40002", "40P01");
    /** PostgreSQL ends the connection with these: shutdown by an administrator, after a crash, not yet started. */
    private static final Set<String> GOING_DOWN = Set.of("57P01", "57P02", "57P03", "57P05");

    private Fault() {}

    /** Whether the database says that it has rolled the transaction back. */
    static boolean isRolledBack(Exception error) {
        return error instanceof SQLException sql && ROLLED_BACK.contains(state(sql));
    }

    /** Whether the connection cannot be used any more. */
    static boolean isConnectionLost(Exception error) {
        return error instanceof SQLException sql
                && (error instanceof SQLRecoverableException
                        || error instanceof SQLNonTransientConnectionException
                        || error instanceof SQLTransientConnectionException
                        || state(sql).startsWith("08")
                        || GOING_DOWN.contains(state(sql)));
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

    /** The first line of its message. */
    static String message(Exception error) {
        String message = error.getMessage() == null
                ? error.getClass().getSimpleName()
                : error.getMessage().strip();
        return message.lines().findFirst().orElse("");
    }

    private static String state(SQLException error) {
        return error.getSQLState() == null ? "" : error.getSQLState();
    }
}
