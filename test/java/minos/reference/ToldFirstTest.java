package minos.reference;

import java.util.List;
import minos.history.History;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Anomaly;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Violation;
import org.junit.jupiter.api.Test;

/** Of several witnesses of a type the most damning is told first; and of what a strong level alone rules out, the most damning type. */
class ToldFirstTest {
    @Test
    void isTheMostDamning() {
        Trials.run(2_000, ToldFirstTest::complaint);
    }

    private static String complaint(Draft draft) {
        History history = draft.build();
        if (new Observations(history).hasDuplicateWrites()) return null;
        for (Order order : draft.orders()) {
            for (boolean all : new boolean[] {false, true}) {
                Options options = Options.DEFAULT
                        .with(order)
                        .withAll(all)
                        .withMaxWitnesses(all ? 3 : 1)
                        .withThreads(1);
                for (Verdict verdict : Judge.check(history, Reference.askable(history, order), options)) {
                    for (Anomaly anomaly : verdict.anomalies()) {
                        if (!isInOrder(anomaly.witnesses()))
                            return verdict.level() + " in form " + order + ": " + anomaly;
                    }
                    List<Violation> first = verdict.anomalies().stream()
                            .filter(anomaly -> anomaly.level().implies(Level.PREFIX))
                            .map(anomaly -> anomaly.witnesses().get(0))
                            .toList();
                    if (!all && !isInOrder(first)) return verdict.level() + " in form " + order + ": " + first;
                }
            }
        }
        return null;
    }

    private static boolean isInOrder(List<Violation> told) {
        for (int i = 1; i < told.size(); i++) {
            if (Violation.MOST_DAMNING.compare(told.get(i - 1), told.get(i)) > 0) return false;
        }
        return true;
    }
}
