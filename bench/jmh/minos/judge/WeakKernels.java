package minos.judge;

import grid.Histories;
import java.util.List;
import minos.graph.TopologicalOrder;
import minos.graph.VectorClocks;
import minos.infer.Relations;
import minos.model.Order;
import minos.util.Deadline;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The weak levels: the base graph and an order of it, a check of that, and the rules where it is not enough. */
@State(Scope.Benchmark)
@OperationsPerInvocation(Histories.OPERATIONS)
public class WeakKernels {
    @Param({"GENERAL", "BY_SESSION"})
    public Histories of;

    private Relations relations;
    private BaseGraphs graphs;
    private BaseGraph graph;
    private TopologicalOrder order;
    private GuessedOrder.StaleReads stale;
    private VectorClocks clocks;
    private WrittenKeys writtenKeys;

    @Setup
    public void read() {
        relations = of.relations();
        graphs = new BaseGraphs(relations, Order.SESSION, Histories.OPTIONS);
        graph = baseGraph();
        order = topologicalOrder();
        stale = staleReads();
        clocks = causalClocks();
        writtenKeys = new WrittenKeys(relations);
    }

    @Benchmark
    public BaseGraph baseGraph() {
        return BaseGraph.causal(relations, Order.SESSION, 1);
    }

    @Benchmark
    public TopologicalOrder topologicalOrder() {
        return graph.topologicalOrder(Deadline.NEVER);
    }

    @Benchmark
    public GuessedOrder.StaleReads staleReads() {
        return GuessedOrder.StaleReads.of(relations, order, Histories.OPTIONS);
    }

    @Benchmark
    public CommitEdges guessedOrder() {
        return new GuessedOrder(graphs, order, stale, 1)
                .contradictions(ReaderRules.all(CommitRule.CAUSAL), clocks, Histories.OPTIONS);
    }

    @Benchmark
    public VectorClocks causalClocks() {
        return graph.clocks(order, Deadline.NEVER);
    }

    @Benchmark
    public List<CommitEdges> readCommittedRule() {
        return new ReadCommittedRule(relations, writtenKeys, ReaderRules.all(CommitRule.READ_COMMITTED))
                .infer(order, Histories.OPTIONS);
    }

    @Benchmark
    public List<CommitEdges> readAtomicRule() {
        return new ReadAtomicRule(relations, writtenKeys, Order.SESSION, ReaderRules.all(CommitRule.READ_ATOMIC))
                .infer(order, Histories.OPTIONS);
    }

    @Benchmark
    public List<CommitEdges> causalRule() {
        return new CausalRule(graph, ReaderRules.all(CommitRule.CAUSAL)).infer(order, Histories.OPTIONS);
    }
}
