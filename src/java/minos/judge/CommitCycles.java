package minos.judge;

import java.util.ArrayList;
import java.util.List;
import minos.history.History;
import minos.infer.Findings;
import minos.model.AnomalyType;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Options;
import minos.model.Violation;
import minos.util.IntList;

/**
 * Explains why a rule's commit edges close a cycle: each edge of a component is a violation of its own, of one type if
 * causality alone leads back from its end to its beginning, of another if it takes further commit edges. Keeps the
 * shortest witness of each type.
 */
final class CommitCycles {
    /** How many nodes the search may look at before it stops counting and shortening. */
    private static final long BUDGET = 5_000_000;

    private final Level level;
    private final CommitEdges edges;
    /** Whether {@link #edges} are all there are. */
    private final boolean exact;

    private final BaseGraph full;
    private final EdgeWriter writer;
    private final Options options;
    private final Components components;
    /** An order of the base graph, or null if that has a cycle itself. */
    private final TopologicalOrder order;

    private final PathFinder causalPaths;
    private final PathFinder allPaths;

    /** @param minimal the edges that the rule inferred */
    static CommitCycles ofMinimal(Level level, CommitEdges minimal, Graphs graphs, Options options) {
        Components components = components(minimal, graphs, options);
        CommitEdges all = new Triples(level, minimal, components, graphs, graphs.causalOrder(), null).find();
        return new CommitCycles(level, all, all != minimal && minimal.isComplete(), components, graphs, options);
    }

    /** @param all all edges that lie on cycles, and maybe more */
    static CommitCycles ofAll(Level level, CommitEdges all, Graphs graphs, Options options) {
        return new CommitCycles(level, all, true, components(all, graphs, options), graphs, options);
    }

    private static Components components(CommitEdges edges, Graphs graphs, Options options) {
        return Components.of(graphs.full(), Adjacency.predecessors(graphs.full().nodes(), edges), options.deadline());
    }

    private CommitCycles(
            Level level, CommitEdges edges, boolean exact, Components components, Graphs graphs, Options options) {
        this.level = level;
        this.edges = edges;
        this.exact = exact;
        this.components = components;
        this.options = options;
        full = graphs.full();
        order = graphs.fullOrder();
        writer = graphs.edgeWriter();
        causalPaths = new PathFinder(graphs.causal(), null, components, options.deadline());
        allPaths = new PathFinder(full, Adjacency.predecessors(full.nodes(), edges), components, options.deadline());
    }

    /**
     * @param weaker the cycles of the next weaker level that has such a rule, or null: what violates that level already is
     *               not counted again
     */
    Findings find(CommitCycles weaker) {
        Best direct = new Best(causalPaths, true);
        Best indirect = new Best(allPaths, false);
        for (int e = 0; e < edges.size(); e++) {
            boolean initial = edges.to(e) == History.INITIAL;
            if (!initial && !components.together(edges.from(e), edges.to(e))) continue;
            if (causalPaths.steps() + allPaths.steps() > BUDGET) {
                direct.counted = false;
                indirect.counted = false;
                break;
            }
            // A path that causality alone makes goes with the order, so it leads back only over an edge against it.
            boolean against = initial || order == null || order.rank(edges.from(e)) > order.rank(edges.to(e));
            boolean byCausality =
                    initial || against && causalPaths.find(edges.to(e), edges.from(e), PathFinder.NO_LIMIT) != null;
            if (weaker != null
                    && isWeaker(e)
                    && (byCausality || weaker.components.together(edges.from(e), edges.to(e)))) {
                continue;
            }
            (byCausality ? direct : indirect).candidate(e, against);
        }
        Findings findings = new Findings(options.maxWitnesses());
        direct.report(findings);
        indirect.report(findings);
        return findings;
    }

    /** Whether a weaker level's rule has this edge too. */
    private boolean isWeaker(int e) {
        return level == Level.READ_ATOMIC
                ? writer.seenBefore(edges.from(e), edges.read(e))
                : writer.isDirect(edges.from(e), edges.read(e));
    }

    private AnomalyType type(boolean direct) {
        return switch (level) {
            case READ_COMMITTED -> direct ? AnomalyType.NON_MONOTONIC_READ : AnomalyType.NON_MONOTONIC_READ_CM;
            case READ_ATOMIC -> direct ? AnomalyType.FRACTURED_READ : AnomalyType.FRACTURED_READ_CM;
            default -> direct ? AnomalyType.CAUSALITY_VIOLATION : AnomalyType.CAUSALITY_VIOLATION_CM;
        };
    }

    /** The edges of one type, shortest cycles first. */
    private final class Best {
        private final PathFinder finder;
        private final boolean direct;
        private final List<Cycle> cycles = new ArrayList<>();
        private final IntList agreeing = new IntList();
        private long count;
        private boolean counted = true;

        Best(PathFinder finder, boolean direct) {
            this.finder = finder;
            this.direct = direct;
        }

        private record Cycle(int edge, PathFinder.Path path) {}

        /** Every cycle has an edge against the order, so those are tried first; it may be one of the other type, though. */
        void candidate(int e, boolean against) {
            count++;
            if (against) tryEdge(e);
            else agreeing.add(e);
        }

        private void tryEdge(int e) {
            boolean full = cycles.size() == options.maxWitnesses();
            int limit = full ? cycles.get(cycles.size() - 1).path.cost() : PathFinder.NO_LIMIT;
            PathFinder.Path path = edges.to(e) == History.INITIAL
                    ? new PathFinder.Path(List.of(), 0)
                    : finder.find(edges.to(e), edges.from(e), limit);
            if (path == null || path.cost() >= limit) return;
            if (full) cycles.remove(cycles.size() - 1);
            int place = cycles.size();
            while (place > 0 && cycles.get(place - 1).path.cost() > path.cost()) place--;
            cycles.add(place, new Cycle(e, path));
        }

        void report(Findings findings) {
            for (int i = 0; i < agreeing.size() && (cycles.isEmpty() || finder.steps() < BUDGET); i++)
                tryEdge(agreeing.get(i));
            for (Cycle cycle : cycles) {
                List<Edge> steps = new ArrayList<>();
                steps.add(writer.commit(edges, cycle.edge, level));
                if (edges.to(cycle.edge) == History.INITIAL)
                    steps.add(Edge.so(History.INITIAL, edges.from(cycle.edge)));
                else steps.addAll(writer.edges(cycle.path, full, edges, level));
                findings.add(new Violation.Cycle(type(direct), steps));
            }
            for (long more = cycles.size(); more < count; more++) findings.count(type(direct));
            if (count > 0 && !(counted && exact)) findings.inexact(type(direct));
        }
    }
}
