package minos.util;

/** Hashing of primitives. */
public final class Mix {
    private Mix() {}

    /** Spreads all bits of {@code item} over the low bits of the result (a multiply and a fold). */
    public static int hash(long item) {
        long h = item * 0x9E3779B97F4A7C15L;
        h ^= h >>> 32;
        h *= 0xD6E8FEB86659FD93L;
        return (int) (h >>> 32);
    }
}
