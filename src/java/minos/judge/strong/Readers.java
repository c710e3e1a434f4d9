package minos.judge.strong;

/** Who read what: the reads of each slot, and the transaction of each read. */
final class Readers {
    private final int[] begin;
    private final int[] reads;
    private final int[] transaction;

    Readers(Problem problem) {
        begin = new int[problem.slots() + 1];
        for (int slot : problem.readSlot) if (slot != Problem.LEFT_OUT) begin[slot + 1]++;
        for (int slot = 0; slot < problem.slots(); slot++) begin[slot + 1] += begin[slot];
        reads = new int[begin[problem.slots()]];
        transaction = new int[problem.readSlot.length];
        int[] place = begin.clone();
        for (int t = 0; t < problem.size(); t++) {
            for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
                transaction[r] = t;
                if (problem.readSlot[r] != Problem.LEFT_OUT) reads[place[problem.readSlot[r]]++] = r;
            }
        }
    }

    /** Where the reads of a slot begin, in order of their transactions. */
    int begin(int slot) {
        return begin[slot];
    }

    int end(int slot) {
        return begin[slot + 1];
    }

    int read(int index) {
        return reads[index];
    }

    int transaction(int read) {
        return transaction[read];
    }
}
