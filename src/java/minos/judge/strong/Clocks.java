package minos.judge.strong;

import java.util.Arrays;
import minos.model.Order;
import minos.util.Deadline;

/**
 * What is known to come before each node, while the graph stays as it is: the points of a session are a chain, so one
 * number for each session tells which of its points lead to the node. O(k) for each edge with k sessions, O(1) a
 * question; k ints a node, which is why they are only made where that is little.
 */
final class Clocks {
    private static final long LARGEST = 60_000_000;

    private final PointGraph graph;
    private final int sessions;
    /** By point: its place in its session, from 1. */
    private final int[] place;

    private final int[] clocks;

    /** Whether there is session order, and clocks of it do not take too much memory. */
    static boolean fit(PointGraph graph) {
        Problem problem = graph.problem;
        return problem.order != Order.NONE && (long) graph.nodes * problem.sessions() <= LARGEST;
    }

    Clocks(PointGraph graph) {
        this.graph = graph;
        Problem problem = graph.problem;
        sessions = problem.sessions();
        clocks = new int[graph.nodes * sessions];
        place = new int[graph.nodes];
        int[] length = new int[sessions];
        for (int t = 0; t < problem.size(); t++) {
            place[graph.begin(t)] = ++length[problem.session(t)];
            if (graph.rules.split()) place[graph.commit(t)] = ++length[problem.session(t)];
        }
    }

    /** Computes all clocks anew. */
    void update(DynamicOrder order, Deadline deadline) {
        int[] nodes = order.order();
        for (int i = 0; i < nodes.length; i++) {
            if ((i & 0xFFF) == 0) deadline.check();
            int node = nodes[i];
            int row = node * sessions;
            Arrays.fill(clocks, row, row + sessions, 0);
            for (int e = graph.begin[node]; e < graph.begin[node + 1]; e++) join(row, graph.predecessor[e]);
            order.predecessors(node, before -> join(row, before));
            if (graph.isPoint(node)) clocks[row + session(node)] = place[node];
        }
    }

    private void join(int row, int before) {
        int other = before * sessions;
        for (int s = 0; s < sessions; s++) clocks[row + s] = Math.max(clocks[row + s], clocks[other + s]);
    }

    private int session(int point) {
        return graph.problem.session(graph.transaction(point));
    }

    /** Whether a path leads from a point to a node, or they are the same. */
    boolean reaches(int point, int node) {
        return clocks[node * sessions + session(point)] >= place[point];
    }
}
