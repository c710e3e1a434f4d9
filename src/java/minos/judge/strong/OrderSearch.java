package minos.judge.strong;

import java.util.BitSet;
import java.util.function.Supplier;
import minos.graph.DynamicOrder;
import minos.sat.Solver;
import minos.util.Deadline;
import minos.util.Progress;

/**
 * Decides whether a problem can be ordered as a level's rules want: builds the graph of what is known, guesses an
 * order and replays it; where the replay contradicts, asks which of two chains of versions comes first, answers what
 * follows from the rest, and searches for answers to what is left. Only questions that some replay raised are ever
 * asked: as long as a replay contradicts nothing, all other versions may stand as they do.
 */
final class OrderSearch {
    /** How many nodes to look at while settling what needs no decision: so many, and so often each in a large graph. */
    private static final long SATURATION_BUDGET = 20_000_000;

    private static final long SATURATION_LOOKS = 64;

    /** Up to how many contradictions a guess is nearly right. */
    private static final int FEW = 256;
    /** How many steps to spend on mending one. */
    private static final long MENDING = 200_000;

    private final Problem problem;
    private final Rules rules;
    private final Deadline deadline;
    /** Null if there are none. */
    private final OpenReads open;

    private int threads = 1;
    private VersionChains chains;
    private PointGraph graph;
    private OrderReplay replay;
    private ParallelCheck parallel;
    private DynamicOrder order;
    private VersionOrderTheory theory;

    private int[] best;
    /** How many contradictions it has. */
    private long contradictions = Long.MAX_VALUE;

    private boolean guessedRight;
    /** Transactions that a refutation speaks of. */
    private final BitSet core = new BitSet();

    OrderSearch(Problem problem, Rules rules, Deadline deadline) {
        this(problem, rules, (PointGraph) null, deadline);
    }

    /** @param known the graph of the problem by these rules; null to have it made */
    OrderSearch(Problem problem, Rules rules, PointGraph known, Deadline deadline) {
        this.problem = problem;
        this.rules = rules;
        this.deadline = deadline;
        graph = known;
        open = null;
    }

    /** @param open reads of the problem that may be from several; the rules have anti-dependencies */
    OrderSearch(Problem problem, Rules rules, OpenReads open, Deadline deadline) {
        this.problem = problem;
        this.rules = rules;
        this.deadline = deadline;
        this.open = open;
        graph = new PointGraph(problem, rules, open.slots());
    }

    /** On so many threads. */
    OrderSearch on(int count) {
        threads = count;
        return this;
    }

    /**
     * What the engine found.
     *
     * @param graph    the graph, where the problem can be ordered or where what is known has a cycle; otherwise null
     * @param solution its nodes in an order that proves it; null if there is none
     * @param core     otherwise, transactions that the refutation speaks of, in ascending order
     * @param cycle    otherwise, finds a short cycle of what is known or follows; null if the refutation takes more
     */
    record Outcome(PointGraph graph, int[] solution, int[] core, Supplier<KnownCycle> cycle) {
        private static Outcome ordered(PointGraph graph, int[] solution) {
            return new Outcome(graph, solution, null, null);
        }

        boolean holds() {
            return solution != null;
        }
    }

    static Outcome run(Problem problem, Rules rules, Deadline deadline) {
        OrderSearch search = new OrderSearch(problem, rules, deadline);
        Outcome guessed = search.guess();
        return guessed != null ? guessed : search.search(Long.MAX_VALUE);
    }

    /** What a guess tells, in linear time: null if that is nothing. */
    Outcome guess() {
        chains = problem.chains(rules);
        if (chains.lostUpdateFirst >= 0) {
            for (int read : new int[] {chains.lostUpdateFirst, chains.lostUpdateSecond}) {
                core.set(problem.reader(read));
                problem.source(read, core);
            }
            return refuted(null, () -> null);
        }
        if (graph == null) graph = new PointGraph(problem, rules);
        best = bestGuess();
        if (best == null) return refuted(graph, () -> new KnownCycles(graph).next(new BitSet()));
        return guessedRight ? Outcome.ordered(graph, best) : null;
    }

    /**
     * After a guess that told nothing but was nearly right: searches near it, without settling first what follows from what is
     * known. Most orders that need a few changes are found so, in less time than anything takes that looks at all of the graph. Null if none is.
     */
    Outcome mend() {
        if (contradictions > FEW) return null;
        DynamicOrder mended = new DynamicOrder(graph.predecessors, best, deadline);
        Solver solver = new VersionOrderTheory(graph, mended, replay, parallel, open, threads, deadline).solver();
        return solver.solve(MENDING) == Solver.Result.SAT ? Outcome.ordered(graph, mended.order()) : null;
    }

    /** After a guess that told nothing: searches, and gives up with null after about so many steps. */
    Outcome search(long effort) {
        if (theory == null) {
            order = new DynamicOrder(graph.predecessors, best, deadline);
            theory = new VersionOrderTheory(graph, order, replay, parallel, open, threads, deadline);
            theory.saturate(Math.max(SATURATION_BUDGET, SATURATION_LOOKS * graph.nodes));
        }
        return switch (theory.solver().solve(effort)) {
            case SAT -> Outcome.ordered(graph, order.order());
            case UNKNOWN -> null;
            case UNSAT -> {
                Solver.Core found = theory.solver().core();
                if (found == null) core.set(0, problem.size());
                else theory.involved(found, core);
                yield refuted(null, () -> theory.cycle(core));
            }
        };
    }

    /** Tells how much was searched. */
    void count(Progress progress) {
        if (chains != null) progress.count("constraints", chains.pairs());
        if (graph != null) progress.count("known edges", graph.predecessors.size());
        if (theory == null) return;
        progress.count("questions", theory.solver().nVars());
        progress.count("decisions", theory.solver().decisions());
        progress.count("conflicts", theory.solver().conflicts());
    }

    private Outcome refuted(PointGraph cyclic, Supplier<KnownCycle> cycle) {
        return new Outcome(cyclic, null, core.stream().toArray(), cycle);
    }

    /** The best of several orders; null if what is known has a cycle. */
    private int[] bestGuess() {
        int[] nearest = null;
        for (int guess = 0; guess < PointOrder.guesses(problem); guess++) {
            PointOrder found = PointOrder.near(guess, graph, deadline);
            if (found == null) continue;
            if (found.nodes == null) {
                for (int node : found.cycle) graph.involved(node, core);
                return null;
            }
            if (replay == null) replay = new OrderReplay(graph, open);
            if (parallel == null && rules.forbidReturns()) parallel = new ParallelCheck(graph, deadline);
            long more = replay.run(found.nodes, (slot, version) -> {}, deadline);
            if (more == 0
                    && (parallel == null
                            || parallel.run(found.nodes, replay.replaced, (nodes, earlier, later) -> {}) == 0)) {
                guessedRight = true;
                return found.nodes;
            }
            if (more < contradictions) nearest = found.nodes;
            contradictions = Math.min(contradictions, more);
        }
        return nearest;
    }
}
