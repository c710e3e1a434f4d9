package minos.graph;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import minos.util.Deadline;

/**
 * Tells at once whether a path leads from a vertex of a chain to any other vertex. Each vertex has a clock with an entry a
 * chain: how many of the chain lead to it, or are it; the latest of its predecessors' clocks. Fidge, <i>Timestamps in
 * message-passing systems that preserve the partial ordering</i> (1988) and Mattern, <i>Virtual time and global states of
 * distributed systems</i> (1989), with chains for processes.
 *
 * <p>For k chains n·k entries, of two bytes each unless a chain is very long, and O(m·k) to make them, then O(1) a question. A
 * predecessor that leads to another one adds nothing, which its own entry tells; so it is O(n·k) where causality spreads soon.
 *
 * <p>Several entries share a long, and are compared at once (Lamport, <i>Multiple byte processing with full-word instructions</i>,
 * CACM 1975): the highest bit of each is free, and takes what is borrowed when one clock is subtracted from another.
 */
public final class VectorClocks implements Reachability {
    private final ChainDecomposition chains;
    /** How many bits an entry has. */
    private final int bits;
    /** How many longs a clock has. */
    private final int words;
    /** The highest bit of each entry. */
    private final long high;
    /** By vertex, then by chain. */
    private final long[] clocks;

    public VectorClocks(int vertices, ChainDecomposition chains) {
        this.chains = chains;
        bits = bits(chains);
        words = words(chains.count(), bits);
        high = bits == Short.SIZE ? 0x8000_8000_8000_8000L : 0x8000_0000_8000_0000L;
        clocks = new long[Math.multiplyExact(vertices, words)];
    }

    /** How many bytes the clocks of so many vertices take. */
    public static long bytes(int vertices, ChainDecomposition chains) {
        return (long) vertices * words(chains.count(), bits(chains)) * Long.BYTES;
    }

    /** How many bytes they may take, as they are in one array. */
    public static long mostBytes() {
        return (Integer.MAX_VALUE - 8L) * Long.BYTES;
    }

    private static int bits(ChainDecomposition chains) {
        for (int chain = 0; chain < chains.count(); chain++) {
            if (chains.length(chain) > Short.MAX_VALUE) return Integer.SIZE;
        }
        return Short.SIZE;
    }

    private static int words(int chains, int bits) {
        int entries = Long.SIZE / bits;
        return (chains + entries - 1) / entries;
    }

    /** Makes the clocks of a graph, or makes them anew. */
    public VectorClocks compute(Csr predecessors, TopologicalOrder order, Deadline deadline) {
        for (int place = 0; place < order.size(); place++) {
            if ((place & 0x3FFF) == 0) deadline.check();
            int vertex = order.vertex(place);
            join(vertex, predecessors, order);
            int chain = chains.chain(vertex);
            if (chain != NONE) set(vertex, chain, chains.position(vertex) + 1);
        }
        return this;
    }

    private void join(int vertex, Csr predecessors, TopologicalOrder order) {
        int row = vertex * words;
        int latest = NONE; // it may well have seen the others
        int latestRank = -1;
        for (int i = predecessors.begin(vertex); i < predecessors.end(vertex); i++) {
            int before = predecessors.get(i);
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
            if (before != latest && !hasSeen(vertex, before)) joinOne(row, before * words);
        }
    }

    /** Whether a vertex, and so all that leads to it, is counted in the clock of another. */
    private boolean hasSeen(int vertex, int before) {
        int chain = chains.chain(before);
        return chain != NONE && entry(vertex, chain) > chains.position(before);
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
        int bit = chain * bits;
        return (int) (clocks[vertex * words + (bit >>> 6)] >>> bit) & (int) (0xFFFF_FFFFL >>> (Integer.SIZE - bits));
    }

    private void set(int vertex, int chain, int entry) {
        int bit = chain * bits;
        int word = vertex * words + (bit >>> 6);
        long mask = 0xFFFF_FFFFL >>> (Integer.SIZE - bits) << bit;
        clocks[word] = clocks[word] & ~mask | (long) entry << bit;
    }

    /** Whether a path leads from a vertex of a chain to another vertex, or they are the same. */
    @Override
    public boolean reaches(int from, int to) {
        return entry(to, chains.chain(from)) > chains.position(from);
    }
}
