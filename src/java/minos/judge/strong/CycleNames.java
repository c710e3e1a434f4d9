package minos.judge.strong;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import minos.history.History;
import minos.model.AnomalyType;
import minos.model.Edge;

/** The name of a cycle: a well-known pattern, or else Adya's name by the kinds of its edges. */
final class CycleNames {
    private CycleNames() {}

    /**
     * Adya's names, from the cycles that most levels forbid to those that only serializability does. A cycle with an
     * inferred edge stands for several: that one, and the one that the edge's opposite would close. Each order of
     * those writes fails, so a level is violated only if it forbids all of them, and the name is the one of the
     * latest in this list.
     */
    private static final List<AnomalyType> PLAIN = List.of(
            AnomalyType.G0, AnomalyType.G1C, AnomalyType.G_SINGLE, AnomalyType.G_NONADJACENT, AnomalyType.G2_ITEM);

    private static final List<AnomalyType> REAL_TIME = List.of(
            AnomalyType.G0_REALTIME,
            AnomalyType.G1C_REALTIME,
            AnomalyType.G_SINGLE_REALTIME,
            AnomalyType.G_NONADJACENT_REALTIME,
            AnomalyType.G2_ITEM_REALTIME);

    /** A list that shows one transaction's appends in another order than they were made in has no name of its own. */
    static AnomalyType of(List<Edge> cycle, History history) {
        if (cycle.size() == 1) return AnomalyType.UNORDERABLE;
        List<Edge.Kind> kinds = kinds(cycle);
        int antiDependencies = Collections.frequency(kinds, Edge.Kind.RW);
        int rank = rank(cycle, history);
        boolean missesPast = cycle.size() == 2 && antiDependencies == 1 && kinds.contains(Edge.Kind.RT);
        if (missesPast && rank == PLAIN.indexOf(AnomalyType.G_SINGLE)) return AnomalyType.REAL_TIME_VIOLATION;
        boolean phantom = rank == PLAIN.indexOf(AnomalyType.G2_ITEM) && hasPhantom(cycle, history);
        if (phantom) return restsOnRealTime(cycle) ? AnomalyType.G2_REALTIME : AnomalyType.G2;
        if (cycle.size() == 2 && antiDependencies == 2) return AnomalyType.WRITE_SKEW;
        boolean longFork = isLongFork(cycle) && rank == PLAIN.indexOf(AnomalyType.G_NONADJACENT);
        if (longFork && reasonsBreakPrefix(cycle, history)) return AnomalyType.LONG_FORK;
        return (restsOnRealTime(cycle) ? REAL_TIME : PLAIN).get(rank);
    }

    /** Whether a predicate did not show what was written later. */
    static boolean hasPhantom(List<Edge> cycle, History history) {
        for (Edge edge : cycle) {
            boolean phantom = edge.kind() == Edge.Kind.RW
                    && edge.fromOperation().isPresent()
                    && history.isView(history.key(edge.fromOperation().getAsInt()));
            if (phantom || hasPhantom(edge.because(), history)) return true;
        }
        return false;
    }

    private static int rank(List<Edge> cycle, History history) {
        return Math.max(PLAIN.indexOf(plain(kinds(cycle))), rankOfReasons(cycle, history));
    }

    /** The rank of what each edge stands for besides itself. */
    private static int rankOfReasons(List<Edge> cycle, History history) {
        int rank = 0;
        for (Edge edge : cycle) {
            if (DependencyGraph.restsOnAbsence(edge, history))
                rank = Math.max(rank, PLAIN.indexOf(AnomalyType.G_SINGLE));
            if (edge.because().isEmpty()) continue;
            if (edge.kind() == Edge.Kind.RW) {
                rank = Math.max(rank, rank(edge.because(), history));
            } else {
                // The opposite of a commit edge is the anti-dependency of its reader.
                List<Edge.Kind> opposite = kinds(edge.because());
                opposite.add(edge.kind() == Edge.Kind.CO ? Edge.Kind.RW : Edge.Kind.WW);
                rank = Math.max(rank, PLAIN.indexOf(plain(opposite)));
                rank = Math.max(rank, rankOfReasons(edge.because(), history));
            }
        }
        return rank;
    }

    /** Whether prefix consistency forbids, too, what each edge stands for besides itself: it lets updates be lost. */
    private static boolean reasonsBreakPrefix(List<Edge> cycle, History history) {
        for (Edge edge : cycle) {
            if (DependencyGraph.restsOnAbsence(edge, history)) return false;
            if (edge.because().isEmpty()) continue;
            List<Edge.Kind> opposite = kinds(edge.because());
            if (edge.kind() != Edge.Kind.RW) opposite.add(edge.kind() == Edge.Kind.CO ? Edge.Kind.RW : Edge.Kind.WW);
            if (!breaksPrefix(opposite) || !reasonsBreakPrefix(edge.because(), history)) return false;
        }
        return true;
    }

    /** A snapshot that misses a write is older than it, but only what the snapshot must contain leads back there, no older write. */
    private static boolean breaksPrefix(List<Edge.Kind> cycle) {
        for (int i = 0; i < cycle.size(); i++) {
            Edge.Kind before = cycle.get((i == 0 ? cycle.size() : i) - 1);
            boolean contained = before == Edge.Kind.WR || before == Edge.Kind.SO || before == Edge.Kind.RT;
            if (cycle.get(i) == Edge.Kind.RW && !contained) return false;
        }
        return true;
    }

    private static List<Edge.Kind> kinds(List<Edge> cycle) {
        List<Edge.Kind> kinds = new ArrayList<>();
        for (Edge edge : cycle) kinds.add(edge.kind());
        return kinds;
    }

    private static AnomalyType plain(List<Edge.Kind> cycle) {
        return switch (Collections.frequency(cycle, Edge.Kind.RW)) {
            case 0 -> cycle.contains(Edge.Kind.WR) ? AnomalyType.G1C : AnomalyType.G0;
            case 1 -> AnomalyType.G_SINGLE;
            default -> hasAdjacent(cycle) ? AnomalyType.G2_ITEM : AnomalyType.G_NONADJACENT;
        };
    }

    private static boolean restsOnRealTime(List<Edge> edges) {
        for (Edge edge : edges) if (edge.kind() == Edge.Kind.RT || restsOnRealTime(edge.because())) return true;
        return false;
    }

    /** Two readers, each of which saw one of two writes and missed the other. */
    private static boolean isLongFork(List<Edge> cycle) {
        if (cycle.size() != 4) return false;
        int first = cycle.get(0).kind() == Edge.Kind.WR ? 0 : 1;
        for (int i = 0; i < 4; i++) {
            Edge.Kind wanted = i % 2 == 0 ? Edge.Kind.WR : Edge.Kind.RW;
            if (cycle.get((first + i) % 4).kind() != wanted) return false;
        }
        return ((Edge.WriteRead) cycle.get(first)).key() != ((Edge.WriteRead) cycle.get((first + 2) % 4)).key();
    }

    private static boolean hasAdjacent(List<Edge.Kind> cycle) {
        for (int i = 0; i < cycle.size(); i++) {
            if (cycle.get(i) == Edge.Kind.RW && cycle.get((i + 1) % cycle.size()) == Edge.Kind.RW) return true;
        }
        return false;
    }
}
