package minos.judge.strong;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import minos.graph.Csr;
import minos.graph.StronglyConnectedComponents;
import minos.infer.RealTimeOrder;
import minos.model.Order;
import minos.util.Deadline;

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
final class PointGraph {
    final Problem problem;
    final Rules rules;
    final VersionChains chains;
    final int nodes;
    private final boolean split;
    private final int points;
    private final int firstHelper;
    /** By completion, where that counts. */
    private final RealTimeOrder realTimeOrder;
    /** By slot: the node after all reads of it, or -1 if nobody reads it or its next version is known. */
    private final int[] afterReads;

    final Csr predecessors;
    private Csr readers;

    PointGraph(Problem problem, Rules rules) {
        this(problem, rules, new BitSet());
    }

    /** @param readLater slots that transactions may turn out to read, besides those that are known to */
    PointGraph(Problem problem, Rules rules, BitSet readLater) {
        this.problem = problem;
        this.rules = rules;
        chains = problem.chains(rules);
        split = rules.split();
        points = split ? problem.size() * 2 : problem.size();
        afterReads = new int[problem.slots()];
        firstHelper = points + readerNodes(readLater);
        realTimeOrder = problem.order.isTimed()
                ? new RealTimeOrder(
                        problem.history, problem.order, problem.size(), t -> problem.id[t], problem::completes)
                : new RealTimeOrder();
        nodes = firstHelper + realTimeOrder.helpers();
        Csr.Entries edges = new Csr.Entries(nodes + problem.readSlot.length * 2 + problem.elementVersion.length);
        edges((from, to) -> edges.add(to, from));
        for (int slot = readLater.nextSetBit(0); slot >= 0; slot = readLater.nextSetBit(slot + 1)) {
            boolean isNode = afterReads[slot] >= 0 && !problem.isInitial(slot);
            if (isNode) edges.add(afterReads[slot], commit(problem.versionWriter[slot]));
        }
        predecessors = edges.byRow(nodes);
    }

    /** The graph of {@code problem}, which is that of {@code realTime} by session order. */
    PointGraph(Problem problem, PointGraph realTime) {
        this.problem = problem;
        rules = realTime.rules;
        chains = realTime.chains;
        split = realTime.split;
        points = realTime.points;
        firstHelper = realTime.firstHelper;
        realTimeOrder = new RealTimeOrder();
        nodes = firstHelper;
        afterReads = realTime.afterReads;
        Csr.Rows kept = new Csr.Rows(nodes, realTime.predecessors.size());
        for (int node = 0; node < nodes; node++) {
            for (int i = realTime.predecessors.begin(node); i < realTime.predecessors.end(node); i++) {
                int before = realTime.predecessors.get(i);
                if (before < firstHelper) kept.add(before);
            }
            kept.endRow();
        }
        predecessors = Csr.concat(List.of(kept));
    }

    /** Takes edges, one by one. */
    interface Sink {
        void edge(int from, int to);
    }

    /** The transactions that are on cycles with others. */
    BitSet onCycles(Deadline deadline) {
        StronglyConnectedComponents components = StronglyConnectedComponents.of(predecessors, deadline);
        BitSet found = new BitSet();
        for (int node = 0; isPoint(node); node++) {
            if (components.isCyclic(node)) found.set(transaction(node));
        }
        return found;
    }

    /** Adds the transaction of a node, with those that it read from; helpers have none. */
    void involved(int node, BitSet into) {
        if (isPoint(node)) problem.withSources(transaction(node), into);
    }

    /** How a transaction is placed. */
    Rules rules(int t) {
        return rules.of(problem, t);
    }

    private boolean isSplit(int t) {
        return split && (rules != Rules.MIXED || rules(t).split());
    }

    /** Where some transactions have two points, those with one have that of their commit. */
    int begin(int t) {
        return !split ? t : rules != Rules.MIXED || rules(t).split() ? t * 2 : t * 2 + 1;
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
        return !split || (node & 1) == 0 == isSplit(node >> 1);
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
        boolean sees = rules(writer) == Rules.SNAPSHOT;
        if (!problem.isInitial(slot) && (reads < 0 || sees)) {
            sink.edge(commit(problem.versionWriter[slot]), sees ? begin(writer) : commit(writer));
        }
        if (reads >= 0) sink.edge(reads, commit(writer));
    }

    /**
     * The edges that say that a transaction reads a slot which it {@linkplain #PointGraph(Problem, Rules, BitSet) may turn out to
     * read}: at most two. Where begin and commit are one point and it writes the key itself, that all later versions come after
     * it is left out, as it may be the next.
     */
    void read(int t, int slot, boolean updates, Sink sink) {
        if (!problem.isInitial(slot)) sink.edge(commit(problem.versionWriter[slot]), begin(t));
        int next = chains.next[slot];
        if (next >= 0) {
            if (problem.versionWriter[next] != t) sink.edge(begin(t), commit(problem.versionWriter[next]));
        } else if (afterReads[slot] >= 0 && (split || !updates)) {
            sink.edge(begin(t), afterReads[slot]);
        }
    }

    /** The transactions that read a slot whose anti-dependencies are no edges. */
    int[] readers(int slot) {
        if (readers == null) {
            readers = Csr.build(problem.slots(), bySlot -> {
                for (int t = 0; t < problem.size(); t++) {
                    if (rules(t).antiDependencies()) continue;
                    for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
                        if (problem.readSlot[r] != Problem.LEFT_OUT) bySlot.add(problem.readSlot[r], t);
                    }
                }
            });
        }
        int[] found = new int[readers.end(slot) - readers.begin(slot)];
        for (int i = 0; i < found.length; i++) found[i] = readers.get(readers.begin(slot) + i);
        return found;
    }

    /** Gives each slot its node after all reads: that of the only read, or a new one; how many new ones. */
    private int readerNodes(BitSet readLater) {
        Arrays.fill(afterReads, -1);
        if (!rules.antiDependencies()) return 0;
        int found = 0;
        for (int slot = readLater.nextSetBit(0); slot >= 0; slot = readLater.nextSetBit(slot + 1)) {
            if (chains.next[slot] < 0 && chains.hasOthers(slot)) afterReads[slot] = points + found++;
        }
        for (int t = 0; t < problem.size(); t++) {
            if (!rules(t).antiDependencies()) continue;
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
        for (int pair = 0; pair < problem.assumption.length; pair++) {
            int writer = problem.versionWriter[problem.assumedEarlier[pair]];
            versionOrder(writer, problem.versionWriter[problem.assumedLater[pair]], sink);
        }
        for (int t = 0; t < problem.size(); t++) {
            for (int i = problem.demandBegin(t); i < problem.demandEnd(t); i++) {
                sink.edge(commit(t), commit(problem.demandTo(i)));
            }
        }
        for (int key = 0; key < problem.keys; key++) {
            int first = chains.tail[problem.versions() + key];
            for (int i = chains.headBegin[key]; i < chains.headBegin[key + 1]; i++) {
                chainOrder(first, chains.heads[i], sink);
            }
        }
        // Last, so that a search along predecessors places a begin as late as it can.
        for (int t = 0; split && t < problem.size(); t++) if (isSplit(t)) sink.edge(begin(t), commit(t));
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
        realTimeOrder.edges(firstHelper, this::commit, sink::edge);
        for (int t = 0; realTimeOrder.helpers() > 0 && t < problem.size(); t++) {
            int begin = begin(t);
            realTimeOrder.before(t, helper -> sink.edge(firstHelper + helper, begin));
        }
    }

    /** wr, rw to the next version where that is known, and rw into the node after all reads. */
    private void reads(Sink sink) {
        for (int t = 0; t < problem.size(); t++) {
            boolean antiDependencies = rules(t).antiDependencies();
            int begin = begin(t);
            for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
                int slot = problem.readSlot[r];
                if (slot == Problem.LEFT_OUT) continue;
                if (!problem.isInitial(slot)) sink.edge(commit(problem.versionWriter[slot]), begin);
                if (!antiDependencies) continue;
                int next = chains.next[slot];
                if (next >= 0) {
                    if (problem.versionWriter[next] != t) sink.edge(begin, commit(problem.versionWriter[next]));
                } else if (afterReads[slot] >= 0 && !isPoint(afterReads[slot])) {
                    sink.edge(begin, afterReads[slot]);
                }
            }
        }
    }

    /**
     * The version orders that list reads show. Where no append may be lost, one that a list lacks came after the
     * list's version; if the list has a later one of the same transaction, or one that must have found it, that is a cycle of one.
     */
    private void elements(Sink sink) {
        int[] observed = VersionChains.observedLengths(problem);
        int[] seen = new int[problem.versions()];
        for (int key = 0; key < problem.keys; key++) {
            int last = -1;
            for (int e = problem.elementBegin[key]; e < problem.elementBegin[key + 1]; e++) {
                if (problem.elementPlace[e] >= observed[key]) break;
                int writer = problem.versionWriter[problem.elementVersion[e]];
                if (last >= 0 && last != writer) versionOrder(last, writer, sink);
                int version = problem.elementVersion[e];
                boolean lacks = seen[version]++ != problem.elementNumber[e];
                if (last >= 0 && last != writer) lacks |= isBehindPart(e);
                if (lacks && rules(writer).keepsUpdates()) sink.edge(commit(writer), begin(writer));
                last = writer;
            }
        }
    }

    /**
     * Whether an element stands behind some of what another transaction appended, and not behind all of it, so that its own did not find
     * that. Where each transaction has its own level, a third may have lost the rest only later.
     */
    private boolean isBehindPart(int e) {
        return rules == Rules.MIXED && !problem.isWhole(e - 1) && !problem.isBehindGap(e);
    }

    /** One transaction wrote an earlier version of a key than another. */
    private void versionOrder(int earlier, int later, Sink sink) {
        sink.edge(commit(earlier), rules(later) == Rules.PREFIX ? commit(later) : begin(later));
    }
}
