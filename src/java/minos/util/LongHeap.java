package minos.util;

import java.util.Arrays;

/** A priority queue of longs, smallest first (a binary heap). */
public final class LongHeap {
    private long[] items = new long[64];
    private int size;

    public boolean isEmpty() {
        return size == 0;
    }

    public void clear() {
        size = 0;
    }

    public void add(long item) {
        if (size == items.length) items = Arrays.copyOf(items, Primitives.capacity(size, size + 1));
        int place = size++;
        while (place > 0) {
            int parent = (place - 1) >>> 1;
            if (items[parent] <= item) break;
            items[place] = items[parent];
            place = parent;
        }
        items[place] = item;
    }

    /** Removes and returns the smallest. */
    public long poll() {
        long smallest = items[0];
        long moved = items[--size];
        int place = 0;
        while (2 * place + 1 < size) {
            int child = 2 * place + 1;
            if (child + 1 < size && items[child + 1] < items[child]) child++;
            if (items[child] >= moved) break;
            items[place] = items[child];
            place = child;
        }
        items[place] = moved;
        return smallest;
    }
}
