package minos.judge.strong;

import minos.util.Deadline;

/**
 * Runs the transactions as an order of points says, and compares each read with the version that was current at the
 * reader's begin; for snapshot isolation also whether a key was written between a writer's begin and commit. If nothing
 * contradicts, the order is a proof that the level holds. Otherwise it names pairs of versions of which the order is
 * wrong or has consequences that the points do not respect yet. Linear.
 */
final class OrderReplay {
    /** How many versions to name for one read: more find a solution in fewer rounds, fewer ask fewer questions. */
    private static final int NAMED = 8;

    private final PointGraph graph;
    private final Problem problem;
    private final VersionChains chains;
    /** By key: the slot that is current. */
    private final int[] current;
    /** By version: the slot that it replaced. */
    final int[] replaced;

    private final int[] committedAt;
    /** Whether versions may stand within a chain: where no read of the transaction that wrote the next tells otherwise. */
    private final boolean isInterrupted;

    /** Null if there are none. */
    private final OpenReads open;

    interface Contradictions {
        /** Two slots of a key whose chains have to be put in order. */
        void pair(int slot, int version);

        /** An open read that does not find its value. */
        default void unexplained(int read) {}

        /** An open read whose transaction writes the key, and before that finds another version than the one that was chosen. */
        default void overwritten(int read, int seen) {}
    }

    OrderReplay(PointGraph graph) {
        this(graph, null);
    }

    /** @param open reads that may be from several; null if there are none */
    OrderReplay(PointGraph graph, OpenReads open) {
        this.graph = graph;
        this.open = open;
        problem = graph.problem;
        chains = graph.chains;
        current = new int[problem.keys];
        replaced = new int[problem.versions()];
        committedAt = new int[problem.versions()];
        isInterrupted = graph.rules.forbidReturns() || graph.rules == Rules.MIXED && problem.isList();
    }

    /**
     * As {@link #run}, but where anti-dependencies are no edges names the reads that do not see the current version
     * as well: these do not contradict the order, but the order of such versions often follows from the rest.
     */
    void suggest(int[] order, Contradictions contradictions, Deadline deadline) {
        run(order, true, contradictions, deadline);
    }

    /** Says how many contradictions there are. */
    long run(int[] order, Contradictions contradictions, Deadline deadline) {
        return run(order, false, contradictions, deadline);
    }

    private long run(int[] order, boolean compareAll, Contradictions contradictions, Deadline deadline) {
        for (int key = 0; key < problem.keys; key++) current[key] = problem.versions() + key;
        int[] begunAt = graph.rules.split() ? new int[problem.size()] : null;
        long found = 0;
        for (int place = 0; place < order.length; place++) {
            int node = order[place];
            if (!graph.isPoint(node)) continue;
            if ((place & 0xFFFF) == 0) deadline.check();
            int t = graph.transaction(node);
            Rules rules = graph.rules(t);
            if (graph.isBegin(node)) {
                if (begunAt != null) begunAt[t] = place;
                if (rules.antiDependencies() || compareAll && rules.bindReads()) found += reads(t, contradictions);
            }
            if (graph.isCommit(node)) {
                if (rules == Rules.SNAPSHOT) found += overlaps(t, begunAt[t], contradictions);
                if (isInterrupted) found += interruptions(t, contradictions);
                for (int v = problem.writeBegin[t]; v < problem.writeBegin[t + 1]; v++) {
                    int key = problem.versionKey[v];
                    replaced[v] = current[key];
                    current[key] = v;
                    committedAt[v] = place;
                }
            }
        }
        return found;
    }

    private long reads(int t, Contradictions contradictions) {
        long found = 0;
        for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
            int slot = problem.readSlot[r];
            if (slot != Problem.LEFT_OUT) found += read(slot, problem.readKey[r], contradictions);
        }
        if (open == null) return found;
        for (int r = open.begin(t); r < open.end(t); r++) {
            int seen = current[open.key[r]];
            if (open.slot[r] == Problem.LEFT_OUT) {
                if (open.matches(r, seen)) continue;
                contradictions.unexplained(r);
                found++;
            } else if (open.slot[r] != seen && !graph.rules.split() && open.update(r) >= 0) {
                contradictions.overwritten(r, seen);
                found++;
            } else {
                found += read(open.slot[r], open.key[r], contradictions);
            }
        }
        return found;
    }

    private long read(int slot, int key, Contradictions contradictions) {
        long found = 0;
        int seen = current[key];
        for (int named = 0; seen != slot && named < NAMED; named++, found++) {
            if (chains.head[slot] != chains.head[seen] && !chains.isFirst(chains.head[slot])) {
                contradictions.pair(slot, seen);
            }
            seen = replaced[seen];
        }
        return found;
    }

    private long overlaps(int t, int begunAt, Contradictions contradictions) {
        long found = 0;
        for (int v = problem.writeBegin[t]; v < problem.writeBegin[t + 1]; v++) {
            int last = current[problem.versionKey[v]];
            for (int named = 0; named < NAMED; named++) {
                if (problem.isInitial(last) || committedAt[last] < begunAt) break;
                contradictions.pair(last, v);
                last = replaced[last];
                found++;
            }
        }
        return found;
    }

    /** Where versions of one chain stand between two of another. */
    private long interruptions(int t, Contradictions contradictions) {
        long found = 0;
        for (int v = problem.writeBegin[t]; v < problem.writeBegin[t + 1]; v++) {
            int last = current[problem.versionKey[v]];
            boolean fits = chains.head[last] == chains.head[v] || chains.next[last] < 0 && chains.head[v] == v;
            if (fits) continue;
            contradictions.pair(last, v);
            found++;
        }
        return found;
    }
}
