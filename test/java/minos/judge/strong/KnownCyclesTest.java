package minos.judge.strong;

import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import minos.infer.Relations;
import minos.model.Order;
import minos.reference.Draft;
import minos.reference.Trials;
import org.junit.jupiter.api.Test;

/** On random histories: each cycle is one, none has a transaction that is to be left out, and there are none besides. */
class KnownCyclesTest {
    @Test
    void cyclesAreFoundUntilThereAreNone() {
        Trials.runSound(3_000, KnownCyclesTest::complaint);
    }

    private static String complaint(Draft draft, Relations relations) {
        for (Order order : draft.orders()) {
            Problem problem = Problem.of(relations, order, 1);
            for (Rules rules : EnumSet.range(Rules.PREFIX, Rules.SERIAL)) {
                PointGraph graph = new PointGraph(problem, rules);
                String complaint = complaint(graph);
                if (complaint != null) return rules + " in form " + order + ": " + complaint;
            }
        }
        return null;
    }

    private static String complaint(PointGraph graph) {
        KnownCycles cycles = new KnownCycles(graph);
        BitSet without = new BitSet();
        for (KnownCycle found = cycles.next(without); found != null; found = cycles.next(without)) {
            int[] cycle = found.transactions();
            for (int i = 0; i < cycle.length; i++) {
                if (without.get(cycle[i])) return "T" + cycle[i] + " is part of a cycle again";
                if (!follows(graph, cycle[i], cycle[(i + 1) % cycle.length]))
                    return "no cycle: " + Arrays.toString(cycle);
            }
            for (int t : cycle) without.set(t);
        }
        return isCyclic(graph, without) ? "a cycle is left without " + without : null;
    }

    /** Whether an edge, maybe over helpers, leads from one transaction to another. */
    private static boolean follows(PointGraph graph, int earlier, int later) {
        BitSet before = new BitSet();
        before.set(graph.begin(later));
        before.set(graph.commit(later));
        for (int size = 0; size < before.cardinality(); ) {
            size = before.cardinality();
            for (int node = 0; node < graph.nodes; node++) {
                if (!before.get(node) || graph.isPoint(node) && graph.transaction(node) != later) continue;
                for (int i = graph.predecessors.begin(node); i < graph.predecessors.end(node); i++) {
                    int found = graph.predecessors.get(i);
                    if (earlier == later
                            && graph.isPoint(found)
                            && graph.transaction(found) == later
                            && found >= node) {
                        return true;
                    }
                    before.set(found);
                }
            }
        }
        return earlier != later && (before.get(graph.begin(earlier)) || before.get(graph.commit(earlier)));
    }

    /** Takes away nodes without predecessors as long as there are any. */
    private static boolean isCyclic(PointGraph graph, BitSet without) {
        BitSet left = new BitSet();
        for (int node = 0; node < graph.nodes; node++) {
            left.set(node, !graph.isPoint(node) || !without.get(graph.transaction(node)));
        }
        for (int size = -1; size != left.cardinality(); ) {
            size = left.cardinality();
            for (int node = left.nextSetBit(0); node >= 0; node = left.nextSetBit(node + 1)) {
                boolean first = true;
                for (int i = graph.predecessors.begin(node); i < graph.predecessors.end(node); i++)
                    first &= !left.get(graph.predecessors.get(i));
                if (first) left.clear(node);
            }
        }
        return !left.isEmpty();
    }
}
