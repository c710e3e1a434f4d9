package minos.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.StringJoiner;
import minos.Histories;
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

/** However long a cycle is, it is told whole: its name, its level, and a reason for every edge. */
class LongStrongCyclesTest {
    @ParameterizedTest
    @ValueSource(ints = {3, 64, 65, 300, 3_000})
    void antiDependencies(int length) {
        StringJoiner lines = new StringJoiner("\n");
        for (int i = 0; i < length; i++) lines.add(i + ": r(x" + i + ",nil) w(x" + (i + 1) % length + ",1)");
        Violation.Cycle cycle = violation(Level.SERIALIZABLE, AnomalyType.G2_ITEM, lines.toString());
        assertEquals(Level.SERIALIZABLE, cycle.level());
        assertEquals(length, count(cycle, Edge.Kind.RW));
        assertEquals(length, cycle.edges().size());
    }

    /** The versions read are those of one transaction, and that they come first follows. */
    @ParameterizedTest
    @ValueSource(ints = {3, 40, 65, 300, 3_000})
    void antiDependenciesWhoseVersionsAreInferred(int length) {
        StringJoiner first = new StringJoiner(" ", "first: ", "\n");
        StringJoiner lines = new StringJoiner("\n");
        for (int i = 0; i < length; i++) {
            first.add("w(x" + i + ",0)");
            lines.add(i + ": r(x" + i + ",0) w(x" + (i + 1) % length + ",1)");
        }
        Violation.Cycle cycle = violation(Level.SERIALIZABLE, AnomalyType.G2_ITEM, first + lines.toString());
        assertEquals(length, count(cycle, Edge.Kind.RW));
        assertEquals(length, cycle.edges().size());
        for (Edge edge : cycle.edges()) assertFalse(edge.because().isEmpty(), "the order of the versions has a reason");
    }

    /** Each version read is overwritten by who has read it too. */
    @ParameterizedTest
    @ValueSource(ints = {3, 40, 65, 300, 3_000})
    void antiDependenciesByUpdates(int length) {
        StringJoiner lines = new StringJoiner("\n");
        for (int i = 0; i < length; i++) {
            int next = (i + 1) % length;
            lines.add("w" + i + ": w(x" + i + ",0)");
            lines.add(i + ": r(x" + i + ",0) r(x" + next + ",0) w(x" + next + ",1)");
        }
        Violation.Cycle cycle = violation(Level.SERIALIZABLE, AnomalyType.G2_ITEM, lines.toString());
        assertEquals(length, count(cycle, Edge.Kind.RW));
    }

    /** Reads and anti-dependencies in turns. */
    @ParameterizedTest
    @ValueSource(ints = {3, 40, 65, 300, 3_000})
    void forks(int readers) {
        StringJoiner lines = new StringJoiner("\n");
        for (int i = 0; i < readers; i++) {
            lines.add("w" + i + ": w(x" + i + ",1)");
            lines.add(i + ": r(x" + i + ",1) r(x" + (i + 1) % readers + ",nil)");
        }
        Violation.Cycle cycle = violation(Level.SNAPSHOT_ISOLATION, AnomalyType.G_NONADJACENT, lines.toString());
        assertEquals(readers, count(cycle, Edge.Kind.RW));
        assertEquals(readers, count(cycle, Edge.Kind.WR));
    }

    /** Lists show writes one after another, and the last writer missed the first write. */
    @ParameterizedTest
    @ValueSource(ints = {3, 65, 300, 3_000})
    void writesThatListsShow(int length) {
        StringJoiner lines = new StringJoiner("\n");
        for (int i = 0; i < length; i++) {
            StringBuilder line = new StringBuilder(i + ":");
            if (i + 1 < length) line.append(" append(k").append(i).append(",1)");
            if (i > 0) line.append(" append(k").append(i - 1).append(",2)");
            line.append(i == 0 ? " append(y,1)" : i + 1 == length ? " r(y,[])" : "");
            lines.add(line);
        }
        for (int i = 0; i + 1 < length; i++) lines.add("r" + i + ": r(k" + i + ",[1 2])");
        Level[] levels = {Level.PARALLEL_SNAPSHOT_ISOLATION, Level.SNAPSHOT_ISOLATION, Level.SERIALIZABLE};
        for (Level level : levels) {
            Violation.Cycle cycle = violation(level, AnomalyType.G_SINGLE, lines.toString());
            assertEquals(length - 1, count(cycle, Edge.Kind.WW), level.text());
            assertEquals(1, count(cycle, Edge.Kind.RW), level.text());
        }
    }

    /** Only that the last of them had completed before the first began closes the cycle. */
    @ParameterizedTest
    @ValueSource(ints = {3, 65, 300, 3_000})
    void realTime(int length) {
        StringJoiner lines = new StringJoiner("\n");
        int last = length - 1;
        lines.add(last + ": w(x" + last + ",1) @1-2");
        for (int i = 0; i < last; i++) {
            String write = i == 0 ? "" : " w(x" + i + ",1)";
            lines.add(i + ": r(x" + (i + 1) + ",nil)" + write + " @" + (i == 0 ? 3 : 0) + "-" + (4 + i));
        }
        Violation.Cycle cycle = violation(Level.STRICT_SERIALIZABLE, AnomalyType.G2_ITEM_REALTIME, lines.toString());
        assertEquals(last, count(cycle, Edge.Kind.RW));
        assertEquals(1, count(cycle, Edge.Kind.RT));
    }

    private static int count(Violation.Cycle cycle, Edge.Kind kind) {
        return (int) cycle.edges().stream().filter(edge -> edge.kind() == kind).count();
    }

    /** The only violation of a history at a level. */
    private static Violation.Cycle violation(Level level, AnomalyType type, String history) {
        Verdict verdict =
                new Judge(Relations.of(Histories.of(history), Options.DEFAULT), Options.DEFAULT).verdict(level);
        assertEquals(Verdict.Answer.FALSE, verdict.answer());
        List<Anomaly> anomalies = verdict.anomalies();
        assertEquals(1, anomalies.size(), anomalies.toString());
        Violation.Cycle cycle = assertInstanceOf(
                Violation.Cycle.class, anomalies.get(0).witnesses().get(0));
        assertEquals(type, cycle.type());
        assertTrue(level.implies(cycle.level()));
        return cycle;
    }
}
