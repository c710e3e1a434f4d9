package minos.collect;

/** A way to put reads and writes in SQL that not every database understands; without any, all of them do. */
public enum Idiom {
    /** A read locks the row, {@code SELECT … FOR UPDATE}, if the transaction goes on to write it. */
    FOR_UPDATE,
    /** Every other read locks the row against writers, {@code SELECT … FOR SHARE}. */
    FOR_SHARE,
    /** A write is one statement that updates or inserts; otherwise it is an update, and an insert if that found no row. */
    UPSERT,
    /** A read that is followed at once by a write of the row is one statement with it, an update that keeps the old value. */
    EXCHANGE
}
