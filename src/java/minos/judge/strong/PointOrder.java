package minos.judge.strong;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import minos.graph.TopologicalOrder;
import minos.graph.TopologicalSort;
import minos.util.Deadline;
import minos.util.LongList;

/**
 * An order of the nodes in which predecessors come first, linear ({@link TopologicalSort}): commits are visited in an order
 * in which the transactions may have committed, and whatever must come before is pulled in front. Where the history tells when
 * transactions completed, that is the order of their completions, and it fits what databases do: a completion is known to
 * be later than its commit, so a commit that was seen earlier than it completed is moved to where it was seen, and a begin
 * stands right before its commit unless something keeps it earlier; and after that an order that is put together {@linkplain JustInTime
 * just in time}. Elsewhere it is the order of the file, unless that has one session after the other and reads come before what they
 * read; and one in which sessions come forward side by side, and commits stand as far behind what they need as before what needs them.
 * Where the database says when transactions began and committed, that is tried before: whether it is true or not.
 */
final class PointOrder {
    /** By place: the node. Null if there is a cycle. */
    final int[] nodes;
    /** A cycle, each node a predecessor of the one before it; null if there is none. */
    final int[] cycle;

    private PointOrder(int[] nodes, int[] cycle) {
        this.nodes = nodes;
        this.cycle = cycle;
    }

    /** How many guesses there are. */
    static int guesses(Problem problem) {
        return first(problem) + 2;
    }

    /** Where those begin that do not ask the database. */
    private static int first(Problem problem) {
        return problem.history.hasStamps() ? 1 : 0;
    }

    /** The order nearest to a guess. Null if there is nothing to guess by, or no sense in it. */
    static PointOrder near(int guess, PointGraph graph, Deadline deadline) {
        Problem problem = graph.problem;
        int[] nodes;
        if (guess < first(problem)) nodes = claimed(graph);
        else if (problem.history.hasRealTime())
            nodes = guess == first(problem) ? recorded(graph) : justInTime(graph, deadline);
        else if (guess > first(problem)) nodes = sideBySide(graph, deadline);
        else nodes = problem.isNearlyInOrder() ? recorded(graph) : null;
        return nodes == null ? null : near(nodes, graph, deadline);
    }

    private static int[] justInTime(PointGraph graph, Deadline deadline) {
        int[] transactions = graph.problem.justInTime(graph.chains, deadline);
        return transactions == null
                ? null
                : Arrays.stream(transactions).map(graph::commit).toArray();
    }

    /** By the database's clock: what it leaves out stands where it was recorded, what begins at a time sees what commits then. */
    private static int[] claimed(PointGraph graph) {
        Problem problem = graph.problem;
        LongList nodes = new LongList(problem.size() * 2);
        long last = 0;
        for (int t = 0; t < problem.size(); t++) {
            int commit = problem.history.committed(problem.id[t]);
            int begin = problem.history.started(problem.id[t]);
            if (commit != NONE) last = commit;
            nodes.add(last << 32 | graph.commit(t));
            if (begin != NONE && graph.begin(t) != graph.commit(t))
                nodes.add((long) begin << 32 | 1L << 31 | graph.begin(t));
        }
        long[] sorted = nodes.toArray();
        Arrays.sort(sorted);
        int[] order = new int[sorted.length];
        for (int i = 0; i < order.length; i++) order[i] = (int) sorted[i] & Integer.MAX_VALUE;
        return order;
    }

    private static int[] recorded(PointGraph graph) {
        int[] order = new int[graph.problem.size()];
        for (int t = 0; t < order.length; t++) order[t] = graph.commit(t);
        return order;
    }

    private static int[] sideBySide(PointGraph graph, Deadline deadline) {
        TopologicalOrder breadthFirst = TopologicalOrder.breadthFirst(graph.predecessors, deadline);
        if (breadthFirst == null) return recorded(graph); // there is a cycle, which any order finds
        TopologicalOrder points = breadthFirst.byDepth(graph.predecessors);
        int[] commits = new int[graph.problem.size()];
        int size = 0;
        for (int place = 0; place < points.size(); place++) {
            int node = points.vertex(place);
            if (graph.isPoint(node) && graph.isCommit(node)) commits[size++] = node;
        }
        return commits;
    }

    private static PointOrder near(int[] nodes, PointGraph graph, Deadline deadline) {
        TopologicalSort sort = new TopologicalSort(graph.predecessors, deadline);
        if (!sort.visit(nodes)) return new PointOrder(null, sort.cycle());
        for (int node = 0; node < graph.nodes; node++) {
            if (!graph.isReaders(node) && !sort.visit(node)) return new PointOrder(null, sort.cycle());
        }
        return new PointOrder(sort.size() == graph.nodes ? sort.order() : withReaders(graph, sort), null);
    }

    /**
     * Puts each node after reads that nothing needs yet right behind the last of these reads. At the end of the order
     * they would make every edge out of them go against it, and be dear to add.
     */
    private static int[] withReaders(PointGraph graph, TopologicalSort sort) {
        int[] order = sort.order();
        int done = sort.size();
        int[] place = new int[graph.nodes];
        for (int i = 0; i < done; i++) place[order[i]] = i;
        int[] nextBehind = new int[graph.nodes];
        int[] firstBehind = new int[done];
        Arrays.fill(firstBehind, -1);
        for (int node = 0; node < graph.nodes; node++) {
            if (sort.isVisited(node)) continue;
            int last = 0;
            for (int i = graph.predecessors.begin(node); i < graph.predecessors.end(node); i++) {
                last = Math.max(last, place[graph.predecessors.get(i)]);
            }
            nextBehind[node] = firstBehind[last];
            firstBehind[last] = node;
        }
        int[] all = new int[graph.nodes];
        int size = 0;
        for (int i = 0; i < done; i++) {
            all[size++] = order[i];
            for (int node = firstBehind[i]; node >= 0; node = nextBehind[node]) all[size++] = node;
        }
        return all;
    }
}
