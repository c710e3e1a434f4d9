package minos.judge.live;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import minos.history.GrowingHistory;
import minos.history.History;
import minos.history.MalformedHistory;
import minos.history.Status;

/**
 * Fences are transactions that read one key and write it anew, now and then in each session, first of all when it begins; as in Tan, Zhao,
 * Mu and Walfish, Cobra: making transactional key-value stores verifiably serializable, OSDI 2020. Each reads from the one before, so that
 * they come one after another in every order from causal on. What a session did before its fence comes before all that another does
 * after a later one: so fences tell what real time does where there is none.
 */
final class Fences implements Forgetting.Spans {
    private static final int NONE = Recorded.NOBODY;

    private final int[] from;
    private final int[] until;
    private final int horizon;
    /** The sessions that may go on without a fence; of others nobody knows whether they ever do. */
    private final BitSet goOn = new BitSet();

    /** Fences that were committed, in an order that they may have had: the n-th says 2n, who is between two of them an odd number. */
    Fences(GrowingHistory history, int[] order, int key) {
        int transactions = history.transactions();
        int[] number = numbers(history, order, key);
        from = new int[transactions];
        until = new int[transactions];
        Arrays.fill(until, Integer.MAX_VALUE);
        int[] last = new int[history.sessions()];
        for (int t = 0; t < history.ended(); t++) {
            int session = history.session(t);
            goOn.set(session, history.status(t) != Status.INDETERMINATE); // or else nobody knows what it still does
            if (number[t] > 0) last[session] = number[t];
            from[t] = number[t] > 0 ? 2 * number[t] : last[session] > 0 ? 2 * last[session] + 1 : 0;
        }
        for (int t = history.ended(); t < transactions; t++) {
            goOn.set(history.session(t));
            from[t] = 2 * last[history.session(t)] + 1;
        }
        int[] next = new int[history.sessions()];
        for (int t = transactions - 1; t >= 0; t--) {
            int session = history.session(t);
            if (number[t] > 0) next[session] = number[t];
            if (next[session] > 0) until[t] = 2 * next[session];
        }
        // The last fence that all have behind them, and one less: it is left, so that what is kept comes after it.
        int behind = Integer.MAX_VALUE;
        for (int s = goOn.nextSetBit(0); s >= 0; s = goOn.nextSetBit(s + 1)) {
            if (!history.isEarlier(s)) behind = Math.min(behind, last[s]);
        }
        horizon = behind == Integer.MAX_VALUE ? 0 : Math.max(0, 2 * (behind - 1) + 1);
    }

    /** By transaction: which fence it is, from 1 on; 0 if it is none. None at all if they do not follow each other. */
    private static int[] numbers(GrowingHistory history, int[] order, int key) {
        int[] number = new int[history.transactions()];
        Map<Integer, Integer> byVersion = new HashMap<>();
        int last = 0;
        for (int t : order) {
            int read = History.UNKNOWN;
            int written = NONE;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.key(op) != key) continue;
                if (history.isWrite(op)) written = history.version(op);
                else if (written == NONE) read = history.version(op);
            }
            if (written == NONE) continue;
            boolean first = byVersion.isEmpty();
            if (!first && byVersion.getOrDefault(read, 0) != last) return new int[history.transactions()];
            byVersion.put(written, ++last);
            number[t] = last;
        }
        return number;
    }

    /**
     * Whoever begins after something was forgotten does so with a fence, or may read what nobody knows any more; and so does whoever goes on
     * after a transaction without an outcome, for whom nothing is kept that it would come after.
     */
    static final class Newcomers {
        private final GrowingHistory history;
        private final int key;
        /** How many sessions there were when something was forgotten. */
        private final int known;
        /** How many transactions were looked at. */
        private int looked;

        private final BitSet begun;

        /** @param before the fences as they were when something was forgotten */
        Newcomers(GrowingHistory history, Fences before, int key) {
            this.history = history;
            this.key = key;
            begun = before.goOn;
            known = history.sessions();
            looked = history.ended();
        }

        /** Looks at what has ended since. */
        void require() {
            for (; looked < history.ended(); looked++) {
                int session = history.session(looked);
                if (begun.get(session) || history.isEarlier(session)) continue;
                boolean committed = history.status(looked) == Status.COMMITTED;
                boolean mayHave = session < known && history.status(looked) == Status.INDETERMINATE;
                if (!committed && !mayHave) continue;
                begun.set(session, committed);
                if (!isFence(looked))
                    throw new MalformedHistory(
                            "a session begins, or goes on after a transaction without an outcome, without a fence,"
                                    + " after what it may read was forgotten");
            }
        }

        private boolean isFence(int t) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op) && history.key(op) == key) return true;
            }
            return false;
        }
    }

    @Override
    public int from(int transaction) {
        return from[transaction];
    }

    @Override
    public int until(int transaction) {
        return until[transaction];
    }

    @Override
    public int horizon() {
        return horizon;
    }
}
