package minos.judge;

import static minos.util.Sentinel.NONE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import minos.graph.Csr;
import minos.history.History;
import minos.infer.Relations;
import minos.model.Edge;
import minos.model.Order;

/**
 * What the session guarantees look at. Transactions <i>have</i> what those before them in the order asked for wrote, or what they
 * read: what t3 itself has is a matter of read your writes and of monotonic reads, what those have that t3 read from earlier is
 * one of monotonic writes and of writes follow reads.
 *
 * <p>A question takes a binary search among the readers of a transaction; for the last two one for each earlier read of t3, and for
 * the last one another question for each session that has read.
 */
final class SessionPast {
    private final BaseGraph graph;
    private final Relations relations;
    private final History history;
    /** By transaction: the first of each session who read from it, in the order of the sessions; without an order, all who did. */
    private final Csr readers;
    /** By transaction, for real time only: of those who read from it the one that completed first, or {@code NONE}. */
    private final int[] firstReader;

    /** Says whether a path of reads and of the order asked for leads from one transaction to another. */
    interface Causality {
        boolean isBefore(int transaction, int other);
    }

    SessionPast(BaseGraph graph) {
        this.graph = graph;
        this.relations = graph.relations();
        this.history = relations.history();
        Csr sessions = Csr.build(history.sessions(), bySession -> {
            for (int t = 0; t < history.transactions(); t++) {
                if (relations.participates(t)) bySession.add(history.session(t), t);
            }
        });
        readers = Csr.build(history.transactions(), bySource -> readers(sessions, bySource));
        firstReader = graph.order() == Order.REAL_TIME ? firstReaders() : null;
    }

    private void readers(Csr sessions, Csr.Builder bySource) {
        int[] last = new int[history.transactions()];
        Arrays.fill(last, NONE);
        for (int i = 0; i < sessions.size(); i++) {
            int t = sessions.get(i);
            int reader = graph.order() == Order.NONE ? t : history.session(t);
            for (int op = history.begin(t); op < history.end(t); op++) {
                int source = relations.source(op);
                if (source < 0 || last[source] == reader) continue;
                last[source] = reader;
                bySource.add(source, t);
            }
        }
    }

    /** Of all readers: the first of a session may never complete, while the session goes on. */
    private int[] firstReaders() {
        int[] first = new int[history.transactions()];
        Arrays.fill(first, NONE);
        for (int t = 0; t < first.length; t++) {
            if (!relations.participates(t)) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                int source = relations.source(op);
                if (source < 0) continue;
                boolean sooner = first[source] == NONE || history.completion(t) < history.completion(first[source]);
                if (sooner) first[source] = t;
            }
        }
        return first;
    }

    /** Whether {@code other} comes before the transaction {@code t} of a read in the sense of a session guarantee. */
    boolean isSeen(CommitRule rule, int other, int t, int read, Causality causality) {
        return switch (rule) {
            case READ_YOUR_WRITES -> graph.isBefore(other, t);
            case MONOTONIC_READS -> readerBefore(other, t) != NONE;
            case MONOTONIC_WRITES -> seenAfter(other, t, read) != NONE;
            case WRITES_FOLLOW_READS -> {
                for (int op = history.begin(t); op < read; op++) {
                    int source = relations.source(op);
                    if (source >= 0 && readerUpTo(other, source, causality) != NONE) yield true;
                }
                yield false;
            }
            case READ_COMMITTED, READ_ATOMIC, CAUSAL -> throw new IllegalArgumentException(rule + " is no such rule");
        };
    }

    /** The way from {@code other} to the reader. */
    List<Edge> because(CommitRule rule, int other, int read, EdgeWriter writer) {
        int t = history.transactionOf(read);
        List<Edge> edges = new ArrayList<>();
        switch (rule) {
            case READ_YOUR_WRITES -> edges.add(writer.order(other, t));
            case MONOTONIC_READS -> {
                int reader = readerBefore(other, t);
                edges.add(writer.wr(other, reader));
                edges.add(writer.order(reader, t));
            }
            case MONOTONIC_WRITES -> {
                int seen = seenAfter(other, t, read);
                edges.add(writer.order(other, relations.source(seen)));
                edges.add(writer.wr(relations.source(seen), t, seen));
            }
            case WRITES_FOLLOW_READS -> edges.addAll(followingReads(other, t, read, writer));
            case READ_COMMITTED, READ_ATOMIC, CAUSAL -> throw new IllegalArgumentException(rule + " is no such rule");
        }
        return edges;
    }

    /** The shortest way over one who read from {@code other}, and one whom {@code t} read from earlier. */
    private List<Edge> followingReads(int other, int t, int read, EdgeWriter writer) {
        List<Edge> shortest = null;
        for (int op = history.begin(t); op < read; op++) {
            int source = relations.source(op);
            if (source < 0) continue;
            for (int i = readers.begin(other); i < readers.end(other); i++) {
                List<Edge> between = writer.way(readers.get(i), source);
                if (between == null || shortest != null && shortest.size() <= between.size() + 2) continue;
                shortest = new ArrayList<>(between);
                shortest.add(0, writer.wr(other, readers.get(i)));
                shortest.add(writer.wr(source, t, op));
            }
        }
        return shortest;
    }

    /** An earlier read of {@code t}, from a transaction that comes after {@code other} in the order asked for; or {@code NONE}. */
    private int seenAfter(int other, int t, int read) {
        for (int op = history.begin(t); op < read; op++) {
            int source = relations.source(op);
            if (source >= 0 && graph.isBefore(other, source)) return op;
        }
        return NONE;
    }

    /** Who read from a transaction and is {@code t}, or causally before it; or {@code NONE}. */
    private int readerUpTo(int transaction, int t, Causality causality) {
        for (int i = readers.begin(transaction); i < readers.end(transaction); i++) {
            int reader = readers.get(i);
            if (reader == t || causality.isBefore(reader, t)) return reader;
        }
        return NONE;
    }

    /** Who read from a transaction and comes before {@code t} in the order asked for; or {@code NONE}. */
    private int readerBefore(int transaction, int t) {
        if (graph.order() == Order.NONE) return NONE;
        int low = readers.begin(transaction);
        int high = readers.end(transaction);
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (history.session(readers.get(middle)) < history.session(t)) low = middle + 1;
            else high = middle;
        }
        if (low < readers.end(transaction) && graph.isSessionOrder(readers.get(low), t)) return readers.get(low);
        if (firstReader == null || firstReader[transaction] == NONE) return NONE;
        return graph.isBefore(firstReader[transaction], t) ? firstReader[transaction] : NONE;
    }
}
