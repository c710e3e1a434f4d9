package minos.judge;

/** The commit edges into each node, in one array (compressed sparse rows). */
final class Adjacency {
    private final int[] begin;
    private final int[] neighbour;
    private final int[] edge;

    /** Predecessors by {@code edges}, without those into the initial transaction. */
    static Adjacency predecessors(int nodes, CommitEdges edges) {
        int[] begin = new int[nodes + 1];
        for (int e = 0; e < edges.size(); e++) if (edges.to(e) >= 0) begin[edges.to(e) + 1]++;
        for (int n = 0; n < nodes; n++) begin[n + 1] += begin[n];
        int[] next = begin.clone();
        int[] neighbour = new int[begin[nodes]];
        int[] edge = new int[begin[nodes]];
        for (int e = 0; e < edges.size(); e++) {
            if (edges.to(e) < 0) continue;
            int place = next[edges.to(e)]++;
            neighbour[place] = edges.from(e);
            edge[place] = e;
        }
        return new Adjacency(begin, neighbour, edge);
    }

    private Adjacency(int[] begin, int[] neighbour, int[] edge) {
        this.begin = begin;
        this.neighbour = neighbour;
        this.edge = edge;
    }

    int begin(int node) {
        return begin[node];
    }

    int end(int node) {
        return begin[node + 1];
    }

    int neighbour(int index) {
        return neighbour[index];
    }

    /** Which of the commit edges it is. */
    int edge(int index) {
        return edge[index];
    }
}
