package minos.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import minos.Histories;
import minos.history.History;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Independent faults never hide each other: with all anomalies asked for, the engine names for the union of two histories,
 * with keys and sessions of their own, what it names for each; at every level and in every order.
 */
class UnionTest {
    @Test
    void namesWhatItNamesForEach() {
        Trials.run(1_000, UnionTest::complaint);
    }

    @Test
    @Tag("slow")
    void namesWhatItNamesForEachOfMany() {
        Trials.run(200_000, UnionTest::complaint);
    }

    /** A lost update in the one leaves the shortest violation of the other what is told. */
    @Test
    void namesTheShortestOfEach() {
        String skewed =
                """
                a: append(x,1) r(y,[]) append(x,2)
                b: append(y,4) r(x,[1 2])
                a: r(y,[]) append(y,5) append(x,6)
                c: r(x,[]) append(y,8)
                """;
        String lost =
                """
                d: r(z,[]) append(z,1)
                e: r(z,[]) append(z,2)
                """;
        Set<AnomalyType> expected = types(Histories.of(skewed), Level.SERIALIZABLE, Order.NONE);
        expected.addAll(types(Histories.of(lost), Level.SERIALIZABLE, Order.NONE));
        assertEquals(expected, types(Histories.of(skewed + lost), Level.SERIALIZABLE, Order.NONE));
    }

    /** What is over before the other begins is independent of it in real time too. */
    @Test
    void namesTheShortestOfEachOneAfterTheOther() {
        String stale =
                """
                a: r(x,[1 2 3]) append(x,4) @4-5
                b: r(x,[1 2]) append(x,3) @1-6
                c: append(x,1) @3-8
                d: r(x,[1]) append(x,2) @7-9
                d: r(x,[1 2 3 4]) @10-11
                """;
        String lost =
                """
                e: r(z,[]) append(z,1) @12-14
                f: r(z,[]) append(z,2) @13-15
                """;
        Set<AnomalyType> expected = types(Histories.of(stale), Level.SERIALIZABLE, Order.REAL_TIME);
        expected.addAll(types(Histories.of(lost), Level.SERIALIZABLE, Order.REAL_TIME));
        assertEquals(expected, types(Histories.of(stale + lost), Level.SERIALIZABLE, Order.REAL_TIME));
    }

    /** Two cycles through one transaction, both of two, are named both, in whatever order they are come by. */
    @Test
    void namesEachKindOfCycleOverTime() {
        String cycles =
                """
                a: append(x,5) append(y,6) append(x,7) @1-2
                b: append(x,1) @0-3
                b: append(x,4) r(x,[1 3 4]) @6-7
                c: append(y,2) append(x,3) @9-10
                b: r(x,[1 3 4 5 7]) r(y,[2 6]) @8-11
                """;
        String lost =
                """
                d: r(z,[]) append(z,1) @20-22
                e: r(z,[]) append(z,2) @21-23
                """;
        Set<AnomalyType> both = EnumSet.of(AnomalyType.G0_REALTIME, AnomalyType.G1C_REALTIME);
        assertEquals(both, types(Histories.of(cycles), Level.PREFIX, Order.REAL_TIME));
        assertEquals(both, types(Histories.of(cycles + lost), Level.PREFIX, Order.REAL_TIME));
    }

    /** Of a history and another that its own shape picks, so that both are the same again when it is shrunk. */
    private static String complaint(Draft draft) {
        for (long seed = 1000; seed < 1004; seed++) {
            Draft other = RandomHistories.draft(seed);
            if (other.lists != draft.lists || !other.orders().equals(draft.orders())) continue;
            String complaint = complaint(draft, other, new Random(seed));
            if (complaint != null) return complaint + "\nwith\n" + other;
        }
        return null;
    }

    private static String complaint(Draft one, Draft other, Random random) {
        if (Stream.of(one, other).anyMatch(draft -> new Observations(draft.build()).hasDuplicateWrites())) return null;
        History after = union(one, other, false, random).build();
        History beside = union(one, other, true, random).build();
        for (Order order : one.orders()) {
            for (Level level : Reference.askable(after, order)) {
                if (level.isOfSingleObjects()) continue;
                boolean realTime = new Requirement(level, order).order() == Order.REAL_TIME;
                History union = realTime ? after : beside;
                Set<AnomalyType> expected = types(one.build(), level, order);
                expected.addAll(types(other.build(), level, order));
                Set<AnomalyType> found = types(union, level, order);
                if (!found.containsAll(expected)) {
                    return level + " in form " + order + ": of both " + found + ", of each " + expected;
                }
            }
        }
        return null;
    }

    private static Set<AnomalyType> types(History history, Level level, Order order) {
        Set<AnomalyType> types = EnumSet.noneOf(AnomalyType.class);
        Options options = Options.DEFAULT.with(order).withAll(true).withThreads(1);
        for (Verdict verdict : Judge.check(history, List.of(level), options)) {
            verdict.anomalies().forEach(anomaly -> types.add(anomaly.type()));
        }
        return types;
    }

    /**
     * One after the other or, if {@code beside}, mixed in a way that keeps the order of each. By real time, what happens at
     * once is not independent: each transaction that completes comes before all that begin from then on.
     */
    private static Draft union(Draft one, Draft other, boolean beside, Random random) {
        int keys = 100;
        int sessions = 1000;
        List<Draft.Txn> txns = new ArrayList<>();
        for (Draft.Txn txn : one.txns) txns.add(moved(txn, 0, 0, beside ? 2 : 1, 0));
        for (Draft.Txn txn : other.txns) txns.add(moved(txn, keys, sessions, beside ? 2 : 1, beside ? 1 : 10_000));
        if (one.orders().contains(Order.REAL_TIME)) {
            txns.sort(Comparator.comparing(Draft.Txn::completion));
        } else if (beside) {
            Set<Draft.Txn> first = new HashSet<>(txns.subList(0, one.txns.size()));
            List<Draft.Txn> mixed = new ArrayList<>(txns.subList(0, one.txns.size()));
            for (Draft.Txn txn : txns) {
                if (!first.contains(txn)) mixed.add(random.nextInt(mixed.size() + 1), txn);
            }
            List<Draft.Txn> rest = new ArrayList<>(txns.subList(one.txns.size(), txns.size()));
            mixed.replaceAll(txn -> first.contains(txn) ? txn : rest.remove(0));
            txns = mixed;
        }
        return new Draft(one.lists, txns);
    }

    private static Draft.Txn moved(Draft.Txn txn, int keys, int sessions, int scale, int later) {
        List<Draft.Op> ops = txn.ops().stream()
                .map(op -> new Draft.Op(op.write(), op.key() + keys, op.result()))
                .toList();
        int invocation = txn.invocation() < 0 ? -1 : txn.invocation() * scale + later;
        int completion = txn.completion() == Integer.MAX_VALUE ? Integer.MAX_VALUE : txn.completion() * scale + later;
        return new Draft.Txn(txn.session() + sessions, txn.status(), invocation, completion, ops)
                .in(txn.group() == null ? null : Integer.valueOf(txn.group() + sessions));
    }
}
