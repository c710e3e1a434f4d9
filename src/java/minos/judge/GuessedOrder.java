package minos.judge;

import java.util.Arrays;
import minos.history.Cuts;
import minos.history.History;
import minos.infer.Relations;
import minos.model.Options;
import minos.util.Parallel;

/**
 * Checks causal consistency against one given commit order, without clocks. A read of x from t1 by t3 goes against the
 * axiom only if some t2 that writes x stands between t1 and t3 in the order and comes before t3 causally. In an order close
 * to that of the commits there is hardly ever a writer in between, so that the whole check is one look at "the next writer of
 * x after t1" for each read; for the few others a search in the small window between t2 and t3 tells. Linear then; gives
 * up, leaving the matter to {@link CausalRule}, when the order turns out to be a bad guess.
 */
final class GuessedOrder {
    /** How many nodes may be looked at for each operation of the history before giving up. */
    private static final int EFFORT = 2;

    private final BaseGraph graph;
    private final Relations relations;
    private final History history;
    private final TopologicalOrder order;
    /** By version: the next transaction in the order that writes its key, or {@link Relations#NONE}. */
    private final int[] next;
    /** By key: the first transaction in the order that writes it. */
    private final int[] first;

    GuessedOrder(BaseGraph graph, TopologicalOrder order) {
        this.graph = graph;
        this.relations = graph.relations();
        this.history = relations.history();
        this.order = order;
        next = new int[history.versions()];
        first = new int[history.keys()];
        Arrays.fill(next, Relations.NONE);
        Arrays.fill(first, Relations.NONE);
        link();
    }

    private void link() {
        int[] last = new int[history.keys()];
        Arrays.fill(last, Relations.NONE);
        for (int place = 0; place < order.size(); place++) {
            int t = order.node(place);
            if (graph.isHelper(t) || !relations.participates(t)) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                int version = history.version(op);
                if (!history.isWrite(op) || relations.isOverwritten(version)) continue;
                int key = history.key(op);
                if (last[key] >= 0) next[last[key]] = t;
                else first[key] = t;
                last[key] = version;
            }
        }
    }

    /** The edges that the order would have to be changed for (none: it proves the level); null if it was given up. */
    CommitEdges contradictions(Options options) {
        CommitEdges edges = new CommitEdges(order);
        int[] cuts = Cuts.ofTransactions(history, options.threads());
        for (Pass pass : Parallel.ranges(cuts, (from, to) -> new Pass(options).run(from, to))) {
            if (pass.gaveUp()) return null;
            edges.addAll(pass.edges);
        }
        return edges;
    }

    /** One thread's work. */
    private final class Pass {
        private final Options options;
        private final CommitEdges edges = new CommitEdges(order);
        private final Past past = new Past(graph, order);
        private long effort;

        Pass(Options options) {
            this.options = options;
        }

        Pass run(int from, int to) {
            effort = (long) EFFORT * (history.end(to - 1) - history.begin(from)) + 10_000;
            for (int t = from; t < to && effort >= past.steps(); t++) {
                if ((t & 0xFFF) == 0) options.deadline().check();
                if (!relations.participates(t)) continue;
                int rank = order.rank(t);
                for (int op = history.begin(t); op < history.end(t); op++) {
                    int source = relations.source(op);
                    if (source == Relations.NONE) continue;
                    int key = history.key(op);
                    int writer = source == History.INITIAL ? first[key] : next[lastVersion(source, op)];
                    for (; writer >= 0 && order.rank(writer) < rank && effort >= past.steps(); writer = nextWriter(writer, key)) {
                        if (past.isBefore(writer, t, effort - past.steps())) edges.add(writer, source, op);
                    }
                }
            }
            return this;
        }

        boolean gaveUp() {
            return effort < past.steps();
        }

        private int lastVersion(int source, int op) {
            int version = history.isList() ? relations.externalVersion(op) : history.version(op);
            return relations.isOverwritten(version) ? history.version(relations.lastWrite(source, history.key(op))) : version;
        }

        private int nextWriter(int writer, int key) {
            effort -= history.end(writer) - history.begin(writer);
            return next[history.version(relations.lastWrite(writer, key))];
        }
    }
}
