package minos.judge.strong;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import minos.history.History;
import minos.infer.Options;
import minos.model.Anomaly;
import minos.model.Certificate;
import minos.model.Level;
import minos.model.Order;
import minos.model.Violation;
import minos.util.Deadline;

/**
 * Whether the transactions of a history can be ordered as one of the strong levels wants. Reads that
 * violate read consistency are left out.
 */
public final class Ordering {
    private static final List<Level> WEAKEST_FIRST =
            List.of(Level.PREFIX, Level.PARALLEL_SNAPSHOT_ISOLATION, Level.SNAPSHOT_ISOLATION, Level.SERIALIZABLE);

    /** How many transactions an explanation may speak of. */
    private static final int EXPLAINED = 64;

    /** How many steps to spend on proving more than was asked for. */
    private static final long ATTEMPT = 50_000_000;
    /** Where reads are open and a search may be given up: how many steps for each transaction. */
    private static final long EFFORT = 5_000;

    /** After how many in a row of which others are shown already to look no further in a large component. */
    private static final int ENOUGH = 6;

    /** Up to how many transactions to look on to the end. */
    private static final int SMALL = 64;

    /** How many transactions to search at once where there are more. */
    private static final int STRETCH = 128;

    private final Level level;
    private final Order order;
    private final Options options;
    private final Problem problem;
    private final OrderSearch.Outcome outcome;
    private FoundViolations patterns;
    private Ordering bySession;

    public Ordering(Problems problems, Level level, Order order, Options options) {
        this(problems.of(order), null, level, order, options);
    }

    /** Where transactions have levels of their own: the ordering with what the weak ones demand. */
    public Ordering(Problems problems, Demands demands, Order order, Options options) {
        this(problems.of(order).with(demands), null, Level.MIXED, order, options);
    }

    /** @param known the graph of what is known; null to have it made */
    private Ordering(Problem problem, PointGraph known, Level level, Order order, Options options) {
        this.level = level;
        this.order = order;
        this.options = options;
        this.problem = problem;
        outcome = decide(problem, known, options.deadline());
    }

    /** Of an ordering by real time: the same by session order alone. What is known is part of what was known here. */
    public Ordering bySession() {
        Problem sessions = problem.with(Order.SESSION);
        PointGraph found = outcome.graph(); // that of stronger rules, if these were tried and will do
        boolean usable = found != null && found.rules == Rules.of(level);
        PointGraph known = usable ? new PointGraph(sessions, found) : null;
        bySession = new Ordering(sessions, known, level, Order.SESSION, options.toTell());
        return bySession;
    }

    /** The same, where that ordering is known. */
    public void bySession(Ordering known) {
        bySession = known;
    }

    /**
     * A guess, then a short search at a stronger level or order, then a search to the end. What orders the transactions
     * there orders them here. It is often the easier question: more is known where no update may be lost, as versions
     * form chains, and where sessions are respected; and databases seldom stop at just the weaker promise.
     */
    private OrderSearch.Outcome decide(Problem problem, PointGraph known, Deadline deadline) {
        Rules rules = Rules.of(level);
        OrderSearch search = new OrderSearch(problem, rules, known, deadline).on(options.threads());
        try {
            return decide(search, problem, rules, deadline);
        } finally {
            search.count(options.progress());
        }
    }

    private OrderSearch.Outcome decide(OrderSearch search, Problem problem, Rules rules, Deadline deadline) {
        OrderSearch.Outcome found = search.guess();
        if (found != null) return found;
        options.progress().phase("searching an order", 0);
        found = search.mend();
        if (found != null) return found;
        Rules stronger =
                switch (rules) {
                    case PREFIX, ATOMIC, PARALLEL -> Rules.SNAPSHOT;
                    case UPDATES -> Rules.SERIAL;
                    case WEAK, SNAPSHOT, SERIAL, MIXED -> rules;
                };
        if (order == Order.NONE) {
            found = new GuessedSessions(problem, stronger, deadline).find(ATTEMPT);
        } else if (stronger != rules) {
            OrderSearch attempt = new OrderSearch(problem, stronger, deadline).on(options.threads());
            found = attempt.guess();
            if (found == null) found = attempt.search(ATTEMPT);
            attempt.count(options.progress());
        }
        if (found != null && (found.holds() || stronger == rules)) return found;
        if (found != null) {
            OrderSearch.Outcome refuted = GuessedSessions.refutedAlone(problem, found.core(), rules, deadline);
            if (refuted != null) return refuted;
        }
        return search.search(Long.MAX_VALUE);
    }

    /**
     * Whether transactions can be ordered, some of whose reads may be from several.
     *
     * @param certificate the order; empty if there is none
     * @param core        if there is none, transactions that the refutation speaks of; empty if the search was given up
     */
    public record Open(Optional<Certificate> certificate, Optional<int[]> core) {}

    /**
     * Orders a history of registers by a level with anti-dependencies.
     *
     * @param operations reads that the relations know no source of, in ascending order
     * @param sources    by read: the writes that it may be from, by transactions that take part, or {@link History#INITIAL}
     * @param value      what an operation, or {@link History#INITIAL}, wrote or read
     * @param briefly    whether to give up if it is not easy
     */
    public static Open ofOpenReads(
            Problems problems,
            int[] operations,
            int[][] sources,
            IntUnaryOperator value,
            Level level,
            Order order,
            boolean briefly,
            Deadline deadline) {
        Problem problem = problems.of(order);
        OpenReads open = new OpenReads(problem, operations, sources, value);
        OrderSearch search = new OrderSearch(problem, Rules.of(level), open, deadline);
        OrderSearch.Outcome found = search.guess();
        if (found == null) found = search.search(briefly ? Math.min(ATTEMPT, problem.size() * EFFORT) : Long.MAX_VALUE);
        if (found == null) return new Open(Optional.empty(), Optional.empty());
        if (found.holds()) return new Open(Optional.of(certificate(problem, found, level, order)), Optional.empty());
        int[] core = new int[found.core().length];
        for (int i = 0; i < core.length; i++) core[i] = problem.id[found.core()[i]];
        return new Open(Optional.empty(), Optional.of(core));
    }

    public boolean exists() {
        return outcome.holds();
    }

    /** The order, if there is one. */
    public Certificate certificate() {
        return certificate(problem, outcome, level, order);
    }

    private static Certificate certificate(Problem problem, OrderSearch.Outcome outcome, Level level, Order order) {
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
        return new Certificate(level, order, commits, Optional.ofNullable(snapshots));
    }

    /**
     * Why there is none: a shortest witness and, where they can be counted without a search, how many there are of its
     * type and of the other types of its level. If all types or several witnesses are asked for, looks on in the
     * history without the transactions of the violations found, as long as the time allows.
     */
    public List<Anomaly> anomalies() {
        findPatterns();
        FoundViolations violations = patterns;
        if (!options.all()) violations.begin(shortest(problem, outcome));
        if (!options.all() && options.maxWitnesses() == 1) return violations.ofLowestLevel();
        lookOn(violations);
        if (violations.isEmpty()) violations.begin(shortest(problem, outcome)); // the time ran out
        return violations.anomalies();
    }

    /** A violation as short as the time allows: one that is told well is worth more than several. */
    private Violation shortest(Problem refuted, OrderSearch.Outcome outcome) {
        CoreMinimizer minimizer = new CoreMinimizer(refuted, Rules.of(level), options.telling());
        return violation(refuted, outcome, shortestCycle(outcome), minimizer);
    }

    /** The shortest cycle of what is known, as far as the time allows; null if there is none. */
    private KnownCycle shortestCycle(OrderSearch.Outcome outcome) {
        KnownCycles cycles = new KnownCycles(outcome.graph());
        try {
            KnownCycle shortest = cycles.shortest(options.telling());
            if (shortest != null) return shortest;
        } catch (Deadline.Expired e) {
            // any other will do
        }
        return cycles.next(new BitSet());
    }

    /**
     * What else is wrong where there are violations already, none of which is found again.
     *
     * @param whole the ordering of the same transactions, of which the patterns without real time were counted
     */
    public List<Anomaly> anomaliesBesides(List<Anomaly> known, Ordering whole) {
        boolean counted = whole.bySession != null && whole.bySession.patterns != null;
        FoundViolations violations = FoundViolations.besides(
                known,
                counted ? whole.bySession.patterns.inPatterns() : new BitSet(),
                problem,
                Rules.of(level),
                outcome.graph(),
                options);
        lookOn(violations);
        return violations.anomalies();
    }

    /**
     * Looks for more, component by component: what happens in one has no bearing on another. First for the shortest violation where
     * none is known, then in what the violations found leave of the history.
     */
    private void lookOn(FoundViolations violations) {
        try {
            BitSet open = new BitSet();
            for (int[] component :
                    problem.components(IntStream.range(0, problem.size()).toArray())) {
                boolean all = component.length == problem.size();
                Problem part = all ? problem : problem.part(component);
                if (violations.involved(part).isEmpty()) {
                    OrderSearch.Outcome found = all ? outcome : refuted(part);
                    if (found == null || found.holds()) continue;
                    violations.add(shortest(part, found));
                }
                for (int t : component) open.set(t);
            }
            int[] others = Arrays.stream(violations.others()).filter(open::get).toArray();
            for (int[] component : problem.components(others)) lookOn(violations, problem.part(component));
        } catch (Deadline.Expired e) {
            // What was found has to do: the level is violated anyhow.
        }
    }

    /**
     * Looks for more in a part: in what is known first, as that is quick; in stretches of the recording, as most is wrong with what
     * happened at about the same time; and then in what the violations found leave of it. Ends when there are none, or the last few that
     * were found were no news.
     */
    private void lookOn(FoundViolations violations, Problem whole) {
        Problem part = whole;
        OrderSearch.Outcome refuted = refuted(part);
        int old = 0;
        while (refuted != null) {
            CoreMinimizer minimizer = new CoreMinimizer(part, Rules.of(level), options.telling());
            KnownCycles cycles = new KnownCycles(refuted.graph());
            KnownCycle cycle = cycles.next(new BitSet());
            boolean searched = cycle == null;
            do {
                options.telling().check();
                old = violations.add(violation(part, refuted, cycle, minimizer)) ? 0 : old + 1;
                if (old >= ENOUGH && whole.size() > SMALL) return;
                cycle = cycles.next(violations.involved(part));
            } while (cycle != null);
            if (searched && part.size() > STRETCH) {
                for (int[] stretch : part.stretches(left(violations, part), STRETCH)) {
                    Problem few = part.part(stretch);
                    OrderSearch.Outcome found = refuted(few);
                    if (found == null) continue;
                    minimizer = new CoreMinimizer(few, Rules.of(level), options.telling());
                    old = violations.add(violation(few, found, null, minimizer)) ? 0 : old + 1;
                    if (old >= ENOUGH) return;
                }
            }
            part = part.part(left(violations, part));
            refuted = refuted(part);
        }
    }

    /** Why a part cannot be ordered; null if it can. What snapshot isolation was found to order, the levels below it order too. */
    private OrderSearch.Outcome refuted(Problem part) {
        boolean below = Level.SNAPSHOT_ISOLATION.implies(level);
        if (below && problem.isOrdered(part)) return null;
        OrderSearch.Outcome found = decide(part, null, options.telling());
        if (!found.holds()) return found;
        if (found.graph().rules == Rules.SNAPSHOT && part.size() > SMALL) problem.ordered(part);
        return null;
    }

    /** The transactions of a part that no violation found so far speaks of. */
    private static int[] left(FoundViolations violations, Problem part) {
        BitSet left = violations.involved(part);
        left.flip(0, part.size());
        return left.stream().toArray();
    }

    /** Only what can be read off without a search. */
    public List<Anomaly> patterns() {
        findPatterns();
        return patterns.anomalies();
    }

    /** Finds the patterns that {@link #anomalies} or {@link #patterns} will tell of; may be done by another thread. */
    public void findPatterns() {
        if (patterns == null) patterns = FoundViolations.of(problem, Rules.of(level), outcome.graph(), options);
    }

    /**
     * One violation of a problem that was refuted. A cycle too long to be made smaller is told as it is. Otherwise it is a
     * minimal part that cannot be ordered, explained at the weakest level at which that part, or what is left of it there,
     * cannot be ordered. If the time runs out, or the part stays too large to be explained: a lost update, which is known at
     * once; the cycle; or else just the part.
     *
     * @param known a known cycle of the problem; null if there is none
     */
    private Violation violation(Problem whole, OrderSearch.Outcome refuted, KnownCycle known, CoreMinimizer minimizer) {
        Deadline deadline = options.telling();
        boolean large = refuted.core().length > EXPLAINED;
        KnownCycle cycle = known == null && large ? refuted.cycle().get() : known;
        if (cycle != null && cycle.transactions().length > EXPLAINED) {
            Violation told = cycle.violation(level, deadline);
            if (told != null) return told;
        }
        CoreMinimizer.Minimal part = minimizer.minimize(known, refuted.core());
        if (part.members().length <= EXPLAINED) {
            try {
                return explained(whole.part(part.members()), part.isMinimal());
            } catch (Deadline.Expired e) {
                // told as if it were too large
            }
        }
        Violation told = Explainer.lostUpdate(whole, Rules.of(level));
        if (told == null && cycle != null) told = cycle.violation(level, deadline);
        return told != null ? told : unexplained(whole, part);
    }

    private Violation explained(Problem smallest, boolean minimal) {
        Deadline deadline = options.telling();
        for (Level weaker : WEAKEST_FIRST) {
            Rules rules = Rules.of(weaker);
            if (!level.implies(weaker) || rules == Rules.of(level)) continue;
            OrderSearch.Outcome there = OrderSearch.run(smallest, rules, deadline);
            if (there.holds()) continue;
            CoreMinimizer.Minimal rest = new CoreMinimizer(smallest, rules, deadline).minimize(null, there.core());
            return new Explainer(smallest.part(rest.members()), weaker, deadline).witness(rest.isMinimal());
        }
        return new Explainer(smallest, level, deadline).witness(minimal);
    }

    private Violation unexplained(Problem whole, CoreMinimizer.Minimal part) {
        List<Integer> transactions = new ArrayList<>();
        for (int t : part.members()) transactions.add(whole.id[t]);
        return new Violation.Unorderable(level, transactions, part.isMinimal(), List.of());
    }
}
