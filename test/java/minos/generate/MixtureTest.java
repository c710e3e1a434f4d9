package minos.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import minos.history.History;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A simulated database that gives each transaction a level of its own keeps these levels, and no stronger ones. */
class MixtureTest {
    private static Mixture<Level> mixture(String text) {
        return Mixture.of(text, Level::named);
    }

    private static History run(Workload.Kind kind, String shares, Gadget gadget, int transactions, long seed) {
        Workload workload = new Workload(kind, 4, 0.5, Workload.Keys.uniform(20));
        return new Simulation(workload, mixture(shares), 8, transactions, 0.02, gadget, seed).run();
    }

    private static Answer answer(History history, Level level, Order order) {
        return Judge.check(history, List.of(level), Options.DEFAULT.with(order))
                .get(0)
                .answer();
    }

    @ParameterizedTest
    @EnumSource(
            value = Workload.Kind.class,
            names = {"GENERAL", "MINI", "APPEND"})
    void levelsAreKept(Workload.Kind kind) {
        int weaker = 0;
        for (int seed = 0; seed < 6; seed++) {
            for (String shares : List.of("rc=80,ser=20", "rc=1,ra=1,tcc=1,si=1,ser=1", "si=50,ser=50", "rc=1,tcc=2")) {
                History history = run(kind, shares, null, 100, seed);
                assertEquals(Answer.TRUE, answer(history, Level.MIXED, Order.SESSION), shares + ", seed " + seed);
                if (answer(history, Level.SERIALIZABLE, Order.SESSION) == Answer.FALSE) weaker++;
            }
        }
        assertTrue(weaker > 12, weaker + " of 24 are not serializable");
    }

    @Test
    void whatIsInjectedIsFound() {
        for (Gadget gadget : Gadget.all()) {
            boolean isSerial = Level.SERIALIZABLE.implies(gadget.type().rulesOut());
            History history = run(Workload.Kind.GENERAL, "rc=60,si=20,ser=20", gadget, 100, 1);
            boolean needsTime = gadget.type().level() == Level.STRICT_SERIALIZABLE;
            Answer found = answer(history, Level.MIXED, needsTime ? Order.REAL_TIME : Order.SESSION);
            assertEquals(isSerial || needsTime ? Answer.FALSE : Answer.TRUE, found, gadget.toString());
        }
    }

    @Test
    void shares() {
        History history = run(Workload.Kind.GENERAL, "rc=80,ser=20", null, 1000, 1);
        Set<String> names = new TreeSet<>();
        int serializable = 0;
        for (int t = 0; t < history.transactions(); t++) {
            names.add(history.isolation(t).orElseThrow());
            if (history.isolation(t).get().equals("serializable")) serializable++;
        }
        assertEquals(Set.of("read-committed", "serializable"), names);
        assertTrue(serializable > 1400 && serializable < 1800, serializable + " of " + history.transactions());
    }

    @Test
    void refused() {
        for (String text : List.of("rc", "rc=0", "rc=1,rc=2", "rc=1,xy=2", "", "rc=80;ser=20")) {
            assertThrows(IllegalArgumentException.class, () -> mixture(text), text);
        }
    }
}
