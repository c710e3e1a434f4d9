package minos.judge.live;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import minos.history.GrowingHistory;
import minos.history.History;
import minos.history.Status;
import minos.util.IntList;

/**
 * What is known of a growing history beside what it says: who wrote what, who comes next in a session, and who may be judged yet.
 * Kept up to date as transactions come in, each looked at once.
 */
final class Recorded {
    static final int NOBODY = -1;

    final GrowingHistory history;
    final boolean lists;
    /** By version: who wrote it, of those that did not abort; or {@link #NOBODY}. */
    private int[] writer = {};
    /** By transaction: the one before it in its session that did not abort; or {@link #NOBODY}. */
    private int[] previous = {};
    /** By session: the last one that has ended and did not abort. */
    private int[] last = {};
    /** By indeterminate transaction: the next one of its session. */
    private final Map<Integer, Integer> next = new HashMap<>();

    /** By version: the transaction that wrote it and aborted. */
    private final Map<Integer, Integer> abortedWriter = new HashMap<>();

    private boolean repeats;
    private int seen;
    /** Those that wait for the writes that they read. */
    private final BitSet waiting = new BitSet();

    /** Those that committed and may be judged from now on. */
    private final IntList fresh = new IntList();

    Recorded(GrowingHistory history, boolean lists) {
        this.history = history;
        this.lists = lists;
    }

    /** Whether a value was written twice, so that nobody knows who read from whom. */
    boolean repeats() {
        return repeats;
    }

    int writer(int version) {
        return version < 0 ? NOBODY : writer[version];
    }

    /** Who wrote a version, be it in vain. */
    int source(int version) {
        int written = writer(version);
        return written != NOBODY || abortedWriter.isEmpty() ? written : abortedWriter.getOrDefault(version, NOBODY);
    }

    int previous(int transaction) {
        return previous[transaction];
    }

    /** The transaction that comes after an indeterminate one in its session; {@link #NOBODY} if it is the last. */
    int next(int indeterminate) {
        return next.getOrDefault(indeterminate, NOBODY);
    }

    boolean isOpen(int transaction) {
        return transaction >= history.ended();
    }

    /** Those that committed and may be judged since the last call. */
    int[] fresh() {
        return fresh.toArray();
    }

    /** Whether a transaction must wait. */
    boolean waits(int transaction) {
        return waiting.get(transaction);
    }

    /** Whether some must wait. */
    boolean areWaiting() {
        return !waiting.isEmpty();
    }

    /** All that may be judged, in ascending order. */
    int[] ready() {
        IntList ready = new IntList(history.transactions());
        for (int t = 0; t < history.transactions(); t++) if (!waits(t)) ready.add(t);
        return ready.toArray();
    }

    /**
     * Takes in what was recorded since.
     *
     * @param over whether nothing more will come, so that nobody waits
     */
    void take(boolean over) {
        writer = grown(writer, history.versions());
        previous = grown(previous, history.transactions());
        last = grown(last, history.sessions());
        fresh.clear();
        IntList candidates = new IntList(); // who waited, and who is new
        for (int t = waiting.nextSetBit(0); t >= 0; t = waiting.nextSetBit(t + 1)) candidates.add(t);
        waiting.clear();
        for (int t = seen; t < history.transactions(); t++) {
            if (history.status(t) == Status.ABORTED) wroteInVain(t);
            else wrote(t);
            candidates.add(t);
            if (history.status(t) == Status.ABORTED) continue;
            int session = history.session(t);
            previous[t] = last[session];
            if (isOpen(t)) continue;
            if (last[session] >= 0 && history.status(last[session]) == Status.INDETERMINATE) next.put(last[session], t);
            last[session] = t;
        }
        seen = history.ended();
        if (!history.isInvokedFirst() && !over) hold(candidates);
        for (int i = 0; i < candidates.size(); i++) {
            int t = candidates.get(i);
            if (history.status(t) == Status.COMMITTED && !waits(t)) fresh.add(t);
        }
    }

    private void wrote(int t) {
        for (int op = history.begin(t); op < history.end(t); op++) {
            if (!history.isWrite(op)) continue;
            int version = history.version(op);
            repeats |= version < 0 || writer[version] != NOBODY;
            if (version >= 0) writer[version] = t;
        }
    }

    private void wroteInVain(int t) {
        for (int op = history.begin(t); op < history.end(t); op++) {
            if (history.isWrite(op)) abortedWriter.put(history.version(op), t);
        }
    }

    /** Forgets those that are open: when they end they come again. */
    void leaveOpen() {
        for (int t = history.ended(); t < history.transactions(); t++) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op) && history.version(op) >= 0) writer[history.version(op)] = NOBODY;
            }
        }
    }

    /** Lets those wait that read what nobody has written yet, or from one that waits, or come after one in its session. */
    private void hold(IntList candidates) {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = 0; i < candidates.size(); i++) {
                int t = candidates.get(i);
                if (isOpen(t) || history.status(t) == Status.ABORTED || waits(t) || !misses(t)) continue;
                waiting.set(t);
                changed = true;
            }
        }
    }

    private boolean misses(int t) {
        if (previous[t] != NOBODY && waits(previous[t])) return true;
        for (int op = history.begin(t); op < history.end(t); op++) {
            int version = history.version(op);
            if (history.isWrite(op) || version < 0) continue;
            int length = lists ? history.length(op) : 0;
            for (int i = 0; i < length; i++) if (isMissing(history.element(op, i))) return true;
            if (!lists && isMissing(version)) return true;
        }
        return false;
    }

    private boolean isMissing(int version) {
        int source = writer[version];
        return source == NOBODY || waits(source);
    }

    private static int[] grown(int[] array, int size) {
        if (array.length >= size) return array;
        int[] grown = Arrays.copyOf(array, Math.max(size, array.length + array.length / 2));
        Arrays.fill(grown, array.length, grown.length, NOBODY);
        return grown;
    }

    /** How many operations there are in some transactions. */
    long operations(int[] transactions) {
        long operations = 0;
        for (int t : transactions) operations += history.end(t) - history.begin(t);
        return operations;
    }

    /** Whether a transaction writes a key. */
    boolean writes(int transaction, int key) {
        for (int op = history.begin(transaction); op < history.end(transaction); op++) {
            if (history.isWrite(op) && history.key(op) == key) return true;
        }
        return false;
    }

    /** Whether a version is the last that its transaction wrote of the key. */
    boolean isLast(int version, int transaction, int key) {
        return last(transaction, key) == version;
    }

    /** The last version of a key that a transaction wrote; the initial one if it did not. */
    int last(int transaction, int key) {
        for (int op = history.end(transaction) - 1; op >= history.begin(transaction); op--) {
            if (history.isWrite(op) && history.key(op) == key) return history.version(op);
        }
        return History.INITIAL;
    }
}
