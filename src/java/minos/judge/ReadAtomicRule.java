package minos.judge;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.List;
import minos.graph.Csr;
import minos.graph.TopologicalOrder;
import minos.history.History;
import minos.history.Status;
import minos.infer.Options;
import minos.infer.Relations;
import minos.model.Order;
import minos.util.Deadline;
import minos.util.LongInterner;
import minos.util.Parallel;

/**
 * Read atomic: t3 reads x from t1; t2 writes x and comes before t3 by session order or by one read; then t2 commits
 * before t1. Algorithm 2 of the AWDIT paper, O(n^1.5). Of the writers of x in t3's own session only the last before t3 matters;
 * of those that completed before t3 began, only the ones that no other such writer follows in real time.
 */
final class ReadAtomicRule implements CommitRule.Saturation {
    private final Relations relations;
    private final History history;
    private final WrittenKeys written;
    private final Order order;
    private final ReaderRules readers;
    private final CompletedWriters completed;
    /** By session: its transactions that take part. */
    private final Csr sessions;

    ReadAtomicRule(Relations relations, WrittenKeys written, Order order, ReaderRules readers) {
        this.relations = relations;
        this.history = relations.history();
        this.written = written;
        this.order = order;
        this.readers = readers;
        sessions = Csr.build(history.sessions(), bySession -> {
            for (int t = 0; t < history.transactions(); t++) {
                if (relations.participates(t)) bySession.add(history.session(t), t);
            }
        });
        completed = order.isTimed() ? new CompletedWriters() : null;
    }

    @Override
    public List<CommitEdges> infer(TopologicalOrder topological, Options options) {
        return Parallel.ranges(
                cuts(options.threads()), (from, to) -> new Pass(topological).run(from, to, options.deadline()));
    }

    /** Cuts the sessions into parts with about the same number of transactions. */
    private int[] cuts(int parts) {
        int wanted = Math.max(1, Math.min(parts, Math.min(sessions.rows(), sessions.size() / 1000)));
        int[] cuts = new int[wanted + 1];
        int session = 0;
        for (int i = 1; i < wanted; i++) {
            while (session < sessions.rows() && sessions.begin(session) < (long) sessions.size() * i / wanted)
                session++;
            cuts[i] = session;
        }
        cuts[wanted] = sessions.rows();
        return cuts;
    }

    /** One thread's work, a session at a time. */
    private final class Pass {
        /** By key: the read of it in the transaction that the stamp names. */
        private final int[] readStamp = new int[history.keys()];

        private final int[] read = new int[history.keys()];
        /** By key: the last writer in the session that the stamp names. */
        private final int[] writerStamp = new int[history.keys()];

        private final int[] lastWriter = new int[history.keys()];
        /** By transaction: who looked at its writes last. */
        private final int[] seenBy = new int[history.transactions()];

        private final CommitEdges edges;

        Pass(TopologicalOrder order) {
            edges = new CommitEdges(order);
        }

        CommitEdges run(int from, int to, Deadline deadline) {
            Arrays.fill(seenBy, -1);
            for (int session = from; session < to; session++) {
                for (int i = sessions.begin(session); i < sessions.end(session); i++) {
                    if ((i & 0xFFF) == 0) deadline.check();
                    transaction(sessions.get(i), session);
                }
            }
            return edges;
        }

        private void transaction(int t, int session) {
            boolean bound = readers.of(t) == CommitRule.READ_ATOMIC;
            if (bound) reads(t, session);
            for (int op = history.begin(t); op < history.end(t); op++) {
                int source = relations.source(op);
                if (bound && source >= 0 && seenBy[source] != t) {
                    seenBy[source] = t;
                    seen(t, source);
                }
                if (history.isWrite(op)) {
                    writerStamp[history.key(op)] = session + 1;
                    lastWriter[history.key(op)] = t;
                }
            }
        }

        private void reads(int t, int session) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                int source = relations.source(op);
                if (source == NONE) continue;
                int key = history.key(op);
                if (readStamp[key] == t + 1 || relations.isContradicted(op)) continue;
                readStamp[key] = t + 1;
                read[key] = op;
                if (order != Order.NONE && writerStamp[key] == session + 1) {
                    if (lastWriter[key] != source) edges.add(lastWriter[key], source, op);
                }
                if (order.isTimed()) completed.before(t, op, source, edges);
            }
        }

        private void seen(int t, int source) {
            if (written.isLarge(source)) {
                for (int op = history.begin(t); op < history.end(t); op++) {
                    if (relations.source(op) == NONE || read[history.key(op)] != op) continue;
                    if (written.writes(source, history.key(op))) edge(source, op);
                }
            } else {
                for (int i = written.begin(source), end = written.end(source); i < end; i++) {
                    int key = written.key(i);
                    if (readStamp[key] == t + 1) edge(source, read[key]);
                }
            }
        }

        private void edge(int source, int op) {
            if (relations.source(op) != source) edges.add(source, relations.source(op), op);
        }
    }

    private interface Writes {
        void add(int key, int writer);
    }

    /**
     * The writers of each key (where time counts per group, of each key and group) by completion, to find those that completed before a transaction began and that no other such
     * writer follows in real time: the ones that completed after the latest invocation among them. They lie next to each
     * other, and there are no more of them than ran at once.
     */
    private final class CompletedWriters {
        private final Csr writers;
        /** Keys and groups of those who wrote them, each a row of the {@link #writers}; unused unless time counts per group. */
        private final LongInterner rows = new LongInterner();
        /** By place: when the writer completed. */
        private final int[] completion;
        /** By place: the latest invocation among this writer of the key and those before it. */
        private final int[] latestInvocation;

        CompletedWriters() {
            if (isPerGroup()) writes((key, t) -> rows.intern(pair(key, t)));
            writers = Csr.build(
                    isPerGroup() ? rows.size() : history.keys(),
                    byRow -> writes((key, t) -> byRow.add(isPerGroup() ? rows.find(pair(key, t)) : key, t)));
            completion = new int[writers.size()];
            latestInvocation = new int[writers.size()];
            for (int key = 0; key < writers.rows(); key++) {
                int latest = Integer.MIN_VALUE;
                for (int i = writers.begin(key); i < writers.end(key); i++) {
                    latest = Math.max(latest, history.invocation(writers.get(i)));
                    latestInvocation[i] = latest;
                    completion[i] = history.completion(writers.get(i));
                }
            }
        }

        private boolean isPerGroup() {
            return order == Order.PER_GROUP_REAL_TIME;
        }

        private long pair(int key, int t) {
            return (long) history.group(t) << 32 | key;
        }

        /** Tells who wrote which keys and surely completed, in that order, which is that of their ids. */
        private void writes(Writes told) {
            int[] last = new int[history.keys()];
            for (int t = 0; t < history.transactions(); t++) {
                if (!relations.participates(t) || history.status(t) != Status.COMMITTED) continue;
                if (isPerGroup() && history.group(t) < 0) continue;
                for (int op = history.begin(t); op < history.end(t); op++) {
                    if (!history.isWrite(op) || last[history.key(op)] == t + 1) continue;
                    last[history.key(op)] = t + 1;
                    told.add(history.key(op), t);
                }
            }
        }

        /** The row of those who may have written a key before {@code t} read it; -1 if there are none. */
        private int row(int key, int t) {
            if (!isPerGroup()) return key;
            return history.group(t) < 0 ? NONE : rows.find(pair(key, t));
        }

        /** Adds the edges from those writers to {@code source}, which {@code t} read from in {@code op}. */
        void before(int t, int op, int source, CommitEdges edges) {
            int row = row(history.key(op), t);
            if (row < 0) return;
            int begin = writers.begin(row);
            int found = Arrays.binarySearch(completion, begin, writers.end(row), history.invocation(t));
            int last = (found >= 0 ? found : -found - 1) - 1;
            if (last < begin) return;
            int latest = latestInvocation[last];
            for (int i = last; i >= begin && completion[i] >= latest; i--) {
                if (writers.get(i) != source) edges.add(writers.get(i), source, op);
            }
        }
    }
}
