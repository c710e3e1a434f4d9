package minos.graph;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import minos.util.Deadline;

/**
 * The strongly connected components of a graph that have more than one vertex: where its cycles are, but for edges from a
 * vertex to itself.
 */
public final class StronglyConnectedComponents {
    private final int[] component;
    private final int count;

    private StronglyConnectedComponents(int[] component, int count) {
        this.component = component;
        this.count = count;
    }

    /**
     * Tarjan, <i>Depth-first search and linear graph algorithms</i> (SIAM Journal on Computing, 1972), along predecessors and
     * with a stack of its own. O(n + m).
     */
    public static StronglyConnectedComponents of(Csr predecessors, Deadline deadline) {
        int vertices = predecessors.rows();
        int[] component = new int[vertices];
        Arrays.fill(component, NONE);
        int[] index = new int[vertices]; // 0 not seen, -1 done, otherwise when seen
        int[] low = new int[vertices];
        int[] next = new int[vertices];
        int[] path = new int[vertices];
        int[] open = new int[vertices];
        int opened = 0;
        int time = 0;
        int found = 0;
        for (int root = 0; root < vertices; root++) {
            if (index[root] != 0) continue;
            if ((root & 0xFFFF) == 0) deadline.check();
            int depth = 0;
            path[0] = root;
            index[root] = low[root] = ++time;
            next[root] = predecessors.begin(root);
            open[opened++] = root;
            while (depth >= 0) {
                int vertex = path[depth];
                if (next[vertex] < predecessors.end(vertex)) {
                    int before = predecessors.get(next[vertex]++);
                    if (index[before] == 0) {
                        index[before] = low[before] = ++time;
                        next[before] = predecessors.begin(before);
                        open[opened++] = before;
                        path[++depth] = before;
                    } else if (index[before] > 0) {
                        low[vertex] = Math.min(low[vertex], index[before]);
                    }
                    continue;
                }
                depth--;
                if (depth >= 0) low[path[depth]] = Math.min(low[path[depth]], low[vertex]);
                if (low[vertex] < index[vertex]) continue;
                boolean cyclic = open[opened - 1] != vertex;
                int member;
                do {
                    member = open[--opened];
                    index[member] = -1;
                    if (cyclic) component[member] = found;
                } while (member != vertex);
                if (cyclic) found++;
            }
        }
        return new StronglyConnectedComponents(component, found);
    }

    /**
     * Larger parts, for less: the stretches of an order that edges against it span together. If those are all such edges of a
     * graph, none of its cycles leaves a stretch, as it can go back over them alone. O(n + e) for e edges.
     *
     * @param from the edges' beginnings
     * @param to   the edges' ends, at the same places
     */
    public static StronglyConnectedComponents spanned(TopologicalOrder order, int[] from, int[] to) {
        int[] opened = new int[order.size() + 1];
        for (int e = 0; e < from.length; e++) {
            opened[order.rank(to[e])]++;
            opened[order.rank(from[e]) + 1]--;
        }
        int[] component = new int[order.size()];
        int open = 0;
        int count = 0;
        for (int place = 0; place < order.size(); place++) {
            if (open == 0 && opened[place] > 0) count++;
            open += opened[place];
            component[order.vertex(place)] = open > 0 ? count - 1 : NONE;
        }
        return new StronglyConnectedComponents(component, count);
    }

    /** The vertex's component, from 0; or {@code NONE} if it is on no cycle. */
    public int component(int vertex) {
        return component[vertex];
    }

    /** Whether the vertex is on a cycle. */
    public boolean isCyclic(int vertex) {
        return component[vertex] != NONE;
    }

    /** Whether a cycle goes through both vertices. */
    public boolean together(int a, int b) {
        return component[a] != NONE && component[a] == component[b];
    }

    /** How many components have more than one vertex. */
    public int count() {
        return count;
    }
}
