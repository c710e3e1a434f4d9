package minos.judge.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import minos.util.Deadline;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Both ways to decide queues, beside one that tries all orders. */
class QueueSearchTest {
    @Test
    void agreesWithTryingAllOrders() {
        compare(10_000);
    }

    @Test
    @Tag("slow")
    void agreesWithTryingAllOrdersOfMany() {
        compare(200_000);
    }

    private static void compare(int count) {
        long first = Long.getLong("minos.seed", 0);
        int ordered = 0;
        int decided = 0;
        for (long seed = first; seed < first + count; seed++) {
            Queue queue = random(seed);
            boolean expected = canBeOrdered(queue, new boolean[queue.size()], List.of());
            String message = "seed " + seed;
            assertEquals(expected, new QueueSearch(queue, Deadline.NEVER).end() == null, message);
            if (QueueOrder.exists(queue).isPresent()) {
                decided++;
                assertEquals(expected, QueueOrder.exists(queue).get(), message + ", without a search");
            }
            if (expected) ordered++;
        }
        assertTrue(ordered > count / 10 && ordered < 9 * count / 10, ordered + " of " + count);
        assertTrue(decided > count / 4, decided + " of " + count);
    }

    /** Runs operations on a queue that now and then hands out the wrong element, or none. */
    private static Queue random(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        boolean fifo = random.nextBoolean();
        boolean unique = random.nextInt(3) > 0;
        boolean empties = random.nextInt(3) == 0;
        int operations = 3 + random.nextInt(6);
        int processes = 1 + random.nextInt(3);
        int[] begin = new int[operations];
        int[] end = new int[operations];
        int[] element = new int[operations];
        boolean[] enqueues = new boolean[operations];
        boolean[] effective = new boolean[operations];
        int[] running = IntStream.generate(() -> -1).limit(processes).toArray();
        List<Integer> held = new ArrayList<>();
        int place = 0;
        int started = 0;
        for (int done = 0; done < operations; ) {
            int p = random.nextInt(processes);
            int op = running[p];
            if (op < 0) {
                if (started == operations) continue;
                running[p] = op = started++;
                begin[op] = place++;
                enqueues[op] = random.nextInt(5) < 3;
                element[op] = enqueues[op] ? unique ? op : random.nextInt(2) : Queue.EMPTY;
            } else if (!effective[op]) {
                effective[op] = true;
                boolean crashed = random.nextInt(6) == 0;
                boolean applied = !crashed || random.nextBoolean();
                if (enqueues[op]) {
                    if (applied) held.add(element[op]);
                } else if (!held.isEmpty()) {
                    int at = fifo && random.nextInt(2) > 0 ? 0 : random.nextInt(held.size());
                    element[op] = crashed ? Queue.ANYTHING : held.get(at);
                    if (applied && random.nextInt(3) > 0) held.remove(at);
                } else if (crashed) {
                    element[op] = Queue.ANYTHING;
                }
                end[op] = crashed ? Queue.NEVER : 0;
                if (!crashed) continue;
                running[p] = -1;
                done++;
            } else {
                end[op] = place++;
                running[p] = -1;
                done++;
            }
        }
        Queue.Builder builder = new Queue.Builder();
        for (int op = 0; op < operations; op++) {
            if (element[op] == Queue.EMPTY && !empties) continue;
            builder.add(op, element[op], enqueues[op], begin[op], end[op]);
        }
        return builder.build(fifo, new int[operations]);
    }

    private static boolean canBeOrdered(Queue queue, boolean[] placed, List<Integer> held) {
        int deadline = Queue.NEVER;
        for (int op = 0; op < placed.length; op++) if (!placed[op]) deadline = Math.min(deadline, queue.end[op]);
        if (deadline == Queue.NEVER) return true;
        for (int op = 0; op < placed.length; op++) {
            if (placed[op] || queue.begin[op] > deadline) continue;
            placed[op] = true;
            boolean works = false;
            if (queue.enqueues[op]) {
                List<Integer> more = new ArrayList<>(held);
                more.add(queue.element[op]);
                works = canBeOrdered(queue, placed, more);
            } else if (queue.element[op] == Queue.EMPTY) {
                works = held.isEmpty() && canBeOrdered(queue, placed, held);
            } else {
                for (int i = 0; i < held.size() && !works && (i == 0 || !queue.fifo); i++) {
                    if (queue.element[op] != Queue.ANYTHING && queue.element[op] != held.get(i)) continue;
                    List<Integer> fewer = new ArrayList<>(held);
                    fewer.remove(i);
                    works = canBeOrdered(queue, placed, fewer);
                }
            }
            placed[op] = false;
            if (works) return true;
        }
        return false;
    }
}
