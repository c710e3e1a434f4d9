package minos.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import minos.Histories;
import minos.history.History;
import minos.history.Model;
import minos.history.Status;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.model.Violation;
import org.junit.jupiter.api.Test;

/** Banks with a few transfers and reads, judged by the engine and by trying all orders. */
class BanksTest {
    private static final int ACCOUNTS = 3;

    @Test
    void transfersAndReadsAreOrderedInRealTime() {
        int[] answers = new int[3];
        for (long seed = 0; seed < 6_000; seed++) {
            History history = Histories.of(Model.BANK, record(new Random(Long.getLong("minos.seed", 0) + seed)));
            Verdict strict = judge(history, Level.STRICT_SERIALIZABLE, Order.REAL_TIME);
            boolean expected = isOrderable(history, everything(history), true);
            String about = "seed " + seed + "\n" + String.join("\n", Histories.show(history));
            assertEquals(expected ? Answer.TRUE : Answer.FALSE, strict.answer(), about);
            answers[strict.answer().ordinal()]++;
            if (!expected) assertIsProof(history, strict, about);
            for (Level level : List.of(Level.PARALLEL_SNAPSHOT_ISOLATION, Level.SERIALIZABLE)) {
                for (Order order : List.of(Order.NONE, Order.SESSION)) {
                    Answer found = judge(history, level, order).answer();
                    if (expected) assertEquals(Answer.TRUE, found, about);
                    if (found == Answer.TRUE) assertTrue(isOrderable(history, everything(history), false), about);
                    if (found == Answer.FALSE && order == Order.NONE)
                        assertFalse(isOrderable(history, everything(history), false), about);
                }
            }
        }
        assertTrue(answers[0] > 600 && answers[1] > 600, Arrays.toString(answers));
    }

    private static Verdict judge(History history, Level level, Order order) {
        return Judge.check(history, List.of(level), Options.DEFAULT.with(order).withAllowNegative(true))
                .get(0);
    }

    /** What a witness shows, taken alone, has no order either. */
    private static void assertIsProof(History history, Verdict verdict, String about) {
        Violation violation = verdict.anomalies().get(0).witnesses().get(0);
        if (violation instanceof Violation.WrongTotal) return;
        assertFalse(isOrderable(history, violation.transactions(), true), violation + "\n" + about);
    }

    private static List<Integer> everything(History history) {
        List<Integer> all = new ArrayList<>();
        for (int t = 0; t < history.transactions(); t++) all.add(t);
        return all;
    }

    private static String[] record(Random random) {
        List<String> lines = new ArrayList<>();
        List<String> open = new ArrayList<>();
        List<int[]> states = new ArrayList<>();
        int[] balances = {5, 5, 5};
        states.add(balances);
        String[] running = new String[3];
        boolean[] crashed = new boolean[3];
        int place = 0;
        boolean buggy = random.nextInt(4) > 0;
        boolean parts = random.nextInt(4) == 0;
        int most = 10 + random.nextInt(12);
        int[] invoked = new int[3];
        for (int n = 0; n < most; n++) {
            int p = random.nextInt(3);
            if (crashed[p]) continue;
            if (running[p] == null) {
                invoked[p] = place++;
                running[p] = "";
                continue;
            }
            String span = " @" + invoked[p] + "-";
            if (random.nextBoolean()) {
                int from = random.nextInt(ACCOUNTS);
                int to = random.nextInt(ACCOUNTS);
                int amount = 1 + random.nextInt(2);
                boolean applied = true;
                String outcome = ":";
                if (random.nextInt(8) == 0) {
                    outcome = "!";
                    applied = false;
                } else if (random.nextInt(5) == 0) {
                    crashed[p] = true;
                    outcome = "?";
                    applied = random.nextBoolean();
                }
                if (applied) {
                    balances = balances.clone();
                    balances[from] -= amount;
                    balances[to] += amount;
                    states.add(balances);
                }
                String end = crashed[p] ? "" : "" + place++;
                String line =
                        p + outcome + " w(" + from + ",-" + amount + ") w(" + to + "," + amount + ")" + span + end;
                (crashed[p] ? open : lines).add(line);
            } else {
                int[] seen = buggy && random.nextInt(3) == 0 ? states.get(random.nextInt(states.size())) : balances;
                StringBuilder read = new StringBuilder(p + ":");
                for (int account = 0; account < ACCOUNTS; account++) {
                    if (parts && account == 0) continue;
                    read.append(" r(" + account + "," + seen[account] + ")");
                }
                lines.add(read + span + place++);
            }
            running[p] = null;
        }
        lines.add("9: w(0,-1) w(1,1) @" + place + "-" + (place + 1));
        open.sort(Comparator.comparingInt(BanksTest::begin));
        lines.addAll(open);
        return lines.toArray(String[]::new);
    }

    private static int begin(String line) {
        return Integer.parseInt(line.substring(line.indexOf('@') + 1, line.lastIndexOf('-')));
    }

    /** Tries all orders of some of the operations, those that nobody knows of with and without; the first read finds what it may. */
    private static boolean isOrderable(History history, List<Integer> part, boolean realTime) {
        return search(history, part, realTime, 0, new Long[history.keys()]);
    }

    private static boolean search(History history, List<Integer> part, boolean realTime, int done, Long[] balances) {
        boolean complete = true;
        for (int t : part) complete &= (done & 1 << t) != 0 || history.status(t) != Status.COMMITTED;
        if (complete) return true;
        for (int t : part) {
            if ((done & 1 << t) != 0 || history.status(t) == Status.ABORTED) continue;
            boolean next = true;
            for (int s : part) {
                boolean before = history.status(s) == Status.COMMITTED && history.completion(s) < history.invocation(t);
                next &= !realTime || (done & 1 << s) != 0 || !before;
            }
            Long[] after = next ? after(history, t, balances) : null;
            if (after != null && search(history, part, realTime, done | 1 << t, after)) return true;
        }
        return false;
    }

    /** The balances after a transaction, of those accounts that have been read; null if it found others. */
    private static Long[] after(History history, int transaction, Long[] balances) {
        Long[] after = balances.clone();
        for (int op = history.begin(transaction); op < history.end(transaction); op++) {
            int account = history.key(op);
            long value = history.valueAtom(history.version(op));
            if (history.isWrite(op)) {
                if (after[account] != null) after[account] += value;
            } else if (after[account] != null && after[account] != value) {
                return null;
            } else {
                after[account] = value;
            }
        }
        return after;
    }
}
