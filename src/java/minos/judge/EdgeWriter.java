package minos.judge;

import static minos.util.Sentinel.NONE;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import minos.graph.ShortestPath;
import minos.history.History;
import minos.infer.Relations;
import minos.model.Assumption;
import minos.model.Edge;

/** Turns paths between nodes into the edges of a witness, with the operations that are the reason for each. */
final class EdgeWriter {
    private final BaseGraphs graphs;
    private final BaseGraph causal;
    private final Relations relations;
    private final History history;
    private final ShortestPath pasts;

    /** @param pasts finds paths in the causal graph, without limits */
    EdgeWriter(BaseGraphs graphs, ShortestPath pasts) {
        this.graphs = graphs;
        this.causal = graphs.causal();
        this.relations = causal.relations();
        this.history = relations.history();
        this.pasts = pasts;
    }

    /** The edges of a path without commit edges. */
    List<Edge> edges(List<ShortestPath.Step> path, BaseGraph graph) {
        return edges(path, graph, null, null);
    }

    /** The edges of a path: runs along a session become one edge, and so do helpers of real time. */
    List<Edge> edges(List<ShortestPath.Step> path, BaseGraph graph, CommitEdges commits, ReaderRules rules) {
        List<Edge> edges = new ArrayList<>();
        int helperFrom = NONE;
        for (ShortestPath.Step step : path) {
            if (graph.isHelper(step.to())) {
                if (!graph.isHelper(step.from())) helperFrom = step.from();
            } else if (graph.isHelper(step.from())) {
                edges.add(causal.realTime(helperFrom, step.to()));
            } else if (step.dear() != NONE) {
                edges.add(commit(commits, step.dear(), rules));
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
        return graph.hasVersions() && history.isList() ? alongLists(edges) : edges;
    }

    /** One read of a list orders all its elements, not only neighbours: a way along the versions of one key is one edge. */
    private List<Edge> alongLists(List<Edge> edges) {
        List<Edge> shorter = new ArrayList<>();
        for (int i = 0; i < edges.size(); i++) {
            Edge edge = edges.get(i);
            int end = i; // where the way along the key ends that can be told as one
            Edge whole = edge;
            for (int j = i; j < edges.size() && isAlong(edge, edges.get(j)); j++) {
                Edge direct = j > i ? shown((Edge.OfKey) edge, edges.get(j).to()) : null;
                if (direct == null) continue;
                whole = direct;
                end = j;
            }
            shorter.add(whole);
            i = end;
        }
        return shorter;
    }

    /** Whether both go along the versions of one key. */
    private static boolean isAlong(Edge first, Edge edge) {
        return isDependency(first) && isDependency(edge) && ((Edge.OfKey) first).key() == ((Edge.OfKey) edge).key();
    }

    private static boolean isDependency(Edge edge) {
        return edge.kind() == Edge.Kind.WR || edge.kind() == Edge.Kind.WW;
    }

    /** That the write which an edge begins with comes before one of {@code to}, if a list shows both; or null. */
    private Edge shown(Edge.OfKey first, int to) {
        int later = relations.lastWrite(to, first.key());
        if (later == NONE || first.fromOperation().isEmpty() || to == first.from()) return null;
        int earlier = first.fromOperation().getAsInt();
        int place = history.position(history.version(later));
        if (history.position(history.version(earlier)) < 0 || place < history.position(history.version(earlier)))
            return null;
        int read = relations.readShowing(first.key(), place);
        return read == NONE ? null : Edge.ww(first.from(), to, first.key(), earlier, later, read);
    }

    private Edge base(int from, int to, BaseGraph graph) {
        if (graph.isSessionOrder(from, to)) return Edge.so(from, to);
        int read = graph.hasReads() ? readFrom(to, from) : NONE;
        if (read != NONE) return wr(from, to, read);
        return versionOrder(from, to);
    }

    /** That one comes before another by the order asked for. */
    Edge order(int from, int to) {
        return causal.isSessionOrder(from, to) ? Edge.so(from, to) : causal.realTime(from, to);
    }

    /** A shortest way by causality, empty from a transaction to itself; null if there is none. */
    List<Edge> way(int from, int to) {
        if (from == to) return List.of();
        ShortestPath.Path path = pasts.find(from, to, ShortestPath.NO_LIMIT);
        return path == null ? null : edges(path.steps(), causal);
    }

    Edge wr(int from, int to) {
        return wr(from, to, readFrom(to, from));
    }

    Edge wr(int from, int to, int read) {
        return Edge.wr(from, to, history.key(read), relations.write(from, relations.externalVersion(read)), read);
    }

    private Edge versionOrder(int from, int to) {
        for (int pair = 0; pair < relations.orderedPairs(); pair++) {
            int earlier = relations.earlier(pair);
            int later = relations.later(pair);
            if (relations.writer(earlier) != from || relations.writer(later) != to) continue;
            int key = history.versionKey(later);
            Optional<Assumption> assumption = relations.assumption(earlier, later);
            if (assumption.isPresent()) {
                return Edge.given(
                        from, to, key, relations.write(from, earlier), relations.write(to, later), assumption.get());
            }
            int read = history.position(later) < 0 ? NONE : relations.readShowing(key, history.position(later));
            if (read == NONE) read = relations.deviantShowing(earlier, later);
            return Edge.ww(from, to, key, relations.write(from, earlier), relations.write(to, later), read);
        }
        throw new IllegalStateException("no reason for T" + from + " before T" + to);
    }

    /**
     * The edge that a rule enforces, with the reason why its {@code from} comes before the reader. Into the initial transaction one
     * from any writer is as good, so it is from the last on the way to the reader.
     */
    Edge.CommitOrder commit(CommitEdges commits, int number, ReaderRules rules) {
        int to = commits.to(number);
        int read = commits.read(number);
        CommitRule rule = rules.of(history.transactionOf(read));
        List<Edge> because = because(commits.from(number), read, rule);
        if (to == History.INITIAL) because = fromLastWriter(because, history.key(read), rule);
        return commit(to, read, because, rules);
    }

    private Edge.CommitOrder commit(int to, int read, List<Edge> because, ReaderRules rules) {
        int key = history.key(read);
        int from = because.get(0).from();
        OptionalInt source = to == History.INITIAL
                ? OptionalInt.empty()
                : OptionalInt.of(relations.write(to, relations.externalVersion(read)));
        int reader = history.transactionOf(read);
        return new Edge.CommitOrder(
                from, to, key, relations.lastWrite(from, key), source, read, because, rules.level(reader));
    }

    /** The edges that the rule enforces because of the same read, for what a part of the way to the reader shows by itself. */
    List<Edge.CommitOrder> nearer(Edge.CommitOrder commit, ReaderRules rules) {
        List<Edge> way = commit.because();
        CommitRule rule = rules.of(history.transactionOf(commit.read()));
        List<Edge.CommitOrder> nearer = new ArrayList<>();
        for (int i = 1; i < way.size(); i++) {
            if (way.get(i).from() != commit.to() && isSeen(way, i, commit.key(), rule))
                nearer.add(commit(commit.to(), commit.read(), way.subList(i, way.size()), rules));
        }
        return nearer;
    }

    /** As much of the way to a reader as begins at a writer of the key, and as the rule looks at by itself. */
    private List<Edge> fromLastWriter(List<Edge> way, int key, CommitRule rule) {
        for (int i = way.size() - 1; i > 0; i--) {
            if (isSeen(way, i, key, rule)) return way.subList(i, way.size());
        }
        return way;
    }

    /** Whether what is left of a way from {@code begin} on starts at a writer of the key, and the rule looks at it by itself. */
    private boolean isSeen(List<Edge> way, int begin, int key, CommitRule rule) {
        boolean isSeen = rule == CommitRule.CAUSAL
                || rule == CommitRule.WRITES_FOLLOW_READS
                        && begin < way.size() - 1
                        && way.get(begin).kind() == Edge.Kind.WR;
        return isSeen && relations.lastWrite(way.get(begin).from(), key) != NONE;
    }

    private List<Edge> because(int from, int read, CommitRule rule) {
        int reader = history.transactionOf(read);
        int seen = readFrom(reader, from);
        boolean isInSession = causal.isSessionOrder(from, reader);
        return switch (rule) {
            case READ_COMMITTED -> List.of(wr(from, reader, seen));
            case READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS ->
                graphs.sessionPast().because(rule, from, read, this);
            case READ_ATOMIC, CAUSAL -> {
                if (seen != NONE) yield List.of(wr(from, reader, seen)); // which needs no order
                if (isInSession) yield List.of(Edge.so(from, reader));
                if (rule == CommitRule.READ_ATOMIC) yield List.of(causal.realTime(from, reader));
                yield way(from, reader);
            }
        };
    }

    /** The first external read of {@code reader} from {@code source}. */
    int readFrom(int reader, int source) {
        for (int op = history.begin(reader); op < history.end(reader); op++) {
            if (relations.source(op) == source) return op;
        }
        return NONE;
    }

    /** Whether the reader comes after {@code from} by what read committed looks at: an earlier read. */
    boolean seenBefore(int from, int read) {
        int first = readFrom(history.transactionOf(read), from);
        return first != NONE && first < read;
    }

    /** Whether the reader comes after {@code from} by what read atomic looks at: the order asked for, or one read. */
    boolean isDirect(int from, int read) {
        int reader = history.transactionOf(read);
        return causal.isBefore(from, reader) || readFrom(reader, from) != NONE;
    }
}
