package minos.history;

import java.util.Arrays;
import java.util.BitSet;
import minos.util.IntList;
import minos.util.LongList;

/**
 * Finds the versions of the operations that {@link BulkLane lanes} dealt out to partitions: one partition after another, by a
 * hash table that stays in the cache. Versions are then numbered by the segment that shows them first, within it by
 * partition, within that in order of appearance: so what was recorded close together lies close together, and nothing
 * depends on the number of threads. Linear in the number of operations.
 *
 * <p>To be used in this order: {@link Finder}s, {@link #number}, {@link Numberer}s.
 */
final class BulkVersions {
    private final BulkLane[] lanes;
    /** By lane and local key: the key. */
    private final int[][] keyOf;
    private final int partitions;

    /** By partition and version there: key and value. */
    private final int[][] keyIn;
    private final long[][] valueIn;
    /** By partition: the versions that no operation writes. */
    private final int[][] unwritten;
    /** By segment and partition: how many versions there are up to the end of the segment; then, the first one's number. */
    private final int[][] segmentEnd;
    private final int[][] segmentBase;

    /** By version, once they are numbered. */
    int[] key;
    long[] value;

    BulkVersions(BulkLane[] lanes, int[][] keyOf) {
        this.lanes = lanes;
        this.keyOf = keyOf;
        partitions = lanes[0].sizeOf.length;
        keyIn = new int[partitions][];
        valueIn = new long[partitions][];
        unwritten = new int[partitions][];
        int segments = 0;
        for (BulkLane lane : lanes) segments += lane.segmentEnd.size();
        segmentEnd = new int[segments][partitions];
        segmentBase = new int[segments][partitions];
    }

    int partitions() {
        return partitions;
    }

    /** Tells the operations of one partition after another which version there they have. One for each thread. */
    final class Finder {
        private int[] table = new int[0];
        private int[] keys = new int[0];
        private long[] values = new long[0];
        private final BitSet written = new BitSet();
        private int size;

        void find(int p) {
            prepare(p);
            int segment = 0;
            for (int i = 0; i < lanes.length; i++) {
                BulkLane lane = lanes[i];
                int from = 0;
                for (int[] end : lane.segmentEnd) {
                    intern(lane.keyIn[p], lane.valueIn[p], from, end[p], keyOf[i]);
                    from = end[p];
                    segmentEnd[segment++][p] = size;
                }
                lane.valueIn[p] = null; // from here on, the version says it
            }
            keyIn[p] = Arrays.copyOf(keys, size);
            valueIn[p] = Arrays.copyOf(values, size);
            IntList not = new IntList();
            for (int v = written.nextClearBit(0); v < size; v = written.nextClearBit(v + 1)) not.add(v);
            unwritten[p] = not.toArray();
        }

        private void prepare(int p) {
            long most = 0;
            for (BulkLane lane : lanes) most += lane.sizeOf[p];
            if (most > keys.length) {
                keys = new int[Math.toIntExact(most)];
                values = new long[keys.length];
            }
            int capacity = (int) Math.max(2, Math.min(1 << 30, Long.highestOneBit(most + (most >> 1)) * 2));
            if (capacity != table.length) table = new int[capacity];
            else Arrays.fill(table, 0);
            written.clear();
            size = 0;
        }

        /** Puts the version in the place of the key. */
        private void intern(int[] opKeys, long[] opValues, int from, int to, int[] keyOf) {
            // The low bits of the hash are the same in all of a partition.
            int shift = Integer.numberOfLeadingZeros(table.length) + 1;
            int mask = table.length - 1;
            for (int i = from; i < to; i++) {
                int k = keyOf[opKeys[i] >>> 1];
                long v = opValues[i];
                int slot = BulkLane.hash(k, v) >>> shift;
                int found;
                while ((found = table[slot] - 1) >= 0 && (values[found] != v || keys[found] != k)) slot = slot + 1 & mask;
                if (found < 0) {
                    found = size++;
                    table[slot] = size;
                    keys[found] = k;
                    values[found] = v;
                }
                if ((opKeys[i] & 1) != 0) written.set(found);
                opKeys[i] = found;
            }
        }
    }

    /** Numbers the versions, and tells which are initial ones. */
    void number(int keys, HistoryBuilder.Initial rule) {
        int next = 0;
        for (int s = 0; s < segmentEnd.length; s++) {
            for (int p = 0; p < partitions; p++) {
                segmentBase[s][p] = next;
                next += segmentEnd[s][p] - (s == 0 ? 0 : segmentEnd[s - 1][p]);
            }
        }
        key = new int[next];
        value = new long[next];
        keepInitial(keys, rule);
    }

    /** Of the unwritten versions, lets only the initial ones stay in the lists. */
    private void keepInitial(int keys, HistoryBuilder.Initial rule) {
        IntList candidateKey = new IntList();
        LongList candidateValue = new LongList();
        for (int p = 0; p < partitions; p++) {
            for (int version : unwritten[p]) {
                candidateKey.add(keyIn[p][version]);
                candidateValue.add(valueIn[p][version]);
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
        private int[] number = new int[0];

        void number(int p) {
            int size = keyIn[p].length;
            if (size > number.length) number = new int[size];
            int from = 0;
            for (int s = 0; s < segmentEnd.length; s++) {
                int to = segmentEnd[s][p];
                int base = segmentBase[s][p];
                System.arraycopy(keyIn[p], from, key, base, to - from);
                System.arraycopy(valueIn[p], from, value, base, to - from);
                for (; from < to; from++) number[from] = base++;
            }
            keyIn[p] = null;
            valueIn[p] = null;
            for (int version : unwritten[p]) number[version] = History.INITIAL;
            for (BulkLane lane : lanes) {
                int[] versions = lane.keyIn[p];
                for (int i = 0; i < lane.sizeOf[p]; i++) versions[i] = number[versions[i]];
            }
        }
    }
}
