package minos.judge.strong;

import java.util.Arrays;
import minos.model.Edge;

/**
 * Which versions are plainly known to come after what a transaction read: the one by a transaction that read the same
 * and wrote the key; for lists, the next element; and after the initial version, every other. What follows only from
 * the rest of the history is not told.
 */
final class Overwrites {
    private static final int[] NONE = {};

    private final Problem problem;
    private final VersionChains chains;
    private final boolean[] ambiguous;
    private final int[][] first;

    /** @param chains the chains of {@code problem}, by the rules of the level */
    Overwrites(Problem problem, VersionChains chains) {
        this.problem = problem;
        this.chains = chains;
        ambiguous = new boolean[problem.slots()];
        first = new int[problem.keys][];
    }

    /** Two transactions have both written the version after this one. */
    void ambiguous(int slot) {
        ambiguous[slot] = true;
    }

    /** The versions that overwrote what the read saw. */
    int[] of(int read) {
        int slot = problem.readSlot[read];
        if (slot == Problem.LEFT_OUT || ambiguous[slot]) return NONE;
        if (chains.next[slot] >= 0) return new int[] {chains.next[slot]};
        if (!chains.isFirst(chains.head[slot]) || !problem.isInitial(slot) && !problem.isList()) return NONE;
        int key = problem.readKey[read];
        if (first[key] == null) {
            first[key] = Arrays.copyOfRange(chains.heads, chains.headBegin[key], chains.headBegin[key + 1]);
        }
        return first[key];
    }

    /** The version right after another, or of a list the one that no read shows and that is the only such; -1 if none is known. */
    int after(int version) {
        if (chains.next[version] >= 0) return chains.next[version];
        int key = problem.versionKey[version];
        boolean shown = problem.isList() && chains.isFirst(chains.head[version]);
        return shown && chains.headBegin[key + 1] - chains.headBegin[key] == 1
                ? chains.heads[chains.headBegin[key]]
                : -1;
    }

    /** Whether the next version of each version is told. */
    boolean isComplete() {
        for (boolean slot : ambiguous) if (slot) return false;
        for (int key = 0; key < problem.keys; key++) {
            int others = chains.headBegin[key + 1] - chains.headBegin[key];
            int initial = problem.versions() + key;
            if (others > 1 || others == 1 && chains.tail[initial] != initial && !problem.isList()) return false;
        }
        return true;
    }

    /** From the reader to who overwrote what it had read. */
    Edge antiDependency(int reader, int read, int version) {
        return Edge.rw(
                        problem.id[reader],
                        problem.id[problem.versionWriter[version]],
                        problem.history.key(problem.readOp[read]),
                        problem.readOp[read],
                        problem.versionOp[version])
                .demanded(problem.level(reader));
    }

    /** From the writer to who read from it. */
    Edge dependency(int reader, int read) {
        int slot = problem.readSlot[read];
        return Edge.wr(
                problem.id[problem.versionWriter[slot]],
                problem.id[reader],
                problem.history.key(problem.readOp[read]),
                problem.versionOp[slot],
                problem.readOp[read]);
    }
}
