package minos.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import minos.Histories;
import minos.history.History;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The engine and the reference give the same answers, at every level that the engine offers and in every form. */
class EngineAgreesTest {
    /** Patterns of single reads and of lists. They cast doubt on who read from whom and on the version orders. */
    private static final Set<AnomalyType> SIMPLE =
            EnumSet.range(AnomalyType.THIN_AIR_READ, AnomalyType.INTERMEDIATE_READ);

    static {
        SIMPLE.addAll(EnumSet.of(
                AnomalyType.NON_REPEATABLE_READ, AnomalyType.DUPLICATE_ELEMENTS, AnomalyType.INCOMPATIBLE_ORDER));
    }

    static List<Example> boundaries() {
        return Boundaries.ALL;
    }

    @ParameterizedTest
    @MethodSource("boundaries")
    void onBoundaries(Example boundary) {
        boundary.checkEngine(true);
    }

    @Test
    void onRandomHistories() {
        Trials.run(10_000, EngineAgreesTest::disagreement);
    }

    @Test
    @Tag("slow")
    void onManyRandomHistories() {
        Trials.run(200_000, EngineAgreesTest::disagreement);
    }

    /** Committed transactions may not tell what they read. */
    @Test
    void whereReadsTellNothing() {
        Trials.run(2_000, draft -> disagreement(withUntoldReads(draft)));
    }

    @Test
    @Tag("slow")
    void whereReadsTellNothingInManyHistories() {
        Trials.run(100_000, draft -> disagreement(withUntoldReads(draft)));
    }

    /** Some reads lose what they found, and some transactions read once more. */
    private static Draft withUntoldReads(Draft draft) {
        Draft changed = new Draft(draft.lists, draft.txns);
        for (int t = 0; t < draft.txns.size(); t++) {
            List<Draft.Op> ops = new ArrayList<>(draft.txns.get(t).ops());
            for (int i = 0; i < ops.size(); i++) {
                if (!ops.get(i).write() && (t + i) % 4 == 0) {
                    ops.set(i, new Draft.Op(false, ops.get(i).key(), null));
                }
            }
            if (t % 3 == 0 && !ops.isEmpty()) {
                ops.add(t % 2, new Draft.Op(false, ops.get(ops.size() - 1).key(), null));
            }
            changed.txns.set(t, draft.txns.get(t).with(ops));
        }
        return changed;
    }

    /** What several threads find out, each of a part, is put together right. */
    @Test
    void onSeveralThreads() {
        Trials.run(200, draft -> {
            History history = draft.build();
            for (Order order : draft.orders()) {
                List<Answer> alone = answers(history, options(order, false));
                List<Answer> together = answers(history, options(order, false).withThreads(3));
                if (!together.equals(alone)) return "in form " + order + " one says " + alone + ", three " + together;
            }
            return null;
        });
    }

    private static List<Answer> answers(History history, Options options) {
        return Judge.check(history, Reference.askable(history, options.order()), options).stream()
                .map(Verdict::answer)
                .toList();
    }

    /** The last two read j and k from two: that breaks read committed, while read atomicity demands nothing of it and hides nothing. */
    @Test
    void whatTheLevelBetweenDoesNotDemandHidesNothing() {
        History history = Histories.of(
                "1: w(x,1) w(y,1) w(a,1) w(j,1) w(k,1)",
                "2: w(x,2) w(y,2) w(b,2) w(j,2) w(k,2)",
                "3: r(x,2) r(a,1)",
                "4: r(b,2) w(v,3)",
                "5: r(v,3) r(y,1)",
                "6: r(j,1) r(j,2)",
                "7: r(k,2) r(k,1)");
        assertNull(differentPatterns(history, Order.SESSION));
        Map<AnomalyType, Integer> expected =
                Map.of(AnomalyType.NON_MONOTONIC_READ_CM, 2, AnomalyType.CAUSALITY_VIOLATION_CM, 2);
        Observations observations = new Observations(history);
        assertEquals(expected, Patterns.counts(observations, observations.sessionOrder(Order.SESSION)));
        Verdict verdict = Judge.check(history, List.of(Level.CAUSAL), options(Order.SESSION, true))
                .get(0);
        for (Anomaly anomaly : verdict.anomalies()) {
            if (anomaly.type() == AnomalyType.NON_REPEATABLE_READ) continue;
            assertEquals(expected.get(anomaly.type()), (int) anomaly.count(), anomaly.type() + " in " + verdict);
        }
    }

    /** That the second comes before the fourth follows from the stale read of the last, and from nothing else. */
    @Test
    void whatOnlyAPlainViolationExplainsHasNoNameBesideIt() {
        History history = Histories.of(
                "1: w(x,1)",
                "2: r(x,1) w(x,2) w(y,1) w(z,1)",
                "3: r(z,1) w(q,1)",
                "4: r(x,1) w(y,2) w(p,1)",
                "5: r(p,1) w(s,1)",
                "6: r(s,1) r(y,1)",
                "7: r(q,1) r(x,1)");
        assertEquals(Set.of(AnomalyType.CAUSALITY_VIOLATION), Reference.patterns(history, Order.SESSION));
        assertNull(differentPatterns(history, Order.SESSION));
    }

    private static String disagreement(Draft draft) {
        History history = draft.build();
        for (Order order : draft.orders()) {
            Map<Level, Answer> expected = Reference.judge(history, order);
            boolean unique = expected.get(Level.READ_UNCOMMITTED) != Answer.UNKNOWN;
            if (!unique) expected = Readings.judge(draft, order);
            if (expected == null) continue; // there is no telling
            String complaint = differentVerdicts(history, order, expected);
            if (complaint == null && unique) complaint = differentPatterns(history, order);
            if (complaint != null) return "in form " + order + " " + complaint;
        }
        return null;
    }

    private static String differentVerdicts(History history, Order order, Map<Level, Answer> expected) {
        List<Level> levels = Reference.askable(history, order).stream()
                .filter(expected::containsKey)
                .toList();
        for (Verdict verdict : Judge.check(history, levels, options(order, false))) {
            Answer answer = expected.get(verdict.level());
            if (verdict.answer() != answer) {
                return verdict.level() + " is " + answer + ", the engine says " + verdict;
            }
        }
        return null;
    }

    /**
     * Patterns of single reads and lists must be the same, but that beside duplicate elements an incompatible order may
     * go unmentioned. Neither they nor cycles of causality hide those of several transactions, which must be the same, too;
     * but where lists are wrong, a read is of an intermediate version, or version orders have a cycle, what else there is is open.
     */
    private static String differentPatterns(History history, Order order) {
        Set<AnomalyType> expected = Reference.patterns(history, order);
        Set<AnomalyType> found = EnumSet.noneOf(AnomalyType.class);
        for (Verdict verdict : Judge.check(history, List.of(Level.CAUSAL), options(order, true))) {
            for (Anomaly anomaly : verdict.anomalies()) found.add(anomaly.type());
        }
        String difference = "there are " + expected + ", the engine finds " + found;
        Set<AnomalyType> simple = common(expected, SIMPLE);
        if (simple.contains(AnomalyType.DUPLICATE_ELEMENTS) && !found.contains(AnomalyType.INCOMPATIBLE_ORDER)) {
            simple.remove(AnomalyType.INCOMPATIBLE_ORDER);
        }
        if (!simple.equals(common(found, SIMPLE))) return difference;
        boolean baseCycle = found.stream().anyMatch(type -> !type.isWeakPattern());
        boolean unclear = history.isList() && !simple.isEmpty() || simple.contains(AnomalyType.INTERMEDIATE_READ);
        return unclear || baseCycle || expected.equals(found) ? null : difference;
    }

    private static Set<AnomalyType> common(Set<AnomalyType> a, Set<AnomalyType> b) {
        Set<AnomalyType> both = EnumSet.copyOf(a);
        both.retainAll(b);
        return both;
    }

    private static Options options(Order order, boolean all) {
        return Options.DEFAULT.with(order).withAll(all).withThreads(1);
    }
}
