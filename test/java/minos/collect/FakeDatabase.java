package minos.collect;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A database of registers for one session, as a JDBC driver that throws what it is told to, when it is told to. It serves only the few
 * statements of a {@link Table}.
 */
final class FakeDatabase {
    /** When something goes wrong, and what. */
    enum When {
        UPDATE,
        COMMIT,
        ROLLBACK
    }

    private final Map<Integer, Long> committed = new HashMap<>();
    private final Map<When, Exception> faults = new HashMap<>();
    private final AtomicInteger transactions = new AtomicInteger();
    private int faultAt = -1;
    private boolean takesEffect;
    int connections;

    /** Throws in the n-th transaction after the trial that a run begins with. */
    FakeDatabase fault(int transaction, When when, Exception error) {
        faultAt = transaction;
        faults.put(when, error);
        return this;
    }

    /** A commit that throws takes effect all the same. */
    FakeDatabase committing() {
        takesEffect = true;
        return this;
    }

    Target target() {
        Driver driver = proxy(Driver.class, (self, method, args) -> switch (method.getName()) {
            case "connect" -> connect();
            case "acceptsURL" -> true;
            default -> throw new UnsupportedOperationException(method.getName());
        });
        return new Target(driver, "jdbc:fake:", null, null, null, List.of());
    }

    private Connection connect() throws Exception {
        connections++;
        Link link = new Link();
        return proxy(Connection.class, (self, method, args) -> switch (method.getName()) {
            case "prepareStatement" -> link.prepare((String) args[0]);
            case "createStatement" ->
                proxy(Statement.class, (s, m, a) -> m.getName().equals("execute") ? false : null);
            case "commit" -> link.commit();
            case "rollback" -> link.rollback();
            case "isClosed" -> false;
            case "getTransactionIsolation" -> Connection.TRANSACTION_SERIALIZABLE;
            case "getMetaData" ->
                proxy(DatabaseMetaData.class, (s, m, a) -> m.getName().endsWith("Name") ? "Fake" : "1");
            case "close", "setAutoCommit" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private void check(When when) throws Exception {
        if (transactions.get() - 1 == faultAt && faults.containsKey(when)) throw faults.remove(when);
    }

    /** A connection's transaction. */
    private final class Link {
        private final Map<Integer, Long> own = new HashMap<>();

        PreparedStatement prepare(String sql) {
            Object[] given = new Object[4];
            return proxy(PreparedStatement.class, (self, method, args) -> switch (method.getName()) {
                case "setInt", "setLong" -> given[(int) args[0]] = args[1];
                case "executeUpdate" -> {
                    check(When.UPDATE);
                    boolean insert = sql.startsWith("INSERT");
                    own.put((Integer) given[insert ? 1 : 2], ((Number) given[insert ? 2 : 1]).longValue());
                    yield 1;
                }
                case "executeQuery" -> row((Integer) given[1]);
                case "addBatch", "executeBatch", "close" -> null;
                default -> throw new UnsupportedOperationException(method.getName());
            });
        }

        private ResultSet row(int key) {
            Long value = own.getOrDefault(key, committed.get(key));
            return proxy(ResultSet.class, (self, method, args) -> switch (method.getName()) {
                case "next" -> true;
                case "getLong" -> value == null ? 0L : value;
                case "wasNull" -> value == null;
                default -> null;
            });
        }

        Object commit() throws Exception {
            if (own.isEmpty()) return null;
            try {
                check(When.COMMIT);
            } catch (Exception e) {
                if (takesEffect) committed.putAll(own);
                throw e;
            } finally {
                transactions.incrementAndGet();
            }
            committed.putAll(own);
            own.clear();
            return null;
        }

        Object rollback() throws Exception {
            own.clear();
            check(When.ROLLBACK);
            transactions.incrementAndGet();
            return null;
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
            try {
                return handler.invoke(self, method, args);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }

    static SQLException sql(String state) {
        return new SQLException("told to", state);
    }
}
