package minos.judge.linear;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import minos.history.History;
import minos.util.IntList;

/**
 * The operations on one register that may have taken effect, in primitive arrays, and their invocations and completions as one
 * sequence of events. Values are dense: the register begins with {@link #INITIAL}. An operation expects a value or
 * {@link #ANYTHING}, and leaves one; one that leaves what it expects is a read.
 */
final class Register {
    static final int INITIAL = 0;
    static final int ANYTHING = -1;
    /** The completion of what never completes. */
    static final int NEVER = Integer.MAX_VALUE;

    /** By operation, in the order of invocation: its transaction, what it expects and what it leaves. */
    final int[] transaction;

    final int[] before;
    final int[] after;
    /** By operation: the number of those that expect and leave the same. */
    final int[] kind;
    /** By operation: the events at which it was invoked and completed. */
    final int[] invoked;

    final int[] completed;
    /** By operation: whether nobody knows that it took effect. If it has a completion, then it did before that or never. */
    final boolean[] optional;
    /** By event: the operation, times two, plus one if it completes. */
    final int[] events;
    /** By event: its place in the history. */
    final int[] place;
    /** By value: its version in the history. */
    final int[] version;
    /** By kind: what it expects and leaves. */
    final int[] kindBefore;

    final int[] kindAfter;

    private Register(Builder builder) {
        transaction = builder.transaction.toArray();
        before = builder.before.toArray();
        after = builder.after.toArray();
        version = builder.version.toArray();
        int size = transaction.length;
        optional = new boolean[size];
        long[] sorted = new long[2 * size];
        int count = 0;
        for (int op = 0; op < size; op++) {
            int end = builder.end.get(op);
            optional[op] = builder.optional.get(op) != 0;
            sorted[count++] = (long) builder.begin.get(op) << 32 | op << 1;
            if (end != NEVER) sorted[count++] = (long) end << 32 | op << 1 | 1;
        }
        Arrays.sort(sorted, 0, count);
        events = new int[count];
        place = new int[count];
        invoked = new int[size];
        completed = new int[size];
        Arrays.fill(completed, NEVER);
        for (int e = 0; e < count; e++) {
            events[e] = (int) sorted[e];
            place[e] = (int) (sorted[e] >>> 32);
            ((events[e] & 1) == 0 ? invoked : completed)[events[e] >> 1] = e;
        }
        kind = new int[size];
        Map<Long, Integer> kinds = new HashMap<>();
        IntList expects = new IntList();
        IntList leaves = new IntList();
        for (int op = 0; op < size; op++) {
            Long shape = (long) before[op] << 32 | after[op];
            Integer known = kinds.putIfAbsent(shape, expects.size());
            kind[op] = known == null ? expects.size() : known;
            if (known != null) continue;
            expects.add(before[op]);
            leaves.add(after[op]);
        }
        kindBefore = expects.toArray();
        kindAfter = leaves.toArray();
    }

    int size() {
        return transaction.length;
    }

    int kinds() {
        return kindBefore.length;
    }

    int values() {
        return version.length;
    }

    boolean isRead(int op) {
        return before[op] == after[op];
    }

    /** Whether an operation writes whatever was there. */
    boolean isWrite(int op) {
        return before[op] == ANYTHING;
    }

    boolean isCrashed(int op) {
        return completed[op] == NEVER;
    }

    /** Collects operations, which are to be added in the order of invocation. */
    static final class Builder {
        private final IntList transaction = new IntList();
        private final IntList before = new IntList();
        private final IntList after = new IntList();
        private final IntList begin = new IntList();
        private final IntList end = new IntList();
        private final IntList optional = new IntList();
        private final IntList version = new IntList();
        private final Map<Integer, Integer> values = new HashMap<>();

        Builder() {
            value(History.INITIAL);
        }

        /** The number of a version of the register. */
        int value(int ofHistory) {
            Integer known = values.putIfAbsent(ofHistory, version.size());
            if (known != null) return known;
            version.add(ofHistory);
            return version.size() - 1;
        }

        /**
         * Adds an operation.
         *
         * @param expects  a value or {@link #ANYTHING}
         * @param leaves   a value
         * @param begin    the place of its invocation in the history
         * @param end      the place of its completion, or {@link #NEVER}
         * @param optional whether it may not have taken effect
         */
        void add(int t, int expects, int leaves, int begin, int end, boolean optional) {
            if (optional && expects == leaves) return; // it neither does anything nor asks for anything
            transaction.add(t);
            before.add(expects);
            after.add(leaves);
            this.begin.add(begin);
            this.end.add(end);
            this.optional.add(optional ? 1 : 0);
        }

        Register build() {
            return new Register(this);
        }
    }
}
