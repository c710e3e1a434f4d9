package minos.judge;

import java.util.Arrays;
import minos.history.History;
import minos.infer.Relations;

/**
 * The keys that each transaction wrote, side by side: they are asked for wherever somebody read from it. Those of a transaction that wrote
 * many are sorted, so that a given one is soon found; without this, one transaction that fills the database and is read by all would
 * cost its size again for each reader.
 */
final class WrittenKeys {
    /** Up to this many writes of a transaction are gone through. */
    private static final int FEW = 64;

    private final int few;
    /** By transaction: where its keys begin. */
    private final int[] begin;

    private final int[] keys;

    WrittenKeys(Relations relations) {
        this(relations, FEW);
    }

    WrittenKeys(Relations relations, int few) {
        this.few = few;
        History history = relations.history();
        begin = new int[history.transactions() + 1];
        int count = 0;
        for (int op = 0; op < history.operations(); op++) if (history.isWrite(op)) count++;
        keys = new int[count];
        count = 0;
        for (int t = 0; t < history.transactions(); t++) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op)) keys[count++] = history.key(op);
            }
            begin[t + 1] = count;
            if (isLarge(t)) Arrays.sort(keys, begin[t], count);
        }
    }

    /** Where the keys of a transaction begin. */
    int begin(int transaction) {
        return begin[transaction];
    }

    int end(int transaction) {
        return begin[transaction + 1];
    }

    /** One of them; some may be there more than once. */
    int key(int index) {
        return keys[index];
    }

    /** Whether a transaction wrote too many keys to go through them. */
    boolean isLarge(int transaction) {
        return begin[transaction + 1] - begin[transaction] > few;
    }

    /** Whether a {@link #isLarge large} transaction writes the key. */
    boolean writes(int transaction, int key) {
        return Arrays.binarySearch(keys, begin[transaction], begin[transaction + 1], key) >= 0;
    }
}
