package minos.util;

/**
 * Numbers of which prefixes are raised and asked for their largest: a segment tree with the raises kept where they apply to all
 * below. Each step takes time logarithmic in their count.
 */
public final class PrefixMaximum {
    private final int leaves;
    private final long[] max;
    private final int[] where;
    /** By inner node: what is still to be added to all below it. */
    private final long[] raised;

    public PrefixMaximum(long[] numbers) {
        int size = 1;
        while (size < numbers.length) size *= 2;
        leaves = size;
        max = new long[2 * size];
        where = new int[2 * size];
        raised = new long[2 * size];
        for (int i = 0; i < size; i++) {
            max[size + i] = i < numbers.length ? numbers[i] : Long.MIN_VALUE / 2;
            where[size + i] = i;
        }
        for (int node = size - 1; node > 0; node--) pull(node);
    }

    private void pull(int node) {
        int larger = max[2 * node] >= max[2 * node + 1] ? 2 * node : 2 * node + 1;
        max[node] = max[larger] + raised[node];
        where[node] = where[larger];
    }

    /** Adds to the first {@code count} numbers. */
    public void raise(int count, long by) {
        int node = leaves + count; // one past the last
        if (count <= 0) return;
        if (count >= leaves) {
            max[1] += by;
            raised[1] += by;
            return;
        }
        for (; node > 1; node /= 2) {
            if (node % 2 == 1) {
                max[node - 1] += by;
                raised[node - 1] += by;
            }
            pull(node / 2);
        }
    }

    /** The place of the largest of the first {@code count} numbers; -1 if there are none. */
    public int largest(int count) {
        long best = Long.MIN_VALUE;
        int place = -1;
        if (count <= 0) return place;
        if (count >= leaves) return where[1];
        for (int node = leaves + count; node > 1; node /= 2) {
            if (node % 2 == 1 && value(node - 1) > best) {
                best = value(node - 1);
                place = where[node - 1];
            }
        }
        return place;
    }

    /** The number at a place. */
    public long get(int place) {
        return value(leaves + place);
    }

    private long value(int node) {
        long value = max[node];
        for (int above = node / 2; above > 0; above /= 2) value += raised[above];
        return value;
    }
}
