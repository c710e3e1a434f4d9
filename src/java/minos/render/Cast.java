package minos.render;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import minos.history.History;
import minos.model.Edge;
import minos.model.Witness;

/** Who takes part in a witness: its transactions, each with only those operations that matter. */
final class Cast {
    private final History history;
    private final TreeMap<Integer, SortedSet<Integer>> operations = new TreeMap<>();

    private Cast(History history) {
        this.history = history;
    }

    /** The transactions in the order of the history; the initial one is not among them. */
    static SortedMap<Integer, SortedSet<Integer>> of(History history, Witness witness) {
        Cast cast = new Cast(history);
        witness.operations().forEach(cast::operation);
        cast.edges(witness.cycle());
        cast.edges(witness.alternative());
        cast.together(witness.transactions());
        return cast.operations;
    }

    private void transaction(int transaction) {
        if (transaction >= 0) operations.computeIfAbsent(transaction, t -> new TreeSet<>());
    }

    private void operation(int operation) {
        if (operation < 0) return;
        int transaction = history.transactionOf(operation);
        transaction(transaction);
        operations.get(transaction).add(operation);
    }

    private void edges(List<Edge> edges) {
        Deque<Edge> open = new ArrayDeque<>(edges);
        while (!open.isEmpty()) {
            Edge edge = open.pop();
            transaction(edge.from());
            transaction(edge.to());
            operation(edge.fromOp());
            operation(edge.toOp());
            operation(edge.readOp());
            edge.because().forEach(open::push);
        }
    }

    /** Transactions that only as a whole cannot be ordered: what they do to the keys that they share. */
    private void together(List<Integer> transactions) {
        Map<Integer, Integer> user = new HashMap<>(); // a key's one transaction; INITIAL once there are several
        for (int t : transactions) {
            transaction(t);
            for (int op = history.begin(t); op < history.end(t); op++) {
                user.merge(history.key(op), t, (a, b) -> a.equals(b) ? a : (Integer) History.INITIAL);
            }
        }
        for (int t : transactions) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (user.get(history.key(op)) == History.INITIAL) operation(op);
            }
        }
    }
}
