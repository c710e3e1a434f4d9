package minos.judge.linear;

import java.util.Arrays;
import java.util.List;
import minos.util.IntList;

/** States of which none {@linkplain OpenWindow#covers covers} another: an antichain, by value. */
final class Frontier {
    private final OpenWindow window;
    private State[][] byValue = new State[16][];
    private int[] size = new int[16];
    private final IntList touched = new IntList();

    Frontier(OpenWindow window) {
        this.window = window;
    }

    /** Adds a state and drops those that it covers; false if it is covered itself. */
    boolean add(State state) {
        int value = state.value();
        if (value >= byValue.length) {
            byValue = Arrays.copyOf(byValue, Math.max(value + 1, 2 * byValue.length));
            size = Arrays.copyOf(size, byValue.length);
        }
        if (byValue[value] == null) byValue[value] = new State[4];
        State[] alike = byValue[value];
        int count = size[value];
        if (count == 0) touched.add(value);
        for (int i = 0; i < count; i++) if (window.covers(alike[i], state)) return false;
        int kept = 0;
        for (int i = 0; i < count; i++) if (!window.covers(state, alike[i])) alike[kept++] = alike[i];
        if (kept == alike.length) byValue[value] = alike = Arrays.copyOf(alike, 2 * kept);
        alike[kept++] = state;
        if (kept < count) Arrays.fill(alike, kept, count, null);
        size[value] = kept;
        return true;
    }

    /** Moves all states into a list. */
    void drainTo(List<State> states) {
        for (int i = 0; i < touched.size(); i++) {
            int value = touched.get(i);
            for (int j = 0; j < size[value]; j++) states.add(byValue[value][j]);
        }
        clear();
    }

    void clear() {
        for (int i = 0; i < touched.size(); i++) {
            int value = touched.get(i);
            Arrays.fill(byValue[value], 0, size[value], null);
            size[value] = 0;
        }
        touched.clear();
    }
}
