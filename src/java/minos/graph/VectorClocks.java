package minos.graph;

import static minos.util.Sentinel.NONE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import minos.util.Deadline;
import minos.util.Parallel;
import minos.util.Progress;

/**
 * Tells at once whether a path leads from a vertex of a chain to any other vertex. Each vertex has a clock with an entry a
 * chain: how many of the chain lead to it, or are it; the latest of its predecessors' clocks. Fidge, <i>Timestamps in
 * message-passing systems that preserve the partial ordering</i> (1988) and Mattern, <i>Virtual time and global states of
 * distributed systems</i> (1989), with chains for processes.
 *
 * <p>For k chains, n·k ints and O(m·k) to make them, then O(1) a question. Each column can be made without the others: they
 * are shared out to threads; and who asks only while the clocks are made needs no more than a few {@link Columns} at a time.
 */
public final class VectorClocks implements Reachability {
    private final ChainDecomposition chains;
    /** How many columns a block has; the last may have fewer. */
    private final int width;

    private final List<Columns> blocks = new ArrayList<>();

    public VectorClocks(int vertices, ChainDecomposition chains, int threads) {
        this.chains = chains;
        width = Math.max(1, (chains.count() + threads - 1) / threads);
        int count = Math.max(1, (chains.count() + width - 1) / width);
        for (int i = 0; i < count; i++) blocks.add(new Columns(vertices, chains, width, true));
    }

    /** Makes the clocks of a graph, or makes them anew. */
    public VectorClocks compute(Csr predecessors, TopologicalOrder order, Deadline deadline) {
        int[] cuts = new int[blocks.size() + 1];
        for (int i = 1; i < cuts.length; i++) cuts[i] = i;
        Parallel.ranges(cuts, (block, end) -> {
            blocks.get(block).compute(block * width, predecessors, order, v -> {}, deadline, Progress.NONE);
            return null;
        });
        return this;
    }

    /** Whether a path leads from a vertex of a chain to another vertex, or they are the same. */
    @Override
    public boolean reaches(int from, int to) {
        int chain = chains.chain(from);
        return blocks.get(chain / width).clocks[to * width + chain % width] > chains.position(from);
    }

    /** The columns of some neighbouring chains, in an array that can be used for one block of chains after another. */
    public static final class Columns {
        private final ChainDecomposition chains;
        private final int width;
        /** Whether all entries are wanted, also those that are plain. */
        private final boolean complete;
        /** By vertex, then by chain of the block. */
        private final int[] clocks;
        /**
         * By vertex: whether all of the block lead to it, and so to all that follow it: their clocks need no more joins. Makes
         * many short chains, few of them alive at once, cost about as much as few long ones.
         */
        private final boolean[] saturated;

        private int low;
        private int high;
        private TopologicalOrder order;
        /** The place of the first vertex that is in a chain of the block: those before it have zeros. */
        private int first;

        /** Columns that are asked with {@link #seen} while they are made. */
        public Columns(int vertices, ChainDecomposition chains, int width) {
            this(vertices, chains, width, false);
        }

        private Columns(int vertices, ChainDecomposition chains, int width, boolean complete) {
            this.chains = chains;
            this.width = width;
            this.complete = complete;
            clocks = new int[Math.multiplyExact(vertices, width)];
            saturated = new boolean[vertices];
        }

        /**
         * Makes the columns of the chains from {@code low} on.
         *
         * @param visitor hears of each vertex of a chain, in the order, when its clock is made
         */
        public void compute(
                int low,
                Csr predecessors,
                TopologicalOrder order,
                IntConsumer visitor,
                Deadline deadline,
                Progress progress) {
            this.low = low;
            this.order = order;
            high = Math.min(chains.count(), low + width);
            Arrays.fill(saturated, false);
            first = complete ? 0 : order.size();
            int last = 0;
            for (int chain = low; chain < high; chain++) {
                int length = chains.length(chain);
                if (length == 0) continue;
                first = Math.min(first, order.rank(chains.vertex(chain, 0)));
                last = Math.max(last, order.rank(chains.vertex(chain, length - 1)));
            }
            for (int place = first; place < order.size(); place++) {
                if ((place & 0x3FFF) == 0) {
                    deadline.check();
                    progress.advance(0x4000);
                }
                int vertex = order.vertex(place);
                join(vertex, predecessors);
                int chain = chains.chain(vertex);
                if (chain != NONE) {
                    if (chain >= low && chain < high) {
                        clocks[vertex * width + chain - low] = chains.position(vertex) + 1;
                    }
                    visitor.accept(vertex);
                }
                if (place >= last && !saturated[vertex]) saturated[vertex] = isSaturated(vertex);
            }
        }

        private void join(int vertex, Csr predecessors) {
            int row = vertex * width;
            int columns = high - low;
            boolean empty = true;
            for (int i = predecessors.begin(vertex); i < predecessors.end(vertex); i++) {
                int before = predecessors.get(i);
                if (saturated[before]) {
                    saturated[vertex] = true;
                    if (complete) System.arraycopy(clocks, before * width, clocks, row, columns);
                    return;
                }
                if (order.rank(before) < first) continue;
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

        private boolean isSaturated(int vertex) {
            for (int chain = low; chain < high; chain++) {
                if (clocks[vertex * width + chain - low] < chains.length(chain)) return false;
            }
            return true;
        }

        /** Whether all of these chains lead to the vertex, or end in it. */
        public boolean hasSeenAll(int vertex) {
            return saturated[vertex];
        }

        /** How many of a chain of the block lead to a vertex that was visited, or are it. */
        public int seen(int vertex, int chain) {
            if (saturated[vertex]) return chains.length(chain);
            return order.rank(vertex) < first ? 0 : clocks[vertex * width + chain - low];
        }

        /** The chain after the last of the block. */
        public int endOfChains() {
            return high;
        }
    }
}
