package minos.judge;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.BitSet;
import minos.graph.AncestorSearch;
import minos.graph.Csr;
import minos.graph.TopologicalOrder;
import minos.graph.VectorClocks;
import minos.history.History;
import minos.infer.Options;
import minos.infer.Relations;
import minos.util.IntList;
import minos.util.Parallel;

/**
 * Checks a weak level against one given commit order. A read of x from t1 by t3 goes against the level's axiom only if some t2
 * that writes x stands after t1 in the order, and t3 comes after t2 in the sense of the level. In an order close to that of the
 * commits there is hardly ever such a writer early enough: {@link StaleReads} tells for which transactions at all, and a look
 * at "the next writer of x after t1" for which of their reads. For those a stamp tells, or at causal consistency a search in
 * the small window between t2 and t3, or clocks where the windows are large. Linear then; gives up, leaving the matter to the
 * level's {@link CommitRule.Saturation rule}, when the order turns out to be a bad guess.
 */
final class GuessedOrder {
    /** How many steps may be taken for each operation of the history before giving up. */
    private static final int EFFORT = 2;
    /** The same where clocks were made: the rule would take more than these. */
    private static final int EFFORT_WITH_CLOCKS = 16;

    private final BaseGraphs graphs;
    private final Relations relations;
    private final History history;
    private final TopologicalOrder order;
    private final StaleReads stale;
    /** By version of a key with stale reads: the next version of the key in the order, or {@code NONE}. */
    private final int[] next;
    /** By such key: its first version in the order. */
    private final int[] first;

    /** @param stale the reads to look at */
    GuessedOrder(BaseGraphs graphs, TopologicalOrder order, StaleReads stale, int threads) {
        this.graphs = graphs;
        this.relations = graphs.relations();
        this.history = relations.history();
        this.order = order;
        this.stale = stale;
        next = new int[history.versions()];
        first = new int[history.keys()];
        link(threads);
    }

    /** Fills in {@link #next} and {@link #first}: stretches of the order first, one a thread, then what goes across. */
    private void link(int threads) {
        int[] last = new int[history.keys()];
        Arrays.fill(first, NONE);
        Arrays.fill(last, NONE);
        for (Stretch stretch : Parallel.ranges(stretches(stale.size(), history, threads), Stretch::new)) {
            for (int key = 0; key < last.length; key++) {
                if (stretch.last[key] < 0) continue;
                if (last[key] >= 0) next[last[key]] = stretch.first[key];
                else first[key] = stretch.first[key];
                last[key] = stretch.last[key];
            }
        }
    }

    /** By key: the first version that a stretch of the order has of it, and the last. */
    private final class Stretch {
        final int[] first = new int[history.keys()];
        final int[] last = new int[history.keys()];

        Stretch(int from, int to) {
            Arrays.fill(last, NONE);
            for (int place = from; place < to; place++) {
                int t = stale.transaction(place);
                if (t < history.transactions() && relations.participates(t)) writes(t);
            }
        }

        private void writes(int t) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                int key = history.key(op);
                if (!history.isWrite(op) || !stale.hasKey(key)) continue;
                int version = history.version(op);
                if (relations.isOverwritten(version)) continue;
                if (last[key] >= 0) next[last[key]] = version;
                else first[key] = version;
                last[key] = version;
                next[version] = NONE;
            }
        }
    }

    /**
     * The edges that the order would have to be changed for (none: it proves the level); null if it was given up.
     *
     * @param clocks where the rule speaks of paths, what comes before what; null to search for it
     */
    CommitEdges contradictions(ReaderRules rules, VectorClocks clocks, Options options) {
        return contradictions(rules, clocks, clocks == null ? EFFORT : EFFORT_WITH_CLOCKS, options);
    }

    /** The same for session guarantees, however long it takes; other edges of the rules are missing. */
    CommitEdges allContradictions(ReaderRules rules, Options options) {
        CommitEdges edges = contradictions(rules, null, Integer.MAX_VALUE, options);
        edges.lacksOthers();
        return edges;
    }

    private CommitEdges contradictions(ReaderRules rules, VectorClocks clocks, int effort, Options options) {
        BaseGraph graph = rules.lookFurther() ? graphs.causal() : null; // where it is not needed, it is not made
        SessionPast sessions = rules.areOfSessions() ? graphs.sessionPast() : null;
        CommitEdges edges = new CommitEdges(order);
        int[] cuts = history.cuts(options.threads());
        for (Pass pass : Parallel.ranges(
                cuts, (from, to) -> new Pass(rules, graph, sessions, clocks, options).run(from, to, effort))) {
            if (pass.gaveUp()) return null;
            edges.addAll(pass.edges);
        }
        return edges;
    }

    /** One thread's work. */
    private final class Pass {
        private final ReaderRules rules;
        /** That of the present transaction. */
        private CommitRule rule;

        private final BaseGraph graph;
        /** For session guarantees, else null. */
        private final SessionPast sessions;

        private final VectorClocks clocks;
        private final Options options;
        private final CommitEdges edges = new CommitEdges(order);
        /** Where the rule speaks of paths and there are no clocks, else null. */
        private final AncestorSearch past;
        /** By transaction: who read from it last (so far, at read committed), plus one. */
        private final int[] readBy = new int[history.transactions()];

        private long effort;
        private int looked;

        Pass(ReaderRules rules, BaseGraph graph, SessionPast sessions, VectorClocks clocks, Options options) {
            this.rules = rules;
            this.graph = graph;
            this.sessions = sessions;
            past = rules.areOfPaths() && clocks == null ? new AncestorSearch(graph.predecessors(), order) : null;
            this.clocks = clocks;
            this.options = options;
        }

        /** @param mostEffort how many steps may be taken for each operation */
        Pass run(int from, int to, int mostEffort) {
            effort = (long) mostEffort * (history.end(to - 1) - history.begin(from)) + 10_000;
            for (int t = stale.next(from); t >= 0 && t < to && !gaveUp(); t = stale.next(t + 1)) {
                if ((++looked & 0x3F) == 0) options.deadline().check();
                transaction(t);
            }
            return this;
        }

        private void transaction(int t) {
            rule = rules.of(t);
            if (rule == null) return;
            int bound = -1;
            if (rule != CommitRule.READ_COMMITTED) { // all of its past stands up to the last of its predecessors
                Csr predecessors = graph.predecessors();
                for (int i = predecessors.begin(t); i < predecessors.end(t); i++) {
                    int before = predecessors.get(i);
                    bound = Math.max(bound, order.rank(before));
                    if (!graph.isHelper(before)) readBy[before] = t + 1; // or it comes before t in the session
                }
            }
            for (int op = history.begin(t); op < history.end(t); op++) {
                int source = relations.source(op);
                if (source == NONE) continue;
                read(t, op, source, bound);
                if (rule == CommitRule.READ_COMMITTED && source >= 0) {
                    bound = Math.max(bound, order.rank(source));
                    readBy[source] = t + 1;
                }
            }
        }

        /** @param bound the last rank that a transaction can have that {@code t} has seen */
        private void read(int t, int op, int source, int bound) {
            int key = history.key(op);
            if (!stale.hasKey(key)) return;
            int version = source == History.INITIAL ? first[key] : next[lastVersion(source, op)];
            boolean all = stale.hasMoved(source);
            for (; version >= 0 && !gaveUp(); version = next[version]) {
                int writer = relations.writer(version);
                if (order.rank(writer) > bound) return;
                if ((all || stale.hasMoved(writer)) && isSeen(writer, t, op) && rule.enforces(relations, op))
                    edges.add(writer, source, op);
                effort -= sessions == null ? 1 : 1 + op - history.begin(t);
            }
        }

        /** Whether {@code t} comes after {@code other} in the sense of the rule. */
        private boolean isSeen(int other, int t, int op) {
            return switch (rule) {
                case READ_COMMITTED -> readBy[other] == t + 1;
                case READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS ->
                    sessions.isSeen(rule, other, t, op, this::isBefore);
                case READ_ATOMIC -> readBy[other] == t + 1 || graph.isBefore(other, t);
                case CAUSAL -> isBefore(other, t);
            };
        }

        private boolean isBefore(int t, int later) {
            return clocks != null ? clocks.reaches(t, later) : past.isBefore(t, later, effort - past.steps());
        }

        boolean gaveUp() {
            return effort < (past == null ? 0 : past.steps());
        }

        private int lastVersion(int source, int op) {
            int version = history.isList() ? relations.externalVersion(op) : history.version(op);
            return relations.isOverwritten(version)
                    ? history.version(relations.lastWrite(source, history.key(op)))
                    : version;
        }
    }

    /** Places that cut an order into stretches, one a thread; so few that some ints a key are little beside each. */
    private static int[] stretches(int size, History history, int threads) {
        int worth = history.cuts(threads).length - 1; // to wake a thread takes longer than few operations do
        int count = Math.max(1, Math.min(worth, history.operations() / (2 * Math.max(1, history.keys()))));
        int[] cuts = new int[count + 1];
        for (int i = 1; i <= count; i++) cuts[i] = (int) ((long) size * i / count);
        return cuts;
    }

    /**
     * Which transactions read, by a given commit order, something else than the latest version of a key. Only those can go against
     * a level's axiom, as that needs another writer between the one read from and the reader. One scan along the order, with one
     * int a key.
     *
     * <p>Where an order is known to satisfy the axiom but for reads that another, made from it, repairs, only writers matter that have
     * changed places, and the keys that these write: all others are in the order in which they were.
     */
    static final class StaleReads {
        /** As the last version of a key: written by nobody in this part. */
        private static final int BEFORE = -3;

        private final TopologicalOrder order;
        /** The transactions with keys that matter, in their order; null for all. */
        private final int[] touching;

        /** Those that have changed places; null for all. */
        private final BitSet moved;

        private final BitSet transactions;
        private final boolean[] keys;

        /** @param keys whether the key was read so */
        StaleReads(TopologicalOrder order, BitSet transactions, boolean[] keys) {
            this(order, null, null, transactions, keys);
        }

        private StaleReads(TopologicalOrder order, int[] touching, BitSet moved, BitSet transactions, boolean[] keys) {
            this.order = order;
            this.touching = touching;
            this.moved = moved;
            this.transactions = transactions;
            this.keys = keys;
        }

        static StaleReads of(Relations relations, TopologicalOrder order, Options options) {
            return of(relations, order, null, null, null, options);
        }

        /** Those of keys that a transaction writes which stands elsewhere in {@code order} than in the one before. */
        static StaleReads since(TopologicalOrder before, Relations relations, TopologicalOrder order, Options options) {
            History history = relations.history();
            boolean[] matters = new boolean[history.keys()];
            BitSet moved = new BitSet(history.transactions());
            int first = Integer.MAX_VALUE; // of those that come later, the first in the order before
            for (int place = order.size() - 1; place >= 0; place--) {
                int t = order.vertex(place);
                boolean stayed = before.rank(t) < first;
                first = Math.min(first, before.rank(t));
                if (stayed || t >= history.transactions()) continue;
                moved.set(t);
                for (int op = history.begin(t); op < history.end(t); op++) {
                    if (history.isWrite(op)) matters[history.key(op)] = true;
                }
            }
            IntList touching = new IntList();
            for (int place = 0; place < order.size(); place++) {
                int t = order.vertex(place);
                if (t < history.transactions() && touches(history, t, matters)) touching.add(t);
            }
            return of(relations, order, touching.toArray(), moved, matters, options);
        }

        private static boolean touches(History history, int t, boolean[] keys) {
            for (int op = history.begin(t), end = history.end(t); op < end; op++)
                if (keys[history.key(op)]) return true;
            return false;
        }

        private static StaleReads of(
                Relations relations,
                TopologicalOrder order,
                int[] touching,
                BitSet moved,
                boolean[] matters,
                Options options) {
            History history = relations.history();
            StaleReads stale = new StaleReads(order, touching, moved, new BitSet(), new boolean[history.keys()]);
            int[] last = new int[history.keys()];
            Arrays.fill(last, History.INITIAL);
            // A stretch of the order for each thread; what goes across stretches is settled when they are joined.
            for (Scan part : Parallel.ranges(
                    stretches(stale.size(), history, options.threads()),
                    (from, to) -> new Scan(relations, stale, matters, options).scan(from, to))) {
                stale.transactions.or(part.stale);
                for (int i = 0; i < part.undecided.size(); i++) {
                    int op = part.undecided.get(i);
                    if (relations.externalVersion(op) == last[history.key(op)]) continue;
                    stale.transactions.set(history.transactionOf(op));
                    stale.keys[history.key(op)] = true;
                }
                for (int key = 0; key < last.length; key++) {
                    if (part.last[key] != BEFORE) last[key] = part.last[key];
                }
            }
            return stale;
        }

        /** Whether a transaction may come before others, or after, that it did not before. */
        boolean hasMoved(int transaction) {
            return moved == null || transaction >= 0 && moved.get(transaction);
        }

        /** How many transactions there are to look at for versions. */
        int size() {
            return touching == null ? order.size() : touching.length;
        }

        /** One of them, in the order; or a helper of real time. */
        int transaction(int place) {
            return touching == null ? order.vertex(place) : touching[place];
        }

        boolean isEmpty() {
            return transactions.isEmpty();
        }

        /** How many transactions have a stale read. */
        int count() {
            return transactions.cardinality();
        }

        /** The first transaction from {@code from} on that has a stale read, or -1. */
        int next(int from) {
            return transactions.nextSetBit(from);
        }

        /** Whether some read of the key is stale. */
        boolean hasKey(int key) {
            return keys[key];
        }

        /** One thread's work. */
        private static final class Scan {
            private final Relations relations;
            private final History history;
            private final StaleReads all;
            /** By key; null if all do. */
            private final boolean[] matters;

            private final Options options;
            /** By key: the last version that the stretch writes. */
            final int[] last;

            final BitSet stale = new BitSet();
            /** Reads of keys that the stretch had not written yet. */
            final IntList undecided = new IntList();

            Scan(Relations relations, StaleReads all, boolean[] matters, Options options) {
                this.relations = relations;
                this.history = relations.history();
                this.all = all;
                this.matters = matters;
                this.options = options;
                last = new int[history.keys()];
            }

            Scan scan(int from, int to) {
                Arrays.fill(last, from == 0 ? History.INITIAL : BEFORE);
                for (int place = from; place < to; place++) {
                    if ((place & 0xFFF) == 0) options.deadline().check();
                    int t = all.transaction(place);
                    if (t >= history.transactions() || !relations.participates(t))
                        continue; // of real time, or never committed
                    reads(t);
                    writes(t);
                }
                return this;
            }

            private void reads(int t) {
                for (int op = history.begin(t); op < history.end(t); op++) {
                    if (!relations.hasSource(op)) continue;
                    int key = history.key(op);
                    if (matters != null && !matters[key]) continue;
                    if (last[key] == BEFORE) {
                        undecided.add(op);
                    } else if (relations.externalVersion(op) != last[key]) {
                        stale.set(t);
                        all.keys[key] = true; // for all threads: nothing is ever set to false
                    }
                }
            }

            private void writes(int t) {
                for (int op = history.begin(t); op < history.end(t); op++) {
                    if (history.isWrite(op)) last[history.key(op)] = history.version(op);
                }
            }
        }
    }
}
