package minos.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import minos.Histories;
import minos.Judgement;
import minos.Minos;
import minos.history.History;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Assumption;
import minos.model.DatabaseOrder;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict.Answer;
import minos.model.Violation;
import minos.util.Sentinel;
import org.junit.jupiter.api.Test;

/** What is taken for granted about version orders counts, says so, and nothing else changes. */
class AssumptionsTest {
    private static final String[] WRITES = {"0: r(x,nil) w(y,2)", "1: w(x,3) w(y,4)"};

    @Test
    void theDatabasesOrder() {
        History history = Histories.of(WRITES);
        assertEquals(
                Answer.TRUE,
                Minos.ask(Level.SERIALIZABLE).order(Order.NONE).judge(history).answer());
        Judgement judgement = Minos.ask(Level.SERIALIZABLE)
                .order(Order.NONE)
                .databaseOrder(DatabaseOrder.ASSUME, (any, t) -> OptionalInt.of(2 - t))
                .judge(history);
        assertEquals(Answer.FALSE, judgement.answer());
        assertTrue(judgement.toJson().contains("\"assumed\":\"transaction-order\""), judgement.toJson());
        assertTrue(
                judgement
                        .explain()
                        .contains("(ww): the database says that T1 committed (at 1) before T0 committed (at 2)"),
                judgement.explain());
    }

    @Test
    void contradictions() {
        History history = Histories.of("0: w(x,1)", "0: w(x,2)", "0: r(x,1)");
        for (Level level : List.of(Level.READ_UNCOMMITTED, Level.CAUSAL, Level.SERIALIZABLE)) {
            Judgement judgement = Minos.ask(level)
                    .order(Order.NONE)
                    .assume(Assumption.SEQUENTIAL_KEYS)
                    .judge(history);
            assertEquals(Answer.FALSE, judgement.answer());
            Violation found =
                    judgement.verdicts().get(0).anomalies().get(0).witnesses().get(0);
            assertEquals(
                    new Violation.CyclicVersions(
                            0, List.of(0, 1), List.of(Assumption.SEQUENTIAL_KEYS), List.of(0, 1, 2)),
                    found);
            assertTrue(
                    judgement.explain().contains("the versions 1, 2 of x come before themselves"), judgement.explain());
        }
    }

    @Test
    void everyEdgeThatRestsOnOneSaysSo() {
        Judgement judgement = Minos.ask(Level.READ_UNCOMMITTED)
                .order(Order.NONE)
                .assume(Assumption.SEQUENTIAL_KEYS)
                .judge(Histories.of("0: w(x,1) w(y,2)", "1: w(x,2) w(y,1)", "0: r(x,2)", "1: r(y,2)"));
        List<Edge> cycle = judgement
                .verdicts()
                .get(0)
                .anomalies()
                .get(0)
                .witnesses()
                .get(0)
                .cycles()
                .get(0);
        for (Edge edge : cycle) assertEquals(Optional.of(Assumption.SEQUENTIAL_KEYS), edge.assumption());
    }

    /** What aborted is no part of a cycle, but it was met between two that are. */
    @Test
    void ordersLeadPastWhatAborted() {
        History history = Histories.of("0: w(x,1) r(y,9)", "1! w(x,2)", "0: r(x,2)", "0: r(x,3)", "2: w(x,3) w(y,9)");
        Judgement judgement = Minos.ask(Level.SERIALIZABLE)
                .order(Order.NONE)
                .assume(Assumption.SEQUENTIAL_KEYS)
                .all(true)
                .judge(history);
        List<AnomalyType> types = judgement.verdicts().get(0).anomalies().stream()
                .map(Anomaly::type)
                .toList();
        assertEquals(List.of(AnomalyType.ABORTED_READ, AnomalyType.G1C), types);
    }

    /** Serializability with writes in a given order, against every serial order. */
    @Test
    void againstAllOrders() {
        int violated = 0;
        for (int seed = 0; seed < 3_000; seed++) {
            Random random = new Random(seed);
            History history = Histories.of(random(random));
            int[] rank = IntStream.range(0, history.transactions()).toArray();
            for (int i = rank.length - 1; i > 0; i--) {
                int j = random.nextInt(i + 1);
                int swapped = rank[i];
                rank[i] = rank[j];
                rank[j] = swapped;
            }
            if (random.nextInt(3) == 0) rank[0] = Sentinel.NONE;
            boolean expected = isSerial(history, rank, new ArrayList<>());
            Answer answer = Minos.ask(Level.SERIALIZABLE)
                    .order(Order.NONE)
                    .databaseOrder(
                            DatabaseOrder.ASSUME,
                            (any, t) -> rank[t] == Sentinel.NONE ? OptionalInt.empty() : OptionalInt.of(rank[t]))
                    .judge(history)
                    .answer();
            // Where nobody reads a key that another writes, nothing was tested, and nothing is said.
            Answer holds = isTested(history) ? Answer.TRUE : Answer.UNKNOWN;
            assertEquals(expected ? holds : Answer.FALSE, answer, "seed " + seed + " " + Arrays.toString(rank));
            if (!expected) violated++;
        }
        assertTrue(violated > 300 && violated < 2_700, violated + " of 3000");
    }

    /** Whether somebody reads a key that another writes. */
    private static boolean isTested(History history) {
        for (int read = 0; read < history.operations(); read++) {
            for (int write = 0; write < history.operations(); write++) {
                boolean pair =
                        !history.isWrite(read) && history.isWrite(write) && history.key(read) == history.key(write);
                if (pair && history.transactionOf(read) != history.transactionOf(write)) return true;
            }
        }
        return false;
    }

    /** Transactions that write one or two of three registers and read others, from whom it may be. */
    private static String[] random(Random random) {
        int transactions = 2 + random.nextInt(4);
        List<String> lines = new ArrayList<>();
        for (int t = 0; t < transactions; t++) {
            String keys = "xyz";
            StringBuilder line = new StringBuilder(t + ":");
            int write = random.nextInt(3);
            line.append(" w(")
                    .append(keys.charAt(write))
                    .append(',')
                    .append(t + 1)
                    .append(')');
            int read = (write + 1 + random.nextInt(2)) % 3;
            List<String> values = new ArrayList<>(List.of("nil"));
            for (int other = 0; other < t; other++) {
                if (lines.get(other).contains("w(" + keys.charAt(read) + "," + (other + 1))) {
                    values.add(String.valueOf(other + 1));
                }
            }
            String value = values.get(random.nextInt(values.size()));
            line.append(" r(")
                    .append(keys.charAt(read))
                    .append(',')
                    .append(value)
                    .append(')');
            lines.add(line.toString());
        }
        return lines.toArray(new String[0]);
    }

    /** Whether some order of the transactions begins with a prefix, explains all reads, and has writers of a key by rank. */
    private static boolean isSerial(History history, int[] rank, List<Integer> prefix) {
        int[] current = new int[history.keys()];
        int[] last = new int[history.keys()];
        Arrays.fill(current, History.INITIAL);
        Arrays.fill(last, -1);
        for (int t : prefix) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                int key = history.key(op);
                if (!history.isWrite(op)) {
                    if (history.version(op) != current[key]) return false;
                    continue;
                }
                current[key] = history.version(op);
                if (rank[t] == Sentinel.NONE) continue;
                if (rank[t] < last[key]) return false;
                last[key] = rank[t];
            }
        }
        if (prefix.size() == history.transactions()) return true;
        for (int t = 0; t < history.transactions(); t++) {
            if (prefix.contains(t)) continue;
            List<Integer> longer = new ArrayList<>(prefix);
            longer.add(t);
            if (isSerial(history, rank, longer)) return true;
        }
        return false;
    }
}
