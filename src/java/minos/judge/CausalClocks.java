package minos.judge;

import java.util.List;
import minos.infer.Relations;
import minos.util.Deadline;
import minos.util.Parallel;

/**
 * Tells at once whether one transaction comes before another causally: a vector clock for each, with an entry a chain. Takes
 * n·k ints, and as many steps for each edge as there are chains, so it is for few chains only. The columns are shared out to
 * the threads.
 */
final class CausalClocks {
    /** Above this, going through the clocks takes longer than what they are good for. */
    private static final int MOST_CHAINS = 256;
    /** Share of the largest heap that clocks may take. */
    private static final int HEAP_SHARE = 4;

    private final BaseGraph graph;
    private final TopologicalOrder order;
    private final Chains chains;
    /** How many columns a block has; the last may have fewer. */
    private final int width;

    private final List<int[]> blocks;

    private CausalClocks(BaseGraph graph, TopologicalOrder order, Chains chains, int threads, Deadline deadline) {
        this.graph = graph;
        this.order = order;
        this.chains = chains;
        width = Math.max(1, (chains.count() + threads - 1) / threads);
        int[] cuts = new int[Math.max(1, (chains.count() + width - 1) / width) + 1];
        for (int i = 1; i < cuts.length; i++) cuts[i] = Math.min(chains.count(), i * width);
        blocks = Parallel.ranges(cuts, (from, to) -> block(from, to, deadline));
    }

    /** Null where they would take too much. */
    static CausalClocks of(BaseGraph graph, TopologicalOrder order, int threads, Deadline deadline) {
        Chains chains = new Chains(graph, order);
        long entries = (long) graph.nodes() * chains.count();
        if (chains.count() > MOST_CHAINS
                || entries / threads > Integer.MAX_VALUE / 2
                || entries * Integer.BYTES > Runtime.getRuntime().maxMemory() / HEAP_SHARE) {
            return null;
        }
        return new CausalClocks(graph, order, chains, threads, deadline);
    }

    /** By node, then by chain: how many of the chain come before the node, or are it. */
    private int[] block(int from, int to, Deadline deadline) {
        Relations relations = graph.relations();
        int[] clocks = new int[graph.nodes() * width];
        for (int place = 0; place < order.size(); place++) {
            if ((place & 0x3FFF) == 0) deadline.check();
            int node = order.node(place);
            int row = node * width;
            for (int i = graph.begin(node); i < graph.end(node); i++) join(clocks, row, graph.predecessor(i) * width);
            if (graph.isHelper(node) || !relations.participates(node)) continue;
            int chain = chains.chain(node);
            if (chain >= from && chain < to) clocks[row + chain - from] = chains.position(node) + 1;
        }
        return clocks;
    }

    private void join(int[] clocks, int row, int other) {
        for (int c = 0; c < width; c++) clocks[row + c] = Math.max(clocks[row + c], clocks[other + c]);
    }

    /** Whether {@code earlier} comes before {@code later}, another transaction. */
    boolean isBefore(int earlier, int later) {
        int chain = chains.chain(earlier);
        return blocks.get(chain / width)[later * width + chain % width] > chains.position(earlier);
    }
}
