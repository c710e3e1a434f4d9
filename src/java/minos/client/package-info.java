/**
 * What a client of a database implements, so that {@code minos run} can work on it: {@code --client CLASS=PLACE} takes any class
 * on {@code --classpath} that is a {@link minos.client.Store}. JDBC and Redis are such stores, too.
 *
 * <p>A {@link minos.client.Store} is a database and the way to it; it opens a {@link minos.client.Client}, a connection, for each session. That
 * runs each {@link minos.client.Transaction} that it is given and returns what was read, or throws, and then says what its own
 * exception means. The rule that everything serves: to call a transaction aborted that did take effect accuses the database of an
 * aborted read, so that needs the database's word; what nobody knows is unknown.
 */
package minos.client;
