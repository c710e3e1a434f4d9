package minos.collect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import minos.client.Keyspace;

/** The table that a run works on, and the connection that looks after it. */
record JdbcKeyspace(Connection control, Table table) implements Keyspace {
    @Override
    public String database() throws SQLException {
        DatabaseMetaData data = control.getMetaData();
        return data.getDatabaseProductName() + " " + data.getDatabaseProductVersion();
    }

    @Override
    public String isolation() throws SQLException {
        return table.dialect().given(control.getTransactionIsolation());
    }

    @Override
    public void create(int keys) throws SQLException {
        table.create(control, keys);
    }

    @Override
    public void drop() throws SQLException {
        table.drop(control);
    }

    @Override
    public void close() {
        JdbcClient.close(control);
    }
}
