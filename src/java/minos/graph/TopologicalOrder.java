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
     * The order of the same vertices by how many more the longest path to each has than the longest path from it, and this order where
     * that is the same. Again an order of the graph, as the one grows along an edge and the other shrinks. Where paths come from a
     * common past and go on to a common future, a vertex stands where these suggest in the mean: as early as the first of them
     * allows is too early for nearly all, as late as the second does too late. O(n + m).
     *
     * @param predecessors the graph that this is an order of
     */
    public TopologicalOrder byDepth(Csr predecessors) {
        int count = size();
        int[] depth = new int[count]; // of the longest path to a vertex
        for (int v : vertices) {
            int longest = 0;
            for (int i = predecessors.begin[v]; i < predecessors.begin[v + 1]; i++) {
                longest = Math.max(longest, depth[predecessors.items[i]] + 1);
            }
            depth[v] = longest;
        }
        int[] height = new int[count]; // of the longest path from it
        for (int place = count - 1; place >= 0; place--) {
            int v = vertices[place];
            int longer = height[v] + 1;
            for (int i = predecessors.begin[v]; i < predecessors.begin[v + 1]; i++) {
                int before = predecessors.items[i];
                if (height[before] < longer) height[before] = longer;
            }
        }
        int deepest = 0;
        int highest = 0;
        for (int v = 0; v < count; v++) {
            deepest = Math.max(deepest, depth[v]);
            highest = Math.max(highest, height[v]);
        }
        int[] next = new int[deepest + highest + 2];
        for (int v = 0; v < count; v++) next[depth[v] - height[v] + highest + 1]++;
        for (int i = 0; i + 1 < next.length; i++) next[i + 1] += next[i];
        int[] order = new int[count];
        int[] ranks = new int[count];
        for (int v : vertices) {
            int place = next[depth[v] - height[v] + highest]++;
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
