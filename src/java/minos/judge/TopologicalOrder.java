package minos.judge;

import minos.history.History;
import minos.util.Deadline;

/**
 * An order of the nodes of a graph in which predecessors come first, meant as a guess of the order of commits. Linear, and
 * without recursion.
 */
final class TopologicalOrder {
    private final int[] nodes;
    private final int[] rank;

    private TopologicalOrder(int[] nodes, int[] rank) {
        this.nodes = nodes;
        this.rank = rank;
    }

    /** An order of {@code graph}, meant to be close to that of the commits; null if it has a cycle. */
    static TopologicalOrder of(BaseGraph graph, Deadline deadline) {
        return graph.relations().isNearlyInOrder()
                ? byId(graph.nodes()).repaired(graph, null, deadline)
                : byTurns(graph, deadline);
    }

    /** The order of the ids itself. */
    static TopologicalOrder byId(int count) {
        int[] order = new int[count];
        int[] rank = new int[count];
        for (int node = 0; node < count; node++) {
            order[node] = node;
            rank[node] = node + 1;
        }
        return new TopologicalOrder(order, rank);
    }

    /**
     * An order of {@code graph} with {@code edges} beside it (or null), close to this one: depth-first along predecessors,
     * begun at one node after another. Null if they have a cycle.
     */
    TopologicalOrder repaired(BaseGraph graph, Adjacency edges, Deadline deadline) {
        int count = graph.nodes();
        int[] order = new int[count];
        int[] rank = new int[count]; // 0 not seen, -1 on the stack, otherwise the new place plus one
        int[] stack = new int[count];
        int[] next = new int[count];
        int done = 0;
        for (int place = 0; place < count; place++) {
            int root = nodes[place];
            if (rank[root] != 0) continue;
            if ((place & 0xFFFF) == 0) deadline.check();
            int depth = 0;
            stack[0] = root;
            rank[root] = -1;
            next[root] = graph.begin(root);
            while (depth >= 0) {
                int node = stack[depth];
                int edge = next[node]++;
                int before;
                if (edge < graph.end(node)) {
                    before = graph.predecessor(edge);
                } else {
                    int extra = edges == null ? -1 : edges.begin(node) + (edge - graph.end(node));
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

    /**
     * Where the history was recorded one session after another: lets all sessions come forward at the same pace, as they did
     * while it happened. Kahn's algorithm with a queue, but without successors: a node waits for one predecessor at a time.
     */
    private static TopologicalOrder byTurns(BaseGraph graph, Deadline deadline) {
        int count = graph.nodes();
        int[] order = new int[count]; // at the same time the queue of those that others may wait for
        int[] rank = new int[count]; // 0 for those that wait, otherwise the place plus one
        int[] scanned = new int[count]; // how many predecessors need not be looked at again
        int[] waiter = new int[count]; // a node that waits for this one, plus one; 0 for none
        int[] nextWaiter = new int[count]; // another that waits for the same
        int done = 0;
        for (int node = 0; node < count; node++) {
            int before = predecessor(graph, node, 0);
            if (before < 0) {
                order[done++] = node;
                rank[node] = done;
            } else {
                nextWaiter[node] = waiter[before];
                waiter[before] = node + 1;
            }
        }
        for (int turn = 0; turn < done; turn++) {
            if ((turn & 0xFFFF) == 0) deadline.check();
            for (int w = waiter[order[turn]]; w != 0; ) {
                int node = w - 1;
                w = nextWaiter[node];
                int before;
                do before = predecessor(graph, node, ++scanned[node]);
                while (before >= 0 && rank[before] != 0);
                if (before < 0) {
                    order[done++] = node;
                    rank[node] = done;
                } else {
                    nextWaiter[node] = waiter[before];
                    waiter[before] = node + 1;
                }
            }
        }
        return done == count ? new TopologicalOrder(order, rank) : null;
    }

    /** A predecessor by number; -1 if there are not so many. */
    private static int predecessor(BaseGraph graph, int node, int number) {
        int at = graph.begin(node) + number;
        return at < graph.end(node) ? graph.predecessor(at) : -1;
    }

    /** Places that cut the order into stretches, one a thread; so few that some ints a key are little beside each. */
    int[] stretches(History history, int threads) {
        int count = Math.max(1, Math.min(threads, history.operations() / (2 * Math.max(1, history.keys()))));
        int[] cuts = new int[count + 1];
        for (int i = 1; i <= count; i++) cuts[i] = (int) ((long) nodes.length * i / count);
        return cuts;
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
