package minos.judge.strong;

import java.util.Arrays;
import minos.graph.ChainDecomposition;
import minos.graph.DynamicOrder;
import minos.graph.Reachability;
import minos.graph.VectorClocks;
import minos.model.Order;
import minos.util.Deadline;
import minos.util.Sentinel;

/**
 * What is known to come before each node, while the graph stays as it is: the points of a session are a chain. k ints a node
 * for k sessions, which is why they are only made where that is little.
 */
final class Clocks implements Reachability {
    private static final long LARGEST = 60_000_000;

    private final VectorClocks clocks;

    /** Whether there is session order, and clocks of it do not take too much memory. */
    static boolean fit(PointGraph graph) {
        Problem problem = graph.problem;
        return problem.order != Order.NONE && (long) graph.nodes * problem.sessions() <= LARGEST;
    }

    Clocks(PointGraph graph) {
        int[] session = new int[graph.nodes];
        Arrays.fill(session, Sentinel.NONE);
        for (int node = 0; graph.isPoint(node); node++) {
            session[node] = graph.problem.session(graph.transaction(node));
        }
        clocks = new VectorClocks(graph.nodes, ChainDecomposition.of(session, graph.problem.sessions()), 1);
    }

    /** Computes all clocks anew. */
    void update(DynamicOrder order, Deadline deadline) {
        clocks.compute(order.predecessors(), order.view(), deadline);
    }

    /** Whether a path leads from a point to a node, or they are the same. */
    @Override
    public boolean reaches(int point, int node) {
        return clocks.reaches(point, node);
    }
}
