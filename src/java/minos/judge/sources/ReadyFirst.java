package minos.judge.sources;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.BitSet;
import minos.graph.Csr;
import minos.history.History;
import minos.history.Status;
import minos.infer.RealTimeOrder;
import minos.model.Order;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Adya's read committed of registers, in linear time: whatever is ready commits next. A transaction is ready when all that come before it
 * by the order asked for have committed, and somebody who wrote what it read, for each of its reads. A commit takes nothing away from others,
 * so it is never too early; what does not get ready, once nothing else is, never does, and refutes this level and all that imply it.
 *
 * <p>These are Horn clauses, and this is the algorithm of Dowling and Gallier, <i>Linear-time algorithms for testing the satisfiability
 * of propositional Horn formulae</i> (1984): a graph in which transactions wait for all their predecessors, and values for one.
 *
 * <p>A transaction of which nobody knows whether it committed is taken along if it gets ready. If it does not, it may not have happened; if that
 * makes others of its session ready, there is more than one way to go on, and nothing is said.
 */
final class ReadyFirst {
    private final History history;
    private final Order order;
    private final Deadline deadline;
    /** By transaction: the one before it in its session that did not abort, if that counts, or {@code NONE}. */
    private final int[] before;
    /** Vertices are the transactions, the helpers of real time, and from here on versions. */
    private final int firstVersion;
    /** By vertex: for how many it waits still. Ready is what waits for none. */
    private final int[] waits;
    /** By version: who committed it first, or {@code NONE}. */
    private final int[] writer;

    /** The transactions that cannot commit, as they wait for each other; empty if there are none, or some may not have happened. */
    private final BitSet stuck = new BitSet();

    private final boolean isOrdered;

    ReadyFirst(History history, Order order, Deadline deadline) {
        this.history = history;
        this.order = order;
        this.deadline = deadline;
        int transactions = history.transactions();
        RealTimeOrder realTime = order.isTimed()
                ? new RealTimeOrder(history, order, transactions, t -> t, t -> history.status(t) == Status.COMMITTED)
                : new RealTimeOrder();
        firstVersion = transactions + realTime.helpers();
        before = new int[transactions];
        waits = new int[firstVersion + history.versions()];
        writer = new int[history.versions()];
        Arrays.fill(writer, NONE);
        commit(waiting(realTime));
        BitSet left = new BitSet();
        for (int t = 0; t < transactions; t++) if (takesPart(t) && waits[t] > 0) left.set(t);
        isOrdered = left.stream().noneMatch(t -> history.status(t) == Status.COMMITTED);
        if (!isOrdered && left.stream().noneMatch(t -> mayBeFree(t, left))) stuck.or(left);
    }

    private boolean takesPart(int t) {
        return history.status(t) != Status.ABORTED;
    }

    /** By vertex: who waits for it. */
    private Csr waiting(RealTimeOrder realTime) {
        int transactions = history.transactions();
        Csr.Entries edges = new Csr.Entries(history.operations() + 2 * transactions);
        int[] last = new int[history.sessions()];
        Arrays.fill(last, NONE);
        int[] wroteLast = new int[history.keys()];
        Arrays.fill(wroteLast, NONE);
        for (int t = 0; t < transactions; t++) {
            if ((t & 0xFFF) == 0) deadline.check();
            before[t] = NONE;
            if (!takesPart(t)) continue;
            int number = t;
            if (order != Order.NONE) before[t] = last[history.session(t)];
            last[history.session(t)] = t;
            if (before[t] != NONE) edges.add(before[t], t);
            if (order.isTimed()) realTime.before(t, helper -> edges.add(transactions + helper, number));
            for (int op = history.begin(t); op < history.end(t); op++) {
                int own = wroteLast[history.key(op)];
                boolean external = own < history.begin(t);
                if (history.isWrite(op)) wroteLast[history.key(op)] = op;
                else if (!external && isKnown(op) && history.version(op) != history.version(own))
                    waits[t]++; // for ever
                else if (external && history.version(op) >= 0) edges.add(firstVersion + history.version(op), t);
            }
            for (int op = history.begin(t); op < history.end(t); op++) {
                boolean isLast = history.isWrite(op) && wroteLast[history.key(op)] == op;
                if (isLast && history.version(op) >= 0) edges.add(t, firstVersion + history.version(op));
            }
        }
        realTime.edges(transactions, t -> t, edges::add);
        Csr waiting = edges.byRow(waits.length);
        for (int vertex = 0; vertex < firstVersion; vertex++) {
            for (int i = waiting.begin(vertex); i < waiting.end(vertex); i++) waits[waiting.get(i)]++;
        }
        for (int vertex = firstVersion; vertex < waits.length; vertex++) {
            for (int i = waiting.begin(vertex); i < waiting.end(vertex); i++) waits[waiting.get(i)]++;
            waits[vertex] = 1; // whoever writes it first
        }
        return waiting;
    }

    private boolean isKnown(int op) {
        return history.version(op) != History.UNKNOWN;
    }

    private void commit(Csr waiting) {
        IntList ready = new IntList();
        for (int vertex = 0; vertex < firstVersion; vertex++) {
            boolean aborted = vertex < history.transactions() && !takesPart(vertex);
            if (waits[vertex] == 0 && !aborted) ready.add(vertex);
        }
        for (int next = 0; next < ready.size(); next++) {
            if ((next & 0xFFFF) == 0) deadline.check();
            int vertex = ready.get(next);
            for (int i = waiting.begin(vertex); i < waiting.end(vertex); i++) {
                int waiter = waiting.get(i);
                if (--waits[waiter] != 0) continue;
                ready.add(waiter);
                if (waiter >= firstVersion) writer[waiter - firstVersion] = vertex;
            }
        }
    }

    /** Whether a transaction waits for none but those of its session that may not have happened. */
    private boolean mayBeFree(int t, BitSet left) {
        if (before[t] == NONE || !left.get(before[t]) || waits[t] > 1) return false;
        int other = before[t];
        while (other != NONE && left.get(other) && history.status(other) == Status.INDETERMINATE) other = before[other];
        return other == NONE || !left.get(other);
    }

    /** Whether all that committed can be put in order. */
    boolean isOrdered() {
        return isOrdered;
    }

    /** Whether it cannot, whatever did not happen. */
    boolean isStuck() {
        return !stuck.isEmpty();
    }

    /** What was read from whom in that order: from whoever was first. */
    int[] answers(Sources sources) {
        int[] answers = new int[sources.questions()];
        for (int q = 0; q < answers.length; q++) answers[q] = answer(sources.read(q));
        return answers;
    }

    private int answer(int read) {
        if (waits[history.transactionOf(read)] > 0) return Sources.OPEN; // it did not happen
        if (history.version(read) == History.INITIAL) return History.INITIAL;
        int from = writer[history.version(read)];
        int op = history.end(from) - 1;
        while (!history.isWrite(op) || history.version(op) != history.version(read)) op--;
        return op;
    }

    /** Transactions that wait for each other: for each of them, one reason why it is not ready, whoever is committed. */
    BitSet core() {
        Csr writers = Csr.build(history.versions(), byVersion -> stuck.stream().forEach(t -> {
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op) && history.version(op) >= 0) byVersion.add(history.version(op), t);
            }
        }));
        int[] inSession = new int[history.sessions()]; // the first that is stuck
        Arrays.fill(inSession, NONE);
        int inTime = NONE;
        for (int t = stuck.nextSetBit(0); t >= 0; t = stuck.nextSetBit(t + 1)) {
            if (history.status(t) != Status.COMMITTED) continue;
            if (inSession[history.session(t)] == NONE) inSession[history.session(t)] = t;
            if (order == Order.REAL_TIME && (inTime == NONE || history.completion(t) < history.completion(inTime)))
                inTime = t;
        }
        BitSet core = new BitSet();
        IntList open = new IntList();
        int first = stuck.nextSetBit(0);
        while (history.status(first) != Status.COMMITTED) first = stuck.nextSetBit(first + 1);
        add(first, core, open);
        for (int next = 0; next < open.size(); next++) {
            deadline.check();
            int t = open.get(next);
            int earlier = order == Order.NONE ? t : inSession[history.session(t)];
            if (earlier != NONE && earlier < t) {
                add(earlier, core, open);
            } else if (inTime != NONE && RealTimeOrder.isBefore(history, order, inTime, t)) {
                add(inTime, core, open);
            } else {
                int read = unexplained(t, writers);
                if (read == NONE) return stuck; // it waits for time that counts in part
                int version = history.version(read);
                for (int i = writers.begin(version); i < writers.end(version); i++) add(writers.get(i), core, open);
            }
        }
        return core;
    }

    private static void add(int t, BitSet core, IntList open) {
        if (core.get(t)) return;
        core.set(t);
        open.add(t);
    }

    /** The external read of a transaction that fewest wrote who are all stuck, or {@code NONE}. */
    private int unexplained(int t, Csr writers) {
        int found = NONE;
        int fewest = Integer.MAX_VALUE;
        for (int op = history.begin(t); op < history.end(t); op++) {
            int version = history.version(op);
            if (history.isWrite(op) || version < 0 || writer[version] != NONE) continue;
            int count = writers.end(version) - writers.begin(version);
            if (count >= fewest) continue;
            fewest = count;
            found = op;
        }
        return found;
    }
}
