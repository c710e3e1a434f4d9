package minos.graph;

import static minos.util.Sentinel.NONE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import minos.util.Deadline;
import minos.util.IntList;
import minos.util.Primitives;

/**
 * Finds shortest paths between two vertices, backwards along predecessors: Dijkstra, <i>A note on two problems in connexion
 * with graphs</i> (Numerische Mathematik, 1959). Beside the graph there may be dear edges, of which a path has as few as
 * possible before anything else; of those paths it is one with the fewest steps, where a run along a chain counts as one
 * step and some edges count as none. O((n + m) log n) a path, and no more than the vertices that are nearer than its end.
 */
public final class ShortestPath {
    public static final long NO_LIMIT = Long.MAX_VALUE;
    /** What a dear edge costs: more steps than any path has, as it comes by each vertex at most twice. */
    private static final long DEAR = 1L << 32;

    /** How the edges of the graph itself count. */
    public interface Steps {
        /** Whether the edge goes along a chain: it and its neighbours that do so too are one step. */
        boolean isRun(int from, int to);

        /** Whether an edge that is part of no run counts as no step. */
        boolean isFree(int from, int to);
    }

    private final Csr predecessors;
    private final Steps counted;
    private final StronglyConnectedComponents components;
    private final Deadline deadline;
    private Csr dear;
    private IntList dearFrom;

    /** By state: two for each vertex, of which the second means that the path goes on along a chain. */
    private final long[] cost;

    private final int[] nextState;
    private final int[] nextEdge;
    private final IntList touched = new IntList();
    private final Queue queue = new Queue();
    private long looked;

    /** @param components if not null, paths stay inside the component of their ends */
    public ShortestPath(Csr predecessors, Steps counted, StronglyConnectedComponents components, Deadline deadline) {
        this.predecessors = predecessors;
        this.counted = counted;
        this.components = components;
        this.deadline = deadline;
        cost = new long[predecessors.rows() * 2];
        Arrays.fill(cost, NO_LIMIT);
        nextState = new int[cost.length];
        nextEdge = new int[cost.length];
    }

    /**
     * Adds dear edges.
     *
     * @param byEnd by vertex: the numbers of the edges into it
     * @param from  by number: where the edge begins
     */
    public ShortestPath withDear(Csr byEnd, IntList from) {
        dear = byEnd;
        dearFrom = from;
        return this;
    }

    /** One edge of a path. {@code dear} is the number of the dear edge, or {@code NONE} for one of the graph. */
    public record Step(int from, int to, int dear) {}

    /** A path, and what it costs: the number of dear edges first, then that of the steps. */
    public record Path(List<Step> steps, long cost) {}

    /** How many vertices were looked at so far, over all calls. */
    public long looked() {
        return looked;
    }

    /** The shortest path that costs less than {@code limit}, and has an edge; null if there is none. */
    public Path find(int from, int to, long limit) {
        for (int i = 0; i < touched.size(); i++) cost[touched.get(i)] = NO_LIMIT;
        touched.clear();
        queue.clear();
        reach(to * 2, 0, NONE, NONE);
        while (!queue.isEmpty()) {
            int state = queue.state();
            long soFar = queue.cost();
            queue.poll();
            if (soFar > cost[state]) continue;
            if ((++looked & 0xFFF) == 0) deadline.check();
            int vertex = state >> 1;
            if (vertex == from && soFar > 0) return new Path(path(state), soFar);
            for (int i = predecessors.begin(vertex); i < predecessors.end(vertex); i++) {
                int before = predecessors.get(i);
                if (leaves(before, vertex)) continue;
                boolean run = counted.isRun(before, vertex);
                boolean free = run ? (state & 1) != 0 : counted.isFree(before, vertex);
                step(before * 2 + (run ? 1 : 0), soFar + (free ? 0 : 1), state, NONE, limit);
            }
            if (dear == null) continue;
            for (int i = dear.begin(vertex); i < dear.end(vertex); i++) {
                int before = dearFrom.get(dear.get(i));
                if (!leaves(before, vertex)) step(before * 2, soFar + DEAR, state, dear.get(i), limit);
            }
        }
        return null;
    }

    private boolean leaves(int before, int vertex) {
        return components != null && !components.together(before, vertex);
    }

    private void step(int state, long price, int after, int edge, long limit) {
        if (price < limit && price < cost[state]) reach(state, price, after, edge);
    }

    private void reach(int state, long price, int after, int edge) {
        if (cost[state] == NO_LIMIT) touched.add(state);
        cost[state] = price;
        nextState[state] = after;
        nextEdge[state] = edge;
        queue.add(price, state);
    }

    private List<Step> path(int state) {
        List<Step> path = new ArrayList<>();
        for (int s = state; nextState[s] != NONE; s = nextState[s]) {
            path.add(new Step(s >> 1, nextState[s] >> 1, nextEdge[s]));
        }
        return Collections.unmodifiableList(path);
    }

    /** States by cost, then by number: a binary heap. A state that became cheaper is added again. */
    private static final class Queue {
        private long[] costs = new long[64];
        private int[] states = new int[64];
        private int size;

        boolean isEmpty() {
            return size == 0;
        }

        void clear() {
            size = 0;
        }

        int state() {
            return states[0];
        }

        long cost() {
            return costs[0];
        }

        void add(long cost, int state) {
            if (size == states.length) {
                int capacity = Primitives.capacity(size, size + 1);
                costs = Arrays.copyOf(costs, capacity);
                states = Arrays.copyOf(states, capacity);
            }
            int place = size++;
            while (place > 0) {
                int parent = (place - 1) >>> 1;
                if (!isBefore(cost, state, parent)) break;
                move(parent, place);
                place = parent;
            }
            costs[place] = cost;
            states[place] = state;
        }

        void poll() {
            long cost = costs[--size];
            int state = states[size];
            int place = 0;
            while (2 * place + 1 < size) {
                int child = 2 * place + 1;
                if (child + 1 < size && isBefore(costs[child + 1], states[child + 1], child)) child++;
                if (isBefore(cost, state, child)) break;
                move(child, place);
                place = child;
            }
            costs[place] = cost;
            states[place] = state;
        }

        private boolean isBefore(long cost, int state, int place) {
            return cost < costs[place] || cost == costs[place] && state < states[place];
        }

        private void move(int from, int to) {
            costs[to] = costs[from];
            states[to] = states[from];
        }
    }
}
