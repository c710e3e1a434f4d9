package minos.history;

import java.util.Arrays;
import minos.util.IntList;
import minos.util.LongInterner;
import minos.util.Primitives;

/**
 * One stretch of a history's text, in the hands of one thread. Keys and transactions get ids that hold in this lane only;
 * {@link BulkBuilder} brings the lanes together. Versions are not looked up here, as a table of them all fits no cache:
 * operations are dealt out, by a hash of key and value, to partitions that each fit one (a radix join, in the words of
 * databases).
 */
public final class BulkLane {
    final LongInterner keys = new LongInterner();
    final BulkBuilder.Transactions transactions = new BulkBuilder.Transactions();

    int operations;
    /** By operation: its partition. */
    private byte[] partition;
    /**
     * By partition, in the order of the operations, a word for each: in the high half local key times two, plus one for a
     * write; in the low half that of the value.
     */
    final long[][] words;
    /** As {@link #words}: the high half of the value; null as long as that is 0 throughout. */
    int[][] high;

    final int[] sizeOf;
    /** By row of what is being taken: the local key. */
    private int[] keyOf = new int[0];
    /** By run, a stretch of operations of one transaction: which transaction, and where the run begins. */
    final IntList runTransaction = new IntList();

    final IntList runBegin = new IntList();

    /** @param partitions a power of two, at most 128 */
    BulkLane(int partitions, int expectedOperations) {
        partition = new byte[expectedOperations];
        sizeOf = new int[partitions];
        // Chance gives some partitions more than their share; with four standard deviations, to very few of them.
        int share = expectedOperations / partitions;
        words = new long[partitions][share + 4 * (int) Math.sqrt(share) + 1];
    }

    /**
     * Takes the next operations of the text.
     *
     * @param rows the operations; free to be filled anew afterwards
     * @throws BulkBuilder.TwoSessions if a transaction belongs to another session than it did before
     */
    public void take(Rows rows) {
        for (int run = 0; run < rows.runs; run++) {
            runTransaction.add(
                    rows.runAborted[run]
                            ? transactions.aborted(rows.runSession[run], rows.runPlace[run])
                            : transactions.committed(rows.runId[run], rows.runSession[run], rows.runPlace[run]));
            runBegin.add(operations + rows.runBegin[run]);
        }
        if (keyOf.length < rows.size) keyOf = new int[rows.key.length];
        keys.intern(rows.key, rows.size, keyOf);
        if (partition.length - operations < rows.size) {
            partition = Arrays.copyOf(partition, Primitives.capacity(operations, operations + rows.size));
        }
        if (isWide(rows)) dealWide(rows);
        else deal(rows);
        operations += rows.size;
    }

    private static boolean isWide(Rows rows) {
        long bits = 0;
        for (int row = 0; row < rows.size; row++) bits |= rows.value[row];
        return bits >>> 32 != 0;
    }

    private void deal(Rows rows) {
        long[] key = rows.key;
        long[] value = rows.value;
        byte[] isWrite = rows.isWrite;
        int[] keyOf = this.keyOf;
        int[] sizeOf = this.sizeOf;
        long[][] words = this.words;
        byte[] partition = this.partition;
        int rowCount = rows.size;
        for (int row = 0, op = operations; row < rowCount; row++, op++) {
            int p = partition(key[row], value[row]);
            int at = sizeOf[p];
            if (at == words[p].length) grow(p);
            words[p][at] = (keyOf[row] << 1 | (long) isWrite[row]) << 32 | value[row];
            sizeOf[p] = at + 1;
            partition[op] = (byte) p;
        }
    }

    /** As the other, for values of more than 32 bits. */
    private void dealWide(Rows rows) {
        if (high == null) {
            high = new int[words.length][];
            for (int p = 0; p < words.length; p++) high[p] = new int[words[p].length];
        }
        for (int row = 0; row < rows.size; row++) {
            int p = partition(rows.key[row], rows.value[row]);
            int at = sizeOf[p]++;
            if (at == words[p].length) grow(p);
            words[p][at] = (keyOf[row] << 1 | (long) rows.isWrite[row]) << 32 | rows.value[row] & 0xFFFFFFFFL;
            high[p][at] = (int) (rows.value[row] >>> 32);
            partition[operations + row] = (byte) p;
        }
    }

    private int partition(long key, long value) {
        return Primitives.hash(value + key * 0xC2B2AE3D27D4EB4FL) & sizeOf.length - 1;
    }

    /** Makes room in a partition that is full. */
    private void grow(int p) {
        int size = words[p].length;
        words[p] = Arrays.copyOf(words[p], Primitives.capacity(size, size + 1));
        if (high != null) high[p] = Arrays.copyOf(high[p], words[p].length);
    }

    /** How many operations a run has. */
    int length(int run) {
        int end = run + 1 < runBegin.size() ? runBegin.get(run + 1) : operations;
        return end - runBegin.get(run);
    }

    /**
     * Writes down the operations, run by run, once the low half of each word has the version in its partition.
     *
     * @param base by partition: its first version
     */
    void write(int[] runPlace, int[] base, int[] opKey, int[] opVersion) {
        int[] next = new int[sizeOf.length];
        for (int run = 0; run < runPlace.length; run++) writeRun(run, runPlace[run], next, base, opKey, opVersion);
    }

    private void writeRun(int run, int place, int[] next, int[] base, int[] opKey, int[] opVersion) {
        int from = runBegin.get(run);
        int to = from + length(run);
        for (int op = from, at = place; op < to; op++, at++) {
            int p = partition[op];
            long word = words[p][next[p]++];
            opKey[at] = (int) (word >>> 32);
            int version = (int) word;
            opVersion[at] = version < 0 ? version : base[p] + version; // below 0: no partition's, but the initial one
        }
    }

    /**
     * Operations on their way from the text to a lane, some thousand at a time: a column for each part of them, and a
     * run for each stretch of operations of one transaction. Filling and taking columns by small loops, one for each step, is
     * compiled early in a run, where a single large loop stays with the interpreter for long; and the columns stay in the cache.
     * The columns are for hot loops to use as they are.
     */
    public static final class Rows {
        /** How many operations there are. */
        public int size;

        /** By operation: 1 for a write, 0 for a read. */
        public final byte[] isWrite;
        /** By operation: its key. */
        public final long[] key;
        /** By operation: the value written or read. */
        public final long[] value;

        /** How many runs begin here; operations before the first belong to the last run of earlier rows. */
        public int runs;

        /** By run: its first operation. */
        public final int[] runBegin;
        /** By run: the session of its transaction. */
        public final long[] runSession;
        /** By run: the id of its transaction; of no meaning with {@link #runAborted}. */
        public final long[] runId;

        /** By run: whether its operations belong to some aborted transaction of the session. */
        public final boolean[] runAborted;
        /** By run: where in the text it begins, for messages. */
        public final long[] runPlace;

        /**
         * No rows, and room for some.
         *
         * @param capacity for how many operations there is room
         */
        public Rows(int capacity) {
            isWrite = new byte[capacity];
            key = new long[capacity];
            value = new long[capacity];
            runBegin = new int[capacity];
            runSession = new long[capacity];
            runId = new long[capacity];
            runAborted = new boolean[capacity];
            runPlace = new long[capacity];
        }

        /** Takes all out again. */
        public void clear() {
            size = 0;
            runs = 0;
        }

        /**
         * Adds one operation to the current run.
         *
         * @param write whether it is a write
         * @param key   its key
         * @param value the value written or read
         */
        public void operation(boolean write, long key, long value) {
            isWrite[size] = (byte) (write ? 1 : 0);
            this.key[size] = key;
            this.value[size++] = value;
        }

        /**
         * Begins a run: the operations that follow belong to one transaction.
         *
         * @param session the session of the transaction
         * @param aborted whether it is some aborted transaction of the session, which has no id
         * @param id      the id of the transaction otherwise
         * @param place   where in the text this is, for messages
         */
        public void run(long session, boolean aborted, long id, long place) {
            runBegin[runs] = size;
            runSession[runs] = session;
            runAborted[runs] = aborted;
            runId[runs] = id;
            runPlace[runs++] = place;
        }
    }
}
