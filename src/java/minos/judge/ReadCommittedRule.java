package minos.judge;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.List;
import minos.graph.TopologicalOrder;
import minos.history.History;
import minos.infer.Options;
import minos.infer.Relations;
import minos.util.Deadline;
import minos.util.Parallel;

/**
 * Read committed: t3 reads from t2, and later x from t1; t2 writes x; then t2 commits before t1. Algorithm 1 of the AWDIT
 * paper, O(n^1.5): of the later reads of x only the first from another transaction than t2 matters, as that one orders
 * the rest; and the smaller of "keys that t2 wrote" and "reads that follow" is gone through.
 */
final class ReadCommittedRule implements CommitRule.Saturation {
    private final Relations relations;
    private final History history;
    private final WrittenKeys written;
    private final ReaderRules readers;

    ReadCommittedRule(Relations relations, WrittenKeys written, ReaderRules readers) {
        this.relations = relations;
        this.history = relations.history();
        this.written = written;
        this.readers = readers;
    }

    @Override
    public List<CommitEdges> infer(TopologicalOrder order, Options options) {
        return Parallel.ranges(
                history.cuts(options.threads()), (from, to) -> new Pass(order).run(from, to, options.deadline()));
    }

    /** One thread's work. By key, of the reads that follow the current one: the first, and the first from another source. */
    private final class Pass {
        private final int[] stamp = new int[history.keys()];
        private final int[] first = new int[history.keys()];
        private final int[] second = new int[history.keys()];
        /** By transaction: the first read from it by the current one. */
        private final int[] firstReadOf = new int[history.transactions()];

        private final CommitEdges edges;

        Pass(TopologicalOrder order) {
            edges = new CommitEdges(order);
        }

        CommitEdges run(int from, int to, Deadline deadline) {
            Arrays.fill(firstReadOf, -1);
            for (int t = from; t < to; t++) {
                if ((t & 0xFFF) == 0) deadline.check();
                if (relations.participates(t) && readers.of(t) == CommitRule.READ_COMMITTED) transaction(t);
            }
            return edges;
        }

        private void transaction(int t) {
            int begin = history.begin(t);
            int end = history.end(t);
            for (int op = begin; op < end; op++) {
                int source = relations.source(op);
                if (source >= 0 && firstReadOf[source] < begin) firstReadOf[source] = op;
            }
            for (int op = end - 1; op >= begin; op--) {
                int source = relations.source(op);
                if (source == NONE) continue;
                if (source >= 0 && firstReadOf[source] == op) seen(t, source, op);
                push(t, history.key(op), source, op);
            }
        }

        private void push(int t, int key, int source, int op) {
            if (stamp[key] != t + 1) {
                stamp[key] = t + 1;
                first[key] = op;
                second[key] = -1;
            } else {
                if (relations.source(first[key]) != source) second[key] = first[key];
                first[key] = op;
            }
        }

        /** The reads after {@code op} come after {@code t} has seen {@code source}. */
        private void seen(int t, int source, int op) {
            if (written.isLarge(source)) {
                for (int later = op + 1; later < history.end(t); later++) {
                    if (relations.source(later) == NONE) continue;
                    int key = history.key(later);
                    if ((first[key] == later || second[key] == later) && written.writes(source, key)) edge(source, key);
                }
            } else {
                for (int i = written.begin(source), end = written.end(source); i < end; i++) {
                    int key = written.key(i);
                    if (stamp[key] == t + 1) edge(source, key);
                }
            }
        }

        private void edge(int source, int key) {
            int read = relations.source(first[key]) != source ? first[key] : second[key];
            if (read >= 0) edges.add(source, relations.source(read), read);
        }
    }
}
