package minos.io.edn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import minos.history.Atoms;
import minos.history.History;
import minos.history.HistoryBuilder;
import minos.history.InitialValues;
import minos.history.Landmarks;
import minos.history.Model;
import minos.history.Origin;
import minos.history.Status;
import minos.util.LongInterner;
import minos.util.LongList;

/**
 * Makes a history of Jepsen's operations, which come in the order of the file: ties each completion to the invocation
 * of its process and hands the transactions to a {@link HistoryBuilder}. Those that completed come as they complete;
 * those that never did, or did with {@code :info}, come last in the order of their invocations, unless their process
 * goes on before.
 */
final class OpAssembler {
    /** What a process has invoked. */
    private static final class Invocation {
        final long process;
        /** The place in the history; -1 once it has completed. */
        int position = -1;

        long place;
        boolean transaction;
        /** Where the account that {@link #body} holds was given. */
        long told;

        final LongList body = new LongList(8);
        /** What the body is to be made of, if it was left for later; otherwise null. */
        Object later;

        Invocation(long process) {
            this.process = process;
        }
    }

    /** Makes the micro-ops of a transaction that was {@linkplain OpBuffer#LATER left for later}. */
    interface Later {
        OpBuffer transaction(Object value, long place);
    }

    private final boolean places;
    private final Later later;
    private final HistoryBuilder builder = new HistoryBuilder(new Atoms(false));
    private final MicroOps microOps;
    private final OpInterpreter meaning;
    private final IndexOrder order = new IndexOrder();
    private final Landmarks landmarks = new Landmarks();

    private final LongInterner processes = new LongInterner();
    private Invocation[] running = new Invocation[16];
    /** Completed with {@code :info}: what became of it is not known. */
    private Invocation[] unsure = new Invocation[16];

    private int position = -1;
    private boolean invoked;
    /** The first completion without invocation, or -1; they are fine as long as there are no invocations at all. */
    private long uninvoked = -1;

    // The operation at hand
    private OpBuffer buffer;
    private int type;
    private int function;
    private long process;
    private long place;
    /** Whether it says what the transaction did. */
    private boolean telling;

    /**
     * @param model  null to recognise it
     * @param places whether the places of transactions are of use later
     * @param later  null if nothing is left for later
     */
    OpAssembler(Model model, boolean places, Later later) {
        this.places = places;
        this.later = later;
        microOps = new MicroOps(builder, model);
        meaning = new OpInterpreter(microOps, model == null);
    }

    /** Adds all operations of a buffer. */
    void add(OpBuffer operations) {
        buffer = operations;
        long[] headers = operations.headers.array();
        int size = operations.headers.size();
        for (int at = 0, body = 0, end; at < size; at += OpBuffer.HEADER, body = end) {
            long kinds = headers[at + OpBuffer.KINDS];
            end = (int) headers[at + OpBuffer.END];
            place = headers[at + OpBuffer.PLACE];
            if (++position == Integer.MAX_VALUE) throw error("one more operation", "at most " + Integer.MAX_VALUE);
            order.next((kinds & OpBuffer.INDEXED) != 0, headers[at + OpBuffer.INDEX], place);
            if ((kinds & OpBuffer.CLIENT) == 0) {
                landmarks.event(position, place);
                continue;
            }
            landmarks.client(position, place);
            type = OpBuffer.type(kinds);
            function = OpBuffer.function(kinds);
            process = operations.global(headers[at + OpBuffer.PROCESS], builder.atoms());
            telling = meaning.find(operations, kinds, body, end, place);
            if (type == OpBuffer.INVOKE) invoke();
            else complete();
        }
    }

    /** Whether no operation was added. */
    boolean isEmpty() {
        return position < 0;
    }

    /** Where the operation that was added last begins. */
    long place() {
        return place;
    }

    private void invoke() {
        if (uninvoked >= 0) throw withoutInvocation(uninvoked);
        invoked = true;
        int p = processes.intern(process);
        if (p >= running.length) {
            running = Arrays.copyOf(running, p * 2);
            unsure = Arrays.copyOf(unsure, p * 2);
        }
        if (running[p] == null) running[p] = new Invocation(process);
        Invocation invocation = running[p];
        if (invocation.position >= 0) {
            String name = builder.atoms().text(process);
            throw error(
                    "an :invoke of process " + name + ", which has yet to complete another", "its completion first");
        }
        if (!telling && function == OpBuffer.TXN) throw error("an :invoke without micro-ops", "them in its :value");
        if (telling) settle(p);
        if (telling) builder.session(process); // sessions count in order of appearance
        invocation.position = position;
        invocation.transaction = telling;
        invocation.body.clear();
        note(invocation);
    }

    /** Takes the operation at hand as the newest account of an invocation. */
    private void note(Invocation invocation) {
        invocation.place = place;
        if (!telling) return;
        invocation.told = place;
        invocation.later = meaning.later;
        if (meaning.later == null)
            microOps.copy(buffer, meaning.words, meaning.from, meaning.to, place, invocation.body);
    }

    private void complete() {
        int p = processes.find(process);
        Invocation invocation = p < 0 || running[p] == null || running[p].position < 0 ? null : running[p];
        if (!telling && !(invocation != null ? invocation.transaction : function == OpBuffer.TXN)) {
            if (invocation != null) invocation.position = -1;
            return;
        }
        if (!telling && type == OpBuffer.OK) throw error("an :ok without micro-ops", "them in its :value");
        if (invocation == null) {
            if (invoked) throw withoutInvocation(place);
            if (uninvoked < 0) uninvoked = place;
            add(-1, null);
            return;
        }
        settle(p);
        if (type == OpBuffer.INFO) {
            note(invocation);
            unsure[p] = invocation;
            running[p] = null;
        } else {
            add(invocation.position, invocation);
            invocation.position = -1;
        }
    }

    /** Adds the transaction that the operation at hand completes. */
    private void add(int invokedAt, Invocation invocation) {
        Status status =
                switch (type) {
                    case OpBuffer.OK -> Status.COMMITTED;
                    case OpBuffer.FAIL -> meaning.failedRead ? Status.COMMITTED : Status.ABORTED;
                    default -> Status.INDETERMINATE;
                };
        begin(process, status, invokedAt, type == OpBuffer.INFO ? Integer.MAX_VALUE : position, place);
        if (telling) microOps.feed(buffer, meaning.words, meaning.from, meaning.to, status, place);
        else if (invocation != null) feed(invocation, status);
        builder.end();
    }

    /** Adds what the process left unsure, as it goes on. */
    private void settle(int p) {
        if (unsure[p] != null) add(unsure[p]);
        unsure[p] = null;
    }

    /** Adds a transaction of which nobody knows what became. */
    private void add(Invocation invocation) {
        begin(invocation.process, Status.INDETERMINATE, invocation.position, Integer.MAX_VALUE, invocation.place);
        feed(invocation, Status.INDETERMINATE);
        builder.end();
    }

    private void begin(long process, Status status, int invokedAt, int completedAt, long place) {
        builder.begin(builder.session(process), status, invokedAt, completedAt, places ? place : -1);
    }

    private void feed(Invocation invocation, Status status) {
        if (invocation.later != null) {
            OpBuffer made = later.transaction(invocation.later, invocation.told);
            microOps.copy(made, made.words.array(), 0, made.words.size(), invocation.told, invocation.body);
            invocation.later = null;
        }
        microOps.feed(null, invocation.body.array(), 0, invocation.body.size(), status, invocation.told);
    }

    /** The history. */
    History finish(Origin origin, InitialValues initial) {
        if (order.problem() != null) throw order.problem();
        List<Invocation> rest = new ArrayList<>();
        for (int p = 0; p < processes.size(); p++) {
            if (unsure[p] != null) rest.add(unsure[p]);
            if (running[p] != null && running[p].position >= 0 && running[p].transaction) rest.add(running[p]);
        }
        rest.sort(Comparator.comparingInt(invocation -> invocation.position));
        rest.forEach(this::add);
        if (places) builder.landmarks(landmarks);
        return builder.build(origin, initial);
    }

    private MalformedEdn withoutInvocation(long place) {
        MalformedEdn order = this.order.problem();
        return order != null
                ? order
                : new MalformedEdn(
                        place,
                        "a completion without :invoke",
                        "the :invoke of its process before it, as other operations in this history have one");
    }

    private MalformedEdn error(String found, String expected) {
        MalformedEdn order = this.order.problem();
        return order != null ? order : new MalformedEdn(place, found, expected);
    }

    /** Watches that operations come in the order of their {@code :index}; that matters only if all of them have one. */
    private static final class IndexOrder {
        private boolean all = true;
        private long last = Long.MIN_VALUE;
        private MalformedEdn problem;

        void next(boolean indexed, long index, long place) {
            all &= indexed;
            if (!all) return;
            if (index < last && problem == null) {
                problem = new MalformedEdn(
                        place, ":index " + index + " after :index " + last, "operations in the order of their :index");
            }
            last = index;
        }

        /** The first operation out of order, or null. */
        MalformedEdn problem() {
            return all ? problem : null;
        }
    }
}
