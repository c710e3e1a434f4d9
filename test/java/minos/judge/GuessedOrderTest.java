package minos.judge;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.TreeSet;
import minos.generate.Simulation;
import minos.generate.Workload;
import minos.graph.TopologicalOrder;
import minos.graph.VectorClocks;
import minos.history.History;
import minos.infer.Options;
import minos.infer.Relations;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict.Answer;
import minos.reference.Reference;
import minos.reference.Trials;
import minos.util.Deadline;
import org.junit.jupiter.api.Test;

/**
 * An order without contradictions proves the level, by the reference; only stale reads can contradict one; and clocks, which
 * only large histories would use, find the same contradictions as a search. After a repair it is enough to look at what changed places.
 */
class GuessedOrderTest {
    private static final int HISTORIES = 3_000;

    @Test
    void agreesWithTheReference() {
        Trials.run(HISTORIES, draft -> {
            History history = draft.build();
            for (Order order : draft.orders()) {
                for (CommitRule rule : CommitRule.values()) {
                    boolean ofSessions = rule.level().isSessionGuarantee();
                    if (ofSessions && order.isPartlyTimed()) continue; // none of its levels
                    String wrong = compare(history, rule, order);
                    if (wrong != null) return rule + " in form " + order + ": " + wrong;
                }
            }
            return null;
        });
    }

    private static String compare(History history, CommitRule rule, Order order) {
        Level level = rule.level();
        Answer expected = Reference.holds(history, level, order);
        if (expected == Answer.UNKNOWN) return null;
        Relations relations = Relations.of(history, Options.DEFAULT);
        if (relations.anomalies().stream().anyMatch(a -> WeakJudge.breaks(a.type(), level))) return null;
        BaseGraphs graphs = new BaseGraphs(relations, order, Options.DEFAULT);
        TopologicalOrder guess = graphs.fullOrder();
        if (guess == null) return null;
        GuessedOrder.StaleReads stale = GuessedOrder.StaleReads.of(relations, guess, Options.DEFAULT);
        GuessedOrder guessed = new GuessedOrder(graphs, guess, stale, 2);
        CommitEdges searched = guessed.contradictions(ReaderRules.all(rule), null, Options.DEFAULT);
        BitSet all = new BitSet();
        for (int t = 0; t < history.transactions(); t++) all.set(t, relations.participates(t));
        boolean[] allKeys = new boolean[history.keys()];
        Arrays.fill(allKeys, true);
        CommitEdges everywhere = new GuessedOrder(graphs, guess, new GuessedOrder.StaleReads(guess, all, allKeys), 2)
                .contradictions(ReaderRules.all(rule), null, Options.DEFAULT);
        if (!text(searched).equals(text(everywhere)))
            return "among stale reads " + text(searched) + ", but " + text(everywhere);
        if (searched.size() == 0 && expected != Answer.TRUE) return "it is violated, but an order is said to prove it";
        VectorClocks clocks = graphs.causal().clocks(guess, Deadline.NEVER);
        CommitEdges clocked = guessed.contradictions(ReaderRules.all(rule), clocks, Options.DEFAULT);
        return text(searched).equals(text(clocked))
                ? null
                : "found " + text(searched) + ", with clocks " + text(clocked);
    }

    @Test
    void afterARepairOnlyWhatChangedPlacesMatters() {
        int[] repairs = new int[2];
        for (int seed = 0; seed < 60; seed++) {
            Level level = Simulation.LEVELS.get(seed % Simulation.LEVELS.size());
            Workload workload = Workload.of(seed % 2 == 0 ? Workload.Kind.GENERAL : Workload.Kind.APPEND);
            History history = new Simulation(workload, level, 5, 30, 0, null, seed).run();
            BaseGraphs graphs = new BaseGraphs(Relations.of(history, Options.DEFAULT), Order.SESSION, Options.DEFAULT);
            int[] backwards = new int[history.transactions()];
            Arrays.setAll(backwards, i -> backwards.length - 1 - i);
            TopologicalOrder guess =
                    TopologicalOrder.near(backwards, graphs.full().predecessors(), Deadline.NEVER);
            for (CommitRule rule : CommitRule.values()) {
                assertNull(repair(graphs, guess, ReaderRules.all(rule), repairs), rule + " in history " + seed);
            }
        }
        assertTrue(repairs[0] > 100, repairs[0] + " repairs");
        assertTrue(repairs[1] > 20, repairs[1] + " of them that go wrong elsewhere");
    }

    /** Repairs an order until nothing contradicts it, or it cannot be; null if all contradictions were found on the way. */
    private static String repair(BaseGraphs graphs, TopologicalOrder first, ReaderRules rules, int[] repairs) {
        Relations relations = graphs.relations();
        CommitEdges edges = new CommitEdges(first);
        TopologicalOrder guess = first;
        GuessedOrder.StaleReads stale = GuessedOrder.StaleReads.of(relations, first, Options.DEFAULT);
        while (true) {
            CommitEdges found = contradictions(graphs, guess, stale, rules);
            CommitEdges all =
                    contradictions(graphs, guess, GuessedOrder.StaleReads.of(relations, guess, Options.DEFAULT), rules);
            if (all == null) return null; // given up
            if (!text(found).equals(text(all))) return "found " + text(found) + " of " + text(all);
            if (guess != first && found.size() > 0) repairs[1]++;
            edges.addAll(found);
            if (found.size() == 0 || edges.intoInitial()) return null;
            BaseGraph full = graphs.full();
            TopologicalOrder repaired =
                    guess.near(full.predecessors().with(edges.predecessors(full.nodes())), Deadline.NEVER);
            if (repaired == null) return null;
            repairs[0]++;
            stale = GuessedOrder.StaleReads.since(guess, relations, repaired, Options.DEFAULT);
            guess = repaired;
        }
    }

    private static CommitEdges contradictions(
            BaseGraphs graphs, TopologicalOrder guess, GuessedOrder.StaleReads stale, ReaderRules rules) {
        VectorClocks clocks = graphs.causal().clocks(guess, Deadline.NEVER);
        return new GuessedOrder(graphs, guess, stale, 2).contradictions(rules, clocks, Options.DEFAULT);
    }

    private static TreeSet<String> text(CommitEdges edges) {
        TreeSet<String> text = new TreeSet<>();
        for (int e = 0; e < edges.size(); e++) text.add(edges.from(e) + "-" + edges.to(e) + " by " + edges.read(e));
        return text;
    }
}
