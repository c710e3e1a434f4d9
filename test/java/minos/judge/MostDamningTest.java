package minos.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import minos.Histories;
import minos.infer.Options;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Violation;
import org.junit.jupiter.api.Test;

class MostDamningTest {
    /** T0 to T2 are a cycle with session order that is found first; T3 and T4 a write skew that needs none. */
    @Test
    void fewestTransactionsFirst() {
        List<Anomaly> anomalies = Judge.check(
                        Histories.of(
                                """
                        0: append(a,1)
                        1: r(a,[]) append(b,1)
                        0: r(b,[])
                        2: r(x,[]) append(y,1)
                        3: r(y,[]) append(x,1)
                        """),
                        List.of(Level.SERIALIZABLE),
                        Options.DEFAULT)
                .get(0)
                .anomalies();
        assertEquals(AnomalyType.WRITE_SKEW, anomalies.get(0).type());
        assertEquals(2, anomalies.get(0).witnesses().get(0).cycles().get(0).size());
    }

    @Test
    void thenWithoutOrderThenWithFewInferredEdges() {
        Violation plain = cycle(Edge.rw(0, 1, 0, 0, 1), Edge.rw(1, 0, 0, 1, 0));
        Violation inferred =
                cycle(new Edge.AntiDependency(0, 1, 0, 0, 1, List.of(Edge.so(0, 1))), Edge.rw(1, 0, 0, 1, 0));
        Violation bySession = cycle(Edge.so(0, 1), Edge.rw(1, 0, 0, 1, 0));
        Violation byTime = cycle(Edge.rt(0, 1), Edge.rw(1, 0, 0, 1, 0));
        Violation longer = cycle(Edge.rw(0, 1, 0, 0, 1), Edge.rw(1, 2, 0, 1, 2), Edge.rw(2, 0, 0, 2, 0));
        List<Violation> all = new ArrayList<>(List.of(longer, byTime, inferred, bySession, plain));
        all.sort(Violation.MOST_DAMNING);
        assertEquals(List.of(plain, bySession, inferred, byTime, longer), all);
    }

    /** Whoever misses all writes of x misses the last that it comes after, whatever came before that. */
    @Test
    void fromTheLastWriterOnTheWay() {
        for (Level level : List.of(Level.CAUSAL, Level.WRITES_FOLLOW_READS)) {
            Violation witness = all(level, "a: w(x,1)", "b: r(x,1) w(x,2)", "c: r(x,2) w(y,3)", "d: r(y,3) r(x,nil)")
                    .get(0)
                    .witnesses()
                    .get(0);
            assertEquals(1, witness.cycles().get(0).get(0).from(), level + ": " + witness);
        }
    }

    /** A way that passes another writer of x tells enough from there on, if that one comes after what was read. */
    @Test
    void fromALaterWriterOnTheWay() {
        for (Level level : List.of(Level.CAUSAL, Level.WRITES_FOLLOW_READS)) {
            Violation witness = all(
                            level,
                            "a: w(x,1)",
                            "b: r(x,1) w(x,2)",
                            "a: r(x,2) w(x,3)",
                            "c: r(x,3)",
                            "c: r(x,3) w(y,4)",
                            "d: r(y,4) r(x,1)")
                    .get(0)
                    .witnesses()
                    .get(0);
            Edge commit = witness.cycles().get(0).get(0);
            assertEquals(
                    List.of(2, 4), commit.because().stream().map(Edge::from).toList(), level + ": " + witness);
            assertEquals(Edge.so(0, 2), witness.cycles().get(0).get(1));
        }
    }

    /** Two readers of one session are no fork: the second misses what the first saw. */
    @Test
    void aForkIsOfSeveralSessions() {
        String writes = "a: w(x,1)\nb: w(y,2)\n";
        assertEquals(
                List.of(AnomalyType.LONG_FORK),
                types(all(Level.PREFIX, writes, "c: r(x,1) r(y,nil)", "d: r(y,2) r(x,nil)")));
        assertEquals(
                List.of(AnomalyType.CAUSALITY_VIOLATION),
                types(all(Level.PREFIX, writes, "c: r(x,1) r(y,nil)", "c: r(y,2) r(x,nil)")));
    }

    /** Nor are two writes of one session: whoever saw the second and not the first misses what came before. */
    @Test
    void aForkIsOfIndependentWrites() {
        assertEquals(
                List.of(AnomalyType.CAUSALITY_VIOLATION),
                types(all(Level.PREFIX, "a: w(x,1)", "a: w(y,2)", "c: r(x,1) r(y,nil)", "d: r(y,2) r(x,nil)")));
    }

    /** Nor is one where a reader saw what one write replaced by the other's own hand: who saw the second and not the first misses it, too. */
    @Test
    void aForkIsOfWritesNeitherOfWhichReplacesTheOther() {
        assertEquals(
                List.of(AnomalyType.CAUSALITY_VIOLATION),
                types(all(
                        Level.SNAPSHOT_ISOLATION,
                        "a: w(x,1) w(y,1)",
                        "b: r(x,1) w(x,2)",
                        "c: r(x,1) r(y,1)",
                        "d: r(x,2) r(y,nil)")));
        assertEquals(
                List.of(AnomalyType.G_SINGLE),
                types(all(
                        Level.SNAPSHOT_ISOLATION,
                        "a: append(x,1) append(y,1)",
                        "b: append(x,2)",
                        "c: r(x,[1]) r(y,[1])",
                        "d: r(x,[1 2]) r(y,[])")));
    }

    /** Reads of one key from two transactions are wrong by themselves, and no more follows from the one that leads by the other. */
    @Test
    void readsAtOddsHideNoSmallerStory() {
        assertEquals(
                List.of(AnomalyType.NON_REPEATABLE_READ),
                types(all(
                        Level.CAUSAL, "a: w(x,1) w(y,1)", "b: w(x,2) w(y,2)", "a: r(y,2) w(x,3)", "c: r(x,1) r(x,3)")));
    }

    private static List<Anomaly> all(Level level, String... lines) {
        return Judge.check(Histories.of(lines), List.of(level), Options.DEFAULT.withAll(true))
                .get(0)
                .anomalies();
    }

    private static List<AnomalyType> types(List<Anomaly> anomalies) {
        return anomalies.stream().map(Anomaly::type).toList();
    }

    private static Violation cycle(Edge... edges) {
        return new Violation.Cycle(AnomalyType.G2_ITEM, List.of(edges));
    }
}
