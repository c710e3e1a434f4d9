package minos.util;

import java.util.Arrays;

/** A growing array of ints. */
public final class IntList {
    private int[] items;
    private int size;

    public IntList() {
        this(16);
    }

    public IntList(int capacity) {
        items = new int[Math.max(4, capacity)];
    }

    public void add(int item) {
        if (size == items.length) items = Arrays.copyOf(items, Primitives.capacity(size, size + 1));
        items[size++] = item;
    }

    public int get(int index) {
        return items[index];
    }

    public void set(int index, int item) {
        items[index] = item;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public int last() {
        return items[size - 1];
    }

    public int pop() {
        return items[--size];
    }

    public void clear() {
        size = 0;
    }

    /** Keeps the first so many items. */
    public void truncate(int count) {
        size = Math.min(size, count);
    }

    public IntList copy() {
        IntList copy = new IntList(size);
        System.arraycopy(items, 0, copy.items, 0, size);
        copy.size = size;
        return copy;
    }

    /** Exactly the items, in an array of their number. */
    public int[] toArray() {
        return Arrays.copyOf(items, size);
    }

    /** The backing array, of which the first {@link #size} places count; for hot loops. */
    public int[] array() {
        return items;
    }
}
