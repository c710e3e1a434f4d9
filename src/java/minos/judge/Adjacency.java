package minos.judge;

import minos.graph.Csr;

/** The commit edges into each node. */
final class Adjacency {
    private final Csr edges;
    private final CommitEdges commits;

    /** Predecessors by {@code edges}, without those into the initial transaction. */
    static Adjacency predecessors(int nodes, CommitEdges edges) {
        return new Adjacency(
                Csr.build(nodes, byEnd -> {
                    for (int e = 0; e < edges.size(); e++) if (edges.to(e) >= 0) byEnd.add(edges.to(e), e);
                }),
                edges);
    }

    private Adjacency(Csr edges, CommitEdges commits) {
        this.edges = edges;
        this.commits = commits;
    }

    int begin(int node) {
        return edges.begin(node);
    }

    int end(int node) {
        return edges.end(node);
    }

    int neighbour(int index) {
        return commits.from(edges.get(index));
    }

    /** Which of the commit edges it is. */
    int edge(int index) {
        return edges.get(index);
    }

    Csr sources() {
        return Csr.build(edges.rows(), sources -> {
            for (int v = 0; v < edges.rows(); v++) for (int i = begin(v); i < end(v); i++) sources.add(v, neighbour(i));
        });
    }
}
