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
 * them, not the graph. Whether it closes a cycle is found out by a {@link Search} from both of its ends, which looks at far fewer.
 */
public final class DynamicOrder {
    private final Deadline deadline;
    /** By place in the first order: the vertex. Inside, vertices go by that number, so that what is near in the order is near in memory. */
    private final int[] vertex;

    private final int[] number;
    // The graph that never changes, both ways.
    private final Csr predecessors;
    private final Csr successors;
    private final EdgeStack added;

    private final int[] rank;
    private final int[] at;
    /** The one that looks for cycles which edges would close. */
    public final Search search;

    private final IntList forward = new IntList();
    private final IntList backward = new IntList();
    private long[] sorted = new long[64];

    /** The cycle that the last refused edge would close: its vertices, from each edge's end to its beginning. */
    public final IntList cycleVertices;
    /** The label of the edge into each of these; {@code NONE} for one of the graph itself. */
    public final IntList cycleLabels;

    /** @param order a topological order of the graph */
    public DynamicOrder(Csr predecessors, int[] order, Deadline deadline) {
        this.deadline = deadline;
        int vertices = predecessors.rows();
        vertex = order.clone();
        number = new int[vertices];
        for (int i = 0; i < vertices; i++) number[vertex[i]] = i;
        this.predecessors = predecessors.renumbered(vertex, number);
        successors = this.predecessors.transposed();
        added = new EdgeStack(vertices);
        rank = new int[vertices];
        for (int i = 0; i < vertices; i++) rank[i] = i;
        at = rank.clone();
        search = new Search();
        cycleVertices = search.cycleVertices;
        cycleLabels = search.cycleLabels;
    }

    /** The vertices in their present order. */
    public int[] order() {
        int[] order = new int[at.length];
        for (int i = 0; i < order.length; i++) order[i] = vertex[at[i]];
        return order;
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
        return rank[number[a]] < rank[number[b]];
    }

    public int edges() {
        return added.size();
    }

    /** How many vertices were looked at so far, but for those that other searches did. */
    public long steps() {
        return search.steps;
    }

    /** Adds an edge unless it closes a cycle; then leaves all as it is, and the cycle in {@link #cycleVertices}. */
    public boolean add(int a, int b, int edgeLabel) {
        if (closesCycle(a, b, edgeLabel)) return false;
        if (!agrees(a, b)) makeRoom(number[a], number[b]);
        put(a, b, edgeLabel);
        return true;
    }

    /** Adds an edge that may go against the order; {@link #rebuild} must follow. */
    public void put(int a, int b, int edgeLabel) {
        added.push(number[a], number[b], edgeLabel);
    }

    /**
     * Makes a new order, close to the present one ({@link TopologicalSort}). False if there is a cycle, which is then in
     * {@link #cycleVertices}; the order is of no use any more.
     */
    public boolean rebuild() {
        TopologicalSort sort = new TopologicalSort(predecessors(), deadline);
        if (!sort.visit(at)) {
            cycle(sort.cycle());
            return false;
        }
        System.arraycopy(sort.order(), 0, at, 0, at.length);
        for (int i = 0; i < at.length; i++) rank[at[i]] = i;
        return true;
    }

    private void cycle(int[] numbers) {
        cycleVertices.clear();
        cycleLabels.clear();
        for (int i = 0; i < numbers.length; i++) {
            cycleVertices.add(vertex[numbers[i]]);
            int edge = added.firstIn(numbers[i]);
            while (edge != NONE && added.from(edge) != numbers[(i + 1) % numbers.length]) edge = added.nextIn(edge);
            cycleLabels.add(edge == NONE ? NONE : added.label(edge));
        }
    }

    /** Whether an edge would close a cycle, which is then in {@link #cycleVertices}. Changes nothing. */
    public boolean closesCycle(int a, int b, int edgeLabel) {
        return search.closesCycle(a, b, edgeLabel);
    }

    /** Takes away the edges added last, until {@code size} are left. */
    public void removeTo(int size) {
        added.popTo(size);
    }

    /** Moves what leads to {@code a} in front of what {@code b} leads to. */
    private void makeRoom(int a, int b) {
        search.reachForward(b, rank[a], forward);
        search.reachBackward(a, rank[b], backward);
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
            int v = (int) sorted[i];
            int free = (int) (sorted[count + i] >>> 32);
            rank[v] = free;
            at[free] = v;
        }
    }

    private long entry(int v) {
        return (long) rank[v] << 32 | v;
    }

    /** One more that searches the graph as it is. Several may do so at the same time, as long as nobody changes it. */
    public Search newSearch() {
        return new Search();
    }

    /**
     * Looks for paths from both of their ends: forward along the order, backward against it, each always on from the vertex that stands
     * nearest to its end, and first the side that has had less to do. Once the sides have passed each other without
     * having met there is no path, as neither has anything left to look at that the other has not passed. So a search is about half of what lies between
     * on each side, and that is far less than half of what the first end leads to: Alpern, Hoover, Rosen, Sweeney and Zadeck, <i>Incremental evaluation of
     * computational circuits</i> (SODA 1990).
     */
    public final class Search {
        /** By vertex: the last of the searches that reached it; each has two numbers, the second for its way back. */
        private final int[] stamp = new int[rank.length];

        private int last;
        /** By vertex that was reached: from where, and the label of the edge between. */
        private final int[] parent = new int[rank.length];

        private final int[] parentLabel = new int[rank.length];
        /** What is to be looked at, as ranks; on the way back as {@code ~rank}. */
        private final Heap ahead = new Heap();

        private final Heap back = new Heap();
        /** The edge on which the two sides met. */
        private int meetingFrom;

        private int meetingTo;
        private int meetingLabel;
        private final IntList path = new IntList();
        private long steps;

        /** The cycle that was found last: its vertices, from each edge's end to its beginning. */
        public final IntList cycleVertices = new IntList();
        /** The label of the edge into each of these; {@code NONE} for one of the graph itself. */
        public final IntList cycleLabels = new IntList();

        private Search() {}

        /** How many vertices it has looked at so far. */
        public long steps() {
            return steps;
        }

        /** Whether an edge would close a cycle, which is then in {@link #cycleVertices}. */
        public boolean closesCycle(int a, int b, int edgeLabel) {
            int start = number[b];
            int goal = number[a];
            if (start != goal && (rank[goal] < rank[start] || !leads(start, goal))) return false;
            cycleVertices.clear();
            cycleLabels.clear();
            if (start != goal) path(start, goal);
            cycleVertices.add(b);
            cycleLabels.add(edgeLabel);
            return true;
        }

        /** What was found, from its end to its beginning, without the latter. */
        private void path(int start, int goal) {
            path.clear();
            for (int v = meetingTo; v != goal; v = parent[v]) path.add(v);
            int into = goal;
            while (!path.isEmpty()) {
                int v = path.pop();
                edge(into, parentLabel[v]);
                into = v;
            }
            edge(into, meetingLabel);
            for (int v = meetingFrom; v != start; v = parent[v]) edge(v, parentLabel[v]);
        }

        private void edge(int into, int label) {
            cycleVertices.add(vertex[into]);
            cycleLabels.add(label);
        }

        private boolean leads(int start, int goal) {
            last += 2;
            ahead.clear();
            back.clear();
            stamp[start] = last - 1;
            stamp[goal] = last;
            ahead.add(rank[start]);
            back.add(~rank[goal]);
            int done = 0; // edges looked at, more of them ahead if positive
            while (!ahead.isEmpty() && !back.isEmpty() && ahead.first() < ~back.first()) {
                if ((++steps & 0x3FFF) == 0) deadline.check();
                int looked = done <= 0 ? lookAhead(~back.first()) : -lookBack(ahead.first());
                if (looked == 0) return true;
                done += looked;
            }
            return false;
        }

        /** Looks at what the next vertex leads to, up to a rank: says how many edges it has, plus one; 0 if the two sides have met. */
        private int lookAhead(int limit) {
            int v = at[ahead.remove()];
            int looked = successors.end(v) - successors.begin(v) + 1;
            for (int i = successors.begin(v), end = successors.end(v); i < end; i++) {
                if (meetsAhead(v, successors.get(i), NONE, limit)) return 0;
            }
            for (int e = added.firstOut(v); e != NONE; e = added.nextOut(e), looked++) {
                if (meetsAhead(v, added.to(e), added.label(e), limit)) return 0;
            }
            return looked;
        }

        private boolean meetsAhead(int v, int after, int label, int limit) {
            if (stamp[after] == last) return meet(v, after, label);
            if (stamp[after] == last - 1 || rank[after] > limit) return false;
            stamp[after] = last - 1;
            parent[after] = v;
            parentLabel[after] = label;
            ahead.add(rank[after]);
            return false;
        }

        /** The same the other way round. */
        private int lookBack(int limit) {
            int v = at[~back.remove()];
            int looked = predecessors.end(v) - predecessors.begin(v) + 1;
            for (int i = predecessors.begin(v), end = predecessors.end(v); i < end; i++) {
                if (meetsBack(v, predecessors.get(i), NONE, limit)) return 0;
            }
            for (int e = added.firstIn(v); e != NONE; e = added.nextIn(e), looked++) {
                if (meetsBack(v, added.from(e), added.label(e), limit)) return 0;
            }
            return looked;
        }

        private boolean meetsBack(int v, int before, int label, int limit) {
            if (stamp[before] == last - 1) return meet(before, v, label);
            if (stamp[before] == last || rank[before] < limit) return false;
            stamp[before] = last;
            parent[before] = v;
            parentLabel[before] = label;
            back.add(~rank[before]);
            return false;
        }

        private boolean meet(int from, int to, int label) {
            meetingFrom = from;
            meetingTo = to;
            meetingLabel = label;
            return true;
        }

        /** All that a vertex leads to up to a rank, and itself. */
        private void reachForward(int start, int limit, IntList reached) {
            begin(start, reached);
            for (int next = 0; next < reached.size(); next++) {
                if ((++steps & 0x3FFF) == 0) deadline.check();
                int v = reached.get(next);
                for (int i = successors.begin(v), end = successors.end(v); i < end; i++) {
                    int after = successors.get(i);
                    if (rank[after] <= limit) reach(after, reached);
                }
                for (int e = added.firstOut(v); e != NONE; e = added.nextOut(e)) {
                    if (rank[added.to(e)] <= limit) reach(added.to(e), reached);
                }
            }
        }

        /** All that leads to a vertex from a rank on, and itself. */
        private void reachBackward(int start, int limit, IntList reached) {
            begin(start, reached);
            for (int next = 0; next < reached.size(); next++) {
                if ((++steps & 0x3FFF) == 0) deadline.check();
                int v = reached.get(next);
                for (int i = predecessors.begin(v), end = predecessors.end(v); i < end; i++) {
                    int before = predecessors.get(i);
                    if (rank[before] >= limit) reach(before, reached);
                }
                for (int e = added.firstIn(v); e != NONE; e = added.nextIn(e)) {
                    if (rank[added.from(e)] >= limit) reach(added.from(e), reached);
                }
            }
        }

        private void begin(int start, IntList reached) {
            last += 2;
            reached.clear();
            reach(start, reached);
        }

        private void reach(int v, IntList reached) {
            if (stamp[v] == last) return;
            stamp[v] = last;
            reached.add(v);
        }
    }

    /** A binary heap: the least number first. */
    private static final class Heap {
        private int[] items = new int[64];
        private int size;

        boolean isEmpty() {
            return size == 0;
        }

        int first() {
            return items[0];
        }

        void clear() {
            size = 0;
        }

        void add(int item) {
            if (size == items.length) items = Arrays.copyOf(items, size * 2);
            int place = size++;
            while (place > 0 && item < items[(place - 1) >> 1]) {
                items[place] = items[(place - 1) >> 1];
                place = (place - 1) >> 1;
            }
            items[place] = item;
        }

        int remove() {
            int removed = items[0];
            int item = items[--size];
            int place = 0;
            for (int child = 1; child < size; child = 2 * place + 1) {
                if (child + 1 < size && items[child + 1] < items[child]) child++;
                if (item <= items[child]) break;
                items[place] = items[child];
                place = child;
            }
            items[place] = item;
            return removed;
        }
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
