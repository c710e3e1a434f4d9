package minos.render;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import minos.history.History;
import minos.model.AnomalyType;
import minos.model.Edge;
import minos.model.Witness;

/** Knows what part of each long list a witness is about, and shows operations accordingly. */
final class Focus {
    private final History history;
    private final Values values;
    /** By list read: the places that matter. */
    private final Map<Integer, List<Integer>> places = new HashMap<>();
    /** By list read: where it begins to differ from the other one. */
    private final Map<Integer, Integer> bars = new HashMap<>();

    Focus(History history, Witness witness) {
        this.history = history;
        this.values = new Values(history);
        if (!history.isList()) return;
        for (Step step : Step.of(witness.cycle(), 0)) look(step.edge());
        for (Step step : Step.of(witness.alternative(), 0)) look(step.edge());
        List<Integer> ops = witness.operations();
        if (witness.type() == AnomalyType.INCOMPATIBLE_ORDER) {
            int bar = values.difference(ops.get(0), ops.get(1));
            bars.put(ops.get(0), bar);
            bars.put(ops.get(1), bar);
            return;
        }
        if (witness.type() == AnomalyType.DUPLICATE_ELEMENTS) {
            mark(ops.get(0), values.secondIndexOf(ops.get(0), witness.version()));
        }
        for (int read : ops) {
            markVersion(read, witness.version());
            for (int write : ops) if (history.isWrite(write)) markVersion(read, history.version(write));
        }
    }

    private void look(Edge edge) {
        switch (edge.kind()) {
            case WR -> markWrite(edge.toOp(), edge.fromOp());
            case WW, CO -> {
                markWrite(edge.readOp(), edge.fromOp());
                markWrite(edge.readOp(), edge.toOp());
            }
            default -> {}
        }
    }

    private void markWrite(int read, int write) {
        if (write >= 0) markVersion(read, history.version(write));
    }

    private void markVersion(int read, int version) {
        if (read < 0 || version < 0 || !values.isListRead(read)) return;
        int place = history.versionKey(version) == history.key(read) ? values.indexOf(read, version) : -1;
        if (place >= 0) mark(read, place);
    }

    private void mark(int read, int place) {
        places.computeIfAbsent(read, r -> new ArrayList<>()).add(place);
    }

    /** The operation as it stands in a table. */
    String operation(int operation) {
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
