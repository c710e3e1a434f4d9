package minos.infer;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;

/**
 * What one transaction did to the keys that it has touched so far. A hash table as small as the transaction, which stays in
 * the cache however many keys the history has; for a transaction that may touch most of them, a plain array. Entries carry a
 * stamp, so that nothing is cleared between transactions.
 */
public final class TouchedKeys {
    private static final int GOLDEN_RATIO = 0x9E3779B9;

    private final int keys;
    private int multiplier;
    private int shift;
    private int mask;
    private int current;
    private int[] stamp = new int[0];
    private int[] key;

    /** By slot: the last own write of the key, or {@code NONE}. */
    public int[] lastOwn;
    /** By slot: the first external read of the key, or {@code NONE}, and the transaction that it read from. */
    public int[] firstExternal;

    int[] firstOrigin;

    /** @param keys how many keys the history has */
    public TouchedKeys(int keys) {
        this.keys = keys;
    }

    /** A transaction begins, of so many operations. */
    public void enter(int transaction, int operations) {
        current = transaction + 1;
        if (operations > keys / 4) {
            multiplier = 1;
            shift = 0;
            reserve(keys);
        } else {
            int bits = 33 - Integer.numberOfLeadingZeros(operations); // at most half full
            multiplier = GOLDEN_RATIO;
            shift = 32 - bits;
            mask = (1 << bits) - 1;
            reserve(mask + 1);
        }
    }

    private void reserve(int slots) {
        if (slots <= stamp.length) return;
        stamp = Arrays.copyOf(stamp, slots);
        key = new int[slots];
        lastOwn = new int[slots];
        firstExternal = new int[slots];
        firstOrigin = new int[slots];
    }

    /** The slot of a key, which is new if the transaction has not touched it yet. */
    public int slot(int key) {
        int slot = key * multiplier >>> shift;
        while (stamp[slot] == current) {
            if (this.key[slot] == key) return slot;
            slot = slot + 1 & mask;
        }
        stamp[slot] = current;
        this.key[slot] = key;
        lastOwn[slot] = NONE;
        firstExternal[slot] = NONE;
        return slot;
    }
}
