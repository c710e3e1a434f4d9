package minos.graph;

import minos.util.IntList;

/**
 * Tells whether a path leads from one vertex to another: breadth-first backwards from the later, among the vertices that an
 * order has between the two. O(1) memory a question beside n ints in all, and cheap where the two are close; where they are
 * not, and many questions are asked, {@link VectorClocks} are better.
 */
public final class AncestorSearch {
    private final Csr predecessors;
    private final TopologicalOrder order;
    private final IntList queue = new IntList();
    /** By vertex: the last search that reached it. */
    private final int[] visited;

    private int search;
    private long steps;

    /** @param order one of the graph */
    public AncestorSearch(Csr predecessors, TopologicalOrder order) {
        this.predecessors = predecessors;
        this.order = order;
        visited = new int[predecessors.rows()];
    }

    /** How many edges were looked at so far. */
    public long steps() {
        return steps;
    }

    /** Whether {@code earlier} leads to {@code later}, another vertex; looks at no more than {@code limit} edges, then says no. */
    public boolean isBefore(int earlier, int later, long limit) {
        int floor = order.rank(earlier);
        long last = steps + limit;
        search++;
        queue.clear();
        queue.add(later);
        for (int i = 0; i < queue.size() && steps < last; i++) {
            int vertex = queue.get(i);
            for (int p = predecessors.begin(vertex); p < predecessors.end(vertex); p++) {
                int before = predecessors.get(p);
                steps++;
                if (before == earlier) return true;
                if (order.rank(before) < floor || visited[before] == search) continue;
                visited[before] = search;
                queue.add(before);
            }
        }
        return false;
    }
}
