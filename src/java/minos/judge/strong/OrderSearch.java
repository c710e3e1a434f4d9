package minos.judge.strong;

import java.util.BitSet;
import minos.graph.DynamicOrder;
import minos.sat.Solver;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Decides whether a problem can be ordered as a level's rules want: builds the graph of what is known, guesses an
 * order and replays it; where the replay contradicts, asks which of two chains of versions comes first, answers what
 * follows from the rest, and searches for answers to what is left. Only questions that some replay raised are ever
 * asked: as long as a replay contradicts nothing, all other versions may stand as they do.
 */
final class OrderSearch {
    /** How many nodes to look at while settling what needs no decision. */
    private static final long SATURATION_BUDGET = 20_000_000;

    private final Problem problem;
    private final Rules rules;
    private final Deadline deadline;
    private VersionChains chains;
    private PointGraph graph;
    private OrderReplay replay;
    private ParallelCheck parallel;
    private DynamicOrder order;
    private VersionOrderTheory theory;

    private int[] best;
    private boolean guessedRight;
    private final IntList core = new IntList();

    OrderSearch(Problem problem, Rules rules, Deadline deadline) {
        this(problem, rules, null, deadline);
    }

    /** @param known the graph of the problem by these rules; null to have it made */
    OrderSearch(Problem problem, Rules rules, PointGraph known, Deadline deadline) {
        this.problem = problem;
        this.rules = rules;
        this.deadline = deadline;
        graph = known;
    }

    /**
     * What the engine found.
     *
     * @param graph    the graph, where the problem can be ordered or where what is known has a cycle; otherwise null
     * @param solution its nodes in an order that proves it; null if there is none
     * @param core     otherwise, transactions that the refutation speaks of, in ascending order
     */
    record Outcome(PointGraph graph, int[] solution, int[] core) {
        boolean holds() {
            return solution != null;
        }
    }

    static Outcome run(Problem problem, Rules rules, Deadline deadline) {
        OrderSearch engine = new OrderSearch(problem, rules, deadline);
        Outcome guessed = engine.guess();
        return guessed != null ? guessed : engine.search(Long.MAX_VALUE);
    }

    /** What a guess tells, in linear time: null if that is nothing. */
    Outcome guess() {
        chains = problem.chains(rules);
        if (chains.lostUpdateFirst >= 0) {
            readers(chains.lostUpdateFirst, chains.lostUpdateSecond);
            return refuted(null);
        }
        if (graph == null) graph = new PointGraph(problem, rules);
        best = bestGuess();
        if (best == null) return refuted(graph);
        return guessedRight ? new Outcome(graph, best, null) : null;
    }

    /** After a guess that told nothing: searches, and gives up with null after about so many steps. */
    Outcome search(long effort) {
        if (theory == null) {
            order = new DynamicOrder(graph.predecessors, best, deadline);
            theory = new VersionOrderTheory(graph, order, replay, parallel, deadline);
            theory.saturate(SATURATION_BUDGET);
        }
        return switch (theory.solver().solve(effort)) {
            case SAT -> new Outcome(graph, order.order(), null);
            case UNKNOWN -> null;
            case UNSAT -> {
                collectCore(theory.solver().core());
                yield refuted(null);
            }
        };
    }

    private Outcome refuted(PointGraph cyclic) {
        BitSet chosen = new BitSet();
        for (int i = 0; i < core.size(); i++) chosen.set(core.get(i));
        return new Outcome(cyclic, null, chosen.stream().toArray());
    }

    /** The best of several orders; null if what is known has a cycle. */
    private int[] bestGuess() {
        int[] nearest = null;
        long fewest = Long.MAX_VALUE;
        for (int guess = 0; guess < PointOrder.guesses(problem); guess++) {
            PointOrder found = PointOrder.near(guess, graph, deadline);
            if (found.nodes == null) {
                IntList nodes = new IntList();
                for (int node : found.cycle) nodes.add(node);
                transactions(nodes);
                return null;
            }
            if (replay == null) replay = new OrderReplay(graph);
            if (parallel == null && !rules.antiDependencies()) parallel = new ParallelCheck(graph, deadline);
            long contradictions = replay.run(found.nodes, (slot, version) -> {}, deadline);
            if (contradictions == 0
                    && (parallel == null
                            || parallel.run(found.nodes, replay.replaced, (nodes, earlier, later) -> {}) == 0)) {
                guessedRight = true;
                return found.nodes;
            }
            if (contradictions < fewest) nearest = found.nodes;
            fewest = Math.min(fewest, contradictions);
        }
        return nearest;
    }

    // What a refutation speaks of

    private void collectCore(Solver.Core found) {
        if (found == null) {
            for (int t = 0; t < problem.size(); t++) core.add(t);
            return;
        }
        IntList nodes = new IntList();
        found.premises().stream().forEach(nodes::add);
        transactions(nodes);
        found.literals().stream().forEach(negated -> {
            int literal = negated ^ 1;
            core.add(problem.versionWriter[theory.earlierHead(literal)]);
            core.add(problem.versionWriter[chains.tail[theory.earlierHead(literal)]]);
            core.add(problem.versionWriter[theory.laterHead(literal)]);
        });
    }

    /** The transactions of these nodes, with those that they read from. */
    private void transactions(IntList nodes) {
        for (int i = 0; i < nodes.size(); i++) {
            int node = nodes.get(i);
            if (!graph.isPoint(node)) continue;
            int t = graph.transaction(node);
            core.add(t);
            for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) source(r);
        }
    }

    private void readers(int first, int second) {
        for (int r : new int[] {first, second}) {
            core.add(problem.reader(r));
            source(r);
        }
    }

    private void source(int read) {
        int slot = problem.readSlot[read];
        if (slot != Problem.LEFT_OUT && !problem.isInitial(slot)) core.add(problem.versionWriter[slot]);
    }
}
