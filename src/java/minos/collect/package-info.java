/**
 * Histories from real databases, over JDBC: sessions side by side run a workload and record what a client sees, as
 * Jepsen does.
 *
 * <p>{@link minos.collect.Collector} is a run from the first connection to the last. It makes a {@code Table}, starts
 * {@code Session}s, each of which owns a {@code Client} (one connection) and asks {@code Fault} what an error means for
 * the transaction; all write to one {@code Recorder}. {@link minos.collect.Target} says where the database is, {@link
 * minos.collect.Dialect} how it differs from others.
 *
 * <p>The rule that everything here serves: a recorded history never claims more than the client knows. What the
 * database has not confirmed is indeterminate.
 */
package minos.collect;
