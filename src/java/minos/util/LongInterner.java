package minos.util;

import java.util.Arrays;

/**
 * Gives each distinct long the next dense int. The longs lie in one array, by id. As most histories number their keys and
 * transactions from zero, small longs are found in a plain array, of a length in proportion to the number of items; the
 * others by open addressing.
 */
public final class LongInterner {
    private static final int LARGEST_DIRECT = 1 << 28;

    /** By item: its id plus one, or 0 if it is not here. Holds all items below its length. */
    private int[] direct = new int[64];
    /** Of the other items: id plus one, or 0 for a free slot. Never more than half full. */
    private int[] table = new int[16];

    private int inTable;
    private long[] items = new long[32];
    private int size;

    /** The id of {@code item}, new or known. */
    public int intern(long item) {
        if (item >= 0 && item < direct.length) {
            int known = direct[(int) item];
            return known != 0 ? known - 1 : (direct[(int) item] = add(item)) - 1;
        }
        int slot = slot(item);
        return table[slot] != 0 ? table[slot] - 1 : addFar(item, slot);
    }

    /** The ids of the first {@code n} items, in one go. */
    public void intern(long[] items, int n, int[] ids) {
        int[] direct = this.direct;
        for (int i = 0; i < n; i++) {
            long item = items[i];
            int known = item >= 0 && item < direct.length ? direct[(int) item] : 0;
            if (known == 0) {
                known = intern(item) + 1;
                direct = this.direct; // may have grown
            }
            ids[i] = known - 1;
        }
    }

    /** The id of {@code item}, or -1. */
    public int find(long item) {
        return (item >= 0 && item < direct.length ? direct[(int) item] : table[slot(item)]) - 1;
    }

    public long get(int id) {
        return items[id];
    }

    public int size() {
        return size;
    }

    /** All items, by id. */
    public long[] toArray() {
        return Arrays.copyOf(items, size);
    }

    /** Returns the new size, which is the new id plus one. */
    private int add(long item) {
        if (size == items.length) items = Arrays.copyOf(items, Primitives.capacity(size, size + 1));
        items[size] = item;
        return ++size;
    }

    private int addFar(long item, int slot) {
        int id = add(item) - 1;
        if (item >= 0 && item < Math.min(LARGEST_DIRECT, 8L * size)) {
            extendDirect((int) item);
        } else {
            table[slot] = size;
            if (++inTable * 2L > table.length) rehash(table.length * 2);
        }
        return id;
    }

    /** Lets the plain array reach as far as {@code item}, and moves the items that it covers now out of the table. */
    private void extendDirect(int item) {
        direct = Arrays.copyOf(direct, Integer.highestOneBit(item) * 2);
        inTable = 0;
        for (int id = 0; id < size; id++) {
            if (items[id] >= 0 && items[id] < direct.length) direct[(int) items[id]] = id + 1;
            else inTable++;
        }
        rehash(table.length);
    }

    private void rehash(int capacity) {
        table = new int[capacity];
        for (int id = 0; id < size; id++) {
            if (items[id] < 0 || items[id] >= direct.length) table[slot(items[id])] = id + 1;
        }
    }

    private int slot(long item) {
        int mask = table.length - 1;
        int slot = Primitives.hash(item) & mask;
        while (table[slot] != 0 && items[table[slot] - 1] != item) slot = (slot + 1) & mask;
        return slot;
    }
}
