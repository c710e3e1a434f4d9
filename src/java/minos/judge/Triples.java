package minos.judge;

import java.util.BitSet;
import minos.history.History;
import minos.infer.Relations;
import minos.model.Level;

/**
 * All commit edges of a rule that lie on cycles, not only a minimal set: each stands for one instance (t1, t2, t3) of a
 * pattern. Rules infer few edges because that is enough to decide a level; what a violation is called, and how short
 * its story is, depends on all of them.
 */
final class Triples {
    /** How many writers may be looked at. */
    private static final long EFFORT = 5_000_000;

    private static final int MOST = 1_000_000;

    private final Level level;
    private final CommitEdges minimal;
    private final TopologicalOrder order;
    private final BaseGraph causal;
    private final Relations relations;
    private final History history;
    private final Components components;
    private final EdgeWriter writer;
    private final CausalClocks clocks;
    private final Past past;
    /** The keys of which somebody read the initial version too late. */
    private final BitSet missed = new BitSet();

    private final int[] keyBegin;
    private final int[] keyWriter;
    private long effort = EFFORT;

    /**
     * @param minimal    the edges that the rule inferred
     * @param components where the cycles are that they close
     * @param order      an order of the causal graph
     * @param clocks     for causal consistency, what comes before what; null to search for it
     */
    Triples(
            Level level,
            CommitEdges minimal,
            Components components,
            Graphs graphs,
            TopologicalOrder order,
            CausalClocks clocks) {
        this.level = level;
        this.minimal = minimal;
        this.order = order;
        this.causal = graphs.causal();
        this.relations = causal.relations();
        this.history = relations.history();
        this.components = components;
        this.writer = graphs.edgeWriter();
        this.clocks = clocks;
        past = new Past(causal, order);
        for (int e = 0; e < minimal.size(); e++) {
            if (minimal.to(e) == History.INITIAL) missed.set(history.key(minimal.read(e)));
        }
        keyBegin = new int[history.keys() + 1];
        keyWriter = writers();
    }

    /** By key, the writers of it that are on a cycle; all of them where somebody missed one by reading the initial version. */
    private int[] writers() {
        int[] found = new int[0];
        int[] next = null;
        for (int pass = 0; pass < 2; pass++) {
            int[] last = new int[history.keys()];
            for (int t = 0; t < causal.transactions(); t++) {
                if (!relations.participates(t)) continue;
                boolean cyclic = components.component(t) != Components.NONE;
                if (!cyclic && missed.isEmpty()) continue;
                for (int op = history.begin(t); op < history.end(t); op++) {
                    int key = history.key(op);
                    if (!history.isWrite(op) || last[key] == t + 1 || !cyclic && !missed.get(key)) continue;
                    last[key] = t + 1;
                    if (next == null) keyBegin[key + 1]++;
                    else found[next[key]++] = t;
                }
            }
            if (next != null) break;
            for (int k = 0; k < history.keys(); k++) keyBegin[k + 1] += keyBegin[k];
            next = keyBegin.clone();
            found = new int[keyBegin[history.keys()]];
        }
        return found;
    }

    /** The edges; just the minimal ones if there are too many. */
    CommitEdges find() {
        CommitEdges edges = new CommitEdges(order);
        for (int t = 0; t < causal.transactions(); t++) {
            if (!relations.participates(t)) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                int source = relations.source(op);
                int key = history.key(op);
                boolean initial = source == History.INITIAL && missed.get(key);
                if (!initial && (source < 0 || components.component(source) == Components.NONE)) continue;
                for (int i = keyBegin[key]; i < keyBegin[key + 1]; i++) {
                    int other = keyWriter[i];
                    effort -= 1 + history.end(t) - history.begin(t);
                    if (other == source || other == t || !initial && !components.together(other, source)) continue;
                    if (isSeen(other, t, op)) edges.add(other, source, op);
                }
                if (effort < past.steps() || edges.size() > MOST) return minimal;
            }
        }
        return edges;
    }

    /** Whether the rule's premise holds: {@code other} comes before the reader in the sense of the level. */
    private boolean isSeen(int other, int reader, int op) {
        return switch (level) {
            case READ_COMMITTED -> writer.seenBefore(other, op);
            case READ_ATOMIC -> writer.isDirect(other, op);
            default ->
                clocks != null
                        ? clocks.isBefore(other, reader)
                        : past.isBefore(other, reader, Math.max(0, effort - past.steps()));
        };
    }
}
