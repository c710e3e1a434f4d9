package minos.model;

import java.util.List;
import java.util.OptionalInt;

/**
 * One step of a violation: {@link #from} comes before {@link #to}, and why. Transactions, keys and operations are ids of
 * the history; {@link minos.history.History#INITIAL} as a transaction is the imaginary one that wrote all initial values.
 */
public sealed interface Edge {
    int from();

    int to();

    Kind kind();

    /** The operation of {@link #from} that matters: the write (wr, ww, co), the read (rw). */
    default OptionalInt fromOperation() {
        return OptionalInt.empty();
    }

    /** The operation of {@link #to} that matters: the read (wr), the write (ww, rw, co). */
    default OptionalInt toOperation() {
        return OptionalInt.empty();
    }

    /** A read by whomever that shows it. */
    default OptionalInt shownBy() {
        return OptionalInt.empty();
    }

    /** The edges that it follows from; empty where it can be seen in the history itself. */
    default List<Edge> because() {
        return List.of();
    }

    <T> T accept(Visitor<T> visitor);

    /** The relations, by the names of the literature; {@code CO} is a commit edge inferred from a level's axiom. */
    enum Kind {
        SO("so"),
        WR("wr"),
        WW("ww"),
        RW("rw"),
        RT("rt"),
        CO("co");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** One answer for each kind of edge. */
    interface Visitor<T> {
        T sessionOrder(SessionOrder edge);

        T realTime(RealTime edge);

        T writeRead(WriteRead edge);

        T writeWrite(WriteWrite edge);

        T antiDependency(AntiDependency edge);

        T commitOrder(CommitOrder edge);
    }

    /** so: one session ran {@code to} after {@code from}; or {@code from} is the initial transaction, which precedes all. */
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

    /** rt: {@code from} had completed before {@code to} was invoked. */
    record RealTime(int from, int to) implements Edge {
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
        int key();
    }

    /**
     * wr: {@code to} read what {@code from} wrote.
     *
     * @param write empty for an initial value
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
     * @param shownBy a list read that shows the earlier version, and the later one after it or not at all
     * @param because what follows from the opposite order and closes a cycle with it. Without a read and without this,
     *                the order is one that was assumed
     */
    record WriteWrite(int from, int to, int key, int earlier, int later, OptionalInt shownBy, List<Edge> because)
            implements OfKey {
        public WriteWrite {
            because = List.copyOf(because);
            if (shownBy.isPresent() && !because.isEmpty()) throw new IllegalArgumentException("shown and inferred");
        }

        /** Whether nothing but an assumption tells the order. */
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
     * @param because where the order of the two versions was inferred: that order
     */
    record AntiDependency(int from, int to, int key, int read, int write, List<Edge> because) implements OfKey {
        public AntiDependency {
            because = List.copyOf(because);
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
     * @param write  that of {@code from}
     * @param source that of {@code to}, which the read returned; empty for an initial value
     * @param read   that of the reader, a third transaction
     * @param because how {@code from} comes before the reader. At read committed, the wr edge of an earlier read
     */
    record CommitOrder(int from, int to, int key, int write, OptionalInt source, int read, List<Edge> because)
            implements OfKey {
        public CommitOrder {
            because = List.copyOf(because);
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

    static Edge so(int from, int to) {
        return new SessionOrder(from, to);
    }

    static Edge rt(int from, int to) {
        return new RealTime(from, to);
    }

    static Edge wr(int from, int to, int key, int write, int read) {
        return new WriteRead(from, to, key, OptionalInt.of(write), read);
    }

    /** The order of two versions that a list read shows. */
    static Edge ww(int from, int to, int key, int earlier, int later, int shownBy) {
        return new WriteWrite(from, to, key, earlier, later, OptionalInt.of(shownBy), List.of());
    }

    /** An order of two versions that is one of two ways. */
    static Edge assumed(int from, int to, int key, int earlier, int later) {
        return new WriteWrite(from, to, key, earlier, later, OptionalInt.empty(), List.of());
    }

    static Edge rw(int from, int to, int key, int read, int write) {
        return new AntiDependency(from, to, key, read, write, List.of());
    }
}
