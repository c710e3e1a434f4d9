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
 * key and value are dealt out, by their hash, to partitions that each fit one (a radix join, in the words of databases).
 */
public final class BulkLane {
    final LongInterner keys = new LongInterner();
    final BulkTransactions transactions = new BulkTransactions();
    int operations;
    /** By operation: local key times two, plus one for a write. */
    int[] opKey;
    /** By operation: its partition. */
    byte[] opPartition;
    /** By partition, in the order of the operations: what {@link #opKey} says of them. */
    final int[][] keyIn;
    /** By partition, in the order of the operations: the values. */
    final long[][] valueIn;
    final int[] sizeOf;
    /** By run, a stretch of operations of one transaction: which transaction, and where the run begins. */
    final IntList runTransaction = new IntList();
    final IntList runBegin = new IntList();

    /** By segment: what {@link #sizeOf} was at its end. */
    final List<int[]> segmentEnd = new ArrayList<>();

    /** @param partitions a power of two, at most 128 */
    BulkLane(int partitions, int expectedOperations) {
        opKey = new int[expectedOperations];
        opPartition = new byte[expectedOperations];
        sizeOf = new int[partitions];
        keyIn = new int[partitions][];
        valueIn = new long[partitions][];
        // Chance gives some partitions more than their share; with four standard deviations, to very few of them.
        int share = expectedOperations / partitions;
        int capacity = share + 4 * (int) Math.sqrt(share) + 1;
        for (int p = 0; p < partitions; p++) {
            keyIn[p] = new int[capacity];
            valueIn[p] = new long[capacity];
        }
    }

    /**
     * The operations that follow are in the text's next segment: a piece of a megabyte or so, cut without regard to lanes.
     * They must be shown to a lane from the first operation on.
     */
    public void segment() {
        segmentEnd.add(sizeOf); // stands for the end while that is not known
        if (segmentEnd.size() > 1) segmentEnd.set(segmentEnd.size() - 2, sizeOf.clone());
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
        if (op == opKey.length) growOperations();
        int k = keys.intern(key) << 1 | (write ? 1 : 0);
        int p = hash(key, value) & sizeOf.length - 1;
        opKey[op] = k;
        opPartition[op] = (byte) p;
        operations = op + 1;
        int at = sizeOf[p];
        if (at == keyIn[p].length) growPartition(p);
        keyIn[p][at] = k;
        valueIn[p][at] = value;
        sizeOf[p] = at + 1;
    }

    /** How many operations a run has. */
    int length(int run) {
        int end = run + 1 < runBegin.size() ? runBegin.get(run + 1) : operations;
        return end - runBegin.get(run);
    }

    /** Writes down the operations, run by run, once the partitions have versions in the place of keys. */
    void write(int[] keyOf, int[] runPlace, int[] historyKey, int[] historyVersion) {
        int[] next = new int[sizeOf.length];
        for (int run = 0; run < runPlace.length; run++) {
            int begin = runBegin.get(run);
            int end = begin + length(run);
            int shift = runPlace[run] - begin;
            for (int op = begin; op < end; op++) {
                int p = opPartition[op];
                historyKey[op + shift] = keyOf[opKey[op] >>> 1] << 1 | opKey[op] & 1;
                historyVersion[op + shift] = keyIn[p][next[p]++];
            }
        }
    }

    static int hash(long key, long value) {
        return Mix.hash(value + key * 0xC2B2AE3D27D4EB4FL);
    }

    private void growOperations() {
        int capacity = Grow.capacity(operations, operations + 1);
        opKey = Arrays.copyOf(opKey, capacity);
        opPartition = Arrays.copyOf(opPartition, capacity);
    }

    private void growPartition(int p) {
        int capacity = Grow.capacity(sizeOf[p], sizeOf[p] + 1);
        keyIn[p] = Arrays.copyOf(keyIn[p], capacity);
        valueIn[p] = Arrays.copyOf(valueIn[p], capacity);
    }
}
