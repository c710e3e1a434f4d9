package minos.judge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import minos.history.History;
import minos.history.Status;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Linearizability of one register, by value: whoever wrote a value, a read is right if the register held it. Values may repeat.
 *
 * <p>Walks the history by invocations and completions, and keeps the states that are possible: the register's value, which of
 * the open operations have taken effect, and how many crashed ones of each kind are used up. An operation takes effect as late as
 * possible: when one completes, each state in which it has not yet taken effect is followed along all ways of other open and
 * crashed operations that lead to its effect. Where no state is left, there is no order. This is the search of Wing and Gong
 * (<i>Testing and verifying concurrent objects</i>, 1993) with Lowe's just-in-time linearization and memory of states
 * (<i>Testing for linearizability</i>, 2017).
 *
 * <p>Three things keep the states few. A read that fits takes effect at once, as that changes nothing; so reads are never a
 * choice. Crashed operations that expect and write the same are interchangeable, so they are counted; those that only read are
 * nothing. And a state that has used more of the crashed ones than another is left out beside it. Linear in the operations;
 * exponential only in how many are open at one time, which is at most one a process.
 */
final class OpenWindow {
    /** How many ways to use up crashed operations to remember in the first attempt. */
    private static final int FEW = 2;

    /** What {@link #stuck} answers where there is an order, and where it gave up. */
    static final int ORDERED = -1;

    static final int GAVE_UP = -2;

    /** What an operation expects of the register if it only writes. */
    private static final int ANYTHING = Integer.MIN_VALUE;

    private final History history;
    private final int horizon;
    private final Deadline deadline;

    /** By operation of the register: the transaction, what it expects, and what it leaves; in the order of invocation. */
    private final IntList transaction = new IntList();

    private final IntList expected = new IntList();
    private final IntList written = new IntList();

    /** The window: by place, the operation that is open there, or -1. */
    private int[] open;
    /** By kind of crashed operation: what it expects, what it leaves, and how many were invoked. */
    private int[] crashedExpects;

    private int[] crashedLeaves;
    private int[] invoked;
    /** How many states were looked at. */
    private long looked;
    /** How many ways to use up crashed operations to remember, for each value and window. */
    private int ways;
    /** By what crashed operations expect and leave: the number of their kind. */
    private final Map<Long, Integer> kinds = new HashMap<>();

    /** @param horizon the place in the history after which nothing is looked at: who has not completed by then may never do */
    OpenWindow(History history, int horizon, Deadline deadline) {
        this.history = history;
        this.horizon = horizon;
        this.deadline = deadline;
    }

    /**
     * Adds an operation: a transaction of at most one read of the register and then at most one write.
     *
     * @param readCounts whether what it read must have been there
     */
    void add(int t, boolean readCounts) {
        int before = ANYTHING;
        int after = ANYTHING;
        for (int op = history.begin(t); op < history.end(t); op++) {
            if (history.isWrite(op)) after = history.version(op);
            else if (readCounts && history.version(op) != History.UNKNOWN) before = history.version(op);
        }
        if (before == ANYTHING && after == ANYTHING) return; // nothing is known of it
        transaction.add(t);
        expected.add(before);
        written.add(after == ANYTHING ? before : after);
    }

    private boolean changes(int op) {
        return written.get(op) != expected.get(op);
    }

    private boolean isCrashed(int op) {
        int t = transaction.get(op);
        return history.status(t) != Status.COMMITTED || history.completion(t) > horizon;
    }

    /**
     * A possible state between two events.
     *
     * @param value   what the register holds
     * @param applied bits, by place in the window: the open operations that have taken effect
     * @param used    by kind of crashed operation: how many have taken effect
     */
    private record State(int value, long[] applied, int[] used) {
        @Override
        public boolean equals(Object other) {
            return other instanceof State state
                    && value == state.value
                    && Arrays.equals(applied, state.applied)
                    && Arrays.equals(used, state.used);
        }

        @Override
        public int hashCode() {
            return (value * 31 + Arrays.hashCode(applied)) * 31 + Arrays.hashCode(used);
        }

        boolean has(int place) {
            return (applied[place >> 6] >>> place & 1) != 0;
        }

        State with(int place, int newValue) {
            long[] more = applied.clone();
            more[place >> 6] |= 1L << place;
            return new State(newValue, more, used);
        }

        State without(int place) {
            long[] fewer = applied.clone();
            fewer[place >> 6] &= ~(1L << place);
            return new State(value, fewer, used);
        }

        State using(int kind, int newValue) {
            int[] more = used.clone();
            more[kind]++;
            return new State(newValue, applied, more);
        }
    }

    /**
     * Looks for an order: first with only a few ways to use up crashed operations for each value and window, which nearly always
     * are enough where there is an order; then with all.
     *
     * @param most how many states to look at before giving up
     * @return the transaction at whose completion no state was left; {@link #ORDERED} or {@link #GAVE_UP}
     */
    int stuck(long most) {
        ways = FEW;
        int stuck = attempt(most);
        if (stuck == ORDERED) return stuck;
        ways = Integer.MAX_VALUE;
        return attempt(most);
    }

    private int attempt(long most) {
        looked = 0;
        int[] events = events();
        prepare();
        Map<Integer, Integer> placeOf = new HashMap<>();
        Set<State> states =
                Set.of(new State(History.INITIAL, new long[open.length + 63 >> 6], new int[invoked.length]));
        for (int e = 0; e < events.length; e++) {
            if ((e & 0xFF) == 0) deadline.check();
            int op = events[e] >> 1;
            boolean completes = (events[e] & 1) != 0;
            if (completes) {
                int place = placeOf.remove(op);
                states = completed(states, place);
                if (looked > most) return GAVE_UP;
                open[place] = -1;
                if (states.isEmpty()) return transaction.get(op);
            } else if (isCrashed(op)) {
                if (changes(op)) invoked[kind(op)]++;
            } else {
                int place = 0;
                while (open[place] >= 0) place++;
                open[place] = op;
                placeOf.put(op, place);
                if (!changes(op)) states = settled(states);
            }
        }
        return ORDERED;
    }

    /** The invocations (even) and completions (odd) of all operations, in the order of the history. */
    private int[] events() {
        long[] byPlace = new long[transaction.size() * 2];
        int events = 0;
        for (int op = 0; op < transaction.size(); op++) {
            int t = transaction.get(op);
            byPlace[events++] = (long) history.invocation(t) << 32 | op << 1;
            if (!isCrashed(op)) byPlace[events++] = (long) history.completion(t) << 32 | op << 1 | 1;
        }
        Arrays.sort(byPlace, 0, events);
        int[] ordered = new int[events];
        for (int e = 0; e < events; e++) ordered[e] = (int) byPlace[e];
        return ordered;
    }

    private int kind(int op) {
        return kinds.get((long) expected.get(op) << 32 | written.get(op) & 0xFFFFFFFFL);
    }

    private void prepare() {
        kinds.clear();
        IntList expects = new IntList();
        IntList leaves = new IntList();
        int committed = 0;
        for (int op = 0; op < transaction.size(); op++) {
            if (!isCrashed(op)) {
                committed++;
                continue;
            }
            if (!changes(op)) continue;
            long kind = (long) expected.get(op) << 32 | written.get(op) & 0xFFFFFFFFL;
            if (kinds.putIfAbsent(kind, expects.size()) != null) continue;
            expects.add(expected.get(op));
            leaves.add(written.get(op));
        }
        crashedExpects = expects.toArray();
        crashedLeaves = leaves.toArray();
        invoked = new int[crashedExpects.length];
        open = new int[mostOpen(committed)];
        Arrays.fill(open, -1);
    }

    /** How many committed operations are open at one time. */
    private int mostOpen(int committed) {
        int most = 1;
        int now = 0;
        if (committed == 0) return most;
        for (int event : events()) {
            if (isCrashed(event >> 1)) continue;
            now += (event & 1) == 0 ? 1 : -1;
            most = Math.max(most, now);
        }
        return most;
    }

    /** The states in which the reads that fit have taken effect. */
    private Set<State> settled(Set<State> states) {
        Set<State> settled = new LinkedHashSet<>();
        for (State state : states) settled.add(settled(state));
        return settled;
    }

    private State settled(State state) {
        State settled = state;
        for (int place = 0; place < open.length; place++) {
            int op = open[place];
            if (op < 0 || changes(op) || settled.has(place) || expected.get(op) != settled.value) continue;
            settled = settled.with(place, settled.value);
        }
        return settled;
    }

    /** The states that are left when the operation at a place of the window completes; its place is free then. */
    private Set<State> completed(Set<State> states, int place) {
        Frontier left = new Frontier();
        Frontier seen = new Frontier();
        Deque<State> work = new ArrayDeque<>(states); // fewest operations first
        while (!work.isEmpty()) {
            if ((++looked & 0xFFF) == 0) deadline.check();
            State state = work.poll();
            if (!seen.add(state)) continue;
            if (state.has(place)) left.add(state.without(place));
            else follow(state, work);
        }
        return left.states();
    }

    /** States of which none has used up more crashed operations than another that is the same otherwise: it leads nowhere else. */
    private final class Frontier {
        private static final int[] NONE = {};

        private final Map<State, List<int[]>> used = new LinkedHashMap<>();

        /** Adds a state; false if it is covered. */
        boolean add(State state) {
            List<int[]> alike =
                    used.computeIfAbsent(new State(state.value, state.applied, NONE), s -> new ArrayList<>(1));
            for (int[] other : alike) if (covers(other, state.used)) return false;
            alike.removeIf(other -> covers(state.used, other));
            if (alike.size() >= ways) return false;
            alike.add(state.used);
            return true;
        }

        private static boolean covers(int[] one, int[] other) {
            for (int kind = 0; kind < one.length; kind++) if (one[kind] > other[kind]) return false;
            return true;
        }

        Set<State> states() {
            Set<State> states = new LinkedHashSet<>();
            used.forEach((alike, all) -> {
                for (int[] one : all) states.add(new State(alike.value, alike.applied, one));
            });
            return states;
        }
    }

    /** All states that one more operation leads to. */
    private void follow(State state, Deque<State> work) {
        for (int place = 0; place < open.length; place++) {
            int op = open[place];
            if (op < 0 || !changes(op) || state.has(place)) continue;
            if (expected.get(op) != ANYTHING && expected.get(op) != state.value) continue;
            work.add(settled(state.with(place, written.get(op))));
        }
        for (int kind = 0; kind < invoked.length; kind++) {
            if (state.used[kind] == invoked[kind] || crashedLeaves[kind] == state.value) continue;
            if (crashedExpects[kind] != ANYTHING && crashedExpects[kind] != state.value) continue;
            work.add(settled(state.using(kind, crashedLeaves[kind])));
        }
    }
}
