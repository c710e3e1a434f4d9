package minos.graph;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.function.IntConsumer;
import minos.util.Deadline;
import minos.util.Progress;

/**
 * Tells at once whether a path leads from a vertex of a chain to any other vertex. Each vertex has a clock with an entry a
 * chain: how many of the chain lead to it, or are it; the latest of its predecessors' clocks. Fidge, <i>Timestamps in
 * message-passing systems that preserve the partial ordering</i> (1988) and Mattern, <i>Virtual time and global states of
 * distributed systems</i> (1989), with chains for processes.
 *
 * <p>For k chains n·k entries, of two bytes each unless a chain is very long, and O(m·k) to make them, then O(1) a question. A
 * predecessor that leads to another one adds nothing, which its own entry tells; so it is O(n·k) where causality spreads soon. Each
 * column can be made without the others: who asks only while the clocks are made needs no more than a few {@link Columns} at a
 * time.
 */
public final class VectorClocks implements Reachability {
    private final ChainDecomposition chains;
    private final Columns columns;

    public VectorClocks(int vertices, ChainDecomposition chains) {
        this.chains = chains;
        columns = new Columns(vertices, chains, chains.count(), true);
    }

    /** How many bytes the clocks of so many vertices take. */
    public static long bytes(int vertices, ChainDecomposition chains) {
        return (long) vertices * Columns.words(chains.count(), Columns.bits(chains)) * Long.BYTES;
    }

    /** How many bytes they may take, as they are in one array. */
    public static long mostBytes() {
        return (Integer.MAX_VALUE - 8L) * Long.BYTES;
    }

    /** Makes the clocks of a graph, or makes them anew. */
    public VectorClocks compute(Csr predecessors, TopologicalOrder order, Deadline deadline) {
        columns.compute(0, predecessors, order, v -> {}, deadline, Progress.NONE);
        return this;
    }

    /** Whether a path leads from a vertex of a chain to another vertex, or they are the same. */
    @Override
    public boolean reaches(int from, int to) {
        return columns.entry(to, chains.chain(from)) > chains.position(from);
    }

    /**
     * The columns of some neighbouring chains, in an array that can be used for one block of chains after another. Several entries
     * share a long, and are compared at once (Lamport, <i>Multiple byte processing with full-word instructions</i>, CACM 1975): the
     * highest bit of each is free, and takes what is borrowed when one clock is subtracted from another.
     */
    public static final class Columns {
        private final ChainDecomposition chains;
        private final int width;
        /** Whether all entries are wanted, also those that are plain. */
        private final boolean complete;
        /** How many bits an entry has. */
        private final int bits;
        /** How many longs a row has. */
        private final int words;
        /** The highest bit of each entry. */
        private final long high;
        /** By vertex, then by chain of the block. */
        private final long[] clocks;
        /**
         * By vertex: whether all of the block lead to it, and so to all that follow it: their clocks need no more joins. Makes
         * many short chains, few of them alive at once, cost about as much as few long ones.
         */
        private final boolean[] saturated;

        private int low;
        private int end;
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
            bits = bits(chains);
            words = words(width, bits);
            high = bits == Short.SIZE ? 0x8000_8000_8000_8000L : 0x8000_0000_8000_0000L;
            clocks = new long[Math.multiplyExact(vertices, words)];
            saturated = new boolean[vertices];
        }

        private static int bits(ChainDecomposition chains) {
            for (int chain = 0; chain < chains.count(); chain++) {
                if (chains.length(chain) > Short.MAX_VALUE) return Integer.SIZE;
            }
            return Short.SIZE;
        }

        private static int words(int width, int bits) {
            int entries = Long.SIZE / bits;
            return (width + entries - 1) / entries;
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
            end = Math.min(chains.count(), low + width);
            Arrays.fill(saturated, false);
            first = complete ? 0 : order.size();
            int last = 0;
            for (int chain = low; chain < end; chain++) {
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
                    if (chain >= low && chain < end) set(vertex, chain, chains.position(vertex) + 1);
                    visitor.accept(vertex);
                }
                if (place >= last && !saturated[vertex]) saturated[vertex] = isSaturated(vertex);
            }
        }

        private void join(int vertex, Csr predecessors) {
            int row = vertex * words;
            int latest = NONE; // it may well have seen the others
            int latestRank = first - 1;
            for (int i = predecessors.begin(vertex); i < predecessors.end(vertex); i++) {
                int before = predecessors.get(i);
                if (saturated[before]) {
                    saturated[vertex] = true;
                    if (complete) System.arraycopy(clocks, before * words, clocks, row, words);
                    return;
                }
                int rank = order.rank(before);
                if (rank > latestRank) {
                    latest = before;
                    latestRank = rank;
                }
            }
            if (latest == NONE) {
                Arrays.fill(clocks, row, row + words, 0);
                return;
            }
            System.arraycopy(clocks, latest * words, clocks, row, words);
            for (int i = predecessors.begin(vertex); i < predecessors.end(vertex); i++) {
                int before = predecessors.get(i);
                if (before != latest && order.rank(before) >= first && !hasSeen(vertex, before))
                    joinOne(row, before * words);
            }
        }

        /** Whether one of the block, and so all that leads to it, is counted in a clock. */
        private boolean hasSeen(int vertex, int before) {
            int chain = chains.chain(before);
            return chain >= low && chain < end && entry(vertex, chain) > chains.position(before);
        }

        private void joinOne(int row, int other) {
            long[] clocks = this.clocks;
            long high = this.high;
            int shift = bits - 1;
            for (int i = 0; i < words; i++) {
                long a = clocks[row + i];
                long b = clocks[other + i];
                if (a == b) continue;
                long notLess = ((a | high) - b) & high;
                clocks[row + i] = b ^ (a ^ b) & (notLess - (notLess >>> shift));
            }
        }

        private int entry(int vertex, int chain) {
            int bit = (chain - low) * bits;
            return (int) (clocks[vertex * words + (bit >>> 6)] >>> bit)
                    & (int) (0xFFFF_FFFFL >>> (Integer.SIZE - bits));
        }

        private void set(int vertex, int chain, int entry) {
            int bit = (chain - low) * bits;
            int word = vertex * words + (bit >>> 6);
            long mask = 0xFFFF_FFFFL >>> (Integer.SIZE - bits) << bit;
            clocks[word] = clocks[word] & ~mask | (long) entry << bit;
        }

        private boolean isSaturated(int vertex) {
            for (int chain = low; chain < end; chain++) {
                if (entry(vertex, chain) < chains.length(chain)) return false;
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
            return order.rank(vertex) < first ? 0 : entry(vertex, chain);
        }

        /** The chain after the last of the block. */
        public int endOfChains() {
            return end;
        }
    }
}
