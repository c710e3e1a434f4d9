package minos.judge.sources;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import minos.history.Excerpt;
import minos.history.History;
import minos.history.Status;
import minos.infer.Findings;
import minos.infer.Mix;
import minos.infer.Options;
import minos.infer.RealTimeOrder;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Assumption;
import minos.model.Certificate;
import minos.model.DatabaseOrder;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Violation;
import minos.util.Deadline;
import minos.util.IntList;
import minos.util.Minimum;

/**
 * Answers for a history in which values repeat: a level holds if some reading satisfies it. First a reading is looked for,
 * shortly, that satisfies as much as possible, as what satisfies a level satisfies all below it. If none is found, what the reads
 * show that have one source is judged, and is the whole answer if it is violated. Then the search begins.
 */
public final class SourceJudge {
    private static final String HARD =
            "values repeat, and which of the writes were read is not soon found here: ask for this level alone";
    /** With more ways to read a part, none is told. */
    private static final int MOST_WAYS = 8;
    /** With more combinations of answers, ways are not looked for. */
    private static final int MOST_COMBINATIONS = 64;

    private final History history;
    private final Options options;
    private final UniqueJudge judge;
    /** What is certain, by what a level asks of single transactions; last, where each has its own level. */
    private final Certain[] certain = new Certain[5];

    private final Map<Order, ReadyFirst> ready = new EnumMap<>(Order.class);

    /** Whether a part was too hard to judge while one was made small. */
    private boolean gaveUp;

    private final List<Proof> proofs = new ArrayList<>();
    /** What a proof was looked for, and what again. */
    private final Set<Requirement> attempted = new HashSet<>();

    private final Set<Requirement> repeated = new HashSet<>();

    /** What does not depend on answers. */
    private final class Certain {
        final Sources sources;
        private Function<Requirement, Verdict> ofOpen;

        Certain(Sources sources) {
            this.sources = sources;
        }

        /** Whether it is a reading that answers no question. */
        boolean isReading() {
            return sources.questions() == 0 || sources.mayStayOpen();
        }

        /** The verdict on that reading. */
        Verdict verdict(Requirement asked) {
            if (ofOpen == null) ofOpen = judge.of(sources.reading(noAnswers(sources)), options);
            return ofOpen.apply(asked);
        }
    }

    private record Proof(Requirement satisfied, Sources sources, int[] answers) {}

    public SourceJudge(History history, Options options, UniqueJudge judge) {
        this.history = history;
        this.options = options;
        this.judge = judge;
    }

    /** Whether a level is asked for, and nothing of the database's own order or of version orders that are assumed. */
    public static boolean isOfLevelAlone(Requirement asked, Options options) {
        return asked.use() != DatabaseOrder.CLAIM && options.assumptions().isEmpty();
    }

    /**
     * Whether a part of a history that is violated says that the whole is. What the database says of two writes alike counts for neither,
     * and in a part there may be one of them; and where reads do not count, an assumed order leads past who is left out, and not past
     * who is there.
     */
    static boolean partsAskForLess(Requirement asked, Options options) {
        if (isOfLevelAlone(asked, options)) return true;
        Set<Assumption> made = options.assumptions().made();
        boolean byWord = asked.use() == DatabaseOrder.CLAIM
                || made.contains(Assumption.TRANSACTION_ORDER)
                || made.contains(Assumption.VERSION_NUMBERS);
        return !byWord && asked.level() != Level.READ_UNCOMMITTED;
    }

    /**
     * The verdict on a level.
     *
     * @param briefly whether it may be unknown where that is not easy
     */
    public Verdict verdict(Requirement asked, boolean briefly) {
        try {
            return judge(asked, briefly);
        } catch (Deadline.Expired e) {
            return Verdict.unknown(asked.level(), asked.order(), e.getMessage());
        }
    }

    private Verdict judge(Requirement asked, boolean briefly) {
        if (asked.level() == Level.CUT_ISOLATION && !isAnyKeyReadTwice())
            return Verdict.holds(asked.level(), asked.order()); // even of what no reading explains
        if (asked.level() == Level.MIXED) {
            Mix mix = ReaderLevels.mix(history);
            if (mix.only().isPresent()) {
                Level only = mix.only().get();
                return judge(new Requirement(only, asked.order(), asked.use()), briefly)
                        .named(Level.MIXED, asked.order());
            }
            if (mix.refusal().isPresent())
                return Verdict.unknown(
                        asked.level(), asked.order(), mix.refusal().get());
        }
        boolean alone = isOfLevelAlone(asked, options);
        if (asked.level() == Level.CUT_ISOLATION && history.isList()) return cuts(asked, alone);
        Certain known = certain(asked);
        boolean decided = known.sources.questions() == 0 || alone && asked.level() == Level.READ_UNCOMMITTED;
        // Of registers, this level is as soon decided by itself as by a stronger one.
        boolean bySelf = asked.level() == Level.ADYA_READ_COMMITTED && !history.isList();
        Proof proof = decided || !alone ? null : bySelf ? proved(asked) : proof(asked, false);
        if (proof != null) return holds(asked, proof);
        if (known.isReading()) {
            Verdict first = known.verdict(asked);
            List<Anomaly> anomalies = new ArrayList<>(first.anomalies());
            anomalies.addAll(known.sources.findings().anomalies());
            if (!anomalies.isEmpty()) return Verdict.violated(asked.level(), asked.order(), told(anomalies));
            if (first.answer() == Verdict.Answer.UNKNOWN) return first;
            if (decided) return holds(asked, new Proof(asked, known.sources, noAnswers(known.sources)));
        }
        ReadyFirst ready = readyFirst(asked);
        if (ready != null && ready.isStuck())
            return Verdict.violated(asked.level(), asked.order(), refuted(asked, List.of(), ready::core));
        if (ready != null && ready.isOrdered() && asked.level() == Level.ADYA_READ_COMMITTED)
            return holds(asked, proved(asked, known.sources, ready.answers(known.sources)));
        SessionSearch.Outcome bySessions = bySessions(asked, known.sources, briefly);
        if (bySessions != null && bySessions.answers() == null)
            return Verdict.violated(asked.level(), asked.order(), refuted(asked, List.of(), bySessions::core));
        proof = bySessions != null
                ? proved(asked, known.sources, bySessions.answers())
                : alone ? proof(asked, true) : null;
        if (proof != null) return holds(asked, proof);
        SourceSearch search = new SourceSearch(known.sources, asked, judge, options);
        SourceSearch.Outcome outcome = search.run(briefly);
        if (outcome.unknown() != null)
            return briefly ? Verdict.unknown(asked.level(), asked.order(), HARD) : outcome.unknown();
        if (outcome.answers() == null)
            return Verdict.violated(asked.level(), asked.order(), refuted(asked, search.certain(), search::core));
        return holds(asked, proved(asked, known.sources, outcome.answers()));
    }

    /** What can be ready says of a level that implies Adya's read committed of registers; null of others. */
    private ReadyFirst readyFirst(Requirement asked) {
        boolean says = !history.isList()
                && isOfLevelAlone(asked, options)
                && asked.level().implies(Level.ADYA_READ_COMMITTED);
        return says
                ? ready.computeIfAbsent(asked.order(), order -> new ReadyFirst(history, order, options.deadline()))
                : null;
    }

    /** What a search session by session says of a level; null if that is nothing, or less than the level promises. */
    private SessionSearch.Outcome bySessions(Requirement asked, Sources sources, boolean briefly) {
        if (!isOfLevelAlone(asked, options)) return null;
        SessionSearch.Outcome found = SessionSearch.of(sources, asked, briefly, options);
        if (found == null || found.answers() == null || found.isAll()) return found;
        Options plain = options.withMaxWitnesses(1).withCertificate(false).withAll(false);
        Verdict verdict = judge.of(sources.reading(found.answers()), plain).apply(asked);
        return verdict.answer() == Verdict.Answer.TRUE ? found : null;
    }

    private Proof proved(Requirement asked, Sources sources, int[] answers) {
        proofs.add(new Proof(asked, sources, answers));
        return proofs.get(proofs.size() - 1);
    }

    private Verdict cuts(Requirement asked, boolean alone) {
        Proof proof = alone ? proof(asked, false) : null;
        if (proof != null) return holds(asked, proof);
        ListCuts cuts = new ListCuts((ListSources) certain(asked).sources, asked, options);
        if (cuts.exist()) return Verdict.holds(asked.level(), asked.order());
        return Verdict.violated(asked.level(), asked.order(), refuted(asked, cuts.certain(), cuts::core));
    }

    /** Whether there is a transaction that may have read a key from several others. */
    private boolean isAnyKeyReadTwice() {
        int[] readBy = new int[history.keys()];
        for (int t = 0; t < history.transactions(); t++) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op)) continue;
                if (readBy[history.key(op)] == t + 1) return true;
                readBy[history.key(op)] = t + 1;
            }
        }
        return false;
    }

    private Certain certain(Requirement asked) {
        boolean repeatable = asked.level().implies(Level.CUT_ISOLATION);
        boolean consistent = asked.level().implies(Level.ADYA_READ_COMMITTED);
        int kind = asked.level() == Level.MIXED ? 4 : (repeatable ? 2 : 0) + (consistent ? 1 : 0);
        if (certain[kind] == null) {
            ReaderLevels levels = ReaderLevels.of(history, asked);
            certain[kind] = new Certain(Sources.of(
                    history,
                    t -> levels.imply(t, Level.CUT_ISOLATION),
                    consistent,
                    asked.level() == Level.CUT_ISOLATION,
                    options));
        }
        return certain[kind];
    }

    private static int[] noAnswers(Sources sources) {
        int[] open = new int[sources.questions()];
        Arrays.fill(open, Sources.OPEN);
        return open;
    }

    /**
     * A reading that satisfies what is asked, if one is soon found at the strongest level.
     *
     * @param again whether that was tried, and is worth more
     */
    private Proof proof(Requirement asked, boolean again) {
        Requirement strongest =
                asked.level().needsRealTime() ? asked : new Requirement(Level.SERIALIZABLE, asked.order());
        Sources sources = certain(strongest).sources;
        if (sources.findings().isEmpty() && (again ? repeated : attempted).add(strongest)) {
            SourceSearch search = new SourceSearch(sources, strongest, judge, options);
            SourceSearch.Outcome outcome = again ? search.attemptAgain() : search.attempt();
            if (outcome != null && outcome.answers() != null) {
                proofs.add(new Proof(strongest, sources, outcome.answers()));
            }
        }
        // What is serializable has what each of the levels promises that transactions have here.
        return proved(asked.level() == Level.MIXED ? strongest : asked);
    }

    /** A reading that was found to satisfy what is asked, or more; null if none was. */
    private Proof proved(Requirement asked) {
        for (Proof proof : proofs) if (proof.satisfied.implies(asked)) return proof;
        return null;
    }

    private Verdict holds(Requirement asked, Proof proof) {
        if (!options.certificate()) return Verdict.holds(asked.level(), asked.order());
        Verdict verdict =
                judge.of(proof.sources.reading(proof.answers), options).apply(asked);
        return verdict.certificate()
                .map(found -> Verdict.proved(found.with(named(proof, found))).named(asked.level(), asked.order()))
                .orElse(verdict);
    }

    /** The sources of those that take part. */
    private static List<Certificate.Source> named(Proof proof, Certificate certificate) {
        BitSet takesPart = new BitSet();
        for (int t : certificate.commits()) takesPart.set(t);
        return proof.sources.named(proof.answers).stream()
                .filter(source -> takesPart.get(source.reader()))
                .toList();
    }

    /** Of a violation in a reading, versions are those of the reading; everything else is the history's. */
    private List<Anomaly> told(List<Anomaly> anomalies) {
        Findings findings = new Findings(options.maxWitnesses());
        for (Anomaly anomaly : anomalies) {
            for (Violation violation : anomaly.witnesses()) {
                findings.add(told(violation));
            }
            long more = anomaly.count() - anomaly.witnesses().size();
            if (more > 0) findings.count(anomaly.type(), more);
            findings.inexact(anomaly.type()); // what depends on questions is not counted
        }
        return findings.anomalies();
    }

    private Violation told(Violation violation) {
        if (violation instanceof Violation.ThinAirRead read) {
            return new Violation.ThinAirRead(read.read(), version(read.version()));
        }
        if (violation instanceof Violation.DuplicateElements read) {
            return new Violation.DuplicateElements(read.read(), version(read.version()));
        }
        return violation;
    }

    /** The history's version that is a reading's. */
    private int version(int ofReading) {
        int operations = history.operations();
        return ofReading < operations ? history.version(ofReading) : ofReading - operations;
    }

    // What no reading satisfies

    /**
     * What is told of it.
     *
     * @param certain violations that rest on no answer
     * @param core    transactions that no reading explains
     */
    private List<Anomaly> refuted(Requirement asked, List<Violation> certain, Supplier<BitSet> core) {
        if (certain.isEmpty()) return List.of(unreadable(asked, core.get()));
        Findings findings = new Findings(options.maxWitnesses());
        for (Violation violation : certain) {
            findings.add(told(violation));
            findings.inexact(violation.type());
        }
        return findings.anomalies();
    }

    /** A part that no reading explains, as small as it gets, and told of the weakest level at which none does. */
    private Anomaly unreadable(Requirement asked, BitSet core) {
        Excerpt excerpt = new Excerpt(history);
        Requirement told = asked;
        boolean minimal = false;
        gaveUp = false;
        int[] part = core.stream().toArray();
        try {
            if (!cannotBe(excerpt, part, asked)) part = all();
            part = Minimum.of(part, fewer -> cannotBe(excerpt, fewer, asked));
            for (Level level : Level.values()) {
                Requirement weaker = new Requirement(level, asked.order(), asked.use());
                boolean isWeaker = level != asked.level()
                        && level != Level.REPEATABLE_READ // which is about another reading of predicates
                        && !level.isByNameAlone()
                        && asked.level().implies(level)
                        && partsAskForLess(weaker, options);
                if (!isWeaker || !cannotBe(excerpt, part, weaker)) continue;
                part = Minimum.of(part, fewer -> cannotBe(excerpt, fewer, weaker));
                told = weaker;
                break;
            }
            minimal = !gaveUp;
        } catch (Deadline.Expired e) {
            // what is left is a proof all the same
        }
        List<Integer> transactions = new ArrayList<>();
        for (int t : part) transactions.add(t);
        List<List<Edge>> ways = minimal ? ways(part, told) : List.of();
        Violation violation = new Violation.Unorderable(told.level(), transactions, minimal, ways);
        return new Anomaly(AnomalyType.UNORDERABLE, 1, false, List.of(violation));
    }

    /** For each way to answer the questions of a part, a cycle that it leads to; none if there are too many, or one leads to none. */
    private List<List<Edge>> ways(int[] part, Requirement asked) {
        BitSet members = new BitSet();
        for (int t : part) members.set(t);
        Sources sources = certain(asked).sources;
        IntList questions = new IntList();
        List<int[]> possible = new ArrayList<>();
        long count = 1;
        for (int q = 0; q < sources.questions(); q++) {
            if (!isAsked(sources, q, members, asked)) continue; // it says nothing in this part
            int[] inPart = Arrays.stream(sources.candidates(q))
                    .filter(write -> write == History.INITIAL || members.get(history.transactionOf(write)))
                    .toArray();
            questions.add(q);
            possible.add(inPart);
            count = Math.min(MOST_COMBINATIONS + 1, count * inPart.length);
        }
        if (count > MOST_COMBINATIONS) return List.of();
        List<List<Edge>> ways = new ArrayList<>();
        int[] answers = noAnswers(sources);
        for (int way = 0; way < count; way++) {
            int rest = way;
            for (int i = 0; i < questions.size(); i++) {
                answers[questions.get(i)] = possible.get(i)[rest % possible.get(i).length];
                rest /= possible.get(i).length;
            }
            if (!sources.areTogether(answers)) continue;
            List<List<Edge>> cycles = cycles(sources, answers, members, asked);
            if (cycles.isEmpty()) return List.of();
            for (List<Edge> cycle : cycles) if (!ways.contains(cycle)) ways.add(cycle);
        }
        return ways.size() > MOST_WAYS ? List.of() : ways;
    }

    /** Whether a part has a read that asks a question, and all who may be the answer, but for those that the order rules out. */
    private boolean isAsked(Sources sources, int question, BitSet members, Requirement asked) {
        for (int reader : sources.readers(question)) {
            if (!members.get(reader)) continue;
            boolean whole = true;
            for (int write : sources.candidates(question)) {
                if (write == History.INITIAL) continue;
                if (write >= history.operations()) return false; // nobody's
                int writer = history.transactionOf(write);
                whole &= members.get(writer) || comesAfter(writer, reader, asked);
            }
            if (whole) return true;
        }
        return false;
    }

    private List<List<Edge>> cycles(Sources sources, int[] answers, BitSet members, Requirement asked) {
        Options plain = options.withMaxWitnesses(1).withCertificate(false).withAll(false);
        List<Anomaly> anomalies =
                judge.of(sources.reading(answers, members), plain).apply(asked).anomalies();
        return anomalies.isEmpty()
                ? List.of()
                : anomalies.get(0).witnesses().get(0).cycles();
    }

    private int[] all() {
        int[] all = new int[history.transactions()];
        for (int t = 0; t < all.length; t++) all[t] = t;
        return all;
    }

    private boolean cannotBe(Excerpt excerpt, int[] transactions, Requirement asked) {
        options.deadline().check();
        History part = excerpt.of(
                transactions, new BitSet(), (write, reader) -> comesAfter(history.transactionOf(write), reader, asked));
        Options plain = options.withMaxWitnesses(1)
                .withCertificate(false)
                .withThreads(1)
                .withAll(false);
        Verdict.Answer answer = new SourceJudge(part, plain, judge).answer(asked);
        gaveUp |= answer == Verdict.Answer.UNKNOWN;
        return answer == Verdict.Answer.FALSE;
    }

    /** Only whether, and not why; unknown if that is not easy. */
    private Verdict.Answer answer(Requirement asked) {
        Certain known = certain(asked);
        if (asked.level() == Level.CUT_ISOLATION && history.isList())
            return new ListCuts((ListSources) known.sources, asked, options).exist()
                    ? Verdict.Answer.TRUE
                    : Verdict.Answer.FALSE;
        if (!known.sources.findings().isEmpty()) return Verdict.Answer.FALSE;
        if (known.isReading()) {
            Verdict first = known.verdict(asked);
            if (first.answer() != Verdict.Answer.TRUE || known.sources.questions() == 0) return first.answer();
        }
        ReadyFirst ready = readyFirst(asked);
        if (ready != null && ready.isStuck()) return Verdict.Answer.FALSE;
        if (ready != null && ready.isOrdered() && asked.level() == Level.ADYA_READ_COMMITTED)
            return Verdict.Answer.TRUE;
        SessionSearch.Outcome bySessions = bySessions(asked, known.sources, true);
        if (bySessions != null) return bySessions.answers() != null ? Verdict.Answer.TRUE : Verdict.Answer.FALSE;
        SourceSearch search = new SourceSearch(known.sources, asked, judge, options);
        SourceSearch.Outcome outcome = search.run(true);
        if (outcome.unknown() != null) return Verdict.Answer.UNKNOWN;
        return outcome.answers() != null ? Verdict.Answer.TRUE : Verdict.Answer.FALSE;
    }

    /** Whether a transaction comes so late that another cannot have read from it. */
    private boolean comesAfter(int t, int other, Requirement asked) {
        Order order = asked.order();
        if (order == Order.NONE || !asked.level().implies(Level.ADYA_READ_COMMITTED)) return false;
        boolean session = history.session(t) == history.session(other) && t > other;
        boolean committed = history.status(other) == Status.COMMITTED;
        return session || committed && RealTimeOrder.isBefore(history, order, other, t);
    }
}
