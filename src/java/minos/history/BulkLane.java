package minos.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import minos.util.Grow;
import minos.util.IntList;
import minos.util.LongInterner;
import minos.util.Mix;

/**
 * One stretch of a history's text, in the hands of one thread. Keys and transactions get ids that hold in this lane only;
 * {@link BulkBuilder} brings the lanes together. Versions are not looked up here, as a table of them all fits no cache:
 * operations are dealt out, by a hash of key and value, to partitions that each fit one (a radix join, in the words of
 * databases).
 */
public final class BulkLane {
    final LongInterner keys = new LongInterner();
    final BulkTransactions transactions = new BulkTransactions();

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
    /** By segment: what {@link #sizeOf} was at its end. */
    final List<int[]> segmentEnd = new ArrayList<>();
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
     * The operations that follow are in the text's next segment: a piece of a megabyte or so, cut without regard to lanes.
     * To be called before the first operation, too.
     */
    public void segment() {
        if (!segmentEnd.isEmpty()) segmentEnd.set(segmentEnd.size() - 1, sizeOf.clone());
        segmentEnd.add(sizeOf); // stands for the end while that is not known
    }

    /**
     * The operations that follow belong to the committed transaction of that id, new or begun earlier.
     *
     * @param place where in the text this is, for messages
     * @throws TwoSessions if the transaction belongs to another session
     */
    public void transaction(long session, long id, long place) {
        int transaction = transactions.committed(id, session, place);
        transactions.requireSession(transaction, session, place);
        run(transaction);
    }

    /** The operations that follow were aborted. A session has one aborted transaction, which takes them all. */
    public void aborted(long session, long place) {
        run(transactions.aborted(session, place));
    }

    private void run(int transaction) {
        runTransaction.add(transaction);
        runBegin.add(operations);
    }

    /** The next operation of the current transaction. */
    public void operation(boolean write, long key, long value) {
        int op = operations;
        int p = Mix.hash(value + key * 0xC2B2AE3D27D4EB4FL) & sizeOf.length - 1;
        int at = sizeOf[p];
        if (op == partition.length || at == words[p].length) grow(p);
        long half = keys.intern(key) << 1 | (write ? 1 : 0);
        words[p][at] = half << 32 | value & 0xFFFFFFFFL;
        if (value >>> 32 != 0) high(p, at, (int) (value >>> 32));
        sizeOf[p] = at + 1;
        partition[op] = (byte) p;
        operations = op + 1;
    }

    private void high(int p, int at, int bits) {
        if (high == null) {
            high = new int[words.length][];
            for (int q = 0; q < words.length; q++) high[q] = new int[words[q].length];
        }
        high[p][at] = bits;
    }

    private void grow(int p) {
        if (operations == partition.length) partition = Arrays.copyOf(partition, Grow.capacity(operations, operations + 1));
        if (sizeOf[p] < words[p].length) return;
        int capacity = Grow.capacity(sizeOf[p], sizeOf[p] + 1);
        words[p] = Arrays.copyOf(words[p], capacity);
        if (high != null) high[p] = Arrays.copyOf(high[p], capacity);
    }

    /** How many operations a run has. */
    int length(int run) {
        int end = run + 1 < runBegin.size() ? runBegin.get(run + 1) : operations;
        return end - runBegin.get(run);
    }

    /** Writes down the operations, run by run, once the low half of each word has the version. */
    void write(int[] runPlace, int[] opKey, int[] opVersion) {
        int[] next = new int[sizeOf.length];
        for (int run = 0; run < runPlace.length; run++) writeRun(run, runPlace[run], next, opKey, opVersion);
    }

    private void writeRun(int run, int place, int[] next, int[] opKey, int[] opVersion) {
        int from = runBegin.get(run);
        int to = from + length(run);
        for (int op = from, at = place; op < to; op++, at++) {
            int p = partition[op];
            long word = words[p][next[p]++];
            opKey[at] = (int) (word >>> 32);
            opVersion[at] = (int) word;
        }
    }
}
