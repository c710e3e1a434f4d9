package minos.judge;

import static minos.util.Sentinel.NONE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import minos.graph.ShortestPath;
import minos.graph.StronglyConnectedComponents;
import minos.infer.Findings;
import minos.infer.Options;
import minos.infer.Relations;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Edge;
import minos.model.Violation;

/** Finds and names the cycles of a base graph: what is wrong before any level adds commit edges. */
final class BaseCycles {
    /** How many nodes the search for shortest cycles may look at in all. */
    private static final long BUDGET = 20_000_000;
    /** The same, where they are only further kinds of what is violated. */
    private static final long TIME_BUDGET = 2_000_000;

    private final BaseGraph graph;
    private final EdgeWriter writer;
    private final Options options;

    private BaseCycles(BaseGraph graph, EdgeWriter writer, Options options) {
        this.graph = graph;
        this.writer = writer;
        this.options = options;
    }

    /** The cycles of write dependencies. */
    static Findings ofWrites(BaseGraphs graphs, Options options) {
        return new BaseCycles(graphs.writes(), graphs.edgeWriter(), options)
                .find(graphs.writes().components(options.deadline()));
    }

    /** The cycles of causality, of write dependencies, and those that take both; none of the first two hides one of the last. */
    static Findings of(BaseGraphs graphs, Options options) {
        EdgeWriter writer = graphs.edgeWriter();
        StronglyConnectedComponents causalCycles = graphs.causal().components(options.deadline());
        Findings findings = new BaseCycles(graphs.causal(), writer, options).find(causalCycles);
        if (graphs.full() == graphs.causal()) return findings;
        StronglyConnectedComponents writeCycles = graphs.writes().components(options.deadline());
        findings.addAll(new BaseCycles(graphs.writes(), writer, options).find(writeCycles));
        Relations relations = graphs.relations();
        Relations others = relations.without(
                relations.readsWithin(causalCycles::together), relations.pairsWithin(writeCycles::together));
        BaseGraph both = others == relations
                ? graphs.full()
                : BaseGraph.full(others, graphs.full().order(), options.threads());
        Findings more = new BaseCycles(both, writer, options).find(both.components(options.deadline()));
        if (others != relations) for (Anomaly anomaly : more.anomalies()) more.inexact(anomaly.type());
        findings.addAll(more);
        return findings;
    }

    /**
     * Cycles over real time, of writes alone and with reads, as the strong levels call them. Neither the other kind nor cycles without
     * real time hide any, unless it takes orders of writes that lie on cycles of their own.
     */
    static Findings overTime(BaseGraphs graphs, Options options) {
        EdgeWriter writer = graphs.edgeWriter();
        BaseGraph writes = graphs.writes();
        StronglyConnectedComponents cycles = writes.components(options.deadline());
        Findings findings = new BaseCycles(writes, writer, options).findOverTime(cycles);
        Relations relations = graphs.relations();
        Relations others = relations.without(new BitSet(), relations.pairsWithin(cycles::together));
        BaseGraph both = others == relations
                ? graphs.full()
                : BaseGraph.full(others, graphs.full().order(), options.threads());
        findings.addAll(new BaseCycles(both, writer, options).findOverTime(both.components(options.deadline())));
        return findings;
    }

    /** A shortest cycle over real time of each component that has one. */
    private Findings findOverTime(StronglyConnectedComponents components) {
        ShortestPath finder = new ShortestPath(graph.predecessors(), graph, components, options.deadline());
        long[] costs = new long[components.count()];
        Arrays.fill(costs, ShortestPath.NO_LIMIT);
        List<List<Edge>> shortest = new ArrayList<>(Collections.nCopies(components.count(), null));
        for (int node = 0; node < graph.transactions() && finder.looked() < TIME_BUDGET; node++) {
            int component = components.component(node);
            for (int i = graph.predecessors().begin(node);
                    component != NONE && i < graph.predecessors().end(node);
                    i++) {
                int before = graph.predecessors().get(i);
                if (!graph.isHelper(before) || !components.together(before, node) || costs[component] <= 1) continue;
                ShortestPath.Path path = finder.find(node, before, costs[component] - 1);
                if (path == null) continue;
                List<ShortestPath.Step> steps = new ArrayList<>(path.steps());
                steps.add(new ShortestPath.Step(before, node, NONE));
                List<Edge> cycle = writer.edges(rotate(steps), graph);
                if (cycle.stream().noneMatch(this::restsOnTime)) continue;
                costs[component] = path.cost() + 1;
                shortest.set(component, cycle);
            }
        }
        Findings findings = new Findings(options.maxWitnesses());
        shortest.stream()
                .filter(Objects::nonNull)
                .map(cycle -> new Violation.Cycle(
                        has(cycle, Edge.Kind.WR) ? AnomalyType.G1C_REALTIME : AnomalyType.G0_REALTIME, cycle))
                .sorted(Violation.MOST_DAMNING)
                .forEach(cycle -> {
                    findings.add(cycle);
                    findings.inexact(cycle.type());
                });
        return findings;
    }

    /** Whether an edge is one of real time that the order of its session does not give as well. */
    private boolean restsOnTime(Edge edge) {
        return edge.kind() == Edge.Kind.RT && !graph.isSessionOrder(edge.from(), edge.to());
    }

    /**
     * A shortest cycle of each component, named by its edges; components beyond the witnesses asked for are counted. That
     * is a count of cycles only where each component is no more than one.
     */
    private Findings find(StronglyConnectedComponents components) {
        ShortestPath finder = new ShortestPath(graph.predecessors(), graph, components, options.deadline());
        List<List<Edge>> shortest = new ArrayList<>();
        long[] costs = new long[components.count()];
        for (int c = 0; c < components.count(); c++) {
            shortest.add(null);
            costs[c] = ShortestPath.NO_LIMIT;
        }
        for (int node = 0; node < graph.transactions(); node++) {
            int component = components.component(node);
            if (component == NONE || finder.looked() > BUDGET && shortest.get(component) != null) continue;
            for (int i = graph.predecessors().begin(node);
                    i < graph.predecessors().end(node);
                    i++) {
                int before = graph.predecessors().get(i);
                if (!components.together(before, node) || costs[component] <= 1) continue;
                ShortestPath.Path path = finder.find(node, before, costs[component] - 1);
                if (path == null) continue;
                costs[component] = path.cost() + 1;
                List<ShortestPath.Step> steps = new ArrayList<>(path.steps());
                steps.add(new ShortestPath.Step(before, node, NONE));
                shortest.set(component, writer.edges(rotate(steps), graph));
            }
        }
        Findings findings = new Findings(options.maxWitnesses());
        boolean simple = areSimple(components);
        shortest.stream()
                .filter(Objects::nonNull)
                .map(cycle -> new Violation.Cycle(name(cycle), cycle))
                .sorted(Violation.MOST_DAMNING)
                .forEach(cycle -> {
                    findings.add(cycle);
                    if (!simple) findings.inexact(cycle.type());
                });
        return findings;
    }

    /** Whether no component has more than one cycle: no vertex of it has two others before it. */
    private boolean areSimple(StronglyConnectedComponents components) {
        for (int node = 0; node < graph.nodes(); node++) {
            int only = NONE;
            for (int i = graph.predecessors().begin(node);
                    i < graph.predecessors().end(node);
                    i++) {
                int before = graph.predecessors().get(i);
                if (!components.together(before, node) || before == only) continue;
                if (only != NONE) return false;
                only = before;
            }
        }
        return true;
    }

    /** Begins the cycle at a transaction that a step other than session order leads to, so that runs stay in one piece. */
    private List<ShortestPath.Step> rotate(List<ShortestPath.Step> steps) {
        for (int i = 0; i < steps.size(); i++) {
            ShortestPath.Step last = steps.get((i + steps.size() - 1) % steps.size());
            int from = steps.get(i).from();
            if (graph.isHelper(from) || !graph.isHelper(last.from()) && graph.isSessionOrder(last.from(), from))
                continue;
            List<ShortestPath.Step> rotated = new ArrayList<>(steps.subList(i, steps.size()));
            rotated.addAll(steps.subList(0, i));
            return rotated;
        }
        return steps;
    }

    private static AnomalyType name(List<Edge> cycle) {
        boolean ww = has(cycle, Edge.Kind.WW);
        boolean wr = has(cycle, Edge.Kind.WR);
        boolean rt = has(cycle, Edge.Kind.RT);
        if (!ww) return AnomalyType.CYCLIC_CAUSALITY;
        if (wr) return rt ? AnomalyType.G1C_REALTIME : AnomalyType.G1C;
        return rt ? AnomalyType.G0_REALTIME : AnomalyType.G0;
    }

    private static boolean has(List<Edge> cycle, Edge.Kind kind) {
        return cycle.stream().anyMatch(edge -> edge.kind() == kind);
    }
}
