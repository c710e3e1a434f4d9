package minos.history;

import java.util.BitSet;
import minos.util.IntList;

/**
 * Which transactions take part: the committed ones, and each indeterminate one of which a transaction that takes part has
 * read something. Any other indeterminate one can be left out: nobody depends on it. This is how histories are judged, and how they
 * are written where a format has no indeterminate transactions. Time is linear in the number of operations and of elements in
 * lists.
 */
public final class Participation {
    private final History history;
    private final int[] writer;
    private final BitSet participants = new BitSet();
    private final IntList work = new IntList();
    /** By key: the last transaction known to have written it, plus one; null until somebody asks. */
    private int[] writtenBy;

    private Participation(History history, int[] writer) {
        this.history = history;
        this.writer = writer;
    }

    /**
     * {@return the ids of the transactions that take part}
     *
     * @param history any
     * @param writer  by version: the transaction that wrote it; below 0 for nobody
     */
    public static BitSet of(History history, int[] writer) {
        Participation participation = new Participation(history, writer);
        boolean indeterminate = false;
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) == Status.COMMITTED) participation.participants.set(t);
            else if (history.status(t) == Status.INDETERMINATE) indeterminate = true;
        }
        if (indeterminate) participation.addObserved();
        return participation.participants;
    }

    private void addObserved() {
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) == Status.COMMITTED) addSources(t);
        }
        if (history.isList()) {
            // The longest lists come from committed reads, and all other regular reads are prefixes of them.
            for (int key = 0; key < history.keys(); key++) {
                for (int i = 0; i < history.longest(key); i++) addWriter(history.longest(key, i));
            }
        }
        while (!work.isEmpty()) addSources(work.pop());
    }

    private void addSources(int t) {
        if (history.isList()) addAppenders(t);
        else addWriters(t);
    }

    private void addAppenders(int t) {
        for (int op = history.begin(t); op < history.end(t); op++) {
            if (history.isWrite(op)) continue;
            addWriter(history.version(op));
            if (!history.deviates(op)) continue;
            for (int i = 0; i < history.length(op); i++) addWriter(history.element(op, i));
        }
    }

    private void addWriters(int t) {
        boolean marked = false; // the keys written so far, once somebody asks
        for (int op = history.begin(t); op < history.end(t); op++) {
            if (history.isWrite(op)) {
                if (marked) writtenBy[history.key(op)] = t + 1;
            } else if (isOpen(history.version(op))) {
                if (!marked) markWrites(t, op);
                marked = true;
                if (writtenBy[history.key(op)] != t + 1) addWriter(history.version(op));
            }
        }
    }

    private void markWrites(int t, int end) {
        if (writtenBy == null) writtenBy = new int[history.keys()];
        for (int op = history.begin(t); op < end; op++) if (history.isWrite(op)) writtenBy[history.key(op)] = t + 1;
    }

    private void addWriter(int version) {
        if (!isOpen(version)) return;
        participants.set(writer[version]);
        work.add(writer[version]);
    }

    /** Whether a version is of an indeterminate transaction that is not known to take part so far. */
    private boolean isOpen(int version) {
        if (version < 0 || writer[version] < 0) return false;
        int t = writer[version];
        return history.status(t) == Status.INDETERMINATE && !participants.get(t);
    }

    /**
     * {@return whether a read of a register comes after an own write of its key} It is compared with that one, and shows nothing of
     * others, even if it has a value of theirs. Of a list, each element shows who appended it.
     *
     * @param history any
     * @param read    the operation
     */
    public static boolean isInternal(History history, int read) {
        if (history.isList()) return false;
        int begin = history.begin(history.transactionOf(read));
        for (int op = read - 1; op >= begin; op--) {
            if (history.isWrite(op) && history.key(op) == history.key(read)) return true;
        }
        return false;
    }
}
