package minos.judge.strong;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.Optional;
import minos.graph.Csr;
import minos.graph.TopologicalSort;
import minos.model.Certificate;
import minos.model.Level;
import minos.model.Order;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Points of transactions to which a database gives the same time, and the edges among them. Nothing is claimed of their order, so one
 * that the edges allow will do. Linear; for real time a chain over the completions of each time, so that "completed before" takes
 * one edge.
 */
final class ClaimedTies {
    /** Hears of the edges of a way round, in their order; of an anti-dependency, the read and the version that it missed. */
    interface Steps {
        void step(int from, int to, int kind, int ref, int read);
    }

    /** From a commit into the chain of completions, along it, and into a begin; or from a begin to its own commit. */
    private static final int HELPER = -1;

    private final Problem problem;
    private final Rules rules;
    private final int[] begin;
    private final int[] commit;
    private final IntList from = new IntList();
    private final IntList to = new IntList();
    private final IntList kind = new IntList();
    private final IntList ref = new IntList();
    private final IntList read = new IntList();
    /** Null unless real time counts. */
    private final ClaimedCompletions completions;

    private TopologicalSort sort;

    ClaimedTies(Problem problem, Rules rules, int[] begin, int[] commit, ClaimedCompletions completions) {
        this.problem = problem;
        this.rules = rules;
        this.begin = begin;
        this.commit = commit;
        this.completions = completions;
    }

    /** Whether its begin and its commit are two points. */
    private boolean isSplit(int t) {
        return rules.of(problem, t).split();
    }

    int begin(int t) {
        return isSplit(t) ? t * 2 : commit(t);
    }

    int commit(int t) {
        return t * 2 + 1;
    }

    boolean isEmpty() {
        return from.isEmpty();
    }

    void edge(int before, int after, int what, int which) {
        add(before, after, what, which, NONE);
    }

    void missed(int before, int after, int r, int next) {
        add(before, after, ClaimedOrder.RW, next, r);
    }

    private void add(int before, int after, int what, int which, int by) {
        from.add(before);
        to.add(after);
        kind.add(what);
        ref.add(which);
        read.add(by);
    }

    /** Puts all points in order; false if that cannot be. */
    boolean order(Deadline deadline) {
        for (int t = 0; rules.split() && t < problem.size(); t++) {
            boolean together = commit[t] != NONE && begin[t] == commit[t];
            if (together && isSplit(t)) edge(begin(t), commit(t), HELPER, NONE);
        }
        if (completions != null) completions();
        sort = new TopologicalSort(
                Csr.build(problem.size() * 2 + (completions == null ? 0 : completions.size()), edges -> {
                    for (int i = 0; i < from.size(); i++) edges.add(to.get(i), from.get(i));
                }),
                deadline);
        for (int node : byTime()) if (!sort.visit(node)) return false;
        return true;
    }

    /** All points by their times. */
    private int[] byTime() {
        long[] sorted = new long[problem.size() * 2];
        int size = 0;
        for (int t = 0; t < problem.size(); t++) {
            if (commit[t] == NONE) continue;
            if (isSplit(t)) sorted[size++] = (long) begin[t] << 32 | begin(t);
            sorted[size++] = (long) commit[t] << 32 | commit(t);
        }
        Arrays.sort(sorted, 0, size);
        int[] nodes = new int[size];
        for (int i = 0; i < size; i++) nodes[i] = (int) sorted[i];
        return nodes;
    }

    /** In each group, a chain over those that committed at one time. */
    private void completions() {
        for (int group = 0, first = problem.size() * 2; group < completions.groups(); group++) {
            long[] sorted = Arrays.stream(completions.of(group))
                    .mapToLong(t -> (long) commit[t] << 32 | t)
                    .sorted()
                    .toArray();
            int[] completed = Arrays.stream(sorted).mapToInt(each -> (int) each).toArray();
            for (int i = 0; i < completed.length; i++) {
                edge(commit(completed[i]), first + i, HELPER, NONE);
                boolean same = i > 0 && commit[completed[i]] == commit[completed[i - 1]];
                if (same) edge(first + i - 1, first + i, HELPER, NONE);
            }
            for (int t : completions.members(group)) {
                int from = firstFrom(sorted, begin[t]);
                int after = completions.firstAfter(completed, from, firstFrom(sorted, begin[t] + 1), t);
                if (after > from) edge(first + after - 1, begin(t), HELPER, NONE);
            }
            first += completed.length;
        }
    }

    /** The first place of those that committed no earlier. */
    private static int firstFrom(long[] sorted, int time) {
        int place = Arrays.binarySearch(sorted, (long) time << 32);
        return place < 0 ? -place - 1 : place;
    }

    /** Where there is no order: tells of the edges that lead round. */
    void round(Steps steps) {
        int[] cycle = sort.cycle();
        int points = problem.size() * 2;
        int last = 0; // each node is a predecessor of the one before it: backwards, each comes before the next
        while (cycle[last] >= points) last++;
        int before = cycle[last];
        for (int i = 1; i <= cycle.length; i++) {
            int node = cycle[Math.floorMod(last - i, cycle.length)];
            if (node >= points) continue;
            if (node >> 1 != before >> 1) step(before, node, steps);
            before = node;
        }
    }

    private void step(int before, int after, Steps steps) {
        for (int i = 0; i < from.size(); i++) {
            if (from.get(i) != before || to.get(i) != after) continue;
            steps.step(before >> 1, after >> 1, kind.get(i), ref.get(i), read.get(i));
            return;
        }
        steps.step(before >> 1, after >> 1, ClaimedOrder.RT, NONE, NONE); // along the chain
    }

    /** The order in which all points were put. */
    Certificate certificate(Level level, Order order) {
        int[] commits = new int[problem.size()];
        int[] snapshots = rules.split() ? new int[problem.size()] : null;
        int[] seen = new int[problem.size()];
        int committed = 0;
        for (int i = 0; i < sort.size(); i++) {
            int node = sort.order()[i];
            int t = node >> 1;
            if (node >= problem.size() * 2) continue;
            if (node == begin(t)) seen[t] = committed;
            if (node != commit(t)) continue;
            if (snapshots != null) snapshots[committed] = seen[t];
            commits[committed++] = problem.id[t];
        }
        return new Certificate(level, order, commits, Optional.ofNullable(snapshots));
    }
}
