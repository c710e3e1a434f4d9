package minos.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import minos.generate.Distribution;
import minos.generate.Gadget;
import minos.generate.Simulation;
import minos.generate.Workload;
import minos.history.History;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Anomaly;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.model.Violation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Witnesses of histories too large for the reference: never empty, true edge by edge, and minimal. No transaction is twice in
 * one cycle; and what is shown, which is small enough for the reference again, violates the level, but not if any
 * transaction is left out that the witness speaks of.
 */
class LargeWitnessesTest {
    /** With more transactions than these the reference takes too long. */
    private static final int FEW = 6;

    private int witnesses;
    private int small;

    @Test
    void ofThousands() {
        check(1_000, 2);
        assertTrue(small > 0, small + " of " + witnesses);
    }

    @Test
    @Tag("slow")
    void ofHundredThousand() {
        check(1_000, 40);
        check(10_000, 8);
        check(100_000, 2);
    }

    /** Databases of all levels, each asked for all levels, and an anomaly put into one that has none. */
    private void check(int transactions, int seeds) {
        for (int seed = 0; seed < seeds; seed++) {
            for (Level level : Simulation.LEVELS) check(simulation(level, seed, transactions, null));
            List<Gadget> gadgets = Gadget.all();
            Gadget gadget = gadgets.get(seed % gadgets.size());
            Simulation injected = simulation(Level.STRICT_SERIALIZABLE, seed, transactions, gadget);
            if (gadget.fits(injected.application().model())) check(injected);
        }
    }

    private static Simulation simulation(Level level, int seed, int transactions, Gadget gadget) {
        Workload.Kind kind = List.of(Workload.Kind.GENERAL, Workload.Kind.APPEND, Workload.Kind.MINI)
                .get(seed % 3);
        Distribution distribution = Distribution.values()[seed / 3 % Distribution.values().length];
        int keys = Math.max(10, transactions / (10 + 10 * (seed % 4)));
        Workload workload = new Workload(kind, 2 + seed % 4, 0.5, new Workload.Keys(keys, distribution))
                .with(new Workload.Shares(0.1, 0.1, 0.3));
        return new Simulation(workload, level, 4 + 3 * (seed % 5), transactions, seed % 2 * 0.01, gadget, seed);
    }

    private void check(Simulation simulation) {
        History history = simulation.run();
        Options options = Options.DEFAULT.withAll(true).withThreads(1);
        Set<List<Object>> told = new HashSet<>(); // a level tells what weaker ones do, too
        for (Verdict verdict : Judge.check(history, Reference.askable(history, options.order()), options)) {
            String about = simulation + " " + verdict.level();
            assertEquals(verdict.answer() == Answer.FALSE, !verdict.anomalies().isEmpty(), about);
            for (Anomaly anomaly : verdict.anomalies()) {
                assertFalse(anomaly.witnesses().isEmpty(), about + " " + anomaly.type());
                for (Violation witness : anomaly.witnesses()) {
                    if (told.add(List.of(witness, Shown.broken(verdict, witness), verdict.order())))
                        check(history, verdict, witness, about);
                }
            }
        }
    }

    private void check(History history, Verdict verdict, Violation witness, String about) {
        witnesses++;
        String told = about + " " + witness;
        assertEquals(null, new WitnessesTest.Inquiry(history, verdict.order(), witness).wrong(), told);
        for (List<Edge> cycle : witness.cycles()) {
            Set<Integer> begins = new HashSet<>();
            for (Edge edge : cycle) assertTrue(begins.add(edge.from()), told);
        }
        if (witness.cycles().isEmpty() && witness.transactions().isEmpty()) return;
        Shown shown = new Shown(history, witness);
        if (shown.transactions().cardinality() > FEW) return;
        small++;
        Level level = Shown.broken(verdict, witness);
        assertEquals(Answer.FALSE, Reference.holds(shown.alone(), level, verdict.order()), told);
        Order order = verdict.order().isTimed() && !shown.isByRealTime() ? Order.SESSION : verdict.order();
        for (int t : shown.named().stream().toArray()) {
            assertEquals(Answer.TRUE, Reference.holds(shown.without(t), level, order), told + " without T" + t);
        }
    }
}
