package minos.history;

import java.util.Arrays;
import minos.util.IntList;
import minos.util.LongList;
import minos.util.Sentinel;

/**
 * Which versions of their keys writes made, as the database numbers them: any values that can be compared, each with its place among
 * all of them. Costs 4 bytes an operation and 8 a value.
 */
final class VersionNumbers {
    /** By operation: the place of the value, or {@link Sentinel#NONE}. */
    final int[] places;
    /** By place: the value, an {@linkplain Atoms atom}. */
    final long[] values;

    private VersionNumbers(int[] places, long[] values) {
        this.places = places;
        this.values = values;
    }

    /** Takes numbers as writes come. */
    static final class Builder {
        private final IntList operations = new IntList();
        private final LongList numbers = new LongList();

        void add(int operation, long number) {
            operations.add(operation);
            numbers.add(number);
        }

        /** Leaves out those of an operation and of all after it. */
        void forget(int operation) {
            while (!operations.isEmpty() && operations.last() >= operation) {
                operations.pop();
                numbers.pop();
            }
        }

        boolean isEmpty() {
            return numbers.isEmpty();
        }

        /**
         * The numbers of so many operations.
         *
         * @throws MalformedHistory if two of them cannot be compared
         */
        VersionNumbers build(int count, Atoms atoms) {
            Ranks ranks = Ranks.of(numbers.toArray(), atoms);
            int[] places = new int[count];
            Arrays.fill(places, Sentinel.NONE);
            for (int i = 0; i < operations.size(); i++) places[operations.get(i)] = ranks.places()[i];
            return new VersionNumbers(places, ranks.values());
        }
    }
}
