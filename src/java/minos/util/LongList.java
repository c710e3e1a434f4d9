package minos.util;

import java.util.Arrays;

/** A growing array of longs. */
public final class LongList {
    private long[] items;
    private int size;

    public LongList() {
        this(16);
    }

    public LongList(int capacity) {
        items = new long[Math.max(4, capacity)];
    }

    public void add(long item) {
        if (size == items.length) items = Arrays.copyOf(items, Primitives.capacity(size, size + 1));
        items[size++] = item;
    }

    /** Makes it longer by so many places, whose items are for the caller to set; the backing array. */
    public long[] extend(int places) {
        int longer = size + places;
        if (longer < 0 || longer > items.length) items = Arrays.copyOf(items, Primitives.capacity(size, longer));
        size = longer;
        return items;
    }

    public long get(int index) {
        return items[index];
    }

    public void set(int index, long item) {
        items[index] = item;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public long last() {
        return items[size - 1];
    }

    public long pop() {
        return items[--size];
    }

    public void clear() {
        size = 0;
    }

    /** Keeps the first so many items. */
    public void truncate(int count) {
        size = Math.min(size, count);
    }

    /** Exactly the items, in an array of their number. */
    public long[] toArray() {
        return Arrays.copyOf(items, size);
    }

    /** The backing array, of which the first {@link #size} places count; for hot loops. */
    public long[] array() {
        return items;
    }
}
