package minos.jdbc;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Names the registers of a database: one for each column of each row, by the row's primary key. */
final class Rows {
    /**
     * A table.
     *
     * @param key the columns of its primary key, sorted; none if it has no such key
     */
    record Table(List<String> key, Set<String> others) {}

    private final Map<String, Table> tables = new ConcurrentHashMap<>();
    /** Columns of which nothing is recorded any more, because something was written there that cannot be told. */
    private final Set<String> untold = ConcurrentHashMap.newKeySet();

    Table table(String name, Connection connection) throws SQLException {
        Table known = tables.get(name);
        if (known != null) return known;
        DatabaseMetaData data = connection.getMetaData();
        for (String spelled : List.of(name, name.toUpperCase(Locale.ROOT))) {
            List<String> key = new ArrayList<>(columns(data.getPrimaryKeys(connection.getCatalog(), null, spelled)));
            if (key.isEmpty()) continue;
            Set<String> others = columns(data.getColumns(connection.getCatalog(), null, spelled, null));
            others.removeAll(key);
            key.sort(null);
            Table found = new Table(List.copyOf(key), others);
            tables.put(name, found);
            return found;
        }
        return new Table(List.of(), Set.of()); // made later, perhaps
    }

    private static Set<String> columns(ResultSet rows) throws SQLException {
        Set<String> names = new LinkedHashSet<>();
        try (rows) {
            while (rows.next()) names.add(Sql.fold(rows.getString("COLUMN_NAME")));
        }
        return names;
    }

    /** The row that a statement is about: {@code account[7]}; empty if that is not one row, named by its whole key. */
    Optional<String> row(Sql sql, Map<Integer, Object> parameters, Connection connection) throws SQLException {
        Map<String, Sql.Operand> named = sql.kind() == Sql.Kind.INSERT ? sql.set() : sql.where();
        List<String> key = table(sql.table(), connection).key;
        boolean exact = sql.kind() == Sql.Kind.INSERT
                ? named.keySet().containsAll(key)
                : named.keySet().equals(Set.copyOf(key));
        if (key.isEmpty() || !exact) return Optional.empty();
        List<String> values = new ArrayList<>();
        for (String column : key) {
            Sql.Operand operand = named.get(column);
            String value = operand.isKnown() ? text(operand.value(parameters)) : null;
            if (value == null) return Optional.empty();
            // "a, b" and "c" are another row than "a" and "b, c".
            values.add(key.size() == 1 ? value : value.replace("\\", "\\\\").replace(",", "\\,"));
        }
        return Optional.of(sql.table() + values);
    }

    /** From now on nothing is recorded of a column; to be called before that is written which cannot be told. */
    void leaveOut(String table, String column) {
        untold.add(table + "." + column);
    }

    boolean isLeftOut(String table, String column) {
        return untold.contains(table + "." + column);
    }

    /**
     * A value as it is compared, as drivers return another type than they were given; null for types whose values do not tell, such as
     * times, which depend on the zone, and streams.
     */
    static String text(Object value) {
        if (value instanceof Boolean bool) return bool ? "1" : "0"; // as numbers, in databases that have no such type
        if (value instanceof String || value instanceof UUID)
            return value.toString().stripTrailing(); // CHAR is padded
        if (!(value instanceof Number) || value instanceof Double number && !Double.isFinite(number)) return null;
        BigDecimal decimal = new BigDecimal(value.toString());
        return decimal.signum() == 0 ? "0" : decimal.stripTrailingZeros().toPlainString();
    }
}
