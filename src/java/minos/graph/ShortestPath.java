package minos.graph;

import static minos.util.Sentinel.NONE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import minos.util.Deadline;
import minos.util.IntList;
import minos.util.LongList;
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
        /** Every edge is a step. */
        Steps EACH = new Steps() {
            @Override
            public boolean isRun(int from, int to) {
                return false;
            }

            @Override
            public boolean isFree(int from, int to) {
                return false;
            }
        };

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
    /** Of the paths with as many dear edges as are allowed at present: {@code steps << 32 | state}. */
    private final Heap queue = new Heap();
    /** The same with one dear edge more. */
    private final LongList dearer = new LongList(16);

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
        dearer.clear();
        long dearSoFar = 0;
        reach(to * 2, 0, NONE, NONE);
        queue.add(to * 2L);
        while (!queue.isEmpty() || !dearer.isEmpty()) {
            if (queue.isEmpty()) {
                dearSoFar += DEAR;
                for (int i = 0; i < dearer.size(); i++) queue.add(dearer.get(i));
                dearer.clear();
            }
            long best = queue.poll();
            int state = (int) best;
            long soFar = dearSoFar + (best >>> 32);
            if (soFar > cost[state]) continue;
            if ((++looked & 0xFF) == 0) deadline.check();
            int vertex = state >> 1;
            if (vertex == from && soFar > 0) return new Path(path(state), soFar);
            for (int i = predecessors.begin(vertex); i < predecessors.end(vertex); i++) {
                int before = predecessors.get(i);
                if (leaves(before, vertex)) continue;
                boolean run = counted.isRun(before, vertex);
                boolean free = run ? (state & 1) != 0 : counted.isFree(before, vertex);
                int next = before * 2 + (run ? 1 : 0);
                long price = soFar + (free ? 0 : 1);
                if (price >= limit || price >= cost[next]) continue;
                reach(next, price, state, NONE);
                queue.add((price - dearSoFar) << 32 | next);
            }
            if (dear == null) continue;
            for (int i = dear.begin(vertex); i < dear.end(vertex); i++) {
                int before = dearFrom.get(dear.get(i));
                long price = soFar + DEAR;
                if (leaves(before, vertex) || price >= limit || price >= cost[before * 2]) continue;
                reach(before * 2, price, state, dear.get(i));
                dearer.add((soFar - dearSoFar) << 32 | before * 2L);
            }
        }
        return null;
    }

    private boolean leaves(int before, int vertex) {
        return components != null && !components.together(before, vertex);
    }

    private void reach(int state, long price, int after, int edge) {
        if (cost[state] == NO_LIMIT) touched.add(state);
        cost[state] = price;
        nextState[state] = after;
        nextEdge[state] = edge;
    }

    private List<Step> path(int state) {
        List<Step> path = new ArrayList<>();
        for (int s = state; nextState[s] != NONE; s = nextState[s]) {
            path.add(new Step(s >> 1, nextState[s] >> 1, nextEdge[s]));
        }
        return Collections.unmodifiableList(path);
    }

    /** Smallest first: a binary heap. A state that became cheaper is added again. */
    private static final class Heap {
        private long[] items = new long[64];
        private int size;

        boolean isEmpty() {
            return size == 0;
        }

        void clear() {
            size = 0;
        }

        void add(long item) {
            if (size == items.length) items = Arrays.copyOf(items, Primitives.capacity(size, size + 1));
            int place = size++;
            while (place > 0) {
                int parent = (place - 1) >>> 1;
                if (items[parent] <= item) break;
                items[place] = items[parent];
                place = parent;
            }
            items[place] = item;
        }

        long poll() {
            long smallest = items[0];
            long moved = items[--size];
            int place = 0;
            while (2 * place + 1 < size) {
                int child = 2 * place + 1;
                if (child + 1 < size && items[child + 1] < items[child]) child++;
                if (items[child] >= moved) break;
                items[place] = items[child];
                place = child;
            }
            items[place] = moved;
            return smallest;
        }
    }
}
