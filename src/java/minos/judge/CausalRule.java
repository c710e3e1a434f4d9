package minos.judge;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.List;
import minos.graph.AncestorBlocks;
import minos.graph.AncestorBlocks.Block;
import minos.graph.TopologicalOrder;
import minos.history.History;
import minos.infer.Options;
import minos.infer.Relations;
import minos.util.Deadline;
import minos.util.IntList;
import minos.util.Parallel;
import minos.util.Progress;

/**
 * Causal consistency: t3 reads x from t1; t2 writes x and comes before t3 in the closure of session order and reads; then
 * t2 commits before t1. Of the t2 that do not come before t1 anyway, only those matter that lead to no other one.
 *
 * <p>Algorithm 3 of the AWDIT paper finds them with vector clocks: of the writers of x in each of k sessions the last that t3 has
 * seen, O(n·k) in all. Where k is large, and some keys are written everywhere, that is a search for each read and session, and nearly all it
 * finds has been overwritten. So this goes by the words of {@link AncestorBlocks} instead: t3 has seen, t1 has not, writes x.
 */
final class CausalRule implements CommitRule.Saturation {
    /** Share of the largest heap that all blocks may take, if causality does not spread. */
    private static final int HEAP_SHARE = 4;

    private static final int NARROW = 512;
    private static final int WIDE = 8192;

    private final BaseGraph graph;
    private final Relations relations;
    private final History history;
    private final ReaderRules readers;
    private final int widest;

    CausalRule(BaseGraph graph, ReaderRules readers) {
        this(graph, readers, WIDE);
    }

    /** @param widest how many transactions to take at once at most */
    CausalRule(BaseGraph graph, ReaderRules readers, int widest) {
        this.graph = graph;
        this.readers = readers;
        this.widest = widest;
        this.relations = graph.relations();
        this.history = relations.history();
    }

    @Override
    public List<CommitEdges> infer(TopologicalOrder order, Options options) {
        AncestorBlocks past = new AncestorBlocks(graph.predecessors(), order, this::writes);
        if (past.columns() == 0) return List.of(new CommitEdges(order));
        int width = width(options.threads());
        int blocks = (past.columns() + width - 1) / width;
        options.progress().phase("causal order", blocks);
        KeyWriters writers = new KeyWriters(past, order);
        int[] cuts = new int[Math.max(1, Math.min(options.threads(), blocks)) + 1];
        for (int i = 0; i < cuts.length; i++) cuts[i] = (int) ((long) blocks * i / (cuts.length - 1));
        return Parallel.ranges(cuts, (from, to) -> new Pass(past, order, writers, width)
                .run(from * width, Math.min(past.columns(), to * width), options));
    }

    private boolean writes(int t) {
        if (graph.isHelper(t) || !relations.participates(t)) return false;
        for (int op = history.begin(t); op < history.end(t); op++) if (history.isWrite(op)) return true;
        return false;
    }

    /** How many transactions to take at once: some for each session, as many have not heard of each other. */
    private int width(int threads) {
        long wanted = Math.max(NARROW, Math.min(WIDE, 16L * history.sessions()));
        long fitting = Runtime.getRuntime().maxMemory() / HEAP_SHARE / threads * Byte.SIZE / graph.nodes();
        long words = Math.max(1, Math.min(wanted, fitting) / Long.SIZE);
        return (int) Math.min(widest, words * Long.SIZE);
    }

    /** One thread's work: block after block. */
    private final class Pass {
        private final AncestorBlocks past;
        private final TopologicalOrder order;
        private final KeyWriters writers;
        private final Block block;
        /** How many writers of a key there have to be in a block to look at words of the block. */
        private final int many;

        private final CommitEdges edges;
        private final IntList found = new IntList();
        /** The keys that are written in the block. */
        private final IntList keys = new IntList();
        /** By key: the number of the last block in which it is written. */
        private final int[] written = new int[history.keys()];
        /** By such key: its first writer in the block, the one after its last, and those as a row of the block, 0 if there is none yet. */
        private final int[] first = new int[history.keys()];

        private final int[] end = new int[history.keys()];
        private final int[] row = new int[history.keys()];

        private int number;

        Pass(AncestorBlocks past, TopologicalOrder order, KeyWriters writers, int width) {
            this.past = past;
            this.order = order;
            this.writers = writers;
            block = past.new Block(width);
            many = 2 * width / Long.SIZE;
            edges = new CommitEdges(order);
        }

        CommitEdges run(int from, int to, Options options) {
            Deadline deadline = options.deadline();
            Progress progress = options.progress();
            for (int low = from; low < to; ) {
                keysWritten(low, Math.min(to, low + block.width()));
                low = block.compute(low, this::reads, deadline);
                for (int i = 0; i < keys.size(); i++) {
                    if ((i & 0x3FF) == 0) deadline.check();
                    lateReads(keys.get(i));
                }
                for (int i = 0; i < block.others(); i++) {
                    if ((i & 0x3FF) == 0) deadline.check();
                    lateReadsFrom(block.other(i));
                }
                progress.advance(1);
            }
            return edges;
        }

        private void keysWritten(int low, int high) {
            number++;
            keys.clear();
            for (int column = low; column < high; column++) {
                int t = past.vertex(column);
                for (int op = history.begin(t); op < history.end(t); op++) {
                    if (!history.isWrite(op)) continue;
                    int key = history.key(op);
                    int writer = writers.of(history.version(op));
                    end[key] = writer + 1;
                    if (written[key] == number) continue;
                    written[key] = number;
                    keys.add(key);
                    first[key] = writer;
                    row[key] = 0;
                }
            }
        }

        /** Those of a transaction that has seen other things than most. */
        private void reads(int t) {
            if (graph.isHelper(t) || readers.of(t) != CommitRule.CAUSAL) return;
            int seen = block.row(t);
            for (int op = history.begin(t); op < history.end(t); op++) {
                int key = history.key(op);
                if (written[key] != number) continue;
                int source = relations.source(op);
                if (source == NONE || relations.isContradicted(op)) continue;
                overtaken(key, source, seen, source < 0 ? Block.EMPTY : block.row(source));
                add(source, op);
            }
        }

        /** Those of one key, by transactions that have seen what most have: one read of each version will do. */
        private void lateReads(int key) {
            if (writers.lastInitialReadAt(key) >= block.stop()) lateReads(key, NONE, History.INITIAL);
            for (int w = end[key] - 1; w >= writers.begin(key) && writers.lastReadUpTo(w) >= block.stop(); w--) {
                if (writers.lastReadAt(w) >= block.stop()) lateReads(key, w, past.vertex(writers.column(w)));
            }
        }

        /** Those from a transaction behind the block that has not seen what most have. */
        private void lateReadsFrom(int source) {
            if (past.column(source) == NONE) return;
            for (int op = history.begin(source); op < history.end(source); op++) {
                int key = history.key(op);
                if (history.isWrite(op) && written[key] == number)
                    lateReads(key, writers.of(history.version(op)), source);
            }
        }

        /** @param writer the source among the writers of the key; {@code NONE} if that is the initial transaction */
        private void lateReads(int key, int writer, int source) {
            overtaken(key, source, block.commonRow(), source < 0 ? Block.EMPTY : block.row(source));
            if (found.isEmpty()) return;
            int read = writer == NONE
                    ? lateRead(writers.lastInitialRead(key), writers.lastInitialReadAt(key))
                    : lateRead(writers.lastRead(writer), writers.lastReadAt(writer));
            if (read != NONE) add(source, read);
        }

        /** Of some reads, the last by a transaction behind the block that has seen what most have. */
        private int lateRead(int lastRead, int place) {
            if (place < block.stop()) return NONE;
            if (block.row(order.vertex(place)) == block.commonRow()) return lastRead;
            for (int op = writers.readBefore(lastRead); op != NONE; op = writers.readBefore(op)) {
                int reader = history.transactionOf(op);
                if (order.rank(reader) < block.stop()) return NONE;
                if (block.row(reader) == block.commonRow()) return op;
            }
            return NONE;
        }

        /** Finds the writers of a key that somebody has seen, and its source has not, but those that lead to others. */
        private void overtaken(int key, int source, int seen, int seenBySource) {
            found.clear();
            if (seen == seenBySource || seen == Block.EMPTY) return;
            int but = source < 0 ? NONE : past.column(source);
            int count = end[key] - first[key];
            if (count == 1 && writers.column(first[key]) == but) return;
            if (count < many) {
                block.latest(seen, seenBySource, writers.columns, first[key], end[key], but, found);
            } else {
                if (row[key] == 0) row[key] = block.rowWith(writers.columns, first[key], end[key]);
                block.latest(seen, seenBySource, row[key], but, found);
            }
        }

        private void add(int source, int read) {
            for (int i = 0; i < found.size(); i++) edges.add(past.vertex(found.get(i)), source, read);
        }
    }

    /** For each key its writers, in the order; and who read from each. */
    private final class KeyWriters {
        /** By key: where its writers begin. */
        private final int[] begin = new int[history.keys() + 1];
        /** By writer of a key: its column. */
        private final int[] columns;
        /** By version: its writer among these. */
        private final int[] writer = new int[history.versions()];
        /** By writer of a key: the last read of it, where that stands in the order, and the same of it and all writers of the key before it. */
        private final int[] lastRead;

        private final int[] lastReadAt;
        private final int[] lastReadUpTo;
        /** By key: the last read of its initial version, and where that stands in the order. */
        private final int[] lastInitialRead = new int[history.keys()];

        private final int[] lastInitialReadAt = new int[history.keys()];
        /** By read: the one before it of the same writer. */
        private final int[] readBefore = new int[history.operations()];

        KeyWriters(AncestorBlocks past, TopologicalOrder order) {
            int[] last = new int[history.keys()];
            for (int column = 0; column < past.columns(); column++) {
                int t = past.vertex(column);
                for (int op = history.begin(t); op < history.end(t); op++) {
                    if (!history.isWrite(op) || last[history.key(op)] == t + 1) continue;
                    last[history.key(op)] = t + 1;
                    begin[history.key(op) + 1]++;
                }
            }
            for (int key = 0; key < history.keys(); key++) begin[key + 1] += begin[key];
            columns = new int[begin[history.keys()]];
            int[] next = begin.clone();
            for (int column = 0; column < past.columns(); column++) {
                int t = past.vertex(column);
                for (int op = history.begin(t); op < history.end(t); op++) {
                    if (!history.isWrite(op)) continue;
                    int key = history.key(op);
                    if (next[key] == begin[key] || columns[next[key] - 1] != column) columns[next[key]++] = column;
                    writer[history.version(op)] = next[key] - 1;
                }
            }
            lastRead = new int[columns.length];
            lastReadAt = new int[columns.length];
            Arrays.fill(lastRead, NONE);
            Arrays.fill(lastInitialRead, NONE);
            for (int place = 0; place < order.size(); place++) {
                int t = order.vertex(place);
                if (!graph.isHelper(t) && readers.of(t) == CommitRule.CAUSAL) reads(t, place);
            }
            lastReadUpTo = lastReadAt.clone();
            for (int key = 0; key < history.keys(); key++) {
                for (int w = begin[key] + 1; w < begin[key + 1]; w++)
                    lastReadUpTo[w] = Math.max(lastReadUpTo[w], lastReadUpTo[w - 1]);
            }
        }

        private void reads(int t, int place) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!relations.hasSource(op) || relations.isContradicted(op)) continue;
                int version = relations.externalVersion(op);
                if (version == History.INITIAL) {
                    readBefore[op] = lastInitialRead[history.key(op)];
                    lastInitialRead[history.key(op)] = op;
                    lastInitialReadAt[history.key(op)] = place;
                } else {
                    int w = writer[version];
                    readBefore[op] = lastRead[w];
                    lastRead[w] = op;
                    lastReadAt[w] = place;
                }
            }
        }

        /** The key's first writer. */
        int begin(int key) {
            return begin[key];
        }

        /** Who wrote a version, among the writers of its key. */
        int of(int version) {
            return writer[version];
        }

        int column(int writer) {
            return columns[writer];
        }

        int lastRead(int writer) {
            return lastRead[writer];
        }

        int lastReadAt(int writer) {
            return lastReadAt[writer];
        }

        int lastReadUpTo(int writer) {
            return lastReadUpTo[writer];
        }

        int lastInitialRead(int key) {
            return lastInitialRead[key];
        }

        int lastInitialReadAt(int key) {
            return lastInitialReadAt[key];
        }

        int readBefore(int read) {
            return readBefore[read];
        }
    }
}
