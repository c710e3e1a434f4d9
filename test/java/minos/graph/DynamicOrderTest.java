package minos.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
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
        int length = order.cycleVertices.size();
        assertEquals(a, order.cycleVertices.get(0));
        assertEquals(b, order.cycleVertices.get(length - 1));
        assertEquals(label, order.cycleLabels.get(length - 1));
        for (int i = 0; i + 1 < length; i++) {
            int to = order.cycleVertices.get(i);
            int from = order.cycleVertices.get(i + 1);
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

    /** A graph without edges. */
    private static DynamicOrder empty() {
        int[] order = new int[NODES];
        for (int v = 0; v < NODES; v++) order[v] = v;
        return new DynamicOrder(Csr.build(NODES, edges -> {}), order, Deadline.NEVER);
    }
}
