package minos.judge;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import minos.graph.StronglyConnectedComponents;
import minos.graph.TopologicalOrder;
import minos.graph.VectorClocks;
import minos.infer.Options;
import minos.infer.Relations;
import minos.model.Order;

/**
 * Decides whether the commit edges of a level's rule close a cycle: first by guessing a commit order, which is quick where the
 * history was recorded about as it happened, then by inferring the edges. A rule that holds at a stronger level is not run at
 * a weaker one.
 */
final class WeakRules {
    private final Relations relations;
    private final BaseGraphs graphs;
    private final Order order;
    private final Options options;
    private final Map<CommitRule, Outcome> outcomes = new EnumMap<>(CommitRule.class);
    private GuessedOrder.StaleReads staleInFullOrder;
    private GuessedOrder guessedFullOrder;
    private WrittenKeys writtenKeys;

    /**
     * What a rule says: a commit order that satisfies it, or the edges that close a cycle. If there was a guess, those are all
     * that go against it; else, as many as the rule needs.
     */
    record Outcome(TopologicalOrder proof, CommitEdges edges, TopologicalOrder guess, VectorClocks clocks) {
        static Outcome holds(TopologicalOrder proof) {
            return new Outcome(proof, null, null, null);
        }

        boolean holds() {
            return proof != null;
        }
    }

    /** @param graphs without a cycle */
    WeakRules(Relations relations, BaseGraphs graphs, Order order, Options options) {
        this.relations = relations;
        this.graphs = graphs;
        this.order = order;
        this.options = options;
    }

    Relations relations() {
        return relations;
    }

    /** The cycles of a rule that is violated. */
    CommitCycles cycles(CommitRule rule) {
        return cycles(ReaderRules.all(rule), outcome(rule));
    }

    /** The cycles of rules that are violated, as their outcome says. */
    CommitCycles cycles(ReaderRules rules, Outcome found) {
        Outcome outcome = found;
        if (outcome.guess != null) {
            // All cycles lie where edges go against the order; unless there are too many, the other edges are needed
            // there only.
            StronglyConnectedComponents places = outcome.edges.spanned(outcome.guess);
            CommitEdges all = CommitCycles.all(
                    rules, outcome.edges, places, graphs, outcome.guess, outcome.clocks, options.deadline());
            if (all != outcome.edges) return CommitCycles.ofAll(rules, all, graphs, options);
            outcome = infer(rules);
        }
        return CommitCycles.ofMinimal(rules, outcome.edges, graphs, options);
    }

    /** What the rule says. */
    Outcome outcome(CommitRule rule) {
        Outcome outcome = known(rule);
        if (outcome == null) outcome = outcome(ReaderRules.all(rule), firstGuess(rule));
        outcomes.put(rule, outcome);
        return outcome;
    }

    /** What the rules of readers at different levels say. */
    Outcome outcome(ReaderRules rules) {
        return outcome(rules, graphs.fullOrder());
    }

    private Outcome outcome(ReaderRules rules, TopologicalOrder first) {
        Outcome outcome = guess(rules, first);
        return outcome != null ? outcome : infer(rules);
    }

    private Outcome known(CommitRule rule) {
        for (CommitRule stronger : CommitRule.values()) {
            Outcome known = outcomes.get(stronger);
            if (known != null && known.holds() && stronger.implies(rule, relations)) return known;
        }
        return outcomes.get(rule);
    }

    /**
     * Tries to decide a rule by guessing a commit order: that of the history, repaired where it goes against the axiom,
     * until it does so nowhere or cannot be repaired. Null if neither comes about soon. Each round leaves at most half as many
     * contradictions, so there are few rounds. Once the rule is violated, what lies on no cycle is repaired all the same: the fewer
     * contradictions are left, the less has to be searched to tell of it.
     *
     * <p>The causal rule goes along an order only once, and its edges say all. Repairing takes about as long each time, so it is only worth
     * trying where there is likely to be nothing to repair.
     */
    private Outcome guess(ReaderRules rules, TopologicalOrder first) {
        TopologicalOrder guess = first;
        if (guess == null || rules.has(CommitRule.CAUSAL) && !relations.isNearlyInOrder()) return null;
        options.progress().phase("guessing the commit order", 0);
        GuessedOrder.StaleReads stale = guess == graphs.fullOrder()
                ? staleInFullOrder()
                : GuessedOrder.StaleReads.of(relations, guess, options);
        if (isHopeless(rules, stale)) return null;
        VectorClocks clocks = null;
        CommitEdges edges = new CommitEdges(guess);
        Outcome violated = null;
        int last = Integer.MAX_VALUE;
        while (true) {
            if (stale.isEmpty()) return Outcome.holds(guess);
            GuessedOrder guessedOrder = guess == graphs.fullOrder()
                    ? guessedFullOrder()
                    : new GuessedOrder(graphs, guess, stale, options.threads());
            CommitEdges found = guessedOrder.contradictions(rules, clocks, options);
            if (found == null && clocks == null && rules.areOfPaths()) {
                clocks = graphs.causal().clocks(guess, options.deadline());
                if (clocks != null) found = guessedOrder.contradictions(rules, clocks, options);
            }
            if (found == null) return violated;
            if (found.size() == 0) return Outcome.holds(guess);
            if (violated != null) violated = new Outcome(null, found, guess, clocks);
            if (found.size() > last / 2) return violated; // repairs do not get it right soon
            last = found.size();
            edges.addAll(found);
            TopologicalOrder repaired = edges.intoInitial() ? null : repaired(guess, edges);
            if (repaired == null) {
                violated = new Outcome(null, found, guess, clocks);
                if (found.size() == 1) return violated;
                repaired = repaired(guess, edges.outside(graphs.full().components(edges, options.deadline())));
            }
            stale = violated == null
                    ? GuessedOrder.StaleReads.since(guess, relations, repaired, options)
                    : GuessedOrder.StaleReads.of(relations, repaired, options);
            guess = repaired;
            options.progress().count("rounds of repair", 1);
        }
    }

    /**
     * Whether so many transactions have stale reads by a first guess that the rule is quicker than repairing it. That is so where a file
     * lists one session after another, and some keys are used by all of them.
     */
    private boolean isHopeless(ReaderRules rules, GuessedOrder.StaleReads stale) {
        if (relations.isNearlyInOrder() || rules.areOfSessions()) return false;
        int all = relations.history().transactions();
        return stale.count() > all - all / 32;
    }

    /** What a stronger rule that is violated had come to, as that is nearly right; else the history's own order. */
    private TopologicalOrder firstGuess(CommitRule rule) {
        for (CommitRule stronger : CommitRule.values()) {
            Outcome known = outcomes.get(stronger);
            if (known != null && known.guess != null && stronger.implies(rule, relations)) return known.guess;
        }
        return graphs.fullOrder();
    }

    private GuessedOrder.StaleReads staleInFullOrder() {
        if (staleInFullOrder == null)
            staleInFullOrder = GuessedOrder.StaleReads.of(relations, graphs.fullOrder(), options);
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
    private Outcome infer(ReaderRules rules) {
        TopologicalOrder guess = graphs.fullOrder();
        CommitEdges kept = new CommitEdges(guess);
        while (true) {
            List<CommitEdges> parts = saturated(rules, guess);
            if (parts.stream().noneMatch(CommitEdges::contradicts)) return Outcome.holds(guess);
            for (CommitEdges part : parts) kept.addAll(part);
            TopologicalOrder repaired = kept.intoInitial() ? null : repaired(guess, kept);
            if (repaired == null || kept.isComplete()) return new Outcome(repaired, kept, null, null);
            guess = repaired;
            CommitEdges known = kept;
            kept = new CommitEdges(guess);
            kept.addAll(known);
        }
    }

    /**
     * Edges of the rules that go against a commit order; none if that satisfies them all. There may be more than these, and some
     * that do not.
     *
     * @param commits an order of the full graph
     * @param few     whether those that go against it will do
     */
    CommitEdges against(ReaderRules rules, TopologicalOrder commits, boolean few) {
        CommitEdges edges = new CommitEdges(commits);
        GuessedOrder.StaleReads stale = GuessedOrder.StaleReads.of(relations, commits, options);
        if (stale.isEmpty()) return edges;
        if (few) {
            GuessedOrder guessed = new GuessedOrder(graphs, commits, stale, options.threads());
            CommitEdges found = guessed.contradictions(rules, null, options);
            if (found != null) return found;
        }
        List<CommitEdges> parts = saturated(rules, commits);
        if (parts.stream().anyMatch(CommitEdges::contradicts)) parts.forEach(edges::addAll);
        return edges;
    }

    /** The edges that the rules infer: so many that the rest follows, or all that go against the order. */
    private List<CommitEdges> saturated(ReaderRules rules, TopologicalOrder order) {
        options.progress().phase(rules.text(), 0);
        List<CommitEdges> parts = new ArrayList<>();
        for (CommitRule rule : CommitRule.values()) {
            if (!rules.has(rule)) continue;
            CommitRule.Saturation saturation =
                    switch (rule) {
                        case READ_COMMITTED -> new ReadCommittedRule(relations, writtenKeys(), rules);
                        case READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS ->
                            new SessionRule(graphs, rules);
                        case READ_ATOMIC -> new ReadAtomicRule(relations, writtenKeys(), this.order, rules);
                        case CAUSAL -> new CausalRule(graphs.causal(), rules);
                    };
            parts.addAll(saturation.infer(order, options));
        }
        return parts;
    }

    /** An order of the full graph and {@code edges} that is close to a guess; null if there is none. */
    private TopologicalOrder repaired(TopologicalOrder guess, CommitEdges edges) {
        BaseGraph full = graphs.full();
        return guess.near(full.predecessors().with(edges.predecessors(full.nodes())), options.deadline());
    }

    private WrittenKeys writtenKeys() {
        if (writtenKeys == null) writtenKeys = new WrittenKeys(relations);
        return writtenKeys;
    }
}
