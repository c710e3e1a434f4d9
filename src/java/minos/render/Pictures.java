package minos.render;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import minos.history.History;
import minos.model.Edge;
import minos.model.Violation;
import minos.render.Folding.Fold;
import minos.render.Telling.Step;
import minos.render.picture.Picture;
import minos.render.picture.Picture.Arrow;
import minos.render.picture.Picture.Box;
import minos.render.picture.Picture.Line;
import minos.render.picture.Picture.Look;
import minos.render.picture.Picture.Times;

/** Makes pictures of violations: says what is to be seen, and leaves the drawing to {@link minos.render.picture}. */
public final class Pictures {
    /** Of more transactions than this, paths are folded. */
    private static final int MOST_BOXES = 30;

    private static final int MOST_UNFOLDED = 400;
    private static final int MOST_LINES = 12;
    private static final int MOST_LABEL = 16;
    private static final int MOST_TEXT = 36;

    private final History history;
    private final Sentences sentences;
    private final Values values;

    public Pictures(History history) {
        this.history = history;
        sentences = new Sentences(history);
        values = new Values(history);
    }

    /**
     * One picture; one for each way where every way to order some writes fails. Of a violation that is too large to be
     * seen at once, long paths are folded.
     */
    public List<Picture> of(Violation violation) {
        return of(violation, Cast.of(history, violation).transactions().size() > MOST_BOXES);
    }

    /** Whether a picture with nothing folded can be drawn and seen. */
    boolean isDrawable(Violation violation) {
        return Cast.of(history, violation).transactions().size() <= MOST_UNFOLDED;
    }

    /** The same with nothing folded: may be very large. */
    public List<Picture> whole(Violation violation) {
        return of(violation, false);
    }

    private List<Picture> of(Violation violation, boolean folded) {
        Cast cast = Cast.of(history, violation);
        if (violation instanceof Violation.NonLinearizable stuck
                && cast.transactions().size() <= MOST_UNFOLDED) return List.of(new Scene(stuck, cast).timeline(stuck));
        List<List<Edge>> cycles = violation.cycles();
        if (cycles.isEmpty()) {
            return List.of(new Scene(violation, cast).picture("", Folding.none(List.of()), folded));
        }
        List<Picture> pictures = new ArrayList<>();
        int told = 0;
        for (int way = 0; way < cycles.size(); way++) {
            List<Step> steps = Step.of(cycles.get(way), told);
            told += steps.size();
            String caption = cycles.size() > 1 ? sentences.way(cycles, way) : "";
            Folding folding = folded ? Folding.of(steps) : Folding.none(steps);
            pictures.add(new Scene(violation, cast).picture(caption, folding, folded));
        }
        return pictures;
    }

    /** A picture under construction: first the boxes, from top to bottom, then the arrows between them. */
    private final class Scene {
        private final Violation violation;
        private final Cast cast;
        private final List<String> lanes = new ArrayList<>();
        private final List<Box> boxes = new ArrayList<>();
        /** By transaction, its box; by operation, its line in there. */
        private final Map<Integer, Integer> boxOf = new HashMap<>();

        private final Map<Integer, Integer> lineOf = new HashMap<>();
        private final Map<Fold, Integer> foldOf = new HashMap<>();
        /** By what makes them the same for a viewer. */
        private final Map<List<Object>, Arrow> arrows = new LinkedHashMap<>();

        Scene(Violation violation, Cast cast) {
            this.violation = violation;
            this.cast = cast;
        }

        /** @param part whether only those transactions are shown that an arrow leads to, or the first of them */
        Picture picture(String caption, Folding folding, boolean part) {
            List<Step> steps = folding.drawn();
            if (steps.stream().map(Step::edge).anyMatch(Pictures::isInitial)) initial(steps);
            transactions(folding, part);
            steps.forEach(this::arrows);
            folding.folds().forEach(this::fold);
            if (steps.isEmpty()) sources();
            return new Picture(cut(caption, 2 * MOST_TEXT), lanes, boxes, List.copyOf(arrows.values()));
        }

        /** Operations on one object, each as long as it was open, up to the completion at which no state is left. */
        Picture timeline(Violation.NonLinearizable stuck) {
            transactions(Folding.none(List.of()), false);
            int end = history.completion(stuck.last());
            TreeSet<Integer> places = new TreeSet<>();
            for (Box box : boxes) {
                places.add(history.invocation(box.id()));
                places.add(Math.min(end, history.completion(box.id())));
            }
            int open = places.size(); // what is open then reaches beyond it
            Map<Integer, Integer> moments = new HashMap<>();
            for (int place : places) moments.put(place, moments.size());
            List<Integer> begins = new ArrayList<>();
            List<Integer> ends = new ArrayList<>();
            for (Box box : boxes) {
                begins.add(moments.get(history.invocation(box.id())));
                int completion = history.completion(box.id());
                ends.add(completion > end ? (Integer) open : moments.get(completion));
            }
            String what = Sentences.name(stuck.last()) + " completes: no state is left";
            return new Picture(
                    "", lanes, boxes, List.of(), Optional.of(new Times(begins, ends, moments.get(end), what)));
        }

        /** The box of the initial state, with the keys that the steps are about. */
        private void initial(List<Step> steps) {
            TreeSet<Integer> keys = new TreeSet<>();
            for (Step step : steps) {
                Edge edge = step.edge();
                if (isInitial(edge) && edge instanceof Edge.OfKey of) keys.add(of.key());
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

        /** The boxes of the transactions, in the lanes of their sessions, and those of folds between them. */
        private void transactions(Folding folding, boolean part) {
            SortedSet<Integer> shown =
                    part ? shown(folding) : new TreeSet<>(cast.transactions().keySet());
            Map<Integer, Integer> laneOf = new HashMap<>();
            for (int session :
                    shown.stream().map(history::session).distinct().sorted().toList()) {
                laneOf.put(session, lanes.size());
                lanes.add(cut("session " + Printable.shown(history.sessionText(session)), MOST_TEXT));
            }
            List<Fold> waiting = new ArrayList<>(folding.folds());
            waiting.sort(Comparator.comparingInt(Scene::middle));
            for (int t : shown) {
                while (!waiting.isEmpty() && middle(waiting.get(0)) < t) box(waiting.remove(0));
                List<Line> lines = lines(cast.transactions().get(t));
                boxOf.put(t, boxes.size());
                int lane = laneOf.get(history.session(t));
                boxes.add(new Box(t, lane, look(t), Sentences.name(t), note(t), lines, hint(t)));
            }
            waiting.forEach(this::box);
            int left = cast.transactions().size() - shown.size();
            if (part && folding.drawn().isEmpty() && left > 0) more(left);
        }

        /** Those that arrows lead to; without arrows the first few. */
        private SortedSet<Integer> shown(Folding folding) {
            TreeSet<Integer> shown = new TreeSet<>();
            for (Step step : folding.drawn()) {
                shown.add(step.edge().from());
                shown.add(step.edge().to());
                step.edge().shownBy().ifPresent(read -> shown.add(history.transactionOf(read)));
            }
            for (Fold fold : folding.folds()) {
                shown.add(fold.first().edge().from());
                shown.add(fold.end().edge().to());
            }
            shown.remove(History.INITIAL);
            if (shown.isEmpty()) {
                cast.transactions().keySet().stream().limit(MOST_BOXES).forEach(shown::add);
            }
            return shown;
        }

        /** Where a fold stands in the order of time. */
        private static int middle(Fold fold) {
            List<Integer> members = fold.members().stream().sorted().toList();
            return members.get(members.size() / 2);
        }

        private void box(Fold fold) {
            int count = fold.members().size();
            String ends = Sentences.name(fold.first().edge().to()) + " … "
                    + Sentences.name(fold.end().edge().from());
            foldOf.put(fold, boxes.size());
            boxes.add(new Box(
                    -2 - foldOf.size(),
                    Box.ALL_LANES,
                    Look.FOLD,
                    "⋯ " + count + " transactions, each before the next",
                    ends,
                    List.of(new Line(fold.kinds(), false)),
                    "from " + Sentences.name(fold.first().edge().from()) + " to "
                            + Sentences.name(fold.end().edge().to()) + " through " + count + " transactions",
                    fold.first().number() + "-" + fold.last()));
        }

        private void more(int left) {
            boxes.add(new Box(
                    -2,
                    Box.ALL_LANES,
                    Look.FOLD,
                    "⋯ " + left + " more transactions",
                    "",
                    List.of(),
                    "the story has all"));
        }

        /** The arrows into a fold and out of it: its first edge and its last. */
        private void fold(Fold fold) {
            Edge first = fold.first().edge();
            Edge end = fold.end().edge();
            arrow(boxOf.get(first.from()), foldOf.get(fold), line(first.fromOperation()), -1, first, fold.first());
            arrow(foldOf.get(fold), boxOf.get(end.to()), -1, line(end.toOperation()), end, fold.end());
        }

        private void arrow(Integer from, Integer to, int fromLine, int toLine, Edge edge, Step step) {
            if (from == null || to == null) return;
            String about = edge instanceof Edge.OfKey of ? " " + values.key(of.key()) : "";
            arrows.put(
                    List.of(from, to, edge.kind(), about),
                    new Arrow(
                            from,
                            fromLine,
                            to,
                            toLine,
                            edge.kind(),
                            cut(edge.kind() + about, MOST_LABEL),
                            sentences.edge(edge),
                            step.depth() > 0,
                            new TreeSet<>(List.of(step.number()))));
        }

        private List<Line> lines(SortedSet<Integer> operations) {
            List<Line> lines = new ArrayList<>();
            for (int op : operations) {
                if (lines.size() == MOST_LINES && operations.size() > MOST_LINES + 1) {
                    lines.add(new Line("and " + (operations.size() - MOST_LINES) + " more", false));
                    break;
                }
                lineOf.put(op, lines.size());
                boolean fault = (violation.operations().contains(op) || isMisfit(op)) && !history.isWrite(op);
                lines.add(new Line(cut(cast.shown(op), MOST_TEXT), fault));
            }
            return lines;
        }

        private boolean isMisfit(int op) {
            return violation instanceof Violation.NonLinearizable stuck && history.transactionOf(op) == stuck.last();
        }

        /** The arrow of a step; of a commit edge also that of the read which it is about, from its source to its reader. */
        private void arrows(Step step) {
            Edge edge = step.edge();
            arrow(edge, edge, step, step.depth() > 0);
            if (!(edge instanceof Edge.CommitOrder commit)) return;
            int reader = history.transactionOf(commit.read());
            arrow(
                    new Edge.WriteRead(edge.to(), reader, commit.key(), commit.source(), commit.read()),
                    edge,
                    step,
                    true);
        }

        /** Where a violation has no edges: an arrow from each write that it names to the reads of it. */
        private void sources() {
            for (int write : violation.operations()) {
                if (!history.isWrite(write)) continue;
                for (int read : violation.operations()) {
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
            OptionalInt key = drawn instanceof Edge.OfKey of ? OptionalInt.of(of.key()) : OptionalInt.empty();
            String about = key.isPresent() ? " " + values.key(key.getAsInt()) : "";
            String label = first ? "first" : drawn.kind() + about;
            List<Object> same = List.of(from, to, drawn.kind(), key);
            Arrow known = arrows.get(same);
            TreeSet<Integer> steps = new TreeSet<>();
            if (known != null) steps.addAll(known.steps());
            if (step != null) steps.add(step.number());
            boolean better = known == null || known.supports() && !supports;
            arrows.put(
                    same,
                    new Arrow(
                            from,
                            line(drawn.fromOperation()),
                            to,
                            line(drawn.toOperation()),
                            drawn.kind(),
                            cut(label, MOST_LABEL),
                            better ? sentences.edge(told) : known.reason(),
                            better ? supports : known.supports(),
                            steps));
        }

        private int line(OptionalInt operation) {
            return operation.isPresent() ? lineOf.getOrDefault(operation.getAsInt(), -1) : -1;
        }
    }

    private static boolean isInitial(Edge edge) {
        return edge.from() == History.INITIAL || edge.to() == History.INITIAL;
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
        return "#" + values.position(transaction)
                + switch (history.status(transaction)) {
                    case COMMITTED -> "";
                    case ABORTED -> " aborted";
                    case INDETERMINATE -> " unknown";
                };
    }

    private String hint(int transaction) {
        String place = Sentences.name(transaction) + ", number " + values.position(transaction) + " of session "
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
