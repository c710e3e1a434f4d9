package minos.judge;

import java.util.List;
import minos.graph.TopologicalOrder;
import minos.infer.Options;
import minos.infer.Relations;

/**
 * The session guarantees: adds the edges that go against an order, and no others. What a session has read need not be ordered
 * by anything else, so there is no small set of edges that all others follow from; but of those that agree with the order
 * there is no need, and an order that agrees with what was added is tried next. Polynomial: each round adds edges, of which there
 * are at most as many as reads and writers of one key; a round takes as many steps as writers of its key stand between a
 * read's source and the reader.
 */
final class SessionRule implements CommitRule.Saturation {
    private final BaseGraphs graphs;
    private final ReaderRules rules;

    SessionRule(BaseGraphs graphs, ReaderRules rules) {
        this.graphs = graphs;
        this.rules = rules;
    }

    @Override
    public List<CommitEdges> infer(TopologicalOrder order, Options options) {
        Relations relations = graphs.relations();
        GuessedOrder.StaleReads stale = GuessedOrder.StaleReads.of(relations, order, options);
        return List.of(new GuessedOrder(graphs, order, stale, options.threads()).allContradictions(rules, options));
    }
}
