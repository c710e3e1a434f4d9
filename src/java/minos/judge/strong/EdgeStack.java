package minos.judge.strong;

import java.util.Arrays;
import minos.util.IntList;

/** Edges that come and go: the last to come is the first to go. Threaded into a list for each node, both ways. */
final class EdgeStack {
    static final int NONE = -1;

    private final IntList from = new IntList();
    private final IntList to = new IntList();
    private final IntList label = new IntList();
    private final IntList nextOut = new IntList();
    private final IntList nextIn = new IntList();
    private final int[] firstOut;
    private final int[] firstIn;

    EdgeStack(int nodes) {
        firstOut = new int[nodes];
        firstIn = new int[nodes];
        Arrays.fill(firstOut, NONE);
        Arrays.fill(firstIn, NONE);
    }

    int size() {
        return from.size();
    }

    void push(int a, int b, int edgeLabel) {
        int edge = from.size();
        from.add(a);
        to.add(b);
        label.add(edgeLabel);
        nextOut.add(firstOut[a]);
        firstOut[a] = edge;
        nextIn.add(firstIn[b]);
        firstIn[b] = edge;
    }

    /** Takes away the edges that came last, until {@code size} are left. */
    void popTo(int size) {
        while (from.size() > size) {
            firstOut[from.pop()] = nextOut.pop();
            firstIn[to.pop()] = nextIn.pop();
            label.pop();
        }
    }

    /** The first of the edges out of a node, or {@link #NONE}. */
    int firstOut(int node) {
        return firstOut[node];
    }

    int nextOut(int edge) {
        return nextOut.get(edge);
    }

    /** The first of the edges into a node, or {@link #NONE}. */
    int firstIn(int node) {
        return firstIn[node];
    }

    int nextIn(int edge) {
        return nextIn.get(edge);
    }

    /** By node, the first of the edges into it. */
    int[] allFirstIn() {
        return firstIn.clone();
    }

    int from(int edge) {
        return from.get(edge);
    }

    int to(int edge) {
        return to.get(edge);
    }

    int label(int edge) {
        return label.get(edge);
    }
}
