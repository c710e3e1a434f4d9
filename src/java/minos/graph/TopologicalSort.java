package minos.graph;

import java.util.Arrays;
import minos.util.Deadline;

/**
 * Sorts vertices so that predecessors come first, depth-first: Tarjan, <i>Edge-disjoint spanning trees and depth-first
 * search</i> (Acta Informatica, 1976), along predecessors and with a stack of its own. Roots are visited in the order in
 * which they are given, and whatever must come before one is pulled in front of it: a vertex that nothing keeps stays where
 * the roots have it. O(n + m) for all visits together.
 */
public final class TopologicalSort {
    private static final int NEW = -1;
    private static final int ON_STACK = -2;

    private final Csr predecessors;
    private final Deadline deadline;
    private final int[] order;
    /** By vertex: its place in the order, or one of the above. */
    private final int[] rank;

    private final int[] stack;
    private final int[] next;
    private int size;
    private int[] cycle;

    public TopologicalSort(Csr predecessors, Deadline deadline) {
        this.predecessors = predecessors;
        this.deadline = deadline;
        int vertices = predecessors.rows();
        order = new int[vertices];
        rank = new int[vertices];
        Arrays.fill(rank, NEW);
        stack = new int[vertices];
        next = new int[vertices];
    }

    /** Puts each root, and before it what leads to it, behind all that was visited. False if there is a cycle, which ends it. */
    public boolean visit(int[] roots) {
        for (int i = 0; i < roots.length; i++) {
            if ((i & 0xFFFF) == 0) deadline.check();
            if (rank[roots[i]] == NEW && !visitNew(roots[i])) return false;
        }
        return true;
    }

    /** The same of one root. */
    public boolean visit(int root) {
        if ((root & 0xFFFF) == 0) deadline.check();
        return rank[root] != NEW || visitNew(root);
    }

    private boolean visitNew(int root) {
        int[] begin = predecessors.begin;
        int[] items = predecessors.items;
        int[] rank = this.rank;
        int[] next = this.next;
        int[] stack = this.stack;
        int depth = 0;
        stack[0] = root;
        rank[root] = ON_STACK;
        next[root] = begin[root];
        while (depth >= 0) {
            int vertex = stack[depth];
            if (next[vertex] == begin[vertex + 1]) {
                rank[vertex] = size;
                order[size++] = vertex;
                depth--;
                continue;
            }
            int before = items[next[vertex]++];
            if (rank[before] == NEW) {
                rank[before] = ON_STACK;
                next[before] = begin[before];
                stack[++depth] = before;
            } else if (rank[before] == ON_STACK) {
                int from = depth;
                while (stack[from] != before) from--;
                cycle = Arrays.copyOfRange(stack, from, depth + 1);
                return false;
            }
        }
        return true;
    }

    public boolean isVisited(int vertex) {
        return rank[vertex] >= 0;
    }

    /** How many vertices were visited. */
    public int size() {
        return size;
    }

    /** The vertices that were visited, in their order, which is part of the array. */
    public int[] order() {
        return order;
    }

    /** The cycle that a visit found, each vertex a predecessor of the one before it and the first of the last. */
    public int[] cycle() {
        return cycle;
    }

    /** The order, when all vertices were visited. */
    public TopologicalOrder toOrder() {
        if (size != order.length) throw new IllegalStateException(order.length - size + " vertices were not visited");
        return new TopologicalOrder(order, rank);
    }
}
