package minos.judge.phenomena;

import static minos.util.Sentinel.NONE;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import minos.model.AnomalyType;
import minos.model.Edge;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * A short cycle of each phenomenon in one strongly connected component of a {@link SerializationGraph}. A cycle is looked for
 * from an edge that it must have, breadth first over pairs of a node and what the way there has used, shorter ones than the best
 * so far alone. Each search may look at so many edges; what is not found by then is not told of.
 */
final class ComponentCycles {
    /** What a cycle must be made of, the worst first; what one implies of the others is not looked for once it is found. */
    private enum Phenomenon {
        G0(AnomalyType.G0, AnomalyType.G0_REALTIME),
        G1C(AnomalyType.G1C, AnomalyType.G1C_REALTIME),
        G_SINGLE(AnomalyType.G_SINGLE, AnomalyType.G_SINGLE_REALTIME),
        G_NONADJACENT(AnomalyType.G_NONADJACENT, AnomalyType.G_NONADJACENT_REALTIME),
        G2_ITEM(AnomalyType.G2_ITEM, AnomalyType.G2_ITEM_REALTIME);

        final AnomalyType type;
        final AnomalyType realTime;

        Phenomenon(AnomalyType type, AnomalyType realTime) {
            this.type = type;
            this.realTime = realTime;
        }

        /** A write cycle is a circular flow of information; a single anti-dependency is one that is not adjacent to others. */
        boolean implies(Phenomenon other) {
            return this == other || this == G0 && other == G1C || compareTo(G_SINGLE) >= 0 && compareTo(other) < 0;
        }
    }

    /** A cycle of a phenomenon. */
    record Found(AnomalyType type, List<Edge> edges) {}

    private static final int ORDERED = 1; // the way has an edge of the order asked for
    private static final int LAST_RW = 2; // its last edge is an anti-dependency
    private static final int SECOND_RW = 4; // it has two
    private static final int FLAGS = 8;

    private final SerializationGraph graph;
    private final Deadline deadline;
    private final long budget;

    // Edges, by number
    private final IntList from = new IntList();
    private final IntList to = new IntList();
    private final IntList read = new IntList();
    private final IntList write = new IntList();
    private final IntList pair = new IntList();
    private final List<Edge.Kind> kind = new ArrayList<>();
    /** Nodes of the component, numbered densely. */
    private final Map<Integer, Integer> number = new HashMap<>();

    private int[] nodes;
    private int[] outBegin;
    private int[] out;

    // One search
    private int[] reached;
    private int[] via;
    private int[] before;
    private int[] length;
    private int round;
    private long spent;

    ComponentCycles(SerializationGraph graph, long budget, Deadline deadline) {
        this.graph = graph;
        this.budget = budget;
        this.deadline = deadline;
    }

    void add(int from, int to, Edge.Kind kind, int read, int write, int pair) {
        this.from.add(number.computeIfAbsent(from, ignored -> number.size()));
        this.to.add(number.computeIfAbsent(to, ignored -> number.size()));
        this.kind.add(kind);
        this.read.add(read);
        this.write.add(write);
        this.pair.add(pair);
    }

    /** Adds each as soon as it is found. */
    void find(List<Found> found) {
        index();
        Set<Phenomenon> known = EnumSet.noneOf(Phenomenon.class);
        boolean ordered = kind.contains(Edge.Kind.SO) || kind.contains(Edge.Kind.RT);
        for (int form = 0; form < (ordered ? 2 : 1); form++) {
            for (Phenomenon phenomenon : Phenomenon.values()) {
                if (known.stream().anyMatch(other -> other.implies(phenomenon))) continue;
                List<Edge> cycle = cycle(phenomenon, form == 1);
                if (cycle == null) continue;
                known.add(phenomenon);
                found.add(new Found(type(phenomenon, cycle), cycle));
            }
        }
    }

    private static AnomalyType type(Phenomenon phenomenon, List<Edge> cycle) {
        boolean byTime = cycle.stream().anyMatch(edge -> edge.kind() == Edge.Kind.RT);
        return byTime ? phenomenon.realTime : phenomenon.type;
    }

    private void index() {
        outBegin = new int[number.size() + 1];
        for (int e = 0; e < from.size(); e++) outBegin[from.get(e) + 1]++;
        for (int n = 0; n < number.size(); n++) outBegin[n + 1] += outBegin[n];
        out = new int[from.size()];
        int[] next = outBegin.clone();
        for (int e = 0; e < from.size(); e++) out[next[from.get(e)]++] = e;
        reached = new int[number.size() * FLAGS];
        via = new int[reached.length];
        before = new int[reached.length];
        length = new int[reached.length];
        nodes = new int[number.size()];
        number.forEach((node, n) -> nodes[n] = node);
    }

    private boolean isTransaction(int n) {
        return graph.isTransaction(nodes[n]);
    }

    /** A shortest cycle of a phenomenon, or null. */
    private List<Edge> cycle(Phenomenon phenomenon, boolean ordered) {
        spent = 0;
        List<Integer> best = null;
        Edge.Kind must = must(phenomenon, ordered);
        for (int e = 0; e < from.size() && spent < budget; e++) {
            if (kind.get(e) != must && !(must == Edge.Kind.SO && kind.get(e) == Edge.Kind.RT)) continue;
            if (!isTransaction(from.get(e))) continue;
            if (best != null && steps(best) <= 2) break;
            List<Integer> way = way(e, phenomenon, ordered, best == null ? Integer.MAX_VALUE : steps(best));
            if (way != null) best = way;
        }
        return best == null ? null : rotated(edges(best, phenomenon == Phenomenon.G0));
    }

    /** The cycle from its first transaction on, of those that an anti-dependency leads away from if there are any, else a read. */
    private static List<Edge> rotated(List<Edge> cycle) {
        int first = 0;
        for (int i = 1; i < cycle.size(); i++) if (isEarlier(cycle.get(i), cycle.get(first))) first = i;
        List<Edge> rotated = new ArrayList<>(cycle.subList(first, cycle.size()));
        rotated.addAll(cycle.subList(0, first));
        return rotated;
    }

    private static boolean isEarlier(Edge one, Edge other) {
        return rank(one) == rank(other) ? one.from() < other.from() : rank(one) < rank(other);
    }

    private static int rank(Edge edge) {
        return switch (edge.kind()) {
            case RW -> 0;
            case WR -> 1;
            default -> 2;
        };
    }

    private static Edge.Kind must(Phenomenon phenomenon, boolean ordered) {
        return switch (phenomenon) {
            case G0 -> ordered ? Edge.Kind.SO : Edge.Kind.WW;
            case G1C -> Edge.Kind.WR;
            case G_SINGLE, G_NONADJACENT, G2_ITEM -> Edge.Kind.RW;
        };
    }

    private static boolean isOrder(Edge.Kind kind) {
        return kind == Edge.Kind.SO || kind == Edge.Kind.RT;
    }

    /** How many transactions a way comes by. */
    private int steps(List<Integer> way) {
        int steps = 0;
        for (int e : way) if (isTransaction(to.get(e))) steps++;
        return steps;
    }

    /** A shortest way round that begins with an edge and has fewer steps than a limit; null if there is none. */
    private List<Integer> way(int first, Phenomenon phenomenon, boolean ordered, int limit) {
        round++;
        int goal = from.get(first);
        boolean rw = kind.get(first) == Edge.Kind.RW;
        IntList queue = new IntList();
        reach(to.get(first), (rw ? LAST_RW : 0) | (isOrder(kind.get(first)) ? ORDERED : 0), first, NONE, queue);
        for (int head = 0; head < queue.size(); head++) {
            int state = queue.get(head);
            int n = state / FLAGS;
            int flags = state % FLAGS;
            if (n == goal) continue;
            if (length[state] >= limit) return null;
            for (int i = outBegin[n]; i < outBegin[n + 1]; i++) {
                if ((++spent & 0xFFFF) == 0) deadline.check();
                if (spent > budget) return null;
                int e = out[i];
                int next = flagsAfter(e, n, flags, phenomenon, ordered);
                if (next < 0) continue;
                int end = to.get(e);
                if (end == goal) {
                    // Who leads into a helper may be led to by it: no step at all.
                    if (length[state] > 0 && isRound(phenomenon, ordered, next) && length[state] + 1 < limit) {
                        List<Integer> way = path(state);
                        way.add(e);
                        if (isSimple(way)) return way;
                    }
                    continue;
                }
                reach(end, next, e, state, queue);
            }
        }
        return null;
    }

    private void reach(int n, int flags, int edge, int from, IntList queue) {
        int state = n * FLAGS + flags;
        if (reached[state] == round) return;
        reached[state] = round;
        via[state] = edge;
        before[state] = from;
        length[state] = (from == NONE ? 0 : length[from]) + (isTransaction(n) ? 1 : 0);
        queue.add(state);
    }

    /** What a way has used after one more edge; -1 if the phenomenon does not have that edge there. */
    private int flagsAfter(int e, int n, int flags, Phenomenon phenomenon, boolean ordered) {
        Edge.Kind step = kind.get(e);
        boolean goesOn = !isTransaction(n); // through a helper: the edge began before it
        return switch (step) {
            case SO, RT -> ordered ? (flags | ORDERED) & ~LAST_RW : -1;
            case WW -> flags & ~LAST_RW;
            case WR -> phenomenon == Phenomenon.G0 ? -1 : flags & ~LAST_RW;
            case RW -> {
                if (goesOn) yield flags;
                yield switch (phenomenon) {
                    case G0, G1C, G_SINGLE -> -1;
                    case G_NONADJACENT -> (flags & LAST_RW) != 0 ? -1 : flags | LAST_RW | SECOND_RW;
                    // Adjacent to the first edge, or not at all: cycles that begin elsewhere have the others.
                    case G2_ITEM -> (flags & LAST_RW) != 0 ? flags | SECOND_RW | LAST_RW : flags | LAST_RW;
                };
            }
            case CO, CLAIMED -> -1;
        };
    }

    private static boolean isRound(Phenomenon phenomenon, boolean ordered, int flags) {
        if (ordered && (flags & ORDERED) == 0) return false;
        return switch (phenomenon) {
            case G0, G1C, G_SINGLE -> true;
            case G_NONADJACENT -> (flags & SECOND_RW) != 0 && (flags & LAST_RW) == 0;
            case G2_ITEM -> (flags & (SECOND_RW | LAST_RW)) != 0;
        };
    }

    private List<Integer> path(int state) {
        List<Integer> path = new ArrayList<>();
        for (int s = state; s != NONE; s = before[s]) path.add(via[s]);
        Collections.reverse(path);
        return path;
    }

    private boolean isSimple(List<Integer> way) {
        Set<Integer> seen = new HashSet<>();
        for (int e : way) if (isTransaction(to.get(e)) && !seen.add(to.get(e))) return false;
        return true;
    }

    /**
     * The edges of a way, those through helpers as one.
     *
     * @param writes whether it is one of writes alone
     */
    private List<Edge> edges(List<Integer> way, boolean writes) {
        List<Edge> edges = new ArrayList<>();
        int begin = NONE;
        int reading = NONE;
        for (int e : way) {
            if (isTransaction(from.get(e))) {
                begin = nodes[from.get(e)];
                reading = read.get(e);
            }
            if (!isTransaction(to.get(e))) continue;
            int shown = writes || pair.get(e) == NONE ? NONE : readBetween(e);
            if (shown == NONE) {
                edges.add(graph.edge(begin, nodes[to.get(e)], kind.get(e), reading, write.get(e), pair.get(e)));
            } else {
                edges.add(graph.edge(begin, nodes[to.get(e)], Edge.Kind.WR, read.get(shown), NONE, NONE));
            }
        }
        return edges;
    }

    /** In place of an order of writes that is assumed, a read between the two: that needs no assumption. */
    private int readBetween(int assumed) {
        if (kind.get(assumed) != Edge.Kind.WW) return NONE;
        for (int i = outBegin[from.get(assumed)]; i < outBegin[from.get(assumed) + 1]; i++) {
            int e = out[i];
            if (kind.get(e) == Edge.Kind.WR && to.get(e) == to.get(assumed)) return e;
        }
        return NONE;
    }
}
