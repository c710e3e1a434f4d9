package minos.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import minos.history.Atoms;
import minos.history.History;
import minos.history.HistoryBuilder;
import minos.history.InitialValues;
import minos.history.Model;
import minos.history.Origin;
import minos.history.Status;
import minos.model.AnomalyType;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Violation;
import minos.render.picture.Dot;
import minos.render.picture.Picture;
import minos.render.picture.Svg;
import org.junit.jupiter.api.Test;

/** Pictures of violations that are too large to be seen at once. */
class FoldingTest {
    /** Transaction i read key i and wrote key i + 1, so that i + 1 missed it; the last one missed the first. */
    static Judged ring(int size) {
        HistoryBuilder builder = new HistoryBuilder(new Atoms(false));
        builder.model(Model.RW_REGISTER);
        for (int t = 0; t < size; t++) {
            builder.begin(builder.session(t), Status.COMMITTED, t, size + t, -1);
            builder.readInitial(t);
            builder.write((t + 1) % size, 1);
            builder.end();
        }
        History history = builder.build(Origin.MEMORY, InitialValues.EXPLICIT);
        List<Edge> edges = new ArrayList<>();
        for (int t = size - 1; t >= 0; t--) {
            int missed = (t + size - 1) % size;
            edges.add(Edge.rw(t, missed, history.key(2 * t), 2 * t, 2 * missed + 1));
        }
        Violation cycle = new Violation.Cycle(AnomalyType.G2_ITEM, edges);
        Verdict verdict = Verdict.violated(
                Level.SERIALIZABLE,
                Order.SESSION,
                List.of(new minos.model.Anomaly(AnomalyType.G2_ITEM, 1, true, List.of(cycle))));
        return new Judged("ring", history, List.of(verdict), 0, 0);
    }

    private static Violation witness(Judged judged) {
        return judged.verdicts().get(0).anomalies().get(0).witnesses().get(0);
    }

    @Test
    void whateverTheSizeThereIsAPicture() {
        for (int size : new int[] {31, 60, 300, 5_000}) {
            Judged judged = ring(size);
            Picture picture = new Pictures(judged.history()).of(witness(judged)).get(0);
            List<Picture.Box> folds = picture.boxes().stream()
                    .filter(box -> box.look() == Picture.Look.FOLD)
                    .toList();
            assertEquals(1, folds.size(), size + " transactions");
            assertEquals(8, picture.boxes().size(), "three edges at both ends, and what is folded");
            int hidden = size - 7;
            assertEquals(
                    "⋯ " + hidden + " transactions, each before the next",
                    folds.get(0).name());
            assertEquals((hidden + 1) + " rw", folds.get(0).lines().get(0).text());
            assertEquals("3-" + (size - 4), folds.get(0).steps(), "the steps of the story that it stands for");
            assertClosed(picture);
            assertTrue(Svg.file(picture).contains("data-fold=\"3-" + (size - 4) + '"'));
        }
    }

    /** Folded or not, arrows lead from each box of a cycle back to it. */
    private static void assertClosed(Picture picture) {
        Set<Integer> reached = new TreeSet<>();
        int at = 0;
        do {
            int from = at;
            at = picture.arrows().stream()
                    .filter(arrow -> arrow.from() == from)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(
                            "no way on from " + picture.boxes().get(from)))
                    .to();
        } while (reached.add(at));
        assertEquals(picture.boxes().size(), reached.size(), "boxes on the cycle");
    }

    @Test
    void smallOnesAreNotFolded() {
        Judged judged = ring(30);
        Picture picture = new Pictures(judged.history()).of(witness(judged)).get(0);
        assertEquals(30, picture.boxes().size());
        assertTrue(picture.boxes().stream().noneMatch(box -> box.look() == Picture.Look.FOLD));
    }

    @Test
    void unfoldedAllAreThere() {
        Judged judged = ring(300);
        Picture picture = new Pictures(judged.history()).whole(witness(judged)).get(0);
        assertEquals(300, picture.boxes().size());
        assertEquals(300, picture.arrows().size());
        String dot = Dot.file(picture);
        for (int i = 0; i < 300; i++) assertTrue(dot.contains("[label=\"T" + i + "  #1"), "T" + i);
    }

    /** A chain of reads that ends with one that missed its beginning: the reason of a single edge is what is long. */
    @Test
    void longReasonsAreFoldedToo() {
        int size = 200;
        String[] lines = new String[size];
        for (int t = 1; t < size - 1; t++) lines[t] = t + ": r(k" + t + ",1) w(k" + (t + 1) + ",1)";
        lines[0] = "0: w(x,1) w(k1,1)";
        lines[size - 1] = (size - 1) + ": r(k" + (size - 1) + ",1) r(x,nil)";
        Judged judged = new Counterexamples(
                        "chain", AnomalyType.CAUSALITY_VIOLATION, Level.CAUSAL, Order.SESSION, lines)
                .judged();
        Picture picture = new Pictures(judged.history()).of(witness(judged)).get(0);
        assertTrue(picture.boxes().size() < 15, picture.boxes().size() + " boxes");
        assertEquals(
                List.of("⋯ 192 transactions, each before the next"),
                picture.boxes().stream()
                        .filter(box -> box.look() == Picture.Look.FOLD)
                        .map(Picture.Box::name)
                        .toList());
        Set<String> names = picture.boxes().stream().map(Picture.Box::name).collect(Collectors.toSet());
        assertTrue(names.containsAll(Set.of("⊥", "T0", "T1", "T198", "T199")), names.toString());
    }

    @Test
    void ofManyWithoutAnOrderTheFirstAreShown() {
        Judged judged = ring(100);
        List<Integer> all = new ArrayList<>();
        for (int t = 0; t < 100; t++) all.add(t);
        Violation stuck = new Violation.Unorderable(Level.SERIALIZABLE, all, true, List.of());
        Picture picture = new Pictures(judged.history()).of(stuck).get(0);
        assertEquals(31, picture.boxes().size());
        assertEquals("⋯ 70 more transactions", picture.boxes().get(30).name());
    }
}
