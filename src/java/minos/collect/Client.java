package minos.collect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import minos.collect.Target.Isolation;
import minos.generate.Workload;
import minos.history.Status;

/** One connection, on which transactions run one after another. */
final class Client implements AutoCloseable {
    private final Connection connection;
    private final Table table;
    private final PreparedStatement read;
    private final PreparedStatement update;
    private final PreparedStatement insert;
    private PreparedStatement readToWrite;
    private PreparedStatement upsert;
    private PreparedStatement delete;
    private PreparedStatement compareAndSet;
    private PreparedStatement compareNullAndSet;

    /** @param connection owned by the client from now on */
    Client(Connection connection, Table table) throws SQLException {
        this.connection = connection;
        this.table = table;
        connection.setAutoCommit(false);
        read = connection.prepareStatement(table.read());
        update = connection.prepareStatement(table.update());
        insert = connection.prepareStatement(table.insert());
    }

    static Client connect(Target target, Table table) throws SQLException {
        Connection connection = target.connect();
        try {
            return new Client(connection, table);
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** Chooses the level of the next transaction. */
    private void choose(Isolation isolation) throws SQLException {
        if (isolation != null)
            connection.setTransactionIsolation(table.dialect().code(isolation));
    }

    /** What a transaction does before it commits. */
    private interface Body {
        /** The results of its reads; null to give up. */
        String[] run() throws SQLException;
    }

    /** Runs a transaction at the connection's level and commits it. */
    Outcome run(List<Workload.Op> plan) {
        return run(plan, null);
    }

    /** @param isolation the level of this transaction; null for the connection's */
    Outcome run(List<Workload.Op> plan, Isolation isolation) {
        return attempt(() -> {
            choose(isolation);
            List<String> results = new ArrayList<>(plan.size());
            for (int i = 0; i < plan.size(); i++) {
                Workload.Op op = plan.get(i);
                if (op.isDelete()) delete(op.key());
                else if (op.write()) write(op.key(), op.value());
                else results.add(read(op.key(), table.statements().forUpdate() && isWritten(op.key(), plan, i)));
            }
            return results.toArray(String[]::new);
        });
    }

    /** Whether the plan goes on to write a key. */
    private static boolean isWritten(int key, List<Workload.Op> plan, int after) {
        return plan.subList(after, plan.size()).stream().anyMatch(op -> op.write() && op.key() == key);
    }

    /** Does a write if the register has the value that is expected; null expects the initial one. */
    Outcome compareAndSet(Workload.Op write, Long expected, Isolation isolation) {
        return attempt(() -> {
            choose(isolation);
            PreparedStatement statement = expected == null ? compareNullAndSet() : compareAndSet();
            if (write.isDelete()) statement.setNull(1, Types.BIGINT);
            else statement.setLong(1, write.value());
            statement.setInt(2, write.key());
            if (expected != null) statement.setLong(3, expected);
            boolean set = statement.executeUpdate() == 1;
            if (!set && expected == null && !hasRow(write.key())) {
                if (!write.isDelete()) insert(write.key(), write.value()); // fails if another did so meanwhile
                set = true;
            }
            return set ? new String[0] : null;
        });
    }

    private boolean hasRow(int key) throws SQLException {
        read.setInt(1, key);
        try (ResultSet rows = read.executeQuery()) {
            return rows.next();
        }
    }

    private Outcome attempt(Body body) {
        boolean committing = false;
        try {
            String[] results = body.run();
            if (results == null) {
                connection.rollback();
                return Outcome.mismatch();
            }
            committing = true;
            connection.commit();
            return Outcome.committed(results);
        } catch (SQLException | RuntimeException e) {
            return failed(e, committing);
        }
    }

    /** {@link Fault} has the reasons. */
    private Outcome failed(Exception error, boolean committing) {
        Fault.Meaning meaning = Fault.meaning(error, table.dialect());
        if (meaning == Fault.Meaning.ROLLED_BACK) return Outcome.aborted(error, !rollback());
        boolean open = meaning == Fault.Meaning.OPEN || meaning == Fault.Meaning.OTHER && !committing;
        return open && rollback() ? Outcome.aborted(error, false) : Outcome.unknown(error);
    }

    /** Whether the database has confirmed a rollback. */
    private boolean rollback() {
        try {
            connection.rollback();
            return !connection.isClosed();
        } catch (SQLException | RuntimeException e) {
            return false;
        }
    }

    private String read(int key, boolean locking) throws SQLException {
        if (locking && readToWrite == null) readToWrite = connection.prepareStatement(table.readToWrite());
        PreparedStatement statement = locking ? readToWrite : read;
        statement.setInt(1, key);
        try (ResultSet rows = statement.executeQuery()) {
            if (!rows.next()) return "nil";
            if (table.list()) return Recorder.list(rows.getString(1));
            long value = rows.getLong(1);
            return rows.wasNull() ? "nil" : Long.toString(value);
        }
    }

    private void write(int key, long value) throws SQLException {
        if (table.statements().upsert()) {
            upsert(key, value);
            return;
        }
        set(update, 1, value);
        update.setInt(2, key);
        if (update.executeUpdate() == 0) insert(key, value);
    }

    private void upsert(int key, long value) throws SQLException {
        if (upsert == null) upsert = connection.prepareStatement(table.upsert());
        upsert.setInt(1, key);
        set(upsert, 2, value);
        set(upsert, 3, value);
        upsert.executeUpdate();
    }

    private void insert(int key, long value) throws SQLException {
        insert.setInt(1, key);
        set(insert, 2, value);
        insert.executeUpdate();
    }

    private void delete(int key) throws SQLException {
        if (delete == null) delete = connection.prepareStatement(table.delete());
        delete.setInt(1, key);
        delete.executeUpdate();
    }

    private void set(PreparedStatement statement, int place, long value) throws SQLException {
        if (table.list()) statement.setObject(place, "," + value, Types.VARCHAR);
        else statement.setLong(place, value);
    }

    private PreparedStatement compareAndSet() throws SQLException {
        if (compareAndSet == null) compareAndSet = connection.prepareStatement(table.compareAndSet());
        return compareAndSet;
    }

    private PreparedStatement compareNullAndSet() throws SQLException {
        if (compareNullAndSet == null) compareNullAndSet = connection.prepareStatement(table.compareNullAndSet());
        return compareNullAndSet;
    }

    /** Ends the connection under whatever is running on it. */
    void abort() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException | AbstractMethodError e) {
            close();
        }
    }

    @Override
    public void close() {
        close(connection);
    }

    /** Closes a connection. That this fails changes nothing for anybody. */
    static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            // it is gone already
        }
    }

    /** Waits so many milliseconds; false if the thread is to end. */
    static boolean pause(long millis) {
        try {
            Thread.sleep(millis);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * For calls into a driver that may never return: runs one in a thread of its own, and says whether it came to its end
     * within that many seconds.
     */
    static boolean inBackground(Runnable task, double seconds) {
        CountDownLatch done = new CountDownLatch(1);
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } finally {
                        done.countDown();
                    }
                },
                "background");
        thread.setDaemon(true);
        thread.start();
        try {
            return done.await((long) (seconds * 1e9), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * How an attempt at a transaction ended.
     *
     * @param results what its reads returned, in their order, as EDN; null unless it committed
     * @param kind    the kind of error that ended it; null for none
     * @param message the error in words
     * @param lost    whether the connection cannot be used any more
     */
    record Outcome(Status status, String[] results, String kind, String message, boolean lost) {
        static Outcome committed(String[] results) {
            return new Outcome(Status.COMMITTED, results, null, null, false);
        }

        static Outcome aborted(Exception error, boolean lost) {
            return new Outcome(Status.ABORTED, null, Fault.kind(error), Fault.message(error), lost);
        }

        /** A compare-and-set that found something else. */
        static Outcome mismatch() {
            return new Outcome(Status.ABORTED, null, "mismatch", "the value was another", false);
        }

        static Outcome unknown(Exception error) {
            return new Outcome(Status.INDETERMINATE, null, Fault.kind(error), Fault.message(error), true);
        }
    }
}
