package minos.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import minos.history.History;
import minos.infer.Relations;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Order;

/** Turns paths between nodes into the edges of a witness, with the operations that are the reason for each. */
final class EdgeWriter {
    private final BaseGraph causal;
    private final Relations relations;
    private final History history;
    private final PathFinder pasts;

    /** @param pasts finds paths in the causal graph, without limits */
    EdgeWriter(BaseGraph causal, PathFinder pasts) {
        this.causal = causal;
        this.relations = causal.relations();
        this.history = relations.history();
        this.pasts = pasts;
    }

    /** The edges of a path: runs along a session become one edge, and so do helpers of real time. */
    List<Edge> edges(PathFinder.Path path, BaseGraph graph, CommitEdges commits, Level level) {
        List<Edge> edges = new ArrayList<>();
        int helperFrom = Relations.NONE;
        for (PathFinder.Step step : path.steps()) {
            if (graph.isHelper(step.to())) {
                if (!graph.isHelper(step.from())) helperFrom = step.from();
            } else if (graph.isHelper(step.from())) {
                edges.add(Edge.rt(helperFrom, step.to()));
            } else if (step.edge() >= 0) {
                edges.add(commit(commits, step.edge(), level));
            } else {
                Edge edge = base(step.from(), step.to(), graph);
                Edge last = edges.isEmpty() ? null : edges.get(edges.size() - 1);
                if (last != null && last.kind() == Edge.Kind.SO && edge.kind() == Edge.Kind.SO) {
                    edges.set(edges.size() - 1, Edge.so(last.from(), edge.to()));
                } else {
                    edges.add(edge);
                }
            }
        }
        return edges;
    }

    private Edge base(int from, int to, BaseGraph graph) {
        if (graph.isSessionOrder(from, to)) return Edge.so(from, to);
        int read = graph.hasReads() ? readFrom(to, from) : Relations.NONE;
        if (read != Relations.NONE) return wr(from, to, read);
        return versionOrder(from, to);
    }

    private Edge wr(int from, int to, int read) {
        return Edge.wr(from, to, history.key(read), relations.write(from, relations.externalVersion(read)), read);
    }

    private Edge versionOrder(int from, int to) {
        for (int pair = 0; pair < relations.orderedPairs(); pair++) {
            int earlier = relations.earlier(pair);
            int later = relations.later(pair);
            if (relations.writer(earlier) != from || relations.writer(later) != to) continue;
            int key = history.versionKey(later);
            int read = history.position(later) < 0
                    ? relations.deviantShowing(earlier, later)
                    : relations.readShowing(key, history.position(later));
            return Edge.ww(from, to, key, relations.write(from, earlier), relations.write(to, later), read);
        }
        throw new IllegalStateException("no reason for T" + from + " before T" + to);
    }

    /** The edge that a level's axiom enforces, with the reason why its {@code from} comes before the reader. */
    Edge commit(CommitEdges commits, int number, Level level) {
        int from = commits.from(number);
        int to = commits.to(number);
        int read = commits.read(number);
        int key = history.key(read);
        OptionalInt source = to == History.INITIAL
                ? OptionalInt.empty()
                : OptionalInt.of(relations.write(to, relations.externalVersion(read)));
        return new Edge.CommitOrder(
                from, to, key, relations.lastWrite(from, key), source, read, because(from, read, level));
    }

    private List<Edge> because(int from, int read, Level level) {
        int reader = history.transactionOf(read);
        int seen = readFrom(reader, from);
        if (level == Level.READ_COMMITTED) return List.of(wr(from, reader, seen));
        if (causal.isSessionOrder(from, reader)) return List.of(Edge.so(from, reader));
        if (seen != Relations.NONE) return List.of(wr(from, reader, seen));
        if (level == Level.READ_ATOMIC) return List.of(Edge.rt(from, reader));
        return edges(pasts.find(from, reader, PathFinder.NO_LIMIT), causal, null, level);
    }

    /** The first external read of {@code reader} from {@code source}. */
    int readFrom(int reader, int source) {
        for (int op = history.begin(reader); op < history.end(reader); op++) {
            if (relations.source(op) == source) return op;
        }
        return Relations.NONE;
    }

    /** Whether the reader comes after {@code from} by what read committed looks at: an earlier read. */
    boolean seenBefore(int from, int read) {
        int first = readFrom(history.transactionOf(read), from);
        return first != Relations.NONE && first < read;
    }

    /** Whether the reader comes after {@code from} by what read atomic looks at: the order asked for, or one read. */
    boolean isDirect(int from, int read) {
        int reader = history.transactionOf(read);
        return causal.isSessionOrder(from, reader)
                || readFrom(reader, from) != Relations.NONE
                || causal.order() == Order.REAL_TIME && history.completion(from) < history.invocation(reader);
    }
}
