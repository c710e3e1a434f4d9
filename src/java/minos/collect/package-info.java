/**
 * Histories from real databases: sessions side by side run a workload and record what a client sees, as Jepsen does. How a database is reached is
 * a matter of {@link minos.client}; JDBC, which most speak, is here.
 *
 * <p>The rule that everything here serves: a recorded history never claims more than the client knows. What the
 * database has not confirmed is indeterminate.
 *
 * <p>From outside, {@link minos.collect.Drivers} finds a driver, {@link minos.collect.Target} says where the database is and
 * at which isolation level to ask it, and {@link minos.collect.Collector} is a run, from the first connection to the last; a
 * {@link minos.collect.Tally} tells how it goes. Within:
 * <ul>
 * <li>{@code Setup} makes what the run works on, tries it out, and drops it in the end;
 * <li>a {@code Session} is a thread: it takes transactions from the workload, has its client (one connection) attempt
 *     each of them, and connects anew when that was lost; the {@code Outcome} is what is known then;
 * <li>what is planned goes to any client; an application decides while it runs, on a client that is {@code Programs}, as that of JDBC is, and {@code Trace} writes down what it does;
 * <li>of JDBC, {@code JdbcClient} is a connection, {@code Table} has the SQL, {@code Dialect} what differs from database to database, and {@code SqlError} says what
 *     an error means for the transaction that it ended;
 * <li>all sessions write to one {@code Recorder}, whose file is in the order of time, and a history at every moment.
 * </ul>
 */
package minos.collect;
