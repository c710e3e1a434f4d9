package minos.history;

import java.util.Arrays;

/** The longest list of a key that was read so far, with its values, so that the next ones are compared in one place. */
final class LongestList {
    private int[] versions = new int[4];
    private long[] atoms = new long[4];
    private int size;

    int size() {
        return size;
    }

    int version(int position) {
        return versions[position];
    }

    long atom(int position) {
        return atoms[position];
    }

    void add(int version, long atom) {
        if (size == versions.length) {
            versions = Arrays.copyOf(versions, size * 2);
            atoms = Arrays.copyOf(atoms, size * 2);
        }
        versions[size] = version;
        atoms[size++] = atom;
    }

    /** How many of the values from {@code from} to {@code to - 1} stand here in a row, from {@code position} on. */
    int matching(int position, long[] values, int from, int to) {
        int most = Math.min(to - from, size - position);
        int same = 0;
        while (same < most && atoms[position + same] == values[from + same]) same++;
        return same;
    }

    /** The first {@code count} versions, at the beginning of an array of {@code length}. */
    int[] copy(int count, int length) {
        int[] copy = new int[length];
        System.arraycopy(versions, 0, copy, 0, count);
        return copy;
    }
}
