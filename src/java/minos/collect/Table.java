package minos.collect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The table that a run works on: a row for each key. A register is a number; a list is text, each element behind a
 * comma, and an append adds to the end of it. A row that is absent, or has null, is a key in its initial state.
 *
 * @param list       whether the keys hold lists
 * @param statements how reads and writes are put
 */
record Table(String name, boolean list, Dialect dialect, Statements statements) {
    private static final int BATCH = 1000;
    private static final int DROP_SECONDS = 10;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    String read() {
        return "SELECT v FROM " + name + " WHERE k = ?";
    }

    /** The same, of a row that is then written: others have to wait for that. */
    String readToWrite() {
        return read() + " FOR UPDATE";
    }

    /** One statement that writes whether there is a row or not. The key; the value; what is to be set or appended. */
    String upsert() {
        return dialect.upsert(name, list ? dialect.concatenation(name + ".v", "?") : "?");
    }

    /** The new value, or what to append; then the key. */
    String update() {
        return "UPDATE " + name + " SET v = " + (list ? dialect.concatenation("v", "?") : "?") + " WHERE k = ?";
    }

    /** For keys without a row. The key; the value. */
    String insert() {
        return "INSERT INTO " + name + " (k, v) VALUES (?, ?)";
    }

    /** The key. */
    String delete() {
        return "DELETE FROM " + name + " WHERE k = ?";
    }

    /** The new value; the key; the old value. */
    String compareAndSet() {
        return "UPDATE " + name + " SET v = ? WHERE k = ? AND v = ?";
    }

    String compareNullAndSet() {
        return "UPDATE " + name + " SET v = ? WHERE k = ? AND v IS NULL";
    }

    /** Makes the table, with rows for so many keys. */
    void create(Connection connection, int keys) throws SQLException {
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + name + " (k INTEGER NOT NULL PRIMARY KEY, v "
                    + (list ? dialect.textType() : "BIGINT") + ")");
        }
        if (list || keys == 0) return;
        connection.setAutoCommit(false);
        String row = "INSERT INTO " + name + " (k, v) VALUES (?, NULL)";
        try (PreparedStatement insert = connection.prepareStatement(row)) {
            for (int key = 0; key < keys; key++) {
                insert.setInt(1, key);
                insert.addBatch();
                if (key % BATCH == BATCH - 1) insert.executeBatch();
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
