package minos.collect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import minos.client.Client;
import minos.client.Transaction;
import minos.client.Transaction.Kind;
import minos.client.Transaction.Op;
import minos.collect.Target.Isolation;

/** A connection of JDBC's. */
final class JdbcClient implements Client {
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

    /** Whether the commit was sent, of the transaction that runs or ran last. */
    private boolean committing;

    /** @param connection owned by the client from now on */
    JdbcClient(Connection connection, Table table) throws SQLException {
        this.connection = connection;
        this.table = table;
        connection.setAutoCommit(false);
        read = connection.prepareStatement(table.read());
        update = connection.prepareStatement(table.update());
        insert = connection.prepareStatement(table.insert());
    }

    /** Chooses the level of the next transaction. */
    private void choose(String isolation) throws SQLException {
        committing = false;
        if (isolation != null)
            connection.setTransactionIsolation(table.dialect().code(Isolation.named(isolation)));
    }

    private void commit() throws SQLException {
        committing = true;
        connection.commit();
    }

    @Override
    public List<?> run(Transaction transaction) throws SQLException {
        choose(transaction.isolation());
        List<Op> ops = transaction.ops();
        List<Object> results = new ArrayList<>(ops.size());
        for (int i = 0; i < ops.size(); i++) {
            Op op = ops.get(i);
            switch (op.kind()) {
                case READ -> results.add(read(op.key(), table.statements().forUpdate() && isWritten(op.key(), ops, i)));
                case WRITE, APPEND -> write(op.key(), op.value());
                case DELETE -> delete(op.key());
            }
        }
        commit();
        return results;
    }

    /** Whether the plan goes on to write a key. */
    private static boolean isWritten(int key, List<Op> ops, int after) {
        return ops.subList(after, ops.size()).stream().anyMatch(op -> op.kind() != Kind.READ && op.key() == key);
    }

    @Override
    public boolean compareAndSet(int key, Long expected, Long value, String isolation) throws SQLException {
        choose(isolation);
        PreparedStatement statement = expected == null ? compareNullAndSet() : compareAndSet();
        if (value == null) statement.setNull(1, Types.BIGINT);
        else statement.setLong(1, value);
        statement.setInt(2, key);
        if (expected != null) statement.setLong(3, expected);
        boolean set = statement.executeUpdate() == 1;
        if (!set && expected == null && !hasRow(key)) {
            if (value != null) insert(key, value); // fails if another did so meanwhile
            set = true;
        }
        if (set) commit();
        else connection.rollback();
        return set;
    }

    private boolean hasRow(int key) throws SQLException {
        read.setInt(1, key);
        try (ResultSet rows = read.executeQuery()) {
            return rows.next();
        }
    }

    /** {@link Fault} has the reasons. */
    @Override
    public Ending classify(Exception error) {
        Fault.Meaning meaning = Fault.meaning(error, table.dialect());
        if (meaning == Fault.Meaning.ROLLED_BACK) return rollback() ? Ending.ABORTED : Ending.ABORTED_AND_LOST;
        boolean open = meaning == Fault.Meaning.OPEN || meaning == Fault.Meaning.OTHER && !committing;
        return open && rollback() ? Ending.ABORTED : Ending.UNKNOWN;
    }

    @Override
    public String kind(Exception error) {
        return Fault.kind(error);
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

    private Object read(int key, boolean locking) throws SQLException {
        if (locking && readToWrite == null) readToWrite = connection.prepareStatement(table.readToWrite());
        PreparedStatement statement = locking ? readToWrite : read;
        statement.setInt(1, key);
        try (ResultSet rows = statement.executeQuery()) {
            if (!rows.next()) return null;
            if (table.list()) return Table.elements(rows.getString(1));
            long value = rows.getLong(1);
            return rows.wasNull() ? null : (Object) value;
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
    @Override
    public void abort() {
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
}
