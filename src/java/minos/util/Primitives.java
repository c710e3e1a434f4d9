package minos.util;

/** What growing arrays and hash tables of primitives have in common. */
public final class Primitives {
    private static final int LARGEST = Integer.MAX_VALUE - 8;

    private Primitives() {}

    /** How long to make an array of {@code size} items that needs room for {@code needed}: half as much again, or that many. */
    public static int capacity(int size, int needed) {
        if (needed < 0 || needed > LARGEST) throw new OutOfMemoryError("more than " + LARGEST + " items in one array");
        return (int) Math.min(LARGEST, Math.max(needed, size + (size >> 1) + 16L));
    }

    /** Spreads all bits of {@code item} over the low bits of the result (a multiply and a fold). */
    public static int hash(long item) {
        long h = item * 0x9E3779B97F4A7C15L;
        h ^= h >>> 32;
        h *= 0xD6E8FEB86659FD93L;
        return (int) (h >>> 32);
    }
}
