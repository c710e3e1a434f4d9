package minos.judge;

import minos.util.Deadline;

/**
 * An order of the nodes of a graph in which predecessors come first: depth-first along predecessors, iterative, linear.
 * Nodes are begun in the order of their ids, so that the result stays close to the order of the history, which is
 * nearly the order of commits.
 */
final class TopologicalOrder {
    private final int[] nodes;
    private final int[] rank;

    private TopologicalOrder(int[] nodes, int[] rank) {
        this.nodes = nodes;
        this.rank = rank;
    }

    /** An order of {@code graph} with {@code edges} beside it (or null); null if they have a cycle. */
    static TopologicalOrder of(BaseGraph graph, Adjacency edges, Deadline deadline) {
        int count = graph.nodes();
        int[] order = new int[count];
        int[] rank = new int[count]; // 0 not seen, -1 on the stack, otherwise the place plus one
        int[] stack = new int[count];
        int[] next = new int[count];
        int done = 0;
        for (int root = 0; root < count; root++) {
            if (rank[root] != 0) continue;
            if ((root & 0xFFFF) == 0) deadline.check();
            int depth = 0;
            stack[0] = root;
            rank[root] = -1;
            next[root] = graph.begin(root);
            while (depth >= 0) {
                int node = stack[depth];
                int place = next[node]++;
                int degree = graph.end(node) - graph.begin(node);
                int before;
                if (place < graph.end(node)) {
                    before = graph.predecessor(place);
                } else {
                    int extra = edges == null ? -1 : edges.begin(node) + (place - graph.begin(node) - degree);
                    if (extra < 0 || extra >= edges.end(node)) {
                        order[done++] = node;
                        rank[node] = done;
                        depth--;
                        continue;
                    }
                    before = edges.neighbour(extra);
                }
                if (rank[before] == 0) {
                    rank[before] = -1;
                    next[before] = graph.begin(before);
                    stack[++depth] = before;
                } else if (rank[before] < 0) {
                    return null;
                }
            }
        }
        return new TopologicalOrder(order, rank);
    }

    int node(int place) {
        return nodes[place];
    }

    /** The node's place, from 1. */
    int rank(int node) {
        return rank[node];
    }

    int size() {
        return nodes.length;
    }
}
