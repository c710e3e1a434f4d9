package minos.judge.linear;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import minos.util.Deadline;

/**
 * Stretches of time in which a mutex was acquired at least twice more than it can have been released, or the other way round: no order
 * explains that, whatever was before and after. In one that begins with the mutex free one release too many will do.
 *
 * @param from     the place at which it begins, or -1 for the beginning of all
 * @param to       the place at which it ends
 * @param acquires whether it was acquired too often, not released
 */
record Overuse(int from, int to, boolean acquires) {
    /** In how many operations to look for the shortest. */
    private static final int MOST = 4_000;

    /**
     * The stretch that speaks of the fewest operations; empty if there is none, or there are too many operations.
     *
     * @param begin    by operation, the place of its invocation, in ascending order
     * @param end      by operation, that of its completion, or {@link Register#NEVER}
     * @param acquires by operation
     */
    static Optional<Overuse> shortest(int[] begin, int[] end, boolean[] acquires, Deadline deadline) {
        if (begin.length > MOST) return Optional.empty();
        Overuse shortest = null;
        int fewest = Integer.MAX_VALUE;
        for (boolean kind : new boolean[] {true, false}) {
            int[] some = ofKind(kind, acquires);
            int[] others = ofKind(!kind, acquires);
            int[] byEnd = IntStream.of(some)
                    .boxed()
                    .sorted((a, b) -> Integer.compare(end[a], end[b]))
                    .mapToInt(op -> op)
                    .toArray();
            int[] otherEnds = IntStream.of(others).map(op -> end[op]).sorted().toArray();
            for (int first : some) {
                deadline.check();
                boolean fromStart = !kind && first == some[0];
                int over = fromStart ? 0 : before(otherEnds, begin[first]);
                int within = 0;
                int begun = 0;
                for (int op : byEnd) {
                    if (begin[op] < begin[first] || end[op] == Register.NEVER) continue;
                    within++;
                    while (begun < others.length && begin[others[begun]] <= end[op]) begun++;
                    int possible = begun - over;
                    if (within - possible < (fromStart ? 1 : 2) || within + possible >= fewest) continue;
                    fewest = within + possible;
                    shortest = new Overuse(fromStart ? -1 : begin[first], end[op], kind);
                }
            }
        }
        return Optional.ofNullable(shortest);
    }

    private static int[] ofKind(boolean kind, boolean[] acquires) {
        return IntStream.range(0, acquires.length)
                .filter(op -> acquires[op] == kind)
                .toArray();
    }

    /** How many are less than a place. */
    private static int before(int[] places, int place) {
        int found = Arrays.binarySearch(places, place);
        return found < 0 ? -found - 1 : found;
    }

    /** Whether it speaks of an operation: one of those that are too many, or that can have been in between. */
    boolean concerns(int begin, int end, boolean acquire) {
        return acquire == acquires ? begin >= from && end <= to && end != Register.NEVER : begin <= to && end >= from;
    }
}
