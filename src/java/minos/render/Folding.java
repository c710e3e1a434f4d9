package minos.render;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import minos.model.Edge;
import minos.render.Telling.Step;

/**
 * What of a large violation is drawn, and what is folded: of each long path the beginning, the end, and the few edges
 * that are of another kind than most stay; what lies between becomes one box. Reasons are drawn as long as there is room.
 *
 * @param drawn the steps that are drawn as arrows
 * @param folds the others, as far as they belong to a path that is drawn
 */
record Folding(List<Step> drawn, List<Fold> folds) {
    /** So many edges of a path are no long path. */
    private static final int SHORT = 9;

    private static final int KEPT_AT_ENDS = 3;
    private static final int MOST_UNUSUAL = 4;
    /** So many boxes are enough: further reasons are told, but not drawn. */
    private static final int ENOUGH = 26;

    /**
     * Steps of a path, one after another, that are drawn as one box.
     *
     * @param path at least two, each of which begins where the one before it ends
     * @param last the number of the last step, reasons included, that belongs to it
     */
    record Fold(List<Step> path, int last) {
        Step first() {
            return path.get(0);
        }

        Step end() {
            return path.get(path.size() - 1);
        }

        /** The transactions inside: all but those that the path begins and ends with. */
        List<Integer> members() {
            return path.subList(1, path.size()).stream()
                    .map(step -> step.edge().from())
                    .toList();
        }

        /** How many edges there are of which kind, {@code 40 wr, 17 so}. */
        String kinds() {
            Map<Edge.Kind, Integer> counts = count(path);
            StringBuilder out = new StringBuilder();
            counts.forEach((kind, count) -> out.append(out.length() == 0 ? "" : ", ")
                    .append(count)
                    .append(' ')
                    .append(kind));
            return out.toString();
        }
    }

    /** Everything, nothing folded. */
    static Folding none(List<Step> steps) {
        return new Folding(steps, List.of());
    }

    /**
     * Folds what is long.
     *
     * @param steps as they are told: after each edge those that it rests on
     */
    static Folding of(List<Step> steps) {
        Folding folding = new Folding(new ArrayList<>(), new ArrayList<>());
        Deque<List<Integer>> paths = new ArrayDeque<>();
        paths.add(children(steps, -1));
        int boxes = 0;
        while (!paths.isEmpty() && boxes < ENOUGH) {
            List<Integer> path = paths.poll();
            BitSet kept = kept(steps, path);
            for (int i = 0; i < path.size(); i++) {
                int to = kept.nextSetBit(i);
                if (to < 0) to = path.size();
                if (to - i >= 2) {
                    int last = to < path.size() ? path.get(to) - 1 : end(steps, path.get(to - 1));
                    List<Step> folded =
                            path.subList(i, to).stream().map(steps::get).toList();
                    folding.folds.add(new Fold(folded, steps.get(last).number()));
                    boxes++;
                    i = to - 1;
                } else {
                    folding.drawn.add(steps.get(path.get(i)));
                    List<Integer> reasons = children(steps, path.get(i));
                    if (!reasons.isEmpty()) paths.add(reasons);
                    boxes++;
                }
            }
        }
        return folding;
    }

    /** Which edges of a path stay. */
    private static BitSet kept(List<Step> steps, List<Integer> path) {
        BitSet kept = new BitSet();
        if (path.size() <= SHORT) {
            kept.set(0, path.size());
            return kept;
        }
        kept.set(0, KEPT_AT_ENDS);
        kept.set(path.size() - KEPT_AT_ENDS, path.size());
        Map<Edge.Kind, Integer> counts = count(path.stream().map(steps::get).toList());
        int unusual = 0;
        for (int i = 0; i < path.size() && unusual < MOST_UNUSUAL; i++) {
            if (counts.get(steps.get(path.get(i)).edge().kind()) > MOST_UNUSUAL || kept.get(i)) continue;
            kept.set(i);
            unusual++;
        }
        return kept;
    }

    private static Map<Edge.Kind, Integer> count(List<Step> steps) {
        Map<Edge.Kind, Integer> counts = new EnumMap<>(Edge.Kind.class);
        for (Step step : steps) counts.merge(step.edge().kind(), 1, Integer::sum);
        return counts;
    }

    /** The places of the steps that a step rests on directly; of -1, those of the cycle itself. */
    private static List<Integer> children(List<Step> steps, int of) {
        int depth = of < 0 ? 0 : steps.get(of).depth() + 1;
        List<Integer> found = new ArrayList<>();
        for (int i = of + 1; i < steps.size() && steps.get(i).depth() >= depth; i++) {
            if (steps.get(i).depth() == depth) found.add(i);
        }
        return found;
    }

    /** The place of the last step that belongs to a step's reasons; its own if it has none. */
    private static int end(List<Step> steps, int of) {
        int last = of;
        while (last + 1 < steps.size()
                && steps.get(last + 1).depth() > steps.get(of).depth()) last++;
        return last;
    }
}
