package minos.judge.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.SplittableRandom;
import minos.judge.linear.RandomRegisters.Drawn;
import minos.util.Deadline;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The search for an order of one register's operations, beside one that tries all orders. */
class RegisterSearchTest {
    @Test
    void agreesWithTryingAllOrders() {
        compare(10_000);
    }

    @Test
    @Tag("slow")
    void agreesWithTryingAllOrdersOfMany() {
        compare(300_000);
    }

    private static void compare(int count) {
        long first = Long.getLong("minos.seed", 0);
        int ordered = 0;
        for (long seed = first; seed < first + count; seed++) {
            Register register = RandomRegisters.small(seed).build();
            boolean expected = canBeOrdered(register, new boolean[register.size()], Register.INITIAL);
            assertEquals(expected, isOrdered(register), "seed " + seed);
            if (expected) ordered++;
        }
        assertTrue(ordered > count / 10 && ordered < 9 * count / 10, ordered + " of " + count);
    }

    @Test
    void mergingValuesNeverBreaksAnOrder() {
        for (long seed = 0; seed < 5_000; seed++) {
            Drawn drawn = RandomRegisters.small(seed);
            boolean ordered = isOrdered(drawn.build());
            for (int fewer = 1; ordered && fewer < drawn.values(); fewer++) {
                assertTrue(isOrdered(drawn.build(fewer)), "seed " + seed + ", " + fewer + " values");
            }
        }
    }

    @Test
    void valuesOfTheirOwnNeverMakeAnOrder() {
        int unique = 0;
        for (long seed = 0; seed < 5_000; seed++) {
            Drawn drawn = RandomRegisters.small(seed);
            if (!isOrdered(drawn.buildUnique(new SplittableRandom(seed)))) continue;
            unique++;
            assertTrue(isOrdered(drawn.build()), "seed " + seed);
        }
        assertTrue(unique > 500, unique + " could be ordered");
    }

    @Test
    void manyOpenOperationsAtOnce() {
        for (int processes : new int[] {20, 70, 150}) {
            for (double crashes : new double[] {0, 0.01}) {
                Drawn drawn = new RandomRegisters(processes, 1_500, processes, 5, crashes, 0.4, 0.4, false).draw();
                assertTrue(isOrdered(drawn.build()), processes + " processes");
            }
        }
    }

    /** Nothing covers what nobody writes: a lock that is only compared and set. */
    @Test
    void compareAndSetsAlone() {
        for (double crashes : new double[] {0, 0.02}) {
            Drawn drawn = new RandomRegisters(1, 20_000, 5, 2, crashes, 0.1, 0, false).draw();
            assertTrue(isOrdered(drawn.build()));
        }
    }

    @Test
    void aCrashedWriteIsReadOnlyAsOftenAsItMayHaveHappened() {
        Register.Builder builder = new Register.Builder();
        builder.value(1);
        builder.value(2);
        builder.add(0, Register.ANYTHING, 1, 0, Register.NEVER, true);
        builder.add(1, 1, 1, 1, 2, false);
        builder.add(2, Register.ANYTHING, 2, 3, 4, false);
        builder.add(3, 1, 1, 5, 6, false);
        RegisterSearch search = new RegisterSearch(builder.build(), Deadline.NEVER);
        assertEquals(3, search.stuck().orElseThrow().op());
        assertEquals(2, search.stuck().orElseThrow().last().get(0).value());
    }

    /** Whether there is an order; it is checked. */
    private static boolean isOrdered(Register register) {
        RegisterSearch search = new RegisterSearch(register, Deadline.NEVER);
        assertTrue(search.order().isEmpty() || search.stuck().isEmpty());
        if (search.order().isEmpty()) return false;
        int[] order = search.order().get().operations();
        int[] events = search.order().get().events();
        BitSet placed = new BitSet();
        int value = Register.INITIAL;
        for (int i = 0; i < order.length; i++) {
            int op = order[i];
            assertTrue(register.before[op] == Register.ANYTHING || register.before[op] == value);
            value = register.after[op];
            assertTrue(!placed.get(op) && (i == 0 || events[i - 1] <= events[i]));
            assertTrue(register.invoked[op] <= events[i] && events[i] <= register.completed[op]);
            placed.set(op);
        }
        for (int op = 0; op < register.size(); op++) assertTrue(register.optional[op] || placed.get(op));
        return true;
    }

    private static boolean canBeOrdered(Register register, boolean[] placed, int value) {
        int deadline = Register.NEVER;
        boolean done = true;
        for (int op = 0; op < placed.length; op++) {
            if (placed[op] || register.optional[op]) continue;
            deadline = Math.min(deadline, register.completed[op]);
            done = false;
        }
        if (done) return true;
        for (int op = 0; op < placed.length; op++) {
            boolean fits = register.before[op] == Register.ANYTHING || register.before[op] == value;
            if (placed[op] || !fits || register.invoked[op] > deadline) continue;
            placed[op] = true;
            boolean works = canBeOrdered(register, placed, register.after[op]);
            placed[op] = false;
            if (works) return true;
        }
        return false;
    }
}
