package minos.util;

import java.util.Arrays;

/**
 * The strongly connected components of a graph that have more than one node: where its cycles are. Tarjan's algorithm
 * along predecessors, iterative, linear.
 */
public final class CyclicComponents {
    /** The component of a node that is on no cycle. */
    public static final int NONE = -1;

    /** A graph by the predecessors of its nodes. */
    public interface Graph {
        int nodes();

        /** The predecessor of this number, from 0 on; -1 if there are no more. */
        int predecessor(int node, int number);
    }

    private final int[] component;
    private final int count;

    public CyclicComponents(Graph graph, Deadline deadline) {
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
                int before = graph.predecessor(node, next[node]++);
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

    /** By node: its component, or {@link #NONE}. */
    public int[] byNode() {
        return component;
    }

    public int count() {
        return count;
    }
}
