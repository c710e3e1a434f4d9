package minos.infer;

import java.util.Arrays;

/**
 * What one transaction did to the keys that it has touched so far. A hash table as small as the transaction, which stays in
 * the cache however many keys the history has; entries carry a stamp, so that nothing is cleared between transactions.
 */
final class TouchedKeys {
    private static final int GOLDEN_RATIO = 0x9E3779B9;

    private int shift;
    private int mask;
    private int current;
    private int[] stamp = new int[0];
    private int[] key;

    /** By slot: the last own write of the key, or {@link Relations#NONE}. */
    int[] lastOwn;
    /** By slot: the first external read of the key, or {@link Relations#NONE}, and the transaction that it read from. */
    int[] firstExternal;
    int[] firstOrigin;

    /** A transaction begins, of so many operations. */
    void enter(int transaction, int operations) {
        int bits = Math.min(30, 33 - Integer.numberOfLeadingZeros(operations)); // at most half full
        shift = 32 - bits;
        mask = (1 << bits) - 1;
        current = transaction + 1;
        if (mask < stamp.length) return;
        stamp = Arrays.copyOf(stamp, mask + 1);
        key = new int[mask + 1];
        lastOwn = new int[mask + 1];
        firstExternal = new int[mask + 1];
        firstOrigin = new int[mask + 1];
    }

    /** The slot of a key, which is new if the transaction has not touched it yet. */
    int slot(int key) {
        int slot = key * GOLDEN_RATIO >>> shift;
        while (stamp[slot] == current) {
            if (this.key[slot] == key) return slot;
            slot = slot + 1 & mask;
        }
        stamp[slot] = current;
        this.key[slot] = key;
        lastOwn[slot] = Relations.NONE;
        firstExternal[slot] = Relations.NONE;
        return slot;
    }
}
