package minos.jdbc;

import static minos.jdbc.RecordedDataSource.call;

import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import minos.Recording;
import minos.collect.SqlError;

/**
 * Follows one connection. What its statements did is kept until the transaction ends, and only then told to the recording: a rollback
 * to a savepoint takes back what came after it. What it wrote there is an aborted transaction, as somebody may have seen it. Used by
 * one thread at a time, as a connection is.
 */
final class RecordedConnection {
    private static final String UNTELLABLE = "Minos cannot record this statement, and has not sent it: ";

    /** A read or write of a register; the value is null for the initial state. */
    private record Access(boolean write, String key, String value) {}

    private final Connection connection;
    private final Recording recording;
    private final Rows rows;
    private final Set<String> tables;
    private final List<Access> accesses = new ArrayList<>();
    private final IdentityHashMap<Savepoint, Integer> savepoints = new IdentityHashMap<>();
    /** The transaction that is under way; null for none. */
    private Recording.Transaction transaction;
    /**
     * Whether a statement of it failed, and was not taken back to a savepoint. Then a commit that succeeds says little: PostgreSQL rolls back
     * instead, and its driver does not tell whoever knows of the failure.
     */
    private boolean failed;

    RecordedConnection(Connection connection, Recording recording, Rows rows, Set<String> tables) {
        this.connection = connection;
        this.recording = recording;
        this.rows = rows;
        this.tables = tables;
    }

    Connection proxy() {
        return RecordedDataSource.proxy(Connection.class, this::invoke);
    }

    private Object invoke(Method method, Object[] arguments) throws Throwable {
        return switch (method.getName()) {
            case "commit" -> committing(method, arguments);
            case "setAutoCommit" -> {
                boolean commits = (boolean) arguments[0] && !connection.getAutoCommit();
                yield commits ? committing(method, arguments) : call(method, connection, arguments);
            }
            case "rollback" -> arguments.length == 0 ? rollingBack(method) : rollingBackTo(method, arguments);
            case "setSavepoint" -> {
                Savepoint savepoint = (Savepoint) call(method, connection, arguments);
                savepoints.put(savepoint, accesses.size());
                yield savepoint;
            }
            case "close", "abort" -> {
                // What becomes of an open transaction is the database's affair; one that only read has done nothing.
                if (wrote()) leave();
                else abort();
                yield call(method, connection, arguments);
            }
            case "createStatement" -> new Followed(null).proxy(Statement.class, call(method, connection, arguments));
            case "prepareStatement" ->
                new Followed((String) arguments[0]).proxy(PreparedStatement.class, call(method, connection, arguments));
            case "prepareCall" ->
                new Followed((String) arguments[0]).proxy(CallableStatement.class, call(method, connection, arguments));
            default -> call(method, connection, arguments);
        };
    }

    // Where transactions begin and end

    /** Begins, unless one is under way. */
    private void begin() {
        if (transaction == null) transaction = another();
    }

    /** One more transaction: of the thread's session, or of a new one if that is still busy or lost. */
    private Recording.Transaction another() {
        String thread = Thread.currentThread().getName();
        for (int i = 1; ; i++) {
            try {
                return recording.begin(i == 1 ? thread : thread + "-" + i);
            } catch (IllegalStateException e) {
                // the next one, then
            }
        }
    }

    private boolean wrote() {
        return accesses.stream().anyMatch(Access::write);
    }

    private Object committing(Method method, Object[] arguments) throws Throwable {
        Object result;
        try {
            result = call(method, connection, arguments);
        } catch (SQLException e) {
            failed(e, false);
            throw e;
        } catch (RuntimeException | Error e) { // the driver's own: what comes next is another transaction all the same
            leave();
            throw e;
        }
        if (failed) {
            leave();
            return result;
        }
        tell();
        if (transaction != null) transaction.commit();
        over();
        return result;
    }

    private Object rollingBack(Method method) throws Throwable {
        try {
            Object result = call(method, connection);
            abort();
            return result;
        } catch (SQLException e) {
            leave();
            throw e;
        }
    }

    private Object rollingBackTo(Method method, Object[] arguments) throws Throwable {
        Integer from = savepoints.get((Savepoint) arguments[0]);
        failed = true; // if it is refused, or nobody knows what it took back
        Object result = call(method, connection, arguments);
        if (from == null) return result;
        failed = false;
        undo(accesses.subList(Math.min(from, accesses.size()), accesses.size()));
        return result;
    }

    private void undo(List<Access> taken) {
        if (taken.stream().anyMatch(Access::write)) {
            Recording.Transaction undone = another();
            for (Access access : taken) if (access.write) tell(access, undone);
            undone.abort();
        }
        taken.clear();
    }

    /**
     * The transaction ended with an error, or the one statement that it was.
     *
     * @param refused whether the error is one of a statement alone, which then did nothing
     */
    private void failed(SQLException error, boolean refused) {
        if (SqlError.isRolledBack(error) || refused) abort();
        else leave();
    }

    private void abort() {
        tell();
        if (transaction != null) transaction.abort();
        over();
    }

    private void leave() {
        tell();
        if (transaction != null) transaction.leave();
        over();
    }

    private void tell() {
        if (transaction == null) return;
        for (Access access : accesses) tell(access, transaction);
    }

    private static void tell(Access access, Recording.Transaction to) {
        if (access.write && access.value == null) to.delete(access.key);
        else if (access.write) to.write(access.key, access.value);
        else if (access.value == null) to.readInitial(access.key);
        else to.read(access.key, access.value);
    }

    private void over() {
        transaction = null;
        accesses.clear();
        savepoints.clear();
        failed = false;
    }

    // What statements do

    /** One statement, with its parameters. */
    private final class Followed {
        private final String prepared;
        private final Map<Integer, Object> parameters = new HashMap<>();
        private Statement statement;
        /** The result of the last statement, if it was recorded and is yet to be asked for. */
        private ResultSet pending;

        Followed(String prepared) {
            this.prepared = prepared;
        }

        <T extends Statement> T proxy(Class<T> type, Object statement) {
            this.statement = (Statement) statement;
            return RecordedDataSource.proxy(type, this::invoke);
        }

        private Object invoke(Method method, Object[] arguments) throws Throwable {
            String name = method.getName();
            boolean onParameter = arguments.length >= 2 && arguments[0] instanceof Integer && name.startsWith("set");
            if (onParameter) parameters.put((Integer) arguments[0], name.equals("setNull") ? null : arguments[1]);
            if (name.equals("clearParameters")) parameters.clear();
            if (name.equals("getConnection")) return RecordedConnection.this.proxy();
            if (name.equals("addBatch")) {
                String sql = prepared == null ? (String) arguments[0] : prepared;
                refuseToBeginOrEnd(sql);
                if (Sql.mentions(sql, tables) && Sql.writes(sql))
                    throw new SQLFeatureNotSupportedException(UNTELLABLE + "a batch of " + sql);
            }
            if (name.equals("getResultSet") && pending != null) return pending;
            boolean executes = name.startsWith("execute") && !name.contains("Batch");
            if (name.contains("Batch")) return inTransaction(method, arguments);
            if (!executes) return call(method, statement, arguments);
            return execute(method, arguments, prepared != null ? prepared : (String) arguments[0]);
        }

        private Object inTransaction(Method method, Object[] arguments) throws Throwable {
            try {
                return call(method, statement, arguments);
            } catch (SQLException e) {
                failed = true;
                throw e;
            }
        }

        private Object execute(Method method, Object[] arguments, String text) throws Throwable {
            refuseToBeginOrEnd(text);
            boolean single = connection.getAutoCommit();
            // Not always: CREATE TEMPORARY TABLE leaves MySQL's transactions open. What comes next counts as another
            // one.
            if (transaction != null
                    && Sql.mayCommit(text)
                    && connection.getMetaData().dataDefinitionCausesTransactionCommit()) leave();
            boolean recorded = Sql.mentions(text, tables);
            if (single && !recorded) return call(method, statement, arguments);
            begin(); // before anything is sent: the first statement decides what the transaction sees
            pending = null;
            boolean sent = false;
            try {
                Sql sql = recorded ? Sql.of(text) : null;
                Optional<String> row = sql == null ? Optional.empty() : rows.row(sql, parameters, connection);
                if (recorded && Sql.writes(text)) prepare(sql, row, text, single);
                sent = true;
                Object result = call(method, statement, arguments);
                if (row.isPresent()) result = executed(sql, row.get(), result);
                if (single) {
                    tell();
                    transaction.commit();
                    over();
                }
                return result;
            } catch (SQLException e) {
                boolean refused =
                        !sent || e.getSQLState() != null && e.getSQLState().matches("(22|23|42).*");
                if (single) failed(e, refused);
                else if (SqlError.isRolledBack(e)) abort();
                else failed |= sent;
                throw e;
            } catch (RuntimeException | Error e) {
                if (single) leave();
                throw e;
            }
        }

        /** What the connection has methods for must be done by them, or nobody knows where transactions begin and end. */
        private static void refuseToBeginOrEnd(String text) throws SQLException {
            if (!Sql.beginsOrEnds(text)) return;
            throw new SQLFeatureNotSupportedException(UNTELLABLE + text
                    + "; setAutoCommit, commit, rollback and setSavepoint of the connection do the same");
        }

        /** Before a write is sent: refuses what cannot be told, and leaves out columns whose values cannot. */
        private void prepare(Sql sql, Optional<String> row, String text, boolean single) throws SQLException {
            boolean moves = row.isPresent()
                    && sql.kind() == Sql.Kind.UPDATE
                    && rows.table(sql.table(), connection).key().stream().anyMatch(sql.set()::containsKey);
            if (row.isEmpty() || moves) throw new SQLFeatureNotSupportedException(UNTELLABLE + text);
            for (Map.Entry<String, Sql.Operand> set : sql.set().entrySet()) {
                Object value = set.getValue().value(parameters);
                boolean known = set.getValue().isKnown();
                boolean unreadable = !known && (single || sql.kind() == Sql.Kind.INSERT);
                if (unreadable || known && value != null && Rows.text(value) == null)
                    rows.leaveOut(sql.table(), set.getKey());
            }
            if (sql.kind() != Sql.Kind.INSERT) return;
            for (String column : rows.table(sql.table(), connection).others()) {
                if (!sql.set().containsKey(column)) rows.leaveOut(sql.table(), column);
            }
        }

        private Object executed(Sql sql, String row, Object result) throws SQLException {
            if (sql.kind() == Sql.Kind.SELECT) {
                if (result instanceof ResultSet found) return read(sql, row, found);
                pending = read(sql, row, statement.getResultSet()); // execute() returned that there is one
                return result;
            }
            boolean changed = result instanceof Number count ? count.longValue() == 1 : statement.getUpdateCount() == 1;
            if (!changed) return result;
            Rows.Table table = rows.table(sql.table(), connection);
            if (sql.kind() == Sql.Kind.DELETE) for (String column : table.others()) wrote(sql, row, column, null);
            for (Map.Entry<String, Sql.Operand> set : sql.set().entrySet()) {
                if (table.key().contains(set.getKey())) continue;
                Object value = set.getValue().isKnown()
                        ? set.getValue().value(parameters)
                        : rows.isLeftOut(sql.table(), set.getKey()) ? null : readBack(sql, set.getKey());
                wrote(sql, row, set.getKey(), value);
            }
            return result;
        }

        private void wrote(Sql sql, String row, String column, Object value) {
            if (rows.isLeftOut(sql.table(), column)) return;
            accesses.add(new Access(true, row + "." + column, value == null ? null : Rows.text(value)));
        }

        /** What an expression came to: the transaction sees what it wrote itself. */
        private Object readBack(Sql sql, String column) throws SQLException {
            StringBuilder query = new StringBuilder("SELECT " + column + " FROM " + sql.table() + " WHERE ");
            List<Object> values = new ArrayList<>();
            sql.where().forEach((key, operand) -> {
                query.append(values.isEmpty() ? "" : " AND ").append(key).append(" = ?");
                values.add(operand.value(parameters));
            });
            try (PreparedStatement select = connection.prepareStatement(query.toString())) {
                for (int i = 0; i < values.size(); i++) select.setObject(i + 1, values.get(i));
                try (ResultSet found = select.executeQuery()) {
                    return found.next() ? found.getObject(1) : null;
                }
            }
        }

        /** Reads the row, of which there is one at most, before the application does, which is then told of it once more. */
        private ResultSet read(Sql sql, String row, ResultSet found) throws SQLException {
            Rows.Table table = rows.table(sql.table(), connection);
            boolean there = found.next();
            for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                String column = sql.columns().isEmpty()
                        ? Sql.fold(found.getMetaData().getColumnName(i))
                        : sql.columns().get(i - 1);
                Object value = there ? found.getObject(i) : null;
                boolean told = value == null || Rows.text(value) != null;
                if (!told || !table.others().contains(column) || rows.isLeftOut(sql.table(), column)) continue;
                accesses.add(new Access(false, row + "." + column, value == null ? null : Rows.text(value)));
            }
            boolean[] ahead = {true};
            return RecordedDataSource.proxy(ResultSet.class, (method, arguments) -> {
                String name = method.getName();
                if (!ahead[0]) return call(method, found, arguments);
                return switch (name) {
                    case "isBeforeFirst" -> there;
                    case "isFirst", "isAfterLast" -> false;
                    case "getRow" -> 0;
                    case "next", "first", "last", "absolute", "beforeFirst", "afterLast" -> {
                        ahead[0] = false;
                        yield name.equals("next") ? (Object) there : call(method, found, arguments);
                    }
                    default -> call(method, found, arguments);
                };
            });
        }
    }
}
