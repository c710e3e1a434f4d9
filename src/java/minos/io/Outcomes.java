package minos.io;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import minos.history.History;
import minos.history.Status;
import minos.util.IntList;

/**
 * Which transactions a format without indeterminate ones calls committed: the committed, and the indeterminate whose
 * write is read by a transaction that is called so. This is how they are judged.
 */
final class Outcomes {
    private static final int NONE = -1;

    private final History history;
    private final BitSet committed = new BitSet();

    private Outcomes(History history) {
        this.history = history;
    }

    /** @param otherwise what becomes of the other indeterminate transactions, for {@code notes}: "aborted", say */
    static BitSet committed(History history, String otherwise, List<String> notes) {
        Outcomes outcomes = new Outcomes(history);
        int indeterminate = 0;
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) == Status.COMMITTED) outcomes.committed.set(t);
            if (history.status(t) == Status.INDETERMINATE) indeterminate++;
        }
        if (indeterminate == 0) return outcomes.committed;
        int before = outcomes.committed.cardinality();
        outcomes.addObserved();
        int kept = outcomes.committed.cardinality() - before;
        notes.add("of " + indeterminate + " indeterminate transactions, " + kept
                + " are committed, as they were read from, and " + (indeterminate - kept) + " " + otherwise);
        return outcomes.committed;
    }

    /** Adds the indeterminate transactions that were read from by one in the set, as long as there are any. */
    private void addObserved() {
        int[] writer = new int[history.versions()];
        Arrays.fill(writer, NONE);
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) != Status.INDETERMINATE) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op)) writer[history.version(op)] = t;
            }
        }
        IntList work = new IntList();
        for (int t = committed.nextSetBit(0); t >= 0; t = committed.nextSetBit(t + 1)) work.add(t);
        while (!work.isEmpty()) {
            int reader = work.pop();
            for (int op = history.begin(reader); op < history.end(reader); op++) {
                int version = history.version(op);
                if (history.isWrite(op) || version < 0 || writer[version] == NONE) continue;
                if (committed.get(writer[version])) continue;
                committed.set(writer[version]);
                work.add(writer[version]);
            }
        }
    }
}
