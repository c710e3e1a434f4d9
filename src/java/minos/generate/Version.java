package minos.generate;

import java.util.Arrays;

/**
 * One committed version of a key, and through {@code previous} all before it.
 *
 * @param commit who wrote it
 * @param values what it wrote to the key: one value, or for a list all that it appended
 */
record Version(Commit commit, long[] values, Version previous) {
    /**
     * A committed transaction.
     *
     * @param place   its place in the commit order
     * @param index   its place among the commits of its session
     * @param keys    what it wrote, sorted
     * @param visible by session, how many of its commits the transaction depends on; null where the level does not ask
     */
    record Commit(int place, int session, int index, int[] keys, int[] visible) {
        boolean writes(int key) {
            return Arrays.binarySearch(keys, key) >= 0;
        }
    }

    /** The place of a version's commit; -1 for the initial version. */
    static int place(Version version) {
        return version == null ? -1 : version.commit.place;
    }
}
