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

    private static final Set<AnomalyType> OF_READS = EnumSet.of(
            AnomalyType.THIN_AIR_READ,
            AnomalyType.ABORTED_READ,
            AnomalyType.FUTURE_READ,
            AnomalyType.NOT_MY_OWN_WRITE,
            AnomalyType.NOT_MY_LAST_WRITE,
            AnomalyType.INTERMEDIATE_READ,
            AnomalyType.NON_REPEATABLE_READ,
            AnomalyType.DUPLICATE_ELEMENTS,
            AnomalyType.INCOMPATIBLE_ORDER);

    private final Map<AnomalyType, Integer> exact = new EnumMap<>(AnomalyType.class);

    @Test
    void areWhatTheySay() {
        Trials.run(3_000, this::complaint);
        for (AnomalyType type : List.of(
                AnomalyType.ABORTED_READ,
                AnomalyType.NOT_MY_OWN_WRITE,
                AnomalyType.NON_REPEATABLE_READ,
                AnomalyType.DUPLICATE_ELEMENTS,
                AnomalyType.CYCLIC_CAUSALITY,
                AnomalyType.NON_MONOTONIC_READ,
                AnomalyType.FRACTURED_READ,
                AnomalyType.CAUSALITY_VIOLATION,
                AnomalyType.READ_YOUR_WRITES_VIOLATION,
                AnomalyType.MONOTONIC_READS_VIOLATION,
                AnomalyType.MONOTONIC_WRITES_VIOLATION,
                AnomalyType.WRITES_FOLLOW_READS_VIOLATION,
                AnomalyType.LOST_UPDATE,
                AnomalyType.LONG_FORK,
                AnomalyType.WRITE_SKEW,
                AnomalyType.REAL_TIME_VIOLATION)) {
            assertTrue(exact.getOrDefault(type, 0) > 3, type + " is counted in " + exact);
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
        Map<Order, Map<AnomalyType, Integer>> expected = new EnumMap<>(Order.class);
        for (Order order : draft.orders()) {
            Options options = Options.DEFAULT.with(order).withAll(true).withThreads(1);
            for (Verdict verdict : Judge.check(history, Reference.askable(history, order), options)) {
                if (verdict.level().isOfSingleObjects()) continue;
                String complaint = complaint(
                        verdict, expected.computeIfAbsent(verdict.order(), by -> expected(history, observations, by)));
                if (complaint != null) return complaint;
            }
        }
        return null;
    }

    private String complaint(Verdict verdict, Map<AnomalyType, Integer> expected) {
        for (Anomaly anomaly : verdict.anomalies()) {
            Integer count = expected.get(anomaly.type());
            // What a search finds may rest on orders of versions that it had to infer; and what is wrong in session
            // order is
            // told as that, even if real time makes something else of it.
            boolean searched = anomaly.type().compareTo(AnomalyType.G0) >= 0
                    || verdict.order().isTimed();
            if (count == null || !anomaly.exact() && searched) continue;
            if (anomaly.exact()) exact.merge(anomaly.type(), 1, Integer::sum);
            if (anomaly.exact() ? anomaly.count() != count : anomaly.count() > count) {
                return "in form " + verdict.order() + " there are " + expected + ", the engine counts "
                        + anomaly.count() + (anomaly.exact() ? " " : " or more ") + anomaly.type() + " at "
                        + verdict.level();
            }
        }
        return null;
    }

    private static Map<AnomalyType, Integer> expected(History history, Observations observations, Order order) {
        Set<AnomalyType> patterns = Reference.patterns(history, order);
        Relation so = observations.sessionOrder(order);
        Map<AnomalyType, Integer> expected = new EnumMap<>(observations.counts());
        expected.keySet().retainAll(OF_READS);
        Instances instances = new Instances(observations, so);
        boolean agree = isAcyclicWithoutCausalCycles(observations, so);
        if (agree && patterns.stream().noneMatch(UNCLEAR::contains)) {
            expected.put(AnomalyType.CYCLIC_CAUSALITY, instances.causalCycles());
            expected.putAll(Patterns.counts(observations, so));
        }
        if (!observations.patterns().isEmpty()) return expected;
        if (agree && instances.causalCycles() == 0) expected.putAll(instances.guarantees());
        expected.putAll(instances.counts());
        if (order.isTimed() && instances.areVersionsKnown()) {
            Relation sessions = observations.sessionOrder(Order.SESSION);
            expected.put(AnomalyType.REAL_TIME_VIOLATION, instances.staleReads(sessions));
        }
        return expected;
    }

    /** Whether the orders of versions make no cycles but those of causality, so that none of them was left out. */
    private static boolean isAcyclicWithoutCausalCycles(Observations observations, Relation so) {
        Relation causal = so.union(observations.writeRead()).closure();
        Relation rest = so.union(observations.versionOrder());
        for (Observations.Read read : observations.reads()) {
            boolean initial = read.source() == Observations.BOTTOM;
            if (!initial && !causal.has(read.reader(), read.source())) rest.add(read.source(), read.reader());
        }
        return rest.isAcyclic();
    }
}
