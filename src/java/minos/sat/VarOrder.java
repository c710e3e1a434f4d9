package minos.sat;

import java.util.Arrays;

/** Variables to decide, those that conflicts were about lately first (VSIDS): a binary heap. */
final class VarOrder {
    private static final int UNDEF = -1;
    private static final double DECAY = 0.95;
    private static final double RESCALE = 1e100;

    private double[] activity = new double[0];
    private double increment = 1;
    private int[] heap = new int[0];
    private int size;
    /** By variable: its place in the heap, or {@link #UNDEF}. */
    private int[] place = new int[0];

    /** A new variable, the next one; it is not to be decided yet. */
    void newVar(int variable) {
        if (variable == activity.length) {
            int capacity = Math.max(16, variable * 2);
            activity = Arrays.copyOf(activity, capacity);
            heap = Arrays.copyOf(heap, capacity);
            place = Arrays.copyOf(place, capacity);
        }
        place[variable] = UNDEF;
    }

    void insert(int variable) {
        if (place[variable] != UNDEF) return;
        place[variable] = size;
        heap[size++] = variable;
        percolateUp(place[variable]);
    }

    boolean isEmpty() {
        return size == 0;
    }

    int removeMax() {
        int top = heap[0];
        place[top] = UNDEF;
        if (--size > 0) {
            heap[0] = heap[size];
            place[heap[0]] = 0;
            percolateDown(0);
        }
        return top;
    }

    void bumpActivity(int variable) {
        activity[variable] += increment;
        if (activity[variable] > RESCALE) {
            for (int v = 0; v < activity.length; v++) activity[v] *= 1 / RESCALE;
            increment *= 1 / RESCALE;
        }
        if (place[variable] != UNDEF) percolateUp(place[variable]);
    }

    /** From now on each bump counts a little more than those before. */
    void decayActivity() {
        increment *= 1 / DECAY;
    }

    private void percolateUp(int at) {
        int variable = heap[at];
        while (at > 0 && activity[heap[(at - 1) >> 1]] < activity[variable]) {
            heap[at] = heap[(at - 1) >> 1];
            place[heap[at]] = at;
            at = (at - 1) >> 1;
        }
        heap[at] = variable;
        place[variable] = at;
    }

    private void percolateDown(int at) {
        int variable = heap[at];
        while (at * 2 + 1 < size) {
            int child = at * 2 + 1;
            if (child + 1 < size && activity[heap[child + 1]] > activity[heap[child]]) child++;
            if (activity[heap[child]] <= activity[variable]) break;
            heap[at] = heap[child];
            place[heap[at]] = at;
            at = child;
        }
        heap[at] = variable;
        place[variable] = at;
    }
}
