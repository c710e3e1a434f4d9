package minos.collect;

/**
 * How a run puts its reads and writes in SQL.
 *
 * @param forUpdate whether a read locks the row, {@code SELECT … FOR UPDATE}, if the transaction goes on to write it
 * @param upsert    whether a write is one statement that updates or inserts; otherwise it is an update, and an insert if that found no row
 */
public record Statements(boolean forUpdate, boolean upsert) {
    /** What every database understands. */
    public static final Statements PLAIN = new Statements(false, false);
}
