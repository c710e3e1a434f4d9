package minos.judge;

import minos.graph.ShortestPath;
import minos.graph.TopologicalOrder;
import minos.infer.Options;
import minos.infer.Relations;
import minos.model.Order;

/** The base graphs of one history, and orders of them; each is made when somebody first asks for it. */
final class BaseGraphs {
    private final Relations relations;
    private final Order order;
    private final Options options;
    private BaseGraph causal;
    private BaseGraph full;
    private BaseGraph writes;
    private TopologicalOrder causalOrder;
    private TopologicalOrder fullOrder;
    private SessionPast sessionPast;
    private EdgeWriter edgeWriter;

    BaseGraphs(Relations relations, Order order, Options options) {
        this.relations = relations;
        this.order = order;
        this.options = options;
    }

    Relations relations() {
        return relations;
    }

    /** An order of the causal graph, or null if it has a cycle. Where ids give one, there is no need for the graph. */
    TopologicalOrder causalOrder() {
        if (causalOrder == null) {
            causalOrder = idsAreAnOrder()
                    ? TopologicalOrder.identity(relations.history().transactions())
                    : causal().topologicalOrder(options.deadline());
        }
        return causalOrder;
    }

    /** An order of the full graph, or null if it has a cycle. */
    TopologicalOrder fullOrder() {
        if (fullOrder == null) {
            fullOrder =
                    idsAreAnOrder() || full() == causal() ? causalOrder() : full().topologicalOrder(options.deadline());
        }
        return fullOrder;
    }

    TopologicalOrder writesOrder() {
        return idsAreAnOrder() ? causalOrder() : writes().topologicalOrder(options.deadline());
    }

    /** Whether the order of the ids is one of all graphs. Those of real time have more nodes than transactions. */
    private boolean idsAreAnOrder() {
        return relations.isInOrder() && !order.isTimed();
    }

    /** Session order (real time) and reads. */
    BaseGraph causal() {
        if (causal == null) causal = BaseGraph.causal(relations, order, options.threads());
        return causal;
    }

    /** And the version orders of lists. */
    BaseGraph full() {
        if (full == null) {
            full = relations.orderedPairs() == 0 ? causal() : BaseGraph.full(relations, order, options.threads());
        }
        return full;
    }

    /** Without reads. */
    BaseGraph writes() {
        if (writes == null) writes = BaseGraph.writes(relations, order, options.threads());
        return writes;
    }

    /** What sessions have seen and done. */
    SessionPast sessionPast() {
        if (sessionPast == null) sessionPast = new SessionPast(causal());
        return sessionPast;
    }

    EdgeWriter edgeWriter() {
        if (edgeWriter == null) {
            edgeWriter =
                    new EdgeWriter(this, new ShortestPath(causal().predecessors(), causal(), null, options.deadline()));
        }
        return edgeWriter;
    }
}
