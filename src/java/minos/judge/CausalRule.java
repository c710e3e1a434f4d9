package minos.judge;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import minos.graph.AncestorRows;
import minos.graph.TopologicalOrder;
import minos.history.History;
import minos.infer.Options;
import minos.infer.Relations;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Causal consistency: t3 reads x from t1; t2 writes x and comes before t3 in the closure of session order and reads; then
 * t2 commits before t1. Of the t2 that do not come before t1 anyway, only those matter that come before no other one.
 *
 * <p>Algorithm 3 of the AWDIT paper finds them with vector clocks: of the writers of x in each of k sessions the last that t3 has
 * seen, O(n·k) in all. But in an order that is at all like that of the commits, t1 has seen nearly all that wrote x before it, and t3
 * nothing that did after t1. So this goes along such an order, and from t3 back along the writers of x so far: to t1, and on as long
 * as there may be any that t1 has not seen, which is what {@link AncestorRows} are for. Of keys that are written everywhere it takes
 * 64 writers at a time.
 */
final class CausalRule implements CommitRule.Saturation {
    /** How many words of rows there may be for each node, and which share of the largest heap they may take. */
    private static final int WORDS = 512;

    private static final int HEAP_SHARE = 4;

    private final BaseGraph graph;
    private final Relations relations;
    private final History history;
    private final ReaderRules readers;
    private final long room;

    CausalRule(BaseGraph graph, ReaderRules readers) {
        this(graph, readers, room(graph));
    }

    /** @param room how many words of rows there may be */
    CausalRule(BaseGraph graph, ReaderRules readers, long room) {
        this.graph = graph;
        this.readers = readers;
        this.room = room;
        this.relations = graph.relations();
        this.history = relations.history();
    }

    private static long room(BaseGraph graph) {
        return Math.min((long) WORDS * graph.nodes(), Runtime.getRuntime().maxMemory() / HEAP_SHARE / Long.BYTES);
    }

    @Override
    public List<CommitEdges> infer(TopologicalOrder order, Options options) {
        AncestorRows past = new AncestorRows(graph.predecessors(), order, this::writes, room);
        CommitEdges edges = new CommitEdges(order);
        options.progress().phase("causal order", past.columns());
        for (int from = 0; from < past.columns(); ) {
            int to = past.compute(from, options.deadline());
            new Pass(past, from, to, order, edges).run(options.deadline());
            options.progress().advance(to - from);
            from = to;
        }
        return List.of(edges);
    }

    private boolean writes(int t) {
        if (graph.isHelper(t) || !relations.participates(t)) return false;
        for (int op = history.begin(t); op < history.end(t); op++) if (history.isWrite(op)) return true;
        return false;
    }

    /** Goes along the order once, with the writers among some columns. */
    private final class Pass {
        private final AncestorRows past;
        private final int from;
        private final int to;
        private final TopologicalOrder order;
        private final CommitEdges edges;
        /** With the edges so far from writers of keys with {@link #many}. */
        private final AncestorRows.Precedence precedence;

        /** By key: the last version so far. */
        private final int[] last = new int[history.keys()];
        /** By version: the one before it of its key. */
        private final int[] before = new int[history.versions()];
        /** The versions whose writer may not have seen that of the one before. */
        private final BitSet concurrent = new BitSet(history.versions());

        /** By key: how many versions so far; where they are many, also a bit for each of the writers' columns. */
        private final int[] count = new int[history.keys()];

        private final long[][] many = new long[history.keys()][];
        private final int few;

        private final IntList found = new IntList();

        Pass(AncestorRows past, int from, int to, TopologicalOrder order, CommitEdges edges) {
            this.past = past;
            this.from = from;
            this.to = to;
            this.order = order;
            this.edges = edges;
            precedence = past.new Precedence();
            few = Math.max(Long.SIZE, (to - from) / 256);
            Arrays.fill(last, NONE);
        }

        void run(Deadline deadline) {
            for (int place = past.start(); place < order.size(); place++) {
                if ((place & 0x3FF) == 0) deadline.check();
                int t = order.vertex(place);
                if (graph.isHelper(t)) continue;
                if (readers.of(t) == CommitRule.CAUSAL && past.high(t) > from) reads(t);
                if (past.column(t) >= from && past.column(t) < to) writes(t);
            }
        }

        private void writes(int t) {
            int low = past.low(t);
            for (int op = history.begin(t), end = history.end(t); op < end; op++) {
                if (!history.isWrite(op)) continue;
                int version = history.version(op);
                if (relations.isOverwritten(version)) continue;
                int key = history.key(op);
                before[version] = last[key];
                if (last[key] >= 0 && column(last[key]) >= low) concurrent.set(version);
                last[key] = version;
                if (++count[key] == few) many(key);
                if (many[key] != null) mark(key, version);
            }
        }

        private void many(int key) {
            many[key] = new long[(to - from) / Long.SIZE + 1];
            for (int version = last[key]; version >= 0; version = before[version]) mark(key, version);
        }

        private void mark(int key, int version) {
            int column = column(version) - from;
            many[key][column >> 6] |= 1L << column;
        }

        private int column(int version) {
            return past.column(relations.writer(version));
        }

        private void reads(int t) {
            for (int op = history.begin(t), end = history.end(t); op < end; op++) {
                int key = history.key(op);
                if (!relations.hasSource(op) || last[key] < 0) continue;
                int version = relations.externalVersion(op);
                if (version == last[key] && !concurrent.get(version) || relations.isContradicted(op)) continue;
                int source = relations.source(op);
                found.clear();
                if (many[key] != null) precedence.latest(t, source, many[key], found);
                else latest(t, source, last[key]);
                for (int i = 0; i < found.size(); i++) {
                    edges.add(past.vertex(found.get(i)), source, op);
                    if (many[key] != null && source >= 0) precedence.add(found.get(i), source);
                }
            }
        }

        /** Finds the writers of a version and of those before it that a reader has seen and its source has not, but those that lead to others. */
        private void latest(int t, int source, int version) {
            int own = source < 0 ? NONE : past.column(source);
            int low = source < 0 ? from : past.low(source);
            int high = past.high(t);
            for (int v = version; v >= 0; v = before[v]) {
                int column = column(v);
                if (column < low) return;
                if (column == own || column >= high || !past.leads(column, t)) continue;
                if (source >= 0 && past.leads(column, source)) continue;
                boolean leads = false;
                for (int i = 0; i < found.size() && !leads; i++) leads = past.leads(column, past.vertex(found.get(i)));
                if (!leads) found.add(column);
            }
        }
    }
}
