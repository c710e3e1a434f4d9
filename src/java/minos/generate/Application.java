package minos.generate;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import minos.history.Model;

/**
 * What clients do with a database: the tables that they work on, what is in these at first, and an endless supply of transactions. The simplest is a
 * {@link Workload}, random operations on one table of registers or lists; {@link Tpcc}, {@link Twitter} and {@link Rubis} are applications as people write them.
 */
public interface Application {
    /** What its rows are to a judge. */
    Model model();

    List<Table> tables();

    /** What fills the tables, one after another, before anybody else is at work. Part of the history like all other transactions. */
    default List<Program> load() {
        return List.of();
    }

    /** Plans what clients do from then on: the same for the same seed. Not for several threads at once. */
    Supplier<? extends Program> planner(long seed);

    /**
     * A transaction, as a small program over rows: what it does next may depend on what it has read. Of nothing else: chance has its part when it is
     * planned, so that it can be run again and do the same where it reads the same.
     */
    interface Program {
        /**
         * Does all but the commit.
         *
         * @return whether to commit; otherwise it is to be rolled back
         * @throws Exception what the rows throw
         */
        boolean run(Rows rows) throws Exception;

        /** The same for another attempt, after one that was aborted. */
        default Program again() {
            return this;
        }

        /** Is called when it has come to its end, whatever that was. */
        default void ended() {}
    }

    /** The rows that a transaction can reach. What fails there ends it. */
    interface Rows {
        /** The row with that key; null if there is none. */
        Row read(Table table, long... key) throws Exception;

        /** The same of a row that the transaction goes on to write, which a database may be asked to lock. */
        Row readToWrite(Table table, long... key) throws Exception;

        /** Writes a row, whether one with its key is there or not. */
        void write(Row row) throws Exception;

        /** Writes a row that is new. */
        void insert(Row row) throws Exception;

        /** Adds the version to the end of the list that the row with that key is. */
        void append(Row row) throws Exception;

        /** Deletes a row; returns whether that was a write, which it is not where there is no such row. */
        boolean delete(Table table, long... key) throws Exception;

        /** The rows that match, in any order. */
        default List<Row> where(Table table, Predicate predicate) throws Exception {
            throw new UnsupportedOperationException("these rows are found by their keys alone");
        }

        /** Marks where {@link #undo} goes back to. */
        default void savepoint() throws Exception {
            throw new UnsupportedOperationException("there are no savepoints here");
        }

        /** Undoes what the transaction did since the savepoint. */
        default void undo() throws Exception {
            throw new UnsupportedOperationException("there are no savepoints here");
        }
    }

    /** What the version of a row, as a number, may satisfy. */
    record Predicate(Test test, long first, long second) {
        /** All there are; from the first number to the second; those that leave the second when divided by the first. */
        public enum Test {
            TRUE,
            BETWEEN,
            MOD
        }

        /** As a history writes it. */
        @Override
        public String toString() {
            return switch (test) {
                case TRUE -> ":true";
                case BETWEEN -> "[:between " + first + " " + second + "]";
                case MOD -> "[:mod " + first + " " + second + "]";
            };
        }
    }

    /**
     * A table. Each of its rows is one register of the history, or one list.
     *
     * @param name    empty if there is but one, whose keys are then numbers
     * @param key     the columns by which a row is found; whole numbers
     * @param columns what a row has besides; those whose name ends in a {@code $} are text, the others whole numbers
     * @param blank   how many rows are there from the beginning, in their initial state, with the keys from 0 on
     * @param indexed whether the versions have an index of their own, for ranges
     */
    record Table(String name, List<String> key, List<String> columns, int blank, boolean indexed) {
        /** Rows that are nothing but versions, and whose keys are numbers. */
        public static Table numbered(int blank) {
            return new Table("", List.of("k"), List.of(), blank, false);
        }

        /** A table that is empty at first. Columns are separated by spaces. */
        static Table of(String name, String key, String columns) {
            return new Table(
                    name,
                    List.of(key.split(" ")),
                    columns.isEmpty() ? List.of() : List.of(columns.split(" ")),
                    0,
                    false);
        }

        public static boolean isText(String column) {
            return column.endsWith("$");
        }

        /** A row whose columns are 0 and empty. */
        public Row row(long... id) {
            Object[] values = new Object[columns.size()];
            for (int i = 0; i < values.length; i++) values[i] = isText(columns.get(i)) ? "" : (Object) 0L;
            return new Row(this, id, Row.NO_VERSION, values, Row.ALL);
        }

        /** What a history calls the row with that key: {@code 17}, or {@code [:stock 3 17]}. */
        public String name(long... id) {
            if (name.isEmpty()) return Long.toString(id[0]);
            StringBuilder text = new StringBuilder("[:").append(name.replace('_', '-'));
            for (long part : id) text.append(' ').append(part);
            return text.append(']').toString();
        }

        private int place(String column) {
            int place = columns.indexOf(column);
            if (place < 0) throw new IllegalArgumentException(name + " has no column " + column);
            return place;
        }
    }

    /**
     * A row as it was read, or is to be written.
     *
     * @param version what tells it from all other versions of it, and what a history says that was read or written
     * @param values  by column
     * @param changed the columns that differ from what was read, a bit for each: what is written where the row is there
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares rows
    record Row(Table table, long[] key, long version, Object[] values, long changed) {
        /** Of a row that is to be written: one that no other has. */
        public static final long NO_VERSION = 0;

        private static final long ALL = -1;

        /** A row as it was read. */
        public Row(Table table, long[] key, long version, Object[] values) {
            this(table, key, version, values, 0);
        }

        public boolean isChanged(int column) {
            return (changed >> column & 1) != 0;
        }

        public long number(String column) {
            return (Long) values[table.place(column)];
        }

        public String text(String column) {
            return (String) values[table.place(column)];
        }

        /** A new version of it, with another number in a column. */
        public Row with(String column, long value) {
            return changed(column, value);
        }

        /** A new version of it, with another text in a column. */
        public Row with(String column, String value) {
            return changed(column, value);
        }

        private Row changed(String column, Object value) {
            int place = table.place(column);
            Object[] copy = Arrays.copyOf(values, values.length);
            copy[place] = value;
            return new Row(table, key, NO_VERSION, copy, changed | 1L << place);
        }

        /** A new version of it, that is called so. */
        public Row as(long version) {
            return new Row(table, key, version, values, changed);
        }

        /** What a history calls it. */
        public String name() {
            return table.name(key);
        }
    }
}
