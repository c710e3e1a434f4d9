package minos.client;

/** Where the keys of a run live: a table, a bucket, names that begin alike. It is made before the run, and dropped after it. */
public interface Keyspace extends AutoCloseable {
    /**
     * Names the database.
     *
     * @return its name and version
     * @throws Exception that says why it does not tell
     */
    String database() throws Exception;

    /**
     * Names the isolation level that transactions get.
     *
     * @return what the database calls it; empty if it has no word for it
     * @throws Exception that says why it does not tell
     */
    default String isolation() throws Exception {
        return "";
    }

    /**
     * Makes it; by default there is nothing to do.
     *
     * @param keys how many keys to begin with, from 0 on, in their initial state; others come as they are written
     * @throws Exception that says why it cannot be made
     */
    default void create(int keys) throws Exception {}

    /**
     * Removes it, with all that is in it; by default it stays.
     *
     * @throws Exception that says why it is still there
     */
    default void drop() throws Exception {}

    @Override
    default void close() {}
}
