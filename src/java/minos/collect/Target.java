package minos.collect;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import minos.client.Client;
import minos.client.Keyspace;
import minos.client.Store;
import minos.generate.Application;

/**
 * A database that is reached by JDBC.
 *
 * @param driver    takes the URL
 * @param url       as JDBC writes it
 * @param user      null to name none
 * @param password  null to give none
 * @param isolation null for the database's own default
 * @param onConnect  statements that each new connection begins with
 * @param idioms     how reads and writes are put in SQL
 * @param tables     what a run works on
 */
public record Target(
        Driver driver,
        String url,
        String user,
        String password,
        Isolation isolation,
        List<String> onConnect,
        Set<Idiom> idioms,
        List<Application.Table> tables)
        implements Store {
    /** Of keys that are numbers. */
    private static final List<Application.Table> NUMBERED = List.of(Application.Table.numbered(0));

    public Target(
            Driver driver, String url, String user, String password, Isolation isolation, List<String> onConnect) {
        this(driver, url, user, password, isolation, onConnect, Set.of(), NUMBERED);
    }

    /** How the database differs from others. */
    Dialect dialect() {
        return Dialect.of(url);
    }

    /** The same with other SQL. */
    public Target with(Set<Idiom> other) throws CollectException {
        if (other.contains(Idiom.FOR_UPDATE) && !dialect().locksReads()) {
            throw new CollectException(dialect() + " has no SELECT … FOR UPDATE");
        }
        if (other.contains(Idiom.FOR_SHARE) && dialect().forShare() == null) {
            throw new CollectException("how to read with a lock that is shared is not known of " + dialect());
        }
        if (other.contains(Idiom.UPSERT) && dialect().upsert("", "?") == null) {
            throw new CollectException("how to update or insert in one statement is not known of " + dialect());
        }
        return new Target(driver, url, user, password, isolation, onConnect, Set.copyOf(other), tables);
    }

    /** The same, reached another way, by the same driver: another would have databases in memory of its own. */
    public Target at(String otherUrl) {
        return new Target(driver, otherUrl, user, password, isolation, onConnect, idioms, tables);
    }

    /** The same for an application. */
    Target with(Application application) throws CollectException {
        boolean numbered =
                application.tables().stream().allMatch(table -> table.name().isEmpty());
        if (idioms.contains(Idiom.UPSERT) && !numbered) throw new CollectException("--upsert is not for applications");
        return new Target(driver, url, user, password, isolation, onConnect, idioms, application.tables());
    }

    private List<Table> tables(Run run) {
        return tables.stream()
                .map(table -> new Table(
                        run.name() + (table.name().isEmpty() ? "" : "_" + table.name()),
                        table,
                        run.list(),
                        dialect(),
                        idioms))
                .toList();
    }

    @Override
    public Client open(Run run) throws SQLException {
        Connection connection = connect();
        try {
            return new JdbcClient(connection, tables(run));
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public Keyspace keyspace(Run run) throws SQLException {
        return new JdbcKeyspace(connect(), tables(run));
    }

    @Override
    public Optional<String> asked() {
        return Optional.ofNullable(isolation).map(Isolation::toString);
    }

    @Override
    public String place() {
        return Secrets.hideIn(url);
    }

    /** A new connection, in the isolation level asked for. */
    Connection connect() throws SQLException {
        try {
            return open();
        } catch (SQLException e) {
            throw new SQLException(clean(e), e.getSQLState(), e.getErrorCode());
        } catch (RuntimeException e) {
            throw new SQLException(clean(e), "08001");
        }
    }

    /** What a driver says, without what it was not asked to repeat. */
    private String clean(Exception error) {
        return hide(Outcome.message(error));
    }

    /** A text without the secrets that connecting takes. */
    @Override
    public String hide(String text) {
        return new Secrets(url, password, onConnect).hide(text);
    }

    private Connection open() throws SQLException {
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

    /** Those that the driver says the database has. */
    @Override
    public List<String> isolations() throws SQLException {
        List<String> offered = new ArrayList<>();
        try (Connection connection = connect()) {
            for (Isolation level : Isolation.values()) {
                if (connection
                        .getMetaData()
                        .supportsTransactionIsolationLevel(dialect().code(level))) offered.add(level.toString());
            }
        }
        return offered;
    }

    /** Isolation levels as databases name them, which says little about what they give. */
    public enum Isolation {
        READ_UNCOMMITTED("read-uncommitted", Connection.TRANSACTION_READ_UNCOMMITTED),
        READ_COMMITTED("read-committed", Connection.TRANSACTION_READ_COMMITTED),
        REPEATABLE_READ("repeatable-read", Connection.TRANSACTION_REPEATABLE_READ),
        /** Not in JDBC: the number is H2's, {@link Dialect#code} knows others. */
        SNAPSHOT("snapshot", 6),
        SERIALIZABLE("serializable", Connection.TRANSACTION_SERIALIZABLE);

        private final String text;
        private final int code;

        Isolation(String text, int code) {
            this.text = text;
            this.code = code;
        }

        /** The level of that name; null if there is none. */
        public static Isolation named(String name) {
            for (Isolation isolation : values()) if (isolation.text.equals(name)) return isolation;
            return null;
        }

        /** One that transactions can choose, by its name or a short one; empty if there is none. */
        public static Optional<Isolation> chosen(String name) {
            return Optional.ofNullable(
                    switch (name) {
                        case "rc", "read-committed" -> READ_COMMITTED;
                        case "rr", "repeatable-read" -> REPEATABLE_READ;
                        case "si", "snapshot" -> SNAPSHOT;
                        case "ser", "serializable" -> SERIALIZABLE;
                        default -> null;
                    });
        }

        /**
         * What a transaction that chose it is to be judged by: what SQL calls read committed is Adya's, and what databases with
         * versions call repeatable read is snapshot isolation.
         */
        String promise() {
            return switch (this) {
                case READ_UNCOMMITTED -> "read-uncommitted";
                case READ_COMMITTED -> "adya-read-committed";
                case REPEATABLE_READ, SNAPSHOT -> "snapshot-isolation";
                case SERIALIZABLE -> "serializable";
            };
        }

        int code() {
            return code;
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
