package minos.io;

import java.util.Arrays;
import java.util.Iterator;

/** Some operations of a history that is in memory, and what becomes of them when they are flattened. */
final class MemoryBlock {
    /** Long enough to be worth a turn, short enough that it is still in the cache when it is assembled. */
    private static final int SIZE = 256;

    private final Object[] ops = new Object[SIZE];
    private final OpFlattener flattener;
    private int first;
    private int size;

    MemoryBlock(OpFlattener flattener) {
        this.flattener = flattener;
    }

    /** Takes the next operations; there are {@code before} before them. */
    void take(Iterator<?> next, int before) {
        first = before;
        while (size < SIZE && next.hasNext()) ops[size++] = next.next();
    }

    void flatten() {
        flattener.clear();
        for (int i = 0; i < size; i++) flattener.add(ops[i], first + i);
    }

    OpBuffer operations() {
        return flattener.buffer();
    }

    int first() {
        return first;
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    void clear() {
        Arrays.fill(ops, 0, size, null);
        size = 0;
    }
}
