package minos.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import minos.Histories;
import minos.history.History;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The reference on histories whose verdicts can be argued by hand. */
class ReferenceTest {
    static List<Example> boundaries() {
        return Boundaries.ALL;
    }

    @ParameterizedTest
    @MethodSource("boundaries")
    void eachBoundarySatisfiesItsLevelsAndNoMore(Example boundary) {
        boundary.checkReference(true);
    }

    @Test
    void eachPairOfNeighboursIsToldApart() {
        for (Level strong : Level.values()) {
            if (strong == Level.LINEARIZABLE) continue;
            for (Level weak : neighboursBelow(strong)) {
                if (weak == Level.REPEATABLE_READ) continue; // by predicates, as in PredicatesTest
                assertTrue(
                        Boundaries.ALL.stream().anyMatch(b -> b.satisfies(weak) && !b.satisfies(strong)),
                        weak + " and " + strong);
            }
        }
    }

    private static Set<Level> neighboursBelow(Level strong) {
        Set<Level> below = EnumSet.noneOf(Level.class);
        for (Level weak : Level.values()) if (strong != weak && strong.implies(weak)) below.add(weak);
        Set<Level> further = EnumSet.noneOf(Level.class);
        for (Level weak : below) for (Level other : below) if (weak != other && other.implies(weak)) further.add(weak);
        below.removeAll(further);
        return below;
    }

    @Test
    void formsOfALevelAreToldApart() {
        History forgetful = Histories.of("0: w(x,1) @0-1", "0: r(x,nil) @2-3");
        History late = Histories.of("0: w(x,1) @0-1", "1: r(x,nil) @2-3");
        for (Level level : EnumSet.range(Level.READ_ATOMIC, Level.SERIALIZABLE)) {
            assertEquals(Answer.TRUE, Reference.holds(forgetful, level, Order.NONE), level.text());
            assertEquals(Answer.FALSE, Reference.holds(forgetful, level, Order.SESSION), level.text());
            assertEquals(Answer.TRUE, Reference.holds(late, level, Order.SESSION), level.text());
            assertEquals(Answer.FALSE, Reference.holds(late, level, Order.REAL_TIME), level.text());
        }
        History causeAfterEffect = Histories.of("0: r(x,1) @0-1", "0: w(x,1) @2-3");
        History effectElsewhere = Histories.of("0: r(x,1) @0-1", "1: w(x,1) @2-3");
        for (Level level : EnumSet.of(Level.ADYA_READ_COMMITTED, Level.READ_COMMITTED)) {
            assertEquals(Answer.TRUE, Reference.holds(causeAfterEffect, level, Order.NONE), level.text());
            assertEquals(Answer.FALSE, Reference.holds(causeAfterEffect, level, Order.SESSION), level.text());
            assertEquals(Answer.TRUE, Reference.holds(effectElsewhere, level, Order.SESSION), level.text());
            assertEquals(Answer.FALSE, Reference.holds(effectElsewhere, level, Order.REAL_TIME), level.text());
        }
        History backwards = Histories.of("0: append(x,1) @0-1", "0: append(x,2) @2-3", "1: r(x,[2 1]) @4-5");
        assertEquals(Answer.TRUE, Reference.holds(backwards, Level.READ_UNCOMMITTED, Order.NONE));
        assertEquals(Answer.FALSE, Reference.holds(backwards, Level.READ_UNCOMMITTED, Order.SESSION));
    }

    @Test
    void strictSerializabilityIsRealTimeWhateverTheForm() {
        History late = Histories.of("0: w(x,1) @0-1", "1: r(x,nil) @2-3");
        for (Order order : Order.values()) {
            assertEquals(Answer.FALSE, Reference.holds(late, Level.STRICT_SERIALIZABLE, order));
            assertEquals(Answer.FALSE, Reference.holds(late, Level.LINEARIZABLE, order));
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> Reference.holds(Histories.of("0: w(x,1)"), Level.STRICT_SERIALIZABLE, Order.SESSION));
    }

    @Test
    void aValueWrittenTwiceLeavesEveryLevelUnknown() {
        for (History history : List.of(
                Histories.of("0: w(x,1)", "1: w(x,1)"),
                Histories.of("0: w(x,1)", "1? w(x,1)"),
                Histories.of("0: w(x,1) w(x,1)"))) {
            for (Level level : EnumSet.range(Level.READ_UNCOMMITTED, Level.SERIALIZABLE)) {
                assertEquals(Answer.UNKNOWN, Reference.holds(history, level, Order.SESSION));
            }
        }
        History rolledBack = Histories.of("0: w(x,1)", "1! w(x,1)", "2: r(x,1)");
        assertEquals(Answer.TRUE, Reference.holds(rolledBack, Level.SERIALIZABLE, Order.SESSION));
    }

    @Test
    void anIndeterminateTransactionTakesPartWhenItIsSeen() {
        History unseen = Histories.of("0? r(y,1) w(x,1)", "1: r(x,nil)");
        assertEquals(Answer.TRUE, Reference.holds(unseen, Level.SERIALIZABLE, Order.SESSION), "its read is nobody's");
        History chain = Histories.of("0? w(x,1)", "1? r(x,1) w(y,1)", "2: r(y,1) r(x,nil)");
        assertEquals(Answer.TRUE, Reference.holds(chain, Level.READ_ATOMIC, Order.SESSION));
        assertEquals(Answer.FALSE, Reference.holds(chain, Level.CAUSAL, Order.SESSION), "seen by one that was seen");
        History forgotten = Histories.of("0? w(x,1)", "1? r(x,?) w(y,1)", "2: r(y,1) r(x,nil)");
        assertEquals(Answer.TRUE, Reference.holds(forgotten, Level.SERIALIZABLE, Order.SESSION));
        History inside = Histories.of("0? append(x,1)", "1: append(x,2)", "2: r(x,[1 2])", "2: r(x,[2])");
        assertEquals(Answer.FALSE, Reference.holds(inside, Level.READ_UNCOMMITTED, Order.SESSION));
        History neverComplete = Histories.of("1: r(x,nil) @2-3", "2: r(x,1) @4-5", "0? w(x,1) @0-");
        assertEquals(Answer.TRUE, Reference.holds(neverComplete, Level.STRICT_SERIALIZABLE, Order.SESSION));
    }

    @Test
    void appendsMayBeLostBelowParallelSnapshotIsolationOnly() {
        for (History history : List.of(
                Histories.of("0: append(x,1) append(x,2)", "1: r(x,[2])"),
                Histories.of("0: append(x,1) append(x,2)", "1: append(x,3)", "2: r(x,[2 3])"),
                Histories.of("0: append(x,1) append(x,2) append(x,3)", "1: r(x,[2 1 3])"),
                Histories.of("0: append(x,1)", "0: append(x,2)", "1: r(x,[2])"))) {
            assertEquals(Answer.TRUE, Reference.holds(history, Level.PREFIX, Order.SESSION));
            assertEquals(Answer.FALSE, Reference.holds(history, Level.PARALLEL_SNAPSHOT_ISOLATION, Order.SESSION));
        }
    }

    @Test
    void patternsOfRegisters() {
        patterns("a", "0: r(x,1)");
        patterns("b", "0! w(x,1)", "1: r(x,1)");
        patterns("c", "0: r(x,1) w(x,1)");
        patterns("c", "0: w(x,1) r(x,2) w(x,2)");
        patterns("d", "0: w(x,1)", "1: w(x,2) r(x,1)");
        patterns("d", "0: w(x,1) r(x,nil)");
        patterns("a", "0: w(x,1) r(x,2)");
        patterns("b", "0! w(x,1)", "1: w(x,2) r(x,1)");
        patterns("e", "0: w(x,1) w(x,2) r(x,1)");
        patterns("f", "0: w(x,1) w(x,2)", "1: r(x,1)");
        patterns("g", "0: r(x,1) w(y,1)", "1: r(y,1) w(x,1)");
        patterns("h", "0: w(x,1)", "1: r(x,1) w(x,2) w(y,1)", "2: r(y,1) r(x,1)");
        patterns("h", "0: w(x,1) w(y,1)", "1: r(y,1) r(x,nil)");
        patterns("il", "0: w(x,1) w(y,1)", "1: w(x,2) w(y,2)", "2: r(x,2) r(y,1)", "3: r(y,1) r(x,2)");
        patterns("k", "0: w(x,1)", "1: r(x,1) w(x,2) w(y,1)", "2: r(x,1) r(y,1)");
        patterns("k", "0: w(x,1)", "0: r(x,nil)");
        patterns("l", "0: w(x,1) w(y,1)", "1: w(x,2) w(y,2)", "2: r(x,1) r(y,2)");
        patterns("j", "0: w(x,1)", "1: r(x,nil) r(x,1)");
        patterns("m", "0: w(x,1)", "1: r(x,1) w(y,1)", "2: r(y,1) r(x,nil)");
        patterns("n", "0: w(x,1)", "0: w(y,1)", "1: w(x,2)", "1: w(z,1)", "2: r(y,1) r(x,2)", "3: r(z,1) r(x,1)");
    }

    @Test
    void patternsOfLists() {
        patterns("a", "0: append(x,1)", "1: r(x,[7 1])");
        patterns("b", "0: append(x,1)", "1! append(x,7)", "2: r(x,[7 1])");
        patterns("c", "0: r(x,[1]) append(x,1)");
        patterns("d", "0: append(x,1)", "1: append(x,2) r(x,[1])");
        patterns("d", "0: append(x,1)", "1: append(x,2) r(x,[2 1])");
        patterns("d", "0: append(x,1) r(x,[])");
        patterns("d", "0: append(x,1) append(x,2) r(x,[2])");
        patterns("e", "0: append(x,1) append(x,2) r(x,[1])");
        patterns("f", "0: append(x,1) append(x,2)", "1: r(x,[1])");
        patterns("j", "0: append(x,1)", "1: r(x,[]) append(x,2) r(x,[1 2])");
        patterns("", "0: append(x,1)", "1: r(x,[1]) append(x,2) r(x,[1 2])");
        patterns("", "0: append(x,1) append(x,3)", "1: append(x,2)", "2: r(x,[1 2 3])");
        assertEquals(
                EnumSet.of(AnomalyType.DUPLICATE_ELEMENTS),
                Reference.patterns(Histories.of("0: append(x,1)", "1: r(x,[1 1])"), Order.SESSION));
        assertEquals(
                EnumSet.of(AnomalyType.INCOMPATIBLE_ORDER),
                Reference.patterns(
                        Histories.of("0: append(x,1)", "1: append(x,2)", "2: r(x,[1])", "3: r(x,[2])"), Order.SESSION));
    }

    private static void patterns(String taps, String... lines) {
        StringBuilder found = new StringBuilder();
        for (AnomalyType type : Reference.patterns(Histories.of(lines), Order.SESSION))
            found.append(type.names().plume());
        assertEquals(taps, found.toString(), String.join("\n", lines));
    }
}
