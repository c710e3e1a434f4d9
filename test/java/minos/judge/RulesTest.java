package minos.judge;

import java.util.List;
import minos.graph.Csr;
import minos.graph.TopologicalOrder;
import minos.history.History;
import minos.infer.Options;
import minos.infer.Relations;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict.Answer;
import minos.reference.Draft;
import minos.reference.Reference;
import minos.reference.Trials;
import minos.util.Deadline;
import org.junit.jupiter.api.Test;

/**
 * Each rule by itself decides its level: its edges close a cycle exactly when the reference says that the level is violated.
 * Run in the variants that only large histories would use: clocks a column at a time, and transactions looked up rather than scanned.
 */
class RulesTest {
    private static final int HISTORIES = 2_000;

    @Test
    void readCommitted() {
        Trials.run(
                HISTORIES,
                draft -> compare(
                        draft,
                        Level.READ_COMMITTED,
                        (relations, order, causal) -> new ReadCommittedRule(
                                relations, new WrittenKeys(relations), ReaderRules.all(CommitRule.READ_COMMITTED))));
    }

    @Test
    void readCommittedWithLargeTransactions() {
        Trials.run(
                HISTORIES,
                draft -> compare(
                        draft,
                        Level.READ_COMMITTED,
                        (relations, order, causal) -> new ReadCommittedRule(
                                relations, new WrittenKeys(relations, 0), ReaderRules.all(CommitRule.READ_COMMITTED))));
    }

    @Test
    void readAtomic() {
        Trials.run(
                HISTORIES,
                draft -> compare(
                        draft,
                        Level.READ_ATOMIC,
                        (relations, order, causal) -> new ReadAtomicRule(
                                relations,
                                new WrittenKeys(relations),
                                order,
                                ReaderRules.all(CommitRule.READ_ATOMIC))));
    }

    @Test
    void readAtomicWithLargeTransactions() {
        Trials.run(
                HISTORIES,
                draft -> compare(
                        draft,
                        Level.READ_ATOMIC,
                        (relations, order, causal) -> new ReadAtomicRule(
                                relations,
                                new WrittenKeys(relations, 0),
                                order,
                                ReaderRules.all(CommitRule.READ_ATOMIC))));
    }

    @Test
    void causal() {
        Trials.run(
                HISTORIES,
                draft -> compare(
                        draft,
                        Level.CAUSAL,
                        (relations, order, causal) -> new CausalRule(causal, ReaderRules.all(CommitRule.CAUSAL))));
    }

    @Test
    void causalColumnByColumn() {
        Trials.run(
                HISTORIES,
                draft -> compare(
                        draft,
                        Level.CAUSAL,
                        (relations, order, causal) -> new CausalRule(causal, ReaderRules.all(CommitRule.CAUSAL), 1)));
    }

    private interface RuleMaker {
        CommitRule.Saturation make(Relations relations, Order order, BaseGraph causal);
    }

    private static String compare(Draft draft, Level level, RuleMaker maker) {
        History history = draft.build();
        for (Order order : draft.orders()) {
            Answer expected = Reference.holds(history, level, order);
            if (expected == Answer.UNKNOWN) continue;
            Relations relations = Relations.of(history, Options.DEFAULT);
            if (relations.anomalies().stream().anyMatch(a -> WeakJudge.breaks(a.type(), level))) continue;
            BaseGraph full = BaseGraph.full(relations, order, 1);
            TopologicalOrder topological = full.topologicalOrder(Deadline.NEVER);
            if (topological == null) continue;
            List<CommitEdges> parts = maker.make(relations, order, BaseGraph.causal(relations, order, 1))
                    .infer(topological, Options.DEFAULT);
            CommitEdges edges = new CommitEdges(topological);
            for (CommitEdges part : parts) edges.addAll(part);
            Csr both = full.predecessors().with(edges.predecessors(full.nodes()));
            boolean holds = !edges.intoInitial() && topological.near(both, Deadline.NEVER) != null;
            if (holds != (expected == Answer.TRUE))
                return level + " in form " + order + " is " + expected + ", the rule says " + holds;
        }
        return null;
    }
}
