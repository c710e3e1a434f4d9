package minos.client;

import java.util.List;
import java.util.Optional;

/** A connection, on which transactions run one after another. */
public interface Client extends AutoCloseable {
    /** What is known of a transaction that ended with an exception. */
    enum Ending {
        /** It took no effect and never will; the connection can be used. */
        ABORTED,
        /** It took no effect and never will; the connection cannot be used any more. */
        ABORTED_AND_LOST,
        /** It may have taken effect, or may yet do so. The connection is not used any more. */
        UNKNOWN
    }

    /** What a client may say of each delete, in its place among the results of reads: whether that was a write. */
    enum Deletion {
        /** There was something, and no longer is. */
        DONE,
        /** There was nothing to delete: it has written nothing, and is left out of what is recorded. */
        FOUND_NOTHING
    }

    /**
     * Runs a transaction and commits it.
     *
     * @param transaction what to do
     * @return what its reads returned, in their order: null for a key that is in its initial state; otherwise a {@code Long}, or the
     *         {@code List} of a list's elements. Anything else that may be in there is recorded as it prints. Where a
     *         delete of what is not there writes nothing, each delete contributes a {@link Deletion}, too
     * @throws Exception if it did not commit, or if nobody knows; {@link #classify} is asked about it next
     */
    List<?> run(Transaction transaction) throws Exception;

    /**
     * Writes to a register if it has the value that is expected, in a transaction of its own.
     *
     * @param key       which
     * @param expected  empty for the initial state
     * @param value     empty to delete it
     * @param isolation as in {@link Transaction}
     * @return whether it had that value, and has the other now
     * @throws Exception as in {@link #run}; by default {@code UnsupportedOperationException}, so that the workload lwt cannot be run
     */
    default boolean compareAndSet(int key, Optional<Long> expected, Optional<Long> value, Optional<String> isolation)
            throws Exception {
        throw new UnsupportedOperationException("this client has no compare-and-set");
    }

    /**
     * Says what is known of the transaction that an exception ended; it may do something to find out, such as roll back.
     *
     * @param error what {@link #run} or {@link #compareAndSet} threw
     * @return what is known; by default nothing
     */
    default Ending classify(Exception error) {
        return Ending.UNKNOWN;
    }

    /**
     * Says what errors of its kind have in common.
     *
     * @param error what {@link #run} or {@link #compareAndSet} threw
     * @return a word or number, by which errors are counted
     */
    default String kind(Exception error) {
        return error.getClass().getSimpleName();
    }

    /** Ends the connection under whatever is running on it; called by another thread. */
    default void abort() {
        close();
    }

    @Override
    void close();
}
