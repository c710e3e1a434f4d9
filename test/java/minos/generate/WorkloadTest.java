package minos.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What workloads plan. */
class WorkloadTest {
    /** Every transaction with one or two reads and at most two writes in which a read of the key comes before each write. */
    private static Set<String> miniTransactions() {
        Set<String> found = new HashSet<>();
        List<String> shorter = List.of("");
        for (int length = 1; length <= 4; length++) {
            List<String> longer = new ArrayList<>();
            for (String prefix : shorter) for (String op : List.of("rx", "ry", "wx", "wy")) longer.add(prefix + op);
            longer.stream()
                    .filter(WorkloadTest::isMini)
                    .map(WorkloadTest::named)
                    .forEach(found::add);
            shorter = longer;
        }
        return found;
    }

    private static boolean isMini(String ops) {
        long reads = ops.chars().filter(c -> c == 'r').count();
        if (reads < 1 || reads > 2 || ops.length() / 2 - reads > 2) return false;
        for (String key : List.of("x", "y")) {
            int read = ops.indexOf("r" + key);
            int written = ops.indexOf("w" + key);
            if (written >= 0 && (read < 0 || read > written)) return false;
        }
        return true;
    }

    /** The key of the first operation is x. */
    private static String named(String ops) {
        return ops.charAt(1) == 'x'
                ? ops
                : ops.replace('x', 'z').replace('y', 'x').replace('z', 'y');
    }

    @Test
    void miniTransactionsAreAllThatTheDefinitionAdmits() {
        Workload workload = new Workload(Workload.Kind.MINI, 8, 0.5, Workload.Keys.uniform(2));
        Workload.Planner planner = workload.planner(1);
        Set<String> planned = new HashSet<>();
        for (int i = 0; i < 5_000; i++) {
            StringBuilder ops = new StringBuilder();
            for (Workload.Op op : planner.next())
                ops.append(op.write() ? "w" : "r").append(op.key() == 0 ? "x" : "y");
            planned.add(named(ops.toString()));
        }
        assertEquals(20, planned.size());
        assertEquals(miniTransactions(), planned);
    }

    @Test
    void valuesAreUnique() {
        for (Workload.Kind kind : Workload.Kind.values()) {
            Workload.Planner planner = Workload.of(kind).planner(1);
            Set<Long> values = new HashSet<>();
            for (int i = 0; i < 1_000; i++) {
                for (Workload.Op op : planner.next())
                    assertTrue(!op.write() || values.add(op.value()), () -> kind + " " + op);
            }
        }
    }

    @Test
    void anotherAttemptWritesOtherValuesToTheSameKeys() {
        for (Workload.Kind kind : Workload.Kind.values()) {
            Workload.Planner planner = Workload.of(kind).planner(1);
            Set<Long> values = new HashSet<>();
            for (int i = 0; i < 1_000; i++) {
                Workload.Plan plan = planner.next();
                Workload.Plan again = plan.again();
                assertEquals(plan.size(), again.size());
                for (int op = 0; op < plan.size(); op++) {
                    assertEquals(plan.get(op).key(), again.get(op).key());
                    assertEquals(plan.get(op).write(), again.get(op).write());
                    if (!plan.get(op).write()) continue;
                    assertTrue(
                            values.add(plan.get(op).value())
                                    && values.add(again.get(op).value()),
                            kind::toString);
                }
            }
        }
    }

    @Test
    void valuesAreDrawnAsAsked() {
        Workload.Values few = new Workload.Values(5, Distribution.ZIPFIAN, 0.25);
        for (Workload.Kind kind : Workload.Kind.values()) {
            if (kind == Workload.Kind.APPEND) continue;
            Workload.Planner planner = new Workload(kind, 8, 0.5, Workload.Keys.uniform(10))
                    .with(few)
                    .planner(1);
            int[] drawn = new int[6];
            int first = 0; // of the transaction, to its key
            int writes = 0;
            while (writes < 10_000) {
                Set<Integer> written = new HashSet<>();
                for (Workload.Op op : planner.next()) {
                    if (!op.write()) continue;
                    boolean isFirst = !written.contains(op.key());
                    assertTrue(isFirst || !op.isDelete(), "a row that is inserted and deleted is no write");
                    if (isFirst) first++;
                    if (!op.isDelete()) written.add(op.key());
                    drawn[(int) op.value()]++;
                    writes++;
                }
            }
            assertEquals(0.25, drawn[0] / (double) first, 0.02, "deletes");
            for (int value = 1; value <= 5; value++) {
                double expected = 1.0 / value / (1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0 + 1 / 5.0);
                assertEquals(expected, drawn[value] / (double) (writes - drawn[0]), 0.02, kind + " " + value);
            }
        }
    }

    @Test
    void listsAreNotDeleted() {
        Workload.Values deletes = new Workload.Values(0, Distribution.UNIFORM, 0.1);
        assertThrows(
                IllegalArgumentException.class,
                () -> new Workload(Workload.Kind.APPEND, 8, 0.5, Workload.Keys.uniform(10)).with(deletes));
    }

    @Test
    void popularKeysComeFirst() {
        for (Distribution distribution : Distribution.values()) {
            Workload.Planner planner =
                    new Workload(Workload.Kind.MINI, 8, 1, new Workload.Keys(100, distribution)).planner(1);
            int first = 0;
            for (int i = 0; i < 2_000; i++) if (planner.next().get(0).key() < 20) first++;
            double share = first / 2_000.0;
            double expected =
                    switch (distribution) {
                        case UNIFORM -> 0.2;
                        case ZIPFIAN ->
                            0.69; // the sum of the first twenty terms 1/i^0.99 over that of the first hundred
                        case HOTSPOT -> 0.8;
                        case EXPONENTIAL -> 0.99;
                    };
            assertEquals(expected, share, 0.04, distribution.toString());
        }
    }

    @Test
    void keysAreReplacedAfterSoManyUses() {
        for (Workload.Kind kind : Workload.Kind.values()) {
            Workload workload = new Workload(kind, 4, 0.5, new Workload.Keys(3, Distribution.UNIFORM, 5));
            Workload.Planner planner = workload.planner(1);
            Map<Integer, Integer> transactions = new TreeMap<>();
            for (int i = 0; i < 300; i++) {
                planner.next().stream()
                        .map(Workload.Op::key)
                        .distinct()
                        .forEach(key -> transactions.merge(key, 1, Integer::sum));
            }
            assertTrue(transactions.size() > 60, kind + " " + transactions);
            assertTrue(transactions.values().stream().allMatch(uses -> uses <= 5), kind + " " + transactions);
        }
    }
}
