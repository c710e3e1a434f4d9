package minos.judge;

import minos.graph.Csr;
import minos.graph.StronglyConnectedComponents;
import minos.graph.TopologicalOrder;
import minos.history.History;
import minos.util.IntList;

/**
 * Commit edges that a level's axiom enforces: {@code from} before {@code to}, because of a read of a key that both write
 * from {@code to}, by a transaction that comes after {@code from}.
 *
 * <p>Keeps at most {@link #KEPT} edges that agree with a given order. Those cannot be the only reason for a cycle: as long
 * as no edge contradicts the order, the order is a proof that there is none.
 */
final class CommitEdges {
    private static final int KEPT = 8_000_000;

    private final TopologicalOrder order;
    private final IntList from = new IntList();
    private final IntList to = new IntList();
    private final IntList read = new IntList();
    private boolean contradicts;
    private boolean complete = true;

    CommitEdges(TopologicalOrder order) {
        this.order = order;
    }

    void add(int from, int to, int read) {
        boolean agrees = to >= 0 && order.rank(from) < order.rank(to);
        if (!agrees) {
            contradicts = true;
        } else if (this.from.size() >= KEPT) {
            complete = false;
            return;
        }
        this.from.add(from);
        this.to.add(to);
        this.read.add(read);
    }

    void addAll(CommitEdges others) {
        for (int i = 0; i < others.size(); i++) add(others.from(i), others.to(i), others.read(i));
        contradicts |= others.contradicts;
        complete &= others.complete;
    }

    /** Says that not all edges are here. */
    void lacksOthers() {
        complete = false;
    }

    int size() {
        return from.size();
    }

    int from(int edge) {
        return from.get(edge);
    }

    /** {@link History#INITIAL} for an edge into the initial transaction, which nothing can precede. */
    int to(int edge) {
        return to.get(edge);
    }

    /** The read that enforces the edge. */
    int read(int edge) {
        return read.get(edge);
    }

    /** Whether something would have to come before the initial transaction. */
    boolean intoInitial() {
        for (int e = 0; e < size(); e++) if (to(e) == History.INITIAL) return true;
        return false;
    }

    /** By node: where the edges into it begin. Without those into the initial transaction. */
    Csr predecessors(int nodes) {
        return Csr.build(nodes, byEnd -> {
            for (int e = 0; e < size(); e++) if (to(e) >= 0) byEnd.add(to(e), from(e));
        });
    }

    /** By node: the numbers of the edges into it. */
    Csr numbers(int nodes) {
        return Csr.build(nodes, byEnd -> {
            for (int e = 0; e < size(); e++) if (to(e) >= 0) byEnd.add(to(e), e);
        });
    }

    /** By number: where the edge begins. */
    IntList from() {
        return from;
    }

    /** Where cycles can be, if these are all edges that go against an order. */
    StronglyConnectedComponents spanned(TopologicalOrder order) {
        IntList begins = new IntList();
        IntList ends = new IntList();
        for (int e = 0; e < size(); e++) {
            if (to(e) < 0) continue;
            begins.add(from(e));
            ends.add(to(e));
        }
        return StronglyConnectedComponents.spanned(order, begins.toArray(), ends.toArray());
    }

    /** Those that lie on no cycle, if these are all components. */
    CommitEdges outside(StronglyConnectedComponents components) {
        CommitEdges others = new CommitEdges(order);
        for (int e = 0; e < size(); e++) {
            if (to(e) >= 0 && !components.together(from(e), to(e))) others.add(from(e), to(e), read(e));
        }
        return others;
    }

    /** Whether some edge goes against the order. */
    boolean contradicts() {
        return contradicts;
    }

    /** Whether all edges were kept. */
    boolean isComplete() {
        return complete;
    }
}
