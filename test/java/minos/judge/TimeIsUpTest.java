package minos.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import minos.Histories;
import minos.history.History;
import minos.infer.Options;
import minos.infer.Relations;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Verdict;
import minos.model.Violation;
import minos.util.Deadline;
import minos.util.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The time runs out when it is known that a strong level is violated, and before it is worked out how. */
class TimeIsUpTest {
    @ParameterizedTest
    @EnumSource(
            value = Level.class,
            names = {"PARALLEL_SNAPSHOT_ISOLATION", "SNAPSHOT_ISOLATION", "SERIALIZABLE"})
    void lostUpdatesAreNamed(Level level) {
        Violation violation = violation(
                level,
                """
                0: w(x,1)
                1: r(x,1) w(x,2)
                2: r(x,1) w(x,3)
                """);
        assertEquals(AnomalyType.LOST_UPDATE, violation.type());
        assertEquals(2, violation.cycles().get(0).size());
    }

    @Test
    void cyclesOfKnownEdgesAreTold() {
        Violation violation = violation(
                Level.SERIALIZABLE,
                """
                0: r(x,nil) w(y,1)
                1: r(y,nil) w(z,1)
                2: r(z,nil) w(x,1)
                """);
        assertEquals(AnomalyType.G2_ITEM, violation.type());
        assertEquals(3, violation.cycles().get(0).size());
    }

    /** Whichever of T0 and T1 comes first, a reader of x sees the wrong one. */
    @Test
    void whatTakesAnExplanationCannotBeOrderedAtTheLevelAskedFor() {
        String history =
                """
                0: w(x,1) r(q,nil)
                1: w(x,2) r(p,nil)
                2: w(p,1)
                3: w(q,1)
                4: r(x,1) r(p,1)
                5: r(x,2) r(q,1)
                """;
        Violation.Unorderable violation =
                assertInstanceOf(Violation.Unorderable.class, violation(Level.SERIALIZABLE, history));
        assertEquals(Level.SERIALIZABLE, violation.level());
        assertFalse(violation.minimal());
        assertInstanceOf(
                Violation.Cycle.class,
                first(new Judge(Relations.of(Histories.of(history), Options.DEFAULT), Options.DEFAULT)
                        .verdict(Level.SERIALIZABLE)));
    }

    /** The weak levels are asked after it is known that a strong one is violated, to see whether they are violated too. */
    private static Violation violation(Level level, String lines) {
        History history = Histories.of(lines);
        Deadline deadline = Deadline.whenCancelled();
        Progress untilTheWeakLevels = new Progress() {
            @Override
            public void phase(String name, long total) {
                if (name.equals("guessing the commit order")) deadline.cancel("the time is up");
            }

            @Override
            public void advance(long steps) {}
        };
        Options options = Options.DEFAULT.with(deadline).with(untilTheWeakLevels);
        return first(new Judge(Relations.of(history, options), options).verdict(level));
    }

    private static Violation first(Verdict verdict) {
        assertEquals(Verdict.Answer.FALSE, verdict.answer());
        return verdict.anomalies().get(0).witnesses().get(0);
    }
}
