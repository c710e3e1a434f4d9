package minos.judge;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import minos.infer.Relations;
import minos.model.Level;
import minos.model.Options;
import minos.model.Order;

/**
 * Decides whether the commit edges of a level's rule close a cycle: first by guessing a commit order, which is quick where the
 * history was recorded about as it happened, then by inferring the edges. A rule that holds at a stronger level is not run at
 * a weaker one.
 */
final class WeakRules {
    /** Weakest first. */
    static final List<Level> LEVELS = List.of(Level.READ_COMMITTED, Level.READ_ATOMIC, Level.CAUSAL);

    private final Relations relations;
    private final Graphs graphs;
    private final Order order;
    private final Options options;
    private final Map<Level, Outcome> outcomes = new EnumMap<>(Level.class);
    private StaleReads staleInFullOrder;
    private GuessedOrder guessedFullOrder;
    private WrittenKeys writtenKeys;

    /**
     * What a rule says: a commit order that satisfies it, or the edges that close a cycle. If there was a guess, those are all
     * that go against it; else, as many as the rule needs.
     */
    record Outcome(TopologicalOrder proof, CommitEdges edges, TopologicalOrder guess, CausalClocks clocks) {
        static Outcome holds(TopologicalOrder proof) {
            return new Outcome(proof, null, null, null);
        }

        boolean holds() {
            return proof != null;
        }
    }

    WeakRules(Relations relations, Graphs graphs, Order order, Options options) {
        this.relations = relations;
        this.graphs = graphs;
        this.order = order;
        this.options = options;
    }

    /** The cycles of a rule that is violated. */
    CommitCycles cycles(Level rule) {
        Outcome outcome = outcome(rule);
        if (outcome.guess != null) {
            // All cycles lie where edges go against the order; unless there are too many, the other edges are needed
            // there only.
            Components places = Components.spanned(outcome.guess, outcome.edges);
            CommitEdges all = new Triples(rule, outcome.edges, places, graphs, outcome.guess, outcome.clocks).find();
            if (all != outcome.edges) return CommitCycles.ofAll(rule, all, graphs, options);
            outcome = infer(rule);
        }
        return CommitCycles.ofMinimal(rule, outcome.edges, graphs, options);
    }

    /** What the level's rule says. */
    Outcome outcome(Level level) {
        Outcome outcome = known(level);
        if (outcome == null) outcome = guess(level);
        if (outcome == null) outcome = infer(level);
        outcomes.put(level, outcome);
        return outcome;
    }

    private Outcome known(Level level) {
        for (Level stronger : LEVELS) {
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
        TopologicalOrder guess = graphs.fullOrder();
        if (guess == null) return null;
        StaleReads stale = staleInFullOrder();
        CausalClocks clocks = null;
        CommitEdges edges = new CommitEdges(guess);
        int last = Integer.MAX_VALUE;
        while (true) {
            if (stale.isEmpty()) return Outcome.holds(guess);
            GuessedOrder guessedOrder = guess == graphs.fullOrder()
                    ? guessedFullOrder()
                    : new GuessedOrder(graphs, guess, stale, options.threads());
            CommitEdges found = guessedOrder.contradictions(level, clocks, options);
            if (found == null && clocks == null && level == Level.CAUSAL) {
                clocks = CausalClocks.of(graphs.causal(), guess, options.threads(), options.deadline());
                if (clocks != null) found = guessedOrder.contradictions(level, clocks, options);
            }
            if (found == null) return null;
            if (found.size() == 0) return Outcome.holds(guess);
            if (found.size() > last / 2) return null; // repairs do not get it right soon
            last = found.size();
            edges.addAll(found);
            TopologicalOrder repaired = intoInitial(found)
                    ? null
                    : guess.repaired(
                            graphs.full(), Adjacency.predecessors(graphs.full().nodes(), edges), options.deadline());
            if (repaired == null) return new Outcome(null, found, guess, clocks);
            guess = repaired;
            stale = StaleReads.of(relations, guess, options);
        }
    }

    private StaleReads staleInFullOrder() {
        if (staleInFullOrder == null) staleInFullOrder = StaleReads.of(relations, graphs.fullOrder(), options);
        return staleInFullOrder;
    }

    /** The guess that all levels begin with. */
    private GuessedOrder guessedFullOrder() {
        if (guessedFullOrder == null) {
            guessedFullOrder = new GuessedOrder(graphs, graphs.fullOrder(), staleInFullOrder(), options.threads());
        }
        return guessedFullOrder;
    }

    /**
     * Infers the commit edges of a rule, and looks for a cycle. Where a rule had to drop edges that agree with the order
     * it was given, an order that agrees with the others is tried next; each round adds edges, so this ends.
     */
    private Outcome infer(Level level) {
        options.progress().phase(level.text(), 0);
        Saturation rule =
                switch (level) {
                    case READ_COMMITTED -> new ReadCommittedRule(relations, writtenKeys());
                    case READ_ATOMIC -> new ReadAtomicRule(relations, writtenKeys(), order);
                    default -> new CausalRule(graphs.causal());
                };
        TopologicalOrder guess = graphs.fullOrder();
        boolean cyclic = guess == null;
        if (cyclic) guess = graphs.causalOrder();
        CommitEdges kept = new CommitEdges(guess);
        while (true) {
            List<CommitEdges> parts = rule.infer(guess, options);
            if (!cyclic && parts.stream().noneMatch(CommitEdges::contradicts)) return Outcome.holds(guess);
            for (CommitEdges part : parts) kept.addAll(part);
            TopologicalOrder repaired = intoInitial(kept)
                    ? null
                    : guess.repaired(
                            graphs.full(), Adjacency.predecessors(graphs.full().nodes(), kept), options.deadline());
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

    private WrittenKeys writtenKeys() {
        if (writtenKeys == null) writtenKeys = new WrittenKeys(relations);
        return writtenKeys;
    }
}
