package minos.judge;

import java.util.Arrays;
import minos.history.History;
import minos.history.Status;
import minos.infer.Relations;
import minos.model.Order;
import minos.util.IntList;

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
    static BaseGraph causal(Relations relations, Order order) {
        return new BaseGraph(relations, order, true, false);
    }

    /** Causality and the version orders of lists: what adya-read-committed wants without a cycle. */
    static BaseGraph full(Relations relations, Order order) {
        return new BaseGraph(relations, order, true, true);
    }

    /** Session order (real time) and the version orders of lists: what read-uncommitted wants without a cycle. */
    static BaseGraph writes(Relations relations, Order order) {
        return new BaseGraph(relations, order, false, true);
    }

    private BaseGraph(Relations relations, Order order, boolean reads, boolean versions) {
        this.relations = relations;
        this.order = order;
        this.reads = reads;
        History history = relations.history();
        transactions = history.transactions();
        completed = order == Order.REAL_TIME ? byCompletion(relations) : new int[0];
        nodes = transactions + completed.length;
        int[] wwBegin = new int[transactions + 1];
        int[] ww = versions ? versionOrders(wwBegin) : wwBegin;
        begin = new int[nodes + 1];
        IntList found = new IntList(transactions * 2 + history.operations() / 2);
        int[] lastOfSession = new int[history.sessions()];
        Arrays.fill(lastOfSession, Relations.NONE);
        for (int t = 0; t < transactions; t++) {
            if (relations.participates(t)) {
                int session = history.session(t);
                if (order != Order.NONE && lastOfSession[session] >= 0) found.add(lastOfSession[session]);
                lastOfSession[session] = t;
                if (order == Order.REAL_TIME) {
                    int helper = lastCompletedBefore(history, history.invocation(t));
                    if (helper >= 0) found.add(transactions + helper);
                }
                if (reads) sources(t, found);
                for (int i = wwBegin[t]; i < wwBegin[t + 1]; i++) found.add(ww[i]);
            }
            begin[t + 1] = found.size();
        }
        for (int h = 0; h < completed.length; h++) {
            if (h > 0) found.add(transactions + h - 1);
            found.add(completed[h]);
            begin[transactions + h + 1] = found.size();
        }
        predecessor = found.toArray();
    }

    private void sources(int t, IntList found) {
        History history = relations.history();
        int last = Relations.NONE;
        for (int op = history.begin(t); op < history.end(t); op++) {
            int source = relations.source(op);
            if (source < 0 || source == last) continue;
            found.add(source);
            last = source;
        }
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
