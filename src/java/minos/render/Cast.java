package minos.render;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import minos.history.History;
import minos.model.AnomalyType;
import minos.model.Edge;
import minos.model.Violation;

/**
 * Who takes part in a violation: its transactions, each with only those operations that matter, and of long lists only
 * the part that the violation is about.
 */
final class Cast {
    private final History history;
    private final Values values;
    private final TreeMap<Integer, SortedSet<Integer>> operations = new TreeMap<>();
    /** By list read: the places that matter. */
    private final Map<Integer, List<Integer>> places = new HashMap<>();
    /** By list read: where it begins to differ from the other one. */
    private final Map<Integer, Integer> bars = new HashMap<>();

    private Cast(History history) {
        this.history = history;
        values = new Values(history);
    }

    static Cast of(History history, Violation violation) {
        Cast cast = new Cast(history);
        violation.operations().forEach(cast::operation);
        violation.cycles().forEach(cast::edges);
        cast.together(violation.transactions());
        if (history.isList()) cast.focus(violation);
        return cast;
    }

    /** The transactions in the order of the history, with their operations; the initial one is not among them. */
    SortedMap<Integer, SortedSet<Integer>> transactions() {
        return operations;
    }

    private void transaction(int transaction) {
        if (transaction >= 0) operations.computeIfAbsent(transaction, t -> new TreeSet<>());
    }

    private void operation(int operation) {
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
            edge.fromOperation().ifPresent(this::operation);
            edge.toOperation().ifPresent(this::operation);
            edge.shownBy().ifPresent(this::operation);
            if (history.isList()) focus(edge);
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

    // What part of a long list matters

    private void focus(Violation violation) {
        if (violation instanceof Violation.IncompatibleOrder lists) {
            int bar = values.difference(lists.read(), lists.otherRead());
            bars.put(lists.read(), bar);
            bars.put(lists.otherRead(), bar);
        } else if (violation instanceof Violation.DuplicateElements twice) {
            mark(twice.read(), twice.version());
            places(twice.read()).add(values.secondIndexOf(twice.read(), twice.version()));
        } else if (violation instanceof Violation.DirtyUpdate dirty) {
            mark(dirty.read(), history.version(dirty.aborted()));
            mark(dirty.read(), history.version(dirty.update()));
        } else if (violation instanceof Violation.ThinAirRead thinAir) {
            mark(thinAir.read(), thinAir.version());
        } else if (violation instanceof Violation.OfRead wrong) {
            boolean missesOwn =
                    wrong.type() == AnomalyType.NOT_MY_OWN_WRITE || wrong.type() == AnomalyType.NOT_MY_LAST_WRITE;
            if (missesOwn) mark(wrong.read(), history.version(wrong.read())); // it should end otherwise
            for (int read : violation.operations()) {
                for (int write : violation.operations()) {
                    if (history.isWrite(write)) mark(read, history.version(write));
                }
            }
        }
    }

    private void focus(Edge edge) {
        if (edge.kind() == Edge.Kind.WR) markWrite(edge.toOperation(), edge.fromOperation());
        markWrite(edge.shownBy(), edge.fromOperation());
        markWrite(edge.shownBy(), edge.toOperation());
    }

    private void markWrite(OptionalInt read, OptionalInt write) {
        if (read.isPresent() && write.isPresent()) mark(read.getAsInt(), history.version(write.getAsInt()));
    }

    private void mark(int read, int version) {
        if (version < 0 || !values.isListRead(read)) return;
        int place = history.versionKey(version) == history.key(read) ? values.indexOf(read, version) : -1;
        if (place >= 0) places(read).add(place);
    }

    private List<Integer> places(int read) {
        return places.computeIfAbsent(read, r -> new ArrayList<>());
    }

    /** The operation as it stands in a table. */
    String shown(int operation) {
        if (!values.isListRead(operation)) return values.operation(operation);
        String head = "r " + values.key(history.key(operation)) + '=';
        if (bars.containsKey(operation)) return head + values.from(operation, bars.get(operation));
        List<Integer> marked = places.get(operation);
        if (marked == null) return values.operation(operation);
        int first = marked.stream().mapToInt(Integer::intValue).min().orElseThrow();
        int last = marked.stream().mapToInt(Integer::intValue).max().orElseThrow();
        return head + values.around(operation, first, last);
    }
}
