package minos.judge.linear;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import minos.judge.linear.State.Step;
import minos.util.Deadline;

/**
 * Linearizability of one register, by value: whoever wrote a value, a read is right if the register held it.
 *
 * <p>Walks the history by invocations and completions and keeps the states that are possible, as Wing and Gong (<i>Testing and
 * verifying concurrent objects</i>, 1993) and Lowe (<i>Testing for linearizability</i>, 2017) do. An operation takes effect as
 * late as possible: when one completes that has not, each state is followed along all chains of open operations that end with
 * it. Where no state is left, there is no order.
 *
 * <p>A state would have to tell which of the open operations have taken effect, and there would be exponentially many. Four
 * things keep them few.
 * <ul>
 * <li>A read that fits is <i>taken</i> at once, as that changes nothing; so reads are never a choice.
 * <li>A write can be <i>hidden</i>: put right before another write, where nobody sees it. So once a write is applied, all open
 *     operations are <i>covered</i> by it. A covered write owes nothing any more and can still be used; the state in which it is
 *     not used is the better one. And a covered read or compare-and-set can be explained later, when it completes, by a chain
 *     that is put right before the write that covers it: a write that is still unused, and what follows from it. So no chain
 *     needs more than one write.
 * <li>Operations that expect and leave the same are interchangeable: the one that completes first is used first. Crashed ones
 *     need not be told apart at all, once every state has them covered.
 * <li>A state <i>covers</i> another if it can do all that the other can: the same value, the same compare-and-sets, at least the
 *     reads, no more of the writes and of the crashed operations.
 * </ul>
 * Exponential only in the compare-and-sets that are open at one time, and in the different values that are. Crashed operations
 * of a kind that is not counted count as endlessly many: then what cannot be ordered cannot be, and an order has to be
 * looked at ({@link Linearization}).
 */
final class OpenWindow {
    /** Where among the operations of an event: before its write, hidden under its write, the write, after it. */
    static final int BEFORE = 0;

    static final int HIDDEN = 1;
    static final int WRITE = 2;
    static final int AFTER = 3;

    private static final int NONE = -1;

    /** How many states a guess keeps, and looks at on the way to a completion. */
    private static final int MOST_KEPT = 128;

    private static final int MOST_FOLLOWED = 2_000;

    private final Register register;
    private final Thrift thrift;
    private final Deadline deadline;
    /** By kind: where crashed operations of that kind are counted in a state; -1 if they are not. */
    private final int[] counter;

    private final int counters;
    /** By kind: how many crashed operations can be used that are covered wherever anything is. */
    private final int[] supply;
    /** The kinds with a supply. */
    private final int[] supplied;

    private int supplies;

    // The window: places for operations that are open
    private int[] open = new int[Long.SIZE];
    private final int[] slotOf;
    /** Places in use, by completion. */
    private int[] order = new int[Long.SIZE];

    private int openCount;
    /** How many words hold a bit for each place. */
    private int width = 1;

    private long[] all = new long[1];
    private long[] reads = new long[1];
    /** Writes, and all that may not have happened: what is better unused. */
    private long[] options = new long[1];

    private long[] optional = new long[1];
    /** By value: the places of the reads that expect it; null for none. */
    private final long[][] readsOf;

    private List<State> states = new ArrayList<>();
    private List<State> before = new ArrayList<>();
    private final Frontier left = new Frontier(this);
    private final Frontier seen = new Frontier(this);
    private final Frontier seenAfterWrite = new Frontier(this);
    private final Deque<Node> work = new ArrayDeque<>();
    /** By kind, times two, plus one for what is covered: where it was tried last. */
    private final int[] triedKind;

    private int stamp;
    /** Whether what need not have happened may be used. */
    private boolean mayUse;

    private int event;
    private long looked;

    /**
     * A state on the way to a completion.
     *
     * @param written whether the chain has its write
     * @param loose   whether its last operation need not have happened, and nothing asks for it yet
     */
    private record Node(State state, boolean written, boolean loose) {}

    /** How to treat operations of which nobody knows that they took effect. */
    enum Thrift {
        /** Uses them only where nothing else is left, and keeps few states: a guess, which misses orders. */
        FRUGAL,
        /** Does not care how many are used. */
        LAVISH,
        /** Prefers states that use few. */
        THRIFTY
    }

    /** @param counted by kind: whether crashed operations are counted */
    OpenWindow(Register register, Thrift thrift, boolean[] counted, Deadline deadline) {
        this.register = register;
        this.thrift = thrift;
        this.deadline = deadline;
        counter = new int[counted.length];
        int count = 0;
        for (int kind = 0; kind < counted.length; kind++) counter[kind] = counted[kind] ? count++ : NONE;
        counters = count;
        supply = new int[counted.length];
        supplied = new int[counted.length];
        triedKind = new int[2 * counted.length];
        slotOf = new int[register.size()];
        readsOf = new long[register.values()][];
        Arrays.fill(open, NONE);
    }

    /** The operation at whose completion no state is left; -1 if there is an order. */
    int stuck() {
        states.add(new State(new long[1 + 2 * width + (counters + 1 >> 1)], NONE, 0, null));
        for (event = 0; event < register.events.length; event++) {
            if ((event & 0xFF) == 0) deadline.check();
            int op = register.events[event] >> 1;
            if ((register.events[event] & 1) == 0) {
                invoke(op);
                continue;
            }
            complete(op);
            if (states.isEmpty()) return op;
            pool();
        }
        return NONE;
    }

    /** What was applied last on the way to a cheapest of the states that are left. */
    Step path() {
        State cheapest = states.get(0);
        for (State state : states) if (state.cost < cheapest.cost) cheapest = state;
        return cheapest.path;
    }

    /** Where no state is left: those before the completion, cheapest first, each with the open operations that have taken effect. */
    List<Stuck.Last> lastStates(int most) {
        List<State> last = new ArrayList<>(before);
        last.sort(Comparator.comparingInt(state -> state.cost));
        List<Stuck.Last> told = new ArrayList<>();
        for (State state : last.subList(0, Math.min(most, last.size()))) {
            BitSet effective = new BitSet();
            for (int i = 0; i < openCount; i++) if (taken(state, order[i])) effective.set(open[order[i]]);
            for (Step step = state.path; step != null; step = step.previous()) {
                if (step.op() < 0) effective.set(nextCrashed(-1 - step.op(), effective));
            }
            told.add(new Stuck.Last(state.value(), effective.stream().toArray()));
        }
        return told;
    }

    /** The first crashed operation of a kind that is not among some; the last if all are, as they count as endlessly many. */
    private int nextCrashed(int kind, BitSet used) {
        int last = NONE;
        for (int op = 0; op < register.size(); op++) {
            if (register.kind[op] != kind || !register.isCrashed(op)) continue;
            if (!used.get(op)) return op;
            last = op;
        }
        return last;
    }

    // The window

    private void invoke(int op) {
        boolean crashed = register.isCrashed(op);
        if (crashed && counter[register.kind[op]] == NONE && supply[register.kind[op]] > 0)
            return; // one is as good as many
        int slot = 0;
        while (slot < open.length && open[slot] != NONE) slot++;
        if (slot == open.length) widen();
        open[slot] = op;
        slotOf[op] = slot;
        int at = openCount++;
        for (; at > 0 && register.completed[open[order[at - 1]]] > register.completed[op]; at--)
            order[at] = order[at - 1];
        order[at] = slot;
        set(all, slot);
        if (register.optional[op]) set(optional, slot);
        if (register.optional[op] || register.isWrite(op)) set(options, slot);
        if (!register.isRead(op)) return;
        set(reads, slot);
        int value = register.before[op];
        if (readsOf[value] == null) readsOf[value] = new long[width];
        set(readsOf[value], slot);
        for (State state : states) if (state.value() == value) settle(state.words);
    }

    private static void set(long[] bits, int slot) {
        bits[slot >> 6] |= 1L << slot;
    }

    private void close(int slot) {
        int op = open[slot];
        int at = 0;
        while (order[at] != slot) at++;
        System.arraycopy(order, at + 1, order, at, --openCount - at);
        open[slot] = NONE;
        for (long[] bits : new long[][] {all, reads, options, optional}) bits[slot >> 6] &= ~(1L << slot);
        if (register.isRead(op)) readsOf[register.before[op]][slot >> 6] &= ~(1L << slot);
    }

    /** Makes room for more operations at one time. */
    private void widen() {
        int places = open.length;
        open = Arrays.copyOf(open, 2 * places);
        Arrays.fill(open, places, 2 * places, NONE);
        order = Arrays.copyOf(order, 2 * places);
        int wider = 2 * width;
        all = Arrays.copyOf(all, wider);
        reads = Arrays.copyOf(reads, wider);
        options = Arrays.copyOf(options, wider);
        optional = Arrays.copyOf(optional, wider);
        for (int v = 0; v < readsOf.length; v++) if (readsOf[v] != null) readsOf[v] = Arrays.copyOf(readsOf[v], wider);
        for (int i = 0; i < states.size(); i++) {
            State state = states.get(i);
            long[] words = new long[state.words.length + 2 * (wider - width)];
            words[0] = state.words[0];
            System.arraycopy(state.words, 1, words, 1, width);
            System.arraycopy(state.words, 1 + width, words, 1 + wider, width);
            System.arraycopy(state.words, 1 + 2 * width, words, 1 + 2 * wider, state.words.length - 1 - 2 * width);
            states.set(i, new State(words, state.anchor, state.cost, state.path));
        }
        width = wider;
    }

    /** Crashed operations that every state has covered, or used, or cannot hide for want of a write, leave the window. */
    private void pool() {
        for (int i = openCount - 1; i >= 0 && register.isCrashed(open[order[i]]); i--) {
            int slot = order[i];
            boolean ready = true;
            for (int s = 0; s < states.size() && ready; s++) {
                State state = states.get(s);
                ready = !state.isAnchored() || taken(state, slot) || covered(state, slot);
            }
            if (!ready) continue;
            int kind = register.kind[open[slot]];
            if (supply[kind]++ == 0) supplied[supplies++] = kind;
            for (State state : states) {
                if (counter[kind] != NONE && taken(state, slot)) state.words[usedWord(kind)] += usedOne(kind);
                forget(state.words, slot);
            }
            close(slot);
        }
    }

    // States

    private static boolean taken(State state, int slot) {
        return state.has(1, slot);
    }

    private boolean covered(State state, int slot) {
        return state.has(1 + width, slot);
    }

    private void forget(long[] words, int slot) {
        words[1 + (slot >> 6)] &= ~(1L << slot);
        words[1 + width + (slot >> 6)] &= ~(1L << slot);
    }

    private int usedWord(int kind) {
        return 1 + 2 * width + (counter[kind] >> 1);
    }

    private long usedOne(int kind) {
        return (counter[kind] & 1) == 0 ? 1 : 1L << 32;
    }

    private boolean isLeft(State state, int kind) {
        if (counter[kind] == NONE) return true;
        long both = state.words[usedWord(kind)];
        return (int) ((counter[kind] & 1) == 0 ? both : both >>> 32) < supply[kind];
    }

    /** Whether {@code one} can do all that {@code other} can. */
    boolean covers(State one, State other) {
        long[] a = one.words;
        long[] b = other.words;
        if (a[0] != b[0] || thrift != Thrift.LAVISH && one.cost > other.cost || other.isAnchored() && !one.isAnchored())
            return false;
        for (int i = 0; i < width; i++) {
            long takenA = a[1 + i];
            long takenB = b[1 + i];
            if ((takenB & ~takenA & ~options[i]) != 0 || (takenA & ~takenB & ~reads[i]) != 0) return false;
            if ((b[1 + width + i] & ~a[1 + width + i]) != 0) return false;
        }
        for (int i = 1 + 2 * width; i < a.length; i++) {
            if ((int) a[i] > (int) b[i] || a[i] >>> 32 > b[i] >>> 32) return false;
        }
        return true;
    }

    /** Takes the reads that fit the value. */
    private void settle(long[] words) {
        long[] fitting = readsOf[(int) words[0]];
        if (fitting == null) return;
        for (int i = 0; i < width; i++) {
            words[1 + i] |= fitting[i];
            words[1 + width + i] |= fitting[i];
        }
    }

    /** The same, of those that are covered. */
    private void settleCovered(long[] words) {
        long[] fitting = readsOf[(int) words[0]];
        if (fitting == null) return;
        for (int i = 0; i < width; i++) words[1 + i] |= fitting[i] & words[1 + width + i];
    }

    /** The state after an operation of the window, in a phase; hidden operations do not cover. */
    private State apply(State state, int slot, int phase) {
        int op = open[slot];
        long[] words = state.words.clone();
        words[0] = register.after[op];
        set(words, slot, register.optional[op]);
        return after(state, words, op, register.optional[op], phase);
    }

    /** Marks an operation as taken. What was owed is not any more; what was not owed cannot be hidden any more. */
    private void set(long[] words, int slot, boolean isOptional) {
        words[1 + (slot >> 6)] |= 1L << slot;
        if (isOptional) words[1 + width + (slot >> 6)] &= ~(1L << slot);
        else words[1 + width + (slot >> 6)] |= 1L << slot;
    }

    /** The state after some crashed operation of a kind. */
    private State use(State state, int kind, int phase) {
        long[] words = state.words.clone();
        words[0] = register.kindAfter[kind];
        if (counter[kind] != NONE) words[usedWord(kind)] += usedOne(kind);
        return after(state, words, -1 - kind, true, phase);
    }

    private State after(State state, long[] words, int op, boolean isOptional, int phase) {
        boolean hidden = phase == HIDDEN;
        if (phase == WRITE) {
            for (int i = 0; i < width; i++) words[1 + width + i] |= all[i] & ~(words[1 + i] & optional[i]);
        }
        if (hidden) settleCovered(words);
        else settle(words);
        return new State(
                words,
                phase == WRITE ? event : state.anchor,
                state.cost + (isOptional ? 1 : 0),
                new Step(op, hidden ? state.anchor : event, phase, state.path));
    }

    // Completions

    private void complete(int op) {
        int slot = slotOf[op];
        List<State> swap = before;
        before = states;
        states = swap;
        states.clear();
        boolean owing = false;
        for (State state : before) owing |= !taken(state, slot);
        if (owing) {
            mayUse = thrift != Thrift.FRUGAL;
            follow(op, slot);
            left.drainTo(states);
            if (states.isEmpty() && !mayUse) {
                mayUse = true;
                follow(op, slot);
                left.drainTo(states);
            }
            if (thrift == Thrift.FRUGAL && states.size() > MOST_KEPT) keepBest();
        } else {
            for (State state : before) {
                forget(state.words, slot);
                states.add(state);
            }
        }
        if (!states.isEmpty()) close(slot);
    }

    /** Finds the states that are left when an operation completes. */
    private void follow(int op, int slot) {
        for (State state : before) {
            boolean taken = taken(state, slot);
            boolean hides = !taken && state.isAnchored() && covered(state, slot);
            if (taken || register.optional[op]) release(state, state.value(), slot);
            if (hides) hide(state, op, slot);
            if (!taken) work.add(new Node(state, false, false));
        }
        seen.clear();
        seenAfterWrite.clear();
        for (int followed = 0; !work.isEmpty(); followed++) {
            if ((++looked & 0xFFF) == 0) deadline.check();
            Node node = work.poll();
            if (thrift == Thrift.FRUGAL && followed >= MOST_FOLLOWED) continue;
            if ((node.written ? seenAfterWrite : seen).add(node.state)) forward(node, op, slot);
        }
    }

    /** Of many states, those that owe least of what completes soon. */
    private void keepBest() {
        long[] ranked = new long[states.size()];
        for (int s = 0; s < ranked.length; s++) {
            State state = states.get(s);
            long owed = 0;
            for (int i = 0; i < openCount; i++) {
                int slot = order[i];
                boolean owes = !taken(state, slot) && !(register.isWrite(open[slot]) && covered(state, slot));
                if (owes && !register.optional[open[slot]]) owed += openCount - i;
            }
            ranked[s] = owed << 32 | s;
        }
        Arrays.sort(ranked);
        List<State> best = new ArrayList<>(MOST_KEPT);
        for (int i = 0; i < MOST_KEPT; i++) best.add(states.get((int) ranked[i]));
        states = best;
    }

    private void release(State state, int value, int slot) {
        long[] words = state.words.clone();
        words[0] = value;
        forget(words, slot);
        left.add(new State(words, state.anchor, state.cost, state.path));
    }

    /** Follows a chain from the present value by one operation: compare-and-sets, at most one write, compare-and-sets. */
    private void forward(Node node, int target, int targetSlot) {
        State state = node.state;
        int value = state.value();
        int phase = node.written ? AFTER : BEFORE;
        if (taken(state, targetSlot)) {
            release(state, value, targetSlot);
            return;
        }
        boolean write = register.isWrite(target);
        if (write && !node.loose) {
            State applied = apply(state, targetSlot, WRITE);
            release(applied, applied.value(), targetSlot);
        } else if (register.before[target] == value) {
            State applied = apply(state, targetSlot, phase);
            release(applied, applied.value(), targetSlot);
        }
        boolean mayWrite = !write && !node.written && !node.loose;
        boolean mayStay = mayWrite && owes(state);
        stamp++;
        for (int i = 0; i < openCount; i++) {
            int slot = order[i];
            int op = open[slot];
            if (slot == targetSlot || register.isRead(op) || taken(state, slot)) continue;
            if (register.optional[op] && !mayUse) continue;
            if (!register.isWrite(op)) {
                if (register.before[op] != value || isTried(register.kind[op], covered(state, slot))) continue;
                State next = apply(state, slot, phase);
                work.add(new Node(next, node.written, register.optional[op] && !settles(state, next)));
            } else if (mayWrite && (mayStay || register.after[op] != value) && !isTried(register.kind[op], true)) {
                work.add(new Node(apply(state, slot, WRITE), true, false));
            }
        }
        for (int i = 0; i < supplies && mayUse; i++) {
            int kind = supplied[i];
            if (!isLeft(state, kind) || isTried(kind, true)) continue;
            if (register.kindBefore[kind] != Register.ANYTHING) {
                if (register.kindBefore[kind] != value) continue;
                State next = use(state, kind, phase);
                work.add(new Node(next, node.written, !settles(state, next)));
            } else if (mayWrite && (mayStay || register.kindAfter[kind] != value)) {
                work.add(new Node(use(state, kind, WRITE), true, false));
            }
        }
    }

    /** Whether a state has taken more reads than the one before it. */
    private boolean settles(State state, State next) {
        for (int i = 0; i < width; i++) if ((next.words[1 + i] & ~state.words[1 + i] & reads[i]) != 0) return true;
        return false;
    }

    /** Whether some operation is not covered that would be by a write. */
    private boolean owes(State state) {
        for (int i = 0; i < width; i++) {
            if ((all[i] & ~state.words[1 + width + i] & ~(state.words[1 + i] & optional[i])) != 0) return true;
        }
        return false;
    }

    /**
     * Whether an operation of the same kind was tried that may as well be used. What completes first goes first; but one that
     * is not covered cannot take the place of one that is.
     */
    private boolean isTried(int kind, boolean isCovered) {
        int place = 2 * kind + (isCovered ? 1 : 0);
        if (triedKind[place] == stamp) return true;
        triedKind[place] = stamp;
        return false;
    }

    /**
     * Explains an operation that is covered by a chain right before the write that covers it: a write, and compare-and-sets
     * that follow. When it is explained, further ones may follow that could not be explained any more later.
     */
    private void hide(State state, int target, int targetSlot) {
        int value = state.value();
        Deque<Node> chains = new ArrayDeque<>(); // here written means that the target is explained
        if (register.isWrite(target)) {
            chains.add(new Node(apply(state, targetSlot, HIDDEN), true, false));
        } else {
            stamp++;
            for (int i = 0; i < openCount; i++) {
                int op = open[order[i]];
                boolean usable = register.isWrite(op)
                        && (mayUse || !register.optional[op])
                        && !taken(state, order[i])
                        && covered(state, order[i]);
                if (usable && !isTried(register.kind[op], true)) {
                    chains.add(hidden(apply(state, order[i], HIDDEN), targetSlot, false));
                }
            }
            for (int i = 0; i < supplies && mayUse; i++) {
                int kind = supplied[i];
                boolean usable = register.kindBefore[kind] == Register.ANYTHING && isLeft(state, kind);
                if (usable && !isTried(kind, true)) chains.add(hidden(use(state, kind, HIDDEN), targetSlot, false));
            }
        }
        seen.clear();
        seenAfterWrite.clear();
        while (!chains.isEmpty()) {
            if ((++looked & 0xFFF) == 0) deadline.check();
            Node node = chains.poll();
            if (!(node.written ? seenAfterWrite : seen).add(node.state)) continue;
            if (node.written) release(node.state, value, targetSlot);
            stamp++;
            for (int i = 0; i < openCount; i++) {
                int slot = order[i];
                int op = open[slot];
                boolean usable = !register.isRead(op)
                        && (mayUse || !register.optional[op])
                        && register.before[op] == node.state.value()
                        && !taken(node.state, slot)
                        && covered(node.state, slot);
                if (usable && !isTried(register.kind[op], true)) {
                    chains.add(hidden(apply(node.state, slot, HIDDEN), targetSlot, node.written));
                }
            }
            for (int i = 0; i < supplies && mayUse; i++) {
                int kind = supplied[i];
                boolean usable = register.kindBefore[kind] == node.state.value() && isLeft(node.state, kind);
                if (usable && !isTried(kind, true)) {
                    chains.add(hidden(use(node.state, kind, HIDDEN), targetSlot, node.written));
                }
            }
        }
    }

    private static Node hidden(State state, int targetSlot, boolean explained) {
        return new Node(state, explained || taken(state, targetSlot), false);
    }
}
