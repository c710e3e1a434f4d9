package minos.judge.strong;

import java.util.Arrays;
import java.util.function.IntConsumer;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * A topological order of a graph to which edges are added, and from which the last ones are taken away again. Pearce
 * and Kelly, <i>A dynamic topological sort algorithm for directed acyclic graphs</i> (JEA 2006): an edge that agrees
 * with the order costs nothing; another one costs a search among the nodes between its ends, which either finds a
 * cycle or is followed by moving just the nodes found. Taking edges away keeps the order valid.
 */
final class DynamicOrder {
    private static final int NONE = -1;

    private final Deadline deadline;
    // The graph that never changes, both ways.
    private final int[] predecessorBegin;
    private final int[] predecessor;
    private final int[] successorBegin;
    private final int[] successor;
    private final EdgeStack added;

    private final int[] rank;
    private final int[] nodeAt;
    // Of a search: how each node was reached. A node counts as reached if its stamp is the search's.
    private final int[] stamp;
    private int search;
    private final int[] parent;
    private final int[] parentLabel;
    private final int[] stack;
    private final IntList forward = new IntList();
    private final IntList backward = new IntList();
    private long[] sorted = new long[64];
    private long steps;

    // The cycle that the last refused edge would close, as nodes in their order, and the label of the edge into each.
    final IntList cycleNodes = new IntList();
    final IntList cycleLabels = new IntList();

    /** @param order a topological order of {@code graph} */
    DynamicOrder(PointGraph graph, int[] order, Deadline deadline) {
        this.deadline = deadline;
        predecessorBegin = graph.begin;
        predecessor = graph.predecessor;
        successorBegin = new int[graph.nodes + 1];
        for (int before : predecessor) successorBegin[before + 1]++;
        for (int n = 0; n < graph.nodes; n++) successorBegin[n + 1] += successorBegin[n];
        successor = new int[predecessor.length];
        int[] place = successorBegin.clone();
        for (int n = 0; n < graph.nodes; n++) {
            for (int i = predecessorBegin[n]; i < predecessorBegin[n + 1]; i++) successor[place[predecessor[i]]++] = n;
        }
        added = new EdgeStack(graph.nodes);
        nodeAt = order.clone();
        rank = new int[graph.nodes];
        for (int i = 0; i < nodeAt.length; i++) rank[nodeAt[i]] = i;
        stamp = new int[graph.nodes];
        parent = new int[graph.nodes];
        parentLabel = new int[graph.nodes];
        stack = new int[graph.nodes];
    }

    /** The nodes in their present order. */
    int[] order() {
        return nodeAt;
    }

    /** The beginnings of the edges into {@code node} that were added. */
    void predecessors(int node, IntConsumer sink) {
        for (int e = added.firstIn(node); e != NONE; e = added.nextIn(e)) sink.accept(added.from(e));
    }

    boolean agrees(int a, int b) {
        return rank[a] < rank[b];
    }

    int edges() {
        return added.size();
    }

    /** How many nodes searches have looked at so far. */
    long steps() {
        return steps;
    }

    /** Adds an edge unless it closes a cycle; then leaves all as it is, and the cycle in {@link #cycleNodes}. */
    boolean add(int a, int b, int edgeLabel) {
        if (a == b || rank[b] < rank[a] && !makeRoom(a, b)) {
            cycle(a, b, edgeLabel);
            return false;
        }
        put(a, b, edgeLabel);
        return true;
    }

    /** Adds an edge that may go against the order; {@link #rebuild} must follow. */
    void put(int a, int b, int edgeLabel) {
        added.push(a, b, edgeLabel);
    }

    /**
     * Makes a new order, close to the present one, by a search along predecessors. False if there is a cycle, which is
     * then in {@link #cycleNodes}; the order is of no use any more.
     */
    boolean rebuild() {
        int done = 0;
        int[] old = nodeAt.clone();
        byte[] state = new byte[old.length];
        int[] next = new int[old.length];
        int[] nextEdge = added.allFirstIn();
        for (int root : old) {
            if (state[root] != 0) continue;
            int depth = 0;
            stack[0] = root;
            state[root] = 1;
            next[root] = predecessorBegin[root];
            while (depth >= 0) {
                int node = stack[depth];
                int before;
                int beforeLabel = NONE;
                if (nextEdge[node] != NONE) {
                    before = added.from(nextEdge[node]);
                    beforeLabel = added.label(nextEdge[node]);
                    nextEdge[node] = added.nextIn(nextEdge[node]);
                } else if (next[node] < predecessorBegin[node + 1]) {
                    before = predecessor[next[node]++];
                } else {
                    nodeAt[done] = node;
                    rank[node] = done++;
                    state[node] = 2;
                    depth--;
                    continue;
                }
                if (state[before] == 2) continue;
                parentLabel[before] = beforeLabel;
                if (state[before] == 1) {
                    cycleOnStack(before, depth);
                    return false;
                }
                state[before] = 1;
                next[before] = predecessorBegin[before];
                stack[++depth] = before;
            }
        }
        return true;
    }

    /** The nodes on the stack from {@code first} on, each a predecessor of the one below and holding that label. */
    private void cycleOnStack(int first, int depth) {
        cycleNodes.clear();
        cycleLabels.clear();
        int low = depth;
        while (stack[low] != first) low--;
        for (int i = low; i <= depth; i++) {
            cycleNodes.add(stack[i]);
            cycleLabels.add(parentLabel[i < depth ? stack[i + 1] : first]);
        }
    }

    /** Leaves in {@link #cycleNodes} the path that the clocks know from {@code b} to {@code a}, closed by an edge. */
    void cycle(int a, int b, int edgeLabel, Clocks clocks) {
        cycleNodes.clear();
        cycleLabels.clear();
        for (int node = a; node != b; ) {
            cycleNodes.add(node);
            int before = NONE;
            int beforeLabel = NONE;
            for (int i = predecessorBegin[node]; i < predecessorBegin[node + 1] && before == NONE; i++) {
                if (clocks.reaches(b, predecessor[i])) before = predecessor[i];
            }
            for (int e = added.firstIn(node); e != NONE && before == NONE; e = added.nextIn(e)) {
                if (!clocks.reaches(b, added.from(e))) continue;
                before = added.from(e);
                beforeLabel = added.label(e);
            }
            cycleLabels.add(beforeLabel);
            node = before;
        }
        cycleNodes.add(b);
        cycleLabels.add(edgeLabel);
    }

    /** Whether an edge would close a cycle, which is then in {@link #cycleNodes}. Changes nothing. */
    boolean closesCycle(int a, int b, int edgeLabel) {
        if (a != b && rank[a] < rank[b]) return false;
        if (a != b && !searchForward(b, a)) return false;
        cycle(a, b, edgeLabel);
        return true;
    }

    /** Takes away the edges added last, until {@code size} are left. */
    void removeTo(int size) {
        added.popTo(size);
    }

    private void cycle(int a, int b, int edgeLabel) {
        cycleNodes.clear();
        cycleLabels.clear();
        for (int node = a; node != b; node = parent[node]) {
            cycleNodes.add(node);
            cycleLabels.add(parentLabel[node]);
        }
        cycleNodes.add(b);
        cycleLabels.add(edgeLabel);
    }

    /** Looks for {@code goal} from {@code start} along edges, among the nodes up to the goal in the order. */
    private boolean searchForward(int start, int goal) {
        int limit = rank[goal];
        search++;
        forward.clear();
        int depth = 0;
        stack[0] = start;
        stamp[start] = search;
        forward.add(start);
        while (depth >= 0) {
            int node = stack[depth--];
            if ((++steps & 0x3FFF) == 0) deadline.check();
            for (int i = successorBegin[node]; i < successorBegin[node + 1]; i++) {
                int after = successor[i];
                if (rank[after] > limit || stamp[after] == search) continue;
                stamp[after] = search;
                parent[after] = node;
                parentLabel[after] = NONE;
                if (after == goal) return true;
                forward.add(after);
                stack[++depth] = after;
            }
            for (int e = added.firstOut(node); e != NONE; e = added.nextOut(e)) {
                int after = added.to(e);
                if (rank[after] > limit || stamp[after] == search) continue;
                stamp[after] = search;
                parent[after] = node;
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
            int node = stack[depth--];
            if ((++steps & 0x3FFF) == 0) deadline.check();
            for (int i = predecessorBegin[node]; i < predecessorBegin[node + 1]; i++) {
                depth = reachBackward(predecessor[i], limit, depth);
            }
            for (int e = added.firstIn(node); e != NONE; e = added.nextIn(e)) {
                depth = reachBackward(added.from(e), limit, depth);
            }
        }
    }

    private int reachBackward(int node, int limit, int depth) {
        if (rank[node] < limit || stamp[node] == search) return depth;
        stamp[node] = search;
        backward.add(node);
        stack[depth + 1] = node;
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
            int node = (int) sorted[i];
            int free = (int) (sorted[count + i] >>> 32);
            rank[node] = free;
            nodeAt[free] = node;
        }
        return true;
    }

    private long entry(int node) {
        return (long) rank[node] << 32 | node;
    }
}
