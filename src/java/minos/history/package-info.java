/**
 * Histories: what was recorded, and nothing else. What follows from it (who read from whom) is the business of the engine.
 *
 * <p>Most programs need little of this package: they get a {@link minos.history.History} from {@link minos.Minos#read(java.nio.file.Path)}
 * or a {@link minos.Recording}, and ask it for the transactions that a violation names. The builders are for those who read a
 * format that Minos does not know ({@link minos.Source}); the rest is the engine's.
 *
 * <p>{@link minos.history.History} is the one form in which everything in Minos sees a recording: immutable, in primitive
 * arrays, with dense ids for sessions, transactions, operations, keys and versions. Its vocabulary: {@link
 * minos.history.Model} (what keys hold), {@link minos.history.Status} (how a transaction ended), {@link
 * minos.history.InitialValues} (how a recording marks them), {@link minos.history.Atoms} (what keys and values stand for) and
 * {@link minos.history.Origin} (where to find again what is not kept).
 *
 * <p>Two builders make histories. Both take time linear in the number of operations and of elements in lists:
 * <ul>
 * <li>{@link minos.history.HistoryBuilder} takes transactions one by one, of lists or registers, with or without real time. It
 *     is the one to use.
 * <li>{@link minos.history.BulkBuilder} takes registers only, numbered by integers, from several threads at once, as fast as
 *     memory allows: each fills a {@link minos.history.BulkLane}; then the lanes are joined. As a table of all versions fits no
 *     cache, they are found partition by partition: a radix join, as in Shatdal, Kant and Naughton, Cache Conscious
 *     Algorithms for Relational Query Processing, VLDB 1994.
 * </ul>
 * {@link minos.history.MalformedHistory} is thrown for what is no history. {@link minos.history.GrowingHistory}
 * looks at what a builder has been given before that is all.
 *
 * <p>What can be said of a history without judging it: {@link minos.history.Statistics} are its figures, {@link
 * minos.history.Excerpt} makes histories of its parts, and {@link minos.history.Participation} tells which transactions of unknown
 * outcome count, given who wrote what.
 */
package minos.history;
