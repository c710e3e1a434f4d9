package minos.collect;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;

/**
 * A database, and how to connect to it.
 *
 * @param driver    takes the URL
 * @param user      null to name none; likewise the password
 * @param isolation null for the database's own default
 * @param onConnect statements that each new connection begins with
 */
public record Target(
        Driver driver, String url, String user, String password, Isolation isolation, List<String> onConnect) {

    public Dialect dialect() {
        return Dialect.of(url);
    }

    /** A new connection, in the isolation level asked for. */
    Connection connect() throws SQLException {
        Properties properties = new Properties();
        if (user != null) properties.setProperty("user", user);
        if (password != null) properties.setProperty("password", password);
        Connection connection = driver.connect(url, properties);
        if (connection == null) throw new SQLException("the driver does not take this URL", "08001");
        try {
            for (String sql : onConnect) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute(sql);
                }
            }
            if (isolation != null) connection.setTransactionIsolation(dialect().code(isolation));
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** The level that the connection says it has. */
    String given(Connection connection) throws SQLException {
        int code = connection.getTransactionIsolation();
        for (Isolation level : Isolation.values()) if (dialect().code(level) == code) return level.toString();
        return "level " + code;
    }
}
