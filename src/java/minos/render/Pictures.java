package minos.render;

import java.util.ArrayList;
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

/** Makes pictures of witnesses: says what is to be seen, and leaves the drawing to {@link minos.render.picture}. */
public final class Pictures {
    /** More transactions than this are no picture any more. */
    private static final int MOST_BOXES = 60;
    private static final int MOST_LINES = 12;
    private static final int MOST_LABEL = 16;
    private static final int MOST_TEXT = 44;

    private final History history;
    private final Sentences sentences;
    private final Values values;
    private final Positions positions;

    public Pictures(History history) {
        this.history = history;
        sentences = new Sentences(history);
        values = new Values(history);
        positions = new Positions(history);
    }

    /**
     * One picture; two where each way to order some writes fails; none of a witness that is too large to be seen at
     * once.
     */
    public List<Picture> of(Witness witness) {
        SortedMap<Integer, SortedSet<Integer>> cast = Cast.of(history, witness);
        if (cast.size() > MOST_BOXES) return List.of();
        if (witness.alternative().isEmpty()) return List.of(picture(witness, cast, "", witness.cycle(), 0));
        int second = Step.of(witness.cycle(), 0).size();
        String oneWay = sentences.way("one way", witness.cycle(), witness.alternative());
        String otherWay = sentences.way("the other way", witness.alternative(), witness.cycle());
        return List.of(picture(witness, cast, oneWay, witness.cycle(), 0),
                picture(witness, cast, otherWay, witness.alternative(), second));
    }

    private Picture picture(Witness witness, SortedMap<Integer, SortedSet<Integer>> cast, String caption,
                            List<Edge> edges, int firstStep) {
        List<Step> steps = Step.of(edges, firstStep);
        Scene scene = new Scene(cast, steps, witness);
        Map<List<Object>, Arrow> arrows = new LinkedHashMap<>();
        for (Step step : steps) {
            Edge edge = step.edge();
            scene.arrow(arrows, edge, edge.from(), edge.fromOp(), edge.to(), edge.toOp(), edge.kind(), step,
                    step.depth() > 0);
            if (edge.kind() == Edge.Kind.CO && edge.readOp() >= 0) { // the read that it is about
                scene.arrow(arrows, edge, edge.to(), edge.toOp(), history.transactionOf(edge.readOp()), edge.readOp(),
                        Edge.Kind.WR, step, true);
            }
        }
        if (edges.isEmpty()) scene.sources(arrows, witness.operations());
        return new Picture(cut(caption, 2 * MOST_TEXT), scene.lanes, scene.boxes, List.copyOf(arrows.values()));
    }

    /** The boxes of a picture, and what stands where in them. */
    private final class Scene {
        private final List<String> lanes = new ArrayList<>();
        private final List<Box> boxes = new ArrayList<>();
        private final Map<Integer, Integer> boxOf = new LinkedHashMap<>();
        private final Map<Integer, Integer> lineOf = new LinkedHashMap<>();

        Scene(SortedMap<Integer, SortedSet<Integer>> cast, List<Step> steps, Witness witness) {
            Focus focus = new Focus(history, witness);
            if (steps.stream().anyMatch(s -> s.edge().from() == History.INITIAL || s.edge().to() == History.INITIAL)) {
                initial(steps);
            }
            Map<Integer, Integer> laneOf = new LinkedHashMap<>();
            cast.keySet().stream().map(history::session).sorted().forEach(session -> {
                if (laneOf.putIfAbsent(session, lanes.size()) == null) lanes.add(cut("session "
                        + Printable.shown(history.sessionText(session)), MOST_TEXT));
            });
            cast.forEach((t, operations) -> box(t, laneOf.get(history.session(t)), operations, focus, witness));
        }

        private void initial(List<Step> steps) {
            TreeSet<Integer> keys = new TreeSet<>();
            for (Step step : steps) {
                Edge edge = step.edge();
                boolean initial = edge.from() == History.INITIAL || edge.to() == History.INITIAL;
                if (initial && edge.key() >= 0) keys.add(edge.key());
            }
            List<Line> lines = new ArrayList<>();
            for (int key : keys) lines.add(new Line(cut(values.key(key) + "=" + initialValue(), MOST_TEXT), false));
            boxOf.put(History.INITIAL, boxes.size());
            boxes.add(new Box(History.INITIAL, Box.ALL_LANES, Look.INITIAL, "⊥", "initial state", lines,
                    "the initial state precedes every transaction"));
        }

        private String initialValue() {
            return history.isList() ? "[]" : values.value(History.INITIAL);
        }

        private void box(int t, int lane, SortedSet<Integer> operations, Focus focus, Witness witness) {
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
            boxOf.put(t, boxes.size());
            boxes.add(new Box(t, lane, look(t), Sentences.name(t), note(t), lines, hint(t)));
        }

        /**
         * Adds an arrow. One that is there already only shows one more step. Arrows from a transaction to itself are
         * left out: the lines of its box show what is wrong.
         */
        void arrow(Map<List<Object>, Arrow> arrows, Edge edge, int from, int fromOp, int to, int toOp, Edge.Kind kind,
                   Step step, boolean supports) {
            if (from == to || !boxOf.containsKey(from) || !boxOf.containsKey(to)) return;
            boolean first = from == History.INITIAL && kind == Edge.Kind.SO;
            String label = first ? "first" : kind + (edge.key() >= 0 ? " " + values.key(edge.key()) : "");
            List<Object> same = List.of(from, to, kind, edge.key());
            Arrow known = arrows.get(same);
            TreeSet<Integer> steps = new TreeSet<>();
            if (known != null) steps.addAll(known.steps());
            if (step != null) steps.add(step.number());
            String reason = known == null || known.supports() && !supports ? sentences.edge(edge) : known.reason();
            arrows.put(same, new Arrow(boxOf.get(from), lineOf.getOrDefault(fromOp, -1), boxOf.get(to),
                    lineOf.getOrDefault(toOp, -1), kind, cut(label, MOST_LABEL), reason,
                    supports && (known == null || known.supports()), steps));
        }

        /** Where a witness has no edges: from each write that it names to the reads of it. */
        void sources(Map<List<Object>, Arrow> arrows, List<Integer> operations) {
            for (int write : operations) {
                if (!history.isWrite(write)) continue;
                for (int read : operations) {
                    if (history.isWrite(read) || !shows(read, write)) continue;
                    int from = history.transactionOf(write);
                    int to = history.transactionOf(read);
                    Edge source = Edge.wr(from, to, history.key(read), write, read);
                    arrow(arrows, source, from, write, to, read, Edge.Kind.WR, null, false);
                }
            }
        }
    }

    private boolean shows(int read, int write) {
        if (history.key(read) != history.key(write)) return false;
        return values.isListRead(read) ? values.indexOf(read, history.version(write)) >= 0
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
        return "#" + positions.of(transaction) + switch (history.status(transaction)) {
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
