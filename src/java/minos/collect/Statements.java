package minos.collect;

/**
 * How a run puts its reads and writes in SQL.
 *
 * @param forUpdate whether a read locks the row, {@code SELECT … FOR UPDATE}, if the transaction goes on to write it
 * @param forShare  whether every other read locks the row against writers, {@code SELECT … FOR SHARE}
 * @param upsert    whether a write is one statement that updates or inserts; otherwise it is an update, and an insert if that found no row
 * @param exchange  whether a read that is followed at once by a write of the row is one statement with it, an update that keeps the old value
 */
public record Statements(boolean forUpdate, boolean forShare, boolean upsert, boolean exchange) {
    /** What every database understands. */
    public static final Statements PLAIN = new Statements(false, false, false, false);
}
