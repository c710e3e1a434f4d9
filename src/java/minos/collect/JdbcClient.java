package minos.collect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import minos.client.Transaction;
import minos.client.Transaction.Kind;
import minos.client.Transaction.Op;
import minos.collect.Target.Isolation;
import minos.generate.Application;
import minos.generate.Application.Predicate;
import minos.generate.Application.Program;
import minos.generate.Application.Row;
import minos.generate.Application.Rows;

/** A connection of JDBC's. */
final class JdbcClient implements Programs {
    private final Connection connection;
    private final Dialect dialect;
    /** What each table is worked on with. */
    private final Map<Application.Table, Prepared> tables = new HashMap<>();
    /** That of keys which are numbers; the first. */
    private final Prepared keys;

    /** Whether the commit was sent, of the transaction that runs or ran last. */
    private boolean committing;

    /** @param connection owned by the client from now on */
    JdbcClient(Connection connection, List<Table> tables) throws SQLException {
        this.connection = connection;
        dialect = tables.get(0).dialect();
        connection.setAutoCommit(false);
        for (Table table : tables) this.tables.put(table.rows(), new Prepared(table));
        keys = this.tables.get(tables.get(0).rows());
        keys.read(false);
    }

    /** Chooses the level of the next transaction. */
    private void choose(Optional<String> isolation) throws SQLException {
        committing = false;
        if (isolation.isPresent()) {
            connection.setTransactionIsolation(dialect.code(Isolation.named(isolation.get())));
        }
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
                case READ -> {
                    if (isExchange(ops, i))
                        results.add(keys.exchange(op.key(), ops.get(++i).value()));
                    else results.add(keys.value(isWritten(op.key(), ops, i), op.key()));
                }
                case WRITE, APPEND -> keys.write(keys.table.rows().row(op.key()).as(op.value()));
                case DELETE -> results.add(keys.delete(op.key()) ? Deletion.DONE : Deletion.FOUND_NOTHING);
            }
        }
        commit();
        return results;
    }

    /** Whether a read and the write after it are to be one statement. */
    private boolean isExchange(List<Op> ops, int read) {
        if (!keys.table.idioms().contains(Idiom.EXCHANGE) || read + 1 == ops.size()) return false;
        Op next = ops.get(read + 1);
        return next.kind() == Kind.WRITE && next.key() == ops.get(read).key();
    }

    /** Whether the plan goes on to write a key. */
    private static boolean isWritten(int key, List<Op> ops, int after) {
        return ops.subList(after, ops.size()).stream().anyMatch(op -> op.kind() != Kind.READ && op.key() == key);
    }

    @Override
    public boolean run(Program program, Trace trace, Optional<String> isolation, Runnable beforeCommit)
            throws Exception {
        choose(isolation);
        if (!program.run(trace.over(new SqlRows()))) {
            connection.rollback();
            return false;
        }
        beforeCommit.run();
        commit();
        return true;
    }

    @Override
    public boolean compareAndSet(int key, Optional<Long> expected, Optional<Long> value, Optional<String> isolation)
            throws SQLException {
        choose(isolation);
        boolean set = keys.compareAndSet(key, expected, value);
        if (!set && expected.isEmpty() && !keys.isThere(key)) {
            // fails if another did so meanwhile
            if (value.isPresent()) keys.insert(keys.table.rows().row(key).as(value.get()));
            set = true;
        }
        if (set) commit();
        else connection.rollback();
        return set;
    }

    /** {@link SqlError} has the reasons. */
    @Override
    public Ending classify(Exception error) {
        SqlError.Meaning meaning = SqlError.meaning(error, dialect);
        if (meaning == SqlError.Meaning.ROLLED_BACK) return rollback() ? Ending.ABORTED : Ending.ABORTED_AND_LOST;
        boolean open = meaning == SqlError.Meaning.OPEN || meaning == SqlError.Meaning.OTHER && !committing;
        return open && rollback() ? Ending.ABORTED : Ending.UNKNOWN;
    }

    @Override
    public String kind(Exception error) {
        return SqlError.kind(error);
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

    /** The rows of an application's tables. */
    private final class SqlRows implements Rows {
        private Savepoint savepoint;

        @Override
        public Row read(Application.Table table, long... key) throws SQLException {
            return tables.get(table).row(false, key);
        }

        @Override
        public Row readToWrite(Application.Table table, long... key) throws SQLException {
            return tables.get(table).row(true, key);
        }

        @Override
        public void write(Row row) throws SQLException {
            tables.get(row.table()).write(row);
        }

        @Override
        public void insert(Row row) throws SQLException {
            tables.get(row.table()).insert(row);
        }

        @Override
        public void append(Row row) throws SQLException {
            write(row);
        }

        @Override
        public boolean delete(Application.Table table, long... key) throws SQLException {
            return tables.get(table).delete(key);
        }

        @Override
        public List<Row> where(Application.Table table, Predicate predicate) throws SQLException {
            return tables.get(table).rows(predicate);
        }

        @Override
        public void savepoint() throws SQLException {
            savepoint = connection.setSavepoint();
        }

        @Override
        public void undo() throws SQLException {
            connection.rollback(savepoint);
        }
    }

    /** A table, and the statements that were needed so far. */
    private final class Prepared {
        private final Table table;
        private final String read;
        private final String readToWrite;
        /** By the columns that change. */
        private final Map<Long, String> updates = new HashMap<>();

        private final String insert;
        private final String delete;
        private final Map<String, PreparedStatement> statements = new HashMap<>();

        Prepared(Table table) {
            this.table = table;
            read = table.read();
            readToWrite = table.readToWrite();
            insert = table.insert();
            delete = table.delete();
        }

        private PreparedStatement prepared(String sql) throws SQLException {
            PreparedStatement statement = statements.get(sql);
            if (statement == null) statements.put(sql, statement = connection.prepareStatement(sql));
            return statement;
        }

        PreparedStatement read(boolean toWrite) throws SQLException {
            return prepared(toWrite ? readToWrite : read);
        }

        private ResultSet query(boolean toWrite, long... key) throws SQLException {
            PreparedStatement statement = read(toWrite);
            setKey(statement, 1, key);
            return statement.executeQuery();
        }

        /** What the history tells of a row; null if it is in its initial state. */
        Object value(boolean toWrite, long... key) throws SQLException {
            try (ResultSet rows = query(toWrite, key)) {
                if (!rows.next()) return null;
                if (table.list()) return Table.elements(rows.getString(1));
                long value = rows.getLong(1);
                return rows.wasNull() ? null : (Object) value;
            }
        }

        Row row(boolean toWrite, long... key) throws SQLException {
            try (ResultSet rows = query(toWrite, key)) {
                return rows.next() ? row(rows, key) : null;
            }
        }

        /** Null if it is in its initial state. */
        private Row row(ResultSet rows, long... key) throws SQLException {
            long version = rows.getLong(1);
            if (rows.wasNull()) return null;
            List<String> columns = table.rows().columns();
            Object[] values = new Object[columns.size()];
            for (int i = 0; i < values.length; i++) {
                boolean text = Application.Table.isText(columns.get(i));
                values[i] = text ? rows.getString(i + 2) : (Object) rows.getLong(i + 2);
            }
            return new Row(table.rows(), key, version, values);
        }

        List<Row> rows(Predicate predicate) throws SQLException {
            int columns = table.rows().columns().size() + 1;
            List<Row> found = new ArrayList<>();
            try (ResultSet rows = prepared(table.read(predicate)).executeQuery()) {
                while (rows.next()) {
                    long[] key = new long[table.rows().key().size()];
                    for (int i = 0; i < key.length; i++) key[i] = rows.getLong(columns + 1 + i);
                    found.add(row(rows, key));
                }
            }
            return found;
        }

        /** Writes a register; returns what was in it. */
        Long exchange(long key, long value) throws SQLException {
            PreparedStatement statement = prepared(table.exchange());
            statement.setLong(1, value);
            setKey(statement, 2, key);
            if (statement.executeUpdate() == 0) {
                insert(table.rows().row(key).as(value)); // fails if another did so meanwhile
                return null;
            }
            PreparedStatement before = prepared(table.exchanged());
            setKey(before, 1, key);
            try (ResultSet rows = before.executeQuery()) {
                if (!rows.next()) throw new SQLException("the row that was updated is not there");
                long old = rows.getLong(1);
                return rows.wasNull() ? null : (Long) old;
            }
        }

        boolean isThere(long... key) throws SQLException {
            try (ResultSet rows = query(false, key)) {
                return rows.next();
            }
        }

        void write(Row row) throws SQLException {
            if (table.idioms().contains(Idiom.UPSERT)) {
                upsert(row.version(), row.key());
                return;
            }
            PreparedStatement statement = prepared(updates.computeIfAbsent(row.changed(), c -> update(row)));
            int place = 1;
            set(statement, place++, row.version());
            for (int i = 0; i < row.values().length; i++) {
                if (row.isChanged(i)) setValue(statement, place++, row.values()[i]);
            }
            setKey(statement, place, row.key());
            if (statement.executeUpdate() == 0) insert(row);
        }

        private String update(Row row) {
            List<String> columns = table.rows().columns();
            return table.update(IntStream.range(0, columns.size())
                    .filter(row::isChanged)
                    .mapToObj(columns::get)
                    .toList());
        }

        private void upsert(long value, long... key) throws SQLException {
            PreparedStatement upsert = prepared(table.upsert());
            int place = setKey(upsert, 1, key);
            set(upsert, place, value);
            set(upsert, place + 1, value);
            upsert.executeUpdate();
        }

        void insert(Row row) throws SQLException {
            PreparedStatement statement = prepared(insert);
            int place = setKey(statement, 1, row.key());
            set(statement, place++, row.version());
            for (Object value : row.values()) setValue(statement, place++, value);
            statement.executeUpdate();
        }

        /** Whether there was a row. */
        boolean delete(long... key) throws SQLException {
            PreparedStatement statement = prepared(delete);
            setKey(statement, 1, key);
            return statement.executeUpdate() > 0;
        }

        boolean compareAndSet(long key, Optional<Long> expected, Optional<Long> value) throws SQLException {
            PreparedStatement statement =
                    prepared(expected.isEmpty() ? table.compareNullAndSet() : table.compareAndSet());
            if (value.isEmpty()) statement.setNull(1, Types.BIGINT);
            else statement.setLong(1, value.get());
            int place = setKey(statement, 2, key);
            if (expected.isPresent()) statement.setLong(place, expected.get());
            return statement.executeUpdate() == 1;
        }

        /** Gives the key; returns the next place. */
        private static int setKey(PreparedStatement statement, int place, long... key) throws SQLException {
            for (int i = 0; i < key.length; i++) statement.setInt(place + i, Math.toIntExact(key[i]));
            return place + key.length;
        }

        private static void setValue(PreparedStatement statement, int place, Object value) throws SQLException {
            if (value instanceof Long number) statement.setLong(place, number);
            else statement.setString(place, (String) value);
        }

        private void set(PreparedStatement statement, int place, long value) throws SQLException {
            if (table.list()) statement.setObject(place, "," + value, Types.VARCHAR);
            else statement.setLong(place, value);
        }
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
