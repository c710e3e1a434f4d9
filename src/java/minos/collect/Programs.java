package minos.collect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import minos.client.Client;
import minos.generate.Application.Predicate;
import minos.generate.Application.Program;
import minos.generate.Application.Row;
import minos.generate.Application.Rows;
import minos.generate.Application.Table;

/** A client whose transactions may go on by what they have read: what applications need. */
interface Programs extends Client {
    /**
     * Runs a program and commits, unless the program wants it rolled back.
     *
     * @param trace       through which the program is to see the rows
     * @param isolation   as in {@link minos.client.Transaction}
     * @param beforeCommit called when all operations are done, before the commit is asked for
     * @return whether it was committed
     * @throws Exception as in {@link Client#run}
     */
    boolean run(Program program, Trace trace, Optional<String> isolation, Runnable beforeCommit) throws Exception;

    /** What a program does and sees, written down before it is done. Others may look at it meanwhile. */
    final class Trace {
        /**
         * A micro-op.
         *
         * @param start all but what was read
         * @param read  as EDN; null for what is no read
         */
        private record MicroOp(String start, String read) {}

        private final AtomicLong versions;
        private final boolean rows;
        private final List<MicroOp> ops = new ArrayList<>();
        private final List<String> undone = new ArrayList<>();
        private int savepoint;

        /**
         * @param versions the last version of a row that was given; all are different
         * @param rows     whether rows are inserted and deleted, which may be read by predicates; otherwise they are registers
         */
        Trace(AtomicLong versions, boolean rows) {
            this.versions = versions;
            this.rows = rows;
        }

        /** The micro-ops so far, with what was read. */
        synchronized String done() {
            return text(ops, true);
        }

        /** The same without what was read. */
        synchronized String intended() {
            return text(ops, false);
        }

        /** What was done and then undone, each time to a savepoint: only its writes. */
        synchronized List<String> undone() {
            return List.copyOf(undone);
        }

        private static String text(List<MicroOp> ops, boolean read) {
            return ops.stream()
                    .map(op -> "[" + op.start + (op.read == null ? "" : " " + (read ? op.read : "nil")) + "]")
                    .collect(Collectors.joining(" ", "[", "]"));
        }

        private synchronized void add(String start, String read) {
            ops.add(new MicroOp(start, read));
        }

        private synchronized void forgetLast() {
            ops.remove(ops.size() - 1);
        }

        private synchronized void mark() {
            savepoint = ops.size();
        }

        private synchronized void goBack() {
            List<MicroOp> since = ops.subList(savepoint, ops.size());
            List<MicroOp> writes = since.stream().filter(op -> op.read == null).toList();
            if (!writes.isEmpty()) undone.add(text(writes, false));
            since.clear();
        }

        /** The rows, as a program sees them that is written down. */
        Rows over(Rows database) {
            return new Rows() {
                @Override
                public Row read(Table table, long... key) throws Exception {
                    return saw(table, key, database.read(table, key));
                }

                @Override
                public Row readToWrite(Table table, long... key) throws Exception {
                    return saw(table, key, database.readToWrite(table, key));
                }

                private Row saw(Table table, long[] key, Row row) {
                    add(":r " + table.name(key), row == null ? "nil" : Long.toString(row.version()));
                    return row;
                }

                @Override
                public List<Row> where(Table table, Predicate predicate) throws Exception {
                    List<Row> found = database.where(table, predicate);
                    add(
                            ":rp " + predicate,
                            found.stream()
                                    .map(row -> row.name() + " " + row.version())
                                    .collect(Collectors.joining(", ", "{", "}")));
                    return found;
                }

                @Override
                public void write(Row row) throws Exception {
                    database.write(written(":w ", row));
                }

                @Override
                public void insert(Row row) throws Exception {
                    database.insert(written(rows ? ":insert " : ":w ", row));
                }

                private Row written(String function, Row row) {
                    Row version = row.version() == Row.NO_VERSION ? row.as(versions.incrementAndGet()) : row;
                    add(function + row.name() + " " + version.version(), null);
                    return version;
                }

                @Override
                public void append(Row row) {
                    throw new UnsupportedOperationException("the rows of applications are no lists");
                }

                @Override
                public boolean delete(Table table, long... key) throws Exception {
                    add(rows ? ":delete " + table.name(key) : ":w " + table.name(key) + " nil", null);
                    boolean written = database.delete(table, key);
                    if (!written) forgetLast();
                    return written;
                }

                @Override
                public void savepoint() throws Exception {
                    database.savepoint();
                    mark();
                }

                @Override
                public void undo() throws Exception {
                    database.undo();
                    goBack();
                }
            };
        }
    }
}
