package minos.judge.strong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import minos.Histories;
import minos.infer.Relations;
import minos.model.Options;
import minos.model.Order;
import minos.util.Deadline;
import org.junit.jupiter.api.Test;

/** Against plain reachability: random edges come and go; those that close a cycle are refused, with the cycle. */
class DynamicOrderTest {
    private static final int NODES = 12;

    @Test
    void randomEdges() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            DynamicOrder order = empty();
            List<int[]> edges = new ArrayList<>();
            for (int step = 0; step < 120; step++) {
                if (!edges.isEmpty() && random.nextInt(5) == 0) {
                    int keep = random.nextInt(edges.size());
                    order.removeTo(keep);
                    edges.subList(keep, edges.size()).clear();
                }
                int a = random.nextInt(NODES);
                int b = random.nextInt(NODES);
                boolean fits = !reaches(edges, b, a);
                assertEquals(!fits, order.closesCycle(a, b, step));
                assertEquals(fits, order.add(a, b, step));
                if (fits) edges.add(new int[] {a, b});
                else assertCycle(order, edges, a, b, step);
                if (random.nextInt(10) == 0) assertTrue(order.rebuild());
                for (int[] edge : edges) assertTrue(order.agrees(edge[0], edge[1]));
            }
        }
    }

    @Test
    void rebuildFindsCycles() {
        DynamicOrder order = empty();
        order.put(3, 5, 10);
        order.put(5, 7, 11);
        order.put(7, 3, 12);
        assertTrue(!order.rebuild());
        int[] labels = order.cycleLabels.toArray();
        Arrays.sort(labels);
        assertEquals("[10, 11, 12]", Arrays.toString(labels));
    }

    private static void assertCycle(DynamicOrder order, List<int[]> edges, int a, int b, int label) {
        int length = order.cycleNodes.size();
        assertEquals(a, order.cycleNodes.get(0));
        assertEquals(b, order.cycleNodes.get(length - 1));
        assertEquals(label, order.cycleLabels.get(length - 1));
        for (int i = 0; i + 1 < length; i++) {
            int to = order.cycleNodes.get(i);
            int from = order.cycleNodes.get(i + 1);
            assertTrue(edges.stream().anyMatch(edge -> edge[0] == from && edge[1] == to));
        }
    }

    private static boolean reaches(List<int[]> edges, int from, int to) {
        boolean[] seen = new boolean[NODES];
        seen[from] = true;
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int[] edge : edges) {
                if (!seen[edge[0]] || seen[edge[1]]) continue;
                seen[edge[1]] = true;
                changed = true;
            }
        }
        return seen[to];
    }

    /** Transactions that have nothing to do with each other. */
    private static DynamicOrder empty() {
        String[] lines = new String[NODES];
        for (int t = 0; t < NODES; t++) lines[t] = t + ": w(k" + t + ",1)";
        Problem problem = Problem.of(Relations.of(Histories.of(lines), Options.DEFAULT), Order.SESSION, 1);
        PointGraph graph = new PointGraph(problem, Rules.SERIAL, new Chains(problem, Rules.SERIAL));
        int[] nodes = new int[graph.nodes];
        for (int n = 0; n < nodes.length; n++) nodes[n] = n;
        return new DynamicOrder(graph, nodes, Deadline.NEVER);
    }
}
