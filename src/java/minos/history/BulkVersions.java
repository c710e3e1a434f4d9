package minos.history;

import java.util.Arrays;
import java.util.BitSet;
import minos.util.IntList;
import minos.util.LongList;
import minos.util.Primitives;

/**
 * Finds the versions of the operations that {@link BulkLane lanes} dealt out to partitions: one partition after another, by a
 * hash table that stays in the cache. Versions are numbered by partition, within it in order of appearance: so what was
 * recorded at about the same time lies in as many small places as there are partitions, and nothing depends on the number of
 * threads. Linear in the number of operations.
 *
 * <p>To be used in this order: {@link Finder}s, {@link #number}, {@link #markInitial}.
 */
final class BulkVersions {
    private static final long LOW = 0xFFFFFFFFL;

    private final BulkLane[] lanes;
    /** By lane and local key: the key. */
    private final int[][] keyOf;

    private final int partitions;
    /** Whether some value takes more than 32 bits. */
    private final boolean wide;

    /** By partition and version there: the key and the low half of the value, and if need be the high half. */
    private final long[][] wordIn;

    private final int[][] highIn;
    /** By partition: the versions that no operation writes; of these, in the end, the initial ones. */
    private final int[][] unwritten;
    /** By partition: its first version. */
    private final int[] base;

    BulkVersions(BulkLane[] lanes, int[][] keyOf) {
        this.lanes = lanes;
        this.keyOf = keyOf;
        wide = Arrays.stream(lanes).anyMatch(lane -> lane.high != null);
        partitions = lanes[0].sizeOf.length;
        wordIn = new long[partitions][];
        highIn = wide ? new int[partitions][] : null;
        unwritten = new int[partitions][];
        base = new int[partitions + 1];
    }

    /** By partition, and one more: its first version, once they are numbered. */
    int[] base() {
        return base;
    }

    History.Versions names(Atoms atoms) {
        return new Names(base, wordIn, highIn, atoms);
    }

    /** Tells the operations of one partition after another which version there they have. One for each thread. */
    final class Finder {
        /** By slot: a version plus one; 0 for a free one. */
        private int[] table = new int[0];
        /** By version plus one; before each search, the place 0 takes what is searched, so that a free slot ends it too. */
        private long[] found = new long[0];

        private int[] foundHigh = new int[0];
        private byte[] written = new byte[0];
        private int size;

        void find(int p) {
            prepare(p);
            for (int i = 0; i < lanes.length; i++) {
                BulkLane lane = lanes[i];
                if (wide) findWide(lane.words[p], lane.high == null ? null : lane.high[p], lane.sizeOf[p], keyOf[i]);
                else find(lane.words[p], lane.sizeOf[p], keyOf[i]);
            }
            wordIn[p] = Arrays.copyOfRange(found, 1, size + 1);
            if (wide) highIn[p] = Arrays.copyOfRange(foundHigh, 1, size + 1);
            unwritten[p] = unwritten();
        }

        private int[] unwritten() {
            IntList not = new IntList();
            for (int version = 0; version < size; version++) if (written[version + 1] == 0) not.add(version);
            return not.toArray();
        }

        private void prepare(int p) {
            long most = 0;
            for (BulkLane lane : lanes) most += lane.sizeOf[p];
            if (most >= found.length) {
                found = new long[Math.toIntExact(most + 1)];
                if (wide) foundHigh = new int[found.length];
                written = new byte[found.length];
            } else {
                Arrays.fill(written, 0, size + 1, (byte) 0);
            }
            int capacity = (int) Math.max(2, Math.min(1 << 30, Long.highestOneBit(most + (most >> 1)) * 2));
            if (capacity != table.length) table = new int[capacity];
            else Arrays.fill(table, 0);
            size = 0;
        }

        /**
         * Puts the key in the place of the local one, and the version in the place of the value. Whether a version is new,
         * no branch predictor can tell: so nothing here branches on that.
         */
        private void find(long[] words, int count, int[] keyOf) {
            int[] table = this.table;
            long[] found = this.found;
            int shift = Integer.numberOfLeadingZeros(table.length) + 1;
            int mask = table.length - 1;
            int size = this.size;
            for (int i = 0; i < count; i++) {
                long word = words[i];
                int opKey = (int) (word >>> 32);
                long k = keyOf[opKey >>> 1];
                long searched = k << 32 | word & LOW;
                found[0] = searched;
                int slot = Primitives.hash(searched) >>> shift;
                while (found[table[slot]] != searched) slot = slot + 1 & mask;
                int id = table[slot];
                int isNew = id - 1 >>> 31;
                size += isNew;
                id += size & -isNew;
                table[slot] = id;
                found[id] = searched;
                written[id] |= (byte) (opKey & 1);
                words[i] = (k << 1 | opKey & 1) << 32 | id - 1;
            }
            this.size = size;
        }

        /** As the other, for values of more than 32 bits. */
        private void findWide(long[] words, int[] high, int count, int[] keyOf) {
            int shift = Integer.numberOfLeadingZeros(table.length) + 1;
            int mask = table.length - 1;
            for (int i = 0; i < count; i++) {
                int opKey = (int) (words[i] >>> 32);
                long k = keyOf[opKey >>> 1];
                long searched = k << 32 | words[i] & LOW;
                int searchedHigh = high == null ? 0 : high[i];
                found[0] = searched;
                foundHigh[0] = searchedHigh;
                int slot = Primitives.hash(searched + searchedHigh * 0xC2B2AE3D27D4EB4FL) >>> shift;
                while (found[table[slot]] != searched || foundHigh[table[slot]] != searchedHigh) slot = slot + 1 & mask;
                if (table[slot] == 0) table[slot] = ++size;
                int id = table[slot];
                found[id] = searched;
                foundHigh[id] = searchedHigh;
                written[id] |= (byte) (opKey & 1);
                words[i] = (k << 1 | opKey & 1) << 32 | id - 1;
            }
        }
    }

    /** Numbers the versions, and decides which are initial ones. */
    void number(int keys, InitialValues rule) {
        for (int p = 0; p < partitions; p++) base[p + 1] = Math.addExact(base[p], wordIn[p].length);
        IntList candidateKey = new IntList();
        LongList candidateValue = new LongList();
        for (int p = 0; p < partitions; p++) {
            for (int version : unwritten[p]) {
                candidateKey.add(Names.key(wordIn[p][version]));
                candidateValue.add(Names.value(wordIn[p][version], wide ? highIn[p][version] : 0));
            }
        }
        BitSet initial = rule.among(keys, candidateKey, candidateValue);
        int candidate = 0;
        for (int p = 0; p < partitions; p++) {
            int kept = 0;
            for (int version : unwritten[p]) if (initial.get(candidate++)) unwritten[p][kept++] = version;
            unwritten[p] = Arrays.copyOf(unwritten[p], kept);
        }
    }

    /** Tells the operations of a partition that read an initial version so. */
    void markInitial(int p) {
        if (unwritten[p].length == 0) return;
        BitSet initial = new BitSet(wordIn[p].length);
        for (int version : unwritten[p]) initial.set(version);
        for (BulkLane lane : lanes) {
            long[] words = lane.words[p];
            for (int i = 0; i < lane.sizeOf[p]; i++) if (initial.get((int) words[i])) words[i] |= History.INITIAL & LOW;
        }
    }

    /** What a {@link Finder} found, as it found it: by partition. */
    private static final class Names implements History.Versions {
        /** By partition, and one more: its first version. */
        private final int[] base;
        /** By partition and version there: the key and the low half of the value; where it is not null, the high half. */
        private final long[][] words;

        private final int[][] high;
        private final Atoms atoms;

        Names(int[] base, long[][] words, int[][] high, Atoms atoms) {
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
}
