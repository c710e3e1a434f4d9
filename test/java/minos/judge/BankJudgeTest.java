package minos.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import minos.Histories;
import minos.history.History;
import minos.history.Model;
import minos.infer.Options;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Test;

/** Banks: one that moves money whole, and one whose readers now and then see a transfer in part or an account overdrawn. */
class BankJudgeTest {
    private static final int ACCOUNTS = 4;

    @Test
    void sumsAndNegativeBalances() {
        int violated = 0;
        for (long seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            boolean buggy = seed % 2 == 1;
            int[] balances = {25, 25, 25, 25};
            List<String> lines = new ArrayList<>();
            Map<Integer, Integer> sums = new HashMap<>();
            int negative = 0;
            for (int n = 0; n < 30; n++) {
                int from = random.nextInt(ACCOUNTS);
                int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
                int amount = 1 + random.nextInt(20);
                if (random.nextBoolean() && (balances[from] >= amount || buggy && random.nextInt(6) == 0)) {
                    balances[from] -= amount;
                    balances[to] += amount;
                    lines.add(n % 3 + ": w(" + from + ",-" + amount + ") w(" + to + "," + amount + ")");
                    continue;
                }
                int[] seen = balances.clone();
                if (buggy && random.nextInt(8) == 0) seen[from] += amount;
                StringBuilder read = new StringBuilder(n % 3 + ":");
                int sum = 0;
                for (int account = 0; account < ACCOUNTS; account++) {
                    read.append(" r(")
                            .append(account)
                            .append(',')
                            .append(seen[account])
                            .append(')');
                    sum += seen[account];
                    if (seen[account] < 0) negative++;
                }
                sums.merge(sum, 1, Integer::sum);
                lines.add(read.toString());
            }
            History history = Histories.of(Model.BANK, lines.toArray(String[]::new));
            for (Level level : List.of(Level.PARALLEL_SNAPSHOT_ISOLATION, Level.SERIALIZABLE)) {
                Verdict verdict =
                        Judge.check(history, List.of(level), Options.DEFAULT).get(0);
                long wrong = count(verdict, AnomalyType.WRONG_TOTAL);
                int usual = sums.values().stream().mapToInt(i -> i).max().orElse(0);
                assertEquals(sums.values().stream().mapToInt(i -> i).sum() - usual, wrong, "seed " + seed);
                assertEquals(negative, count(verdict, AnomalyType.NEGATIVE_BALANCE), "seed " + seed);
                boolean bad = wrong + negative > 0;
                assertEquals(bad, verdict.answer() == Answer.FALSE, "seed " + seed);
                violated += bad ? 1 : 0;
                Options allowed = Options.DEFAULT.withAllowNegative(true);
                assertEquals(
                        0, count(Judge.check(history, List.of(level), allowed).get(0), AnomalyType.NEGATIVE_BALANCE));
                if (!buggy) assertEquals(Answer.TRUE, verdict.answer(), "seed " + seed);
            }
            boolean wrong = sums.size() > 1;
            assertEquals(
                    wrong ? Answer.UNKNOWN : Answer.TRUE,
                    Judge.check(history, List.of(Level.CAUSAL), Options.DEFAULT)
                            .get(0)
                            .answer(),
                    "causal consistency allows lost updates");
        }
        assertTrue(violated > 200, violated + " violated");
    }

    @Test
    void accountsThatNobodyReadsKeepNoSum() {
        History history =
                Histories.of(Model.BANK, "0: r(a,10) r(b,10) @0-1", "0: w(a,-5) w(c,5) @2-3", "0: r(a,5) r(b,10) @4-5");
        Verdict verdict = Judge.check(history, List.of(Level.STRICT_SERIALIZABLE), Options.DEFAULT)
                .get(0);
        assertEquals(Answer.TRUE, verdict.answer());
    }

    /** Against all serial orders, and all ways to take snapshots and commit. */
    @Test
    void orders() {
        int[] answers = new int[Answer.values().length];
        for (long seed = 0; seed < 1_000; seed++) {
            List<Txn> bank = random(new Random(seed));
            History history =
                    Histories.of(Model.BANK, bank.stream().map(Txn::toString).toArray(String[]::new));
            for (Order order : List.of(Order.NONE, Order.SESSION, Order.REAL_TIME)) {
                for (Level level : List.of(Level.SERIALIZABLE, Level.SNAPSHOT_ISOLATION)) {
                    Verdict verdict = Judge.check(
                                    history,
                                    List.of(level),
                                    Options.DEFAULT.with(order).withAllowNegative(true))
                            .get(0);
                    boolean expected = new Points(bank, order, level).canEnd();
                    if (order == Order.REAL_TIME && verdict.answer() == Answer.UNKNOWN) {
                        assertTrue(bank.stream().anyMatch(t -> t.end == 0), "seed " + seed);
                        continue;
                    }
                    String all = "seed " + seed + " " + order + " " + level + "\n" + bank + "\n" + verdict;
                    assertEquals(expected ? Answer.TRUE : Answer.FALSE, verdict.answer(), all);
                    answers[verdict.answer().ordinal()]++;
                    for (Anomaly anomaly : verdict.anomalies()) {
                        if (anomaly.type() != AnomalyType.UNORDERABLE) continue;
                        List<Txn> part = anomaly.witnesses().get(0).transactions().stream()
                                .map(bank::get)
                                .toList();
                        assertFalse(new Points(part, order, level).canEnd(), all);
                    }
                }
            }
        }
        assertTrue(answers[Answer.TRUE.ordinal()] > 3_000, Arrays.toString(answers));
        assertTrue(answers[Answer.FALSE.ordinal()] > 500, Arrays.toString(answers));
    }

    /** Two accounts: what is transferred from the first to the other, or what is read of them; {@code end} is 0 if nobody knows. */
    private record Txn(int session, boolean transfers, int first, int second, int begin, int end) {
        @Override
        public String toString() {
            String ops =
                    transfers ? " w(0," + -first + ") w(1," + first + ")" : " r(0," + first + ") r(1," + second + ")";
            return session + (end == 0 ? "?" : ":") + ops + " @" + begin + "-" + (end == 0 ? "" : end);
        }
    }

    /** Three clients of a bank whose readers may see a state that is no longer, or none that ever was. */
    private static List<Txn> random(Random random) {
        List<Txn> bank = new ArrayList<>();
        List<Integer> moved = new ArrayList<>(List.of(0));
        int[] open = new int[3]; // since when
        for (int place = 1; place < 40 && bank.size() < 6; place++) {
            int session = random.nextInt(3);
            if (open[session] == 0) {
                open[session] = place;
                continue;
            }
            boolean known = random.nextInt(8) > 0;
            int begin = open[session];
            open[session] = known ? 0 : place + 1000;
            if (begin > 1000) continue;
            int last = moved.get(moved.size() - 1);
            if (random.nextBoolean()) {
                int amount = 1 + random.nextInt(3);
                moved.add(last + amount);
                bank.add(new Txn(session, true, amount, 0, begin, known ? place : 0));
            } else if (known) {
                int seen = random.nextInt(3) > 0 ? last : moved.get(random.nextInt(moved.size()));
                bank.add(new Txn(session, false, 50 - seen, 50 + seen, begin, place));
            }
        }
        return bank;
    }

    /** Every way to have a snapshot and to commit, one after another. */
    private static final class Points {
        private final List<Txn> bank;
        private final Order order;
        private final boolean serial;
        /** Who has a snapshot, and when; who has committed, and when. */
        private final int[] began;

        private final int[] ended;
        private Integer held;
        private int moved;
        private int now;

        Points(List<Txn> bank, Order order, Level level) {
            this.bank = bank;
            this.order = order;
            serial = level == Level.SERIALIZABLE;
            began = new int[bank.size()];
            ended = new int[bank.size()];
        }

        boolean canEnd() {
            boolean over = true;
            for (int i = 0; i < ended.length; i++) over &= ended[i] > 0 || bank.get(i).end == 0 && began[i] == 0;
            if (over) return true;
            for (int i = 0; i < ended.length; i++) {
                if (began[i] == 0 ? begins(i) : ended[i] == 0 && ends(i)) return true;
            }
            return false;
        }

        private boolean begins(int i) {
            for (int j = 0; j < ended.length; j++) {
                if (serial && began[j] > 0 && ended[j] == 0) return false;
                if (isBefore(j, i) && ended[j] == 0 && (bank.get(j).end > 0 || began[j] > 0)) return false;
                if (isBefore(i, j) && began[j] > 0) return false;
            }
            Txn t = bank.get(i);
            if (!t.transfers && held != null && held != t.first + moved) return false;
            Integer before = held;
            if (!t.transfers) held = t.first + moved;
            began[i] = ++now;
            if (canEnd()) return true;
            now--;
            began[i] = 0;
            held = before;
            return false;
        }

        private boolean ends(int i) {
            for (int j = 0; j < ended.length; j++) {
                if (bank.get(i).transfers && bank.get(j).transfers && ended[j] > began[i]) return false;
            }
            ended[i] = ++now;
            if (bank.get(i).transfers) moved += bank.get(i).first;
            if (canEnd()) return true;
            if (bank.get(i).transfers) moved -= bank.get(i).first;
            now--;
            ended[i] = 0;
            return false;
        }

        private boolean isBefore(int i, int j) {
            Txn t = bank.get(i);
            Txn u = bank.get(j);
            if (order == Order.NONE || i == j) return false;
            if (t.session == u.session && i < j) return true;
            return order == Order.REAL_TIME && t.end > 0 && t.end < u.begin;
        }
    }

    private static long count(Verdict verdict, AnomalyType type) {
        return verdict.anomalies().stream()
                .filter(a -> a.type() == type)
                .mapToLong(a -> a.count())
                .sum();
    }
}
