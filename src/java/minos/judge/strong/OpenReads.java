package minos.judge.strong;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntUnaryOperator;
import minos.history.History;

/**
 * Reads of a problem that may have one of several sources. As long as nobody says which, such a read is content with any version
 * of its value. Where one is chosen, it reads that version as others do theirs.
 */
final class OpenReads {
    private final Problem problem;
    private final IntUnaryOperator value;
    private final int[] operation;
    /** By open read: its transaction and key. */
    final int[] reader;

    final int[] key;
    /** By open read: the slots that it may be from. */
    final int[][] candidates;
    /** By open read: the slot that was chosen, or {@link Problem#LEFT_OUT}. */
    final int[] slot;
    /** By transaction and one more: where its open reads begin. */
    private final int[] begin;

    /**
     * @param operations the reads, in ascending order, of transactions that take part
     * @param sources    by read: writes by transactions that take part, or {@link History#INITIAL}
     * @param value      of an operation; the same for a read and the writes that it may be from
     */
    OpenReads(Problem problem, int[] operations, int[][] sources, IntUnaryOperator value) {
        this.problem = problem;
        this.value = value;
        operation = operations;
        reader = new int[operations.length];
        key = new int[operations.length];
        candidates = new int[operations.length][];
        slot = new int[operations.length];
        begin = new int[problem.size() + 1];
        Arrays.fill(slot, Problem.LEFT_OUT);
        for (int r = 0; r < operations.length; r++) {
            reader[r] = transaction(operations[r]);
            key[r] = problem.history.key(operations[r]);
            candidates[r] = new int[sources[r].length];
            for (int i = 0; i < sources[r].length; i++) {
                int write = sources[r][i];
                candidates[r][i] = write == History.INITIAL
                        ? problem.versions() + key[r]
                        : problem.written(transaction(write), key[r]);
            }
            begin[reader[r] + 1]++;
        }
        for (int t = 0; t < problem.size(); t++) begin[t + 1] += begin[t];
    }

    private int transaction(int op) {
        return Arrays.binarySearch(problem.id, problem.history.transactionOf(op));
    }

    int size() {
        return reader.length;
    }

    /** The first open read of a transaction. */
    int begin(int t) {
        return begin[t];
    }

    int end(int t) {
        return begin[t + 1];
    }

    /** Whether a version has the value that was read. */
    boolean matches(int read, int version) {
        int op = problem.isInitial(version) ? History.INITIAL : problem.versionOp[version];
        return value.applyAsInt(op) == value.applyAsInt(operation[read]);
    }

    /** The version of the key that the reader writes itself, or -1. */
    int update(int read) {
        return problem.written(reader[read], key[read]);
    }

    /** All slots that some read may be from. */
    BitSet slots() {
        BitSet slots = new BitSet();
        for (int[] of : candidates) for (int candidate : of) slots.set(candidate);
        return slots;
    }

    void choose(int read, int version) {
        slot[read] = version;
    }

    void chooseNone() {
        Arrays.fill(slot, Problem.LEFT_OUT);
    }
}
