package minos.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import minos.history.History;
import minos.infer.Relations;
import minos.model.Options;
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
final class CausalRule implements Saturation {
    /** Share of the largest heap that clocks may take. */
    private static final int HEAP_SHARE = 4;

    private final BaseGraph graph;
    private final Relations relations;
    private final History history;
    private final int widest;

    CausalRule(BaseGraph graph) {
        this(graph, Integer.MAX_VALUE);
    }

    /** @param widest how many columns to do at once at most */
    CausalRule(BaseGraph graph, int widest) {
        this.graph = graph;
        this.widest = widest;
        this.relations = graph.relations();
        this.history = relations.history();
    }

    @Override
    public List<CommitEdges> infer(TopologicalOrder order, Options options) {
        Chains chains = new Chains(graph, order);
        KeyWriters writers = new KeyWriters(graph, chains);
        int width = width(chains.count(), options.threads());
        int blocks = (chains.count() + width - 1) / width;
        options.progress().phase("causal order", (long) blocks * order.size());
        AtomicInteger next = new AtomicInteger();
        List<Callable<CommitEdges>> tasks = new ArrayList<>();
        for (int i = 0; i < Math.max(1, Math.min(options.threads(), blocks)); i++) {
            tasks.add(() -> {
                Pass pass = new Pass(order, chains, writers, width, options);
                for (int block; (block = next.getAndIncrement()) < blocks; ) pass.block(block);
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
        private final Chains chains;
        private final KeyWriters writers;
        private final int width;
        private final Options options;
        /** By node, then by chain of the block: how many of the chain come before the node, or are it. */
        private final int[] clocks;
        /**
         * By node: whether it has seen all of the block, and so have all that follow it: their clocks need no more joins. Makes a
         * history of many short sessions, few of them alive at once, cost about as much as one of few long ones.
         */
        private final boolean[] saturated = new boolean[graph.nodes()];

        private final CommitEdges edges;
        private int low;
        private int high;

        Pass(TopologicalOrder order, Chains chains, KeyWriters writers, int width, Options options) {
            this.order = order;
            this.chains = chains;
            this.writers = writers;
            this.width = width;
            this.options = options;
            clocks = new int[graph.nodes() * width];
            edges = new CommitEdges(order);
        }

        void block(int block) {
            low = block * width;
            high = Math.min(chains.count(), low + width);
            Arrays.fill(saturated, false);
            int begin = order.size();
            int end = 0;
            for (int chain = low; chain < high; chain++) {
                if (writers.length(chain) == 0) continue;
                begin = Math.min(begin, order.rank(writers.transaction(chain, 0)) - 1);
                end = Math.max(end, order.rank(writers.transaction(chain, writers.length(chain) - 1)) - 1);
            }
            for (int place = begin; place < order.size(); place++) {
                if ((place & 0x3FFF) == 0) {
                    options.deadline().check();
                    options.progress().advance(0x4000);
                }
                int node = order.node(place);
                join(node, begin);
                if (!graph.isHelper(node) && relations.participates(node)) {
                    int chain = chains.chain(node);
                    if (chain >= low && chain < high) clocks[node * width + chain - low] = chains.position(node) + 1;
                    infer(node, begin);
                }
                if (place >= end && !saturated[node]) saturated[node] = isSaturated(node);
            }
        }

        /** The node's clock is the latest of its predecessors'. Those before the block's first transaction have seen none of it. */
        private void join(int node, int first) {
            int row = node * width;
            int columns = high - low;
            boolean empty = true;
            for (int i = graph.begin(node); i < graph.end(node); i++) {
                int before = graph.predecessor(i);
                if (saturated[before]) {
                    saturated[node] = true;
                    return;
                }
                if (order.rank(before) <= first) continue;
                int other = before * width;
                if (empty) {
                    System.arraycopy(clocks, other, clocks, row, columns);
                    empty = false;
                } else {
                    for (int c = 0; c < columns; c++) clocks[row + c] = Math.max(clocks[row + c], clocks[other + c]);
                }
            }
            if (empty) Arrays.fill(clocks, row, row + columns, 0);
        }

        private boolean isSaturated(int node) {
            for (int chain = low; chain < high; chain++) {
                if (clocks[node * width + chain - low] < writers.length(chain)) return false;
            }
            return true;
        }

        /** How many of a chain come before a node, or are it. */
        private int seen(int node, int chain, int first) {
            if (saturated[node]) return writers.length(chain);
            return order.rank(node) <= first ? 0 : clocks[node * width + chain - low];
        }

        private void infer(int t, int first) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                int source = relations.source(op);
                if (source == Relations.NONE || source >= 0 && saturated[source]) continue;
                int key = history.key(op);
                for (int g = writers.firstGroup(key, low); g < writers.endOfGroups(key); g++) {
                    int chain = writers.chain(g);
                    if (chain >= high) break;
                    int bound = chain == chains.chain(t) ? chains.position(t) : seen(t, chain, first);
                    if (bound == 0) continue;
                    int position = writers.lastBelow(g, bound);
                    if (position < 0) continue;
                    if (source >= 0 && position < seen(source, chain, first)) continue; // follows already
                    edges.add(writers.transaction(chain, position), source, op);
                }
            }
        }
    }
}
