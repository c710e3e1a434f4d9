package minos.shrink;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import minos.history.Excerpt;
import minos.history.History;
import minos.model.Anomaly;
import minos.model.Edge;
import minos.model.Verdict;
import minos.model.Violation;

/** Where shrinking begins: the transactions that a witness speaks of, and those that these read from. */
final class Seeds {
    private final History history;
    private final Excerpt excerpt;

    Seeds(History history, Excerpt excerpt) {
        this.history = history;
        this.excerpt = excerpt;
    }

    /** A seed for each witness. */
    List<TreeSet<Integer>> of(Verdict verdict) {
        List<TreeSet<Integer>> seeds = new ArrayList<>();
        for (Anomaly anomaly : verdict.anomalies()) {
            for (Violation witness : anomaly.witnesses()) seeds.add(seed(witness));
        }
        return seeds;
    }

    private TreeSet<Integer> seed(Violation witness) {
        TreeSet<Integer> seed = new TreeSet<>(witness.transactions());
        witness.operations().forEach(op -> operation(op, seed));
        Deque<Edge> open = new ArrayDeque<>();
        witness.cycles().forEach(open::addAll);
        while (!open.isEmpty()) {
            Edge edge = open.pop();
            if (edge.from() >= 0) seed.add(edge.from());
            if (edge.to() >= 0) seed.add(edge.to());
            edge.fromOperation().ifPresent(op -> operation(op, seed));
            edge.toOperation().ifPresent(op -> operation(op, seed));
            edge.shownBy().ifPresent(op -> operation(op, seed));
            edge.because().forEach(open::push);
        }
        return seed;
    }

    /** The operation's transaction; for a read also the transaction that it read from. */
    private void operation(int op, TreeSet<Integer> seed) {
        int transaction = history.transactionOf(op);
        seed.add(transaction);
        sources(transaction, op, seed);
    }

    /** The seed with everything that it read from. */
    TreeSet<Integer> grown(TreeSet<Integer> seed) {
        TreeSet<Integer> grown = new TreeSet<>(seed);
        for (int t : seed) for (int op = history.begin(t); op < history.end(t); op++) sources(t, op, grown);
        return grown;
    }

    private void sources(int transaction, int op, TreeSet<Integer> seed) {
        int version = history.version(op);
        if (history.isWrite(op) || version < 0) return;
        writer(version, seed);
        if (history.isList()) writer(excerpt.source(transaction, op), seed);
    }

    private void writer(int version, TreeSet<Integer> seed) {
        if (version >= 0 && excerpt.write(version) >= 0) seed.add(history.transactionOf(excerpt.write(version)));
    }
}
