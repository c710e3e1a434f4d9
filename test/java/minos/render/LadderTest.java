package minos.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.model.Violation;
import org.junit.jupiter.api.Test;

class LadderTest {
    private static final List<Anomaly> ANOMALIES =
            List.of(new Anomaly(AnomalyType.THIN_AIR_READ, 1, true, List.of(new Violation.ThinAirRead(0, 0))));

    private static Ladder.Rung rung(Level level, Verdict... verdicts) {
        return new Ladder(List.of(verdicts))
                .rungs().stream().filter(r -> r.level() == level).findFirst().orElseThrow();
    }

    @Test
    void whatFollowsIsFilledIn() {
        Verdict holds = Verdict.holds(Level.CAUSAL, Order.SESSION);
        Verdict violated = Verdict.violated(Level.PREFIX, Order.SESSION, ANOMALIES);
        assertEquals("as causal holds", rung(Level.READ_ATOMIC, holds, violated).note());
        assertEquals(Answer.TRUE, rung(Level.CUT_ISOLATION, holds, violated).answer());
        assertEquals(
                "as prefix is violated",
                rung(Level.STRICT_SERIALIZABLE, holds, violated).note());
        assertNull(rung(Level.PARALLEL_SNAPSHOT_ISOLATION, holds, violated).answer(), "beside prefix, not above it");
    }

    @Test
    void nothingFollowsFromAnotherOrderThatIsTooWeakOrTooStrong() {
        Verdict strict = Verdict.holds(Level.STRICT_SERIALIZABLE, Order.REAL_TIME);
        Verdict late = Verdict.violated(Level.STRICT_SERIALIZABLE, Order.REAL_TIME, ANOMALIES);
        Verdict none = Verdict.violated(Level.CAUSAL, Order.NONE, ANOMALIES);
        assertEquals(Answer.TRUE, rung(Level.SERIALIZABLE, none, strict).answer(), "real time asks for more");
        assertNull(rung(Level.SERIALIZABLE, late).answer());
        assertEquals(Answer.FALSE, rung(Level.STRICT_SERIALIZABLE, none).answer());
    }
}
