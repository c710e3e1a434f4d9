package minos.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import minos.util.Deadline;
import minos.util.LongHeap;

/**
 * Finds a shortest path between two nodes of a base graph with commit edges, backwards along predecessors (Dijkstra).
 * Commit edges are dear, so that a path has as few as possible; a run along one session, and a wait for a completion,
 * count as one step, as they are one step for a reader.
 */
final class PathFinder {
    /** What one commit edge costs; more than any path of other edges that anybody wants to read. */
    static final int COMMIT_EDGE = 1 << 20;

    static final int NO_LIMIT = Integer.MAX_VALUE;

    private final BaseGraph graph;
    private final Adjacency edges;
    private final Components components;
    private final Deadline deadline;

    /** By state: two for each node, of which the second means that the path goes on along the session. */
    private final int[] cost;

    private final int[] nextState;
    private final int[] nextEdge;
    private final int[] touched;
    private int touchedCount;
    private final LongHeap queue = new LongHeap();
    private long steps;

    /** @param components if not null, paths stay inside the component of their ends */
    PathFinder(BaseGraph graph, Adjacency edges, Components components, Deadline deadline) {
        this.graph = graph;
        this.edges = edges;
        this.components = components;
        this.deadline = deadline;
        cost = new int[graph.nodes() * 2];
        Arrays.fill(cost, Integer.MAX_VALUE);
        nextState = new int[cost.length];
        nextEdge = new int[cost.length];
        touched = new int[cost.length];
    }

    /** One edge of a path between nodes. {@code edge} is the number of the commit edge, or -1 for one of the base graph. */
    record Step(int from, int to, int edge) {}

    /** A path and what it costs. */
    record Path(List<Step> steps, int cost) {}

    /** How many nodes were looked at so far, over all calls. */
    long steps() {
        return steps;
    }

    /** The shortest path that costs less than {@code limit}; null if there is none. */
    Path find(int from, int to, int limit) {
        for (int i = 0; i < touchedCount; i++) cost[touched[i]] = Integer.MAX_VALUE;
        touchedCount = 0;
        queue.clear();
        reach(to * 2, 0, -1, -1);
        while (!queue.isEmpty()) {
            long best = queue.poll();
            int state = (int) best;
            int soFar = (int) (best >>> 32);
            if (soFar > cost[state]) continue;
            if ((++steps & 0xFFF) == 0) deadline.check();
            int node = state >> 1;
            if (node == from && soFar > 0) return new Path(path(state), soFar);
            for (int i = graph.begin(node); i < graph.end(node); i++) {
                int before = graph.predecessor(i);
                if (leaves(before, node)) continue;
                boolean session =
                        !graph.isHelper(node) && !graph.isHelper(before) && graph.isSessionOrder(before, node);
                int price = session ? (state & 1) == 0 ? 1 : 0 : graph.isHelper(node) ? 0 : 1;
                step(before * 2 + (session ? 1 : 0), soFar + price, state, -1, limit);
            }
            if (edges == null || graph.isHelper(node)) continue;
            for (int i = edges.begin(node); i < edges.end(node); i++) {
                if (leaves(edges.neighbour(i), node)) continue;
                step(edges.neighbour(i) * 2, soFar + COMMIT_EDGE, state, edges.edge(i), limit);
            }
        }
        return null;
    }

    private boolean leaves(int before, int node) {
        return components != null && !components.together(before, node);
    }

    private void step(int state, int price, int after, int edge, int limit) {
        if (price < limit && price < cost[state]) reach(state, price, after, edge);
    }

    private void reach(int state, int price, int after, int edge) {
        if (cost[state] == Integer.MAX_VALUE) touched[touchedCount++] = state;
        cost[state] = price;
        nextState[state] = after;
        nextEdge[state] = edge;
        queue.add((long) price << 32 | state);
    }

    private List<Step> path(int state) {
        List<Step> path = new ArrayList<>();
        for (int s = state; nextState[s] >= 0; s = nextState[s]) {
            path.add(new Step(s >> 1, nextState[s] >> 1, nextEdge[s]));
        }
        return Collections.unmodifiableList(path);
    }
}
