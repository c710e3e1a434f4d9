package minos.io.edn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import minos.history.Atoms;
import minos.history.GrowingHistory;
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
    private final class Invocation {
        final long process;
        /** The place in the history; -1 once it has completed. */
        int position = -1;

        long place;
        boolean transaction;
        /** Where the account that {@link #body} holds was given. */
        long told;

        /** What is said about it, as atoms of the history; {@link OpBuffer#NIL} if nobody says. */
        final Remarks remarks = new Remarks();

        final LongList body = new LongList(8);
        /** What the body is to be made of, if it was left for later; otherwise null. */
        Object later;

        Invocation(long process) {
            this.process = process;
        }
    }

    /** What an operation says about itself: what its completion says counts before what its invocation said. */
    private final class Remarks {
        long started = OpBuffer.NIL;
        long committed = OpBuffer.NIL;
        long level = OpBuffer.NIL;
        long group = OpBuffer.NIL;

        void clear() {
            started = OpBuffer.NIL;
            committed = OpBuffer.NIL;
            level = OpBuffer.NIL;
            group = OpBuffer.NIL;
        }

        /** Adds what the operation at hand says; most say nothing. */
        void add() {
            if (!OpBuffer.hasRemarks(kinds)) return;
            started = newest(buffer.started(header), started);
            committed = newest(buffer.committed(header), committed);
            level = newest(buffer.level(header), level);
            group = newest(buffer.group(header), group);
        }

        private long newest(long own, long before) {
            return own == OpBuffer.NIL ? before : buffer.global(own, builder.atoms());
        }

        /** Tells it of the transaction that has begun. The level is called what it is as a keyword or as a string. */
        void tell() {
            if (started != OpBuffer.NIL) builder.started(started);
            if (committed != OpBuffer.NIL) builder.committed(committed);
            if (group != OpBuffer.NIL) builder.group(group);
            if (level == OpBuffer.NIL) return;
            String name = builder.atoms().text(level);
            builder.isolation(name.startsWith(":") ? name.substring(1) : name.replaceAll("^\"|\"$", ""));
        }
    }

    /** Makes the micro-ops of a transaction that was {@linkplain OpBuffer#LATER left for later}. */
    interface Later {
        OpBuffer transaction(Object value, long place);
    }

    private final boolean places;
    /** Whether it is asked before all operations are there. */
    private final boolean growing;

    private final Later later;
    private final HistoryBuilder builder = new HistoryBuilder(new Atoms(false));
    private final MicroOps microOps;
    private final OpInterpreter meaning;
    private final Landmarks landmarks = new Landmarks();
    private boolean indexed = true;
    private long lastIndex = Long.MIN_VALUE;
    /** What became of operations that were not in order; null if they were. */
    private String reordered;

    private boolean torn;

    /** Those of the completion at hand, where there are no invocations. */
    private final Remarks uninvokedRemarks = new Remarks();

    private final LongInterner processes = new LongInterner();
    private Invocation[] running = new Invocation[16];
    /** Completed with {@code :info}: what became of it is not known. */
    private Invocation[] unsure = new Invocation[16];

    /** The first operation of a client, as in {@link OpBuffer#KINDS}; -1 before it. */
    private long first = -1;
    /** Invocations that name no process and have not completed: position, function, name. */
    private final List<long[]> nameless = new ArrayList<>();

    private int unnamed;

    private int position = -1;
    private boolean invoked;
    /** The first completion without invocation, or -1; they are fine as long as there are no invocations at all. */
    private long uninvoked = -1;

    /** Null once it is known what operations mean. */
    private Recognition recognition;

    // The operation at hand
    private OpBuffer buffer;
    private int header;
    private long kinds;
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
        this(model, places, later, false);
    }

    /** @param growing whether {@link #grown} will be asked for; what is indeterminate then comes as soon as that is known */
    OpAssembler(Model model, boolean places, Later later, boolean growing) {
        this.places = places;
        this.growing = growing;
        this.later = later;
        microOps = new MicroOps(builder);
        meaning = new OpInterpreter(microOps, model == null);
        recognition = new Recognition(model);
        if (recognition.isDecided()) decide();
    }

    /** Whether a history of that model, or of any, may have operations that are no transactions. */
    static boolean hasSingles(Optional<Model> model) {
        return model.isEmpty()
                || model.get() != Model.LIST_APPEND && model.get() != Model.RW_REGISTER; // rows may have an :init
    }

    /** Adds all operations of a buffer. */
    void add(OpBuffer operations) {
        int size = operations.headers.size();
        for (int at = 0, body = 0; at < size; at += OpBuffer.HEADER) {
            add(operations, at, body);
            body = (int) operations.headers.get(at + OpBuffer.END);
        }
    }

    private void add(OpBuffer operations, int at, int body) {
        if (recognition != null) recognise(operations, at, body);
        else take(operations, at, body);
    }

    /** Looks at an operation, which waits until it is known what it means. */
    private void recognise(OpBuffer operations, int at, int body) {
        place = operations.headers.get(at + OpBuffer.PLACE);
        long kinds = operations.headers.get(at + OpBuffer.KINDS);
        if (OpBuffer.value(kinds) == OpBuffer.LATER) look(operations.later.get((int) operations.words.get(body)));
        else if ((kinds & OpBuffer.CLIENT) != 0) recognition.see(operations, at, body);
        recognition.hold(operations, at, body);
        if (recognition.isDecided()) decide();
    }

    private void look(Object transaction) {
        try {
            recognition.see(later.transaction(transaction, place), place);
        } catch (MalformedEdn e) {
            // It may never be wanted; if it is, it will be found again.
        }
    }

    /** Takes the operations that waited, as it is known now what they mean. */
    private void decide() {
        OpBuffer waiting = recognition.waiting();
        meaning.shape(recognition.shape());
        recognition = null;
        add(waiting);
    }

    private void take(OpBuffer operations, int at, int body) {
        buffer = operations;
        long[] headers = operations.headers.array();
        kinds = headers[at + OpBuffer.KINDS];
        place = headers[at + OpBuffer.PLACE];
        if (++position == Integer.MAX_VALUE) throw error("one more operation", "at most " + Integer.MAX_VALUE);
        watch(headers[at + OpBuffer.INDEX]);
        if ((kinds & OpBuffer.CLIENT) == 0) {
            landmarks.event(position, place);
            return;
        }
        landmarks.client(position, place);
        header = at;
        type = OpBuffer.type(kinds);
        function = OpBuffer.function(kinds);
        requireSame();
        if (type == OpBuffer.UNTYPED) type = OpBuffer.OK;
        process = isAnonymous(kinds)
                ? anonymous(headers[at + OpBuffer.NAME])
                : operations.global(headers[at + OpBuffer.PROCESS], builder.atoms());
        if (function == OpBuffer.INIT && meaning.begins(operations, at, body)) {
            if (invoked || uninvoked >= 0) throw error("an :init after transactions", "it before all of them");
            return;
        }
        telling = meaning.find(operations, at, body, operations.endOfValue(at));
        if (type == OpBuffer.INVOKE) invoke();
        else complete();
    }

    private static boolean isAnonymous(long kinds) {
        return (kinds & OpBuffer.ANONYMOUS) != 0;
    }

    /** What the first operation of a client does not say, none says. */
    private void requireSame() {
        if (first < 0) first = kinds;
        boolean untyped = type == OpBuffer.UNTYPED;
        if (untyped != (OpBuffer.type(first) == OpBuffer.UNTYPED)) {
            throw error("a map " + (untyped ? "without" : "with") + " :type", "all or none of them to have one");
        }
        if (isAnonymous(kinds) != isAnonymous(first)) {
            throw error(
                    "a map " + (isAnonymous(kinds) ? "without" : "with") + " :process",
                    "all or none of them to have one");
        }
    }

    /**
     * A process for an operation that names none: one of its own. A completion has that of the only invocation that waits for one
     * and does the same.
     */
    private long anonymous(long name) {
        unnamed++;
        if (type == OpBuffer.INVOKE) {
            nameless.add(new long[] {position, function, name});
            return position;
        }
        long[] found = null;
        for (long[] invocation : nameless) {
            if (invocation[1] != function || invocation[2] != name) continue;
            if (found != null) {
                throw error(
                        "a completion without :process, while several invocations wait for one",
                        "a :process that tells which it completes");
            }
            found = invocation;
        }
        nameless.remove(found);
        return found == null ? position : found[0];
    }

    /** Whether no operation was added. */
    boolean isEmpty() {
        return position < 0
                && (recognition == null || recognition.waiting().headers.isEmpty());
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
        if (!telling) meaning.leaveOut(buffer, header);
        if (telling) settle(p);
        if (telling) builder.session(process); // sessions count in order of appearance
        invocation.position = position;
        invocation.transaction = telling;
        invocation.body.clear();
        invocation.remarks.clear();
        note(invocation);
    }

    /** Takes the operation at hand as the newest account of an invocation. */
    private void note(Invocation invocation) {
        invocation.place = place;
        invocation.remarks.add();
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
            else meaning.leaveOut(buffer, header);
            return;
        }
        if (!telling && type == OpBuffer.OK) {
            boolean txn = function == OpBuffer.TXN;
            throw error("an :ok without " + (txn ? "micro-ops" : "a value"), (txn ? "them" : "one") + " in its :value");
        }
        if (invocation == null) {
            if (invoked) throw withoutInvocation(place);
            if (uninvoked < 0) uninvoked = place;
            add(-1, null);
            return;
        }
        settle(p);
        if (type == OpBuffer.INFO && !growing) {
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
        Remarks remarks = invocation == null ? uninvokedRemarks : invocation.remarks;
        if (invocation == null) remarks.clear();
        remarks.add();
        remarks.tell();
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
        invocation.remarks.tell();
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

    /** What it has made of the operations so far, as long as they come. */
    GrowingHistory grown(Supplier<Origin> origin, InitialValues initial) {
        return new GrowingHistory(
                builder,
                new GrowingHistory.Feed() {
                    @Override
                    public int add(HistoryBuilder to) {
                        int ended = to.transactions();
                        if (recognition == null) addOpen();
                        return ended;
                    }

                    @Override
                    public Origin origin() {
                        return Origin.noted(origin.get(), notes());
                    }
                },
                initial);
    }

    /** No more operations will come: what has waited for others to tell what it means is taken for what it looks like. */
    void end() {
        if (recognition == null) return;
        recognition.end(place);
        decide();
    }

    /** The history. */
    History finish(Origin origin, InitialValues initial) {
        end();
        addOpen();
        if (places) builder.landmarks(landmarks);
        return builder.build(Origin.noted(origin, notes()), initial);
    }

    /** Adds those of which nobody knows what became, in the order of their invocations. */
    private void addOpen() {
        List<Invocation> rest = new ArrayList<>();
        for (int p = 0; p < processes.size(); p++) {
            if (unsure[p] != null) rest.add(unsure[p]);
            if (running[p] != null && running[p].position >= 0 && running[p].transaction) rest.add(running[p]);
        }
        rest.sort((a, b) -> Integer.compare(a.position, b.position));
        rest.forEach(this::add);
    }

    /** The text broke off inside an operation. */
    void torn() {
        torn = true;
    }

    /** What whoever reads a verdict should know about the way to it. */
    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (reordered != null) notes.add(reordered);
        if (torn) notes.add("the file breaks off inside its last operation, which is left out");
        if (unnamed > 0) notes.add("operations name no :process, so each counts as a session of its own");
        if (microOps.untold() > 0) {
            boolean one = microOps.untold() == 1;
            notes.add(microOps.untold()
                    + (one ? " read of a committed transaction has" : " reads of committed transactions have")
                    + " no value: what was found is not known");
        }
        meaning.ignored()
                .forEach((name, count) -> notes.add(count + (count == 1 ? " operation " : " operations ") + name
                        + " left out: not one of " + microOps.model()));
        return notes;
    }

    /** How many operations were left out, in words. */
    String leftOut() {
        return meaning.ignored().entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
    }

    private static MalformedEdn withoutInvocation(long place) {
        return new MalformedEdn(
                place,
                "a completion without :invoke",
                "the :invoke of its process before it, as other operations in this history have one");
    }

    private MalformedEdn error(String found, String expected) {
        return new MalformedEdn(place, found, expected);
    }

    /** Operations are not in the order of their {@code :index}. */
    static final class OutOfOrder extends MalformedEdn {
        private static final long serialVersionUID = 1;

        OutOfOrder(long place, long index, long last) {
            super(place, ":index " + index + " after :index " + last, "operations in the order of their :index");
        }
    }

    /** Watches that operations come in the order of their {@code :index}, as long as all have one. */
    private void watch(long index) {
        indexed &= (kinds & OpBuffer.INDEXED) != 0;
        if (!indexed || reordered != null) return;
        if (index < lastIndex) throw new OutOfOrder(place, index, lastIndex);
        lastIndex = index;
    }

    /**
     * Adds all operations of a history, in the order of their {@code :index} if that tells one: each has its own. Otherwise they stay as
     * they are.
     */
    void addInOrder(OpBuffer operations) {
        int count = operations.headers.size() / OpBuffer.HEADER;
        Integer[] order = new Integer[count];
        Arrays.setAll(order, i -> i * OpBuffer.HEADER);
        boolean all = true;
        LongInterner seen = new LongInterner();
        for (int at : order) {
            all &= (operations.headers.get(at + OpBuffer.KINDS) & OpBuffer.INDEXED) != 0;
            seen.intern(operations.headers.get(at + OpBuffer.INDEX));
        }
        boolean sorted = all && seen.size() == count;
        reordered = sorted
                ? "operations were not in the order of their :index, and have been sorted"
                : "the :index of operations goes back" + (all ? " and repeats" : " and some have none")
                        + ", so they count in the order in which they stand";
        if (sorted) Arrays.sort(order, Comparator.comparingLong(at -> operations.headers.get(at + OpBuffer.INDEX)));
        for (int at : order) {
            add(operations, at, at == 0 ? 0 : (int) operations.headers.get(at - OpBuffer.HEADER + OpBuffer.END));
        }
    }
}
