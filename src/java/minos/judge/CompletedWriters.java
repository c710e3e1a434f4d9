package minos.judge;

import minos.history.History;
import minos.history.Status;
import minos.infer.Relations;

/**
 * The writers of each key by completion, to find those that completed before a transaction began and that no other such
 * writer follows in real time: the ones that completed after the latest invocation among them. They lie next to each
 * other, and there are no more of them than ran at once.
 */
final class CompletedWriters {
    private final History history;
    private final int[] begin;
    private final int[] writer;
    /** By place: the latest invocation among this writer and those before it. */
    private final int[] latestInvocation;

    CompletedWriters(Relations relations) {
        history = relations.history();
        int[] last = new int[history.keys()];
        begin = new int[history.keys() + 1];
        for (int t = 0; t < history.transactions(); t++) {
            if (!completes(relations, t)) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!history.isWrite(op) || last[history.key(op)] == t + 1) continue;
                last[history.key(op)] = t + 1;
                begin[history.key(op) + 1]++;
            }
        }
        for (int k = 0; k < history.keys(); k++) begin[k + 1] += begin[k];
        writer = new int[begin[history.keys()]];
        latestInvocation = new int[writer.length];
        int[] next = begin.clone();
        for (int t = 0; t < history.transactions(); t++) {
            if (!completes(relations, t)) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                int key = history.key(op);
                if (!history.isWrite(op) || next[key] > begin[key] && writer[next[key] - 1] == t) continue;
                int place = next[key]++;
                writer[place] = t;
                latestInvocation[place] = place == begin[key]
                        ? history.invocation(t)
                        : Math.max(latestInvocation[place - 1], history.invocation(t));
            }
        }
    }

    private boolean completes(Relations relations, int t) {
        return relations.participates(t) && history.status(t) == Status.COMMITTED;
    }

    /** Adds the edges from those writers to {@code source}, which {@code t} read from in {@code op}. */
    void before(int t, int op, int source, CommitEdges edges) {
        int key = history.key(op);
        int low = begin[key];
        int high = begin[key + 1];
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (history.completion(writer[middle]) < history.invocation(t)) low = middle + 1;
            else high = middle;
        }
        if (low == begin[key]) return;
        int latest = latestInvocation[low - 1];
        for (int i = low - 1; i >= begin[key] && history.completion(writer[i]) >= latest; i--) {
            if (writer[i] != source) edges.add(writer[i], source, op);
        }
    }
}
