package minos.graph;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * A topological order of a graph to which edges are added, and from which the last ones are taken away again. Pearce
 * and Kelly, <i>A dynamic topological sort algorithm for directed acyclic graphs</i> (JEA, 2006): an edge that agrees
 * with the order costs nothing; another one costs a search among the vertices between its ends, which either finds a
 * cycle or is followed by moving just the vertices found. Taking edges away keeps the order valid.
 *
 * <p>For d vertices found, with e edges, an edge costs O(d log d + e): what lies between its ends and hangs together with
 * them, not the graph.
 */
public final class DynamicOrder {
    private final Deadline deadline;
    // The graph that never changes, both ways.
    private final Csr predecessors;
    private final Csr successors;
    private final EdgeStack added;

    private final int[] rank;
    private final int[] vertexAt;
    // Of a search: how each vertex was reached. A vertex counts as reached if its stamp is the search's.
    private final int[] stamp;
    private int search;
    private final int[] parent;
    private final int[] parentLabel;
    private final int[] stack;
    private final IntList forward = new IntList();
    private final IntList backward = new IntList();
    private long[] sorted = new long[64];
    private long steps;

    /** The cycle that the last refused edge would close: its vertices, from each edge's end to its beginning. */
    public final IntList cycleVertices = new IntList();
    /** The label of the edge into each of these; {@code NONE} for one of the graph itself. */
    public final IntList cycleLabels = new IntList();

    /** @param order a topological order of the graph */
    public DynamicOrder(Csr predecessors, int[] order, Deadline deadline) {
        this.deadline = deadline;
        this.predecessors = predecessors;
        successors = predecessors.transposed();
        int vertices = predecessors.rows();
        added = new EdgeStack(vertices);
        vertexAt = order.clone();
        rank = new int[vertices];
        for (int i = 0; i < vertexAt.length; i++) rank[vertexAt[i]] = i;
        stamp = new int[vertices];
        parent = new int[vertices];
        parentLabel = new int[vertices];
        stack = new int[vertices];
    }

    /** The vertices in their present order. */
    public int[] order() {
        return vertexAt;
    }

    /** The graph as it is at present: the edges that were added, latest first, and its own. */
    private Csr predecessors() {
        int[] begin = new int[rank.length + 1];
        int[] items = new int[Math.addExact(predecessors.size(), added.size())];
        int end = 0;
        for (int v = 0; v < rank.length; v++) {
            for (int e = added.firstIn(v); e != NONE; e = added.nextIn(e)) items[end++] = added.from(e);
            for (int i = predecessors.begin[v]; i < predecessors.begin[v + 1]; i++)
                items[end++] = predecessors.items[i];
            begin[v + 1] = end;
        }
        return new Csr(begin, items);
    }

    /** Whether {@code a} stands before {@code b}. */
    public boolean agrees(int a, int b) {
        return rank[a] < rank[b];
    }

    public int edges() {
        return added.size();
    }

    /** How many vertices searches have looked at so far. */
    public long steps() {
        return steps;
    }

    /** Adds an edge unless it closes a cycle; then leaves all as it is, and the cycle in {@link #cycleVertices}. */
    public boolean add(int a, int b, int edgeLabel) {
        if (a == b || rank[b] < rank[a] && !makeRoom(a, b)) {
            cycle(a, b, edgeLabel);
            return false;
        }
        put(a, b, edgeLabel);
        return true;
    }

    /** Adds an edge that may go against the order; {@link #rebuild} must follow. */
    public void put(int a, int b, int edgeLabel) {
        added.push(a, b, edgeLabel);
    }

    /**
     * Makes a new order, close to the present one ({@link TopologicalSort}). False if there is a cycle, which is then in
     * {@link #cycleVertices}; the order is of no use any more.
     */
    public boolean rebuild() {
        TopologicalSort sort = new TopologicalSort(predecessors(), deadline);
        if (!sort.visit(vertexAt)) {
            cycle(sort.cycle());
            return false;
        }
        System.arraycopy(sort.order(), 0, vertexAt, 0, vertexAt.length);
        for (int i = 0; i < vertexAt.length; i++) rank[vertexAt[i]] = i;
        return true;
    }

    private void cycle(int[] vertices) {
        cycleVertices.clear();
        cycleLabels.clear();
        for (int i = 0; i < vertices.length; i++) {
            cycleVertices.add(vertices[i]);
            int edge = added.firstIn(vertices[i]);
            while (edge != NONE && added.from(edge) != vertices[(i + 1) % vertices.length]) edge = added.nextIn(edge);
            cycleLabels.add(edge == NONE ? NONE : added.label(edge));
        }
    }

    /** Whether an edge would close a cycle, which is then in {@link #cycleVertices}. Changes nothing. */
    public boolean closesCycle(int a, int b, int edgeLabel) {
        if (a != b && rank[a] < rank[b]) return false;
        if (a != b && !searchForward(b, a)) return false;
        cycle(a, b, edgeLabel);
        return true;
    }

    /** Takes away the edges added last, until {@code size} are left. */
    public void removeTo(int size) {
        added.popTo(size);
    }

    private void cycle(int a, int b, int edgeLabel) {
        cycleVertices.clear();
        cycleLabels.clear();
        for (int vertex = a; vertex != b; vertex = parent[vertex]) {
            cycleVertices.add(vertex);
            cycleLabels.add(parentLabel[vertex]);
        }
        cycleVertices.add(b);
        cycleLabels.add(edgeLabel);
    }

    /** Looks for {@code goal} from {@code start} along edges, among the vertices up to the goal in the order. */
    private boolean searchForward(int start, int goal) {
        int limit = rank[goal];
        search++;
        forward.clear();
        int depth = 0;
        stack[0] = start;
        stamp[start] = search;
        forward.add(start);
        while (depth >= 0) {
            int vertex = stack[depth--];
            if ((++steps & 0x3FFF) == 0) deadline.check();
            for (int i = successors.begin(vertex); i < successors.end(vertex); i++) {
                int after = successors.get(i);
                if (rank[after] > limit || stamp[after] == search) continue;
                stamp[after] = search;
                parent[after] = vertex;
                parentLabel[after] = NONE;
                if (after == goal) return true;
                forward.add(after);
                stack[++depth] = after;
            }
            for (int e = added.firstOut(vertex); e != NONE; e = added.nextOut(e)) {
                int after = added.to(e);
                if (rank[after] > limit || stamp[after] == search) continue;
                stamp[after] = search;
                parent[after] = vertex;
                parentLabel[after] = added.label(e);
                if (after == goal) return true;
                forward.add(after);
                stack[++depth] = after;
            }
        }
        return false;
    }

    private void searchBackward(int start, int limit) {
        search++;
        backward.clear();
        int depth = 0;
        stack[0] = start;
        stamp[start] = search;
        backward.add(start);
        while (depth >= 0) {
            int vertex = stack[depth--];
            if ((++steps & 0x3FFF) == 0) deadline.check();
            for (int i = predecessors.begin(vertex); i < predecessors.end(vertex); i++) {
                depth = reachBackward(predecessors.get(i), limit, depth);
            }
            for (int e = added.firstIn(vertex); e != NONE; e = added.nextIn(e)) {
                depth = reachBackward(added.from(e), limit, depth);
            }
        }
    }

    private int reachBackward(int vertex, int limit, int depth) {
        if (rank[vertex] < limit || stamp[vertex] == search) return depth;
        stamp[vertex] = search;
        backward.add(vertex);
        stack[depth + 1] = vertex;
        return depth + 1;
    }

    /** Moves what leads to {@code a} in front of what {@code b} leads to; false if {@code b} leads to {@code a}. */
    private boolean makeRoom(int a, int b) {
        if (searchForward(b, a)) return false;
        searchBackward(a, rank[b]);
        int before = backward.size();
        int count = before + forward.size();
        if (sorted.length < count * 2) sorted = new long[count * 4];
        for (int i = 0; i < before; i++) sorted[i] = entry(backward.get(i));
        for (int i = before; i < count; i++) sorted[i] = entry(forward.get(i - before));
        Arrays.sort(sorted, 0, before);
        Arrays.sort(sorted, before, count);
        System.arraycopy(sorted, 0, sorted, count, count);
        Arrays.sort(sorted, count, count * 2); // the ranks that are free, in ascending order
        for (int i = 0; i < count; i++) {
            int vertex = (int) sorted[i];
            int free = (int) (sorted[count + i] >>> 32);
            rank[vertex] = free;
            vertexAt[free] = vertex;
        }
        return true;
    }

    private long entry(int vertex) {
        return (long) rank[vertex] << 32 | vertex;
    }

    /** Edges that come and go, the last to come first. Threaded into a list for each vertex, both ways. */
    private static final class EdgeStack {
        private final IntList from = new IntList();
        private final IntList to = new IntList();
        private final IntList label = new IntList();
        private final IntList nextOut = new IntList();
        private final IntList nextIn = new IntList();
        private final int[] firstOut;
        private final int[] firstIn;

        EdgeStack(int vertices) {
            firstOut = new int[vertices];
            firstIn = new int[vertices];
            Arrays.fill(firstOut, NONE);
            Arrays.fill(firstIn, NONE);
        }

        int size() {
            return from.size();
        }

        void push(int a, int b, int edgeLabel) {
            int edge = from.size();
            from.add(a);
            to.add(b);
            label.add(edgeLabel);
            nextOut.add(firstOut[a]);
            firstOut[a] = edge;
            nextIn.add(firstIn[b]);
            firstIn[b] = edge;
        }

        void popTo(int size) {
            while (from.size() > size) {
                firstOut[from.pop()] = nextOut.pop();
                firstIn[to.pop()] = nextIn.pop();
                label.pop();
            }
        }

        /** The first of the edges out of a vertex, or {@code NONE}. */
        int firstOut(int vertex) {
            return firstOut[vertex];
        }

        int nextOut(int edge) {
            return nextOut.get(edge);
        }

        /** The first of the edges into a vertex, or {@code NONE}. */
        int firstIn(int vertex) {
            return firstIn[vertex];
        }

        int nextIn(int edge) {
            return nextIn.get(edge);
        }

        int from(int edge) {
            return from.get(edge);
        }

        int to(int edge) {
            return to.get(edge);
        }

        int label(int edge) {
            return label.get(edge);
        }
    }
}
