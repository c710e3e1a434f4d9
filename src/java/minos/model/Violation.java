package minos.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;

/**
 * One concrete violation, as data: every rendering (words, JSON, pictures) starts from this and derives nothing new.
 * There are six families: a read that is wrong by itself, lists that do not fit together, a cycle, transactions
 * that cannot be ordered, operations on one object that cannot be, and reads of counters and accounts that no sum of
 * changes explains. Operations, versions and transactions are ids of the history. None is empty.
 */
public sealed interface Violation {
    /**
     * The most damning first: that with the fewest transactions; of those, one that needs no order between transactions before one
     * that needs session order, and that before one that needs real time; of those, the one with the fewest inferred edges.
     */
    Comparator<Violation> MOST_DAMNING = Comparator.comparing(Weight::of);

    /** {@return its type, which names it} */
    AnomalyType type();

    /** {@return the lowest level that it breaks} */
    default Level level() {
        return type().level();
    }

    /**
     * {@return the operations that it names besides those of its edges, in the order of telling} With those of its edges and
     * transactions, they violate the level by themselves.
     */
    default List<Integer> operations() {
        return List.of();
    }

    /** {@return its edges: those of a cycle, or way by way of each that fails; empty if there are none} */
    default List<List<Edge>> cycles() {
        return List.of();
    }

    /** {@return the transactions that it names besides those of its operations and edges} */
    default List<Integer> transactions() {
        return List.of();
    }

    /**
     * {@return the same with operations that it rests on besides those it names; of what names all that it rests on, itself}
     *
     * @param grounds the operations
     */
    default Violation with(List<Integer> grounds) {
        return this;
    }

    /**
     * Calls the visitor's method for this kind of violation.
     *
     * @param visitor whom to call
     * @param <T>     what the visitor answers
     * @return its answer
     */
    <T> T accept(Visitor<T> visitor);

    /**
     * One answer for each kind of violation.
     *
     * @param <T> what is answered
     */
    interface Visitor<T> {
        /**
         * {@return the answer for a read of what nobody wrote}
         *
         * @param violation the one that was visited
         */
        T thinAirRead(ThinAirRead violation);

        /**
         * {@return the answer for a row that was not found, although it was there all the time}
         *
         * @param violation the one that was visited
         */
        T missedRow(MissedRow violation);

        /**
         * {@return the answer for a read from an aborted transaction}
         *
         * @param violation the one that was visited
         */
        T abortedRead(AbortedRead violation);

        /**
         * {@return the answer for a read of a later own write}
         *
         * @param violation the one that was visited
         */
        T futureRead(FutureRead violation);

        /**
         * {@return the answer for a read that misses an own write}
         *
         * @param violation the one that was visited
         */
        T notMyOwnWrite(NotMyOwnWrite violation);

        /**
         * {@return the answer for a read that misses the last own write}
         *
         * @param violation the one that was visited
         */
        T notMyLastWrite(NotMyLastWrite violation);

        /**
         * {@return the answer for a read of what was not its writer's last}
         *
         * @param violation the one that was visited
         */
        T intermediateRead(IntermediateRead violation);

        /**
         * {@return the answer for a read that differs from an earlier one}
         *
         * @param violation the one that was visited
         */
        T nonRepeatableRead(NonRepeatableRead violation);

        /**
         * {@return the answer for lists that contradict each other}
         *
         * @param violation the one that was visited
         */
        T incompatibleOrder(IncompatibleOrder violation);

        /**
         * {@return the answer for a list with an element twice}
         *
         * @param violation the one that was visited
         */
        T duplicateElements(DuplicateElements violation);

        /**
         * {@return the answer for an update of an aborted transaction's append}
         *
         * @param violation the one that was visited
         */
        T dirtyUpdate(DirtyUpdate violation);

        /**
         * {@return the answer for versions that contradict what was assumed}
         *
         * @param violation the one that was visited
         */
        T cyclicVersions(CyclicVersions violation);

        /**
         * {@return the answer for a cycle}
         *
         * @param violation the one that was visited
         */
        T cycle(Cycle violation);

        /**
         * {@return the answer for transactions that cannot be ordered}
         *
         * @param violation the one that was visited
         */
        T unorderable(Unorderable violation);

        /**
         * {@return the answer for operations on one object that no order explains}
         *
         * @param violation the one that was visited
         */
        T nonLinearizable(NonLinearizable violation);

        /**
         * {@return the answer for an impossible count}
         *
         * @param violation the one that was visited
         */
        T countOutOfBounds(CountOutOfBounds violation);

        /**
         * {@return the answer for a count that went back}
         *
         * @param violation the one that was visited
         */
        T countGoesBack(CountGoesBack violation);

        /**
         * {@return the answer for a sum of balances that differs from others}
         *
         * @param violation the one that was visited
         */
        T wrongTotal(WrongTotal violation);

        /**
         * {@return the answer for a negative balance}
         *
         * @param violation the one that was visited
         */
        T negativeBalance(NegativeBalance violation);
    }

    // Reads that are wrong by themselves

    /** A read that is wrong by itself. */
    sealed interface OfRead extends Violation {
        /** {@return the operation that is wrong} */
        int read();
    }

    /**
     * The read returned, or has in its list, a version that nobody wrote.
     *
     * @param read    the operation that is wrong
     * @param version what nobody wrote
     */
    record ThinAirRead(int read, int version) implements OfRead {
        @Override
        public AnomalyType type() {
            return AnomalyType.THIN_AIR_READ;
        }

        @Override
        public List<Integer> operations() {
            return List.of(read);
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.thinAirRead(this);
        }
    }

    /**
     * The read did not find a row that was there at first and that nobody deleted, or one that its predicate matches in each of its
     * versions.
     *
     * @param read the operation that is wrong
     */
    record MissedRow(int read) implements OfRead {
        @Override
        public AnomalyType type() {
            return AnomalyType.PREDICATE_READ_MISS;
        }

        @Override
        public List<Integer> operations() {
            return List.of(read);
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.missedRow(this);
        }
    }

    /**
     * The read shows a write of an aborted transaction.
     *
     * @param read  the operation that is wrong
     * @param write the aborted transaction's
     */
    record AbortedRead(int read, int write) implements OfRead {
        @Override
        public AnomalyType type() {
            return AnomalyType.ABORTED_READ;
        }

        @Override
        public List<Integer> operations() {
            return List.of(read, write);
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.abortedRead(this);
        }
    }

    /**
     * The read shows a write that its own transaction made only later.
     *
     * @param read  the operation that is wrong
     * @param write the later one
     */
    record FutureRead(int read, int write) implements OfRead {
        @Override
        public AnomalyType type() {
            return AnomalyType.FUTURE_READ;
        }

        @Override
        public List<Integer> operations() {
            return List.of(read, write);
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.futureRead(this);
        }
    }

    /**
     * The read comes after an own write of the key and does not show it.
     *
     * @param ownWrite the last own write of the key before the read
     * @param read     the operation that is wrong
     * @param source   the other's write that it returned, or that its list ends with; empty if there is none
     */
    record NotMyOwnWrite(int ownWrite, int read, OptionalInt source) implements OfRead {
        @Override
        public AnomalyType type() {
            return AnomalyType.NOT_MY_OWN_WRITE;
        }

        @Override
        public List<Integer> operations() {
            return source.isPresent() ? List.of(ownWrite, read, source.getAsInt()) : List.of(ownWrite, read);
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.notMyOwnWrite(this);
        }
    }

    /**
     * The read shows an own write of the key, but not the last one before it.
     *
     * @param lastWrite the last own write of the key before the read
     * @param read      the operation that is wrong
     * @param source    the own write that it returned, or that its list ends with
     */
    record NotMyLastWrite(int lastWrite, int read, int source) implements OfRead {
        @Override
        public AnomalyType type() {
            return AnomalyType.NOT_MY_LAST_WRITE;
        }

        @Override
        public List<Integer> operations() {
            return List.of(lastWrite, read, source);
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.notMyLastWrite(this);
        }
    }

    /**
     * The read shows a write after which its transaction wrote the key again.
     *
     * @param read      the operation that is wrong
     * @param write     what it shows
     * @param lastWrite the last write of the key by the same transaction
     */
    record IntermediateRead(int read, int write, int lastWrite) implements OfRead {
        @Override
        public AnomalyType type() {
            return AnomalyType.INTERMEDIATE_READ;
        }

        @Override
        public List<Integer> operations() {
            return List.of(read, write, lastWrite);
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.intermediateRead(this);
        }
    }

    /**
     * The read has another source than an earlier external read of the key by the same transaction.
     *
     * @param earlierRead the transaction's first external read of the key
     * @param read        the one that differs
     */
    record NonRepeatableRead(int earlierRead, int read) implements OfRead {
        @Override
        public AnomalyType type() {
            return AnomalyType.NON_REPEATABLE_READ;
        }

        @Override
        public List<Integer> operations() {
            return List.of(earlierRead, read);
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.nonRepeatableRead(this);
        }
    }

    // Lists that do not fit

    /** Lists that do not fit together, or in themselves. */
    sealed interface OfLists extends Violation {}

    /**
     * Two reads of one list of which neither is a prefix of the other.
     *
     * @param read      one of them
     * @param otherRead the other one
     */
    record IncompatibleOrder(int read, int otherRead) implements OfLists {
        @Override
        public AnomalyType type() {
            return AnomalyType.INCOMPATIBLE_ORDER;
        }

        @Override
        public List<Integer> operations() {
            return List.of(read, otherRead);
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.incompatibleOrder(this);
        }
    }

    /**
     * A list in which one version stands twice.
     *
     * @param read    the read that returned the list
     * @param version what stands there twice
     */
    record DuplicateElements(int read, int version) implements OfLists {
        @Override
        public AnomalyType type() {
            return AnomalyType.DUPLICATE_ELEMENTS;
        }

        @Override
        public List<Integer> operations() {
            return List.of(read);
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.duplicateElements(this);
        }
    }

    /**
     * A committed append after an aborted transaction's in one list.
     *
     * @param aborted the aborted transaction's append
     * @param update  the first append after it by a transaction that committed
     * @param read    a read that shows both
     */
    record DirtyUpdate(int aborted, int update, int read) implements OfLists {
        @Override
        public AnomalyType type() {
            return AnomalyType.DIRTY_UPDATE;
        }

        @Override
        public List<Integer> operations() {
            return List.of(aborted, update, read);
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.dirtyUpdate(this);
        }
    }

    // Orders that cannot be

    /**
     * Versions of one key that come before themselves, by what was assumed of their order.
     *
     * @param key         whose versions they are
     * @param versions    all that lead to each other, in ascending order; {@link minos.history.History#INITIAL} may be one
     * @param assumptions what was assumed, in the order of making
     * @param operations  the reads and writes that show a way from one of the versions back to it
     */
    record CyclicVersions(int key, List<Integer> versions, List<Assumption> assumptions, List<Integer> operations)
            implements Violation {
        /**
         * A contradiction of assumptions.
         *
         * @param key         whose versions they are
         * @param versions    all that lead to each other
         * @param assumptions what was assumed
         * @param operations  the reads and writes that show it
         * @throws IllegalArgumentException if there are fewer than two versions
         */
        public CyclicVersions {
            versions = List.copyOf(versions);
            assumptions = List.copyOf(assumptions);
            operations = List.copyOf(operations);
            if (versions.size() < 2) throw new IllegalArgumentException("no cycle of versions: " + versions);
        }

        @Override
        public AnomalyType type() {
            return AnomalyType.CYCLIC_VERSIONS;
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.cyclicVersions(this);
        }
    }

    /**
     * Edges that lead from a transaction back to itself, each with its reason.
     *
     * @param type    which cycle it is
     * @param edges   at least one; each begins where the one before it ends, the first where the last does
     * @param grounds operations that the edges rest on besides those they name: what a read was from, the read that makes a
     *                write the next version, the one that shows that an indeterminate transaction committed
     */
    record Cycle(AnomalyType type, List<Edge> edges, List<Integer> grounds) implements Violation {
        /**
         * A cycle.
         *
         * @param type    which cycle it is; not {@link AnomalyType#UNORDERABLE}
         * @param edges   each begins where the one before it ends, the first where the last does
         * @param grounds operations that the edges rest on besides those they name
         * @throws IllegalArgumentException if there are no edges, they do not lead back, or the type is none of a cycle
         */
        public Cycle {
            edges = List.copyOf(edges);
            grounds = List.copyOf(grounds);
            if (type == AnomalyType.UNORDERABLE) throw new IllegalArgumentException("no name of a cycle: " + type);
            requireClosed(edges);
        }

        /**
         * A cycle whose edges name all that they rest on.
         *
         * @param type  which cycle it is; not {@link AnomalyType#UNORDERABLE}
         * @param edges each begins where the one before it ends, the first where the last does
         */
        public Cycle(AnomalyType type, List<Edge> edges) {
            this(type, edges, List.of());
        }

        @Override
        public List<Integer> operations() {
            return grounds;
        }

        @Override
        public Violation with(List<Integer> grounds) {
            return new Cycle(type, edges, grounds);
        }

        @Override
        public List<List<Edge>> cycles() {
            return List.of(edges);
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.cycle(this);
        }
    }

    /**
     * Transactions that cannot all be ordered as a level wants, whichever way some of their writes are.
     *
     * @param level        the lowest level at which they cannot
     * @param transactions all of them, in ascending order
     * @param minimal      whether without any one of them there is an order; false if the time to leave out more ran out
     * @param ways         for each way to order some of the writes, a cycle that it leads to; empty if that was not
     *                     worked out, as there are too many transactions or the time ran out
     * @param grounds      operations of others that it rests on: those that show that an indeterminate transaction committed
     */
    record Unorderable(
            Level level, List<Integer> transactions, boolean minimal, List<List<Edge>> ways, List<Integer> grounds)
            implements Violation {
        /**
         * Transactions without an order.
         *
         * @param level        the lowest level at which they cannot be ordered
         * @param transactions all of them, in ascending order
         * @param minimal      whether none can be left out
         * @param ways         for each way to order some of the writes, a cycle that it leads to; may be empty
         * @param grounds      operations of others that it rests on
         * @throws IllegalArgumentException if there are none, or a way is no cycle
         */
        public Unorderable {
            transactions = List.copyOf(transactions);
            grounds = List.copyOf(grounds);
            if (transactions.isEmpty()) throw new IllegalArgumentException("nothing that cannot be ordered");
            List<List<Edge>> copies = new ArrayList<>();
            for (List<Edge> way : ways) {
                requireClosed(way);
                copies.add(List.copyOf(way));
            }
            ways = List.copyOf(copies);
        }

        /**
         * Transactions without an order, which is seen from these alone.
         *
         * @param level        the lowest level at which they cannot be ordered
         * @param transactions all of them, in ascending order
         * @param minimal      whether none can be left out
         * @param ways         for each way to order some of the writes, a cycle that it leads to; may be empty
         */
        public Unorderable(Level level, List<Integer> transactions, boolean minimal, List<List<Edge>> ways) {
            this(level, transactions, minimal, ways, List.of());
        }

        @Override
        public List<Integer> operations() {
            return grounds;
        }

        @Override
        public Violation with(List<Integer> grounds) {
            return new Unorderable(level, transactions, minimal, ways, grounds);
        }

        @Override
        public AnomalyType type() {
            return AnomalyType.UNORDERABLE;
        }

        @Override
        public List<List<Edge>> cycles() {
            return ways;
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.unorderable(this);
        }
    }

    /**
     * Operations on one object that no order in real time explains, by value: when the last of them completes, it fits none of the
     * states that the object may be in.
     *
     * @param level        the level that was asked for
     * @param transactions all operations, in ascending order
     * @param minimal      whether without any one of them there is an order; false if the time to leave out more ran out
     * @param last         the operation at whose completion no state is left
     * @param states       the states that were possible before that, or some of them; at least one
     */
    record NonLinearizable(Level level, List<Integer> transactions, boolean minimal, int last, List<State> states)
            implements Violation {
        /**
         * Operations without an order.
         *
         * @param level        the level that was asked for
         * @param transactions all operations, in ascending order
         * @param minimal      whether none can be left out
         * @param last         the operation at whose completion no state is left
         * @param states       the states that were possible before that
         * @throws IllegalArgumentException if the last is none of the operations, or there are no states
         */
        public NonLinearizable {
            transactions = List.copyOf(transactions);
            states = List.copyOf(states);
            if (!transactions.contains(last)) throw new IllegalArgumentException("T" + last + " is not among them");
            if (states.isEmpty()) throw new IllegalArgumentException("no states before T" + last);
        }

        /**
         * A state that the object may be in.
         *
         * @param held      the versions that it holds: one of a register, any number of a queue, in its order; a mutex that is
         *                  held has one that is not the initial one
         * @param effective the open operations that have taken effect by then, in ascending order
         */
        public record State(List<Integer> held, List<Integer> effective) {
            /**
             * A state.
             *
             * @param held      what the object holds
             * @param effective the open operations that have taken effect
             */
            public State {
                held = List.copyOf(held);
                effective = List.copyOf(effective);
            }
        }

        @Override
        public AnomalyType type() {
            return AnomalyType.NONLINEARIZABLE;
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.nonLinearizable(this);
        }
    }

    // Sums that cannot be

    /**
     * The read of a counter returned what no adds that may have come before it sum up to.
     *
     * @param read  the read
     * @param other another read, from whose result on adds were counted; empty if all were
     * @param least what must have been added before it
     * @param most  what may have been added before it
     * @param step  what every add adds; 0 if they differ
     * @param level strict serializability if real time tells which adds came before it, otherwise serializability
     */
    record CountOutOfBounds(int read, OptionalInt other, long least, long most, long step, Level level)
            implements Violation {
        @Override
        public AnomalyType type() {
            return AnomalyType.COUNT_OUT_OF_BOUNDS;
        }

        @Override
        public List<Integer> operations() {
            return other.isPresent() ? List.of(other.getAsInt(), read) : List.of(read);
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.countOutOfBounds(this);
        }
    }

    /**
     * The read of a counter that only grows returned less than one before it.
     *
     * @param earlierRead the one before it
     * @param read        the one that returned less
     * @param level       strict serializability if it comes later in real time, serializability if in its session
     */
    record CountGoesBack(int earlierRead, int read, Level level) implements Violation {
        @Override
        public AnomalyType type() {
            return AnomalyType.COUNT_GOES_BACK;
        }

        @Override
        public List<Integer> operations() {
            return List.of(earlierRead, read);
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.countGoesBack(this);
        }
    }

    /**
     * Two reads of all accounts with different sums.
     *
     * @param transaction the one whose sum is seen less often
     * @param total       its sum
     * @param other       another one
     * @param otherTotal  its sum
     */
    record WrongTotal(int transaction, long total, int other, long otherTotal) implements Violation {
        @Override
        public AnomalyType type() {
            return AnomalyType.WRONG_TOTAL;
        }

        @Override
        public List<Integer> transactions() {
            return List.of(transaction, other);
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.wrongTotal(this);
        }
    }

    /**
     * A read of a negative balance.
     *
     * @param read the operation
     */
    record NegativeBalance(int read) implements Violation {
        @Override
        public AnomalyType type() {
            return AnomalyType.NEGATIVE_BALANCE;
        }

        @Override
        public List<Integer> operations() {
            return List.of(read);
        }

        @Override
        public <T> T accept(Visitor<T> visitor) {
            return visitor.negativeBalance(this);
        }
    }

    private static void requireClosed(List<Edge> edges) {
        if (edges.isEmpty()) throw new IllegalArgumentException("a cycle without edges");
        Edge last = edges.get(edges.size() - 1);
        for (Edge edge : edges) {
            if (edge.from() != last.to()) throw new IllegalArgumentException("not a cycle: " + edges);
            last = edge;
        }
    }
}
