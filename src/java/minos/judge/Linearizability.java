package minos.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import minos.history.History;
import minos.history.Status;
import minos.infer.Findings;
import minos.infer.Options;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Violation;
import minos.util.Deadline;
import minos.util.IntList;
import minos.util.Minimum;

/**
 * Linearizability of registers whose values repeat: where reads cannot be tied to writes, they are judged by value, key by key
 * (Herlihy and Wing, <i>Linearizability</i>, TOPLAS 1990: a history is linearizable if that of each object is). {@link OpenWindow}
 * decides one key.
 *
 * <p>A part of a key's operations is a proof of its own if it cannot be ordered and asks for no more than the whole. So a read
 * counts in a part only if the part shows for each write of its value why it is the source or cannot be: the write is there; or
 * it was invoked after the read had completed; or another write, which is there, lies between the two. All that comes after the
 * completion at which no order was left is no matter: what breaks a part of the time breaks the whole.
 */
final class Linearizability {
    /** How many states to look at for each operation on a key before giving up. */
    private static final long MOST_STATES = 1_000;
    /** How many for even the smallest history: some seconds. */
    private static final long LEAST_STATES = 5_000_000;

    /** Larger parts are not made smaller: that would take long, and nobody reads what comes of it. */
    private static final int MOST_SHRUNK = 1 << 12;

    private final History history;
    private final Options options;
    /** By key: its transactions that may have taken effect, in the order of invocation. */
    private final int[][] operations;
    /** By version: who may have written it. */
    private final Map<Integer, Sources> sources = new HashMap<>();
    /** The longest time, in places of the history, that an operation took. */
    private final int longest;

    /**
     * Who may have written a value.
     *
     * @param completed in the order of completion
     * @param crashed   nobody knows whether and when
     */
    private record Sources(IntList completed, IntList crashed) {
        int size() {
            return completed.size() + crashed.size();
        }

        int first() {
            return completed.isEmpty() ? crashed.get(0) : completed.get(0);
        }
    }

    private Linearizability(History history, Options options, int[][] operations) {
        this.history = history;
        this.options = options;
        this.operations = operations;
        int most = 0;
        for (int t = 0; t < history.transactions(); t++) { // in the order of completion
            if (history.status(t) == Status.ABORTED || history.begin(t) == history.end(t)) continue;
            boolean committed = history.status(t) == Status.COMMITTED;
            if (committed) most = Math.max(most, history.completion(t) - history.invocation(t));
            if (write(t) < 0) continue;
            Sources of =
                    sources.computeIfAbsent(history.version(write(t)), v -> new Sources(new IntList(), new IntList()));
            (committed ? of.completed : of.crashed).add(t);
        }
        longest = most;
    }

    /**
     * Judges a history of single reads, writes and compare-and-sets; empty if it is none, or if an indeterminate operation has a
     * successor in its session, which then is no operation on a single object's business alone.
     */
    static Optional<Linearizability> of(History history, Options options) {
        if (!history.hasRealTime() || history.isList()) return Optional.empty();
        IntList[] byKey = new IntList[history.keys()];
        boolean[] crashed = new boolean[history.sessions()];
        for (int t = 0; t < history.transactions(); t++) {
            int session = history.session(t);
            if (history.status(t) == Status.ABORTED || history.begin(t) == history.end(t)) continue;
            if (!isSingle(history, t) || crashed[session]) return Optional.empty();
            crashed[session] = history.status(t) == Status.INDETERMINATE;
            int key = history.key(history.begin(t));
            if (byKey[key] == null) byKey[key] = new IntList();
            byKey[key].add(t);
        }
        int[][] operations = new int[history.keys()][];
        for (int key = 0; key < operations.length; key++) {
            operations[key] = byKey[key] == null ? new int[0] : byInvocation(history, byKey[key]);
        }
        return Optional.of(new Linearizability(history, options, operations));
    }

    /** Whether a transaction is a read, a write, or a read and then a write of the same key. */
    private static boolean isSingle(History history, int t) {
        int first = history.begin(t);
        int operations = history.end(t) - first;
        if (operations == 1) return true;
        return operations == 2
                && history.key(first) == history.key(first + 1)
                && !history.isWrite(first)
                && history.isWrite(first + 1);
    }

    private static int[] byInvocation(History history, IntList transactions) {
        long[] sorted = new long[transactions.size()];
        for (int i = 0; i < sorted.length; i++) {
            int t = transactions.get(i);
            sorted[i] = (long) history.invocation(t) << 32 | t;
        }
        Arrays.sort(sorted);
        return Arrays.stream(sorted).mapToInt(place -> (int) place).toArray();
    }

    /** The verdict, told of {@code level}, which must be the same for such a history. */
    Verdict verdict(Level level) {
        Findings findings = new Findings(options.maxWitnesses());
        int undecided = -1;
        for (int[] key : operations) for (int t : key) source(t, findings);
        for (int[] key : operations) {
            if (!findings.isEmpty() && !options.all()) break;
            int stuck = stuck(
                    key,
                    t -> history.status(t) != Status.COMMITTED || read(t) < 0 || hasSource(read(t), t),
                    Integer.MAX_VALUE);
            if (stuck >= 0) findings.add(AnomalyType.UNORDERABLE, () -> witness(level, key, stuck));
            if (stuck == OpenWindow.GAVE_UP) undecided = history.key(history.begin(key[0]));
        }
        if (!findings.isEmpty()) return Verdict.violated(level, Order.REAL_TIME, findings.anomalies());
        if (undecided < 0) return Verdict.holds(level, Order.REAL_TIME);
        return Verdict.unknown(
                level,
                Order.REAL_TIME,
                "values repeat, and too many operations on " + history.keyText(undecided)
                        + " are open at one time to try all orders");
    }

    private int read(int t) {
        int op = history.begin(t);
        return history.isWrite(op) || history.version(op) == History.UNKNOWN ? -1 : op;
    }

    private int write(int t) {
        int op = history.end(t) - 1;
        return history.isWrite(op) ? op : -1;
    }

    // Reads that nobody can be the source of

    private boolean hasSource(int read, int t) {
        int version = history.version(read);
        if (version == History.INITIAL) return true;
        Sources found = sources.get(version);
        return found != null && (found.size() > 1 || found.first() != t);
    }

    private void source(int t, Findings findings) {
        int read = read(t);
        if (read < 0 || history.status(t) != Status.COMMITTED || hasSource(read, t)) return;
        int version = history.version(read);
        int write = write(t);
        if (write >= 0 && history.version(write) == version) {
            findings.add(AnomalyType.FUTURE_READ, () -> new Violation.FutureRead(read, write));
            return;
        }
        int aborted = abortedWrite(version);
        if (aborted >= 0) findings.add(AnomalyType.ABORTED_READ, () -> new Violation.AbortedRead(read, aborted));
        else findings.add(AnomalyType.THIN_AIR_READ, () -> new Violation.ThinAirRead(read, version));
    }

    private int abortedWrite(int version) {
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) != Status.ABORTED) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op) && history.version(op) == version) return op;
            }
        }
        return -1;
    }

    // What cannot be ordered

    /** The transaction at whose completion there is no order left, of those whose reads count; -1 if there is one. */
    private int stuck(int[] transactions, IntPredicate counts, int horizon) {
        OpenWindow window = new OpenWindow(history, horizon, options.deadline());
        for (int t : transactions) window.add(t, counts.test(t));
        return window.stuck(Math.max(LEAST_STATES, MOST_STATES * transactions.length));
    }

    /** A minimal part of a key's operations that cannot be ordered; as small as the time allows. */
    private Violation witness(Level level, int[] key, int stuck) {
        int horizon = history.completion(stuck);
        int end = 0;
        while (end < key.length && history.invocation(key[end]) < horizon) end++;
        int[] part = Arrays.copyOf(key, end);
        boolean minimal = false;
        try {
            for (int last = 16; last < Math.min(end, 4 * MOST_SHRUNK); last *= 4) {
                int[] tail = Arrays.copyOfRange(part, end - last, end);
                if (cannotBeOrdered(tail, horizon)) {
                    part = tail;
                    break;
                }
            }
            if (part.length <= MOST_SHRUNK) {
                part = Minimum.of(part, fewer -> cannotBeOrdered(fewer, horizon));
                minimal = true;
            }
        } catch (Deadline.Expired e) {
            // What is left is a proof all the same.
        }
        List<Integer> transactions = new ArrayList<>();
        for (int t : part) transactions.add(t);
        transactions.sort(null);
        return new Violation.Unorderable(level, transactions, minimal, List.of());
    }

    private boolean cannotBeOrdered(int[] part, int horizon) {
        options.deadline().check();
        BitSet chosen = new BitSet();
        for (int t : part) chosen.set(t);
        return stuck(part, t -> counts(t, part, chosen, horizon), horizon) >= 0;
    }

    /**
     * Whether a part shows of each write of what {@code t} read why it is the source or cannot be. What was invoked after the
     * horizon, where there is no order left already, is no matter.
     */
    private boolean counts(int t, int[] part, BitSet chosen, int horizon) {
        int read = read(t);
        if (read < 0 || history.version(read) == History.INITIAL) return true;
        if (!hasSource(read, t)) return false;
        // All writes that had completed when the last write began that was over before this read are overwritten.
        int overwritten = -1;
        for (int other : part) {
            boolean over = history.status(other) == Status.COMMITTED
                    && write(other) >= 0
                    && history.completion(other) < history.invocation(t);
            if (over) overwritten = Math.max(overwritten, history.invocation(other));
        }
        Sources of = sources.get(history.version(read));
        for (int i = 0; i < of.crashed.size(); i++) if (isOpen(of.crashed.get(i), t, chosen, horizon)) return false;
        long last = history.status(t) == Status.COMMITTED ? (long) history.completion(t) + longest : Long.MAX_VALUE;
        for (int i = firstAfter(overwritten, of.completed); i < of.completed.size(); i++) {
            if (history.completion(of.completed.get(i)) > last) break;
            if (isOpen(of.completed.get(i), t, chosen, horizon)) return false;
        }
        return true;
    }

    /** Whether a write may be what {@code reader} read, and nothing is said of it. */
    private boolean isOpen(int source, int reader, BitSet chosen, int horizon) {
        return source != reader
                && !chosen.get(source)
                && history.invocation(source) < Math.min(horizon, history.completion(reader));
    }

    /** The place of the first of some transactions, in the order of completion, that completed after {@code place}. */
    private int firstAfter(int place, IntList transactions) {
        int low = 0;
        int high = transactions.size();
        while (low < high) {
            int middle = low + high >>> 1;
            if (history.completion(transactions.get(middle)) < place) low = middle + 1;
            else high = middle;
        }
        return low;
    }
}
