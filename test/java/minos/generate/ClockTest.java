package minos.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import minos.history.History;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.DatabaseOrder;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A simulated database says when it committed what, and that explains what was read: thousands of transactions. */
class ClockTest {
    private static History run(Workload.Kind kind, Level level, Gadget gadget, int transactions) {
        return new Simulation(Workload.of(kind), level, 10, transactions, 0.05, gadget, 5)
                .withClock()
                .run();
    }

    private static Verdict claim(History history, Level level) {
        List<Verdict> told = new ArrayList<>();
        Requirement asked = new Requirement(level, Order.REAL_TIME, DatabaseOrder.CLAIM);
        Judge.judge(history, List.of(asked), Options.DEFAULT.withMaxWitnesses(3), told::add);
        return told.get(0);
    }

    @ParameterizedTest
    @EnumSource(
            value = Workload.Kind.class,
            names = {"GENERAL", "MINI", "APPEND"})
    void itsClockIsRight(Workload.Kind kind) {
        History snapshots = run(kind, Level.SNAPSHOT_ISOLATION, null, 500);
        assertEquals(Answer.TRUE, claim(snapshots, Level.SNAPSHOT_ISOLATION).answer());
        assertEquals(Answer.FALSE, claim(snapshots, Level.SERIALIZABLE).answer());
        History serial = run(kind, Level.SERIALIZABLE, null, 500);
        assertEquals(Answer.TRUE, claim(serial, Level.SERIALIZABLE).answer());
    }

    @Test
    void whatIsInjectedIsFound() {
        History history = run(Workload.Kind.GENERAL, Level.SNAPSHOT_ISOLATION, Gadget.named("lost-update"), 500);
        Verdict verdict = claim(history, Level.SNAPSHOT_ISOLATION);
        assertEquals(Answer.FALSE, verdict.answer());
        List<AnomalyType> types =
                verdict.anomalies().stream().map(Anomaly::type).toList();
        assertTrue(types.contains(AnomalyType.CLAIMED_CONFLICT), types.toString());
    }
}
