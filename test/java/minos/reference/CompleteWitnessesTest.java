package minos.reference;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import minos.Histories;
import minos.history.History;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Anomaly;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.model.Violation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A witness is complete in itself: the operations that it shows, taken alone as a history, violate the level that it is told
 * of, says the reference.
 */
class CompleteWitnessesTest {
    /** How many different ones were judged. */
    private int judged;

    @Test
    void violateTheLevelByThemselves() {
        Trials.run(2_000, this::complaint);
        assertTrue(judged > 10_000, judged + " witnesses");
    }

    @Test
    @Tag("slow")
    void violateTheLevelByThemselvesInMany() {
        Trials.run(200_000, this::complaint);
        assertTrue(judged > 100_000, judged + " witnesses");
    }

    /** The last read misses y=1 only where y=4 came first, and that rests on an anti-dependency of its own. */
    @Test
    void whatTheOrderOfWritesRestsOnCounts() {
        History history =
                Histories.of("1: w(y,1) @0-2", "1: r(y,1) w(x,2) @3-4", "2: r(x,nil) w(y,4) @1-5", "0: r(y,4) @6-8");
        assertNull(complaint(history, EnumSet.allOf(Order.class)));
    }

    /** Of two indeterminate transactions that read each other neither has committed for sure: somebody else saw one of them. */
    @Test
    void whatReadsEachOtherProvesNothing() {
        History history = Histories.of("1? r(x,5) w(x,1)", "0: r(x,1)", "3? r(x,1) w(x,5)");
        assertNull(complaint(history, EnumSet.of(Order.NONE, Order.SESSION)));
    }

    private String complaint(Draft draft) {
        return complaint(draft.build(), draft.orders());
    }

    private String complaint(History history, Set<Order> orders) {
        if (new Observations(history).hasDuplicateWrites()) return null;
        for (Order order : orders) {
            Set<List<Object>> told = new HashSet<>(); // a level tells what weaker ones do, too
            for (boolean all : new boolean[] {false, true}) {
                Options options = Options.DEFAULT
                        .with(order)
                        .withAll(all)
                        .withMaxWitnesses(3)
                        .withThreads(1);
                for (Verdict verdict : Judge.check(history, Reference.askable(history, order), options)) {
                    if (verdict.level().isOfSingleObjects()) continue;
                    for (Anomaly anomaly : verdict.anomalies()) {
                        for (Violation witness : anomaly.witnesses()) {
                            if (!told.add(List.of(witness, Shown.broken(verdict, witness)))) continue;
                            judged++;
                            String complaint = complaint(history, verdict, witness);
                            if (complaint != null) {
                                return verdict.level() + " in form " + order + ": " + complaint + " in " + witness;
                            }
                        }
                    }
                }
            }
        }
        return null;
    }

    private static String complaint(History history, Verdict verdict, Violation witness) {
        if (witness.cycles().isEmpty() && witness.transactions().isEmpty()) return null;
        History alone = new Shown(history, witness).alone();
        Level level = Shown.broken(verdict, witness);
        return Reference.holds(alone, level, verdict.order()) == Answer.FALSE
                ? null
                : level + " is not violated by\n" + String.join("\n", Histories.show(alone)) + "\n";
    }
}
