package minos.judge;

import minos.util.IntList;

/**
 * Tells whether one transaction comes before another causally: a search backwards from the later, down to the earlier's
 * rank. Cheap where the two are close, which is where it is asked.
 */
final class Past {
    private final BaseGraph graph;
    private final TopologicalOrder order;
    private final IntList queue = new IntList();
    private final int[] visited;
    private int visit;
    private long steps;

    /** @param order an order of the graph */
    Past(BaseGraph graph, TopologicalOrder order) {
        this.graph = graph;
        this.order = order;
        visited = new int[graph.nodes()];
    }

    /** How many edges were looked at so far. */
    long steps() {
        return steps;
    }

    /** Whether {@code earlier} comes before {@code later}; looks at no more than {@code limit} edges, then says no. */
    boolean isBefore(int earlier, int later, long limit) {
        int floor = order.rank(earlier);
        long last = steps + limit;
        visit++;
        queue.clear();
        queue.add(later);
        for (int i = 0; i < queue.size() && steps < last; i++) {
            int node = queue.get(i);
            for (int p = graph.begin(node); p < graph.end(node); p++) {
                int before = graph.predecessor(p);
                steps++;
                if (before == earlier) return true;
                if (order.rank(before) < floor || visited[before] == visit) continue;
                visited[before] = visit;
                queue.add(before);
            }
        }
        return false;
    }
}
