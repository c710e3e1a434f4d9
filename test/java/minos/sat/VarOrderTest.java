package minos.sat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The order of decisions, against a plain list of activities: a wrong one would cost time alone, which no verdict shows. */
class VarOrderTest {
    private static final int VARIABLES = 40;

    @Test
    void theMostActiveFirst() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            VarOrder order = new VarOrder();
            for (int v = 0; v < VARIABLES; v++) order.newVar(v);
            // Logarithms: what counts is the order, and numbers are scaled down before they are too large.
            double[] activity = new double[VARIABLES];
            Arrays.fill(activity, Double.NEGATIVE_INFINITY);
            double increment = 0;
            TreeSet<Integer> in = new TreeSet<>();
            for (int step = 0; step < 500; step++) {
                int v = random.nextInt(VARIABLES);
                switch (random.nextInt(4)) {
                    case 0 -> {
                        order.insert(v);
                        in.add(v);
                    }
                    case 1 -> {
                        order.bumpActivity(v);
                        activity[v] = sum(activity[v], increment);
                    }
                    case 2 -> {
                        int times = seed % 2 == 0 ? 1 : 100; // 100 times 500: beyond what a double holds
                        for (int i = 0; i < times; i++) order.decayActivity();
                        increment -= times * Math.log(0.95);
                    }
                    default -> {
                        if (!in.isEmpty()) assertMax(order, in, activity, "seed " + seed + ", step " + step);
                    }
                }
                assertEquals(in.isEmpty(), order.isEmpty());
            }
            while (!in.isEmpty()) assertMax(order, in, activity, "seed " + seed);
            assertTrue(order.isEmpty());
        }
    }

    private static void assertMax(VarOrder order, TreeSet<Integer> in, double[] activity, String when) {
        int max = order.removeMax();
        assertTrue(in.remove(max), when);
        for (int other : in)
            assertTrue(activity[other] <= activity[max] + 1e-6, when + ": " + other + " before " + max);
    }

    private static double sum(double a, double b) {
        double larger = Math.max(a, b);
        return larger + Math.log1p(Math.exp(Math.min(a, b) - larger));
    }
}
