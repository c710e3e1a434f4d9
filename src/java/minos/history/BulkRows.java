package minos.history;

/**
 * Operations on their way from the text to a {@link BulkLane}, some thousand at a time: a column for each part of them, and a
 * run for each stretch of operations of one transaction. Filling and taking columns by small loops, one for each step, is
 * compiled early in a run, where a single large loop stays with the interpreter for long; and the columns stay in the cache.
 * The columns are for hot loops to use as they are.
 */
public final class BulkRows {
    /** How many operations there are. */
    public int size;

    public final byte[] isWrite;
    public final long[] key;
    public final long[] value;

    /** How many runs begin here; operations before the first belong to the last run of earlier rows. */
    public int runs;

    public final int[] runBegin;
    public final long[] runSession;
    /** The transaction, -1 with {@link #runAborted}. */
    public final long[] runId;

    public final boolean[] runAborted;
    /** Where in the text the run begins, for messages. */
    public final long[] runPlace;

    public BulkRows(int capacity) {
        isWrite = new byte[capacity];
        key = new long[capacity];
        value = new long[capacity];
        runBegin = new int[capacity];
        runSession = new long[capacity];
        runId = new long[capacity];
        runAborted = new boolean[capacity];
        runPlace = new long[capacity];
    }

    public void clear() {
        size = 0;
        runs = 0;
    }

    /** Adds one operation to the current run. */
    public void operation(boolean write, long key, long value) {
        isWrite[size] = (byte) (write ? 1 : 0);
        this.key[size] = key;
        this.value[size++] = value;
    }

    /** The operations that follow belong to the transaction of that id, or to the aborted one of the session. */
    public void run(long session, boolean aborted, long id, long place) {
        runBegin[runs] = size;
        runSession[runs] = session;
        runAborted[runs] = aborted;
        runId[runs] = id;
        runPlace[runs++] = place;
    }
}
