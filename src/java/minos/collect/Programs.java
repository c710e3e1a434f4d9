package minos.collect;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import minos.client.Client;
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
    boolean run(Program program, Trace trace, String isolation, Runnable beforeCommit) throws Exception;

    /** What a program does and sees, written down before it is done. Others may look at it meanwhile. */
    final class Trace {
        private static final String NOT_READ = "nil";

        private final AtomicLong versions;
        private final StringBuilder done = new StringBuilder("[");
        private final StringBuilder intended = new StringBuilder("[");

        /** @param versions the last version of a row that was given; all are different */
        Trace(AtomicLong versions) {
            this.versions = versions;
        }

        /** The micro-ops so far, with what was read. */
        synchronized String done() {
            return done + "]";
        }

        /** The same without what was read. */
        synchronized String intended() {
            return intended + "]";
        }

        private synchronized void add(String function, String key, String value, String result) {
            for (StringBuilder text : List.of(intended, done)) {
                if (text.length() > 1) text.append(' ');
                text.append('[').append(function).append(' ').append(key).append(' ');
            }
            intended.append(value).append(']');
            done.append(result).append(']');
        }

        /** The rows, as a program sees them that is written down. */
        Rows over(Rows rows) {
            return new Rows() {
                @Override
                public Row read(Table table, long... key) throws Exception {
                    return saw(table, key, rows.read(table, key));
                }

                @Override
                public Row readToWrite(Table table, long... key) throws Exception {
                    return saw(table, key, rows.readToWrite(table, key));
                }

                private Row saw(Table table, long[] key, Row row) {
                    add(":r", table.name(key), NOT_READ, row == null ? "nil" : Long.toString(row.version()));
                    return row;
                }

                @Override
                public void write(Row row) throws Exception {
                    rows.write(written(row));
                }

                @Override
                public void insert(Row row) throws Exception {
                    rows.insert(written(row));
                }

                private Row written(Row row) {
                    Row version = row.as(versions.incrementAndGet());
                    String value = Long.toString(version.version());
                    add(":w", row.name(), value, value);
                    return version;
                }

                @Override
                public void append(Row row) {
                    throw new UnsupportedOperationException("the rows of applications are no lists");
                }

                @Override
                public void delete(Table table, long... key) throws Exception {
                    add(":w", table.name(key), "nil", "nil");
                    rows.delete(table, key);
                }
            };
        }
    }
}
