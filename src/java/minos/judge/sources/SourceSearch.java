package minos.judge.sources;

import static minos.util.Sentinel.NONE;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import minos.history.Excerpt;
import minos.history.History;
import minos.history.Participation;
import minos.history.Status;
import minos.infer.Options;
import minos.model.Anomaly;
import minos.model.Certificate;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Violation;
import minos.sat.Solver;
import minos.util.IntList;

/**
 * Looks for a reading that satisfies a level. Only what matters is asked: the questions that no reading needs yet stay open, and
 * what is violated all the same is violated. Otherwise there is a commit order, and in that most open reads find a candidate
 * where they stand: at the levels at which a transaction reads one state, the value that is there, whoever wrote it; at the
 * others, the latest before it. Those that find none are asked. A violation says which answers do not go together; these are
 * forbidden, and the search ends when a reading satisfies the level or no answers are left.
 *
 * <p>This is satisfiability modulo theories, with the judge of unique values as the theory: lazy, as most histories need few
 * answers and each is judged in linear time.
 */
final class SourceSearch {
    /** How many violations of a reading to learn from before the next one is tried. */
    private static final int LEARNT = 8;
    /** With so few questions open for each transaction, an order is looked for as if there were none. */
    private static final double HARDLY_OPEN = 0.1;
    /** How many readings to try where the answer is not worth more. */
    private static final long FEW = 200;
    /** How many steps the answers of one of them may take, for each that may be tried. */
    private static final long STEPS = 500;

    private final Sources sources;
    private final History history;
    private final Requirement asked;
    private final UniqueJudge judge;
    private final Options options;
    private final ReaderLevels levels;
    private final NarrowedSources narrowed;
    /** Of lists; null for registers. */
    private final NarrowedLists lists;

    private final Answers answers;
    /** By number of what was forbidden: the transactions that the conflict is among. */
    private final List<BitSet> conflicts = new ArrayList<>();

    /** Violations that rest on no answer. */
    private final List<Violation> certain = new ArrayList<>();
    /** After the search for an order found none: transactions that its refutation speaks of; otherwise null. */
    private BitSet core;

    SourceSearch(Sources sources, Requirement asked, UniqueJudge judge, Options options) {
        this.sources = sources;
        this.asked = asked;
        this.judge = judge;
        this.options = options.withAll(false)
                .withCertificate(true)
                .withMaxWitnesses(LEARNT)
                .with(asked.order());
        history = sources.history();
        levels = ReaderLevels.of(history, asked);
        narrowed = new NarrowedSources(sources, asked, judge, this.options);
        AnswerOrder order = readsOneState() || !sources.mayStayOpen()
                ? null
                : AnswerOrder.of(sources.reading(narrowed.certain()), asked, this.options);
        answers = new Answers(sources, order, options.deadline());
        lists = sources instanceof ListSources ofLists ? new NarrowedLists(ofLists, asked) : null;
        if (lists == null) return;
        for (int q = 0; q < sources.questions(); q++) answers.ask(q, lists.likelyFirst(q));
        int[] pair = new int[sources.questions()];
        lists.exclude(q -> !((ListSources) sources).isFree(q), (question, answer, other, otherAnswer) -> {
            IntList both = new IntList(2);
            both.add(question);
            both.add(other);
            pair[question] = answer;
            pair[other] = otherAnswer;
            answers.forbid(both, pair);
            conflicts.add(new BitSet());
        });
    }

    /**
     * What was found.
     *
     * @param answers     by question, in a reading that satisfies the level; null if none does
     * @param certificate of that reading; empty for cut isolation
     * @param unknown     if a limit was reached: the verdict that says so; otherwise null
     */
    record Outcome(int[] answers, Optional<Certificate> certificate, Verdict unknown) {}

    /**
     * Searches to the end.
     *
     * @param briefly whether to give up, as at a limit, if it is not easy
     */
    Outcome run(boolean briefly) {
        Outcome ordered = readsOneState() && sources.mayStayOpen() ? ordered(briefly) : null;
        return ordered != null ? ordered : searched(briefly ? FEW : Long.MAX_VALUE);
    }

    /** Looks for an order and sources at once, and gives up with null if that is not easy. */
    Outcome attempt() {
        boolean isPromising = sources.mayStayOpen() && open() <= HARDLY_OPEN * history.transactions();
        Outcome found = isPromising ? ordered(true) : null;
        if (found == null) found = serial(false);
        return found == null && !isPromising && sources.mayStayOpen() ? ordered(true) : found;
    }

    private int open() {
        int open = 0;
        for (int q = 0; q < sources.questions(); q++) if (!narrowed.isCertain(q)) open++;
        return open;
    }

    /** After an attempt led nowhere: runs the sessions again, in other ways. */
    Outcome attemptAgain() {
        return serial(true);
    }

    /**
     * Looks for a serial order of the sessions as they are; null if none is soon found.
     *
     * @param again whether a first try led nowhere
     */
    private Outcome serial(boolean again) {
        int[] commits = Interleaving.find(sources, asked.order(), again, options);
        if (commits == null) return null;
        Certificate serial = new Certificate(asked.level(), asked.order(), commits, Optional.empty());
        if (sources instanceof ListSources ofLists) {
            return new Outcome(ofLists.answers(commits), Optional.of(serial), null);
        }
        return completed(Optional.of(serial));
    }

    private Outcome completed(Optional<Certificate> certificate) {
        int[] given = narrowed.certain().clone();
        if (!complete(given, certificate).isEmpty()) throw new IllegalStateException("an open read is left");
        return new Outcome(given, certificate, null);
    }

    /** Leaves it to the search for an order to choose sources, too; null if that tells nothing. */
    private Outcome ordered(boolean briefly) {
        int[] given = narrowed.certain().clone();
        IntList open = new IntList();
        for (int q = 0; q < given.length; q++) if (given[q] == Sources.OPEN) open.add(q);
        int[] reads = new int[open.size()];
        int[][] possible = new int[reads.length][];
        for (int i = 0; i < reads.length; i++) {
            reads[i] = sources.read(open.get(i));
            possible[i] = narrowed.candidates(open.get(i));
        }
        IntUnaryOperator value = op -> op == History.INITIAL ? History.INITIAL : history.version(op);
        UniqueJudge.Ordered found =
                judge.order(sources.reading(given), asked, reads, possible, value, briefly, options);
        if (found.certificate().isPresent()) return completed(found.certificate());
        if (found.core().isEmpty()) return null;
        core = new BitSet();
        for (int t : found.core().get()) core.set(t);
        return new Outcome(null, Optional.empty(), null);
    }

    private Outcome searched(long most) {
        for (long tried = 0; tried < most; tried++) {
            options.deadline().check();
            int[] given = narrowed.certain().clone();
            Solver.Result filled = answers.fill(given, most == Long.MAX_VALUE ? most : most * STEPS);
            if (filled == Solver.Result.UNSAT) return new Outcome(null, Optional.empty(), null);
            if (filled == Solver.Result.UNKNOWN) break;
            History reading = sources.reading(given);
            Verdict verdict = judge.of(reading, options).apply(asked);
            if (verdict.answer() == Verdict.Answer.UNKNOWN) return new Outcome(null, Optional.empty(), verdict);
            if (verdict.answer() == Verdict.Answer.FALSE) {
                learn(given, reading, verdict);
                continue;
            }
            if (!sources.mayStayOpen()) return new Outcome(given, verdict.certificate(), null);
            IntList failing = complete(given, verdict.certificate());
            if (!failing.isEmpty()) continue;
            if (readsOneState()) return new Outcome(given, verdict.certificate(), null);
            History whole = sources.reading(given);
            Verdict ofWhole = judge.of(whole, options).apply(asked);
            switch (ofWhole.answer()) {
                case TRUE -> {
                    return new Outcome(given, ofWhole.certificate(), null);
                }
                case UNKNOWN -> {
                    return new Outcome(null, Optional.empty(), ofWhole);
                }
                case FALSE -> learn(given, whole, ofWhole);
            }
        }
        return new Outcome(null, Optional.empty(), Verdict.unknown(asked.level(), asked.order(), "given up"));
    }

    /** Whether a commit order tells at once what each read finds, and there is nothing else to ask. */
    private boolean readsOneState() {
        return asked.level().implies(Level.PREFIX) && SourceJudge.isOfLevelAlone(asked, options);
    }

    // Open questions, answered by a commit order

    /** Answers open questions as the order has it; asks those that it has no answer for, and returns them. */
    private IntList complete(int[] given, Optional<Certificate> certificate) {
        CommitPlaces places = new CommitPlaces(history, certificate);
        if (!levels.neverImply(Level.PREFIX)) places.index(openKeys(given));
        IntList failing = new IntList();
        for (int q = 0; q < given.length; q++) {
            if (given[q] != Sources.OPEN) continue;
            int reader = history.transactionOf(sources.read(q));
            if (places.of(reader) == NONE) continue; // it does not take part
            int found = levels.imply(reader, Level.PREFIX)
                    ? places.visible(reader, history.key(sources.read(q)))
                    : places.latest(reader, narrowed.candidates(q));
            if (found != Sources.OPEN && sources.isCandidate(q, found)) {
                given[q] = found;
            } else {
                failing.add(q);
                answers.ask(q, places.nearestFirst(reader, narrowed.candidates(q)));
            }
        }
        return failing;
    }

    private BitSet openKeys(int[] given) {
        BitSet keys = new BitSet();
        for (int q = 0; q < given.length; q++) {
            if (given[q] == Sources.OPEN) keys.set(history.key(sources.read(q)));
        }
        return keys;
    }

    // What does not go together

    private void learn(int[] given, History reading, Verdict verdict) {
        Excerpt excerpt = new Excerpt(reading);
        for (Anomaly anomaly : verdict.anomalies()) {
            for (Violation violation : anomaly.witnesses()) learn(given, reading, excerpt, violation);
        }
    }

    private void learn(int[] given, History reading, Excerpt excerpt, Violation violation) {
        BitSet members = members(reading, violation);
        if (answers.areOrdered() && askAll(given, members)) return; // the order may refuse these answers by itself
        for (int round = 0; round < 2 && !isViolated(excerpt, members, new BitSet()); round++) {
            addSources(reading, members);
        }
        IntList questions = new IntList();
        BitSet without = new BitSet();
        if (isViolated(excerpt, members, new BitSet())) {
            for (int q = 0; q < given.length; q++) {
                if (!restsOn(q, given, members)) continue;
                BitSet more = (BitSet) without.clone();
                sources.leaveOut(q, given, more);
                if (isViolated(excerpt, members, more)) without = more;
                else questions.add(q);
            }
        } else {
            members.set(0, history.transactions());
            for (int q = 0; q < given.length; q++) if (restsOn(q, given, members)) questions.add(q);
        }
        if (questions.isEmpty() && isAbout(reading, violation, without)) certain.add(violation);
        IntList open = new IntList();
        for (int i = 0; i < questions.size(); i++) {
            int q = questions.get(i);
            if (narrowed.isCertain(q)) continue;
            open.add(q);
            if (!answers.isAsked(q)) answers.ask(q, firstOf(given[q], narrowed.candidates(q)));
        }
        answers.forbid(open, given);
        conflicts.add(members);
    }

    /** Asks what transactions rest on, and says whether there was anything to ask. */
    private boolean askAll(int[] given, BitSet members) {
        boolean any = false;
        for (int q = 0; q < given.length; q++) {
            if (narrowed.isCertain(q) || answers.isAsked(q) || !restsOn(q, given, members)) continue;
            answers.ask(q, firstOf(given[q], narrowed.candidates(q)));
            any = true;
        }
        return any;
    }

    private static int[] firstOf(int first, int[] candidates) {
        int[] all = candidates.clone();
        for (int i = 0; all[0] != first; i++) {
            if (all[i] != first) continue;
            all[i] = all[0];
            all[0] = first;
        }
        return all;
    }

    private boolean restsOn(int question, int[] given, BitSet members) {
        if (given[question] == Sources.OPEN) return false;
        if (lists != null) { // also if one could stand there that does not
            if (members.get(history.transactionOf(sources.read(question)))) return true;
            for (int candidate : sources.candidates(question)) {
                if (isWrite(candidate) && members.get(history.transactionOf(candidate))) return true;
            }
            return false;
        }
        if (!members.get(history.transactionOf(sources.read(question)))) return false;
        return given[question] == History.INITIAL || members.get(history.transactionOf(given[question]));
    }

    private boolean isWrite(int candidate) {
        return candidate >= 0 && candidate < history.operations();
    }

    /** Whether a part of a reading is violated by itself; false if that does not say that the whole is. */
    private boolean isViolated(Excerpt excerpt, BitSet members, BitSet without) {
        if (!SourceJudge.partsAskForLess(asked, options)) return false;
        History part = excerpt.of(members.stream().toArray(), without);
        Options plain = options.withMaxWitnesses(1).withCertificate(false).withThreads(1);
        return judge.of(part, plain).apply(asked).answer() == Verdict.Answer.FALSE;
    }

    /** The transactions that a violation names, those that their reads that it names come from, and who saw the indeterminate ones. */
    private static BitSet members(History reading, Violation violation) {
        BitSet members = new BitSet();
        BitSet operations = new BitSet();
        addNamed(violation, members, operations);
        operations.stream().forEach(op -> {
            members.set(reading.transactionOf(op));
            addSource(reading, op, members);
        });
        addObservers(reading, members);
        return members;
    }

    /** Adds the transactions and operations that a violation names. */
    private static void addNamed(Violation violation, BitSet transactions, BitSet operations) {
        for (int op : violation.operations()) operations.set(op);
        for (int t : violation.transactions()) transactions.set(t);
        Deque<Edge> edges = new ArrayDeque<>();
        violation.cycles().forEach(edges::addAll);
        while (!edges.isEmpty()) {
            Edge edge = edges.pop();
            if (edge.from() >= 0) transactions.set(edge.from());
            if (edge.to() >= 0) transactions.set(edge.to());
            edge.fromOperation().ifPresent(operations::set);
            edge.toOperation().ifPresent(operations::set);
            edge.shownBy().ifPresent(operations::set);
            edges.addAll(edge.because());
        }
    }

    /**
     * Whether a violation is about what is left of a part that is violated without some operations. If not, these have another fault, and it
     * may be gone with another answer: so is one that names them, or a transaction of which they may be what shows that it committed.
     */
    private static boolean isAbout(History reading, Violation violation, BitSet without) {
        if (without.isEmpty()) return true;
        BitSet transactions = new BitSet();
        BitSet operations = new BitSet();
        addNamed(violation, transactions, operations);
        return !operations.intersects(without)
                && transactions.stream().allMatch(t -> reading.status(t) == Status.COMMITTED);
    }

    private static void addSource(History reading, int op, BitSet members) {
        int version = reading.version(op);
        if (version >= 0 && version < reading.operations()) members.set(reading.transactionOf(version));
    }

    private static void addSources(History reading, BitSet members) {
        for (int t : members.stream().toArray()) {
            for (int op = reading.begin(t); op < reading.end(t); op++) addSource(reading, op, members);
        }
        addObservers(reading, members);
    }

    /** An indeterminate transaction takes part only if somebody saw it who does. */
    private static void addObservers(History reading, BitSet members) {
        BitSet unseen = new BitSet();
        members.stream().filter(t -> reading.status(t) == Status.INDETERMINATE).forEach(unseen::set);
        while (!unseen.isEmpty()) {
            BitSet next = new BitSet();
            for (int t = 0; t < reading.transactions() && !unseen.isEmpty(); t++) {
                if (reading.status(t) == Status.ABORTED) continue;
                for (int op = reading.begin(t); op < reading.end(t); op++) {
                    int version = reading.isWrite(op) ? NONE : reading.version(op);
                    if (version < 0 || version >= reading.operations()) continue;
                    int from = reading.transactionOf(version);
                    if (from == t || !unseen.get(from) || Participation.isInternal(reading, op)) continue;
                    unseen.clear(from);
                    if (reading.status(t) == Status.INDETERMINATE && !members.get(t)) next.set(t);
                    members.set(t);
                }
            }
            unseen = next;
        }
    }

    /** After a refutation: violations that rest on no answer, if there are any. */
    List<Violation> certain() {
        return certain;
    }

    /** After a refutation: transactions that it speaks of. */
    BitSet core() {
        if (this.core != null) return this.core;
        BitSet core = new BitSet();
        Answers.Refutation refutation = answers.refutation();
        if (refutation == null) {
            core.set(0, history.transactions());
            return core;
        }
        core.or(refutation.transactions());
        refutation.forbidden().stream().forEach(i -> core.or(conflicts.get(i)));
        refutation.questions().stream().forEach(q -> {
            core.set(history.transactionOf(sources.read(q)));
            for (int candidate : sources.candidates(q)) {
                if (isWrite(candidate)) core.set(history.transactionOf(candidate));
            }
            if (lists != null) lists.addReasons(q, core);
        });
        return core;
    }
}
