/**
 * From what was recorded to what it means: who read from whom, whatever level will be asked for.
 *
 * <p>{@link minos.infer.Relations} is the door, and the result. Behind it {@code Writers} finds who wrote each version, {@code Reads} judges each read
 * against its own transaction and its source (the patterns a to f and j of Liu, Gu, Wei and Basin, <i>Plume</i>, OOPSLA 2024), and {@code VersionOrders} takes
 * from lists the order of versions that they show. All of it is linear in the size of the history, shared out to threads by ranges of
 * transactions. Of registers the sources are not even stored, as a read's version names its write.
 *
 * <p>What may be added to that, where somebody asks for it:
 * <ul>
 * <li>{@link minos.infer.RealTimeOrder}, who had completed before whom, for all transactions, or by key or group: O(n) edges for the n transactions of a
 *     group, by a chain of helpers, where there are O(n²) pairs;
 * <li>{@link minos.infer.AssumedOrders}, the version orders that {@link minos.infer.Assumptions} grant: Elle's {@code :wfr-keys?} and its like, or the word of the
 *     database. Linear but for sorting;
 * <li>{@link minos.infer.Mix}, the level of each transaction.
 * </ul>
 *
 * {@link minos.infer.Options} say how to judge, and {@link minos.infer.Findings} count violations and keep the first few: both are for the judges, too.
 *
 * <p>A value that was written twice leaves the source of a read open; such a history is an {@link minos.infer.AmbiguousHistory}, of which {@code minos.judge.sources}
 * makes readings that are not.
 */
package minos.infer;
