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
                boolean fits = !reaches(NODES, edges, b, a);
                assertEquals(!fits, order.closesCycle(a, b, step));
                assertEquals(fits, order.add(a, b, step));
                if (fits) edges.add(new int[] {a, b});
                else assertCycle(order, edges, a, b, step);
                if (random.nextInt(10) == 0) assertTrue(order.rebuild());
                for (int[] edge : edges) assertTrue(order.agrees(edge[0], edge[1]));
            }
        }
    }

    /** Larger graphs with edges of their own, in any order: what is found by several searches at once is what is there. */
    @Test
    void pathsAreFoundFromBothEnds() {
        for (long seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            int nodes = 2 + random.nextInt(80);
            int[] first = new int[nodes];
            for (int v = 0; v < nodes; v++) first[v] = v;
            for (int v = nodes - 1; v > 0; v--) {
                int other = random.nextInt(v + 1);
                int swapped = first[v];
                first[v] = first[other];
                first[other] = swapped;
            }
            List<int[]> edges = new ArrayList<>();
            for (int i = random.nextInt(nodes * 2); i > 0; i--) {
                int place = random.nextInt(nodes - 1);
                int reach = 1 + random.nextInt(random.nextBoolean() ? nodes : 8);
                edges.add(new int[] {first[place], first[Math.min(nodes - 1, place + reach)]});
            }
            List<int[]> own = List.copyOf(edges);
            Csr predecessors = Csr.build(nodes, rows -> own.forEach(edge -> rows.add(edge[1], edge[0])));
            DynamicOrder order = new DynamicOrder(predecessors, first, Deadline.NEVER);
            DynamicOrder.Search other = order.newSearch();
            for (int step = 0; step < 300; step++) {
                int a = random.nextInt(nodes);
                int b = random.nextInt(nodes);
                boolean fits = !reaches(nodes, edges, b, a);
                assertEquals(!fits, other.closesCycle(a, b, step), "seed " + seed);
                if (!fits) assertCycle(other.cycleVertices.toArray(), edges, a, b);
                boolean adds = random.nextInt(4) == 0;
                assertEquals(!fits, adds ? !order.add(a, b, step) : order.closesCycle(a, b, step), "seed " + seed);
                if (!fits) assertCycle(order.cycleVertices.toArray(), edges, a, b);
                if (adds && fits) edges.add(new int[] {a, b});
                for (int[] edge : edges) assertTrue(order.agrees(edge[0], edge[1]), "seed " + seed);
            }
            int[] places = order.order();
            for (int place = 0; place + 1 < nodes; place++) assertTrue(order.agrees(places[place], places[place + 1]));
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
        assertEquals(label, order.cycleLabels.get(order.cycleVertices.size() - 1));
        assertCycle(order.cycleVertices.toArray(), edges, a, b);
    }

    private static void assertCycle(int[] vertices, List<int[]> edges, int a, int b) {
        assertEquals(a, vertices[0]);
        assertEquals(b, vertices[vertices.length - 1]);
        for (int i = 0; i + 1 < vertices.length; i++) {
            int to = vertices[i];
            int from = vertices[i + 1];
            assertTrue(edges.stream().anyMatch(edge -> edge[0] == from && edge[1] == to));
        }
    }

    private static boolean reaches(int nodes, List<int[]> edges, int from, int to) {
        boolean[] seen = new boolean[nodes];
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
