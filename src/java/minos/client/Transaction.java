package minos.client;

import java.util.List;
import java.util.Optional;

/**
 * What a client is to do in one transaction.
 *
 * @param ops       the operations, in their order
 * @param isolation the level that it chooses for itself; empty for that of the store
 */
public record Transaction(List<Op> ops, Optional<String> isolation) {
    /** What an operation does to its key. */
    public enum Kind {
        /** Reads it; what it holds is among the results. */
        READ,
        /** Sets a register to a number. */
        WRITE,
        /** Puts a register back into its initial state. */
        DELETE,
        /** Adds a number to the end of a list; one that is not there begins with it. */
        APPEND
    }

    /**
     * One operation.
     *
     * @param kind  what it does
     * @param key   the key that it concerns
     * @param value what it writes or appends; 0 if it does neither
     */
    public record Op(Kind kind, int key, long value) {
        /**
         * Tells reads from the others.
         *
         * @return whether it only reads
         */
        public boolean isRead() {
            return kind == Kind.READ;
        }
    }
}
