package minos.judge;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import minos.infer.Findings;
import minos.infer.Relations;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Certificate;
import minos.model.Level;
import minos.model.Options;
import minos.model.Order;
import minos.model.Verdict;
import minos.util.IntList;

/**
 * Decides the levels up to causal consistency. A level holds when no read is wrong by itself, the base graph has no cycle,
 * and the commit edges of the level's rule close none. All levels share the graphs; a rule that holds at a stronger level
 * is not run at a weaker one.
 */
final class WeakJudge {
    private static final List<Level> RULES = List.of(Level.READ_COMMITTED, Level.READ_ATOMIC, Level.CAUSAL);

    private final Relations relations;
    private final Order order;
    private final Options options;
    private final Map<Level, Outcome> outcomes = new EnumMap<>(Level.class);
    private BaseGraph causal;
    private BaseGraph full;
    private BaseGraph writes;
    private WrittenKeys writtenKeys;
    private EdgeWriter edgeWriter;
    private TopologicalOrder causalOrder;
    private TopologicalOrder fullOrder;
    private BitSet staleInFullOrder;
    private GuessedOrder guessedFullOrder;
    private final Set<Level> guessed = EnumSet.noneOf(Level.class);

    /**
     * What a rule says: a commit order that satisfies it, or the edges that close a cycle. If there was a guess, those are all
     * that go against it; else, as many as the rule needs.
     */
    private record Outcome(TopologicalOrder proof, CommitEdges edges, TopologicalOrder guess, CausalClocks clocks) {
        static Outcome holds(TopologicalOrder proof) {
            return new Outcome(proof, null, null, null);
        }

        boolean holds() {
            return proof != null;
        }
    }

    WeakJudge(Relations relations, Order order, Options options) {
        this.relations = relations;
        this.order = order;
        this.options = options;
    }

    Verdict verdict(Level level) {
        List<Anomaly> anomalies = new ArrayList<>();
        for (Anomaly anomaly : relations.anomalies()) if (breaks(anomaly.type(), level)) anomalies.add(anomaly);
        if (level == Level.CUT_ISOLATION) return answer(level, anomalies, null);
        boolean readsCount = level != Level.READ_UNCOMMITTED;
        TopologicalOrder proof = readsCount ? fullOrder() : writesOrder();
        if (proof == null) {
            anomalies.addAll((readsCount ? BaseCycles.of(causal(), writes(), full(), edgeWriter(), options)
                    : BaseCycles.ofWrites(writes(), edgeWriter(), options)).anomalies());
        }
        if (level.implies(Level.READ_COMMITTED) && (options.all() || anomalies.isEmpty())) {
            List<Anomaly> cycles = commitCycles(level);
            anomalies.addAll(cycles);
            if (anomalies.isEmpty()) proof = outcome(level).proof;
        }
        return answer(level, anomalies, proof);
    }

    private Verdict answer(Level level, List<Anomaly> anomalies, TopologicalOrder proof) {
        if (!anomalies.isEmpty()) return Verdict.violated(level, order, anomalies);
        return Verdict.holds(level, order, options.certificate() && proof != null ? certificate(level, proof) : null);
    }

    private Certificate certificate(Level level, TopologicalOrder proof) {
        IntList commits = new IntList();
        for (int place = 0; place < proof.size(); place++) {
            int node = proof.node(place);
            if (node < relations.history().transactions() && relations.participates(node)) commits.add(node);
        }
        return new Certificate(level, order, commits.toArray(), null);
    }

    /** Whether an anomaly of single reads or lists breaks the level. */
    static boolean breaks(AnomalyType type, Level level) {
        return switch (type) {
            case NON_REPEATABLE_READ -> level.implies(Level.CUT_ISOLATION);
            case INCOMPATIBLE_ORDER, DUPLICATE_ELEMENTS -> level.implies(Level.READ_UNCOMMITTED);
            default -> level.implies(Level.ADYA_READ_COMMITTED);
        };
    }

    /** The violations of the level's rule: those of the weakest rule that is violated, or of all if asked for. */
    private List<Anomaly> commitCycles(Level level) {
        if (causalOrder() == null || outcome(level).holds()) return List.of();
        List<Anomaly> anomalies = new ArrayList<>();
        CommitCycles weaker = null;
        for (Level rule : RULES) {
            if (!level.implies(rule) || outcome(rule).holds()) continue;
            CommitCycles cycles = cycles(rule);
            Findings found = cycles.find(weaker);
            anomalies.addAll(found.anomalies());
            if (!options.all()) break;
            weaker = cycles;
        }
        return anomalies;
    }

    /** The cycles of a rule that is violated. */
    private CommitCycles cycles(Level rule) {
        Outcome outcome = outcome(rule);
        if (outcome.guess != null) {
            // All cycles lie where edges go against the order; unless there are too many, the other edges are needed there only.
            Components places = Components.spanned(outcome.guess, outcome.edges);
            CommitEdges all = new Triples(rule, outcome.edges, places, causal(), outcome.guess, outcome.clocks, edgeWriter())
                    .find();
            if (all != outcome.edges) return CommitCycles.ofAll(rule, all, causal(), full(), fullOrder(), edgeWriter(), options);
            outcome = infer(rule);
        }
        return CommitCycles.ofMinimal(rule, outcome.edges, causal(), causalOrder(), full(), fullOrder(), edgeWriter(), options);
    }

    private Outcome outcome(Level level) {
        // Where the history is nearly in order, the strongest level is guessed as easily, and settles the weaker ones.
        for (Level guessed : relations.isNearlyInOrder() ? List.of(Level.CAUSAL, level) : List.of(level)) {
            Outcome known = known(level);
            if (known != null) return known;
            Outcome outcome = this.guessed.add(guessed) ? guess(guessed) : null;
            if (outcome != null) outcomes.put(guessed, outcome);
        }
        Outcome known = known(level);
        if (known == null) outcomes.put(level, known = infer(level));
        return known;
    }

    private Outcome known(Level level) {
        for (Level stronger : RULES) {
            Outcome known = outcomes.get(stronger);
            if (known != null && known.holds() && stronger.implies(level)) return known;
        }
        return outcomes.get(level);
    }

    /**
     * Tries to decide a level by guessing a commit order: the order of the history, repaired where it goes against the axiom,
     * until it does so nowhere or cannot be repaired. Null if neither comes about soon. Each round leaves at most half as many
     * contradictions, so there are few rounds.
     */
    private Outcome guess(Level level) {
        options.progress().phase("guessing the commit order", 0);
        TopologicalOrder guess = fullOrder();
        if (guess == null) return null;
        BitSet stale = staleInFullOrder();
        CausalClocks clocks = null;
        CommitEdges edges = new CommitEdges(guess);
        int last = Integer.MAX_VALUE;
        while (true) {
            if (stale.isEmpty()) return Outcome.holds(guess);
            GuessedOrder guessedOrder = guess == fullOrder ? guessedFullOrder()
                    : new GuessedOrder(causal(), guess, stale, options.threads());
            CommitEdges found = guessedOrder.contradictions(level, clocks, options);
            if (found == null && clocks == null && level == Level.CAUSAL) {
                clocks = CausalClocks.of(causal(), guess, options.threads(), options.deadline());
                if (clocks != null) found = guessedOrder.contradictions(level, clocks, options);
            }
            if (found == null) return null;
            if (found.size() == 0) return Outcome.holds(guess);
            if (found.size() > last / 2) return null; // repairs do not get it right soon
            last = found.size();
            edges.addAll(found);
            TopologicalOrder repaired = intoInitial(found) ? null
                    : guess.repaired(full(), Adjacency.predecessors(full().nodes(), edges), options.deadline());
            if (repaired == null) return new Outcome(null, found, guess, clocks);
            guess = repaired;
            stale = StaleReads.of(relations, guess, options);
        }
    }

    private BitSet staleInFullOrder() {
        if (staleInFullOrder == null) staleInFullOrder = StaleReads.of(relations, fullOrder(), options);
        return staleInFullOrder;
    }

    /** The guess that all levels begin with. */
    private GuessedOrder guessedFullOrder() {
        if (guessedFullOrder == null) {
            guessedFullOrder = new GuessedOrder(causal(), fullOrder(), staleInFullOrder(), options.threads());
        }
        return guessedFullOrder;
    }

    /**
     * Infers the commit edges of a rule, and looks for a cycle. Where a rule had to drop edges that agree with the order
     * it was given, an order that agrees with the others is tried next; each round adds edges, so this ends.
     */
    private Outcome infer(Level level) {
        options.progress().phase(level.text(), 0);
        Saturation rule = switch (level) {
            case READ_COMMITTED -> new ReadCommittedRule(relations, writtenKeys());
            case READ_ATOMIC -> new ReadAtomicRule(relations, writtenKeys(), order);
            default -> new CausalRule(causal());
        };
        TopologicalOrder guess = fullOrder();
        boolean cyclic = guess == null;
        if (cyclic) guess = causalOrder();
        CommitEdges kept = new CommitEdges(guess);
        while (true) {
            List<CommitEdges> parts = rule.infer(guess, options);
            if (!cyclic && parts.stream().noneMatch(CommitEdges::contradicts)) return Outcome.holds(guess);
            for (CommitEdges part : parts) kept.addAll(part);
            TopologicalOrder repaired = intoInitial(kept) ? null
                    : guess.repaired(full(), Adjacency.predecessors(full().nodes(), kept), options.deadline());
            if (repaired == null || kept.isComplete()) return new Outcome(repaired, kept, null, null);
            guess = repaired;
            CommitEdges known = kept;
            kept = new CommitEdges(guess);
            kept.addAll(known);
        }
    }

    /** Whether something would have to come before the initial transaction. */
    private static boolean intoInitial(CommitEdges edges) {
        for (int e = 0; e < edges.size(); e++) if (edges.to(e) < 0) return true;
        return false;
    }

    /** An order of the causal graph, or null if it has a cycle. Where ids give one, there is no need for the graph. */
    private TopologicalOrder causalOrder() {
        if (causalOrder == null) {
            causalOrder = idsAreAnOrder() ? TopologicalOrder.byId(relations.history().transactions())
                    : TopologicalOrder.of(causal(), options.deadline());
        }
        return causalOrder;
    }

    /** An order of the full graph, or null if it has a cycle. */
    private TopologicalOrder fullOrder() {
        if (fullOrder == null) {
            fullOrder = idsAreAnOrder() || full() == causal() ? causalOrder()
                    : TopologicalOrder.of(full(), options.deadline());
        }
        return fullOrder;
    }

    private TopologicalOrder writesOrder() {
        return idsAreAnOrder() ? causalOrder() : TopologicalOrder.of(writes(), options.deadline());
    }

    /** Whether the order of the ids is one of all graphs. Those of real time have more nodes than transactions. */
    private boolean idsAreAnOrder() {
        return relations.isInOrder() && order != Order.REAL_TIME;
    }

    private BaseGraph causal() {
        if (causal == null) causal = BaseGraph.causal(relations, order, options.threads());
        return causal;
    }

    private BaseGraph full() {
        if (full == null) {
            full = relations.orderedPairs() == 0 ? causal() : BaseGraph.full(relations, order, options.threads());
        }
        return full;
    }

    private BaseGraph writes() {
        if (writes == null) writes = BaseGraph.writes(relations, order, options.threads());
        return writes;
    }

    private WrittenKeys writtenKeys() {
        if (writtenKeys == null) writtenKeys = new WrittenKeys(relations);
        return writtenKeys;
    }

    private EdgeWriter edgeWriter() {
        if (edgeWriter == null) {
            edgeWriter = new EdgeWriter(causal(), new PathFinder(causal(), null, null, options.deadline()));
        }
        return edgeWriter;
    }
}
