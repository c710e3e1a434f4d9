package minos.judge.strong;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import minos.judge.strong.DependencyGraph.Step;
import minos.model.AnomalyType;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Violation;
import minos.util.Deadline;

/**
 * Explains why a small problem cannot be ordered: by a shortest cycle of what is known; if there is none, by a cycle
 * with orders of writes that follow, as the other order closes a cycle too; and if that is not enough, by the cycles
 * that both orders of two writes lead to.
 */
final class Explainer {
    private final DependencyGraph graph;
    private final Problem problem;
    private final Level level;
    private final Deadline deadline;

    /** @param level at which the problem cannot be ordered, or at which it is asked why something is so */
    Explainer(Problem problem, Level level, Deadline deadline) {
        this.problem = problem;
        this.level = level;
        this.deadline = deadline;
        graph = new DependencyGraph(problem, Rules.of(level));
    }

    /** @param minimal whether the problem is a minimal one */
    Violation witness(boolean minimal) {
        Violation lost = lostUpdate(problem, graph.rules);
        if (lost != null) return lost;
        List<Step> known = graph.known();
        boolean[][] decided = new boolean[problem.versions()][problem.versions()];
        List<Step> cycle = saturate(known, decided);
        if (cycle != null) {
            List<Edge> edges = edges(cycle);
            AnomalyType type = CycleNames.of(edges, problem.history);
            // What no reader's level has to do with is told before anybody is ordered. So this rests on what a list
            // lacks.
            if (level == Level.MIXED && level.implies(type.rulesOut())) type = AnomalyType.G_SINGLE;
            return type == AnomalyType.UNORDERABLE
                    ? new Violation.Unorderable(level, transactions(), minimal, List.of(edges))
                    : new Violation.Cycle(type, edges);
        }
        return bothWays(known, decided, minimal);
    }

    /** Why a point of one transaction comes before one of another: what is known, or follows from it; or null. */
    Edge edge(int a, boolean fromBegin, int b, boolean toBegin) {
        int from = graph.state(a, fromBegin);
        int to = graph.state(b, toBegin);
        List<Step> steps = graph.known();
        Edge known = edge(steps, from, to);
        if (known != null) return known;
        boolean[][] decided = new boolean[problem.versions()][problem.versions()];
        if (saturate(steps, decided) != null) return null;
        Edge inferred = edge(steps, from, to);
        return inferred != null || !graph.rules.forbidReturns() ? inferred : edge(steps, from, to + 1);
    }

    /** The plainest edge from one state to another; null if there is none. */
    private static Edge edge(List<Step> steps, int from, int to) {
        Step best = null;
        for (Step step : steps) {
            if (step.from() != from || step.to() != to) continue;
            if (best == null || step.price() < best.price()) best = step;
        }
        return best == null ? null : best.edge();
    }

    /** Two transactions that read one version and both wrote the key: whichever comes first, the other lost it. */
    static Violation lostUpdate(Problem problem, Rules rules) {
        VersionChains chains = problem.chains(rules);
        if (chains.lostUpdateFirst < 0) return null;
        int first = chains.lostUpdateFirst;
        int second = chains.lostUpdateSecond;
        int key = problem.history.key(problem.readOp[first]);
        int one = problem.reader(first);
        int other = problem.reader(second);
        int oneWrite = problem.versionOp[problem.written(one, problem.readKey[first])];
        int otherWrite = problem.versionOp[problem.written(other, problem.readKey[second])];
        return new Violation.Cycle(
                AnomalyType.LOST_UPDATE,
                List.of(
                        Edge.rw(problem.id[one], problem.id[other], key, problem.readOp[first], otherWrite)
                                .demanded(problem.level(one)),
                        Edge.rw(problem.id[other], problem.id[one], key, problem.readOp[second], oneWrite)
                                .demanded(problem.level(other))));
    }

    /** Adds to {@code steps} what follows, until there is a cycle or nothing new; the cycle, or null. */
    private List<Step> saturate(List<Step> steps, boolean[][] decided) {
        List<Step> cycle = shortestCycle(steps, List.of());
        boolean changed = true;
        while (cycle == null && changed) {
            changed = false;
            for (int u = 0; u < problem.versions() && cycle == null; u++) {
                for (int w = 0; w < problem.versions() && cycle == null; w++) {
                    if (u == w || decided[u][w] || problem.versionKey[u] != problem.versionKey[w]) continue;
                    List<Step> failure = shortestCycle(steps, graph.ordered(u, w, assumption(u, w), true));
                    if (failure == null) continue;
                    decided[u][w] = decided[w][u] = true;
                    changed = true;
                    steps.addAll(graph.ordered(w, u, because(u, w, failure), false));
                    cycle = shortestCycle(steps, List.of());
                }
            }
        }
        return cycle;
    }

    private Edge assumption(int earlier, int later) {
        return Edge.assumed(
                graph.id(earlier),
                graph.id(later),
                problem.history.key(problem.versionOp[earlier]),
                problem.versionOp[earlier],
                problem.versionOp[later]);
    }

    /** Why {@code w} comes before {@code u}: the other order closes {@code failure}. */
    private Edge because(int u, int w, List<Step> failure) {
        int at = 0;
        while (!failure.get(at).assumed()) at++;
        List<Step> rotated = new ArrayList<>(failure);
        Collections.rotate(rotated, -at);
        Edge assumed = rotated.get(0).edge();
        // That the assumption leads to another order of writes, only a list shows.
        boolean shown = assumed.kind() == Edge.Kind.WW && assumed.shownBy().isPresent();
        List<Edge> rest = edges(rotated.subList(shown ? 0 : 1, rotated.size()));
        int key = problem.history.key(problem.versionOp[u]);
        int from = graph.id(w);
        int to = graph.id(u);
        int earlier = problem.versionOp[w];
        int later = problem.versionOp[u];
        if (assumed instanceof Edge.AntiDependency missed) {
            return new Edge.CommitOrder(
                    from, to, key, earlier, OptionalInt.of(later), missed.read(), rest, missed.demandedBy());
        }
        return new Edge.WriteWrite(from, to, key, earlier, later, OptionalInt.empty(), rest);
    }

    private static List<Edge> edges(List<Step> steps) {
        List<Edge> edges = new ArrayList<>();
        for (Step step : steps) if (step.edge() != null) edges.add(step.edge());
        return edges;
    }

    /** Assumes one order of two writes and then the other, and goes on until each has closed a cycle. */
    private Violation bothWays(List<Step> known, boolean[][] decided, boolean minimal) {
        for (int u = 0; u < problem.versions(); u++) {
            for (int w = 0; w < u; w++) {
                if (decided[u][w] || problem.versionKey[u] != problem.versionKey[w]) continue;
                List<Step> one = failure(known, decided, w, u);
                List<Step> other = failure(known, decided, u, w);
                if (one == null || other == null) return unexplained(minimal);
                return new Violation.Unorderable(level, transactions(), minimal, List.of(edges(one), edges(other)));
            }
        }
        return unexplained(minimal);
    }

    /** The order of all writes is known, and no cycle tells what is wrong: what a list lacks, say, where each transaction has its own level. */
    private Violation unexplained(boolean minimal) {
        return new Violation.Unorderable(level, transactions(), minimal, List.of());
    }

    private List<Integer> transactions() {
        List<Integer> transactions = new ArrayList<>();
        for (int id : problem.id) transactions.add(id);
        return List.copyOf(transactions);
    }

    /** A cycle that follows from the assumption, maybe after further ones; null if there is none. */
    private List<Step> failure(List<Step> known, boolean[][] decided, int earlier, int later) {
        List<Step> steps = new ArrayList<>(known);
        boolean[][] settled = Arrays.stream(decided).map(boolean[]::clone).toArray(boolean[][]::new);
        int u = earlier;
        int w = later;
        while (true) {
            settled[u][w] = settled[w][u] = true;
            steps.addAll(graph.ordered(u, w, assumption(u, w), false));
            List<Step> cycle = saturate(steps, settled);
            if (cycle != null) return cycle;
            int[] next = open(settled);
            if (next == null) return null;
            u = next[0];
            w = next[1];
        }
    }

    /** Two versions whose order is open; null if there are none. */
    private int[] open(boolean[][] settled) {
        for (int u = 0; u < problem.versions(); u++) {
            for (int w = 0; w < u; w++) {
                if (!settled[u][w] && problem.versionKey[u] == problem.versionKey[w]) return new int[] {w, u};
            }
        }
        return null;
    }

    /** A shortest cycle of known steps, or with at least one of {@code more}; null if there is none. */
    private List<Step> shortestCycle(List<Step> known, List<Step> more) {
        deadline.check();
        List<List<Step>> out = new ArrayList<>();
        for (int s = 0; s < graph.states(); s++) out.add(new ArrayList<>());
        for (Step step : known) out.get(step.from()).add(step);
        for (Step step : more) out.get(step.from()).add(step);
        List<Step> best = null;
        for (int s = 0; s < graph.states(); s++) {
            if (!graph.mayBegin(s)) continue;
            List<Step> cycle = cycleFrom(s, out);
            if (cycle != null && (best == null || length(cycle) < length(best))) best = cycle;
        }
        return best;
    }

    private static int length(List<Step> cycle) {
        int length = 0;
        for (Step step : cycle) length += step.price();
        return length;
    }

    private List<Step> cycleFrom(int start, List<List<Step>> out) {
        int[] cost = new int[graph.states()];
        Step[] into = new Step[graph.states()];
        Arrays.fill(cost, Integer.MAX_VALUE);
        Deque<Integer> work = new ArrayDeque<>();
        Step closing = null;
        int closed = Integer.MAX_VALUE;
        cost[start] = 0;
        work.add(start);
        while (!work.isEmpty()) {
            int at = work.poll();
            for (Step step : out.get(at)) {
                if (!graph.mayFollow(start, step)) continue;
                int price = cost[at] + step.price();
                if (graph.closes(start, step.to())) {
                    if (price < closed && step.edge() != null) {
                        closed = price;
                        closing = step;
                    }
                    continue;
                }
                if (price >= cost[step.to()]) continue;
                cost[step.to()] = price;
                into[step.to()] = step;
                work.add(step.to());
            }
        }
        if (closing == null) return null;
        List<Step> cycle = new ArrayList<>();
        for (Step step = closing; step != null; step = step.from() == start ? null : into[step.from()]) cycle.add(step);
        Collections.reverse(cycle);
        return cycle;
    }
}
