package minos.judge;

import java.util.Arrays;
import java.util.List;
import minos.history.Cuts;
import minos.history.History;
import minos.history.Status;
import minos.infer.Relations;
import minos.model.Order;
import minos.util.IntList;
import minos.util.Parallel;

/**
 * What every commit order must respect before any level adds to it: the order asked for, reads, and the version orders of
 * lists (or some of these); as the predecessors of each node, in one array. Nodes are the transactions and, for real
 * time, helpers: a chain over the completions, so that "completed before" takes O(n) edges instead of O(n²).
 */
final class BaseGraph {
    private final Relations relations;
    private final Order order;
    private final boolean reads;
    private final int transactions;
    private final int nodes;
    private final int[] begin;
    private final int[] predecessor;
    /** By helper: the transaction that completed there. */
    private final int[] completed;

    /** Session order (real time) and reads: causality. */
    static BaseGraph causal(Relations relations, Order order, int threads) {
        return new BaseGraph(relations, order, true, false, threads);
    }

    /** Causality and the version orders of lists: what adya-read-committed wants without a cycle. */
    static BaseGraph full(Relations relations, Order order, int threads) {
        return new BaseGraph(relations, order, true, true, threads);
    }

    /** Session order (real time) and the version orders of lists: what read-uncommitted wants without a cycle. */
    static BaseGraph writes(Relations relations, Order order, int threads) {
        return new BaseGraph(relations, order, false, true, threads);
    }

    private BaseGraph(Relations relations, Order order, boolean reads, boolean versions, int threads) {
        this.relations = relations;
        this.order = order;
        this.reads = reads;
        History history = relations.history();
        transactions = history.transactions();
        completed = order == Order.REAL_TIME ? byCompletion(relations) : new int[0];
        nodes = transactions + completed.length;
        int[] wwBegin = new int[transactions + 1];
        int[] ww = versions ? versionOrders(wwBegin) : wwBegin;
        int[] before = order == Order.NONE ? null : beforeInSession(relations);
        begin = new int[nodes + 1];
        List<Part> parts = Parallel.ranges(
                Cuts.ofTransactions(history, threads), (from, to) -> new Part(from, to, before, wwBegin, ww));
        int size = parts.stream().mapToInt(part -> part.found.size()).sum();
        predecessor = new int[Math.addExact(size, Math.max(0, 2 * completed.length - 1))];
        int end = 0;
        for (Part part : parts) {
            System.arraycopy(part.found.array(), 0, predecessor, end, part.found.size());
            for (int t = part.from; t < part.to; t++) begin[t + 1] += end;
            end += part.found.size();
        }
        for (int h = 0; h < completed.length; h++) {
            if (h > 0) predecessor[end++] = transactions + h - 1;
            predecessor[end++] = completed[h];
            begin[transactions + h + 1] = end;
        }
    }

    /** The predecessors of a range of transactions. */
    private final class Part {
        final int from;
        final int to;
        final IntList found;

        Part(int from, int to, int[] before, int[] wwBegin, int[] ww) {
            this.from = from;
            this.to = to;
            History history = relations.history();
            found = new IntList((to - from) * 2 + (history.end(to - 1) - history.begin(from)) / 2);
            for (int t = from; t < to; t++) {
                if (relations.participates(t)) {
                    if (before != null && before[t] >= 0) found.add(before[t]);
                    if (order == Order.REAL_TIME) {
                        int helper = lastCompletedBefore(history, history.invocation(t));
                        if (helper >= 0) found.add(transactions + helper);
                    }
                    if (reads) sources(t);
                    for (int i = wwBegin[t]; i < wwBegin[t + 1]; i++) found.add(ww[i]);
                }
                begin[t + 1] = found.size();
            }
        }

        private void sources(int t) {
            History history = relations.history();
            int last = Relations.NONE;
            for (int op = history.begin(t); op < history.end(t); op++) {
                int source = relations.source(op);
                if (source < 0 || source == last) continue;
                found.add(source);
                last = source;
            }
        }
    }

    /** By transaction: the one before it in its session that takes part, or {@link Relations#NONE}. */
    private static int[] beforeInSession(Relations relations) {
        History history = relations.history();
        int[] before = new int[history.transactions()];
        int[] last = new int[history.sessions()];
        Arrays.fill(last, Relations.NONE);
        for (int t = 0; t < before.length; t++) {
            if (!relations.participates(t)) continue;
            before[t] = last[history.session(t)];
            last[history.session(t)] = t;
        }
        return before;
    }

    /** The writers that version orders put before each transaction. */
    private int[] versionOrders(int[] wwBegin) {
        for (int pair = 0; pair < relations.orderedPairs(); pair++) {
            wwBegin[relations.writer(relations.later(pair)) + 1]++;
        }
        for (int t = 0; t < transactions; t++) wwBegin[t + 1] += wwBegin[t];
        int[] ww = new int[relations.orderedPairs()];
        int[] next = Arrays.copyOf(wwBegin, transactions);
        for (int pair = 0; pair < relations.orderedPairs(); pair++) {
            ww[next[relations.writer(relations.later(pair))]++] = relations.writer(relations.earlier(pair));
        }
        return ww;
    }

    /** Transactions that completed, in that order, which is the order of their ids. */
    private static int[] byCompletion(Relations relations) {
        History history = relations.history();
        IntList completed = new IntList();
        for (int t = 0; t < history.transactions(); t++) {
            if (relations.participates(t) && history.status(t) == Status.COMMITTED) completed.add(t);
        }
        return completed.toArray();
    }

    /** The last helper whose transaction completed before that place in the history, or -1. */
    private int lastCompletedBefore(History history, int place) {
        int low = 0;
        int high = completed.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (history.completion(completed[middle]) < place) low = middle + 1;
            else high = middle;
        }
        return low - 1;
    }

    Relations relations() {
        return relations;
    }

    Order order() {
        return order;
    }

    boolean hasReads() {
        return reads;
    }

    int nodes() {
        return nodes;
    }

    int transactions() {
        return transactions;
    }

    boolean isHelper(int node) {
        return node >= transactions;
    }

    int begin(int node) {
        return begin[node];
    }

    int end(int node) {
        return begin[node + 1];
    }

    int predecessor(int index) {
        return predecessor[index];
    }

    /** Whether {@code from} comes before {@code to} in their common session, by the order asked for. */
    boolean isSessionOrder(int from, int to) {
        History history = relations.history();
        return order != Order.NONE && from < to && history.session(from) == history.session(to);
    }
}
