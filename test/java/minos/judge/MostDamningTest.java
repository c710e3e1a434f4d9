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

    private static Violation cycle(Edge... edges) {
        return new Violation.Cycle(AnomalyType.G2_ITEM, List.of(edges));
    }
}
