package minos.judge;

import java.util.Arrays;
import minos.util.Deadline;

/**
 * The strongly connected components of a base graph with commit edges: Tarjan's algorithm along predecessors, iterative,
 * linear. Only components of more than one node count: they are where the cycles are.
 */
final class Components {
    static final int NONE = -1;

    private final int[] component;
    private final int count;

    static Components of(BaseGraph graph, Adjacency edges, Deadline deadline) {
        return new Components(graph, edges, deadline);
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

    private Components(BaseGraph graph, Adjacency edges, Deadline deadline) {
        int nodes = graph.nodes();
        component = new int[nodes];
        Arrays.fill(component, NONE);
        int[] index = new int[nodes]; // 0 not seen, -1 done, otherwise when seen
        int[] low = new int[nodes];
        int[] next = new int[nodes];
        int[] path = new int[nodes];
        int[] open = new int[nodes];
        int opened = 0;
        int time = 0;
        int found = 0;
        for (int root = 0; root < nodes; root++) {
            if (index[root] != 0) continue;
            if ((root & 0xFFFF) == 0) deadline.check();
            int depth = 0;
            path[0] = root;
            index[root] = low[root] = ++time;
            open[opened++] = root;
            while (depth >= 0) {
                int node = path[depth];
                int before = predecessor(graph, edges, node, next[node]++);
                if (before >= 0) {
                    if (index[before] == 0) {
                        index[before] = low[before] = ++time;
                        open[opened++] = before;
                        path[++depth] = before;
                    } else if (index[before] > 0) {
                        low[node] = Math.min(low[node], index[before]);
                    }
                    continue;
                }
                depth--;
                if (depth >= 0) low[path[depth]] = Math.min(low[path[depth]], low[node]);
                if (low[node] < index[node]) continue;
                boolean cyclic = open[opened - 1] != node;
                int member;
                do {
                    member = open[--opened];
                    index[member] = -1;
                    if (cyclic) component[member] = found;
                } while (member != node);
                if (cyclic) found++;
            }
        }
        count = found;
    }

    private static int predecessor(BaseGraph graph, Adjacency edges, int node, int number) {
        int place = graph.begin(node) + number;
        if (place < graph.end(node)) return graph.predecessor(place);
        if (edges == null) return -1;
        int extra = edges.begin(node) + place - graph.end(node);
        return extra < edges.end(node) ? edges.neighbour(extra) : -1;
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
