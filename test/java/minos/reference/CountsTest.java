package minos.reference;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import minos.history.History;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * With all anomalies asked for, a count that is said to be exact is the number of instances that the definitions have: of patterns a to
 * f, reads; of the patterns h to n, triples of a read, its source and another writer; of write skews, pairs of transactions. Any other of
 * a level up to causal is no more than that.
 */
class CountsTest {
    /** What makes it open who read from whom, or which version orders count. */
    private static final Set<AnomalyType> UNCLEAR =
            EnumSet.of(AnomalyType.INTERMEDIATE_READ, AnomalyType.DUPLICATE_ELEMENTS, AnomalyType.INCOMPATIBLE_ORDER);

    private final Map<AnomalyType, Integer> exact = new EnumMap<>(AnomalyType.class);

    @Test
    void areWhatTheySay() {
        Trials.run(3_000, this::complaint);
        for (AnomalyType type : List.of(
                AnomalyType.ABORTED_READ,
                AnomalyType.NOT_MY_OWN_WRITE,
                AnomalyType.NON_MONOTONIC_READ,
                AnomalyType.FRACTURED_READ,
                AnomalyType.CAUSALITY_VIOLATION,
                AnomalyType.WRITE_SKEW)) {
            assertTrue(exact.getOrDefault(type, 0) > 10, type + " is counted in " + exact);
        }
    }

    @Test
    @Tag("slow")
    void areWhatTheySayOfMany() {
        Trials.run(200_000, this::complaint);
    }

    private String complaint(Draft draft) {
        History history = draft.build();
        Observations observations = new Observations(history);
        if (observations.hasDuplicateWrites()) return null;
        if (draft.lists && !observations.patterns().isEmpty()) return null;
        for (Order order : draft.orders()) {
            Set<AnomalyType> patterns = Reference.patterns(history, order);
            if (patterns.stream().anyMatch(UNCLEAR::contains)) continue;
            Relation so = observations.sessionOrder(order);
            Map<AnomalyType, Integer> expected = Patterns.counts(observations, so);
            if (!draft.lists) {
                expected.putAll(observations.counts());
                expected.remove(AnomalyType.NON_REPEATABLE_READ); // of several reads each may be the odd one
                if (observations.patterns().isEmpty()) expected.put(AnomalyType.WRITE_SKEW, writeSkews(observations));
            }
            List<Level> levels = List.of(Level.READ_UNCOMMITTED, Level.CAUSAL, Level.SERIALIZABLE);
            Options options = Options.DEFAULT.with(order).withAll(true).withThreads(1);
            List<Verdict> verdicts = Judge.check(history, levels, options);
            if (verdicts.get(0).answer() == Verdict.Answer.FALSE) continue; // version orders are at odds
            for (Verdict verdict : verdicts) {
                for (Anomaly anomaly : verdict.anomalies()) {
                    Integer count = expected.get(anomaly.type());
                    if (count == null || verdict.level() == Level.SERIALIZABLE && !anomaly.exact()) continue;
                    if (anomaly.exact()) exact.merge(anomaly.type(), 1, Integer::sum);
                    if (anomaly.exact() ? anomaly.count() != count : anomaly.count() > count) {
                        return "in form " + order + " there are " + expected + ", the engine counts " + anomaly.count()
                                + (anomaly.exact() ? " " : " or more ") + anomaly.type() + " at " + verdict.level();
                    }
                }
            }
        }
        return null;
    }

    /** Pairs of transactions that each wrote the next version of what the other had read, where that is plain. */
    private static int writeSkews(Observations observations) {
        int found = 0;
        for (int t = 0; t < observations.size(); t++) {
            for (int u = 0; u < t; u++) if (misses(observations, t, u) && misses(observations, u, t)) found++;
        }
        return found;
    }

    /** Whether one read a version whose next one another wrote: that one read it, too; or it is the initial one, and that one read no other. */
    private static boolean misses(Observations observations, int reader, int writer) {
        return observations.reads().stream()
                .anyMatch(read -> read.reader() == reader
                        && read.source() != writer
                        && observations.writesTo(writer, read.key())
                        && previous(observations, writer, read.key()) == read.source());
    }

    /** Whose version of a key a writer of it read; the initial one if it read none. */
    private static int previous(Observations observations, int writer, int key) {
        return observations.reads().stream()
                .filter(read -> read.reader() == writer && read.key() == key)
                .map(Observations.Read::source)
                .findFirst()
                .orElse(Observations.BOTTOM);
    }
}
