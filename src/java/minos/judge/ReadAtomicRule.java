package minos.judge;

import java.util.Arrays;
import java.util.List;
import minos.history.History;
import minos.infer.Relations;
import minos.model.Options;
import minos.model.Order;
import minos.util.Deadline;
import minos.util.Parallel;

/**
 * Read atomic: t3 reads x from t1; t2 writes x and comes before t3 by session order or by one read; then t2 commits
 * before t1. Algorithm 2 of the AWDIT paper, O(n^1.5). Of the writers of x in t3's own session only the last before t3 matters;
 * of those that completed before t3 began, only the ones that no other such writer follows in real time.
 */
final class ReadAtomicRule implements Saturation {
    private final Relations relations;
    private final History history;
    private final WrittenKeys written;
    private final Order order;
    private final CompletedWriters completed;
    private final Sessions sessions;

    ReadAtomicRule(Relations relations, WrittenKeys written, Order order) {
        this.relations = relations;
        this.history = relations.history();
        this.written = written;
        this.order = order;
        sessions = new Sessions(relations);
        completed = order == Order.REAL_TIME ? new CompletedWriters(relations) : null;
    }

    @Override
    public List<CommitEdges> infer(TopologicalOrder topological, Options options) {
        return Parallel.ranges(sessions.cuts(options.threads()), (from, to) -> new Pass(topological)
                .run(from, to, options.deadline()));
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
                    transaction(sessions.transaction(i), session);
                }
            }
            return edges;
        }

        private void transaction(int t, int session) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                int source = relations.source(op);
                if (source == Relations.NONE) continue;
                int key = history.key(op);
                if (readStamp[key] == t + 1) continue;
                readStamp[key] = t + 1;
                read[key] = op;
                if (order != Order.NONE && writerStamp[key] == session + 1 && lastWriter[key] != source) {
                    edges.add(lastWriter[key], source, op);
                }
                if (order == Order.REAL_TIME) completed.before(t, op, source, edges);
            }
            for (int op = history.begin(t); op < history.end(t); op++) {
                int source = relations.source(op);
                if (source >= 0 && seenBy[source] != t) {
                    seenBy[source] = t;
                    seen(t, source);
                }
                if (history.isWrite(op)) {
                    writerStamp[history.key(op)] = session + 1;
                    lastWriter[history.key(op)] = t;
                }
            }
        }

        private void seen(int t, int source) {
            if (written.isLarge(source)) {
                for (int op = history.begin(t); op < history.end(t); op++) {
                    if (relations.source(op) == Relations.NONE || read[history.key(op)] != op) continue;
                    if (written.writes(source, history.key(op))) edge(source, op);
                }
            } else {
                for (int write = history.begin(source); write < history.end(source); write++) {
                    int key = history.key(write);
                    if (history.isWrite(write) && readStamp[key] == t + 1) edge(source, read[key]);
                }
            }
        }

        private void edge(int source, int op) {
            if (relations.source(op) != source) edges.add(source, relations.source(op), op);
        }
    }
}
