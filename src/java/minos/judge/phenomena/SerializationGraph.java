package minos.judge.phenomena;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import minos.graph.Csr;
import minos.graph.IntervalOrder;
import minos.graph.StronglyConnectedComponents;
import minos.history.History;
import minos.history.Status;
import minos.infer.Relations;
import minos.model.Assumption;
import minos.model.Edge;
import minos.model.Order;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * The direct serialization graph of what a history shows: who read from whom (wr), whose version comes before whose (ww), who
 * overwrote what was read (rw), and the order asked for. Nodes are the transactions and, after them, helpers, each of which
 * stands for the edges from all that lead into it to all that it leads to: one for each key whose readers of the last known
 * version, or of the initial one, all come before several writers; and those of an {@link IntervalOrder} for real time.
 *
 * <p>Of lists the next version is the next element that a transaction which takes part appended. Where no update may be lost, an
 * append that no list shows comes after all that one does. Of registers what is assumed is known, and that initial versions
 * come first.
 */
final class SerializationGraph {
    /** Takes edges, one by one. */
    interface Sink {
        /**
         * @param read  the operation that shows it: the read of wr and rw; otherwise {@code NONE}
         * @param write the operation of the later writer of ww and rw; otherwise {@code NONE}
         * @param pair  the number of the assumption; {@code NONE} if there is none
         */
        void edge(int from, int to, Edge.Kind kind, int read, int write, int pair);
    }

    private final Relations relations;
    private final History history;
    private final Order order;
    private final boolean keepsUpdates;
    private final IntervalOrder realTime;
    private final int transactions;
    /** By key, where a read that contradicts the others, or has an element twice, shows more than they do: that read. */
    private final Map<Integer, Integer> longestRead = new HashMap<>();
    /** By such a key: the elements of that read, each once. */
    private final Map<Integer, int[]> longest = new HashMap<>();
    /** By version of such a key: its place among them. */
    private final Map<Integer, Integer> places = new HashMap<>();
    /** The elements of reads that contradict others: not among those that no list shows, wherever they belong. */
    private final BitSet deviating = new BitSet();
    /** By key: the appends that no list shows. */
    private final Csr unobserved;
    /** Registers: by key, its last writes. */
    private final Csr writes;
    /** By version: the numbers of the assumed orders that it is the earlier one of. */
    private final Csr assumedAfter;

    SerializationGraph(Relations relations, Order order, boolean keepsUpdates) {
        this.relations = relations;
        this.history = relations.history();
        this.order = order;
        this.keepsUpdates = keepsUpdates;
        transactions = history.transactions();
        for (int op : history.deviants()) if (relations.participates(history.transactionOf(op))) deviant(op);
        realTime = order == Order.REAL_TIME && history.hasRealTime() ? byCompletion() : new IntervalOrder();
        unobserved = Csr.build(history.keys(), history.isList() ? this::unobserved : none -> {});
        writes = Csr.build(history.keys(), history.isList() ? none -> {} : this::writes);
        assumedAfter = Csr.build(history.versions(), byVersion -> {
            for (int pair = 0; pair < relations.assumedPairs(); pair++) {
                if (relations.assumedEarlier(pair) >= 0) byVersion.add(relations.assumedEarlier(pair), pair);
            }
        });
    }

    private void deviant(int op) {
        int key = history.key(op);
        int[] elements = IntStream.range(0, history.length(op))
                .map(i -> history.element(op, i))
                .distinct()
                .toArray();
        for (int version : elements) deviating.set(version);
        for (int place = 0; place < history.longest(key); place++) deviating.set(history.longest(key, place));
        if (elements.length <= longest(key)) return;
        longestRead.put(key, op);
        longest.put(key, elements);
        for (int place = 0; place < elements.length; place++) places.put(elements[place], place);
    }

    private int longest(int key) {
        int[] elements = longest.isEmpty() ? null : longest.get(key);
        return elements == null ? history.longest(key) : elements.length;
    }

    private int longest(int key, int place) {
        int[] elements = longest.isEmpty() ? null : longest.get(key);
        return elements == null ? history.longest(key, place) : elements[place];
    }

    /** The place of an element in the longest list of its key, or -1. */
    private int position(int version) {
        int[] elements = longest.isEmpty() ? null : longest.get(history.versionKey(version));
        if (elements == null) return history.position(version);
        int place = places.getOrDefault(version, -1);
        return place >= 0 && place < elements.length && elements[place] == version ? place : -1;
    }

    /** Transactions, a helper for each key, and those of real time. */
    int nodes() {
        return firstTime() + realTime.helpers();
    }

    int transactions() {
        return transactions;
    }

    private int firstTime() {
        return transactions + history.keys();
    }

    boolean isTransaction(int node) {
        return node < transactions;
    }

    /** Whether a helper stands for anti-dependencies. */
    boolean isOverwriting(int node) {
        return node >= transactions && node < firstTime();
    }

    StronglyConnectedComponents components(Deadline deadline) {
        Csr.Entries entries = new Csr.Entries(history.operations());
        edges((from, to, kind, read, write, pair) -> entries.add(to, from));
        return StronglyConnectedComponents.of(entries.byRow(nodes()), deadline);
    }

    /** All edges, in the same order each time. */
    void edges(Sink sink) {
        int[] last = new int[history.sessions()];
        Arrays.fill(last, NONE);
        for (int t = 0; t < transactions; t++) {
            if (!relations.participates(t)) continue;
            if (realTime.helpers() > 0) {
                int helper = realTime.lastBefore(history.invocation(t));
                if (helper >= 0) sink.edge(firstTime() + helper, t, Edge.Kind.RT, NONE, NONE, NONE);
            } else if (order != Order.NONE) {
                int session = history.session(t);
                if (last[session] != NONE) sink.edge(last[session], t, Edge.Kind.SO, NONE, NONE, NONE);
                last[session] = t;
            }
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!history.isWrite(op)) read(t, op, sink);
                else if (history.isList()) append(t, op, sink);
            }
        }
        realTime.edges(firstTime(), t -> t, (from, to) -> sink.edge(from, to, Edge.Kind.RT, NONE, NONE, NONE));
        for (int pair = 0; pair < relations.assumedPairs(); pair++) assumed(pair, sink);
        for (int key = 0; key < history.keys(); key++) overwriters(key, sink);
    }

    // Reads

    /** What an external read took from elsewhere: its source's version, else what it shows; {@code NONE} if that is its own. */
    private int shown(int t, int op) {
        if (relations.hasSource(op)) return relations.externalVersion(op);
        int version = history.version(op);
        // A list without the reader's own appends is wrong, and lacks those of others as well.
        if (version == History.INITIAL && history.isList()) return version;
        if (version < 0 || relations.writer(version) == t) return NONE;
        return version;
    }

    private void read(int t, int op, Sink sink) {
        int version = shown(t, op);
        if (version == NONE || version == History.UNKNOWN) return;
        if (!history.isList() && !isFirst(t, op)) return;
        if (version != History.INITIAL) {
            int writer = relations.writer(version);
            boolean plain = history.isList() || !relations.isOverwritten(version);
            if (writer >= 0 && relations.participates(writer) && plain) {
                sink.edge(writer, t, Edge.Kind.WR, op, NONE, NONE);
            }
        }
        if (history.isList()) overwrittenElement(t, op, version, sink);
        else overwritten(t, op, version, sink);
    }

    /** Whether a read is its transaction's first use of the key. */
    private boolean isFirst(int t, int op) {
        for (int other = history.begin(t); other < op; other++) {
            if (history.key(other) == history.key(op)) return false;
        }
        return true;
    }

    private void overwritten(int t, int op, int version, Sink sink) {
        if (version == History.INITIAL) {
            sink.edge(t, transactions + history.key(op), Edge.Kind.RW, op, NONE, NONE);
            return;
        }
        for (int i = assumedAfter.begin(version); i < assumedAfter.end(version); i++) {
            int pair = assumedAfter.get(i);
            int later = relations.assumedLater(pair);
            int writer = relations.writer(later);
            if (writer < 0 || writer == t || !relations.participates(writer) || relations.isOverwritten(later))
                continue;
            sink.edge(t, writer, Edge.Kind.RW, op, relations.write(writer, later), pair);
        }
    }

    private void overwrittenElement(int t, int op, int version, Sink sink) {
        int place = version == History.INITIAL ? -1 : position(version);
        if (place < 0 && version != History.INITIAL) return; // in no list that counts
        int key = history.key(op);
        int next = nextElement(key, place + 1);
        if (next == NONE) {
            sink.edge(t, transactions + key, Edge.Kind.RW, op, NONE, NONE);
        } else if (relations.writer(next) != t && !(mayContradict(op) && shows(op, next))) {
            int writer = relations.writer(next);
            sink.edge(t, writer, Edge.Kind.RW, op, relations.write(writer, next), NONE);
        }
    }

    /** Whether a read may be no prefix of the longest list. */
    private boolean mayContradict(int read) {
        return history.deviates(read) || !longest.isEmpty() && longest.containsKey(history.key(read));
    }

    private boolean shows(int read, int version) {
        for (int i = 0; i < history.length(read); i++) if (history.element(read, i) == version) return true;
        return false;
    }

    /** The first element from a place on, in the longest list of a key, that somebody who takes part appended. */
    private int nextElement(int key, int place) {
        for (int i = place; i < longest(key); i++) {
            int writer = relations.writer(longest(key, i));
            if (writer >= 0 && relations.participates(writer)) return longest(key, i);
        }
        return NONE;
    }

    /** The last such element before a place. */
    private int elementBefore(int key, int place) {
        for (int i = place - 1; i >= 0; i--) {
            int writer = relations.writer(longest(key, i));
            if (writer >= 0 && relations.participates(writer)) return longest(key, i);
        }
        return NONE;
    }

    // Writes

    private void append(int t, int op, Sink sink) {
        int version = history.version(op);
        int place = position(version);
        if (place < 0 && (!keepsUpdates || deviating.get(version))) return;
        int key = history.key(op);
        int before = elementBefore(key, place < 0 ? longest(key) : place);
        if (before == NONE || relations.writer(before) == t) return;
        sink.edge(relations.writer(before), t, Edge.Kind.WW, NONE, op, NONE);
    }

    private void assumed(int pair, Sink sink) {
        int earlier = relations.assumedEarlier(pair);
        int later = relations.assumedLater(pair);
        if (earlier < 0) return;
        int from = relations.writer(earlier);
        int to = relations.writer(later);
        if (from < 0 || to < 0 || from == to || !relations.participates(from) || !relations.participates(to)) return;
        if (relations.isOverwritten(earlier) || relations.isOverwritten(later)) return;
        sink.edge(from, to, Edge.Kind.WW, NONE, relations.write(to, later), pair);
    }

    /** Those who come after all that a key's helper stands for. */
    private void overwriters(int key, Sink sink) {
        for (int i = writes.begin(key); i < writes.end(key); i++) {
            int op = writes.get(i);
            sink.edge(transactions + key, history.transactionOf(op), Edge.Kind.RW, NONE, op, NONE);
        }
        boolean alone = unobserved.end(key) - unobserved.begin(key) == 1 && longest(key) == 0;
        if (!keepsUpdates && !alone) return;
        for (int i = unobserved.begin(key); i < unobserved.end(key); i++) {
            int op = unobserved.get(i);
            sink.edge(transactions + key, history.transactionOf(op), Edge.Kind.RW, NONE, op, NONE);
        }
    }

    private void unobserved(Csr.Builder byKey) {
        for (int t = 0; t < transactions; t++) {
            if (!relations.participates(t) && history.status(t) != Status.COMMITTED) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                int version = history.version(op);
                if (history.isWrite(op) && position(version) < 0 && !deviating.get(version)) {
                    byKey.add(history.key(op), op);
                }
            }
        }
    }

    private void writes(Csr.Builder byKey) {
        for (int t = 0; t < transactions; t++) {
            if (!relations.participates(t)) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op) && !relations.isOverwritten(history.version(op))) {
                    byKey.add(history.key(op), op);
                }
            }
        }
    }

    private IntervalOrder byCompletion() {
        IntList completed = new IntList();
        for (int t = 0; t < transactions; t++) {
            if (relations.participates(t) && history.status(t) == Status.COMMITTED) completed.add(t);
        }
        return new IntervalOrder(completed.toArray(), history::completion);
    }

    // Reasons

    /** An edge between transactions, from the parts that {@link #edges} told. */
    Edge edge(int from, int to, Edge.Kind kind, int read, int write, int pair) {
        return switch (kind) {
            case SO -> Edge.so(from, to);
            case RT -> Edge.rt(from, to);
            case WR -> Edge.wr(from, to, history.key(read), relations.write(from, shown(to, read)), read);
            case WW -> versionOrder(from, to, write, pair);
            case RW ->
                new Edge.AntiDependency(
                        from, to, history.key(read), read, write, List.of(), assumption(pair), Optional.empty());
            case CO, CLAIMED -> throw new IllegalArgumentException("nothing is inferred here");
        };
    }

    private Optional<Assumption> assumption(int pair) {
        return pair == NONE ? Optional.empty() : Optional.of(relations.assumption(pair));
    }

    private Edge versionOrder(int from, int to, int write, int pair) {
        int key = history.key(write);
        int version = history.version(write);
        if (pair != NONE) {
            int earlier = relations.write(from, relations.assumedEarlier(pair));
            return Edge.given(from, to, key, earlier, write, relations.assumption(pair));
        }
        int place = position(version);
        int before = elementBefore(key, place < 0 ? longest(key) : place);
        int read = longestRead.containsKey(key)
                ? longestRead.get(key)
                : relations.readShowing(key, place < 0 ? longest(key) - 1 : place);
        OptionalInt shownBy = read == NONE ? OptionalInt.empty() : OptionalInt.of(read);
        return new Edge.WriteWrite(from, to, key, relations.write(from, before), write, shownBy, List.of());
    }
}
