package minos.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import minos.Histories;
import minos.history.History;
import minos.history.Model;
import minos.infer.Options;
import minos.model.AnomalyType;
import minos.model.Level;
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

    private static long count(Verdict verdict, AnomalyType type) {
        return verdict.anomalies().stream()
                .filter(a -> a.type() == type)
                .mapToLong(a -> a.count())
                .sum();
    }
}
