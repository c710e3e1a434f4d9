package minos.judge;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import minos.graph.AncestorSearch;
import minos.graph.Csr;
import minos.graph.ShortestPath;
import minos.graph.StronglyConnectedComponents;
import minos.graph.TopologicalOrder;
import minos.graph.VectorClocks;
import minos.history.History;
import minos.infer.Findings;
import minos.infer.Options;
import minos.infer.Relations;
import minos.model.Edge;
import minos.model.Violation;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Explains why a rule's commit edges close a cycle: each edge of a component is a violation of its own, of one type if
 * causality alone leads back from its end to its beginning, of another if it takes further commit edges. Keeps the
 * shortest witness of each type.
 */
final class CommitCycles {
    /** How many nodes the search may look at before it stops counting and shortening. */
    private static final long BUDGET = 5_000_000;

    /** Of how many of the shortest cycles of a type to take the most damning. */
    private static final int CANDIDATES = 8;

    private final ReaderRules rules;
    private final CommitEdges edges;
    /** Whether {@link #edges} are all there are. */
    private final boolean exact;

    private final BaseGraph full;
    private final History history;
    private final EdgeWriter writer;
    private final Options options;
    private final StronglyConnectedComponents components;
    /** An order of the base graph. */
    private final TopologicalOrder order;

    private final ShortestPath causalPaths;
    /** The reads that causality alone makes a violation of the level, or of a weaker one. */
    private final BitSet plain = new BitSet();
    /** Where cycles are left without the edges that those enforce. */
    private StronglyConnectedComponents left;
    /** What was found, and beside which weaker cycles: each level that is broken tells it again. */
    private Findings found;

    private CommitCycles foundBeside;

    /** @param minimal the edges that the rule inferred */
    static CommitCycles ofMinimal(ReaderRules rules, CommitEdges minimal, BaseGraphs graphs, Options options) {
        StronglyConnectedComponents components = graphs.full().components(minimal, options.deadline());
        CommitEdges all = all(rules, minimal, components, graphs, graphs.causalOrder(), null, options.deadline());
        return new CommitCycles(rules, all, all != minimal && minimal.isComplete(), components, graphs, options);
    }

    /** @param all all edges that lie on cycles, and maybe more */
    static CommitCycles ofAll(ReaderRules rules, CommitEdges all, BaseGraphs graphs, Options options) {
        return new CommitCycles(rules, all, true, graphs.full().components(all, options.deadline()), graphs, options);
    }

    /**
     * All of a rule's edges that lie on cycles, not only those that it inferred: each stands for one instance (t1, t2, t3) of a
     * pattern. Rules infer few edges because that is enough to decide a level; what a violation is called, and how short
     * its story is, depends on all of them.
     *
     * @param components where the cycles are
     * @param order      an order of the causal graph
     * @param clocks     where the rule speaks of paths, what comes before what; null to search for it
     * @return {@code minimal} itself if there are too many
     */
    static CommitEdges all(
            ReaderRules rules,
            CommitEdges minimal,
            StronglyConnectedComponents components,
            BaseGraphs graphs,
            TopologicalOrder order,
            VectorClocks clocks,
            Deadline deadline) {
        return new Instances(rules, minimal, components, graphs, order, clocks).find(deadline);
    }

    private CommitCycles(
            ReaderRules rules,
            CommitEdges edges,
            boolean exact,
            StronglyConnectedComponents components,
            BaseGraphs graphs,
            Options options) {
        this.rules = rules;
        this.edges = edges;
        this.exact = exact;
        this.components = components;
        this.options = options;
        full = graphs.full();
        history = graphs.relations().history();
        order = graphs.fullOrder();
        writer = graphs.edgeWriter();
        causalPaths = new ShortestPath(graphs.causal().predecessors(), graphs.causal(), components, options.deadline());
    }

    /**
     * @param weaker the cycles of the next weaker level that has such a rule, or null: what violates that level already is
     *               not counted again
     */
    Findings find(CommitCycles weaker) {
        if (found == null || foundBeside != weaker) {
            found = search(weaker);
            foundBeside = weaker;
        }
        return found;
    }

    private Findings search(CommitCycles weaker) {
        long before = causalPaths.looked();
        Map<CommitRule, Best> direct = new EnumMap<>(CommitRule.class);
        boolean counted = true;
        if (weaker != null) plain.or(weaker.plain);
        IntList byEdges = new IntList();
        for (int e = 0; e < edges.size(); e++) {
            if ((e & 0x3F) == 0) options.deadline().check();
            if (!isCyclic(e)) continue;
            if (causalPaths.looked() - before > BUDGET) {
                counted = false;
                break;
            }
            // A path that causality alone makes goes with the order, so it leads back only over an edge against it.
            boolean initial = edges.to(e) == History.INITIAL;
            boolean against = isAgainst(e);
            boolean byCausality =
                    initial || against && causalPaths.find(edges.to(e), edges.from(e), ShortestPath.NO_LIMIT) != null;
            if (isTold(e, byCausality, weaker)) continue;
            if (byCausality) {
                plain.set(edges.read(e));
                direct.computeIfAbsent(called(edges, e), rule -> new Best(rule, edges, causalPaths, true))
                        .candidate(e, true);
            } else {
                byEdges.add(e);
            }
        }
        Findings findings = new Findings(options.maxWitnesses());
        for (Best best : direct.values()) best.report(findings, counted);
        for (Best best : indirect(byEdges).values()) best.report(findings, counted);
        return findings;
    }

    /**
     * The cycles that take further commit edges, by their types. An edge that a plain violation enforces is no reason for another: what
     * only follows from it is not told beside it.
     */
    private Map<CommitRule, Best> indirect(IntList byEdges) {
        Map<CommitRule, Best> indirect = new EnumMap<>(CommitRule.class);
        boolean some = !plain.isEmpty();
        CommitEdges others = some ? new CommitEdges(order) : edges;
        IntList candidates = some ? new IntList() : byEdges;
        left = components;
        for (int e = 0, next = 0; some && e < edges.size(); e++) {
            boolean explained = plain.get(edges.read(e));
            boolean candidate = next < byEdges.size() && byEdges.get(next) == e;
            if (candidate) next++;
            if (explained && !rules.areOfSessions()) continue; // these have no names of their own for it
            if (candidate && !explained) candidates.add(others.size());
            others.add(edges.from(e), edges.to(e), edges.read(e));
        }
        if (some && !candidates.isEmpty()) left = full.components(others, options.deadline());
        if (candidates.isEmpty()) return indirect;
        ShortestPath paths = new ShortestPath(full.predecessors(), full, left, options.deadline())
                .withDear(others.numbers(full.nodes()), others.from());
        for (int i = 0; i < candidates.size(); i++) {
            int e = candidates.get(i);
            if ((i & 0x3F) == 0) options.deadline().check();
            if (!left.together(others.from(e), others.to(e))) continue;
            CommitEdges among = others;
            indirect.computeIfAbsent(called(others, e), rule -> new Best(rule, among, paths, false))
                    .candidate(e, order.rank(others.from(e)) > order.rank(others.to(e)));
        }
        return indirect;
    }

    /** The rule of the reader that enforces an edge. */
    private CommitRule rule(CommitEdges edges, int e) {
        return rules.of(history.transactionOf(edges.read(e)));
    }

    /** The rule that a violation is called by: the reader's; where each has its own, the weakest that enforces the edge. */
    private CommitRule called(CommitEdges edges, int e) {
        CommitRule rule = rule(edges, e);
        if (!rules.areMixed()) return rule;
        if (writer.seenBefore(edges.from(e), edges.read(e))) return CommitRule.READ_COMMITTED;
        return writer.isDirect(edges.from(e), edges.read(e)) ? CommitRule.READ_ATOMIC : rule;
    }

    private boolean isCyclic(int e) {
        return edges.to(e) == History.INITIAL || components.together(edges.from(e), edges.to(e));
    }

    private boolean isAgainst(int e) {
        return edges.to(e) == History.INITIAL || order.rank(edges.from(e)) > order.rank(edges.to(e));
    }

    /** The reads that the cycles rest on: without them there are none, if these are all edges. */
    BitSet reads() {
        BitSet reads = new BitSet();
        for (int e = 0; e < edges.size(); e++) if (isCyclic(e)) reads.set(edges.read(e));
        return reads;
    }

    /**
     * Whether a weaker rule that is violated has this edge too, on a cycle. Each of them has to be asked: where a transaction
     * reads a key from several, a rule may hold although a weaker one does not.
     */
    private boolean isTold(int e, boolean byCausality, CommitCycles weaker) {
        for (CommitCycles other = weaker; other != null; other = other.foundBeside) {
            if (other.enforces(edges.from(e), edges.read(e))
                    && (byCausality || other.left.together(edges.from(e), edges.to(e)))) return true;
        }
        return false;
    }

    /** Whether the rule puts {@code from} before the one that a read is from, if it is a rule without paths. */
    private boolean enforces(int from, int read) {
        return switch (rules.of(history.transactionOf(read))) {
            case READ_COMMITTED -> writer.seenBefore(from, read);
            case READ_ATOMIC -> writer.isDirect(from, read);
            case READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS, CAUSAL -> false;
        };
    }

    /** The edges of one type, shortest cycles first. */
    private final class Best {
        private final CommitRule rule;
        private final CommitEdges edges;
        private final ShortestPath finder;
        private final boolean direct;
        private final List<Cycle> cycles = new ArrayList<>();
        private final IntList agreeing = new IntList();
        private long count;

        Best(CommitRule rule, CommitEdges edges, ShortestPath finder, boolean direct) {
            this.rule = rule;
            this.edges = edges;
            this.finder = finder;
            this.direct = direct;
        }

        private record Cycle(int edge, ShortestPath.Path path) {}

        /** Every cycle has an edge against the order, so those are tried first; it may be one of the other type, though. */
        void candidate(int e, boolean against) {
            count++;
            if (against) tryEdge(e);
            else agreeing.add(e);
        }

        private void tryEdge(int e) {
            boolean full = cycles.size() == Math.max(options.maxWitnesses(), CANDIDATES);
            long limit = full ? cycles.get(cycles.size() - 1).path.cost() : ShortestPath.NO_LIMIT;
            ShortestPath.Path path = edges.to(e) == History.INITIAL
                    ? new ShortestPath.Path(List.of(), 0)
                    : finder.find(edges.to(e), edges.from(e), limit);
            if (path == null || path.cost() >= limit) return;
            if (full) cycles.remove(cycles.size() - 1);
            int place = cycles.size();
            while (place > 0 && cycles.get(place - 1).path.cost() > path.cost()) place--;
            cycles.add(place, new Cycle(e, path));
        }

        /** @param counted whether all edges were looked at */
        void report(Findings findings, boolean counted) {
            for (int i = 0; i < agreeing.size() && (cycles.isEmpty() || finder.looked() < BUDGET); i++) {
                if ((i & 0x3F) == 0) options.deadline().check();
                tryEdge(agreeing.get(i));
            }
            List<Violation> told = new ArrayList<>();
            for (Cycle cycle : cycles) {
                options.deadline().check();
                told.add(mostDamning(cycle));
            }
            told.sort(Violation.MOST_DAMNING);
            int shown = Math.min(told.size(), options.maxWitnesses());
            told.subList(0, shown).forEach(findings::add);
            findings.count(rule.type(direct), count - shown);
            if (!(counted && exact)) findings.inexact(rule.type(direct));
        }

        /** Of the cycle and of those that a part of the way shows on which it came to the reader. */
        private Violation mostDamning(Cycle cycle) {
            Edge.CommitOrder commit = writer.commit(edges, cycle.edge, rules);
            Violation best = violation(commit, cycle.path);
            if (commit.to() == History.INITIAL) return best;
            for (Edge.CommitOrder nearer : writer.nearer(commit, rules)) {
                if (finder.looked() > BUDGET) break;
                ShortestPath.Path path = finder.find(nearer.to(), nearer.from(), ShortestPath.NO_LIMIT);
                if (path == null) continue;
                Violation other = violation(nearer, path);
                if (Violation.MOST_DAMNING.compare(other, best) < 0) best = other;
            }
            return best;
        }

        private Violation violation(Edge.CommitOrder commit, ShortestPath.Path path) {
            List<Edge> steps = new ArrayList<>();
            steps.add(commit);
            if (commit.to() == History.INITIAL) steps.add(Edge.so(History.INITIAL, commit.from()));
            else steps.addAll(writer.edges(path.steps(), full, edges, rules));
            return new Violation.Cycle(rule.type(direct), steps);
        }
    }

    /** See {@link #all}. */
    private static final class Instances {
        /** How many writers may be looked at. */
        private static final long EFFORT = 5_000_000;

        private static final int MOST = 1_000_000;

        private final ReaderRules rules;
        private final CommitEdges minimal;
        private final BaseGraphs graphs;
        private final TopologicalOrder order;
        private final BaseGraph causal;
        private final Relations relations;
        private final History history;
        private final StronglyConnectedComponents components;
        private final EdgeWriter writer;
        private final VectorClocks clocks;
        private final AncestorSearch past;
        /** The keys of which somebody read the initial version too late. */
        private final BitSet missed = new BitSet();

        /** By key: its writers that are on a cycle; all where somebody missed one by reading the initial version. */
        private final Csr writers;

        private long effort = EFFORT;

        Instances(
                ReaderRules rules,
                CommitEdges minimal,
                StronglyConnectedComponents components,
                BaseGraphs graphs,
                TopologicalOrder order,
                VectorClocks clocks) {
            this.rules = rules;
            this.minimal = minimal;
            this.graphs = graphs;
            this.order = order;
            this.causal = graphs.causal();
            this.relations = causal.relations();
            this.history = relations.history();
            this.components = components;
            this.writer = graphs.edgeWriter();
            this.clocks = clocks;
            past = new AncestorSearch(causal.predecessors(), order);
            for (int e = 0; e < minimal.size(); e++) {
                if (minimal.to(e) == History.INITIAL) missed.set(history.key(minimal.read(e)));
            }
            writers = Csr.build(history.keys(), this::writers);
        }

        private void writers(Csr.Builder byKey) {
            int[] last = new int[history.keys()];
            for (int t = 0; t < causal.transactions(); t++) {
                boolean cyclic = components.isCyclic(t);
                if (!relations.participates(t) || !cyclic && missed.isEmpty()) continue;
                for (int op = history.begin(t); op < history.end(t); op++) {
                    int key = history.key(op);
                    if (!history.isWrite(op) || last[key] == t + 1 || !cyclic && !missed.get(key)) continue;
                    last[key] = t + 1;
                    byKey.add(key, t);
                }
            }
        }

        /** The edges; just the minimal ones if there are too many. */
        CommitEdges find(Deadline deadline) {
            CommitEdges edges = new CommitEdges(order);
            for (int t = 0; t < causal.transactions(); t++) {
                deadline.check();
                CommitRule rule = rules.of(t);
                if (rule == null || !relations.participates(t)) continue;
                for (int op = history.begin(t); op < history.end(t); op++) {
                    int source = relations.source(op);
                    int key = history.key(op);
                    boolean initial = source == History.INITIAL && missed.get(key);
                    if (!initial && (source < 0 || !components.isCyclic(source))) continue;
                    for (int i = writers.begin(key); i < writers.end(key); i++) {
                        int other = writers.get(i);
                        effort -= 1 + history.end(t) - history.begin(t);
                        if (other == source || other == t || !initial && !components.together(other, source)) continue;
                        if (isSeen(rule, other, t, op) && rule.enforces(relations, op)) edges.add(other, source, op);
                    }
                    if (effort < past.steps() || edges.size() > MOST) return minimal;
                }
            }
            return edges;
        }

        /** Whether the rule's premise holds: {@code other} comes before the reader in the sense of the rule. */
        private boolean isSeen(CommitRule rule, int other, int reader, int op) {
            return switch (rule) {
                case READ_COMMITTED -> writer.seenBefore(other, op);
                case READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS ->
                    graphs.sessionPast().isSeen(rule, other, reader, op, this::isBefore);
                case READ_ATOMIC -> writer.isDirect(other, op);
                case CAUSAL -> isBefore(other, reader);
            };
        }

        private boolean isBefore(int t, int later) {
            return clocks != null
                    ? clocks.reaches(t, later)
                    : past.isBefore(t, later, Math.max(0, effort - past.steps()));
        }
    }
}
