package minos.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import minos.Histories;
import minos.history.History;
import minos.infer.Options;
import minos.infer.Relations;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Verdict;
import minos.model.Violation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cycles of the weak levels that are as long as the history: each has a name, a witness and all its edges. */
class LongCyclesTest {
    /**
     * Writers in a ring, each with a reader that has seen it when it reads from the next one what both wrote: so each commits
     * before the next, by nothing but a rule.
     */
    private static History ringOfCommitEdges(int length) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < length; i++) {
            int before = (i + length - 1) % length;
            lines.append("w%d: w(seen%d,1) w(x%d,1) w(x%d,2)\n".formatted(i, i, i, before));
        }
        for (int i = 0; i < length; i++) lines.append("r%d: r(seen%d,1) r(x%d,2)\n".formatted(i, i, i));
        return Histories.of(lines.toString());
    }

    /** Each reads from the one before it. */
    private static History ringOfReads(int length) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < length; i++) lines.append("s%d: r(x%d,1) w(x%d,1)\n".formatted(i, i, (i + 1) % length));
        return Histories.of(lines.toString());
    }

    /** Two of many appends in one order on a list and in the other on another: one read of each tells. */
    @ParameterizedTest
    @ValueSource(ints = {3, 500, 3_000})
    void aListOrdersAllItsElements(int length) {
        StringBuilder lines = new StringBuilder("w0: append(x,0) append(y,1)\n");
        StringBuilder list = new StringBuilder("0");
        for (int i = 1; i < length; i++) {
            lines.append("w%d: append(x,%d)%s\n".formatted(i, i, i == length - 1 ? " append(y,0)" : ""));
            list.append(' ').append(i);
        }
        lines.append("r: r(x,[" + list + "]) r(y,[0 1])\n");
        Verdict verdict = verdict(Histories.of(lines.toString()), Level.READ_UNCOMMITTED);
        Violation.Cycle cycle = onlyCycle(verdict, AnomalyType.G0);
        assertEquals(2, cycle.edges().size());
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 2_047, 2_048, 3_000, 10_000})
    void cyclesOfCommitEdges(int length) {
        History history = ringOfCommitEdges(length);
        for (Level level : List.of(Level.READ_COMMITTED, Level.READ_ATOMIC, Level.CAUSAL)) {
            Verdict verdict = verdict(history, level);
            assertEquals(Verdict.Answer.FALSE, verdict.answer());
            Violation.Cycle cycle = onlyCycle(verdict, AnomalyType.NON_MONOTONIC_READ_CM);
            assertEquals(length, cycle.edges().size());
            for (Edge edge : cycle.edges()) {
                assertEquals(Edge.Kind.CO, edge.kind());
                assertEquals((edge.from() + 1) % length, edge.to());
                assertEquals(1, edge.because().size());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3_000, 10_000})
    void cyclesOfReads(int length) {
        Violation.Cycle cycle = onlyCycle(verdict(ringOfReads(length), Level.CAUSAL), AnomalyType.CYCLIC_CAUSALITY);
        assertEquals(length, cycle.edges().size());
        assertTrue(cycle.edges().stream().allMatch(edge -> edge.kind() == Edge.Kind.WR));
    }

    private static Verdict verdict(History history, Level level) {
        return new Judge(Relations.of(history, Options.DEFAULT), Options.DEFAULT).verdict(level);
    }

    private static Violation.Cycle onlyCycle(Verdict verdict, AnomalyType type) {
        assertEquals(1, verdict.anomalies().size());
        Anomaly anomaly = verdict.anomalies().get(0);
        assertEquals(type, anomaly.type());
        assertFalse(anomaly.witnesses().isEmpty());
        return assertInstanceOf(Violation.Cycle.class, anomaly.witnesses().get(0));
    }
}
