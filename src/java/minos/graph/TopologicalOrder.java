package minos.graph;

import java.util.Arrays;
import minos.util.Deadline;
import minos.util.Sentinel;

/** An order of the vertices of a graph, in which predecessors come first; asked both ways. */
public final class TopologicalOrder {
    private final int[] vertices;
    private final int[] rank;

    TopologicalOrder(int[] vertices, int[] rank) {
        this.vertices = vertices;
        this.rank = rank;
    }

    /** The order of the numbers themselves. */
    public static TopologicalOrder identity(int count) {
        int[] vertices = new int[count];
        for (int v = 0; v < count; v++) vertices[v] = v;
        return new TopologicalOrder(vertices, vertices);
    }

    /**
     * An order of a graph that begins with some vertices, as far as it can.
     *
     * @param first each once; what comes before them is pulled in front, and the others come last
     * @return null if the graph has a cycle
     */
    public static TopologicalOrder near(int[] first, Csr predecessors, Deadline deadline) {
        TopologicalSort sort = new TopologicalSort(predecessors, deadline);
        if (!sort.visit(first)) return null;
        for (int v = 0; v < predecessors.rows(); v++) if (!sort.visit(v)) return null;
        return sort.toOrder();
    }

    /** An order of the graph that is close to this one, in the sense of {@link TopologicalSort}; null if it has a cycle. */
    public TopologicalOrder near(Csr predecessors, Deadline deadline) {
        TopologicalSort sort = new TopologicalSort(predecessors, deadline);
        return sort.visit(vertices) ? sort.toOrder() : null;
    }

    /**
     * An order in which each vertex comes as soon as all its predecessors have, those that became free first in front: paths
     * come forward at the same pace. Null if the graph has a cycle. Kahn, <i>Topological sorting of large networks</i> (CACM,
     * 1962), but without successors: a vertex waits for one predecessor at a time. O(n + m).
     */
    public static TopologicalOrder breadthFirst(Csr predecessors, Deadline deadline) {
        int count = predecessors.rows();
        int[] order = new int[count]; // at the same time the queue of those that others may wait for
        int[] rank = new int[count];
        Arrays.fill(rank, Sentinel.NONE);
        int[] next = new int[count]; // the predecessor that is waited for
        int[] waiter = new int[count]; // a vertex that waits for this one, plus one; 0 for none
        int[] nextWaiter = new int[count]; // another that waits for the same
        int done = 0;
        for (int v = 0; v < count; v++) {
            next[v] = predecessors.begin(v);
            if (next[v] == predecessors.end(v)) {
                rank[v] = done;
                order[done++] = v;
            } else {
                int before = predecessors.get(next[v]);
                nextWaiter[v] = waiter[before];
                waiter[before] = v + 1;
            }
        }
        for (int turn = 0; turn < done; turn++) {
            if ((turn & 0xFFFF) == 0) deadline.check();
            for (int w = waiter[order[turn]]; w != 0; ) {
                int v = w - 1;
                w = nextWaiter[v];
                int end = predecessors.end(v);
                do next[v]++;
                while (next[v] < end && rank[predecessors.get(next[v])] >= 0);
                if (next[v] == end) {
                    rank[v] = done;
                    order[done++] = v;
                } else {
                    int before = predecessors.get(next[v]);
                    nextWaiter[v] = waiter[before];
                    waiter[before] = v + 1;
                }
            }
        }
        return done == count ? new TopologicalOrder(order, rank) : null;
    }

    /**
     * The order in which the same vertices are needed: each comes right before the first of its successors by this order, those
     * that nothing follows come last. Again an order of the graph: what a predecessor is needed for comes before whatever needs the
     * vertex itself. O(n + m).
     *
     * @param predecessors the graph that this is an order of
     */
    public TopologicalOrder byNeed(Csr predecessors) {
        int count = size();
        int[] need = new int[count]; // the place of the first successor
        Arrays.fill(need, count);
        for (int place = count - 1; place >= 0; place--) {
            int v = vertices[place];
            for (int i = predecessors.begin[v]; i < predecessors.begin[v + 1]; i++) need[predecessors.items[i]] = place;
        }
        int[] next = new int[count + 2];
        for (int v = 0; v < count; v++) next[need[v] + 1]++;
        for (int place = 0; place <= count; place++) next[place + 1] += next[place];
        int[] order = new int[count];
        int[] ranks = new int[count];
        for (int v : vertices) {
            int place = next[need[v]]++;
            order[place] = v;
            ranks[v] = place;
        }
        return new TopologicalOrder(order, ranks);
    }

    /** The vertex at a place, from 0. */
    public int vertex(int place) {
        return vertices[place];
    }

    /** The vertex's place, from 0. */
    public int rank(int vertex) {
        return rank[vertex];
    }

    public int size() {
        return vertices.length;
    }
}
