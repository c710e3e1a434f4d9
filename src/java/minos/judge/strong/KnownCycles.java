package minos.judge.strong;

import java.util.Arrays;
import java.util.BitSet;
import minos.util.IntList;

/**
 * Short cycles of what is known, one after another. A depth-first search along predecessors finds a cycle; a
 * breadth-first search from one of its nodes finds the shortest through that. Then the depth-first search goes on
 * without the transactions named by the caller: it forgets its path from the first of them on, and what it had left for
 * good is on no cycle. So all cycles together take about as long as one.
 */
final class KnownCycles {
    private static final byte NEW = 0;
    private static final byte ON_PATH = 1;
    private static final byte LEFT = 2;

    private final PointGraph graph;
    private final byte[] state;
    private final int[] path;
    private final int[] next;
    private int depth = -1;
    private int root;
    private BitSet without = new BitSet();
    /** Points that cycles were sought through: they are sought through others from then on. */
    private final BitSet tried = new BitSet();

    /** By node: how many other transactions are on the way to where a breadth-first search began. */
    private final int[] distance;

    private final int[] towards;

    /** @param graph one with a cycle; or null, then there are none */
    KnownCycles(PointGraph graph) {
        this.graph = graph;
        int nodes = graph == null ? 0 : graph.nodes;
        state = new byte[nodes];
        path = new int[nodes];
        next = new int[nodes];
        distance = new int[nodes];
        towards = new int[nodes];
    }

    /**
     * The transactions of another short cycle, each before the next.
     *
     * @param without transactions that must not be part of it; those of earlier calls and maybe more
     * @return null if there is none
     */
    int[] next(BitSet without) {
        this.without = without;
        forget();
        int node = graph == null ? -1 : cycle();
        if (node < 0) return null;
        int[] shortest = shortest(node);
        tried.set(node);
        return shortest;
    }

    private boolean isOut(int node) {
        return tried.get(node) || graph.isPoint(node) && without.get(graph.transaction(node));
    }

    /** Forgets the path from the first node that is out. */
    private void forget() {
        int end = 0;
        while (end <= depth && !isOut(path[end])) end++;
        for (int i = end; i <= depth; i++) state[path[i]] = NEW;
        if (end <= depth && end > 0) next[path[end - 1]]--; // the way there may be gone again
        depth = end - 1;
    }

    /** Goes on until the path closes a cycle; a point of that, or -1. */
    private int cycle() {
        while (true) {
            if (depth < 0 && !begin()) return -1;
            int node = path[depth];
            if (next[node] == graph.predecessors.end(node)) {
                state[node] = LEFT;
                depth--;
                continue;
            }
            int before = graph.predecessors.get(next[node]++);
            if (state[before] == LEFT || isOut(before)) continue;
            if (state[before] == ON_PATH) return point(before);
            push(before);
        }
    }

    /** The first point on the path from {@code node} on. */
    private int point(int node) {
        int at = depth;
        while (path[at] != node) at--;
        while (!graph.isPoint(path[at])) at++;
        return path[at];
    }

    private boolean begin() {
        while (root < graph.nodes && (state[root] != NEW || isOut(root))) root++;
        if (root == graph.nodes) return false;
        push(root);
        return true;
    }

    private void push(int node) {
        state[node] = ON_PATH;
        next[node] = graph.predecessors.begin(node);
        path[++depth] = node;
    }

    /** The transactions of the shortest cycle through a node that is on one. */
    private int[] shortest(int start) {
        Arrays.fill(distance, Integer.MAX_VALUE);
        IntList near = new IntList();
        IntList far = new IntList();
        near.add(start);
        for (int level = 0; distance[start] > level; level++) {
            while (!near.isEmpty()) {
                int node = near.pop();
                if (node == start ? distance[start] <= level : distance[node] < level) continue;
                for (int i = graph.predecessors.begin(node); i < graph.predecessors.end(node); i++) {
                    int before = graph.predecessors.get(i);
                    if (state[before] == LEFT || isOut(before)) continue;
                    boolean same = !graph.isPoint(before)
                            || graph.isPoint(node) && graph.transaction(node) == graph.transaction(before);
                    int through = same ? level : level + 1;
                    if (through >= distance[before]) continue;
                    distance[before] = through;
                    towards[before] = node;
                    (same ? near : far).add(before);
                }
            }
            IntList done = near;
            near = far;
            far = done;
        }
        IntList found = new IntList();
        int node = start;
        do {
            if (graph.isPoint(node)) {
                int t = graph.transaction(node);
                if (found.isEmpty() || found.last() != t) found.add(t);
            }
            node = towards[node];
        } while (node != start);
        if (found.size() > 1 && found.last() == found.get(0)) found.pop(); // the way began and ended within it
        return found.toArray();
    }
}
