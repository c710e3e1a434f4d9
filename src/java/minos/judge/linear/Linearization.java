package minos.judge.linear;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import minos.judge.linear.State.Step;
import minos.util.IntList;

/**
 * The order that a path of {@link OpenWindow} stands for. The path has what changed the register and was seen; the writes that
 * nobody saw go right before the next one, reads to the first moment that shows their value. Where crashed operations were
 * not counted, there may be too few of them for the path.
 */
final class Linearization {
    private final Register register;
    private final Step[] steps;
    /** By step: its operation. */
    private final int[] operation;
    /** Which kinds have too few crashed operations. */
    final BitSet missing = new BitSet();

    private final IntList ordered = new IntList();
    private final IntList at = new IntList();

    Linearization(Register register, Step path) {
        this.register = register;
        List<Step> found = new ArrayList<>();
        for (Step step = path; step != null; step = step.previous()) found.add(step);
        steps = new Step[found.size()];
        for (int i = 0; i < steps.length; i++) steps[i] = found.get(steps.length - 1 - i);
        Arrays.sort(steps, Comparator.comparingInt(Step::event).thenComparingInt(Step::phase));
        operation = new int[steps.length];
        chooseCrashed();
        if (missing.isEmpty()) order();
    }

    /** The operations in their order. */
    int[] operations() {
        return ordered.toArray();
    }

    /** For each of them, the event before which it takes effect, or after which, if that is its invocation. */
    int[] events() {
        return at.toArray();
    }

    /** Of each kind, the first invoked are used first. */
    private void chooseCrashed() {
        IntList[] crashed = new IntList[register.kinds()];
        for (int op = 0; op < register.size(); op++) {
            if (!register.isCrashed(op)) continue;
            int kind = register.kind[op];
            if (crashed[kind] == null) crashed[kind] = new IntList(4);
            crashed[kind].add(op);
        }
        int[] used = new int[register.kinds()];
        for (int i = 0; i < steps.length; i++) {
            int op = steps[i].op();
            operation[i] = op;
            if (op >= 0 && !register.isCrashed(op)) continue;
            int kind = op < 0 ? -1 - op : register.kind[op];
            int next = used[kind]++;
            if (next < crashed[kind].size() && register.invoked[crashed[kind].get(next)] < steps[i].event()) {
                operation[i] = crashed[kind].get(next);
            } else {
                missing.set(kind);
            }
        }
    }

    private void order() {
        BitSet placed = new BitSet(register.size());
        for (int op : operation) placed.set(op);
        IntList[] waiting = new IntList[register.values()];
        IntList hidden = new IntList();
        int value = Register.INITIAL;
        int next = 0; // the first operation that was not looked at
        for (int i = 0; i <= steps.length; i++) {
            int event = i < steps.length ? steps[i].event() : Register.NEVER;
            for (; next < register.size() && register.invoked[next] < event; next++) {
                if (register.isRead(next)) {
                    if (register.before[next] == value) {
                        place(next, register.invoked[next]);
                    } else {
                        int read = register.before[next];
                        if (waiting[read] == null) waiting[read] = new IntList(4);
                        waiting[read].add(next);
                    }
                } else if (!register.optional[next] && !placed.get(next)) {
                    hidden.add(next);
                }
            }
            if (i == steps.length) break;
            if (steps[i].phase() == OpenWindow.WRITE) {
                for (int j = 0; j < hidden.size(); j++) place(hidden.get(j), event);
                hidden.clear();
            }
            place(operation[i], event);
            value = register.after[operation[i]];
            IntList fitting = waiting[value];
            if (fitting == null) continue;
            for (int j = 0; j < fitting.size(); j++) place(fitting.get(j), event);
            fitting.clear();
        }
    }

    private void place(int op, int event) {
        ordered.add(op);
        at.add(event);
    }
}
