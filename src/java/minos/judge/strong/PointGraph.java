package minos.judge.strong;

import java.util.Arrays;
import java.util.BitSet;
import minos.model.Order;
import minos.util.CyclicComponents;
import minos.util.Deadline;
import minos.util.IntList;
import minos.util.LongList;

/**
 * The points of all transactions and what is known of their order, as the predecessors of each node, in one array; see
 * {@link Rules} for what is placed where. After the points there are helpers:
 * <ul>
 * <li>for the last version of a chain that several transactions read: a node after all these reads, so that a version
 *     known to come later takes one edge and not one for each read;
 * <li>for real time a chain over the completions, so that "completed before" takes O(n) edges. They come last, so that the
 *     graph without them is that of session order.
 * </ul>
 */
final class PointGraph implements CyclicComponents.Graph {
    final Problem problem;
    final Rules rules;
    final Chains chains;
    final int nodes;
    private final boolean split;
    private final int points;
    private final int firstHelper;
    /** By helper of the chain over the completions: the transaction that completed. */
    private final int[] completed;
    /** By slot: the node after all reads of it, or -1 if nobody reads it or its next version is known. */
    private final int[] afterReads;

    final int[] begin;
    final int[] predecessor;
    private int[] readerBegin;
    private int[] reader;

    PointGraph(Problem problem, Rules rules, Chains chains) {
        this.problem = problem;
        this.rules = rules;
        this.chains = chains;
        split = rules.split();
        points = split ? problem.size() * 2 : problem.size();
        afterReads = new int[problem.slots()];
        firstHelper = points + readerNodes();
        completed = problem.order == Order.REAL_TIME ? byCompletion() : new int[0];
        nodes = firstHelper + completed.length;
        Edges edges = new Edges(nodes + problem.readSlot.length * 2 + problem.elementVersion.length);
        edges(edges);
        begin = edges.begin(nodes);
        predecessor = edges.predecessors(begin);
    }

    /** The graph of {@code problem}, which is that of {@code realTime} by session order. */
    PointGraph(Problem problem, PointGraph realTime) {
        this.problem = problem;
        rules = realTime.rules;
        chains = realTime.chains;
        split = realTime.split;
        points = realTime.points;
        firstHelper = realTime.firstHelper;
        completed = new int[0];
        nodes = firstHelper;
        afterReads = realTime.afterReads;
        begin = new int[nodes + 1];
        int[] kept = new int[realTime.begin[nodes]];
        int size = 0;
        for (int node = 0; node < nodes; node++) {
            for (int i = realTime.begin[node]; i < realTime.begin[node + 1]; i++) {
                if (realTime.predecessor[i] < firstHelper) kept[size++] = realTime.predecessor[i];
            }
            begin[node + 1] = size;
        }
        predecessor = Arrays.copyOf(kept, size);
    }

    /** Takes edges, one by one. */
    interface Sink {
        void edge(int from, int to);
    }

    /** Takes the edges down as they come, then sorts them by the node that they lead to. */
    private static final class Edges implements Sink {
        /** {@code from << 32 | to}. */
        private final LongList edges;

        /** @param expected about how many edges there will be */
        Edges(int expected) {
            edges = new LongList(expected);
        }

        @Override
        public void edge(int from, int to) {
            edges.add((long) from << 32 | to);
        }

        /** By node, and one more: where its predecessors begin. */
        int[] begin(int nodes) {
            int[] begin = new int[nodes + 1];
            long[] all = edges.array();
            for (int e = 0; e < edges.size(); e++) begin[(int) all[e] + 1]++;
            for (int n = 1; n < begin.length; n++) begin[n] += begin[n - 1];
            return begin;
        }

        int[] predecessors(int[] begin) {
            int[] predecessor = new int[edges.size()];
            int[] place = begin.clone();
            long[] all = edges.array();
            for (int e = 0; e < predecessor.length; e++) predecessor[place[(int) all[e]]++] = (int) (all[e] >>> 32);
            return predecessor;
        }
    }

    @Override
    public int nodes() {
        return nodes;
    }

    @Override
    public int predecessor(int node, int number) {
        int place = begin[node] + number;
        return place < begin[node + 1] ? predecessor[place] : -1;
    }

    /** The transactions that are on cycles with others. */
    BitSet onCycles(Deadline deadline) {
        int[] component = new CyclicComponents(this, deadline).byNode();
        BitSet found = new BitSet();
        for (int node = 0; isPoint(node); node++) {
            if (component[node] != CyclicComponents.NONE) found.set(transaction(node));
        }
        return found;
    }

    int begin(int t) {
        return split ? t * 2 : t;
    }

    int commit(int t) {
        return split ? t * 2 + 1 : t;
    }

    boolean isPoint(int node) {
        return node < points;
    }

    boolean isReaders(int node) {
        return node >= points && node < firstHelper;
    }

    /** The transaction of a point. */
    int transaction(int node) {
        return split ? node >> 1 : node;
    }

    boolean isBegin(int node) {
        return !split || (node & 1) == 0;
    }

    boolean isCommit(int node) {
        return !split || (node & 1) == 1;
    }

    /**
     * The edges that say that the chain which ends with {@code slot} comes before the one which begins with
     * {@code version}: at most two.
     */
    void chainOrder(int slot, int version, Sink sink) {
        int writer = problem.versionWriter[version];
        int reads = rules.antiDependencies() ? afterReads[slot] : -1;
        if (!problem.isInitial(slot) && (reads < 0 || rules == Rules.SNAPSHOT)) {
            sink.edge(commit(problem.versionWriter[slot]), rules == Rules.SNAPSHOT ? begin(writer) : commit(writer));
        }
        if (reads >= 0) sink.edge(reads, commit(writer));
    }

    /** For rules where anti-dependencies are no edges: the transactions that read a slot. */
    int[] readers(int slot) {
        if (readerBegin == null) {
            readerBegin = new int[problem.slots() + 1];
            for (int read : problem.readSlot) if (read != Problem.LEFT_OUT) readerBegin[read + 1]++;
            for (int i = 0; i < problem.slots(); i++) readerBegin[i + 1] += readerBegin[i];
            reader = new int[readerBegin[problem.slots()]];
            int[] place = readerBegin.clone();
            for (int t = 0; t < problem.size(); t++) {
                for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
                    if (problem.readSlot[r] != Problem.LEFT_OUT) reader[place[problem.readSlot[r]]++] = t;
                }
            }
        }
        return Arrays.copyOfRange(reader, readerBegin[slot], readerBegin[slot + 1]);
    }

    /** Gives each slot its node after all reads: that of the only read, or a new one; how many new ones. */
    private int readerNodes() {
        Arrays.fill(afterReads, -1);
        if (!rules.antiDependencies()) return 0;
        int found = 0;
        for (int t = 0; t < problem.size(); t++) {
            for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
                int slot = problem.readSlot[r];
                if (slot == Problem.LEFT_OUT || chains.next[slot] >= 0 || !chains.hasOthers(slot)) continue;
                if (afterReads[slot] < 0) afterReads[slot] = begin(t);
                else if (isPoint(afterReads[slot])) afterReads[slot] = points + found++;
            }
        }
        return found;
    }

    private void edges(Sink sink) {
        order(sink);
        reads(sink);
        if (problem.isList()) elements(sink);
        for (int key = 0; key < problem.keys; key++) {
            int first = chains.tail[problem.versions() + key];
            for (int i = chains.headBegin[key]; i < chains.headBegin[key + 1]; i++) {
                chainOrder(first, chains.heads[i], sink);
            }
        }
        // Last, so that a search along predecessors places a begin as late as it can.
        if (split) for (int t = 0; t < problem.size(); t++) sink.edge(begin(t), commit(t));
    }

    private void order(Sink sink) {
        if (problem.order == Order.NONE) return;
        int[] last = new int[problem.sessions()];
        Arrays.fill(last, -1);
        for (int t = 0; t < problem.size(); t++) {
            int session = problem.session(t);
            if (last[session] >= 0) sink.edge(commit(last[session]), begin(t));
            last[session] = t;
        }
        for (int h = 0; h < completed.length; h++) {
            if (h > 0) sink.edge(firstHelper + h - 1, firstHelper + h);
            sink.edge(commit(completed[h]), firstHelper + h);
        }
        for (int t = 0; completed.length > 0 && t < problem.size(); t++) {
            int helper = lastCompletedBefore(problem.invocation(t));
            if (helper >= 0) sink.edge(firstHelper + helper, begin(t));
        }
    }

    /** wr, rw to the next version where that is known, and rw into the node after all reads. */
    private void reads(Sink sink) {
        for (int t = 0; t < problem.size(); t++) {
            for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
                int slot = problem.readSlot[r];
                if (slot == Problem.LEFT_OUT) continue;
                if (!problem.isInitial(slot)) sink.edge(commit(problem.versionWriter[slot]), begin(t));
                if (!rules.antiDependencies()) continue;
                int next = chains.next[slot];
                if (next >= 0) {
                    if (problem.versionWriter[next] != t) sink.edge(begin(t), commit(problem.versionWriter[next]));
                } else if (afterReads[slot] >= 0 && !isPoint(afterReads[slot])) {
                    sink.edge(begin(t), afterReads[slot]);
                }
            }
        }
    }

    /**
     * The version orders that list reads show. Where no append may be lost, one that a list lacks came after the
     * list's version; if the list has a later one of the same transaction, that is a cycle of one.
     */
    private void elements(Sink sink) {
        int[] observed = Chains.observedLengths(problem);
        int[] seen = new int[problem.versions()];
        for (int key = 0; key < problem.keys; key++) {
            int last = -1;
            for (int e = problem.elementBegin[key]; e < problem.elementBegin[key + 1]; e++) {
                if (problem.elementPlace[e] >= observed[key]) break;
                int writer = problem.versionWriter[problem.elementVersion[e]];
                if (last >= 0 && last != writer) {
                    sink.edge(commit(last), rules == Rules.PREFIX ? commit(writer) : begin(writer));
                }
                last = writer;
                int version = problem.elementVersion[e];
                if (seen[version]++ != problem.elementNumber[e] && rules.keepsUpdates()) {
                    sink.edge(commit(writer), begin(writer));
                }
            }
        }
    }

    private int[] byCompletion() {
        IntList found = new IntList();
        for (int t = 0; t < problem.size(); t++) if (problem.completes(t)) found.add(t);
        return found.toArray();
    }

    private int lastCompletedBefore(int place) {
        int low = 0;
        int high = completed.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (problem.completion(completed[middle]) < place) low = middle + 1;
            else high = middle;
        }
        return low - 1;
    }
}
