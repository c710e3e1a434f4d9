package minos.graph;

import static minos.util.Sentinel.NONE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import minos.util.Deadline;
import minos.util.IntList;
import org.junit.jupiter.api.Test;

/** All algorithms on small random graphs, against the closure by Warshall's algorithm. */
class RandomGraphsTest {
    private static final int VERTICES = 9;
    private static final int GRAPHS = 2_000;

    /** A random graph, and where its paths lead. */
    private record Sample(Csr predecessors, boolean[][] path, boolean isCyclic) {
        static Sample of(Random random) {
            int edges = random.nextInt(2 * VERTICES);
            boolean forward = random.nextBoolean();
            List<int[]> chosen = new ArrayList<>();
            boolean[][] path = new boolean[VERTICES][VERTICES];
            for (int e = 0; e < edges; e++) {
                int a = random.nextInt(VERTICES);
                int b = random.nextInt(VERTICES);
                if (a == b) continue;
                // Without a cycle half of the time, in an order that is not that of the numbers.
                if (forward && a * 4 % VERTICES > b * 4 % VERTICES) continue;
                chosen.add(new int[] {a, b});
                path[a][b] = true;
            }
            for (int k = 0; k < VERTICES; k++) {
                for (int i = 0; i < VERTICES; i++) {
                    for (int j = 0; j < VERTICES; j++) path[i][j] |= path[i][k] && path[k][j];
                }
            }
            boolean cyclic = false;
            for (int v = 0; v < VERTICES; v++) cyclic |= path[v][v];
            return new Sample(
                    Csr.build(VERTICES, rows -> chosen.forEach(edge -> rows.add(edge[1], edge[0]))), path, cyclic);
        }
    }

    private interface Check {
        void accept(Sample sample, Random random);
    }

    private static void onRandomGraphs(Check check) {
        for (long seed = 0; seed < GRAPHS; seed++) {
            Random random = new Random(seed);
            Sample sample = Sample.of(random);
            try {
                check.accept(sample, random);
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ", predecessors\n" + sample.predecessors, e);
            }
        }
    }

    @Test
    void transposedTwiceIsTheSameButForOrder() {
        onRandomGraphs((sample, random) -> {
            Csr successors = sample.predecessors.transposed();
            assertEquals(sample.predecessors.size(), successors.size());
            assertEquals(successors, successors.transposed().transposed());
            for (int v = 0; v < VERTICES; v++) {
                for (int i = successors.begin(v); i < successors.end(v); i++)
                    assertTrue(sample.path[v][successors.get(i)]);
            }
        });
    }

    @Test
    void bothEdgesOfTwoGraphs() {
        onRandomGraphs((sample, random) -> {
            Csr other = Sample.of(random).predecessors;
            Csr both = sample.predecessors.with(other);
            for (int v = 0; v < VERTICES; v++) {
                List<Integer> expected = new ArrayList<>(row(sample.predecessors, v));
                expected.addAll(row(other, v));
                assertEquals(expected, row(both, v));
            }
        });
    }

    @Test
    void rowsOfPartsOneAfterAnother() {
        onRandomGraphs((sample, random) -> {
            int cut = random.nextInt(VERTICES + 1);
            assertEquals(
                    sample.predecessors,
                    Csr.concat(List.of(rows(sample, 0, cut), rows(sample, cut, cut), rows(sample, cut, VERTICES))));
        });
    }

    private static Csr.Rows rows(Sample sample, int from, int to) {
        Csr.Rows rows = new Csr.Rows(to - from, 0);
        for (int v = from; v < to; v++) {
            row(sample.predecessors, v).forEach(rows::add);
            rows.endRow();
        }
        return rows;
    }

    private static List<Integer> row(Csr csr, int row) {
        List<Integer> items = new ArrayList<>();
        for (int i = csr.begin(row); i < csr.end(row); i++) items.add(csr.get(i));
        return items;
    }

    @Test
    void componentsAreWherePathsLeadBothWays() {
        onRandomGraphs((sample, random) -> {
            StronglyConnectedComponents components =
                    StronglyConnectedComponents.of(sample.predecessors, Deadline.NEVER);
            for (int a = 0; a < VERTICES; a++) {
                assertEquals(sample.path[a][a], components.isCyclic(a));
                for (int b = 0; b < VERTICES; b++) {
                    assertEquals(sample.path[a][b] && sample.path[b][a], components.together(a, b));
                }
                assertTrue(components.component(a) < components.count());
            }
        });
    }

    /** Edges of an acyclic graph, and edges against its order: cycles stay within what the latter span. */
    @Test
    void noCycleLeavesWhatEdgesAgainstTheOrderSpan() {
        onRandomGraphs((sample, random) -> {
            int[] shuffled = shuffled(random);
            int[] rank = new int[VERTICES];
            for (int i = 0; i < VERTICES; i++) rank[shuffled[i]] = i;
            TopologicalOrder order = new TopologicalOrder(shuffled, rank);
            List<int[]> against = new ArrayList<>();
            for (int v = 0; v < VERTICES; v++) {
                for (int before : row(sample.predecessors, v)) {
                    if (rank[before] > rank[v]) against.add(new int[] {before, v});
                }
            }
            StronglyConnectedComponents spanned = StronglyConnectedComponents.spanned(
                    order,
                    against.stream().mapToInt(edge -> edge[0]).toArray(),
                    against.stream().mapToInt(edge -> edge[1]).toArray());
            for (int a = 0; a < VERTICES; a++) {
                for (int b = 0; b < VERTICES; b++) {
                    if (sample.path[a][b] && sample.path[b][a]) assertTrue(spanned.together(a, b));
                    assertEquals(areSpanned(rank[a], rank[b], against, rank), spanned.together(a, b));
                }
                assertTrue(spanned.component(a) < spanned.count());
            }
        });
    }

    /** Whether each place from one to the other lies below an edge against the order. */
    private static boolean areSpanned(int a, int b, List<int[]> against, int[] rank) {
        for (int i = Math.min(a, b); i <= Math.max(a, b); i++) {
            int place = i;
            if (against.stream().noneMatch(edge -> rank[edge[1]] <= place && place <= rank[edge[0]])) return false;
        }
        return true;
    }

    /** Where some edges are no steps, on graphs with more open ends than a handful. */
    @Test
    void shortestPathsInLargerGraphs() {
        int vertices = 120;
        for (long seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            int[][] edges = new int[600][];
            for (int e = 0; e < edges.length; e++)
                edges[e] = new int[] {random.nextInt(vertices), random.nextInt(vertices)};
            Csr predecessors = Csr.build(vertices, rows -> {
                for (int[] edge : edges) rows.add(edge[1], edge[0]);
            });
            ShortestPath.Steps counted = new ShortestPath.Steps() {
                @Override
                public boolean isRun(int from, int to) {
                    return false;
                }

                @Override
                public boolean isFree(int from, int to) {
                    return (from * 7 + to) % 5 < 2;
                }
            };
            IntList from = new IntList();
            IntList to = new IntList();
            for (int e = 0; e < 40; e++) {
                from.add(random.nextInt(vertices));
                to.add(random.nextInt(vertices));
            }
            Csr dear = Csr.build(vertices, byEnd -> {
                for (int e = 0; e < to.size(); e++) byEnd.add(to.get(e), e);
            });
            ShortestPath paths = new ShortestPath(predecessors, counted, null, Deadline.NEVER).withDear(dear, from);
            for (int i = 0; i < 20; i++) {
                int a = random.nextInt(vertices);
                int b = random.nextInt(vertices);
                if (a == b) continue;
                long[] cost = new long[vertices]; // to b, by Bellman and Ford
                Arrays.fill(cost, ShortestPath.NO_LIMIT / 4);
                cost[b] = 0;
                for (boolean changed = true; changed; ) {
                    changed = false;
                    for (int[] edge : edges) {
                        long price = cost[edge[1]] + (counted.isFree(edge[0], edge[1]) ? 0 : 1);
                        changed |= price < cost[edge[0]];
                        cost[edge[0]] = Math.min(cost[edge[0]], price);
                    }
                    for (int e = 0; e < from.size(); e++) {
                        long price = cost[to.get(e)] + (1L << 32);
                        changed |= price < cost[from.get(e)];
                        cost[from.get(e)] = Math.min(cost[from.get(e)], price);
                    }
                }
                ShortestPath.Path path = paths.find(a, b, ShortestPath.NO_LIMIT);
                if (cost[a] >= ShortestPath.NO_LIMIT / 4) assertNull(path);
                // What costs nothing has been no path yet: a path that is looked for has a step.
                else if (cost[a] > 0) assertEquals(cost[a], path.cost(), "seed " + seed);
            }
        }
    }

    @Test
    void ordersPutPredecessorsFirst() {
        onRandomGraphs((sample, random) -> {
            TopologicalOrder breadthFirst = TopologicalOrder.breadthFirst(sample.predecessors, Deadline.NEVER);
            assertOrder(sample, breadthFirst);
            if (breadthFirst != null) assertOrder(sample, breadthFirst.byDepth(sample.predecessors));
            assertOrder(sample, TopologicalOrder.identity(VERTICES).near(sample.predecessors, Deadline.NEVER));
            TopologicalSort sort = new TopologicalSort(sample.predecessors, Deadline.NEVER);
            boolean sorted = sort.visit(shuffled(random));
            assertEquals(!sample.isCyclic, sorted);
            if (sorted) assertOrder(sample, sort.toOrder());
            else assertCycle(sample, sort.cycle());
        });
    }

    private static void assertOrder(Sample sample, TopologicalOrder order) {
        if (sample.isCyclic) {
            assertNull(order);
            return;
        }
        for (int v = 0; v < VERTICES; v++) {
            assertEquals(v, order.vertex(order.rank(v)));
            for (int before : row(sample.predecessors, v)) assertTrue(order.rank(before) < order.rank(v));
        }
    }

    private static void assertCycle(Sample sample, int[] cycle) {
        for (int i = 0; i < cycle.length; i++) {
            assertTrue(row(sample.predecessors, cycle[i]).contains(cycle[(i + 1) % cycle.length]));
        }
    }

    /** What nothing keeps stays where it was. */
    @Test
    void anOrderNearToOneThatFitsIsThatOne() {
        onRandomGraphs((sample, random) -> {
            TopologicalOrder order = TopologicalOrder.breadthFirst(sample.predecessors, Deadline.NEVER);
            if (order == null) return;
            TopologicalOrder near = order.near(sample.predecessors, Deadline.NEVER);
            for (int place = 0; place < VERTICES; place++) assertEquals(order.vertex(place), near.vertex(place));
        });
    }

    @Test
    void clocksAndSearchesKnowThePaths() {
        onRandomGraphs((sample, random) -> {
            TopologicalOrder order = TopologicalOrder.breadthFirst(sample.predecessors, Deadline.NEVER);
            if (order == null) return;
            ChainDecomposition chains = ChainDecomposition.greedy(sample.predecessors, order, v -> true);
            for (int v = 0; v < VERTICES; v++) {
                assertEquals(v, chains.vertex(chains.chain(v), chains.position(v)));
                if (chains.position(v) > 0)
                    assertTrue(sample.path[chains.vertex(chains.chain(v), chains.position(v) - 1)][v]);
            }
            VectorClocks clocks = new VectorClocks(VERTICES, chains);
            clocks.compute(sample.predecessors, order, Deadline.NEVER);
            AncestorSearch search = new AncestorSearch(sample.predecessors, order);
            for (int a = 0; a < VERTICES; a++) {
                for (int b = 0; b < VERTICES; b++) {
                    assertEquals(a == b || sample.path[a][b], clocks.reaches(a, b));
                    if (a != b) assertEquals(sample.path[a][b], search.isBefore(a, b, Long.MAX_VALUE / 2));
                }
            }
        });
    }

    /** 0 → 2 → 3 → 5 → 4 and 1 → 4: the longest paths to 1 and from it suggest a place behind 2. */
    @Test
    void byDepthAVertexStandsBetweenWhatItsPathsSuggest() {
        Csr predecessors = Csr.build(6, edges -> {
            edges.add(2, 0);
            edges.add(3, 2);
            edges.add(5, 3);
            edges.add(4, 1);
            edges.add(4, 5);
        });
        TopologicalOrder order =
                TopologicalOrder.breadthFirst(predecessors, Deadline.NEVER).byDepth(predecessors);
        int[] found = new int[6];
        for (int place = 0; place < found.length; place++) found[place] = order.vertex(place);
        assertArrayEquals(new int[] {0, 2, 1, 3, 5, 4}, found);
    }

    /** Entries of chains with more vertices than two bytes can count; chain 0 has the even ones, chain 1 the odd ones. */
    @Test
    void clocksOfLongChains() {
        int vertices = 2 * (Short.MAX_VALUE + 10);
        Csr predecessors = Csr.build(vertices, edges -> {
            for (int v = 2; v < vertices; v++) edges.add(v, v - 2);
            for (int v = 1; v < vertices; v += 1_000) if (v % 2 == 1) edges.add(v, v - 1);
            for (int v = 999; v < vertices; v += 1_000) if (v + 1_001 < vertices) edges.add(v + 1_001, v);
        });
        int[] chain = new int[vertices];
        for (int v = 0; v < vertices; v++) chain[v] = v % 2;
        TopologicalOrder order = TopologicalOrder.identity(vertices);
        VectorClocks clocks = new VectorClocks(vertices, ChainDecomposition.of(chain, 2))
                .compute(predecessors, order, Deadline.NEVER);
        AncestorSearch search = new AncestorSearch(predecessors, order);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 1_000; i++) {
            int later = 1 + random.nextInt(vertices - 1);
            int earlier = Math.max(0, later - 1 - random.nextInt(3_000));
            assertEquals(search.isBefore(earlier, later, Long.MAX_VALUE / 2), clocks.reaches(earlier, later));
        }
        assertTrue(clocks.reaches(vertices - 4, vertices - 2));
        assertFalse(clocks.reaches(vertices - 2, vertices - 4));
    }

    /** Chains that hear of each other sooner or later, or never, and end; in blocks of columns, too. */
    @Test
    void rowsOfAncestors() {
        for (int seed = 0; seed < 150; seed++) {
            Random random = new Random(seed);
            Csr predecessors = chains(random);
            int count = predecessors.rows();
            TopologicalOrder order = TopologicalOrder.breadthFirst(predecessors, Deadline.NEVER);
            if (random.nextBoolean()) order = order.byDepth(predecessors);
            BitSet[] past = new BitSet[count];
            BitSet further = new BitSet(); // what leads anywhere
            for (int place = 0; place < count; place++) {
                int v = order.vertex(place);
                past[v] = new BitSet();
                for (int before : row(predecessors, v)) {
                    past[v].or(past[before]);
                    past[v].set(before);
                    further.set(before);
                }
            }
            int leftOut = 2 + random.nextInt(20);
            AncestorRows rows =
                    new AncestorRows(predecessors, order, v -> v % leftOut != 0, (long) count << random.nextInt(5));
            int last = NONE;
            for (int from = 0; from < rows.columns(); ) {
                int to = rows.compute(from, Deadline.NEVER);
                for (int c = from; c < to; c++) {
                    int column = rows.vertex(c);
                    assertTrue(column % leftOut != 0 && further.get(column) && order.rank(column) > last);
                    last = order.rank(column);
                    for (int v = 0; v < count; v++) assertEquals(past[v].get(column), rows.leads(c, v));
                    further.clear(column);
                }
                for (int v = 0; v < count; v++) assertBounds(rows, order, past, from, to, v);
                for (int i = 0; i < 50; i++) assertLatest(rows, order, past, from, to, random);
                from = to;
            }
            for (int v = 1; v < count; v++) assertTrue(v % leftOut == 0 || !further.get(v));
        }
    }

    private static Csr chains(Random random) {
        int chains = 1 + random.nextInt(40);
        int count = chains + random.nextInt(600);
        int parts = 1 + random.nextInt(3);
        boolean loose = random.nextBoolean();
        int far = 1 + random.nextInt(chains * 4);
        int[] last = new int[chains];
        Arrays.fill(last, NONE);
        Csr.Rows rows = new Csr.Rows(count, count * 2);
        for (int v = 0; v < count; v++) {
            int chain = random.nextInt(chains);
            if (last[chain] >= 0) rows.add(last[chain]);
            for (int i = random.nextInt(4); i > 0 && v >= parts; i--) {
                int before = Math.max(v % parts, v - parts * (1 + random.nextInt(far)));
                if (before < v) rows.add(before);
            }
            last[chain] = loose && random.nextInt(8) == 0 ? NONE : v;
            rows.endRow();
        }
        return Csr.concat(List.of(rows));
    }

    private static void assertBounds(
            AncestorRows rows, TopologicalOrder order, BitSet[] past, int from, int to, int v) {
        int end = order.rank(v);
        for (int c = from; c < rows.low(v); c++) {
            boolean further = false;
            for (int place = end; place < order.size(); place++)
                further |= past[order.vertex(place)].get(rows.vertex(c));
            assertEquals(further, past[v].get(rows.vertex(c)));
        }
        for (int c = rows.high(v); c < to; c++) assertFalse(past[v].get(rows.vertex(c)));
    }

    private static void assertLatest(
            AncestorRows rows, TopologicalOrder order, BitSet[] past, int from, int to, Random random) {
        AncestorRows.Precedence precedence = rows.new Precedence();
        int place = random.nextInt(past.length);
        int v = order.vertex(place);
        int other = place == 0 || random.nextInt(4) == 0 ? NONE : order.vertex(random.nextInt(place));
        BitSet before = new BitSet();
        if (other >= 0) {
            before.or(past[other]);
            before.set(other);
            for (int i = random.nextInt(3); i > 0; i--) {
                int column = from + random.nextInt(to - from);
                if (order.rank(rows.vertex(column)) >= place) continue;
                precedence.add(column, other);
                before.or(past[rows.vertex(column)]);
                before.set(rows.vertex(column));
            }
        }
        long[] columns = new long[(to - from) / Long.SIZE + 1];
        for (int c = from; c < to; c++) if (random.nextInt(3) > 0) columns[(c - from) >> 6] |= 1L << (c - from);
        IntList expected = new IntList();
        for (int c = to - 1; c >= from; c--) {
            int column = rows.vertex(c);
            boolean latest =
                    (columns[(c - from) >> 6] >>> (c - from) & 1) != 0 && past[v].get(column) && !before.get(column);
            for (int i = 0; i < expected.size(); i++) latest &= !past[rows.vertex(expected.get(i))].get(column);
            if (latest) expected.add(c);
        }
        IntList found = new IntList();
        precedence.latest(v, other, columns, found);
        assertArrayEquals(expected.toArray(), found.toArray());
    }

    /** Dear edges beside the graph: no path has fewer of them, and no path with as few has fewer steps. */
    @Test
    void shortestPaths() {
        onRandomGraphs((sample, random) -> {
            IntList from = new IntList();
            IntList to = new IntList();
            for (int e = random.nextInt(6); e > 0; e--) {
                from.add(random.nextInt(VERTICES));
                to.add(random.nextInt(VERTICES));
            }
            Csr dear = Csr.build(VERTICES, byEnd -> {
                for (int e = 0; e < to.size(); e++) byEnd.add(to.get(e), e);
            });
            ShortestPath paths = new ShortestPath(sample.predecessors, ShortestPath.Steps.EACH, null, Deadline.NEVER)
                    .withDear(dear, from);
            long[][] cost = new long[VERTICES][VERTICES];
            for (long[] row : cost) Arrays.fill(row, ShortestPath.NO_LIMIT / 4);
            for (int e = 0; e < to.size(); e++) cost[from.get(e)][to.get(e)] = 1L << 32;
            for (int v = 0; v < VERTICES; v++) for (int before : row(sample.predecessors, v)) cost[before][v] = 1;
            for (int k = 0; k < VERTICES; k++) {
                for (int i = 0; i < VERTICES; i++) {
                    for (int j = 0; j < VERTICES; j++) cost[i][j] = Math.min(cost[i][j], cost[i][k] + cost[k][j]);
                }
            }
            for (int a = 0; a < VERTICES; a++) {
                for (int b = 0; b < VERTICES; b++) {
                    if (a != b) assertPath(paths, a, b, cost[a][b], sample, from, to);
                }
            }
        });
    }

    private static void assertPath(
            ShortestPath paths, int a, int b, long cost, Sample sample, IntList from, IntList to) {
        ShortestPath.Path path = paths.find(a, b, ShortestPath.NO_LIMIT);
        if (cost >= ShortestPath.NO_LIMIT / 4) {
            assertNull(path);
            return;
        }
        assertEquals(cost, path.cost());
        assertNull(paths.find(a, b, cost));
        int at = a;
        for (ShortestPath.Step step : path.steps()) {
            assertEquals(at, step.from());
            if (step.dear() == NONE) {
                assertTrue(row(sample.predecessors, step.to()).contains(step.from()));
            } else {
                assertEquals(step.from(), from.get(step.dear()));
                assertEquals(step.to(), to.get(step.dear()));
            }
            at = step.to();
        }
        assertEquals(b, at);
    }

    /** Runs along a chain are one step; and more dear edges than an int could price. */
    @Test
    void longPaths() {
        int length = 200_000;
        Csr chain = Csr.build(length, edges -> {
            for (int v = 1; v < length; v++) edges.add(v, v - 1);
        });
        ShortestPath runs = new ShortestPath(
                chain,
                new ShortestPath.Steps() {
                    @Override
                    public boolean isRun(int from, int to) {
                        return from >= length / 2;
                    }

                    @Override
                    public boolean isFree(int from, int to) {
                        return from < length / 4;
                    }
                },
                null,
                Deadline.NEVER);
        ShortestPath.Path path = runs.find(0, length - 1, ShortestPath.NO_LIMIT);
        assertEquals(length / 4 + 1, path.cost());
        assertEquals(length - 1, path.steps().size());
        IntList from = new IntList();
        for (int v = 0; v < length; v++) from.add((v + length - 1) % length);
        Csr numbers = Csr.build(length, byEnd -> {
            for (int v = 0; v < length; v++) byEnd.add(v, v);
        });
        ShortestPath dear = new ShortestPath(
                        Csr.build(length, edges -> {}), ShortestPath.Steps.EACH, null, Deadline.NEVER)
                .withDear(numbers, from);
        assertEquals(
                (length - 1L) << 32,
                dear.find(0, length - 1, ShortestPath.NO_LIMIT).cost());
        assertEquals(length - 1, dear.find(1, 0, ShortestPath.NO_LIMIT).steps().size());
    }

    @Test
    void chainsThatAreKnown() {
        ChainDecomposition chains = ChainDecomposition.of(new int[] {1, NONE, 1, 0, 1}, 2);
        assertEquals(2, chains.count());
        assertEquals(3, chains.length(1));
        assertEquals(4, chains.vertex(1, 2));
        assertEquals(1, chains.position(2));
        assertEquals(NONE, chains.chain(1));
    }

    /** Helpers lead from whoever ended to whoever began later, and to nobody else. */
    @Test
    void intervalsInTheirOrder() {
        for (long seed = 0; seed < GRAPHS; seed++) {
            Random random = new Random(seed);
            int[] begin = new int[VERTICES];
            int[] end = new int[VERTICES];
            List<Integer> ended = new ArrayList<>();
            for (int v = 0; v < VERTICES; v++) {
                end[v] = 2 * (v + 1);
                begin[v] = 2 * random.nextInt(v + 1) + 1;
                if (random.nextInt(4) > 0) ended.add(v);
            }
            IntervalOrder intervals =
                    new IntervalOrder(ended.stream().mapToInt(v -> v).toArray(), v -> end[v]);
            Csr.Rows rows = new Csr.Rows(VERTICES, 0);
            for (int v = 0; v < VERTICES; v++) {
                int helper = intervals.lastBefore(begin[v]);
                if (helper >= 0) rows.add(VERTICES + helper);
                rows.endRow();
            }
            Csr graph = Csr.concat(List.of(rows, intervals.rows(VERTICES)));
            TopologicalOrder order = TopologicalOrder.breadthFirst(graph, Deadline.NEVER);
            AncestorSearch search = new AncestorSearch(graph, order);
            for (int a = 0; a < VERTICES; a++) {
                for (int b = 0; b < VERTICES; b++) {
                    if (a == b) continue;
                    assertEquals(ended.contains(a) && end[a] < begin[b], search.isBefore(a, b, Long.MAX_VALUE / 2));
                }
            }
        }
        assertFalse(new IntervalOrder().lastBefore(7) >= 0);
    }

    private static int[] shuffled(Random random) {
        int[] vertices = new int[VERTICES];
        for (int i = 0; i < VERTICES; i++) {
            int j = random.nextInt(i + 1);
            vertices[i] = vertices[j];
            vertices[j] = i;
        }
        return vertices;
    }
}
