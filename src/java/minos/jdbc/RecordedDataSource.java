package minos.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import minos.Recording;

/**
 * A {@code DataSource} that records what runs through it.
 * <pre>
 * Recording recording = Minos.record(Model.RW_REGISTER);
 * DataSource recorded = RecordedDataSource.of(dataSource, recording, "account");
 * </pre>
 * A session of the recording is a thread of the application. Statements are understood that name one row by its primary key; others that
 * write to a recorded table throw {@link java.sql.SQLFeatureNotSupportedException} before they are sent, others that read are
 * not recorded. Rows that are read must have been written through it, too.
 */
public final class RecordedDataSource {
    private RecordedDataSource() {}

    /**
     * Puts a recorder before a data source.
     *
     * @param source    where connections come from
     * @param recording of registers; is told of each transaction
     * @param tables    the tables to record; all if none is named
     * @return a data source whose connections are recorded
     */
    public static DataSource of(DataSource source, Recording recording, String... tables) {
        Set<String> named = Stream.of(tables).map(Sql::fold).collect(Collectors.toUnmodifiableSet());
        Rows rows = new Rows();
        return proxy(DataSource.class, (method, arguments) -> {
            Object result = call(method, source, arguments);
            return result instanceof Connection connection
                    ? new RecordedConnection(connection, recording, rows, named).proxy()
                    : result;
        });
    }

    /** What is done in place of a method. */
    interface Handler {
        Object invoke(Method method, Object[] arguments) throws Throwable;
    }

    static <T> T proxy(Class<T> type, Handler handler) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader() == null ? RecordedDataSource.class.getClassLoader() : type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class
                            && method.getName().equals("equals")) return self == arguments[0];
                    if (method.getDeclaringClass() == Object.class
                            && method.getName().equals("hashCode")) return System.identityHashCode(self);
                    return handler.invoke(method, arguments == null ? new Object[0] : arguments);
                }));
    }

    /** Calls the real one; what that throws is thrown as it is. */
    static Object call(Method method, Object target, Object... arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
