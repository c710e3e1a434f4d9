package minos.judge.strong;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import minos.model.AnomalyType;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Violation;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * A cycle of points that needs no search: each step is known, or follows from what is. However long it is, it can be told edge
 * by edge: why one transaction comes before the next is explained within a small part of the problem, the two and what their
 * dependency rests on. Linear in the length of the cycle.
 */
final class KnownCycle {
    /** Of how many transactions a step may have to be explained. */
    private static final int STORY = 64;

    private final PointGraph graph;
    private final Problem problem;
    private final int[] nodes;
    private final Reasons reasons;

    /** What a step rests on that is not known by itself. */
    interface Reasons {
        Reasons KNOWN = (from, to) -> new int[0];

        /** Transactions besides those of the two nodes; none if the edge between these is known. */
        int[] of(int from, int to);
    }

    /** @param nodes each before the next, and the last before the first */
    KnownCycle(PointGraph graph, int[] nodes, Reasons reasons) {
        this.graph = graph;
        this.nodes = nodes;
        this.reasons = reasons;
        problem = graph.problem;
    }

    /** Each before the next, and the last before the first. */
    int[] nodes() {
        return nodes;
    }

    /** The transactions, each before the next. */
    int[] transactions() {
        IntList found = new IntList();
        for (int node : nodes) {
            if (!graph.isPoint(node)) continue;
            int t = graph.transaction(node);
            if (found.isEmpty() || found.last() != t) found.add(t);
        }
        if (found.size() > 1 && found.last() == found.get(0)) found.pop(); // the way began and ended within it
        return found.toArray();
    }

    /** The cycle with a reason for each edge; null if that would be too long a story, or takes more time than there is. */
    Violation violation(Level level, Deadline deadline) {
        List<Edge> edges = new ArrayList<>();
        int last = nodes.length - 1;
        while (!graph.isPoint(nodes[last])) last--;
        int from = nodes[last];
        int before = nodes[nodes.length - 1];
        try {
            for (int node : nodes) {
                if (graph.isPoint(node)) {
                    if (graph.transaction(node) != graph.transaction(from)) {
                        Edge edge = edge(from, before, node, level, deadline);
                        if (edge == null) return null;
                        edges.add(edge);
                    }
                    from = node;
                }
                before = node;
            }
        } catch (Deadline.Expired e) {
            return null;
        }
        if (edges.size() < 2) return null;
        AnomalyType type = CycleNames.of(edges, problem.history);
        return type == AnomalyType.UNORDERABLE ? null : new Violation.Cycle(type, edges);
    }

    /** Why one point comes before another, if the last edge of the way there leads from {@code before}. */
    private Edge edge(int from, int before, int to, Level level, Deadline deadline) {
        BitSet part = new BitSet();
        sources(graph.transaction(from), graph.transaction(to), part);
        Edge edge = edge(from, to, part, level, deadline);
        if (edge != null) return edge;
        for (int t : reasons.of(before, to)) part.set(t);
        chains(graph.transaction(from), graph.transaction(to), part);
        return edge(from, to, part, level, deadline);
    }

    private Edge edge(int from, int to, BitSet part, Level level, Deadline deadline) {
        if (part.cardinality() > STORY) return null;
        int[] chosen = part.stream().toArray();
        int a = Arrays.binarySearch(chosen, graph.transaction(from));
        int b = Arrays.binarySearch(chosen, graph.transaction(to));
        return new Explainer(problem.part(chosen), level, deadline).edge(a, graph.isBegin(from), b, graph.isBegin(to));
    }

    /** Two transactions with whom the first read from what the second wrote, and the longest lists of such keys. */
    private void sources(int a, int b, BitSet part) {
        part.set(a);
        part.set(b);
        problem.demanding(a, b, part);
        for (int r = problem.readBegin[a]; r < problem.readBegin[a + 1]; r++) {
            if (problem.written(b, problem.readKey[r]) < 0) continue;
            int slot = problem.readSlot[r];
            if (slot != Problem.LEFT_OUT && !problem.isInitial(slot)) part.set(problem.versionWriter[slot]);
            longest(problem.readKey[r], part);
        }
        for (int v = problem.writeBegin[a]; v < problem.writeBegin[a + 1]; v++) {
            if (problem.written(b, problem.versionKey[v]) >= 0) longest(problem.versionKey[v], part);
        }
    }

    private void longest(int key, BitSet part) {
        int reader = problem.longestReader(key);
        if (reader >= 0) part.set(reader);
    }

    /** All who wrote the chains that the first read or wrote of keys that the second wrote, and the first versions. */
    private void chains(int a, int b, BitSet part) {
        VersionChains chains = graph.chains;
        for (int v = problem.writeBegin[b]; v < problem.writeBegin[b + 1]; v++) {
            int key = problem.versionKey[v];
            int own = problem.written(a, key);
            int read = Problem.LEFT_OUT;
            for (int r = problem.readBegin[a]; r < problem.readBegin[a + 1]; r++) {
                if (problem.readKey[r] == key) read = problem.readSlot[r];
            }
            if (own < 0 && read == Problem.LEFT_OUT) continue;
            if (own >= 0) members(chains, own, part);
            if (read != Problem.LEFT_OUT) members(chains, read, part);
            members(chains, problem.versions() + key, part);
        }
    }

    private static void members(VersionChains chains, int slot, BitSet part) {
        if (chains.head[slot] < 0) return;
        IntList members = new IntList();
        chains.members(chains.head[slot], members);
        for (int i = 0; i < members.size(); i++) part.set(members.get(i));
    }
}
