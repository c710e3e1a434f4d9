package minos.judge.linear;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntPredicate;
import minos.history.History;
import minos.history.Status;
import minos.util.IntList;

/** A history of single reads, writes and compare-and-sets, key by key. */
final class SingleOperations {
    final History history;
    /** By key: its transactions that may have taken effect, in the order of invocation. */
    final int[][] byKey;
    /** The keys with an indeterminate operation after which its session went on; for those, its effect came before. */
    final BitSet resumed = new BitSet();
    /** By transaction: the next in its session that may have taken effect, and the next that did; -1 for none. */
    private final int[] next;

    private final int[] nextCommitted;

    /** When an indeterminate operation must have taken effect, if it did, after which its session went on. */
    enum Before {
        /** Before the next was invoked: that is early enough for sure. */
        INVOCATION,
        /** Before the next completed: later is too late for sure. */
        COMPLETION
    }

    private SingleOperations(History history, int[][] byKey) {
        this.history = history;
        this.byKey = byKey;
        next = new int[history.transactions()];
        nextCommitted = new int[history.transactions()];
        int[] last = new int[history.sessions()];
        int[] lastCommitted = new int[history.sessions()];
        Arrays.fill(last, -1);
        Arrays.fill(lastCommitted, -1);
        for (int t = history.transactions() - 1; t >= 0; t--) {
            if (!takesPart(history, t)) continue;
            int session = history.session(t);
            next[t] = last[session];
            nextCommitted[t] = lastCommitted[session];
            last[session] = t;
            if (history.status(t) == Status.COMMITTED) lastCommitted[session] = t;
            else if (next[t] >= 0) resumed.set(history.key(history.begin(t)));
        }
    }

    /** The history's operations; empty if it has transactions that are none, or no real time. */
    static Optional<SingleOperations> of(History history) {
        if (!history.hasRealTime() || history.isList()) return Optional.empty();
        IntList[] found = new IntList[history.keys()];
        for (int t = 0; t < history.transactions(); t++) {
            if (!takesPart(history, t)) continue;
            if (!isSingle(history, t)) return Optional.empty();
            int key = history.key(history.begin(t));
            if (found[key] == null) found[key] = new IntList();
            found[key].add(t);
        }
        int[][] byKey = new int[history.keys()][];
        for (int key = 0; key < byKey.length; key++) {
            byKey[key] = found[key] == null ? new int[0] : byInvocation(history, found[key]);
        }
        return Optional.of(new SingleOperations(history, byKey));
    }

    private static boolean takesPart(History history, int t) {
        return history.status(t) != Status.ABORTED && history.begin(t) != history.end(t);
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

    /**
     * The register of some transactions of one key.
     *
     * @param transactions in the order of invocation
     * @param counts       whether what a transaction read must have been there
     * @param horizon      the place in the history after which nothing is looked at: who has not completed by then may never do
     * @param before       how indeterminate operations are bounded by what follows them in their session
     * @param present      which transactions there are to follow
     */
    Register register(int[] transactions, IntPredicate counts, int horizon, Before before, IntPredicate present) {
        Register.Builder builder = new Register.Builder();
        for (int t : transactions) {
            int expects = Register.ANYTHING;
            int leaves = Register.ANYTHING;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op)) leaves = builder.value(history.version(op));
                else if (history.version(op) != History.UNKNOWN && counts.test(t)) {
                    expects = builder.value(history.version(op));
                }
            }
            if (leaves == Register.ANYTHING) leaves = expects;
            if (leaves == Register.ANYTHING) continue; // nothing is known of it
            boolean committed = history.status(t) == Status.COMMITTED;
            int end = committed ? history.completion(t) : bound(t, before, present);
            boolean over = end <= horizon;
            builder.add(t, expects, leaves, history.invocation(t), over ? end : Register.NEVER, !committed || !over);
        }
        return builder.build();
    }

    private int bound(int t, Before before, IntPredicate present) {
        int follower = before == Before.INVOCATION ? next[t] : nextCommitted[t];
        if (follower < 0 || !present.test(follower)) return Register.NEVER;
        return before == Before.INVOCATION ? history.invocation(follower) - 1 : history.completion(follower);
    }
}
