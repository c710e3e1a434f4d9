package minos.judge.linear;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
import minos.util.IntList;

/**
 * The operations on one queue that may have taken effect, in the order of invocation, in primitive arrays: enqueues and dequeues of an
 * element, dequeues that found nothing ({@link #EMPTY}), and crashed dequeues, which may have taken anything ({@link #ANYTHING}).
 * Elements are dense.
 */
final class Queue {
    static final int EMPTY = -1;
    static final int ANYTHING = -2;
    static final int NEVER = Integer.MAX_VALUE;

    final boolean fifo;
    final int[] transaction;
    final int[] element;
    final boolean[] enqueues;
    /** By operation: the places of its invocation and its completion in the history. */
    final int[] begin;

    final int[] end;
    /** By element: its version in the history. */
    final int[] version;

    private Queue(
            boolean fifo, int[] transaction, int[] element, boolean[] enqueues, int[] begin, int[] end, int[] version) {
        this.fifo = fifo;
        this.transaction = transaction;
        this.element = element;
        this.enqueues = enqueues;
        this.begin = begin;
        this.end = end;
        this.version = version;
    }

    int size() {
        return transaction.length;
    }

    int elements() {
        return version.length;
    }

    boolean isCrashed(int op) {
        return end[op] == NEVER;
    }

    /**
     * The same without the operations on some elements, and without some dequeues that found nothing. If the whole can be ordered,
     * so can this: leave the others out of the order.
     */
    Queue part(IntPredicate keepsElement, IntPredicate keepsEmpty) {
        return choose(op -> element[op] == ANYTHING
                || (element[op] == EMPTY ? keepsEmpty.test(op) : keepsElement.test(element[op])));
    }

    /**
     * The same without crashed enqueues of what nobody surely dequeued: these need not have happened, and make nothing possible that is
     * asked for.
     */
    Queue withoutUnseen() {
        BitSet seen = new BitSet();
        for (int op = 0; op < size(); op++) if (!enqueues[op] && element[op] >= 0) seen.set(element[op]);
        return choose(op -> !(enqueues[op] && isCrashed(op)) || seen.get(element[op]));
    }

    private Queue choose(IntPredicate keeps) {
        Builder builder = new Builder();
        for (int op = 0; op < size(); op++) {
            if (keeps.test(op)) builder.add(transaction[op], element[op], enqueues[op], begin[op], end[op]);
        }
        return builder.build(fifo, version);
    }

    /** Collects operations, which are to be added in the order of invocation. */
    static final class Builder {
        private final IntList transaction = new IntList();
        private final IntList element = new IntList();
        private final IntList enqueues = new IntList();
        private final IntList begin = new IntList();
        private final IntList end = new IntList();

        void add(int t, int what, boolean enqueue, int from, int to) {
            if (what == EMPTY && to == NEVER) return;
            transaction.add(t);
            element.add(what);
            enqueues.add(enqueue ? 1 : 0);
            begin.add(from);
            end.add(to);
        }

        Queue build(boolean fifo, int[] version) {
            boolean[] flags = new boolean[enqueues.size()];
            for (int i = 0; i < flags.length; i++) flags[i] = enqueues.get(i) != 0;
            return new Queue(
                    fifo,
                    transaction.toArray(),
                    element.toArray(),
                    flags,
                    begin.toArray(),
                    end.toArray(),
                    Arrays.copyOf(version, version.length));
        }
    }
}
