package minos.judge;

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
    private final BaseGraph causal;
    private final Relations relations;
    private final History history;
    private final Components components;
    private final EdgeWriter writer;
    private final Past past;
    private final int[] keyBegin;
    private final int[] keyWriter;
    private long effort = EFFORT;

    /** @param order an order of the causal graph */
    Triples(Level level, BaseGraph causal, TopologicalOrder order, Components components, EdgeWriter writer) {
        this.level = level;
        this.causal = causal;
        this.relations = causal.relations();
        this.history = relations.history();
        this.components = components;
        this.writer = writer;
        past = new Past(causal, order);
        keyBegin = new int[history.keys() + 1];
        keyWriter = writers();
    }

    /** By key, the writers of it that are on a cycle. */
    private int[] writers() {
        int[] found = new int[0];
        int[] next = null;
        for (int pass = 0; pass < 2; pass++) {
            int[] last = new int[history.keys()];
            for (int t = 0; t < causal.transactions(); t++) {
                if (components.component(t) == Components.NONE) continue;
                for (int op = history.begin(t); op < history.end(t); op++) {
                    int key = history.key(op);
                    if (!history.isWrite(op) || last[key] == t + 1) continue;
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

    /** The edges, with those of {@code minimal} into the initial transaction; just {@code minimal} if there are too many. */
    CommitEdges find(CommitEdges minimal, TopologicalOrder order) {
        CommitEdges edges = new CommitEdges(order);
        for (int t = 0; t < causal.transactions(); t++) {
            if (!relations.participates(t)) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                int source = relations.source(op);
                if (source < 0 || components.component(source) == Components.NONE) continue;
                int key = history.key(op);
                for (int i = keyBegin[key]; i < keyBegin[key + 1]; i++) {
                    int other = keyWriter[i];
                    effort -= 1 + history.end(t) - history.begin(t);
                    if (other == source || other == t || !components.together(other, source)) continue;
                    if (isSeen(other, t, op)) edges.add(other, source, op);
                }
                if (effort < past.steps() || edges.size() > MOST) return minimal;
            }
        }
        for (int e = 0; e < minimal.size(); e++) {
            if (minimal.to(e) == History.INITIAL) edges.add(minimal.from(e), minimal.to(e), minimal.read(e));
        }
        return edges;
    }

    /** Whether the rule's premise holds: {@code other} comes before the reader in the sense of the level. */
    private boolean isSeen(int other, int reader, int op) {
        return switch (level) {
            case READ_COMMITTED -> writer.seenBefore(other, op);
            case READ_ATOMIC -> writer.isDirect(other, op);
            default -> past.isBefore(other, reader, Math.max(0, effort - past.steps()));
        };
    }
}
