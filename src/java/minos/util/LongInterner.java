package minos.util;

import java.util.Arrays;

/** Gives each distinct long the next dense int. Open addressing over an int table; the longs lie in one array. */
public final class LongInterner {
    private int[] table = new int[64];
    private long[] items = new long[32];
    private int size;

    public LongInterner() {
        Arrays.fill(table, -1);
    }

    /** The id of {@code item}, new or known. */
    public int intern(long item) {
        int slot = slot(item);
        int id = table[slot];
        if (id >= 0) return id;
        if (size == items.length) {
            items = Arrays.copyOf(items, Grow.capacity(size, size + 1));
        }
        items[size] = item;
        table[slot] = size;
        if (++size * 2L > table.length) rehash();
        return size - 1;
    }

    /** The id of {@code item}, or -1. */
    public int find(long item) {
        return table[slot(item)];
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

    private int slot(long item) {
        int mask = table.length - 1;
        int slot = Mix.hash(item) & mask;
        while (table[slot] >= 0 && items[table[slot]] != item) slot = (slot + 1) & mask;
        return slot;
    }

    private void rehash() {
        table = new int[table.length * 2];
        Arrays.fill(table, -1);
        int mask = table.length - 1;
        for (int id = 0; id < size; id++) {
            int slot = Mix.hash(items[id]) & mask;
            while (table[slot] >= 0) slot = (slot + 1) & mask;
            table[slot] = id;
        }
    }
}
