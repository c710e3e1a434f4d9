package minos.judge;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import minos.history.History;
import minos.infer.Relations;

/**
 * Tells whether a transaction that wrote many keys wrote a given one, by binary search. Transactions with few operations
 * are scanned by their callers instead; without this, one transaction that fills the database and is read by all would
 * cost its size again for each reader.
 */
final class WrittenKeys {
    /** Up to this many operations a transaction is scanned. */
    private static final int FEW = 64;

    private final History history;
    private final int few;
    private final Map<Integer, int[]> sorted = new HashMap<>();

    WrittenKeys(Relations relations) {
        this(relations, FEW);
    }

    WrittenKeys(Relations relations, int few) {
        history = relations.history();
        this.few = few;
        for (int t = 0; t < history.transactions(); t++) {
            if (!isLarge(t) || !relations.participates(t)) continue;
            int[] keys = new int[history.end(t) - history.begin(t)];
            int count = 0;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op)) keys[count++] = history.key(op);
            }
            keys = Arrays.copyOf(keys, count);
            Arrays.sort(keys);
            sorted.put(t, keys);
        }
    }

    boolean isLarge(int transaction) {
        return history.end(transaction) - history.begin(transaction) > few;
    }

    /** Whether a {@link #isLarge large} transaction writes the key. */
    boolean writes(int transaction, int key) {
        return Arrays.binarySearch(sorted.get(transaction), key) >= 0;
    }
}
