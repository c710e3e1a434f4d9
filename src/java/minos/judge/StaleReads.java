package minos.judge;

import java.util.Arrays;
import java.util.BitSet;
import minos.history.History;
import minos.infer.Relations;
import minos.model.Options;
import minos.util.IntList;
import minos.util.Parallel;

/**
 * Which transactions read, by a given commit order, something else than the latest version of a key. Only those can go against
 * a level's axiom, as that needs another writer between the one read from and the reader. One scan along the order, with one
 * int a key.
 */
final class StaleReads {
    /** As the last version of a key: written by nobody in this stretch. */
    private static final int BEFORE = -3;

    private final BitSet transactions;
    private final boolean[] keys;

    /** @param keys whether the key was read so */
    StaleReads(BitSet transactions, boolean[] keys) {
        this.transactions = transactions;
        this.keys = keys;
    }

    static StaleReads of(Relations relations, TopologicalOrder order, Options options) {
        History history = relations.history();
        StaleReads stale = new StaleReads(new BitSet(), new boolean[history.keys()]);
        int[] last = new int[history.keys()];
        Arrays.fill(last, History.INITIAL);
        // A stretch of the order for each thread; what goes across stretches is settled when they are joined.
        for (Stretch stretch : Parallel.ranges(
                order.stretches(history, options.threads()),
                (from, to) -> new Stretch(relations, order, options, stale.keys).scan(from, to))) {
            stale.transactions.or(stretch.stale);
            for (int i = 0; i < stretch.undecided.size(); i++) {
                int op = stretch.undecided.get(i);
                if (relations.externalVersion(op) == last[history.key(op)]) continue;
                stale.transactions.set(history.transactionOf(op));
                stale.keys[history.key(op)] = true;
            }
            for (int key = 0; key < last.length; key++) {
                if (stretch.last[key] != BEFORE) last[key] = stretch.last[key];
            }
        }
        return stale;
    }

    boolean isEmpty() {
        return transactions.isEmpty();
    }

    /** The first transaction from {@code from} on that has a stale read, or -1. */
    int next(int from) {
        return transactions.nextSetBit(from);
    }

    /** Whether some read of the key is stale. */
    boolean hasKey(int key) {
        return keys[key];
    }

    /** One thread's work. */
    private static final class Stretch {
        private final Relations relations;
        private final History history;
        private final TopologicalOrder order;
        private final Options options;
        /** By key: the last version that the stretch writes. */
        final int[] last;

        final BitSet stale = new BitSet();
        /** All threads' together: nothing is ever set to false. */
        private final boolean[] staleKeys;
        /** Reads of keys that the stretch had not written yet. */
        final IntList undecided = new IntList();

        Stretch(Relations relations, TopologicalOrder order, Options options, boolean[] staleKeys) {
            this.relations = relations;
            this.history = relations.history();
            this.order = order;
            this.options = options;
            this.staleKeys = staleKeys;
            last = new int[history.keys()];
        }

        Stretch scan(int from, int to) {
            Arrays.fill(last, from == 0 ? History.INITIAL : BEFORE);
            for (int place = from; place < to; place++) {
                if ((place & 0xFFF) == 0) options.deadline().check();
                int t = order.node(place);
                if (t >= history.transactions() || !relations.participates(t))
                    continue; // of real time, or never committed
                reads(t);
                writes(t);
            }
            return this;
        }

        private void reads(int t) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!relations.hasSource(op)) continue;
                int key = history.key(op);
                if (last[key] == BEFORE) {
                    undecided.add(op);
                } else if (relations.externalVersion(op) != last[key]) {
                    stale.set(t);
                    staleKeys[key] = true;
                }
            }
        }

        private void writes(int t) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op)) last[history.key(op)] = history.version(op);
            }
        }
    }
}
