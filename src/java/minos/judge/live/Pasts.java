package minos.judge.live;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import minos.history.GrowingHistory;
import minos.util.IntList;

/**
 * What the sessions know that read versions which the settled order replaced long ago: the transactions that come before their next one,
 * in the closure of session order and reads, or in session order alone; and of each key the last writer among these. A session that is
 * cut off from the others goes on to read what it knows, and may do so as long as none that it knows has replaced it.
 *
 * <p>Only of sessions that were asked for. Each transaction is looked at once for each of them, so k of them take O(n·k) in all, as
 * vector clocks would, but a bit a transaction and an int a key. What comes before a transaction is a fact that no reordering changes;
 * which of two writers is the last is not, so whoever changes the settled order says so here. What a session once knew when it was settled it is
 * taken to know for good: if that is taken back, who comes before it is said to know more than it does, and its read is explained some other way.
 */
final class Pasts {
    private static final int NOBODY = Recorded.NOBODY;

    private final Recorded recorded;
    private final GrowingHistory history;
    private final Settled settled;
    private final boolean causal;
    private final Map<Integer, Past> bySession = new HashMap<>();
    private long looked;

    /** @param causal whether who was read from counts, with all that it knew */
    Pasts(Recorded recorded, Settled settled, boolean causal) {
        this.recorded = recorded;
        this.history = recorded.history;
        this.settled = settled;
        this.causal = causal;
    }

    /** How many operations were looked at since the last call. */
    long looked() {
        long count = looked;
        looked = 0;
        return count;
    }

    /** Who of those before a transaction was the last to write a key, if that was after another one that is settled, or nobody. */
    int later(int transaction, int key, int source) {
        Past past = bySession.computeIfAbsent(history.session(transaction), session -> new Past());
        past.lookFrom(transaction);
        int last = past.last(key);
        return last != NOBODY && last != source && isLater(last, source) ? last : NOBODY;
    }

    /** A window begins with these that are not settled. */
    void begin(IntList unsettled) {
        for (Past past : bySession.values()) {
            past.undo();
            for (int i = 0; i < unsettled.size(); i++) past.isLast(unsettled.get(i));
        }
    }

    /** A transaction was settled, or is so no longer. */
    void moved(int transaction) {
        for (Past past : bySession.values()) {
            past.undo();
            past.isLast(transaction);
        }
    }

    /** Some writers of a key that had followed each other do so in another order. */
    void reordered(int key, IntList writers) {
        for (Past past : bySession.values()) {
            past.undo();
            past.reordered(key, writers);
        }
    }

    /** The settled order is another one. */
    void clear() {
        bySession.clear();
    }

    private boolean isLater(int transaction, int other) {
        if (!settled.has(transaction)) return true; // it will come behind all that is settled
        return other == NOBODY || settled.has(other) && settled.place(transaction) > settled.place(other);
    }

    private final class Past {
        private final BitSet known = new BitSet();
        /** By key. */
        private int[] last = {};
        /** What is known of the window, to be forgotten: it may turn out to be another. */
        private final IntList learned = new IntList();

        private final IntList learnedKey = new IntList();
        private final IntList learnedLast = new IntList();
        /** Who was asked about last. */
        private int newest = NOBODY;

        int last(int key) {
            return key < last.length ? last[key] : NOBODY;
        }

        void lookFrom(int t) {
            if (newest >= t) undo();
            int before = recorded.previous(t);
            int certain = before;
            while (certain >= 0 && !settled.has(certain)) certain = recorded.previous(certain);
            if (certain >= 0 && !known.get(certain)) {
                undo();
                learn(certain, true);
            }
            if (before >= 0) learn(before, false);
            for (int op = history.begin(t); causal && op < history.end(t); op++) learnSource(t, op, false);
            newest = t;
        }

        private void learnSource(int t, int op, boolean forGood) {
            int source = history.isWrite(op) ? NOBODY : recorded.writer(history.version(op));
            if (source >= 0 && source != t) learn(source, forGood);
        }

        private void learn(int first, boolean forGood) {
            IntList left = new IntList();
            reach(first, left, forGood);
            while (!left.isEmpty()) {
                int t = left.pop();
                looked += history.end(t) - history.begin(t);
                reach(recorded.previous(t), left, forGood);
                for (int op = history.begin(t); op < history.end(t); op++) {
                    if (history.isWrite(op)) wrote(t, history.key(op), forGood);
                    else if (causal) reach(recorded.writer(history.version(op)), left, forGood);
                }
            }
        }

        private void reach(int t, IntList left, boolean forGood) {
            if (t < 0 || known.get(t)) return;
            known.set(t);
            if (!forGood) learned.add(t);
            left.add(t);
        }

        private void wrote(int t, int key, boolean forGood) {
            if (key >= last.length) {
                int size = last.length;
                last = Arrays.copyOf(last, Math.max(history.keys(), size + size / 2));
                Arrays.fill(last, size, last.length, NOBODY);
            }
            if (last[key] == t || last[key] != NOBODY && !isLater(t, last[key])) return;
            if (!forGood) {
                learnedKey.add(key);
                learnedLast.add(last[key]);
            }
            last[key] = t;
        }

        void undo() {
            newest = NOBODY;
            while (!learned.isEmpty()) known.clear(learned.pop());
            while (!learnedKey.isEmpty()) last[learnedKey.pop()] = learnedLast.pop();
        }

        void isLast(int t) {
            if (!known.get(t)) return;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op)) wrote(t, history.key(op), true);
            }
        }

        /** If the last one is among those, another of them may be by now. */
        void reordered(int key, IntList writers) {
            for (int i = 0; i < writers.size(); i++) {
                if (writers.get(i) != last(key)) continue;
                for (int j = 0; j < writers.size(); j++) {
                    if (known.get(writers.get(j))) wrote(writers.get(j), key, true);
                }
                return;
            }
        }
    }
}
