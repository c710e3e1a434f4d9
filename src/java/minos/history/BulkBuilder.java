package minos.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import minos.util.IntList;
import minos.util.LongInterner;
import minos.util.LongList;
import minos.util.Parallel;

/**
 * Makes a history of registers, whose keys, values, sessions and transaction ids are unsigned integers, as fast as memory
 * allows. The text is cut into as many stretches as there are threads; each is fed to a {@link BulkLane lane} of its own;
 * then {@link #build} brings the lanes together, in time linear in the number of operations. Besides the history, this takes
 * about 9 bytes an operation.
 */
public final class BulkBuilder {
    /** So many that the versions of one fit a cache, so few that dealing operations out to them does not miss it. */
    private static final int PARTITIONS = 128;

    private final BulkLane[] lanes;
    private final int partitions;
    private final int expectedInLane;

    /**
     * A builder without operations.
     *
     * @param lanes              how many stretches the text is cut into
     * @param small              whether all fits a cache anyway
     * @param expectedOperations about how many operations to set memory aside for at once
     */
    public BulkBuilder(int lanes, boolean small, long expectedOperations) {
        this.lanes = new BulkLane[lanes];
        partitions = small ? 1 : PARTITIONS;
        expectedInLane = (int) Math.min(Integer.MAX_VALUE - 8, expectedOperations / lanes + 16);
    }

    /**
     * {@return a new lane} To be called once for each stretch of the text, by the thread that feeds the lane.
     *
     * @param index the number of the stretch, from 0
     */
    public BulkLane lane(int index) {
        return lanes[index] = new BulkLane(partitions, expectedInLane);
    }

    /** {@return whether no lane got any operation} */
    public boolean isEmpty() {
        return Arrays.stream(lanes).allMatch(lane -> lane.operations == 0);
    }

    /** {@return how many steps {@link #build} takes, of about the same length} */
    public long steps() {
        return 2L * partitions;
    }

    /**
     * {@return the history} The builder is of no use afterwards.
     *
     * @param origin  where the operations came from
     * @param initial how reads of initial values are told from others
     * @param step    is run {@link #steps} times as the work goes on, by several threads; what it throws ends the work
     * @throws TwoSessions      if a transaction is in two sessions
     * @throws MalformedHistory if there are more keys or operations than a history can hold
     */
    public History build(Origin origin, InitialValues initial, Runnable step) {
        History.Parts parts = new History.Parts();
        parts.model = Model.RW_REGISTER;
        parts.origin = origin;
        parts.atoms = new Atoms(true);
        parts.initialText = initial.text();
        int[][] keyOf = keys(parts);
        BulkVersions versions = new BulkVersions(lanes, keyOf);
        int[][] runPlace = new int[lanes.length][];
        AtomicInteger next = new AtomicInteger();
        eachLane(lane -> {
            if (lane == 0) transactions(parts, runPlace); // the other threads begin with the versions meanwhile
            BulkVersions.Finder finder = versions.new Finder();
            eachPartition(next, finder::find, step);
        });
        versions.number(parts.keyAtom.length, initial);
        next.set(0);
        eachLane(lane -> {
            allocate(parts, lane);
            eachPartition(next, versions::markInitial, step);
        });
        eachLane(lane -> lanes[lane].write(runPlace[lane], versions.base(), parts.opKey, parts.opVersion));
        parts.versions = versions.names(parts.atoms);
        return new History(parts);
    }

    /** Takes the memory of the large arrays; shared out, as the system has to clear it all. */
    private void allocate(History.Parts parts, int lane) {
        int operations = parts.begin[parts.session.length];
        if (lane == 0) parts.opKey = new int[operations];
        if (lane == 1 % lanes.length) parts.opVersion = new int[operations];
    }

    private void eachLane(IntConsumer task) {
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < lanes.length; i++) {
            int lane = i;
            tasks.add(() -> {
                task.accept(lane);
                return null;
            });
        }
        Parallel.run(tasks);
    }

    private void eachPartition(AtomicInteger next, IntConsumer task, Runnable step) {
        for (int p; (p = next.getAndIncrement()) < partitions; ) {
            step.run();
            task.accept(p);
        }
    }

    /** By lane and key there: the key. */
    private int[][] keys(History.Parts parts) {
        LongInterner keys = lanes[0].keys;
        int[][] keyOf = new int[lanes.length][];
        for (int i = 0; i < lanes.length; i++) {
            LongInterner local = lanes[i].keys;
            keyOf[i] = new int[local.size()];
            for (int k = 0; k < keyOf[i].length; k++) keyOf[i][k] = keys.intern(local.get(k));
        }
        if (keys.size() > Integer.MAX_VALUE / 2) throw new MalformedHistory("more than 2^30 keys");
        parts.keyAtom = keys.toArray();
        toAtoms(parts.keyAtom, parts.atoms);
        return keyOf;
    }

    /** Fills in the transactions, and for each lane and run the place of the run's operations. */
    private void transactions(History.Parts parts, int[][] runPlace) {
        Transactions all = lanes[0].transactions;
        int[][] transactionOf = new int[lanes.length][];
        transactionOf[0] = IntStream.range(0, all.size()).toArray();
        for (int i = 1; i < lanes.length; i++) transactionOf[i] = all.addAll(lanes[i].transactions);

        int[] begin = new int[all.size() + 1];
        long operations = 0;
        for (int i = 0; i < lanes.length; i++) {
            IntList runs = lanes[i].runTransaction;
            for (int run = 0; run < runs.size(); run++)
                begin[transactionOf[i][runs.get(run)] + 1] += lanes[i].length(run);
            operations += lanes[i].operations;
        }
        if (operations > Integer.MAX_VALUE - 8) throw new MalformedHistory("more than 2^31 operations");
        for (int t = 0; t < all.size(); t++) begin[t + 1] += begin[t];

        int[] next = begin.clone();
        for (int i = 0; i < lanes.length; i++) {
            IntList runs = lanes[i].runTransaction;
            runPlace[i] = new int[runs.size()];
            for (int run = 0; run < runs.size(); run++) {
                int transaction = transactionOf[i][runs.get(run)];
                runPlace[i][run] = next[transaction];
                next[transaction] += lanes[i].length(run);
            }
        }
        parts.begin = begin;
        sessions(parts, all);
    }

    private static void sessions(History.Parts parts, Transactions all) {
        LongInterner sessions = new LongInterner();
        parts.session = new int[all.size()];
        parts.status = new byte[all.size()];
        for (int t = 0; t < all.size(); t++) {
            parts.session[t] = sessions.intern(all.session.get(t));
            parts.status[t] = (byte) (all.isAborted.get(t) ? Status.ABORTED : Status.COMMITTED).ordinal();
        }
        parts.sessionAtom = sessions.toArray();
        toAtoms(parts.sessionAtom, parts.atoms);
    }

    private static void toAtoms(long[] integers, Atoms atoms) {
        for (int i = 0; i < integers.length; i++) {
            if (!Atoms.isInteger(integers[i])) integers[i] = atoms.of(integers[i]);
        }
    }

    /** Transactions in order of appearance, found by id, or by session for the one that takes a session's aborted operations. */
    static final class Transactions {
        /** By transaction: id (0 for the aborted), session, and the place in the text where it was first seen. */
        final LongList id = new LongList();

        final LongList session = new LongList();
        final LongList place = new LongList();
        final BitSet isAborted = new BitSet();

        private final LongInterner committed = new LongInterner();
        private final IntList committedTransaction = new IntList();
        private final LongInterner aborted = new LongInterner();
        private final IntList abortedTransaction = new IntList();

        int size() {
            return place.size();
        }

        /**
         * The transaction of that id, new or known.
         *
         * @throws TwoSessions if it belongs to another session
         */
        int committed(long id, long session, long place) {
            int known = committed.intern(id);
            if (known == committedTransaction.size()) committedTransaction.add(add(id, session, place));
            int transaction = committedTransaction.get(known);
            if (this.session.get(transaction) != session) {
                throw new TwoSessions(id, this.session.get(transaction), this.place.get(transaction), session, place);
            }
            return transaction;
        }

        int aborted(long session, long place) {
            int known = aborted.intern(session);
            if (known == abortedTransaction.size()) {
                isAborted.set(size());
                abortedTransaction.add(add(0, session, place));
            }
            return abortedTransaction.get(known);
        }

        private int add(long id, long session, long place) {
            this.id.add(id);
            this.session.add(session);
            this.place.add(place);
            return size() - 1;
        }

        /** Takes in the transactions of the text's next stretch, and tells what they are here. */
        int[] addAll(Transactions next) {
            int[] here = new int[next.size()];
            for (int t = 0; t < here.length; t++) {
                long place = next.place.get(t);
                here[t] = next.isAborted.get(t)
                        ? aborted(next.session.get(t), place)
                        : committed(next.id.get(t), next.session.get(t), place);
            }
            return here;
        }
    }

    /** A transaction whose operations lie in two sessions. */
    public static final class TwoSessions extends MalformedHistory {
        private static final long serialVersionUID = 1;

        /** Where the transaction was first seen. */
        private final long firstPlace;
        /** Where it was seen in another session. */
        private final long place;

        TwoSessions(long transaction, long firstSession, long firstPlace, long session, long place) {
            super("transaction " + Long.toUnsignedString(transaction) + " in session " + Long.toUnsignedString(session)
                    + ", and before in session " + Long.toUnsignedString(firstSession));
            this.firstPlace = firstPlace;
            this.place = place;
        }

        /** {@return where the transaction was first seen, as the lane was told} */
        public long firstPlace() {
            return firstPlace;
        }

        /** {@return where it was seen in another session} */
        public long place() {
            return place;
        }
    }
}
