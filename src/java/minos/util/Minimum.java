package minos.util;

import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Leaves out of a set what can go, by delta debugging (Zeller and Hildebrandt, 2002): first halves, then quarters, and
 * in the end each thing by itself. Where a part of a set that does not show the fault never shows it either, one round
 * with single things is enough: then nothing can go. Of n things with k that matter, about k log n questions are asked,
 * and n if nearly all matter.
 */
public final class Minimum {
    private Minimum() {}

    /** The things that remain, in their order; {@code shows} is true of {@code things}. */
    public static int[] of(int[] things, Predicate<int[]> shows) {
        int[] rest = things;
        for (int size = (rest.length + 1) / 2; size >= 1; size = size == 1 ? 0 : (size + 1) / 2) {
            for (int end = rest.length; end > 0; end -= size) {
                int[] fewer = without(rest, Math.max(0, end - size), end);
                if (fewer.length < rest.length && shows.test(fewer)) rest = fewer;
            }
        }
        return rest;
    }

    private static int[] without(int[] things, int from, int to) {
        int[] fewer = Arrays.copyOf(things, things.length - (to - from));
        System.arraycopy(things, to, fewer, from, things.length - to);
        return fewer;
    }
}
