package minos.judge.strong;

import java.util.Arrays;
import java.util.BitSet;
import minos.graph.Csr;
import minos.infer.RealTimeOrder;
import minos.model.Order;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Parallel snapshot isolation's own condition: whoever overwrote a version must not come before one who read it, by
 * session order, reads and version orders. Given an order of the transactions that tells the version orders, it
 * suffices to look, for each read, at the next version, and only if its writer stands before the reader; the search
 * for a path stays between the two.
 *
 * <p>For update serializability the same of those that only read, along a path that may also lead from a reader that writes to who
 * overwrote what it read. For update atomic a single step back is forbidden, and no longer way; so each later version counts
 * whose writer stands before the reader.
 */
final class ParallelCheck {
    /** How many violations to find before they are reported. */
    private static final int BATCH = 256;

    /** How many versions before one to look at for a short way. */
    private static final int MOST_JUMPS = 64;

    /** How many nodes to look at for a short cycle. */
    private static final long CYCLE_BUDGET = 50_000_000;

    private final PointGraph graph;
    private final Problem problem;
    private final VersionChains chains;
    private final Deadline deadline;
    private final int[] rank;
    private final int[] follower;
    private final int[] stamp;
    private final int[] towards;
    /** The versions whose order leads on, or -1. */
    private final int[] towardsSlot;

    private final int[] towardsVersion;
    private final IntList work = new IntList();
    /** What is reached by one more order of versions: nodes, each with the next one on the way, and the earlier slot and the later version. */
    private final IntList assumed = new IntList();
    /** By slot: those who read it and write something, where these come before who overwrites it; otherwise null. */
    private final Csr writingReaders;

    private int search;
    private long steps;

    /** Hears of a violation: the nodes of a path, and the pairs of slots that it takes in the order given. */
    interface Sink {
        void path(IntList nodes, IntList earlier, IntList later);
    }

    ParallelCheck(PointGraph graph, Deadline deadline) {
        this.graph = graph;
        this.deadline = deadline;
        problem = graph.problem;
        chains = graph.chains;
        rank = new int[graph.nodes];
        follower = new int[problem.slots()];
        stamp = new int[graph.nodes];
        towards = new int[graph.nodes];
        towardsSlot = new int[graph.nodes];
        towardsVersion = new int[graph.nodes];
        writingReaders = graph.rules.antiDependencies() ? Csr.build(problem.slots(), this::writingReaders) : null;
    }

    private void writingReaders(Csr.Builder bySlot) {
        for (int t = 0; t < problem.size(); t++) {
            if (!graph.rules(t).antiDependencies()) continue;
            for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
                if (problem.readSlot[r] != Problem.LEFT_OUT) bySlot.add(problem.readSlot[r], t);
            }
        }
    }

    /** @param replaced by version, the slot that it replaced when the order was replayed */
    int run(int[] order, int[] replaced, Sink violations) {
        for (int place = 0; place < order.length; place++) rank[order[place]] = place;
        Arrays.fill(follower, -1);
        for (int v = 0; v < replaced.length; v++) follower[replaced[v]] = v;
        int found = 0;
        for (int t = 0; t < problem.size() && found < BATCH; t++) {
            if (graph.rules(t).antiDependencies()) continue; // an edge, which the replay looks at
            for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
                int slot = problem.readSlot[r];
                if (slot == Problem.LEFT_OUT || follower[slot] < 0) continue;
                if (graph.rules.seeDirectly()) {
                    found += seen(t, slot, violations);
                    continue;
                }
                int writer = problem.versionWriter[follower[slot]];
                if (writer == t || rank[writer] > rank[t] || !reaches(writer, t, replaced)) continue;
                report(writer, t, slot, violations);
                found++;
            }
        }
        return found;
    }

    /** Reports each version after one that a transaction read whose writer it knows of at first hand. */
    private int seen(int t, int slot, Sink violations) {
        int found = 0;
        for (int v = follower[slot]; v >= 0 && rank[problem.versionWriter[v]] < rank[t]; v = follower[v]) {
            if ((++steps & 0x3FFF) == 0) deadline.check();
            int writer = problem.versionWriter[v];
            boolean known = isOrdered(writer, t) || readsFrom(t, writer);
            int rival = known ? -1 : rival(t, writer);
            if (!known && rival < 0) continue;
            IntList nodes = new IntList();
            IntList earlier = new IntList();
            IntList later = new IntList();
            if (!problem.isInitial(slot)) nodes.add(problem.versionWriter[slot]);
            nodes.add(writer);
            nodes.add(t);
            choice(slot, v, earlier, later);
            if (!known) choice(problem.written(writer, problem.versionKey[rival]), rival, earlier, later);
            violations.path(nodes, earlier, later);
            found++;
        }
        return found;
    }

    /** Whether the order asked for puts a transaction, which stands before another, before that. */
    private boolean isOrdered(int first, int second) {
        if (problem.order == Order.NONE) return false;
        if (problem.session(first) == problem.session(second)) return true;
        return problem.order.isTimed()
                && problem.completes(first)
                && RealTimeOrder.isBefore(problem.history, problem.order, problem.id[first], problem.id[second]);
    }

    private boolean readsFrom(int t, int writer) {
        for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
            int slot = problem.readSlot[r];
            if (slot != Problem.LEFT_OUT && !problem.isInitial(slot) && problem.versionWriter[slot] == writer)
                return true;
        }
        return false;
    }

    /** A version that a transaction wrote of a key that another wrote, too: of several one that needs no assumption; or -1. */
    private int rival(int t, int other) {
        int found = -1;
        for (int v = problem.writeBegin[t]; v < problem.writeBegin[t + 1]; v++) {
            int theirs = problem.written(other, problem.versionKey[v]);
            if (theirs < 0) continue;
            if (isKnown(theirs, v)) return v;
            found = v;
        }
        return found;
    }

    /**
     * Looks for {@code from}, backwards from {@code to}, on a way with as few orders of versions as possible that are not known: what is
     * forbidden then is the stronger.
     */
    private boolean reaches(int from, int to, int[] replaced) {
        search++;
        work.clear();
        assumed.clear();
        reach(to, -1, -1, -1, 0);
        while (true) {
            while (work.isEmpty()) {
                if (assumed.isEmpty()) return false;
                for (int i = 0; i < assumed.size(); i += 4) {
                    reach(assumed.get(i), assumed.get(i + 1), assumed.get(i + 2), assumed.get(i + 3), rank[from]);
                }
                assumed.clear();
            }
            int node = work.pop();
            if (node == from) return true;
            if ((++steps & 0x3FFF) == 0) deadline.check();
            for (int i = graph.predecessors.begin(node); i < graph.predecessors.end(node); i++) {
                reach(graph.predecessors.get(i), node, -1, -1, rank[from]);
            }
            if (!graph.isPoint(node)) continue;
            for (int v = problem.writeBegin[node]; v < problem.writeBegin[node + 1]; v++) {
                goBack(v, node, replaced, rank[from]);
            }
        }
    }

    /**
     * Goes from a version to the one before it in its chain, or, as one step, to the end of any chain that comes before its own; and to
     * those who read that and come before who overwrote it.
     */
    private void goBack(int version, int node, int[] replaced, int limit) {
        int before = replaced[version];
        for (int jumps = 0; jumps < MOST_JUMPS && !problem.isInitial(before); jumps++) {
            int writer = problem.versionWriter[before];
            boolean known = isKnown(before, version);
            if (!known && writingReaders != null) {
                for (int i = writingReaders.begin(before); i < writingReaders.end(before); i++) {
                    assume(writingReaders.get(i), node, before, version);
                }
            }
            if (rank[writer] < limit) return;
            if (known) {
                reach(writer, node, -1, -1, limit);
                return;
            }
            assume(writer, node, before, version);
            before = replaced[chains.head[before]];
        }
    }

    private void assume(int node, int next, int slot, int version) {
        if (stamp[node] == search || node == next) return;
        assumed.add(node);
        assumed.add(next);
        assumed.add(slot);
        assumed.add(version);
    }

    private void reach(int node, int next, int slot, int version, int limit) {
        if (stamp[node] == search || rank[node] < limit) return;
        stamp[node] = search;
        towards[node] = next;
        towardsSlot[node] = slot;
        towardsVersion[node] = version;
        work.add(node);
    }

    private void report(int from, int to, int slot, Sink violations) {
        IntList nodes = new IntList();
        IntList earlier = new IntList();
        IntList later = new IntList();
        choice(slot, follower[slot], earlier, later);
        if (!problem.isInitial(slot)) nodes.add(problem.versionWriter[slot]);
        for (int node = from; node != to; node = towards[node]) {
            nodes.add(node);
            if (towardsSlot[node] >= 0) choice(towardsSlot[node], towardsVersion[node], earlier, later);
        }
        nodes.add(to);
        violations.path(nodes, earlier, later);
    }

    private void choice(int slot, int version, IntList earlier, IntList later) {
        if (isKnown(slot, version)) return;
        earlier.add(slot);
        later.add(version);
    }

    /** Whether a version is known to come after a slot that comes before it in some order. */
    private boolean isKnown(int slot, int version) {
        return chains.head[slot] == chains.head[version] || chains.isFirst(chains.head[slot]);
    }

    // What needs no order

    /** Tells whether a version is known to come after a slot. */
    interface VersionOrder {
        boolean isBefore(int slot, int version);
    }

    /**
     * A shortest cycle of known edges and one anti-dependency, from one of the readers; null if there is none, or it takes too
     * long to find. O(m) for each reader.
     *
     * @param predecessors the known edges
     */
    KnownCycle cycle(BitSet readers, Csr predecessors, VersionOrder order, KnownCycle.Reasons reasons) {
        int[] shortest = null;
        long end = steps + CYCLE_BUDGET;
        for (int t = readers.nextSetBit(0); t >= 0 && steps < end; t = readers.nextSetBit(t + 1)) {
            IntList writers = overwriters(t, order);
            if (writers.isEmpty()) continue;
            reachAll(t, predecessors);
            for (int i = 0; i < writers.size(); i++) {
                if (stamp[writers.get(i)] != search) continue;
                IntList nodes = new IntList();
                for (int node = writers.get(i); node != t; node = towards[node]) nodes.add(node);
                nodes.add(t);
                if (shortest == null || nodes.size() < shortest.length) shortest = nodes.toArray();
            }
        }
        return shortest == null ? null : new KnownCycle(graph, shortest, reasons);
    }

    /** Who is known to have overwritten what a transaction read. */
    private IntList overwriters(int t, VersionOrder order) {
        IntList writers = new IntList();
        for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
            int slot = problem.readSlot[r];
            if (slot == Problem.LEFT_OUT) continue;
            int key = problem.readKey[r];
            if (chains.next[slot] >= 0) {
                writers.add(problem.versionWriter[chains.next[slot]]);
                continue;
            }
            for (int i = chains.headBegin[key]; i < chains.headBegin[key + 1]; i++) {
                if (order.isBefore(slot, chains.heads[i])) writers.add(problem.versionWriter[chains.heads[i]]);
            }
        }
        IntList others = new IntList();
        for (int i = 0; i < writers.size(); i++) if (writers.get(i) != t) others.add(writers.get(i));
        return others;
    }

    /** Stamps all that leads to a transaction, breadth first. */
    private void reachAll(int to, Csr predecessors) {
        search++;
        work.clear();
        reach(to, -1, -1, -1, Integer.MIN_VALUE);
        for (int done = 0; done < work.size(); done++) {
            int node = work.get(done);
            steps++;
            for (int i = predecessors.begin(node); i < predecessors.end(node); i++) {
                reach(predecessors.get(i), node, -1, -1, Integer.MIN_VALUE);
            }
        }
    }
}
