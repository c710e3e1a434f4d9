package minos.judge.strong;

import java.util.Arrays;
import java.util.BitSet;
import minos.graph.Csr;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Short cycles of what is known, one after another. A depth-first search along predecessors finds a cycle; a
 * breadth-first search from one of its nodes finds the shortest through that. Then the depth-first search goes on
 * without the transactions named by the caller: it forgets its path from the first of them on, and what it had left for
 * good is on no cycle. So all cycles together take about as long as one.
 */
final class KnownCycles {
    /** How many nodes to look at for the shortest cycle of all. */
    private static final long BUDGET = 2_000_000;

    private static final byte NEW = 0;
    private static final byte ON_PATH = 1;
    private static final byte LEFT = 2;

    private final PointGraph graph;
    private final Csr predecessors;
    private final KnownCycle.Reasons reasons;
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
    /** Those whose distance is set. */
    private final IntList touched = new IntList();

    private long looked;

    /** @param graph one with a cycle; or null, then there are none */
    KnownCycles(PointGraph graph) {
        this(graph, graph == null ? null : graph.predecessors, KnownCycle.Reasons.KNOWN);
    }

    /**
     * Cycles of a graph with further edges.
     *
     * @param reasons what those rest on
     */
    KnownCycles(PointGraph graph, Csr predecessors, KnownCycle.Reasons reasons) {
        this.graph = graph;
        this.predecessors = predecessors;
        this.reasons = reasons;
        int nodes = graph == null ? 0 : graph.nodes;
        state = new byte[nodes];
        path = new int[nodes];
        next = new int[nodes];
        distance = new int[nodes];
        towards = new int[nodes];
        Arrays.fill(distance, Integer.MAX_VALUE);
    }

    /**
     * Another short cycle.
     *
     * @param without transactions that must not be part of it; those of earlier calls and maybe more
     * @return null if there is none
     */
    KnownCycle next(BitSet without) {
        this.without = without;
        forget();
        int node = graph == null ? -1 : cycle();
        if (node < 0) return null;
        KnownCycle shortest = new KnownCycle(graph, shortest(node, Integer.MAX_VALUE), reasons);
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
            if (next[node] == predecessors.end(node)) {
                state[node] = LEFT;
                depth--;
                continue;
            }
            int before = predecessors.get(next[node]++);
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
        next[node] = predecessors.begin(node);
        path[++depth] = node;
    }

    /**
     * The shortest of all cycles or, where there are too many to look at, of those through the first transactions.
     *
     * @return null if there is none
     */
    KnownCycle shortest(Deadline deadline) {
        if (graph == null) return null;
        BitSet cyclic = graph.onCycles(deadline);
        int[] best = null;
        for (int node = 0; node < graph.nodes && looked < BUDGET; node++) {
            if (!graph.isPoint(node) || !cyclic.get(graph.transaction(node))) continue;
            if ((node & 0xFF) == 0) deadline.check();
            int[] found = shortest(node, best == null ? Integer.MAX_VALUE : transactions(best) - 1);
            if (found != null) best = found;
            if (best != null && transactions(best) <= 2) break;
        }
        return best == null ? null : new KnownCycle(graph, best, reasons);
    }

    private int transactions(int[] nodes) {
        return new KnownCycle(graph, nodes, reasons).transactions().length;
    }

    /** The nodes of the shortest cycle through a node, with at most so many other transactions; null if there is none. */
    private int[] shortest(int start, int limit) {
        for (int i = 0; i < touched.size(); i++) distance[touched.get(i)] = Integer.MAX_VALUE;
        touched.clear();
        IntList near = new IntList();
        IntList far = new IntList();
        near.add(start);
        for (int level = 0; distance[start] > level; level++) {
            if (near.isEmpty() || level > limit) return null;
            while (!near.isEmpty()) {
                int node = near.pop();
                looked++;
                if (node == start ? distance[start] <= level : distance[node] < level) continue;
                for (int i = predecessors.begin(node); i < predecessors.end(node); i++) {
                    int before = predecessors.get(i);
                    if (state[before] == LEFT || isOut(before)) continue;
                    boolean same = !graph.isPoint(before)
                            || graph.isPoint(node) && graph.transaction(node) == graph.transaction(before);
                    int through = same ? level : level + 1;
                    if (through >= distance[before]) continue;
                    if (distance[before] == Integer.MAX_VALUE) touched.add(before);
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
            found.add(node);
            node = towards[node];
        } while (node != start);
        return found.toArray();
    }
}
