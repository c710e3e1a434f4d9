package minos.judge.strong;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import minos.graph.Csr;
import minos.model.Edge;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Which versions are plainly known to come after what a transaction read: the one by a transaction that read the same
 * and wrote the key; for lists, the next element; and after the initial version, every other. With {@linkplain #farther() others},
 * those by transactions that read whatever else the writer wrote. What follows only from the rest of the history is not told.
 */
final class Overwrites {
    private static final int[] NONE = {};
    private static final int STEPS_UNASKED = 1 << 14;

    private final Problem problem;
    private final VersionChains chains;
    private final Deadline deadline;
    private final boolean[] ambiguous;
    private final int[][] first;
    /** The versions of each key, where those of who read from a writer count too; otherwise null. */
    private Csr versions;
    /** How many reads were looked at for those, in all and when the deadline was asked. */
    private long steps;

    private long asked;

    /** @param chains the chains of {@code problem}, by the rules of the level */
    Overwrites(Problem problem, VersionChains chains, Deadline deadline) {
        this.problem = problem;
        this.chains = chains;
        this.deadline = deadline;
        ambiguous = new boolean[problem.slots()];
        first = new int[problem.keys][];
    }

    /** Two transactions have both written the version after this one. */
    void ambiguous(int slot) {
        ambiguous[slot] = true;
    }

    /** From now on, of registers, tells also the versions by those who read something else from the same writer: maybe not the next. */
    void farther() {
        versions = Csr.build(problem.keys, byKey -> {
            for (int v = 0; v < problem.versions(); v++) byKey.add(problem.versionKey[v], v);
        });
    }

    /** The versions that overwrote what the read saw. */
    int[] of(int read) {
        int slot = problem.readSlot[read];
        int[] next = next(read);
        if (versions == null || next.length > 0 || slot == Problem.LEFT_OUT || problem.isInitial(slot)) return next;
        int key = problem.readKey[read];
        IntList later = new IntList();
        for (int i = versions.begin(key); i < versions.end(key); i++) {
            int writer = problem.versionWriter[versions.get(i)];
            if (readFrom(writer, problem.versionWriter[slot]) >= 0) later.add(versions.get(i));
        }
        return later.toArray();
    }

    /** How many reads were looked at to tell more than the next versions. */
    long steps() {
        return steps;
    }

    /** A read by one transaction of what the other wrote; -1 if there is none. */
    private int readFrom(int reader, int writer) {
        steps += 1 + problem.readBegin[reader + 1] - problem.readBegin[reader];
        if (steps - asked > STEPS_UNASKED) {
            asked = steps;
            deadline.check();
        }
        for (int r = problem.readBegin[reader]; r < problem.readBegin[reader + 1]; r++) {
            int slot = problem.readSlot[r];
            if (slot != Problem.LEFT_OUT && !problem.isInitial(slot) && problem.versionWriter[slot] == writer) return r;
        }
        return -1;
    }

    private int[] next(int read) {
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
        return new Edge.AntiDependency(
                        problem.id[reader],
                        problem.id[problem.versionWriter[version]],
                        problem.history.key(problem.readOp[read]),
                        problem.readOp[read],
                        problem.versionOp[version],
                        farther(read, version))
                .demanded(problem.level(reader));
    }

    /** Why a version comes after what a read saw, if not as the next. */
    private List<Edge> farther(int read, int version) {
        if (versions == null || next(read).length > 0) return List.of();
        int writer = problem.versionWriter[version];
        int slot = problem.readSlot[read];
        int source = problem.versionWriter[slot];
        return List.of(new Edge.WriteWrite(
                problem.id[source],
                problem.id[writer],
                problem.history.key(problem.readOp[read]),
                problem.versionOp[slot],
                problem.versionOp[version],
                OptionalInt.empty(),
                List.of(dependency(writer, readFrom(writer, source)))));
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
