package minos.util;

/** How arrays grow. */
public final class Grow {
    private static final int LARGEST = Integer.MAX_VALUE - 8;

    private Grow() {}

    /** Half as much again, at least {@code needed}. */
    public static int capacity(int size, int needed) {
        if (needed < 0 || needed > LARGEST) throw new OutOfMemoryError("more than " + LARGEST + " items in one array");
        return (int) Math.min(LARGEST, Math.max(needed, size + (size >> 1) + 16L));
    }
}
