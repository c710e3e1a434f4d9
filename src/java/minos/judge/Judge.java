package minos.judge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import minos.history.History;
import minos.infer.AmbiguousHistory;
import minos.infer.Mix;
import minos.infer.Options;
import minos.infer.Relations;
import minos.judge.linear.ObjectLinearizability;
import minos.judge.phenomena.Phenomena;
import minos.judge.strong.ClaimedOrder;
import minos.judge.strong.Problems;
import minos.model.Anomaly;
import minos.model.Assumption;
import minos.model.DatabaseOrder;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.util.Deadline;

/** Answers for one history, level by level; levels share what they can. */
public final class Judge {
    private final Relations relations;
    private final Options options;
    private final Map<Order, WeakJudge> weak = new EnumMap<>(Order.class);
    private final Map<Order, StrongJudge> strong = new EnumMap<>(Order.class);
    private final Map<Order, MixedJudge> mixed = new EnumMap<>(Order.class);
    private Mix mix;
    /** The same with the versions of registers in an order that the database claims. */
    private final Map<Assumption, Judge> assuming = new EnumMap<>(Assumption.class);

    private final Problems problems;
    private final Evidence evidence;

    public Judge(Relations relations, Options options) {
        this.relations = relations;
        this.options = options;
        evidence = new Evidence(relations, options);
        problems = new Problems(relations.withoutWrongReads(), options.threads());
    }

    /** The levels that a history can be asked for, weakest first: real-time levels only if it records invocations. */
    public static List<Level> askable(History history, Order order) {
        return Askable.levels(history, order);
    }

    /** Why an order cannot be asked for that is about groups, as long as nobody has named one; empty if somebody has, or it is not. */
    public static Optional<String> whyUngrouped(Order order, boolean hasGroups) {
        return Askable.isUngrouped(order, hasGroups) ? Optional.of(Askable.UNGROUPED) : Optional.empty();
    }

    /** Whether the database's own order can be asked about at a level: at each that speaks of an order. */
    public static boolean isOfClaims(Level level) {
        return level != Level.CUT_ISOLATION;
    }

    /** Tells a verdict for each requirement, in their order, as soon as it is known. */
    public static void judge(History history, List<Requirement> requirements, Options options, Consumer<Verdict> told) {
        Iterator<Requirement> asked = requirements.iterator();
        Consumer<Verdict> used =
                verdict -> told.accept(verdict.with(asked.next().use()));
        if (requirements.stream().noneMatch(r -> r.level() == Level.REPEATABLE_READ)) {
            decide(history, requirements, options, used);
        } else if (history.hasViews()) {
            phantomsAside(history, requirements, options).forEach(used);
        } else { // it is serializability
            Iterator<Requirement> names = requirements.iterator();
            List<Requirement> judged = requirements.stream()
                    .map(r -> r.level() == Level.REPEATABLE_READ ? r.at(Level.SERIALIZABLE) : r)
                    .toList();
            decide(
                    history,
                    judged,
                    options,
                    verdict -> used.accept(verdict.at(names.next().level(), true)));
        }
    }

    /**
     * Repeatable read is serializability of what a history says without phantoms, if its reads are right by themselves; the other
     * levels are judged as always.
     */
    private static List<Verdict> phantomsAside(History history, List<Requirement> requirements, Options options) {
        Map<Boolean, List<Requirement>> asked =
                requirements.stream().collect(Collectors.partitioningBy(r -> r.level() == Level.REPEATABLE_READ));
        List<Verdict> others = new ArrayList<>();
        List<Verdict> repeatable = new ArrayList<>();
        if (!asked.get(false).isEmpty()) decide(history, asked.get(false), options, others::add);
        History aside = history.allowingPhantoms();
        for (Requirement r : asked.get(true)) {
            List<Verdict> found = new ArrayList<>();
            decide(history, List.of(r.at(Level.ADYA_READ_COMMITTED)), options, found::add);
            if (found.get(0).answer() == Verdict.Answer.TRUE) {
                found.clear();
                decide(aside, List.of(r.at(Level.SERIALIZABLE)), options, found::add);
            }
            repeatable.add(found.get(0).at(Level.REPEATABLE_READ, false));
        }
        Iterator<Verdict> nextOther = others.iterator();
        Iterator<Verdict> nextRepeatable = repeatable.iterator();
        return requirements.stream()
                .map(r -> (r.level() == Level.REPEATABLE_READ ? nextRepeatable : nextOther).next())
                .toList();
    }

    private static void decide(
            History history, List<Requirement> requirements, Options options, Consumer<Verdict> told) {
        if (!history.model().isOfVersions()) {
            Function<Requirement, Verdict> objects = ofObjects(history, options);
            for (Requirement asked : requirements) {
                told.accept(Askable.whyNotOfObject(history, asked)
                        .map(why -> Verdict.unknown(asked.level(), asked.order(), why))
                        .orElseGet(() -> objects.apply(asked)));
            }
            return;
        }
        Judge judge;
        try {
            judge = new Judge(Relations.of(history, options), options);
        } catch (AmbiguousHistory e) {
            RepeatedValues.judge(history, requirements, options, told);
            return;
        } catch (Deadline.Expired e) {
            for (Requirement asked : requirements) told.accept(unknown(asked, e));
            return;
        }
        for (Requirement asked : requirements) told.accept(judge.verdict(asked));
    }

    /** Who judges objects whose reads show what several writes did. */
    private static Function<Requirement, Verdict> ofObjects(History history, Options options) {
        return switch (history.model()) {
            case COUNTER -> new CounterJudge(history, options)::verdict;
            case BANK -> new BankJudge(history, options)::verdict;
            case MUTEX -> ObjectLinearizability.ofMutexes(history, options)::verdict;
            case QUEUE -> ObjectLinearizability.ofQueues(history, options, false)::verdict;
            case FIFO_QUEUE -> ObjectLinearizability.ofQueues(history, options, true)::verdict;
            case LIST_APPEND, RW_REGISTER, LWT, SET, G2, CLOSED_PREDICATE ->
                throw new IllegalArgumentException(history.model() + " has versions");
        };
    }

    private static Verdict unknown(Requirement asked, RuntimeException why) {
        return Verdict.unknown(asked.level(), asked.order(), why.getMessage());
    }

    /** One verdict for each of {@code levels}, in their order, in the order between transactions that the options name. */
    public static List<Verdict> check(History history, Collection<Level> levels, Options options) {
        List<Verdict> verdicts = new ArrayList<>();
        List<Requirement> requirements = levels.stream()
                .map(level -> new Requirement(level, options.order()))
                .toList();
        judge(history, requirements, options, verdicts::add);
        return verdicts;
    }

    /** What a history shows whatever else is wrong with it. */
    public static List<Anomaly> phenomena(History history, Order order, boolean keepsUpdates, Options options) {
        try {
            return Phenomena.of(history, order, keepsUpdates, options);
        } catch (Deadline.Expired | AmbiguousHistory e) { // where values repeat, nobody says who read from whom
            return List.of();
        }
    }

    /** Whether anything in a history depends on anything; true if that is not known. */
    public static boolean isConnected(History history, Order order, Options options) {
        return Phenomena.isConnected(history, order, options);
    }

    /** The verdict on a level in the order that the options name. */
    public Verdict verdict(Level level) {
        return verdict(new Requirement(level, options.order()));
    }

    public Verdict verdict(Requirement asked) {
        Level level = asked.level();
        Order order = asked.order();
        Optional<String> whyNot = Askable.whyNotOfSingles(relations.history(), level, relations::participates)
                .or(() -> Askable.whyNotInPart(relations.history(), asked));
        if (whyNot.isPresent()) return Verdict.unknown(level, order, whyNot.get());
        try {
            if (asked.use() == DatabaseOrder.CLAIM) return claim(level, order);
            return holdsByNumbers(asked).orElseGet(() -> evidence.complete(found(level, order)));
        } catch (Deadline.Expired e) {
            return Verdict.unknown(level, order, e.getMessage());
        } catch (OutOfMemoryError e) { // what other levels need may be there
            return Verdict.unknown(
                    level,
                    order,
                    "needs more memory than the " + (Runtime.getRuntime().maxMemory() >> 20)
                            + " MiB that Java was given for objects");
        }
    }

    /** Whether a history violates what is asked, as far as the time allows to tell; without saying by what. */
    public static boolean isViolated(History history, Requirement asked, Options options) {
        if (asked.level() == Level.REPEATABLE_READ) {
            return isViolated(history.allowingPhantoms(), asked.at(Level.SERIALIZABLE), options);
        }
        Options alone = Options.DEFAULT
                .with(asked.order())
                .withThreads(1)
                .with(options.deadline())
                .with(options.assumptions());
        try {
            Judge judge = new Judge(Relations.of(history, alone), alone);
            return judge.isViolated(asked.level(), asked.order());
        } catch (AmbiguousHistory e) {
            return check(history, List.of(asked.level()), alone).get(0).answer() == Verdict.Answer.FALSE;
        } catch (Deadline.Expired e) {
            return false;
        }
    }

    private Verdict found(Level level, Order order) {
        return Askable.isTimeless(relations.history(), order)
                ? Askable.timeless(level, order, verdict(level, Order.SESSION))
                : verdict(level, order);
    }

    private Verdict verdict(Level level, Order order) {
        if (level == Level.MIXED) return mixed(order);
        if (level == Level.REPEATABLE_READ) {
            return check(relations.history(), List.of(level), options.with(order))
                    .get(0);
        }
        return level.axiom().isSaturable()
                ? weak(order).verdict(level)
                : strong(order).verdict(level);
    }

    /**
     * That a level holds which takes a search, as it does with the versions in the order of the database's numbers: a guess, which says
     * nothing where it does not.
     */
    private Optional<Verdict> holdsByNumbers(Requirement asked) {
        boolean guess = asked.use() == DatabaseOrder.GUESS
                && isOfNumbers()
                && !asked.level().axiom().isSaturable();
        return guess
                ? Optional.of(assuming(Assumption.VERSION_NUMBERS).found(asked.level(), asked.order()))
                        .filter(verdict -> verdict.answer() == Verdict.Answer.TRUE)
                : Optional.empty();
    }

    /** Whether the database numbers versions, and that does not count yet. */
    private boolean isOfNumbers() {
        return relations.history().hasNumbers() && !options.assumptions().made().contains(Assumption.VERSION_NUMBERS);
    }

    private Judge assuming(Assumption assumption) {
        Judge judge = assuming.get(assumption);
        if (judge == null) {
            Options others = options.with(options.assumptions().with(assumption));
            assuming.put(assumption, judge = new Judge(Relations.of(relations.history(), others), others));
        }
        return judge;
    }

    /** Whether the database's own order explains what was read; what no order explains, that one does not. */
    private Verdict claim(Level level, Order order) {
        if (isOfNumbers()) return assuming(Assumption.VERSION_NUMBERS).claim(level, order);
        History history = relations.history();
        if (!history.hasStamps()) {
            return history.hasNumbers()
                    ? evidence.complete(found(level, order))
                    : Verdict.unknown(level, order, Askable.UNCLAIMED);
        }
        boolean isMixed = level == Level.MIXED;
        if (isMixed && !history.hasIsolation()) return Verdict.unknown(level, order, Askable.UNMARKED);
        if (isMixed && mix().only().isPresent()) {
            Level only = mix().only().get();
            return claim(only, new Requirement(only, order).order()).named(Level.MIXED, order);
        }
        if (isMixed && mix().refusal().isPresent())
            return Verdict.unknown(level, order, mix().refusal().get());
        boolean ofPoints = ClaimedOrder.isOfPoints(level);
        if (Askable.isTimeless(history, order)) return Askable.timeless(level, order, claim(level, Order.SESSION));
        if (ofPoints ? !relations.anomalies().isEmpty() : isViolated(level, order)) {
            Verdict wrong = evidence.complete(ofPoints ? weak(order).verdict(Level.CAUSAL) : found(level, order));
            return Verdict.violated(level, order, wrong.anomalies());
        }
        options.progress().phase("claim", 0);
        ClaimedOrder claimed = isMixed
                ? mixedJudge(order).claimed()
                : new ClaimedOrder(ofPoints ? problems : problems.ofEachRead(), level, order, options);
        if (!claimed.contradictions().isEmpty())
            return Verdict.violated(level, order, evidence.ofClaim(claimed.contradictions()));
        if (!ofPoints) {
            Judge byCommits = assuming(Assumption.TRANSACTION_ORDER);
            Verdict found = byCommits.evidence.complete(byCommits.found(level, order));
            if (found.answer() != Verdict.Answer.TRUE) return found;
        }
        if (claimed.gap().isPresent())
            return Verdict.unknown(level, order, claimed.gap().get());
        return options.certificate() ? Verdict.proved(claimed.certificate()) : Verdict.holds(level, order);
    }

    /** Whether a level is violated, as {@link #found} says, without telling by what. */
    private boolean isViolated(Level level, Order order) {
        Order known = Askable.isTimeless(relations.history(), order) ? Order.SESSION : order;
        if (level == Level.MIXED || level == Level.REPEATABLE_READ)
            return found(level, order).answer() == Verdict.Answer.FALSE;
        return level.axiom().isSaturable()
                ? weak(known).isViolated(level)
                : strong(known).isViolated(level);
    }

    /** Where all transactions have one level, that level's verdict; otherwise each reader's level decides. */
    private Verdict mixed(Order order) {
        if (!relations.history().hasIsolation()) return Verdict.unknown(Level.MIXED, order, Askable.UNMARKED);
        if (mix().only().isPresent()) {
            Verdict same = found(mix.only().get(), new Requirement(mix.only().get(), order).order());
            return same.named(Level.MIXED, order);
        }
        return mix.refusal()
                .map(why -> Verdict.unknown(Level.MIXED, order, why))
                .orElseGet(() -> mixedJudge(order).verdict());
    }

    private Mix mix() {
        if (mix == null) mix = new Mix(relations);
        return mix;
    }

    private MixedJudge mixedJudge(Order order) {
        MixedJudge judge = mixed.get(order);
        if (judge == null) {
            MixedJudge bySession = order.isTimed() ? mixedJudge(Order.SESSION) : null;
            mixed.put(order, judge = new MixedJudge(relations, mix, order, options, bySession));
        }
        return judge;
    }

    private WeakJudge weak(Order order) {
        return weak.computeIfAbsent(order, o -> new WeakJudge(relations, o, options));
    }

    private StrongJudge strong(Order order) {
        StrongJudge judge = strong.get(order);
        if (judge == null) {
            StrongJudge bySession = order.isTimed() ? strong(Order.SESSION) : null;
            strong.put(order, judge = new StrongJudge(relations, problems, order, options, weak(order), bySession));
        }
        return judge;
    }
}
