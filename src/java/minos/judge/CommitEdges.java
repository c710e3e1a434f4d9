package minos.judge;

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

    int size() {
        return from.size();
    }

    int from(int edge) {
        return from.get(edge);
    }

    /** {@link minos.history.History#INITIAL} for an edge into the initial transaction, which nothing can precede. */
    int to(int edge) {
        return to.get(edge);
    }

    /** The read that enforces the edge. */
    int read(int edge) {
        return read.get(edge);
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
