package minos.render;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import minos.history.History;
import minos.model.Edge;
import minos.model.Witness;
import minos.render.picture.Picture;
import minos.render.picture.Picture.Arrow;
import minos.render.picture.Picture.Box;
import minos.render.picture.Picture.Line;
import minos.render.picture.Picture.Look;

/** A picture under construction: first the boxes, from top to bottom, then the arrows between them. */
final class Scene {
    private static final int MOST_LINES = 12;
    private static final int MOST_LABEL = 16;
    private static final int MOST_TEXT = 36;

    private final History history;
    private final Sentences sentences;
    private final Positions positions;
    private final Witness witness;
    private final Values values;
    private final Focus focus;
    private final List<String> lanes = new ArrayList<>();
    private final List<Box> boxes = new ArrayList<>();
    /** By transaction, its box; by operation, its line in there. */
    private final Map<Integer, Integer> boxOf = new HashMap<>();

    private final Map<Integer, Integer> lineOf = new HashMap<>();
    /** By what makes them the same for a viewer. */
    private final Map<List<Object>, Arrow> arrows = new LinkedHashMap<>();

    Scene(History history, Sentences sentences, Positions positions, Witness witness) {
        this.history = history;
        this.sentences = sentences;
        this.positions = positions;
        this.witness = witness;
        values = new Values(history);
        focus = new Focus(history, witness);
    }

    Picture picture(String caption) {
        return new Picture(cut(caption, 2 * MOST_TEXT), lanes, boxes, List.copyOf(arrows.values()));
    }

    /** The box of the initial state, with the keys that the steps are about. */
    void initial(List<Step> steps) {
        TreeSet<Integer> keys = new TreeSet<>();
        for (Step step : steps) {
            Edge edge = step.edge();
            boolean initial = edge.from() == History.INITIAL || edge.to() == History.INITIAL;
            if (initial && edge.key() >= 0) keys.add(edge.key());
        }
        String value = history.isList() ? "[]" : values.value(History.INITIAL);
        List<Line> lines = new ArrayList<>();
        for (int key : keys) lines.add(new Line(cut(values.key(key) + "=" + value, MOST_TEXT), false));
        boxOf.put(History.INITIAL, boxes.size());
        boxes.add(new Box(
                History.INITIAL,
                Box.ALL_LANES,
                Look.INITIAL,
                "⊥",
                "initial state",
                lines,
                "the initial state precedes every transaction"));
    }

    /** The boxes of all transactions, in the lanes of their sessions. */
    void transactions(SortedMap<Integer, SortedSet<Integer>> cast) {
        Map<Integer, Integer> laneOf = new HashMap<>();
        for (int session :
                cast.keySet().stream().map(history::session).distinct().sorted().toList()) {
            laneOf.put(session, lanes.size());
            lanes.add(cut("session " + Printable.shown(history.sessionText(session)), MOST_TEXT));
        }
        cast.forEach((t, operations) -> {
            List<Line> lines = lines(operations);
            boxOf.put(t, boxes.size());
            int lane = laneOf.get(history.session(t));
            boxes.add(new Box(t, lane, look(t), Sentences.name(t), note(t), lines, hint(t)));
        });
    }

    private List<Line> lines(SortedSet<Integer> operations) {
        List<Line> lines = new ArrayList<>();
        for (int op : operations) {
            if (lines.size() == MOST_LINES && operations.size() > MOST_LINES + 1) {
                lines.add(new Line("and " + (operations.size() - MOST_LINES) + " more", false));
                break;
            }
            lineOf.put(op, lines.size());
            boolean fault = witness.cycle().isEmpty() && witness.operations().contains(op) && !history.isWrite(op);
            lines.add(new Line(cut(focus.operation(op), MOST_TEXT), fault));
        }
        return lines;
    }

    /** The arrow of a step; of a commit edge also that of the read which it is about, from its source to its reader. */
    void arrows(Step step) {
        Edge edge = step.edge();
        arrow(edge, edge, step, step.depth() > 0);
        if (edge.kind() != Edge.Kind.CO || edge.readOp() < 0) return;
        int reader = history.transactionOf(edge.readOp());
        arrow(Edge.wr(edge.to(), reader, edge.key(), edge.toOp(), edge.readOp()), edge, step, true);
    }

    /** Where a witness has no edges: an arrow from each write that it names to the reads of it. */
    void sources() {
        for (int write : witness.operations()) {
            if (!history.isWrite(write)) continue;
            for (int read : witness.operations()) {
                if (history.isWrite(read) || !shows(read, write)) continue;
                Edge edge = Edge.wr(
                        history.transactionOf(write), history.transactionOf(read), history.key(read), write, read);
                arrow(edge, edge, null, false);
            }
        }
    }

    /**
     * Adds an arrow. One that is there already only shows one more step. Arrows from a transaction to itself are left
     * out: the lines of its box show what is wrong.
     *
     * @param told the edge that its reason is taken from
     */
    private void arrow(Edge drawn, Edge told, Step step, boolean supports) {
        Integer from = boxOf.get(drawn.from());
        Integer to = boxOf.get(drawn.to());
        if (from == null || to == null || from.equals(to)) return;
        boolean first = drawn.from() == History.INITIAL && drawn.kind() == Edge.Kind.SO;
        String label = first ? "first" : drawn.kind() + (drawn.key() >= 0 ? " " + values.key(drawn.key()) : "");
        List<Object> same = List.of(from, to, drawn.kind(), drawn.key());
        Arrow known = arrows.get(same);
        TreeSet<Integer> steps = new TreeSet<>();
        if (known != null) steps.addAll(known.steps());
        if (step != null) steps.add(step.number());
        boolean better = known == null || known.supports() && !supports;
        arrows.put(
                same,
                new Arrow(
                        from,
                        lineOf.getOrDefault(drawn.fromOp(), -1),
                        to,
                        lineOf.getOrDefault(drawn.toOp(), -1),
                        drawn.kind(),
                        cut(label, MOST_LABEL),
                        better ? sentences.edge(told) : known.reason(),
                        better ? supports : known.supports(),
                        steps));
    }

    private boolean shows(int read, int write) {
        if (history.key(read) != history.key(write)) return false;
        return values.isListRead(read)
                ? values.indexOf(read, history.version(write)) >= 0
                : history.version(read) == history.version(write);
    }

    private Look look(int transaction) {
        return switch (history.status(transaction)) {
            case COMMITTED -> Look.OK;
            case ABORTED -> Look.FAIL;
            case INDETERMINATE -> Look.INFO;
        };
    }

    private String note(int transaction) {
        return "#" + positions.of(transaction)
                + switch (history.status(transaction)) {
                    case COMMITTED -> "";
                    case ABORTED -> " aborted";
                    case INDETERMINATE -> " unknown";
                };
    }

    private String hint(int transaction) {
        String place = Sentences.name(transaction) + ", number " + positions.of(transaction) + " of session "
                + Printable.shown(history.sessionText(history.session(transaction)));
        if (!history.hasRealTime()) return place;
        int completion = history.completion(transaction);
        return place + "; invoked at place " + history.invocation(transaction) + " of the history, "
                + (completion == Integer.MAX_VALUE ? "never completed" : "completed at " + completion);
    }

    /** Not longer than {@code most} characters. */
    private static String cut(String text, int most) {
        if (text.codePointCount(0, text.length()) <= most) return text;
        return text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
    }
}
