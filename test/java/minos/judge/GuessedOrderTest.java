package minos.judge;

import java.util.Arrays;
import java.util.BitSet;
import java.util.TreeSet;
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
 * only large histories would use, find the same contradictions as a search.
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
        CommitEdges everywhere = new GuessedOrder(graphs, guess, new GuessedOrder.StaleReads(all, allKeys), 2)
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

    private static TreeSet<String> text(CommitEdges edges) {
        TreeSet<String> text = new TreeSet<>();
        for (int e = 0; e < edges.size(); e++) text.add(edges.from(e) + "-" + edges.to(e) + " by " + edges.read(e));
        return text;
    }
}
