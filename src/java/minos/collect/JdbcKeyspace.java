package minos.collect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import minos.client.Keyspace;

/** The tables that a run works on, and the connection that looks after them. */
record JdbcKeyspace(Connection control, List<Table> tables) implements Keyspace {
    @Override
    public String database() throws SQLException {
        DatabaseMetaData data = control.getMetaData();
        return data.getDatabaseProductName() + " " + data.getDatabaseProductVersion();
    }

    @Override
    public String isolation() throws SQLException {
        return tables.get(0).dialect().given(control.getTransactionIsolation());
    }

    @Override
    public void create(int keys) throws SQLException {
        for (Table table : tables) table.create(control, keys);
    }

    /** Those that are there: making them may have ended with an error. */
    @Override
    public void drop() throws SQLException {
        SQLException failure = null;
        for (Table table : tables) {
            try {
                table.drop(control);
            } catch (SQLException e) {
                failure = e;
            }
        }
        if (failure != null) throw failure;
    }

    @Override
    public void close() {
        JdbcClient.close(control);
    }
}
