package minos.history;

import java.util.Arrays;

/** What {@link BulkVersions} found, as it found it: by partition. */
final class BulkNames implements VersionNames {
    /** By partition, and one more: its first version. */
    private final int[] base;
    /** By partition and version there: the key and the low half of the value; where it is not null, the high half. */
    private final long[][] words;

    private final int[][] high;
    private final Atoms atoms;

    BulkNames(int[] base, long[][] words, int[][] high, Atoms atoms) {
        this.base = base;
        this.words = words;
        this.high = high;
        this.atoms = atoms;
        if (high != null) register();
    }

    /** Values that are no atoms by themselves get theirs now: what was read does not change when it is asked. */
    private void register() {
        for (int p = 0; p < words.length; p++) {
            for (int v = 0; v < words[p].length; v++) atoms.of(value(words[p][v], high[p][v]));
        }
    }

    static int key(long word) {
        return (int) (word >>> 32);
    }

    static long value(long word, int high) {
        return (long) high << 32 | word & 0xFFFFFFFFL;
    }

    @Override
    public int size() {
        return base[words.length];
    }

    @Override
    public int key(int version) {
        int p = partition(version);
        return key(words[p][version - base[p]]);
    }

    @Override
    public long atom(int version) {
        int p = partition(version);
        int there = version - base[p];
        return atoms.of(value(words[p][there], high == null ? 0 : high[p][there]));
    }

    private int partition(int version) {
        int found = Arrays.binarySearch(base, version);
        if (found < 0) return -found - 2;
        while (base[found + 1] == version) found++; // empty partitions begin at the same place
        return found;
    }
}
