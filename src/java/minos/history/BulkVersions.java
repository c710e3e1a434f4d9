package minos.history;

import java.util.Arrays;
import minos.util.IntList;
import minos.util.LongList;
import minos.util.Mix;

/**
 * Finds the versions of the operations that {@link BulkLane lanes} dealt out to partitions: one partition after another, by a
 * hash table that stays in the cache. Versions are then numbered by the segment that shows them first, within it by
 * partition, within that in order of appearance: so what was recorded close together lies close together, and nothing
 * depends on the number of threads. Linear in the number of operations.
 *
 * <p>To be used in this order: {@link Finder}s, {@link #number}, {@link Numberer}s.
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
    /** By partition: the versions that no operation writes. */
    private final int[][] unwritten;
    /** By segment and partition: how many versions there are up to the end of the segment; then, the first one's number. */
    private final int[][] segmentEnd;
    private final int[][] segmentBase;

    private int size;

    BulkVersions(BulkLane[] lanes, int[][] keyOf) {
        this.lanes = lanes;
        this.keyOf = keyOf;
        wide = Arrays.stream(lanes).anyMatch(lane -> lane.high != null);
        partitions = lanes[0].sizeOf.length;
        wordIn = new long[partitions][];
        highIn = new int[partitions][];
        unwritten = new int[partitions][];
        int segments = Arrays.stream(lanes).mapToInt(lane -> lane.segmentEnd.size()).sum();
        segmentEnd = new int[segments][partitions];
        segmentBase = new int[segments][partitions];
    }

    /** How many there are, once they are numbered. */
    int size() {
        return size;
    }

    private long valueIn(int partition, int version) {
        long low = wordIn[partition][version] & LOW;
        return wide ? (long) highIn[partition][version] << 32 | low : low;
    }

    private int keyIn(int partition, int version) {
        return (int) (wordIn[partition][version] >>> 32);
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
            int segment = 0;
            for (int i = 0; i < lanes.length; i++) {
                BulkLane lane = lanes[i];
                int from = 0;
                for (int[] end : lane.segmentEnd) {
                    if (wide) findWide(lane.words[p], lane.high == null ? null : lane.high[p], from, end[p], keyOf[i]);
                    else find(lane.words[p], from, end[p], keyOf[i]);
                    from = end[p];
                    segmentEnd[segment++][p] = size;
                }
            }
            wordIn[p] = Arrays.copyOfRange(found, 1, size + 1);
            if (wide) highIn[p] = Arrays.copyOfRange(foundHigh, 1, size + 1);
            IntList not = new IntList();
            int version = 0;
            for (int[] end : segmentEnd) version = addUnwritten(version, end[p], not);
            unwritten[p] = not.toArray();
        }

        private int addUnwritten(int from, int to, IntList list) {
            for (int version = from; version < to; version++) if (written[version + 1] == 0) list.add(version);
            return to;
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
        private void find(long[] words, int from, int to, int[] keyOf) {
            int[] table = this.table;
            long[] found = this.found;
            int shift = Integer.numberOfLeadingZeros(table.length) + 1;
            int mask = table.length - 1;
            int size = this.size;
            for (int i = from; i < to; i++) {
                long word = words[i];
                int opKey = (int) (word >>> 32);
                long k = keyOf[opKey >>> 1];
                long searched = k << 32 | word & LOW;
                found[0] = searched;
                int slot = Mix.hash(searched) >>> shift;
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
        private void findWide(long[] words, int[] high, int from, int to, int[] keyOf) {
            int shift = Integer.numberOfLeadingZeros(table.length) + 1;
            int mask = table.length - 1;
            for (int i = from; i < to; i++) {
                int opKey = (int) (words[i] >>> 32);
                long k = keyOf[opKey >>> 1];
                long searched = k << 32 | words[i] & LOW;
                int searchedHigh = high == null ? 0 : high[i];
                found[0] = searched;
                foundHigh[0] = searchedHigh;
                int slot = Mix.hash(searched + searchedHigh * 0xC2B2AE3D27D4EB4FL) >>> shift;
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

    /** Numbers the versions, and tells which are initial ones. */
    void number(int keys, HistoryBuilder.Initial rule) {
        for (int s = 0; s < segmentEnd.length; s++) {
            for (int p = 0; p < partitions; p++) {
                segmentBase[s][p] = size;
                size += segmentEnd[s][p] - (s == 0 ? 0 : segmentEnd[s - 1][p]);
            }
        }
        keepInitial(keys, rule);
    }

    /** Of the unwritten versions, lets only the initial ones stay in the lists. */
    private void keepInitial(int keys, HistoryBuilder.Initial rule) {
        IntList candidateKey = new IntList();
        LongList candidateValue = new LongList();
        for (int p = 0; p < partitions; p++) {
            for (int version : unwritten[p]) {
                candidateKey.add(keyIn(p, version));
                candidateValue.add(valueIn(p, version));
            }
        }
        InitialValues values = new InitialValues(rule, keys, candidateKey, candidateValue);
        int candidate = 0;
        for (int p = 0; p < partitions; p++) {
            int kept = 0;
            for (int version : unwritten[p]) if (values.isInitial(candidate++)) unwritten[p][kept++] = version;
            unwritten[p] = Arrays.copyOf(unwritten[p], kept);
        }
    }

    /** Tells the operations of one partition after another which version they have. One for each thread. */
    final class Numberer {
        /** By version: what is to be filled in. */
        private final int[] key;
        private final long[] value;
        private int[] number = new int[0];

        Numberer(int[] key, long[] value) {
            this.key = key;
            this.value = value;
        }

        void number(int p) {
            if (wordIn[p].length > number.length) number = new int[wordIn[p].length];
            int version = 0;
            for (int s = 0; s < segmentEnd.length; s++) version = number(p, version, segmentEnd[s][p], segmentBase[s][p]);
            wordIn[p] = null;
            highIn[p] = null;
            for (int initial : unwritten[p]) number[initial] = History.INITIAL;
            for (BulkLane lane : lanes) {
                int from = 0;
                for (int[] end : lane.segmentEnd) from = number(lane.words[p], from, end[p]);
            }
        }

        private int number(int p, int from, int to, int base) {
            for (int version = from, next = base; version < to; version++, next++) {
                number[version] = next;
                key[next] = keyIn(p, version);
                value[next] = valueIn(p, version);
            }
            return to;
        }

        private int number(long[] words, int from, int to) {
            for (int i = from; i < to; i++) words[i] = words[i] & ~LOW | number[(int) words[i]] & LOW;
            return to;
        }
    }
}
