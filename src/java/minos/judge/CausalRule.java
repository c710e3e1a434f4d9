package minos.judge;

import static minos.util.Sentinel.NONE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import minos.graph.ChainDecomposition;
import minos.graph.Csr;
import minos.graph.TopologicalOrder;
import minos.graph.VectorClocks;
import minos.history.History;
import minos.infer.Options;
import minos.infer.Relations;
import minos.util.Parallel;

/**
 * Causal consistency: t3 reads x from t1; t2 writes x and comes before t3 in the closure of session order and reads; then
 * t2 commits before t1. Algorithm 3 of the AWDIT paper, O(n·k) for k chains (sessions): a vector clock tells what comes
 * before t3, and of the writers of x in each chain only the last such one matters.
 *
 * <p>The clocks of all transactions would take n·k ints. But each column of the clocks can be computed, and its edges
 * inferred, without the others. So the columns are done in blocks as wide as memory allows, and the blocks in parallel:
 * memory stays bounded for any number of sessions, at the same total work.
 */
final class CausalRule implements CommitRule.Saturation {
    /** Share of the largest heap that clocks may take. */
    private static final int HEAP_SHARE = 4;

    private final BaseGraph graph;
    private final Relations relations;
    private final History history;
    private final ReaderRules readers;
    private final int widest;

    CausalRule(BaseGraph graph, ReaderRules readers) {
        this(graph, readers, Integer.MAX_VALUE);
    }

    /** @param widest how many columns to do at once at most */
    CausalRule(BaseGraph graph, ReaderRules readers, int widest) {
        this.graph = graph;
        this.readers = readers;
        this.widest = widest;
        this.relations = graph.relations();
        this.history = relations.history();
    }

    @Override
    public List<CommitEdges> infer(TopologicalOrder order, Options options) {
        ChainDecomposition chains = graph.chains(order);
        KeyWriters writers = new KeyWriters(chains);
        int width = width(chains.count(), options.threads());
        int blocks = (chains.count() + width - 1) / width;
        options.progress().phase("causal order", (long) blocks * order.size());
        AtomicInteger next = new AtomicInteger();
        List<Callable<CommitEdges>> tasks = new ArrayList<>();
        for (int i = 0; i < Math.max(1, Math.min(options.threads(), blocks)); i++) {
            tasks.add(() -> {
                Pass pass = new Pass(order, chains, writers, width);
                for (int block; (block = next.getAndIncrement()) < blocks; ) pass.block(block * width, options);
                return pass.edges;
            });
        }
        return Parallel.run(tasks);
    }

    /** How many columns to do at once. */
    private int width(int chains, int threads) {
        long ints = Runtime.getRuntime().maxMemory() / HEAP_SHARE / Integer.BYTES / threads;
        long fitting = Math.min(ints, Integer.MAX_VALUE - 8) / Math.max(1, graph.nodes());
        int even = (chains + threads - 1) / threads;
        return (int) Math.max(1, Math.min(widest, Math.min(even, fitting)));
    }

    /** One thread's work: block after block, in the same array. */
    private final class Pass {
        private final TopologicalOrder order;
        private final ChainDecomposition chains;
        private final KeyWriters writers;
        private final VectorClocks.Columns columns;
        private final CommitEdges edges;
        private int low;

        Pass(TopologicalOrder order, ChainDecomposition chains, KeyWriters writers, int width) {
            this.order = order;
            this.chains = chains;
            this.writers = writers;
            columns = new VectorClocks.Columns(graph.nodes(), chains, width);
            edges = new CommitEdges(order);
        }

        void block(int first, Options options) {
            low = first;
            columns.compute(low, graph.predecessors(), order, this::infer, options.deadline(), options.progress());
        }

        private void infer(int t) {
            if (readers.of(t) != CommitRule.CAUSAL) return;
            for (int op = history.begin(t); op < history.end(t); op++) {
                int source = relations.source(op);
                if (source == NONE || source >= 0 && columns.hasSeenAll(source) || relations.isContradicted(op))
                    continue;
                int key = history.key(op);
                for (int g = writers.firstGroup(key, low); g < writers.endOfGroups(key); g++) {
                    int chain = writers.chain(g);
                    if (chain >= columns.endOfChains()) break;
                    int bound = chain == chains.chain(t) ? chains.position(t) : columns.seen(t, chain);
                    if (bound == 0) continue;
                    int position = writers.lastBelow(g, bound);
                    if (position < 0) continue;
                    if (source >= 0 && position < columns.seen(source, chain)) continue; // follows already
                    edges.add(chains.vertex(chain, position), source, op);
                }
            }
        }
    }

    /**
     * For each key its writers, grouped by chain and within a group by position: finds the last writer of a key in a chain
     * before a given position. A search begins where the last one in that group ended, as clocks grow with time.
     */
    private final class KeyWriters {
        /** By key: where its groups begin in {@link #position}. */
        private final Csr groups;
        /** By group. */
        private final int[] chain;

        private final int[] position;
        /** By group: where the last search ended. */
        private final int[] hint;

        KeyWriters(ChainDecomposition chains) {
            Csr writers = Csr.build(history.keys(), byKey -> {
                int[] last = new int[history.keys()];
                for (int c = 0; c < chains.count(); c++) {
                    for (int i = 0; i < chains.length(c); i++) add(chains.vertex(c, i), last, byKey);
                }
            });
            Csr.Rows begins = new Csr.Rows(writers.rows(), writers.rows());
            position = new int[writers.size()];
            for (int key = 0; key < writers.rows(); key++) {
                int last = NONE;
                for (int i = writers.begin(key); i < writers.end(key); i++) {
                    int writer = writers.get(i);
                    position[i] = chains.position(writer);
                    if (chains.chain(writer) != last) begins.add(i);
                    last = chains.chain(writer);
                }
                begins.endRow();
            }
            groups = Csr.concat(List.of(begins));
            chain = new int[groups.size()];
            hint = new int[groups.size()];
            for (int g = 0; g < chain.length; g++) {
                hint[g] = groups.get(g);
                chain[g] = chains.chain(writers.get(hint[g]));
            }
        }

        private void add(int t, int[] last, Csr.Builder byKey) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                int key = history.key(op);
                if (!history.isWrite(op) || last[key] == t + 1) continue;
                last[key] = t + 1;
                byKey.add(key, t);
            }
        }

        /** The key's first group of a chain that is not below {@code wanted}. */
        int firstGroup(int key, int wanted) {
            int low = groups.begin(key);
            int high = groups.end(key);
            if (low == high || chain[low] >= wanted) return low;
            int found = Arrays.binarySearch(chain, low, high, wanted);
            return found >= 0 ? found : -found - 1;
        }

        int endOfGroups(int key) {
            return groups.end(key);
        }

        int chain(int group) {
            return chain[group];
        }

        /** The last position in the group below {@code bound}, or -1. Only one thread may ask for a group. */
        int lastBelow(int group, int bound) {
            int begin = groups.get(group);
            int end = group + 1 < chain.length ? groups.get(group + 1) : position.length;
            int low = begin;
            int high = end;
            int near = hint[group];
            int step = 1;
            if (position[near] < bound) { // gallop forward: position[low] < bound stays true
                low = near;
                while (low + step < end && position[low + step] < bound) {
                    low += step;
                    step <<= 1;
                }
                high = Math.min(end, low + step);
            } else { // gallop backward: position[high] >= bound stays true
                high = near;
                while (high - step >= begin && position[high - step] >= bound) {
                    high -= step;
                    step <<= 1;
                }
                low = Math.max(begin, high - step);
                if (high == begin || position[low] >= bound) return -1;
            }
            while (high - low > 1) {
                int middle = (low + high) >>> 1;
                if (position[middle] < bound) low = middle;
                else high = middle;
            }
            hint[group] = low;
            return position[low];
        }
    }
}
