package minos.judge.strong;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import minos.Histories;
import minos.history.Atoms;
import minos.history.History;
import minos.history.HistoryBuilder;
import minos.history.InitialValues;
import minos.history.Origin;
import minos.history.Status;
import minos.infer.Options;
import minos.infer.Relations;
import minos.model.Order;
import minos.util.Deadline;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JustInTimeTest {
    private static final int CLIENTS = 20;

    /** Many at once, most of them writing what they have not read: the order of completions explains next to nothing. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void whatHappenedIsFound(int seed) {
        Problem problem = problem(run(3_000, 0, seed), Order.REAL_TIME);
        assertTrue(contradictions(problem, 0) > 1_000);
        assertEquals(0, contradictions(problem, 1));
    }

    /**
     * When {@code d} completes, {@code a} is needed and {@code b} is not. But {@code b} completes before {@code c} can have read x from
     * {@code a}, as {@code c} also reads what {@code f} writes later.
     */
    @Test
    void whoWasNeededFirstIsNotAlwaysFirst() {
        History history = Histories.of(
                "d: r(y,1) @2-3",
                "b: w(x,2) @1-4",
                "f: w(z,1) @5-6",
                "a: w(x,1) w(y,1) @0-9",
                "c: r(x,1) r(z,1) @2-12");
        Problem problem = problem(history, Order.REAL_TIME);
        assertArrayEquals(
                new int[] {4, 9, 3, 6, 12},
                Arrays.stream(guess(problem)).map(problem::completion).toArray());
        assertEquals(0, contradictions(problem, 1));
    }

    /** Where a read is stale, all others are still explained. */
    @Test
    void aFewContradictionsAreNoObstacle() {
        Problem problem = problem(run(3_000, 9, 2), Order.REAL_TIME);
        long left = contradictions(problem, 1);
        assertTrue(left > 0 && left < 100, left + " contradictions");
        assertEquals(problem.size(), Arrays.stream(guess(problem)).distinct().count());
    }

    @Test
    void itIsGivenUpWhereMostIsWrong() {
        assertNull(guess(problem(run(3_000, 1_000, 1), Order.REAL_TIME)));
    }

    /** It does not depend on the order that is asked for, and is made once. */
    @Test
    void itIsOneForAllOrders() {
        Problem problem = problem(run(500, 0, 1), Order.NONE);
        assertArrayEquals(
                guess(problem), problem.with(Order.REAL_TIME).justInTime(problem.chains(Rules.PREFIX), Deadline.NEVER));
    }

    private static int[] guess(Problem problem) {
        return problem.justInTime(problem.chains(Rules.SERIAL), Deadline.NEVER);
    }

    /** Those of the order of completions (0), and of the one that is guessed just in time (1). */
    private static long contradictions(Problem problem, int guess) {
        PointGraph graph = new PointGraph(problem, Rules.SERIAL);
        return new OrderReplay(graph)
                .run(PointOrder.near(guess, graph, Deadline.NEVER).nodes, (slot, version) -> {}, Deadline.NEVER);
    }

    private static Problem problem(History history, Order order) {
        return Problem.of(Relations.of(history, Options.DEFAULT), order, 1);
    }

    /** So many transactions by twenty clients, each of which takes effect at once at some moment; some read an older version. */
    private static History run(int transactions, int stale, int seed) {
        Random random = new Random(seed);
        List<List<Integer>> versions = new ArrayList<>();
        for (int key = 0; key < 10; key++) versions.add(new ArrayList<>());
        int[][] done = new int[CLIENTS][];
        int[] invoked = new int[CLIENTS];
        Arrays.fill(invoked, -1);
        HistoryBuilder builder = new HistoryBuilder(new Atoms(false));
        int written = 0;
        int completed = 0;
        for (int now = 0; completed < transactions; now++) {
            int client = random.nextInt(CLIENTS);
            if (invoked[client] < 0) {
                invoked[client] = now;
            } else if (done[client] == null) { // key and value of each operation; a read's value is negative
                done[client] = new int[2 * (1 + random.nextInt(4))];
                boolean isStale = random.nextInt(transactions) < stale;
                for (int i = 0; i < done[client].length; i += 2) {
                    int key = random.nextInt(10);
                    List<Integer> known = versions.get(key);
                    done[client][i] = key;
                    boolean writes = known.isEmpty() || random.nextBoolean();
                    if (writes) known.add(++written);
                    int back = isStale && !writes ? Math.min(known.size(), 5) : 1;
                    done[client][i + 1] = writes ? written : -known.get(known.size() - back);
                }
            } else {
                builder.begin(builder.session(client), Status.COMMITTED, invoked[client], now, now);
                for (int i = 0; i < done[client].length; i += 2) {
                    if (done[client][i + 1] > 0) builder.write(done[client][i], done[client][i + 1]);
                    else builder.read(done[client][i], -done[client][i + 1]);
                }
                builder.end();
                invoked[client] = -1;
                done[client] = null;
                completed++;
            }
        }
        return builder.build(Origin.MEMORY, InitialValues.EXPLICIT);
    }
}
