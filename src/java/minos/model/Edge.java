package minos.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One step of a violation: {@link #from} comes before {@link #to}, and why. Transactions, keys and operations are ids of
 * the history; {@link minos.history.History#INITIAL} as a transaction is the imaginary one that wrote all initial values.
 */
public sealed interface Edge {
    /** {@return the transaction that comes first; {@link minos.history.History#INITIAL} for the initial one} */
    int from();

    /** {@return the transaction that comes later; the initial one only where that is the contradiction} */
    int to();

    /** {@return which relation it is of} */
    Kind kind();

    /**
     * {@return the operation of {@link #from} that matters: the write (wr, ww, co), the read (rw)} Empty where there is
     * none: so, rt where time counts whatever the keys, and what comes from an initial value.
     */
    default OptionalInt fromOperation() {
        return OptionalInt.empty();
    }

    /**
     * {@return the operation of {@link #to} that matters: the read (wr), the write (ww, rw, co)} Empty where there is
     * none: so, rt where time counts whatever the keys, and a commit edge to the initial transaction.
     */
    default OptionalInt toOperation() {
        return OptionalInt.empty();
    }

    /** {@return a read that shows it: of a list, by whomever (ww), or the reader's own (co); empty if there is none} */
    default OptionalInt shownBy() {
        return OptionalInt.empty();
    }

    /** {@return what the order of its versions rests on, where it was taken for granted; empty where the history tells it} */
    default Optional<Assumption> assumption() {
        return Optional.empty();
    }

    /**
     * {@return the level of the transaction that demands it, where each has its own: the reader's (rw, co), or the later writer's
     * (ww)} Empty where all have one level, and for what every level demands.
     */
    default Optional<Level> demandedBy() {
        return Optional.empty();
    }

    /**
     * {@return this edge, as the level of one transaction demands it}
     *
     * @param level that transaction's level; empty where all have one
     */
    default Edge demanded(Optional<Level> level) {
        return this;
    }

    /** {@return the edges that it follows from; empty where it can be seen in the history itself, or is assumed} */
    default List<Edge> because() {
        return List.of();
    }

    /**
     * Calls the visitor's method for this kind of edge.
     *
     * @param visitor whom to call
     * @param <T>     what the visitor answers
     * @return its answer
     */
    <T> T accept(Visitor<T> visitor);

    /** The relations, by the names of the literature; {@code CO} is a commit edge inferred from a level's axiom. */
    enum Kind {
        /** Session order: one session ran both. */
        SO("so"),
        /** Write–read dependency: one wrote what the other read. */
        WR("wr"),
        /** Write–write dependency: one wrote an earlier version of a key than the other. */
        WW("ww"),
        /** Anti-dependency: one read what the other overwrote. */
        RW("rw"),
        /** Real time: one had completed before the other was invoked. */
        RT("rt"),
        /** Commit order, where a read and the axiom of a level leave no other. */
        CO("co"),
        /** The database's word: it says that one began or committed before the other did. */
        CLAIMED("claimed");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * One answer for each kind of edge.
     *
     * @param <T> what is answered
     */
    interface Visitor<T> {
        /**
         * {@return the answer for an so edge}
         *
         * @param edge the one that was visited
         */
        T sessionOrder(SessionOrder edge);

        /**
         * {@return the answer for an rt edge}
         *
         * @param edge the one that was visited
         */
        T realTime(RealTime edge);

        /**
         * {@return the answer for a wr edge}
         *
         * @param edge the one that was visited
         */
        T writeRead(WriteRead edge);

        /**
         * {@return the answer for a ww edge}
         *
         * @param edge the one that was visited
         */
        T writeWrite(WriteWrite edge);

        /**
         * {@return the answer for an rw edge}
         *
         * @param edge the one that was visited
         */
        T antiDependency(AntiDependency edge);

        /**
         * {@return the answer for a co edge}
         *
         * @param edge the one that was visited
         */
        T commitOrder(CommitOrder edge);

        /**
         * {@return the answer for an edge of the database's own order}
         *
         * @param edge the one that was visited
         */
        T claimed(Claimed edge);
    }

    /**
     * so: one session ran {@code to} after {@code from}; or {@code from} is the initial transaction, which precedes
     * all.
     *
     * @param from the transaction that comes first
     * @param to   the transaction that comes later, not always the very next
     */
    record SessionOrder(int from, int to) implements Edge {
        @Override
        public Kind kind() {
            return Kind.SO;
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.sessionOrder(this);
        }
    }

    /**
     * rt: {@code from} had completed before {@code to} was invoked.
     *
     * @param from          the transaction that had completed
     * @param to            the transaction that was invoked then
     * @param fromOperation where time counts per key: what {@code from} did with a key that both used; otherwise empty
     * @param toOperation   what {@code to} did with it
     */
    record RealTime(int from, int to, OptionalInt fromOperation, OptionalInt toOperation) implements Edge {
        @Override
        public Kind kind() {
            return Kind.RT;
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.realTime(this);
        }
    }

    /** An edge that is about a key. */
    sealed interface OfKey extends Edge {
        /** {@return the key that both sides of the edge used} */
        int key();
    }

    /**
     * wr: {@code to} read what {@code from} wrote.
     *
     * @param from  the writer
     * @param to    the reader
     * @param key   what was written and read
     * @param write the operation of the writer; empty for an initial value
     * @param read  the operation of the reader
     */
    record WriteRead(int from, int to, int key, OptionalInt write, int read) implements OfKey {
        @Override
        public Kind kind() {
            return Kind.WR;
        }

        @Override
        public OptionalInt fromOperation() {
            return write;
        }

        @Override
        public OptionalInt toOperation() {
            return OptionalInt.of(read);
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.writeRead(this);
        }
    }

    /**
     * ww: {@code from} wrote an earlier version of the key than {@code to}.
     *
     * @param from    the writer of the earlier version
     * @param to      the writer of the later version; the same, where a list shows its appends in another order
     * @param key     what both wrote
     * @param earlier the write of {@code from}
     * @param later   the write of {@code to}
     * @param shownBy a list read that shows the earlier version, and the later one after it or not at all
     * @param because what follows from the opposite order and closes a cycle with it. Without a read and without this,
     *                the order is one that was assumed
     * @param assumption what the order was taken for granted by; empty if it is shown, inferred, or one of two ways
     * @param demandedBy where each transaction has its own level: that of {@code to}, if that wants it to see {@code from}
     */
    record WriteWrite(
            int from,
            int to,
            int key,
            int earlier,
            int later,
            OptionalInt shownBy,
            List<Edge> because,
            Optional<Assumption> assumption,
            Optional<Level> demandedBy)
            implements OfKey {
        /**
         * A ww edge.
         *
         * @param from    the writer of the earlier version
         * @param to      the writer of the later version
         * @param key     what both wrote
         * @param earlier the write of {@code from}
         * @param later   the write of {@code to}
         * @param shownBy a list read that shows the order
         * @param because what the opposite order would close a cycle with
         * @param assumption what the order was taken for granted by
         * @param demandedBy the level of {@code to}, where each transaction has its own
         * @throws IllegalArgumentException if it is both shown and inferred
         */
        public WriteWrite {
            because = List.copyOf(because);
            if (shownBy.isPresent() && !because.isEmpty()) throw new IllegalArgumentException("shown and inferred");
        }

        /**
         * A ww edge that rests on no assumption.
         *
         * @param from    the writer of the earlier version
         * @param to      the writer of the later version
         * @param key     what both wrote
         * @param earlier the write of {@code from}
         * @param later   the write of {@code to}
         * @param shownBy a list read that shows the order
         * @param because what the opposite order would close a cycle with
         */
        public WriteWrite(int from, int to, int key, int earlier, int later, OptionalInt shownBy, List<Edge> because) {
            this(from, to, key, earlier, later, shownBy, because, Optional.empty(), Optional.empty());
        }

        @Override
        public Edge demanded(Optional<Level> level) {
            return level.equals(demandedBy)
                    ? this
                    : new WriteWrite(from, to, key, earlier, later, shownBy, because, assumption, level);
        }

        /** {@return whether nothing but an assumption tells the order} */
        public boolean isAssumed() {
            return shownBy.isEmpty() && because.isEmpty();
        }

        @Override
        public Kind kind() {
            return Kind.WW;
        }

        @Override
        public OptionalInt fromOperation() {
            return OptionalInt.of(earlier);
        }

        @Override
        public OptionalInt toOperation() {
            return OptionalInt.of(later);
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.writeWrite(this);
        }
    }

    /**
     * rw: {@code from} read a version that {@code to} overwrote.
     *
     * @param from    the reader
     * @param to      the writer of a later version, not always of the next
     * @param key     what was read and overwritten
     * @param read    the operation of the reader
     * @param write   the operation of the writer
     * @param because where the order of the two versions was inferred: that order
     * @param assumption what the order of the two versions was taken for granted by; empty if nothing
     * @param demandedBy the level of {@code from}, where each transaction has its own
     */
    record AntiDependency(
            int from,
            int to,
            int key,
            int read,
            int write,
            List<Edge> because,
            Optional<Assumption> assumption,
            Optional<Level> demandedBy)
            implements OfKey {
        /**
         * An rw edge.
         *
         * @param from    the reader
         * @param to      the writer
         * @param key     what was read and overwritten
         * @param read    the operation of the reader
         * @param write   the operation of the writer
         * @param because where the order of the two versions was inferred: that order
         * @param assumption what that order was taken for granted by
         * @param demandedBy the level of {@code from}, where each transaction has its own
         */
        public AntiDependency {
            because = List.copyOf(because);
        }

        /**
         * An rw edge that rests on no assumption.
         *
         * @param from    the reader
         * @param to      the writer
         * @param key     what was read and overwritten
         * @param read    the operation of the reader
         * @param write   the operation of the writer
         * @param because where the order of the two versions was inferred: that order
         */
        public AntiDependency(int from, int to, int key, int read, int write, List<Edge> because) {
            this(from, to, key, read, write, because, Optional.empty(), Optional.empty());
        }

        @Override
        public Edge demanded(Optional<Level> level) {
            return level.equals(demandedBy)
                    ? this
                    : new AntiDependency(from, to, key, read, write, because, assumption, level);
        }

        @Override
        public Kind kind() {
            return Kind.RW;
        }

        @Override
        public OptionalInt fromOperation() {
            return OptionalInt.of(read);
        }

        @Override
        public OptionalInt toOperation() {
            return OptionalInt.of(write);
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.antiDependency(this);
        }
    }

    /**
     * co: {@code from} wrote the key and comes before a reader that reads the key from {@code to}; so it comes before
     * {@code to}, by the axiom of a level.
     *
     * @param from    the writer that the reader comes after
     * @param to      the writer that it read from
     * @param key     what both wrote
     * @param write   the write of {@code from}
     * @param source  the write of {@code to}, which the read returned; empty for an initial value
     * @param read    the read of the reader, a third transaction
     * @param because how {@code from} comes before the reader. At read committed, the wr edge of an earlier read
     * @param demandedBy the level of the reader, where each transaction has its own
     */
    record CommitOrder(
            int from,
            int to,
            int key,
            int write,
            OptionalInt source,
            int read,
            List<Edge> because,
            Optional<Level> demandedBy)
            implements OfKey {
        /**
         * A co edge.
         *
         * @param from    the writer that the reader comes after
         * @param to      the writer that it read from
         * @param key     what both wrote
         * @param write   the write of {@code from}
         * @param source  the write of {@code to}; empty for an initial value
         * @param read    the read of the reader
         * @param because how {@code from} comes before the reader
         * @param demandedBy the level of the reader, where each transaction has its own
         */
        public CommitOrder {
            because = List.copyOf(because);
        }

        /**
         * A co edge where all transactions have one level.
         *
         * @param from    the writer that the reader comes after
         * @param to      the writer that it read from
         * @param key     what both wrote
         * @param write   the write of {@code from}
         * @param source  the write of {@code to}; empty for an initial value
         * @param read    the read of the reader
         * @param because how {@code from} comes before the reader
         */
        public CommitOrder(int from, int to, int key, int write, OptionalInt source, int read, List<Edge> because) {
            this(from, to, key, write, source, read, because, Optional.empty());
        }

        @Override
        public Edge demanded(Optional<Level> level) {
            return level.equals(demandedBy)
                    ? this
                    : new CommitOrder(from, to, key, write, source, read, because, level);
        }

        @Override
        public Kind kind() {
            return Kind.CO;
        }

        @Override
        public OptionalInt fromOperation() {
            return OptionalInt.of(write);
        }

        @Override
        public OptionalInt toOperation() {
            return source;
        }

        @Override
        public OptionalInt shownBy() {
            return OptionalInt.of(read);
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.commitOrder(this);
        }
    }

    /**
     * The database says that {@code from} committed, or began, before {@code to} did.
     *
     * @param from       the transaction that comes first
     * @param fromBegins whether it is its begin, not its commit
     * @param to         the transaction that comes later; the same, where it is said to have committed before it began
     * @param toBegins   whether it is its begin, not its commit
     */
    record Claimed(int from, boolean fromBegins, int to, boolean toBegins) implements Edge {
        @Override
        public Kind kind() {
            return Kind.CLAIMED;
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.claimed(this);
        }
    }

    /**
     * {@return an edge of session order}
     *
     * @param from the transaction that comes first
     * @param to   the transaction that comes later
     */
    static Edge so(int from, int to) {
        return new SessionOrder(from, to);
    }

    /**
     * {@return an edge of real time}
     *
     * @param from the transaction that had completed
     * @param to   the transaction that was invoked then
     */
    static Edge rt(int from, int to) {
        return new RealTime(from, to, OptionalInt.empty(), OptionalInt.empty());
    }

    /**
     * {@return an edge of real time that counts because of a key}
     *
     * @param from          the transaction that had completed
     * @param to            the transaction that was invoked then
     * @param fromOperation what the first did with the key
     * @param toOperation   what the other did with it
     */
    static Edge rt(int from, int to, int fromOperation, int toOperation) {
        return new RealTime(from, to, OptionalInt.of(fromOperation), OptionalInt.of(toOperation));
    }

    /**
     * {@return an edge from a writer to a reader}
     *
     * @param from  the writer; not the initial transaction
     * @param to    the reader
     * @param key   what was written and read
     * @param write the operation of the writer
     * @param read  the operation of the reader
     */
    static Edge wr(int from, int to, int key, int write, int read) {
        return new WriteRead(from, to, key, OptionalInt.of(write), read);
    }

    /**
     * {@return the order of two versions that a list read shows}
     *
     * @param from    the writer of the earlier version
     * @param to      the writer of the later version
     * @param key     what both wrote
     * @param earlier the write of {@code from}
     * @param later   the write of {@code to}
     * @param shownBy the list read
     */
    static Edge ww(int from, int to, int key, int earlier, int later, int shownBy) {
        return new WriteWrite(from, to, key, earlier, later, OptionalInt.of(shownBy), List.of());
    }

    /**
     * {@return an order of two versions that is one of two ways}
     *
     * @param from    the writer of the earlier version
     * @param to      the writer of the later version
     * @param key     what both wrote
     * @param earlier the write of {@code from}
     * @param later   the write of {@code to}
     */
    static Edge assumed(int from, int to, int key, int earlier, int later) {
        return new WriteWrite(from, to, key, earlier, later, OptionalInt.empty(), List.of());
    }

    /**
     * {@return an order of two versions that is taken for granted}
     *
     * @param from    the writer of the earlier version
     * @param to      the writer of the later version
     * @param key     what both wrote
     * @param earlier the write of {@code from}
     * @param later   the write of {@code to}
     * @param by      what it rests on
     */
    static Edge given(int from, int to, int key, int earlier, int later, Assumption by) {
        return new WriteWrite(
                from, to, key, earlier, later, OptionalInt.empty(), List.of(), Optional.of(by), Optional.empty());
    }

    /**
     * {@return an edge from a reader to a writer of a version that is known to be later}
     *
     * @param from  the reader
     * @param to    the writer
     * @param key   what was read and overwritten
     * @param read  the operation of the reader
     * @param write the operation of the writer
     */
    static Edge rw(int from, int to, int key, int read, int write) {
        return new AntiDependency(from, to, key, read, write, List.of());
    }
}
