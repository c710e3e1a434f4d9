package minos.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
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
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Test;

/** Counters with a few operations, judged by the engine and by trying all orders. */
class CountersTest {
    /** How often each answer was found: with equal steps, and with others. */
    private final int[][] answers = new int[2][3];

    @Test
    void boundsAreExactForEqualStepsAndSoundOtherwise() {
        for (long seed = 0; seed < 6_000; seed++) {
            Random random = new Random(Long.getLong("minos.seed", 0) + seed);
            int steps = random.nextInt(3); // all 1, all 3, any
            History history = Histories.of(Model.COUNTER, record(random, steps));
            for (Order order : Order.values()) {
                if (order == Order.PER_GROUP_REAL_TIME) continue; // nobody names one
                boolean expected = isOrderable(history, order);
                Level level = order == Order.REAL_TIME ? Level.LINEARIZABLE : Level.SERIALIZABLE;
                Answer found = Judge.check(history, List.of(level), Options.DEFAULT.with(order))
                        .get(0)
                        .answer();
                String about = "seed " + seed + ", " + order + "\n" + String.join("\n", Histories.show(history));
                if (found != Answer.UNKNOWN) assertEquals(expected, found == Answer.TRUE, about);
                if (steps < 2 && order != Order.SESSION) assertNotEquals(Answer.UNKNOWN, found, about);
                answers[steps < 2 ? 0 : 1][found.ordinal()]++;
            }
        }
        for (int[] found : answers) {
            for (Answer answer : List.of(Answer.TRUE, Answer.FALSE)) {
                assertTrue(found[answer.ordinal()] > 200, Arrays.deepToString(answers));
            }
        }
    }

    private static String[] record(Random random, int steps) {
        List<String> lines = new ArrayList<>();
        List<String> open = new ArrayList<>();
        int[] amount = new int[3]; // 0 idle, 99 reads
        int[] invoked = new int[3];
        int count = 0;
        int place = 0;
        boolean buggy = random.nextBoolean();
        for (int n = 0; n < 12; n++) {
            int p = random.nextInt(3);
            if (amount[p] == 0) {
                int step = steps == 0 ? 1 : steps == 1 ? 3 : random.nextInt(4) - 1;
                amount[p] = random.nextBoolean() || step == 0 ? 99 : step;
                invoked[p] = place++;
                continue;
            }
            String span = " @" + invoked[p] + "-" + place++;
            if (amount[p] == 99) {
                int read = count + (buggy && random.nextInt(3) == 0 ? random.nextInt(5) - 2 : 0);
                lines.add(p + ": r(c," + read + ")" + span);
            } else {
                boolean fails = random.nextInt(6) == 0;
                if (!fails) count += amount[p];
                lines.add(p + (fails ? "!" : ":") + " w(c," + amount[p] + ")" + span);
            }
            amount[p] = 0;
        }
        for (int p = 0; p < 3; p++) {
            if (amount[p] != 0 && amount[p] != 99) open.add(p + "? w(c," + amount[p] + ") @" + invoked[p] + "-");
        }
        lines.addAll(open);
        if (lines.isEmpty()) lines.add("0: r(c,0) @0-1");
        return lines.toArray(String[]::new);
    }

    /** Tries all orders of all operations, those that nobody knows of with and without. */
    private static boolean isOrderable(History history, Order order) {
        return search(history, order, 0, 0);
    }

    private static boolean search(History history, Order order, int done, long count) {
        boolean complete = true;
        for (int t = 0; t < history.transactions(); t++) {
            if ((done & 1 << t) != 0 || history.status(t) == Status.ABORTED) continue;
            complete &= history.status(t) != Status.COMMITTED;
        }
        if (complete) return true;
        for (int t = 0; t < history.transactions(); t++) {
            if ((done & 1 << t) != 0 || history.status(t) == Status.ABORTED || !isNext(history, order, done, t))
                continue;
            int op = history.begin(t);
            long value = history.valueAtom(history.version(op));
            if (history.isWrite(op)) {
                if (search(history, order, done | 1 << t, count + value)) return true;
            } else if (value == count && search(history, order, done | 1 << t, count)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isNext(History history, Order order, int done, int t) {
        for (int s = 0; s < history.transactions(); s++) {
            if ((done & 1 << s) != 0 || s == t || history.status(s) != Status.COMMITTED) continue;
            boolean session = history.session(s) == history.session(t) && s < t;
            boolean time = history.completion(s) < history.invocation(t);
            if (order == Order.PER_KEY_REAL_TIME) time &= Observations.shareKey(history, s, t);
            if (order == Order.SESSION && session || order.isTimed() && (session || time)) return false;
        }
        return true;
    }
}
