package minos.judge.linear;

import java.util.Arrays;
import java.util.Optional;
import minos.util.IntList;

/**
 * Decides in O(n log n) whether the operations on a queue can be ordered, where nobody found it empty.
 *
 * <p>If elements come in any order, each is a matter of its own, and an enqueue does best to take effect when it is invoked, a dequeue
 * when it completes. First in first out, and with elements that occur once, an order exists exactly when no two elements contradict
 * each other (Henzinger, Sezgin and Vafeiadis, <i>Aspect-oriented linearizability proofs</i>, CONCUR 2013): none is dequeued before it
 * is enqueued, and if one was enqueued before another, it is dequeued too if the other is, and not after it. Elements that are missing
 * may have gone to crashed dequeues, each to another one that was invoked in time.
 */
final class QueueOrder {
    private final Queue queue;
    /** By element: its enqueue and its dequeue, or -1. */
    private final int[] enqueue;

    private final int[] dequeue;

    private QueueOrder(Queue queue) {
        this.queue = queue;
        enqueue = new int[queue.elements()];
        dequeue = new int[queue.elements()];
        Arrays.fill(enqueue, -1);
        Arrays.fill(dequeue, -1);
    }

    /** Whether there is an order; empty if that takes a search. */
    static Optional<Boolean> exists(Queue all) {
        Queue queue = all.withoutUnseen();
        for (int element : queue.element) if (element == Queue.EMPTY) return Optional.empty();
        return queue.fifo ? new QueueOrder(queue).firstInFirstOut() : Optional.of(isEnough(queue));
    }

    /** Whether no element is dequeued more often than it may have been enqueued by then. */
    private static boolean isEnough(Queue queue) {
        long[] events = new long[queue.size()];
        int count = 0;
        for (int op = 0; op < queue.size(); op++) {
            if (!queue.enqueues[op] && queue.isCrashed(op)) continue;
            events[count++] = (long) (queue.enqueues[op] ? queue.begin[op] : queue.end[op]) << 32 | op;
        }
        Arrays.sort(events, 0, count);
        int[] there = new int[queue.elements()];
        for (int e = 0; e < count; e++) {
            int op = (int) events[e];
            if (queue.enqueues[op]) there[queue.element[op]]++;
            else if (--there[queue.element[op]] < 0) return false;
        }
        return true;
    }

    private Optional<Boolean> firstInFirstOut() {
        boolean twice = false;
        for (int op = 0; op < queue.size(); op++) {
            if (queue.element[op] < 0) continue;
            int[] known = queue.enqueues[op] ? enqueue : dequeue;
            if (known[queue.element[op]] >= 0 && queue.enqueues[op]) return Optional.empty();
            twice |= known[queue.element[op]] >= 0;
            known[queue.element[op]] = op;
        }
        return Optional.of(!twice && arePairsInOrder());
    }

    private boolean arePairsInOrder() {
        for (int element = 0; element < dequeue.length; element++) {
            if (dequeue[element] < 0) continue;
            boolean there = enqueue[element] >= 0 && queue.begin[enqueue[element]] < queue.end[dequeue[element]];
            if (!there) return false;
        }
        int[] byInvocation =
                Arrays.stream(enqueue).filter(op -> op >= 0).sorted().toArray(); // as operations are
        long[] byCompletion = Arrays.stream(byInvocation)
                .mapToLong(op -> (long) queue.end[op] << 32 | op)
                .sorted()
                .toArray();
        // From the last completion of an enqueue to the first: when the first element was dequeued that was enqueued
        // after it.
        IntList missing = new IntList();
        int earliest = Queue.NEVER;
        int next = byInvocation.length - 1;
        for (int i = byCompletion.length - 1; i >= 0; i--) {
            int op = (int) byCompletion[i];
            for (; next >= 0 && queue.begin[byInvocation[next]] > queue.end[op]; next--) {
                int later = dequeue[queue.element[byInvocation[next]]];
                if (later >= 0) earliest = Math.min(earliest, queue.end[later]);
            }
            int own = dequeue[queue.element[op]];
            if (own >= 0 && earliest < queue.begin[own]) return false;
            if (own < 0 && earliest != Queue.NEVER) missing.add(earliest);
        }
        return mayHaveGone(missing);
    }

    /** Whether each missing element may have gone to a crashed dequeue of its own, invoked before it had to be gone. */
    private boolean mayHaveGone(IntList missing) {
        int[] deadlines = missing.toArray();
        Arrays.sort(deadlines);
        int crashed = 0;
        int found = 0;
        for (int i = 0; i < deadlines.length; i++) {
            for (; crashed < queue.size() && queue.begin[crashed] < deadlines[i]; crashed++) {
                if (queue.element[crashed] == Queue.ANYTHING) found++;
            }
            if (found <= i) return false;
        }
        return true;
    }
}
