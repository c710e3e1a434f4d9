package minos.collect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import minos.generate.Application;

/**
 * A table that a run works on, in SQL. The column {@code v} is what the history tells of a row. In a register it is a number, in a row of
 * an application the number of its version; a list is text, each element behind a comma, and an append adds to the end of it. A row that
 * is absent, or has null there, is in its initial state.
 *
 * @param rows       its columns
 * @param list       whether the rows are lists
 * @param idioms     how reads and writes are put
 */
record Table(String name, Application.Table rows, boolean list, Dialect dialect, Set<Idiom> idioms) {
    private static final int BATCH = 1000;
    private static final int DROP_SECONDS = 10;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    /** What is in a row beside its key: {@code v} first. */
    private Stream<String> columns() {
        return Stream.concat(Stream.of("v"), rows.columns().stream().map(Table::sql));
    }

    private static String sql(String column) {
        return Application.Table.isText(column) ? column.substring(0, column.length() - 1) : column;
    }

    private String where() {
        return " WHERE " + rows.key().stream().map(column -> column + " = ?").collect(Collectors.joining(" AND "));
    }

    private String select(Stream<String> columns) {
        return "SELECT " + columns.collect(Collectors.joining(", ")) + " FROM " + name;
    }

    /** The key. */
    String read() {
        return select(columns()) + where() + (idioms.contains(Idiom.FOR_SHARE) ? dialect.forShare() : "");
    }

    /** The same, of a row that is then written: others may have to wait for that. */
    String readToWrite() {
        return idioms.contains(Idiom.FOR_UPDATE) ? select(columns()) + where() + " FOR UPDATE" : read();
    }

    /** The rows that match, with their keys behind what else there is in them. */
    String read(Application.Predicate predicate) {
        String condition =
                switch (predicate.test()) {
                    case TRUE -> "v IS NOT NULL";
                    case BETWEEN -> "v BETWEEN " + predicate.first() + " AND " + predicate.second();
                    case MOD -> dialect.remainder("v", predicate.first()) + " = " + predicate.second();
                };
        return select(Stream.concat(columns(), rows.key().stream())) + " WHERE " + condition;
    }

    /** What is new in {@code v}, while {@code p} keeps what was there; the key. */
    String exchange() {
        return "UPDATE " + name + " SET p = v, v = ?" + where();
    }

    /** What was there before the last exchange. The key. */
    String exchanged() {
        return select(Stream.of("p")) + where();
    }

    /** One statement that writes whether there is a row or not. The key; the value; what is to be set or appended. Not of applications. */
    String upsert() {
        return dialect.upsert(name, list ? dialect.concatenation(name + ".v", "?") : "?");
    }

    /** What is new in {@code v} and in so many other columns, or to be appended; then the key. */
    String update(List<String> changed) {
        String set = Stream.concat(Stream.of("v"), changed.stream().map(Table::sql))
                .map(column -> column + " = " + (list ? dialect.concatenation(column, "?") : "?"))
                .collect(Collectors.joining(", "));
        return "UPDATE " + name + " SET " + set + where();
    }

    /** For keys without a row. The key; what is in it. */
    String insert() {
        List<String> all = Stream.concat(rows.key().stream(), columns()).toList();
        return "INSERT INTO " + name + " (" + String.join(", ", all) + ") VALUES ("
                + all.stream().map(column -> "?").collect(Collectors.joining(", ")) + ")";
    }

    /** The key. */
    String delete() {
        return "DELETE FROM " + name + where();
    }

    /** The new value; the key; the old value. */
    String compareAndSet() {
        return update(List.of()) + " AND v = ?";
    }

    String compareNullAndSet() {
        return update(List.of()) + " AND v IS NULL";
    }

    /** Makes the table, with rows for so many keys from 0 on, if its keys are numbers. */
    void create(Connection connection, int keys) throws SQLException {
        Stream<String> key = rows.key().stream().map(column -> column + " INTEGER NOT NULL, ");
        Stream<String> others = rows.columns().stream()
                .map(column ->
                        sql(column) + (Application.Table.isText(column) ? " " + dialect.textType() : " BIGINT") + ", ");
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + name + " (" + key.collect(Collectors.joining()) + "v "
                    + (list ? dialect.textType() : "BIGINT") + ", "
                    + (idioms.contains(Idiom.EXCHANGE) ? "p BIGINT, " : "")
                    + others.collect(Collectors.joining())
                    + "PRIMARY KEY (" + String.join(", ", rows.key()) + "))");
            if (rows.indexed()) statement.execute("CREATE INDEX " + name + "_v ON " + name + " (v)");
        }
        if (list || keys == 0) return;
        connection.setAutoCommit(false);
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO " + name + " (" + rows.key().get(0) + ", v) VALUES (?, NULL)")) {
            for (int number = 0; number < keys; number++) {
                insert.setInt(1, number);
                insert.addBatch();
                if (number % BATCH == BATCH - 1) insert.executeBatch();
            }
            insert.executeBatch();
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    /** The elements of a list, from its text. Whatever is in there that nobody appended stays as it is. */
    static List<Object> elements(String text) {
        if (text == null) return null;
        List<Object> elements = new ArrayList<>();
        for (String element : text.split(",", -1)) {
            if (element.isEmpty()) continue;
            elements.add(NUMBER.matcher(element).matches() ? (Object) Long.valueOf(element) : element);
        }
        return elements;
    }

    void drop(Connection connection) throws SQLException {
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(DROP_SECONDS); // should a lost session still hold locks
            statement.execute("DROP TABLE " + name);
        }
    }
}
