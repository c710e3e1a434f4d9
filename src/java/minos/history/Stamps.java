package minos.history;

import java.util.Arrays;
import minos.util.IntList;
import minos.util.LongList;
import minos.util.Sentinel;

/**
 * When transactions began and committed by the database's own clock: any values that can be compared, each with its place among all
 * of them. The same value has the same place. Costs 8 bytes a transaction and 8 a value.
 */
final class Stamps {
    /** By transaction: the place of the value, or {@link Sentinel#NONE}. */
    final int[] started;

    final int[] committed;
    /** By place: the value, an {@linkplain Atoms atom}. */
    final long[] values;

    private Stamps(int[] started, int[] committed, long[] values) {
        this.started = started;
        this.committed = committed;
        this.values = values;
    }

    /** Of an order that is known by its places alone: none before the first is -1. */
    static Stamps of(int[] committed) {
        int most = Arrays.stream(committed).max().orElse(0);
        long[] values = new long[Math.max(most, 0) + 1];
        for (int i = 0; i < values.length; i++) values[i] = i;
        int[] started = new int[committed.length];
        Arrays.fill(started, Sentinel.NONE);
        return new Stamps(started, committed.clone(), values);
    }

    /** Takes stamps as transactions come. */
    static final class Builder {
        private final IntList startedOf = new IntList();
        private final LongList started = new LongList();
        private final IntList committedOf = new IntList();
        private final LongList committed = new LongList();

        void started(int transaction, long value) {
            startedOf.add(transaction);
            started.add(value);
        }

        void committed(int transaction, long value) {
            committedOf.add(transaction);
            committed.add(value);
        }

        /** Leaves out those of a transaction and of all after it. */
        void forget(int transaction) {
            forget(transaction, startedOf, started);
            forget(transaction, committedOf, committed);
        }

        private static void forget(int transaction, IntList of, LongList values) {
            while (!of.isEmpty() && of.last() >= transaction) {
                of.pop();
                values.pop();
            }
        }

        boolean isEmpty() {
            return started.isEmpty() && committed.isEmpty();
        }

        /**
         * The stamps of so many transactions.
         *
         * @throws MalformedHistory if two of them cannot be compared
         */
        Stamps build(int transactions, Atoms atoms) {
            long[] values = Arrays.copyOf(started.array(), started.size() + committed.size());
            System.arraycopy(committed.array(), 0, values, started.size(), committed.size());
            Ranks ranks = Ranks.of(values, atoms);
            int[][] found = new int[2][transactions];
            for (int[] each : found) Arrays.fill(each, Sentinel.NONE);
            for (int i = 0; i < values.length; i++) {
                boolean start = i < started.size();
                int t = start ? startedOf.get(i) : committedOf.get(i - started.size());
                found[start ? 0 : 1][t] = ranks.places()[i];
            }
            return new Stamps(found[0], found[1], ranks.values());
        }
    }
}
