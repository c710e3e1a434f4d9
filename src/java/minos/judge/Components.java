package minos.judge;

import minos.graph.Csr;
import minos.graph.StronglyConnectedComponents;
import minos.util.Deadline;

/** The strongly connected components of a base graph with commit edges; only those of more than one node, where cycles are. */
final class Components {
    static final int NONE = minos.util.Sentinel.NONE;

    private final int[] component;
    private final int count;

    /** @param edges null for none */
    static Components of(BaseGraph graph, Adjacency edges, Deadline deadline) {
        Csr base = graph.predecessors();
        StronglyConnectedComponents components =
                StronglyConnectedComponents.of(edges == null ? base : base.with(edges.sources()), deadline);
        int[] component = new int[graph.nodes()];
        for (int node = 0; node < component.length; node++) component[node] = components.component(node);
        return new Components(component, components.count());
    }

    /**
     * Larger components, for little: the stretches of an order that {@code against}, edges against it, span together. If those
     * are all such edges of a graph, none of its cycles leaves a stretch, as it can go back over them alone.
     */
    static Components spanned(TopologicalOrder order, CommitEdges against) {
        int[] opened = new int[order.size() + 2];
        for (int e = 0; e < against.size(); e++) {
            if (against.to(e) < 0) continue;
            opened[order.rank(against.to(e))]++;
            opened[order.rank(against.from(e)) + 1]--;
        }
        int[] component = new int[order.size()];
        int open = 0;
        int count = 0;
        for (int place = 0; place < order.size(); place++) {
            if (open == 0 && opened[place + 1] > 0) count++;
            open += opened[place + 1];
            component[order.node(place)] = open > 0 ? count - 1 : NONE;
        }
        return new Components(component, count);
    }

    private Components(int[] component, int count) {
        this.component = component;
        this.count = count;
    }

    /** The node's component, or {@link #NONE} if it is on no cycle. */
    int component(int node) {
        return component[node];
    }

    /** How many components have more than one node. */
    int count() {
        return count;
    }

    boolean together(int a, int b) {
        return component[a] != NONE && component[a] == component[b];
    }
}
