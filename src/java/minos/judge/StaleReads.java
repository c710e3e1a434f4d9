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

    private final Relations relations;
    private final History history;
    private final TopologicalOrder order;
    private final Options options;

    private StaleReads(Relations relations, TopologicalOrder order, Options options) {
        this.relations = relations;
        this.history = relations.history();
        this.order = order;
        this.options = options;
    }

    static BitSet of(Relations relations, TopologicalOrder order, Options options) {
        return new StaleReads(relations, order, options).find();
    }

    /** A stretch of the order for each thread; what goes across stretches is settled when they are joined. */
    private BitSet find() {
        BitSet stale = new BitSet();
        int[] last = new int[history.keys()];
        Arrays.fill(last, History.INITIAL);
        for (Stretch stretch : Parallel.ranges(order.stretches(history, options.threads()), Stretch::new)) {
            stale.or(stretch.stale);
            for (int i = 0; i < stretch.undecided.size(); i++) {
                int op = stretch.undecided.get(i);
                if (relations.externalVersion(op) != last[history.key(op)]) stale.set(history.transactionOf(op));
            }
            for (int key = 0; key < last.length; key++) {
                if (stretch.last[key] != BEFORE) last[key] = stretch.last[key];
            }
        }
        return stale;
    }

    private final class Stretch {
        /** By key: the last version that the stretch writes. */
        final int[] last = new int[history.keys()];
        final BitSet stale = new BitSet();
        /** Reads of keys that the stretch had not written yet. */
        final IntList undecided = new IntList();

        Stretch(int from, int to) {
            Arrays.fill(last, from == 0 ? History.INITIAL : BEFORE);
            for (int place = from; place < to; place++) {
                if ((place & 0xFFF) == 0) options.deadline().check();
                int t = order.node(place);
                if (t >= history.transactions() || !relations.participates(t)) continue; // of real time, or never committed
                reads(t);
                writes(t);
            }
        }

        private void reads(int t) {
            boolean isStale = false;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!relations.hasSource(op)) continue;
                int latest = last[history.key(op)];
                if (latest == BEFORE) undecided.add(op);
                else isStale |= relations.externalVersion(op) != latest;
            }
            if (isStale) stale.set(t);
        }

        private void writes(int t) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op)) last[history.key(op)] = history.version(op);
            }
        }
    }
}
