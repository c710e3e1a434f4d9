/**
 * From what was recorded to what it means: who read from whom, whatever level will be asked for.
 *
 * <p>{@link minos.infer.Relations} is the result, and the door. Behind it {@code Writers} finds who wrote each version,
 * {@code Reads} judges each read against its own transaction and its source (the patterns a to f and j of the Plume paper) and
 * so finds the write–read relation, and {@code VersionOrders} takes from lists the order of versions that they show. All of it
 * is linear in the size of the history and shared out to threads by ranges of transactions; of registers the sources are not even
 * stored, as a read's version names its write.
 *
 * <p>{@link minos.infer.Findings} counts violations and keeps the first few; the judges use it too.
 *
 * <p>A value that was written twice leaves the source of a read open; such a history is an {@link
 * minos.infer.AmbiguousHistory}, and {@code minos.judge.sources} makes readings of it that are none.
 */
package minos.infer;
