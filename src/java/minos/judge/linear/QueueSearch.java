package minos.judge.linear;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Linearizability of one queue, first in first out or in any order, by keeping the states that are possible along the history (Wing and
 * Gong 1993, Lowe 2017): what the queue holds, and which open operations have taken effect. Decides every queue, also with elements
 * that occur several times and dequeues that found nothing; exponential in how many operations are open at one time.
 * {@link QueueOrder} decides most queues without.
 */
final class QueueSearch {
    /** How many last states to keep, to tell them. */
    private static final int MOST_STATES = 8;

    /**
     * A state.
     *
     * @param held  the elements, in their order; sorted if any order will do
     * @param taken the operations that have taken effect, of those that are open
     */
    private record State(List<Integer> held, BitSet taken) {}

    /**
     * Where no state is left.
     *
     * @param op   the operation that completes there
     * @param last what the queue may hold before, and which open operations have taken effect
     */
    record End(int op, List<Last> last) {}

    /**
     * A last state.
     *
     * @param held      the elements
     * @param effective the open operations that have taken effect
     */
    record Last(List<Integer> held, int[] effective) {}

    private final Queue queue;
    private final Deadline deadline;
    private final List<Integer> open = new ArrayList<>();
    private Set<State> states = new LinkedHashSet<>();
    private long looked;

    QueueSearch(Queue queue, Deadline deadline) {
        this.queue = queue.withoutUnseen();
        this.deadline = deadline;
    }

    /** The queue whose operations {@link #end} numbers. */
    Queue queue() {
        return queue;
    }

    /** Where no state is left; null if there is an order. */
    End end() {
        states.add(new State(List.of(), new BitSet()));
        for (long event : events()) {
            int op = (int) event >> 1;
            if ((event & 1) == 0) {
                open.add(op);
                continue;
            }
            Set<State> before = states;
            complete(op);
            if (states.isEmpty()) return new End(op, last(before));
            open.remove((Integer) op);
        }
        return null;
    }

    private long[] events() {
        long[] events = new long[2 * queue.size()];
        int count = 0;
        for (int op = 0; op < queue.size(); op++) {
            events[count++] = (long) queue.begin[op] << 32 | op << 1;
            if (!queue.isCrashed(op)) events[count++] = (long) queue.end[op] << 32 | op << 1 | 1;
        }
        Arrays.sort(events, 0, count);
        return Arrays.copyOf(events, count);
    }

    private static List<Last> last(Set<State> states) {
        List<Last> last = new ArrayList<>();
        for (State state : states) {
            if (last.size() == MOST_STATES) break;
            last.add(new Last(state.held, state.taken.stream().toArray()));
        }
        return last;
    }

    /** Follows each state along all chains of open operations that end with this one. */
    private void complete(int op) {
        Set<State> left = new LinkedHashSet<>();
        Set<State> seen = new LinkedHashSet<>(states);
        Deque<State> work = new ArrayDeque<>(states);
        while (!work.isEmpty()) {
            if ((++looked & 0x3FF) == 0) deadline.check();
            State state = work.poll();
            if (state.taken.get(op)) {
                BitSet taken = (BitSet) state.taken.clone();
                taken.clear(op);
                left.add(new State(state.held, taken));
                continue;
            }
            IntList tried = new IntList();
            for (int next : open) {
                if (state.taken.get(next) || isTried(next, tried)) continue;
                for (State after : after(state, next)) if (seen.add(after)) work.add(after);
            }
        }
        states = left;
    }

    /** Crashed operations of one kind are interchangeable: of those that are left, the first is as good as any. */
    private boolean isTried(int op, IntList tried) {
        if (!queue.isCrashed(op)) return false;
        int kind = queue.element[op];
        for (int i = 0; i < tried.size(); i++) if (tried.get(i) == kind) return true;
        tried.add(kind);
        return false;
    }

    /** The states after an operation: none if it does not fit, several if it may have taken different elements. */
    private List<State> after(State state, int op) {
        int element = queue.element[op];
        List<Integer> held = state.held;
        if (queue.enqueues[op]) {
            int at = held.size();
            while (!queue.fifo && at > 0 && held.get(at - 1) > element) at--;
            List<Integer> more = new ArrayList<>(held);
            more.add(at, element);
            return List.of(with(state, more, op));
        }
        if (element == Queue.EMPTY) return held.isEmpty() ? List.of(with(state, held, op)) : List.of();
        List<State> after = new ArrayList<>();
        int reach = queue.fifo ? Math.min(1, held.size()) : held.size();
        for (int i = 0; i < reach; i++) {
            boolean again = i > 0 && held.get(i).equals(held.get(i - 1));
            if (again || element != Queue.ANYTHING && held.get(i) != element) continue;
            List<Integer> fewer = new ArrayList<>(held);
            fewer.remove(i);
            after.add(with(state, fewer, op));
        }
        return after;
    }

    private static State with(State state, List<Integer> held, int op) {
        BitSet taken = (BitSet) state.taken.clone();
        taken.set(op);
        return new State(List.copyOf(held), taken);
    }
}
