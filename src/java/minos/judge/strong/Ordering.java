package minos.judge.strong;

import java.util.ArrayList;
import java.util.List;
import minos.infer.Relations;
import minos.model.AnomalyType;
import minos.model.Certificate;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Options;
import minos.model.Order;
import minos.model.Witness;
import minos.util.Deadline;

/**
 * Whether the transactions of a history can be ordered as one of the strong levels wants. The history must not
 * violate read consistency.
 */
public final class Ordering {
    private static final List<Level> WEAKEST_FIRST = List.of(Level.PREFIX, Level.PARALLEL_SNAPSHOT_ISOLATION,
            Level.SNAPSHOT_ISOLATION, Level.SERIALIZABLE);

    /** How many transactions an explanation may speak of. */
    private static final int EXPLAINED = 64;

    /** How many steps to spend on proving more than was asked for. */
    private static final long ATTEMPT = 50_000_000;

    private final Level level;
    private final Order order;
    private final Options options;
    private final Problem problem;
    private final Engine.Outcome outcome;

    public Ordering(Relations relations, Level level, Order order, Options options) {
        this.level = level;
        this.order = order;
        this.options = options;
        options.progress().phase(level.text(), 0);
        problem = Problem.of(relations, order);
        outcome = decide();
    }

    /**
     * A guess, then a short search at a stronger level or order, then a search to the end. What orders the transactions
     * there orders them here. It is often the easier question: more is known where no update may be lost, as versions
     * form chains, and where sessions are respected; and databases seldom stop at just the weaker promise.
     */
    private Engine.Outcome decide() {
        Rules rules = Rules.of(level);
        Engine engine = new Engine(problem, rules, options.deadline());
        Engine.Outcome found = engine.guess();
        if (found != null) return found;
        Rules stronger = rules == Rules.PREFIX || rules == Rules.PARALLEL ? Rules.SNAPSHOT : rules;
        if (order == Order.NONE) {
            found = new GuessedSessions(problem, stronger, options.deadline()).find(ATTEMPT);
        } else if (stronger != rules) {
            Engine attempt = new Engine(problem, stronger, options.deadline());
            found = attempt.guess();
            if (found == null) found = attempt.search(ATTEMPT);
        }
        if (found != null && found.holds()) return found;
        return engine.search(Long.MAX_VALUE);
    }

    public boolean exists() {
        return outcome.holds();
    }

    /** The order, if there is one. */
    public Certificate certificate() {
        PointGraph graph = outcome.graph();
        int[] commits = new int[problem.size()];
        int[] snapshots = Rules.of(level).split() ? new int[problem.size()] : null;
        int[] seen = new int[problem.size()];
        int committed = 0;
        for (int node : outcome.solution()) {
            if (!graph.isPoint(node)) continue;
            int t = graph.transaction(node);
            if (graph.isBegin(node)) seen[t] = committed;
            if (!graph.isCommit(node)) continue;
            if (snapshots != null) snapshots[committed] = seen[t];
            commits[committed++] = problem.id[t];
        }
        return new Certificate(level, order, commits, snapshots);
    }

    /**
     * Why there is none: a minimal part of the history that cannot be ordered, explained at the weakest level at which
     * that part (or what is left of it there) cannot be ordered. If the time runs out before the part is small enough
     * to be explained, just the part found so far.
     */
    public Witness witness() {
        int[] part = new Shrinker(problem, Rules.of(level), options.deadline()).shrink(outcome.core());
        if (part.length > EXPLAINED) return unexplained(part);
        Problem smallest = problem.part(part);
        for (Level weaker : WEAKEST_FIRST) {
            Rules rules = Rules.of(weaker);
            if (!level.implies(weaker) || rules == Rules.of(level)) continue;
            Engine.Outcome there = Engine.run(smallest, rules, Deadline.NEVER);
            if (there.holds()) continue;
            int[] rest = new Shrinker(smallest, rules, Deadline.NEVER).shrink(there.core());
            return new Explainer(smallest.part(rest), rules).witness();
        }
        return new Explainer(smallest, Rules.of(level)).witness();
    }

    private Witness unexplained(int[] part) {
        List<Integer> transactions = new ArrayList<>();
        for (int t : part) transactions.add(problem.id[t]);
        return new Witness(AnomalyType.UNORDERABLE, List.of(), Edge.NONE, List.of(), List.of(), transactions);
    }
}
