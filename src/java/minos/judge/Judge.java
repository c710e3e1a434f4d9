package minos.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import minos.graph.Reachability;
import minos.graph.TopologicalOrder;
import minos.history.History;
import minos.history.Model;
import minos.infer.AmbiguousHistory;
import minos.infer.Mix;
import minos.infer.Options;
import minos.infer.Relations;
import minos.judge.linear.Linearizability;
import minos.judge.linear.ObjectLinearizability;
import minos.judge.phenomena.Phenomena;
import minos.judge.sources.SourceJudge;
import minos.judge.sources.UniqueJudge;
import minos.judge.strong.ClaimedOrder;
import minos.judge.strong.Ordering;
import minos.judge.strong.Problems;
import minos.model.Anomaly;
import minos.model.Assumption;
import minos.model.Certificate;
import minos.model.DatabaseOrder;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.util.Deadline;
import minos.util.IntList;

/** Answers for one history, level by level; levels share what they can. */
public final class Judge {
    private static final String TIMELESS = "the history records no invocations, so there is no real time to judge by";
    private static final String UNGROUPED = "no operation says to which group it belongs, as in :group :eu";
    private static final String UNCLAIMED =
            "the database claims no order: no operation says when it committed, as in :ts {:start 5, :commit 7},"
                    + " and no write which version it made, as in [:w x 1 {:version 3}]";
    private static final String UNMARKED =
            "no operation says at which isolation level it ran, as in :isolation :serializable";

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
        if (order.isTimed() && !history.hasRealTime()) return List.of();
        List<Level> levels = new ArrayList<>();
        for (Level level : Level.values()) {
            if (level.needsRealTime() && !history.hasRealTime()) continue;
            if (level == Level.MIXED && !history.hasIsolation()) continue;
            if (level == Level.REPEATABLE_READ && !history.hasViews()) continue; // it is serializability there
            if (whyNotInPart(history, new Requirement(level, order)) != null) continue;
            if (isAskable(history.model(), level)) levels.add(level);
        }
        return levels;
    }

    /** Why something that is asked in real time per key or per group has no such form; null if it has, or another order is asked for. */
    private static String whyNotInPart(History history, Requirement asked) {
        if (!asked.order().isPartlyTimed()) return null;
        boolean perGroup = asked.order() == Order.PER_GROUP_REAL_TIME;
        if (perGroup && history.groups() == 0) return UNGROUPED;
        if (perGroup && !history.model().isOfVersions()) return "groups are not judged for a " + history.model();
        if (!perGroup && history.model() == Model.SET) return "a set is one object: ask for it in real-time order";
        if (!perGroup && history.hasViews()) return "a predicate is about all rows: ask for it in real-time order";
        return asked.level().isSessionGuarantee()
                ? asked.level() + " is a promise to sessions, whatever the " + (perGroup ? "groups" : "keys")
                : null;
    }

    private static boolean isAskable(Model model, Level level) {
        if (level == Level.MIXED) return model.isOfVersions();
        return switch (model) {
            case LIST_APPEND, RW_REGISTER, LWT, SET, G2, CLOSED_PREDICATE ->
                !level.isOfSingleObjects() || model.isOfSingleObjects();
            case COUNTER -> level.implies(Level.SERIALIZABLE);
            case BANK -> level.implies(Level.PARALLEL_SNAPSHOT_ISOLATION) && !level.isOfSingleObjects();
            case MUTEX, QUEUE, FIFO_QUEUE -> level.isOfSingleObjects();
        };
    }

    /**
     * /** Whether the database's own order can be asked about at a level: at each that speaks of an order. */
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
                String what = asked.level() == Level.MIXED
                        ? "levels of single transactions are"
                        : asked.use() == DatabaseOrder.CLAIM ? "the database's own order is" : "";
                String whyNot = asked.order() == Order.PER_GROUP_REAL_TIME ? whyNotInPart(history, asked) : null;
                told.accept(
                        whyNot != null
                                ? Verdict.unknown(asked.level(), asked.order(), whyNot)
                                : what.isEmpty()
                                        ? objects.apply(asked)
                                        : Verdict.unknown(
                                                asked.level(),
                                                asked.order(),
                                                what + " not judged for a " + history.model()));
            }
            return;
        }
        Judge judge;
        try {
            judge = new Judge(Relations.of(history, options), options);
        } catch (AmbiguousHistory e) {
            byValue(history, requirements, options, told);
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

    /**
     * Where values repeat, reads may have several sources. Operations on single objects are judged by value first: if they are
     * linearizable, every level holds.
     */
    private static void byValue(
            History history, List<Requirement> requirements, Options options, Consumer<Verdict> told) {
        Optional<Linearizability> registers = Linearizability.of(history, options);
        SourceJudge judge = new SourceJudge(history, options, READINGS);
        Verdict strongest = null;
        try {
            if (registers.isPresent()) strongest = registers.get().verdict(Level.LINEARIZABLE);
        } catch (Deadline.Expired e) {
            // asked below, with the same end
        }
        Verdict[] verdicts = new Verdict[requirements.size()];
        // Nothing follows from a session guarantee, but one may follow from the others: it comes last, and may not hold
        // them up.
        for (boolean guarantees : new boolean[] {false, true}) {
            for (int i = 0; i < verdicts.length; i++) {
                Requirement asked = requirements.get(i);
                if (asked.level().isSessionGuarantee() != guarantees) continue;
                if (strongest != null) verdicts[i] = following(strongest, asked, options);
                if (verdicts[i] != null) continue;
                String whyNot = whyNotByValue(history, asked);
                verdicts[i] = whyNot != null
                        ? Verdict.unknown(asked.level(), asked.order(), whyNot)
                        : judge.verdict(asked, guarantees && verdicts.length > 1);
            }
        }
        for (Verdict verdict : verdicts) told.accept(verdict);
    }

    /** Why something is not judged where values repeat; null if it is. */
    private static String whyNotByValue(History history, Requirement asked) {
        if (asked.level() == Level.MIXED && !history.hasIsolation()) return UNMARKED;
        boolean claimed = history.hasStamps() || history.hasNumbers();
        return asked.use() == DatabaseOrder.CLAIM && !claimed ? UNCLAIMED : whyNotInPart(history, asked);
    }

    /** What follows from a verdict on linearizability, with a certificate if one is wanted; null if nothing does. */
    private static Verdict following(Verdict strongest, Requirement asked, Options options) {
        boolean plain = asked.level() != Level.MIXED && SourceJudge.isOfLevelAlone(asked, options);
        return switch (strongest.answer()) {
            case TRUE ->
                strongest
                        .certificate()
                        .filter(proof -> plain && asked.level().implies(Level.SERIALIZABLE))
                        .map(proof -> new Certificate(asked.level(), asked.order(), proof.commits(), Optional.empty()))
                        .map(Verdict::proved)
                        .orElse(options.certificate() || !plain ? null : Verdict.holds(asked.level(), asked.order()));
            case FALSE ->
                isStrict(asked) ? Verdict.violated(asked.level(), asked.order(), strongest.anomalies()) : null;
            case UNKNOWN -> null;
        };
    }

    /** Whether it is strict serializability that is asked for, by whatever name: of single objects, each of them by itself. */
    private static boolean isStrict(Requirement asked) {
        boolean perKey = asked.order() == Order.REAL_TIME || asked.order() == Order.PER_KEY_REAL_TIME;
        return asked.level().needsRealTime() || asked.level() == Level.SERIALIZABLE && perKey;
    }

    private static final UniqueJudge READINGS = new UniqueJudge() {
        @Override
        public Function<Requirement, Verdict> of(History reading, Options options) {
            Judge judge = new Judge(Relations.of(reading, options), options);
            return judge::verdict;
        }

        @Override
        public Ordered order(
                History reading,
                Requirement asked,
                int[] reads,
                int[][] answers,
                IntUnaryOperator value,
                boolean briefly,
                Options options) {
            Relations relations = Relations.of(reading, options);
            // The search for an order takes reads to be right by themselves.
            if (!relations.anomalies().isEmpty()) return new Ordered(Optional.empty(), Optional.empty());
            IntList open = new IntList();
            List<int[]> sources = new ArrayList<>();
            boolean complete = true;
            for (int i = 0; i < reads.length; i++) {
                if (!relations.participates(reading.transactionOf(reads[i]))) continue;
                int[] taking = Arrays.stream(answers[i])
                        .filter(write ->
                                write == History.INITIAL || relations.participates(reading.transactionOf(write)))
                        .toArray();
                complete &= taking.length == answers[i].length;
                if (taking.length == 0) return new Ordered(Optional.empty(), Optional.empty());
                open.add(reads[i]);
                sources.add(taking);
            }
            Ordering.Open ordered = Ordering.ofOpenReads(
                    new Problems(relations, options.threads()),
                    open.toArray(),
                    sources.toArray(int[][]::new),
                    value,
                    asked.level(),
                    asked.order(),
                    briefly,
                    options.deadline());
            return new Ordered(ordered.certificate(), complete ? ordered.core() : Optional.empty());
        }

        @Override
        public Optional<Reachability> causality(History reading, Order order, Options options) {
            BaseGraph graph = BaseGraph.causal(Relations.of(reading, options), order, options.threads());
            TopologicalOrder topological = graph.topologicalOrder(options.deadline());
            return topological == null
                    ? Optional.empty()
                    : Optional.ofNullable(graph.clocks(topological, options.deadline()));
        }
    };

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
        if (level.isOfSingleObjects()) {
            int several = relations.history().model() == Model.SET ? -1 : severalKeys(); // a set is one object
            if (several >= 0) {
                return Verdict.unknown(
                        level,
                        order,
                        level + " is about operations on single objects, and T" + several + " uses several keys");
            }
        }
        String whyNot = whyNotInPart(relations.history(), asked);
        if (whyNot != null) return Verdict.unknown(level, order, whyNot);
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

    /** Whether a history violates what is asked, as far as the time allows to tell; without a witness that is complete. */
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
            return judge.found(asked.level(), asked.order()).answer() == Verdict.Answer.FALSE;
        } catch (AmbiguousHistory e) {
            return check(history, List.of(asked.level()), alone).get(0).answer() == Verdict.Answer.FALSE;
        } catch (Deadline.Expired e) {
            return false;
        }
    }

    private Verdict found(Level level, Order order) {
        return order.isTimed() && !relations.history().hasRealTime()
                ? withoutRealTime(level, order)
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
                    : Verdict.unknown(level, order, UNCLAIMED);
        }
        boolean isMixed = level == Level.MIXED;
        if (isMixed && !history.hasIsolation()) return Verdict.unknown(level, order, UNMARKED);
        if (isMixed && mix().only().isPresent()) {
            Level only = mix().only().get();
            return claim(only, new Requirement(only, order).order()).named(Level.MIXED, order);
        }
        if (isMixed && mix().refusal().isPresent())
            return Verdict.unknown(level, order, mix().refusal().get());
        boolean ofPoints = ClaimedOrder.isOfPoints(level);
        if (order.isTimed() && !history.hasRealTime()) {
            Verdict bySession = claim(level, Order.SESSION);
            return bySession.answer() == Verdict.Answer.FALSE
                    ? Verdict.violated(level, order, bySession.anomalies())
                    : Verdict.unknown(level, order, TIMELESS);
        }
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

    private boolean isViolated(Level level, Order order) {
        return found(level, order).answer() == Verdict.Answer.FALSE;
    }

    /** A transaction that uses more than one key, or -1. */
    private int severalKeys() {
        History history = relations.history();
        for (int t = 0; t < history.transactions(); t++) {
            for (int op = history.begin(t) + 1; op < history.end(t); op++) {
                if (history.key(op) != history.key(op - 1) && relations.participates(t)) return t;
            }
        }
        return -1;
    }

    /** Where all transactions have one level, that level's verdict; otherwise each reader's level decides. */
    private Verdict mixed(Order order) {
        if (!relations.history().hasIsolation()) return Verdict.unknown(Level.MIXED, order, UNMARKED);
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

    /** Without real time its levels cannot hold for sure; but what breaks the level by session order alone breaks it all the same. */
    private Verdict withoutRealTime(Level level, Order order) {
        Verdict verdict = verdict(level, Order.SESSION);
        if (verdict.answer() == Verdict.Answer.FALSE) return Verdict.violated(level, order, verdict.anomalies());
        return Verdict.unknown(level, order, TIMELESS);
    }
}
