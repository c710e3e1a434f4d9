package minos.judge;

import static minos.util.Sentinel.NONE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import minos.graph.ChainDecomposition;
import minos.graph.Csr;
import minos.graph.ShortestPath;
import minos.graph.StronglyConnectedComponents;
import minos.graph.TopologicalOrder;
import minos.graph.VectorClocks;
import minos.history.History;
import minos.history.Status;
import minos.infer.RealTimeOrder;
import minos.infer.Relations;
import minos.model.Edge;
import minos.model.Order;
import minos.util.Deadline;
import minos.util.Parallel;

/**
 * What every commit order must respect before any level adds to it: the order asked for, reads, and the version orders of
 * lists (or some of these). Nodes are the transactions and, for real time, the helpers of a {@link RealTimeOrder}.
 */
final class BaseGraph implements ShortestPath.Steps {
    /** Share of the largest heap that clocks may take. */
    private static final int HEAP_SHARE = 4;

    private final Relations relations;
    private final Order order;
    private final boolean reads;
    private final boolean versions;
    private final int transactions;
    private final Csr predecessors;

    /** Session order (real time) and reads: causality. */
    static BaseGraph causal(Relations relations, Order order, int threads) {
        return new BaseGraph(relations, order, true, false, threads);
    }

    /** Causality and the version orders of lists: what adya-read-committed wants without a cycle. */
    static BaseGraph full(Relations relations, Order order, int threads) {
        return new BaseGraph(relations, order, true, true, threads);
    }

    /** Session order (real time) and the version orders of lists: what read-uncommitted wants without a cycle. */
    static BaseGraph writes(Relations relations, Order order, int threads) {
        return new BaseGraph(relations, order, false, true, threads);
    }

    private BaseGraph(Relations relations, Order order, boolean reads, boolean versions, int threads) {
        this.relations = relations;
        this.order = order;
        this.reads = reads;
        this.versions = versions;
        History history = relations.history();
        transactions = history.transactions();
        RealTimeOrder realTime = order.isTimed()
                ? new RealTimeOrder(history, order, transactions, t -> t, this::completes)
                : new RealTimeOrder();
        Csr earlierWriters = versions ? Csr.build(transactions, this::versionOrders) : null;
        int[] before = order == Order.NONE ? null : beforeInSession();
        List<Csr.Rows> parts = new ArrayList<>(
                Parallel.ranges(history.cuts(threads), (from, to) -> rows(from, to, before, realTime, earlierWriters)));
        parts.add(realTime.rows(transactions));
        predecessors = Csr.concat(parts);
    }

    /** The predecessors of a range of transactions. */
    private Csr.Rows rows(int from, int to, int[] before, RealTimeOrder realTime, Csr earlierWriters) {
        History history = relations.history();
        Csr.Rows rows = new Csr.Rows(to - from, (to - from) * 2 + (history.end(to - 1) - history.begin(from)) / 2);
        for (int t = from; t < to; t++) {
            if (relations.participates(t)) {
                if (before != null && before[t] >= 0) rows.add(before[t]);
                if (order.isTimed()) realTime.before(t, helper -> rows.add(transactions + helper));
                if (reads) sources(t, rows);
                if (earlierWriters != null) {
                    for (int i = earlierWriters.begin(t); i < earlierWriters.end(t); i++)
                        rows.add(earlierWriters.get(i));
                }
            }
            rows.endRow();
        }
        return rows;
    }

    private void sources(int t, Csr.Rows rows) {
        History history = relations.history();
        int last = NONE;
        for (int op = history.begin(t); op < history.end(t); op++) {
            int source = relations.source(op);
            if (source < 0 || source == last) continue;
            rows.add(source);
            last = source;
        }
    }

    /** By transaction: the one before it in its session that takes part, or {@code NONE}. */
    private int[] beforeInSession() {
        History history = relations.history();
        int[] before = new int[history.transactions()];
        int[] last = new int[history.sessions()];
        Arrays.fill(last, NONE);
        for (int t = 0; t < before.length; t++) {
            if (!relations.participates(t)) continue;
            before[t] = last[history.session(t)];
            last[history.session(t)] = t;
        }
        return before;
    }

    /** The writers that version orders put before each transaction. */
    private void versionOrders(Csr.Builder earlier) {
        for (int pair = 0; pair < relations.orderedPairs(); pair++) {
            earlier.add(relations.writer(relations.later(pair)), relations.writer(relations.earlier(pair)));
        }
    }

    private boolean completes(int t) {
        return relations.participates(t) && relations.history().status(t) == Status.COMMITTED;
    }

    Relations relations() {
        return relations;
    }

    Order order() {
        return order;
    }

    boolean hasReads() {
        return reads;
    }

    boolean hasVersions() {
        return versions;
    }

    int nodes() {
        return predecessors.rows();
    }

    int transactions() {
        return transactions;
    }

    boolean isHelper(int node) {
        return node >= transactions;
    }

    Csr predecessors() {
        return predecessors;
    }

    /** Whether {@code from} comes before {@code to} in their common session, by the order asked for. */
    boolean isSessionOrder(int from, int to) {
        History history = relations.history();
        return order != Order.NONE && from < to && history.session(from) == history.session(to);
    }

    /** Whether {@code from} comes before {@code to} by the order asked for. */
    boolean isBefore(int from, int to) {
        History history = relations.history();
        return isSessionOrder(from, to) || RealTimeOrder.isBefore(history, order, from, to);
    }

    /** That {@code from} comes before {@code to} by real time. */
    Edge realTime(int from, int to) {
        return RealTimeOrder.edge(relations.history(), order, from, to);
    }

    @Override
    public boolean isRun(int from, int to) {
        return !isHelper(from) && !isHelper(to) && isSessionOrder(from, to);
    }

    /** Waiting for a completion is one step, however many helpers it takes. */
    @Override
    public boolean isFree(int from, int to) {
        return isHelper(to);
    }

    /**
     * An order that is meant to be close to that of the commits; null if there is a cycle. That of the ids is, unless the history
     * was recorded one session after another: then all sessions come forward at the same pace, as they did while it happened, and
     * each transaction stands as far behind what it needs as before what needs it. Transactions are then some hundred places from where they
     * were, and not thousands.
     */
    TopologicalOrder topologicalOrder(Deadline deadline) {
        if (relations.isNearlyInOrder())
            return TopologicalOrder.identity(nodes()).near(predecessors, deadline);
        TopologicalOrder sideBySide = TopologicalOrder.breadthFirst(predecessors, deadline);
        return sideBySide == null ? null : sideBySide.byDepth(predecessors);
    }

    /** With edges beside its own. */
    StronglyConnectedComponents components(CommitEdges edges, Deadline deadline) {
        return StronglyConnectedComponents.of(predecessors.with(edges.predecessors(nodes())), deadline);
    }

    StronglyConnectedComponents components(Deadline deadline) {
        return StronglyConnectedComponents.of(predecessors, deadline);
    }

    /** The transactions that take part, in chains: sessions where there is session order, otherwise paths of reads. */
    ChainDecomposition chains(TopologicalOrder topological) {
        if (order == Order.NONE) return ChainDecomposition.greedy(predecessors, topological, relations::participates);
        History history = relations.history();
        int[] session = new int[nodes()];
        Arrays.fill(session, NONE);
        for (int t = 0; t < transactions; t++) if (relations.participates(t)) session[t] = history.session(t);
        return ChainDecomposition.of(session, history.sessions());
    }

    /** What comes before what; null where that would take too much memory. */
    VectorClocks clocks(TopologicalOrder topological, Deadline deadline) {
        ChainDecomposition chains = chains(topological);
        long most = Math.min(VectorClocks.mostBytes(), Runtime.getRuntime().maxMemory() / HEAP_SHARE);
        if (VectorClocks.bytes(nodes(), chains) > most) return null;
        return new VectorClocks(nodes(), chains).compute(predecessors, topological, deadline);
    }
}
