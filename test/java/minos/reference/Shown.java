package minos.reference;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import minos.history.Excerpt;
import minos.history.History;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Verdict;
import minos.model.Violation;

/** What a witness shows of a history: some transactions, with some of their operations. */
final class Shown {
    private final History history;
    private final BitSet transactions = new BitSet();
    private final BitSet operations = new BitSet();
    /** Those that it speaks of; others are there for what is said of these. */
    private final BitSet named;

    private boolean byRealTime;

    Shown(History history, Violation witness) {
        this.history = history;
        for (int t : witness.transactions()) {
            transactions.set(t);
            operations.set(history.begin(t), history.end(t));
        }
        witness.operations().forEach(operations::set);
        Deque<Edge> open = new ArrayDeque<>();
        witness.cycles().forEach(open::addAll);
        while (!open.isEmpty()) {
            Edge edge = open.pop();
            if (edge.from() >= 0) transactions.set(edge.from());
            if (edge.to() >= 0) transactions.set(edge.to());
            edge.fromOperation().ifPresent(operations::set);
            edge.toOperation().ifPresent(operations::set);
            edge.shownBy().ifPresent(operations::set);
            byRealTime |= edge.kind() == Edge.Kind.RT;
            edge.because().forEach(open::push);
        }
        named = (BitSet) transactions.clone();
        operations.stream().forEach(op -> transactions.set(history.transactionOf(op)));
    }

    BitSet transactions() {
        return transactions;
    }

    BitSet named() {
        return named;
    }

    /** Whether it speaks of real time. */
    boolean isByRealTime() {
        return byRealTime;
    }

    /** It, as a history. */
    History alone() {
        return of(transactions);
    }

    /** Those that it speaks of without one of them, and without what is only there for what is said of them. */
    History without(int transaction) {
        BitSet others = (BitSet) named.clone();
        others.clear(transaction);
        return of(others);
    }

    private History of(BitSet members) {
        BitSet hidden = new BitSet();
        hidden.set(0, history.operations());
        hidden.andNot(operations);
        return new Excerpt(history).of(members.stream().toArray(), hidden);
    }

    /** The level that a verdict's witness is told of. */
    static Level broken(Verdict verdict, Violation witness) {
        Level level = witness instanceof Violation.Unorderable
                ? witness.level()
                : witness.type().rulesOut();
        return verdict.level().implies(level) ? level : verdict.level(); // as it rests on real time
    }
}
