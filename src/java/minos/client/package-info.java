/**
 * What a client of a database implements, so that {@code minos run} and {@code minos probe} can work on it: {@code --client CLASS=PLACE} takes any class
 * on {@code --classpath} that is a {@link minos.client.Store}. {@code doc/clients.md} has one of sixty lines. JDBC and Redis are such stores, too.
 *
 * <ul>
 * <li>A {@link minos.client.Store} is a database and the way to it. It is all that must be implemented, with the client that it opens.
 * <li>A {@link minos.client.Client} is a connection, one for each session. It runs each {@link minos.client.Transaction} that it is given and returns what was
 *     read; or it throws, and then says what its own exception means.
 * <li>A {@link minos.client.Keyspace} makes what a run works on and drops it afterwards, for those that need it: a table, say.
 * </ul>
 *
 * The rule that everything serves: to call a transaction aborted that did take effect accuses the database of an aborted read. So that
 * needs the database's word; what nobody knows is unknown, and costs little.
 */
package minos.client;
