package minos;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import minos.history.History;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.DatabaseOrder;
import minos.model.Layout;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.render.GitHub;
import minos.render.JUnitXml;
import minos.render.Judged;
import minos.render.Profile;
import minos.render.Report;
import minos.render.Report.Phase;
import minos.render.Sarif;
import minos.render.Suite;
import minos.render.VerdictData;
import minos.render.VerdictText;
import minos.shrink.Shrinker;

/**
 * The answer to a {@link Question}: the verdicts on one history, to be asked, explained and rendered.
 *
 * <pre>
 * if (judgement.answer() == Answer.FALSE) System.out.print(judgement.explain());
 * </pre>
 */
public final class Judgement {
    /** How long reading and judging took, and each phase of both; and what was counted meanwhile. */
    record Times(Duration read, Duration judge, Map<String, Duration> phases, Map<String, Long> counts) {
        static final Times NONE = new Times(Duration.ZERO, Duration.ZERO, Map.of(), Map.of());

        Times {
            phases = Collections.unmodifiableMap(new LinkedHashMap<>(phases));
            counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
        }
    }

    private final String name;
    private final Optional<History> history;
    private final List<Verdict> verdicts;
    private final Times times;
    private final Optional<Throwable> failure;
    private final Question question;
    private final Guard guard;
    private final boolean witnesses;
    private final boolean profiled;

    Judgement(
            String name,
            Optional<History> history,
            List<Verdict> verdicts,
            Times times,
            Optional<Throwable> failure,
            Question question,
            Guard guard) {
        this(name, history, verdicts, times, failure, question, guard, true, false);
    }

    private Judgement(
            String name,
            Optional<History> history,
            List<Verdict> verdicts,
            Times times,
            Optional<Throwable> failure,
            Question question,
            Guard guard,
            boolean witnesses,
            boolean profiled) {
        this.name = name;
        this.history = history;
        this.verdicts = List.copyOf(verdicts);
        this.times = times;
        this.failure = failure;
        this.question = question;
        this.guard = guard;
        this.witnesses = witnesses;
        this.profiled = profiled;
    }

    /**
     * What texts call the history.
     *
     * @return the file's name, as a rule
     */
    public String name() {
        return name;
    }

    /**
     * The history that was judged.
     *
     * @return empty if a limit was reached before it had been read; all verdicts are unknown then
     */
    public Optional<History> history() {
        return history;
    }

    /**
     * A verdict for each level asked for, in their order; where none was named, for each that the history can be asked for,
     * weakest first.
     *
     * @return the verdicts; immutable
     */
    public List<Verdict> verdicts() {
        return verdicts;
    }

    /**
     * The verdict on a level.
     *
     * @param level the level, in whatever order it was asked for
     * @return the first such verdict that is not about the database's own order; empty if it was not asked for
     */
    public Optional<Verdict> verdict(Level level) {
        return verdicts.stream()
                .filter(verdict -> verdict.level() == level && !verdict.isClaim())
                .findFirst();
    }

    /**
     * The verdict on the order in which the database says that it committed.
     *
     * @param level the level that it must explain, in whatever order that was asked for
     * @return the first such verdict; empty if {@link minos.model.DatabaseOrder#CLAIM} was not asked for
     */
    public Optional<Verdict> claim(Level level) {
        return verdicts.stream()
                .filter(verdict -> verdict.level() == level && verdict.isClaim())
                .findFirst();
    }

    /**
     * The verdict on a level in a certain order.
     *
     * @param requirement the level and its order
     * @return the verdict; empty if that was not asked for
     */
    public Optional<Verdict> verdict(Requirement requirement) {
        return verdicts.stream()
                .filter(verdict -> verdict.level() == requirement.level()
                        && verdict.order() == requirement.order()
                        && verdict.isClaim() == (requirement.use() == DatabaseOrder.CLAIM))
                .findFirst();
    }

    /**
     * All verdicts in one.
     *
     * @return false if something is violated; else unknown if something is; else true
     */
    public Answer answer() {
        return Answer.of(verdicts);
    }

    /**
     * How long reading took.
     *
     * @return until the history was there, or a limit was reached
     */
    public Duration readTime() {
        return times.read;
    }

    /**
     * How long judging took, all levels together.
     *
     * @return zero if it never began
     */
    public Duration judgeTime() {
        return times.judge;
    }

    /**
     * How long each phase of reading and judging took.
     *
     * @return by what was done, in the order in which that first began; immutable
     */
    public Map<String, Duration> phases() {
        return times.phases;
    }

    /**
     * How much was met while judging: questions that a search asked, conflicts in it, rounds in which a guess was repaired.
     *
     * @return by what it is; what was not met is missing; immutable
     */
    public Map<String, Long> counts() {
        return times.counts;
    }

    /**
     * An error of Minos itself that left levels unknown.
     *
     * @return empty if there was none; a limit is no error
     */
    public Optional<Throwable> failure() {
        return failure;
    }

    /**
     * The same under another name.
     *
     * @param name what texts call the history from now on
     * @return the judgement of that name
     */
    public Judgement named(String name) {
        return new Judgement(name, history, verdicts, times, failure, question, guard, witnesses, profiled);
    }

    /**
     * The same, of some types of anomalies alone. A level that others violate, but none of these, is unknown then, and says which are.
     *
     * @param types what to tell of; best with {@link Question#all}, as otherwise only types of the lowest violated level are found
     * @return the judgement without the other types
     */
    public Judgement only(Collection<AnomalyType> types) {
        List<Verdict> left =
                verdicts.stream().map(verdict -> only(verdict, types)).toList();
        return new Judgement(name, history, left, times, failure, question, guard, witnesses, profiled);
    }

    private static Verdict only(Verdict verdict, Collection<AnomalyType> types) {
        if (verdict.answer() != Answer.FALSE) return verdict;
        List<Anomaly> wanted = verdict.anomalies().stream()
                .filter(anomaly -> types.contains(anomaly.type()))
                .toList();
        if (!wanted.isEmpty()) return Verdict.violated(verdict.level(), verdict.order(), wanted);
        String others = verdict.anomalies().stream()
                .map(anomaly -> anomaly.type().text())
                .collect(Collectors.joining(", "));
        return Verdict.unknown(
                verdict.level(),
                verdict.order(),
                "none of the anomalies asked for was found; there are others: " + others);
    }

    /** The same about the levels alone that are violated. */
    Judgement ofViolations() {
        List<Verdict> violated = verdicts.stream()
                .filter(verdict -> verdict.answer() == Answer.FALSE)
                .toList();
        return new Judgement(name, history, violated, times, failure, question, guard, witnesses, profiled);
    }

    // What else there is

    /**
     * What the history shows whatever else is wrong with it: reads and lists that are wrong by themselves, lost and dirty updates,
     * and for each kind of cycle those among the dependencies that are known without a search (Adya's phenomena). Takes what
     * is left of the question's limits. Verdicts say what breaks a level, the worst first; here a worse fault hides no lesser one.
     *
     * @param order        which order between transactions counts
     * @param keepsUpdates whether no update may be lost, as from parallel snapshot isolation on: then an append that no list shows
     *                     comes after all that one does
     * @return what was found, maybe nothing; empty too if there was no time to look, or no history
     */
    public List<Anomaly> phenomena(Order order, boolean keepsUpdates) {
        return history.flatMap(known -> withinLimits(() -> Judge.phenomena(known, order, keepsUpdates, remaining())))
                .orElse(List.of());
    }

    /**
     * Whether anything in the history depends on anything.
     *
     * @param order which order between transactions counts
     * @return true if that is not known
     */
    public boolean isConnected(Order order) {
        return history.flatMap(known -> withinLimits(() -> Judge.isConnected(known, order, remaining())))
                .orElse(true);
    }

    /** How to judge on, in what is left of the time. */
    private Options remaining() {
        return question.judging().with(guard.deadline(), guard.telling()).with(Judging.heard(question.listener()));
    }

    // Making it small

    /**
     * A part of a history that violates a level.
     *
     * @param history   the part
     * @param judgement on the part; empty if the time ran out before it was minimal
     */
    public record Shrunk(History history, Optional<Judgement> judgement) {
        /**
         * Whether nothing can be left out of it.
         *
         * @return false if the time ran out
         */
        public boolean minimal() {
            return judgement.isPresent();
        }
    }

    /**
     * Looks for the smallest part of the history that still violates a level: first no transaction can be left out, then no
     * operation. Takes what is left of the question's time.
     *
     * @param level one of those asked for
     * @return empty if the level is not violated, as far as is known
     */
    public Optional<Shrunk> shrink(Level level) {
        Optional<Verdict> verdict = verdict(level).filter(found -> found.answer() == Answer.FALSE);
        if (verdict.isEmpty()) return Optional.empty();
        Shrinker.Shrunk found = Shrinker.shrink(history.orElseThrow(), verdict.get(), remaining());
        if (!found.minimal()) return Optional.of(new Shrunk(found.history(), Optional.empty()));
        Judgement judgement = new Judgement(
                name,
                Optional.of(found.history()),
                List.of(found.verdict()),
                Times.NONE,
                Optional.empty(),
                question.about(level),
                guard);
        return Optional.of(new Shrunk(found.history(), Optional.of(judgement)));
    }

    // Renderings

    /**
     * Explains the verdicts: each in a sentence, then for each type of anomaly the transactions that prove it, step by step.
     * Where no level was named, begins with a table of all.
     *
     * @return lines of text
     */
    public String explain() {
        return explain(Layout.PLAIN);
    }

    /**
     * The same, laid out for a terminal.
     *
     * @param layout how wide, and whether coloured
     * @return lines of text
     */
    public String explain(Layout layout) {
        return text(layout, false);
    }

    /**
     * The verdicts alone, a line each; where no level was named, one line that says which are the strongest that hold and the
     * weakest that do not.
     *
     * @param layout how wide, and whether coloured
     * @return lines of text
     */
    public String summary(Layout layout) {
        return text(layout, true);
    }

    private String text(Layout layout, boolean brief) {
        return question.describes()
                ? VerdictText.ladder(judged(), layout, brief, question.judging().all())
                : VerdictText.render(judged(), layout, brief);
    }

    /**
     * The verdicts as JSON; doc/cli.md describes the shape.
     *
     * @return an object a line for each verdict
     */
    public String toJson() {
        return VerdictData.json(judged());
    }

    /**
     * The verdicts as EDN, in the same shape.
     *
     * @return a map a line for each verdict
     */
    public String toEdn() {
        return VerdictData.edn(judged());
    }

    /**
     * The verdicts as the XML of JUnit's runners, for continuous integration: each level is a test, which fails with the counterexample
     * as its text where it is violated, and is an error where it is unknown. Where no level was named, nothing is expected to hold: what
     * does not is skipped.
     *
     * @return a document
     */
    public String toJUnit() {
        return JUnitXml.of(suites());
    }

    /**
     * The verdicts as a table in Markdown, with the counterexamples folded in below: what GitHub shows as the summary of a run.
     *
     * @return lines of Markdown
     */
    public String toMarkdown() {
        return GitHub.summary(suites());
    }

    /**
     * The verdicts as annotations of a GitHub workflow, which it takes from what a step prints.
     *
     * @return a line for each level that is violated or unknown, though it was asked for
     */
    public String toAnnotations() {
        return GitHub.annotations(suites());
    }

    /**
     * The verdicts as SARIF 2.1.0: each type of anomaly that breaks a level asked for is a result.
     *
     * @return a JSON object
     */
    public String toSarif() {
        return Sarif.of(suites(), Minos.version());
    }

    private List<Suite> suites() {
        return List.of(Suite.of(judged(), question.describes()));
    }

    /**
     * Writes a report: {@code index.html}, a page that needs nothing but itself, and each counterexample as a picture beside it.
     * There must be a {@link #history}.
     *
     * @param folder where to; made if it is not there
     * @throws IOException if it cannot be written
     */
    public void report(Path folder) throws IOException {
        if (history.isEmpty()) throw new IllegalStateException("there is no history to report about");
        List<Phase> phases = new ArrayList<>();
        times.phases.forEach((phase, time) -> phases.add(new Phase(phase, time.toMillis())));
        Report.write(folder, judged(), phases);
    }

    /**
     * The same, to be rendered with counts alone, without a counterexample: quickly done, and small.
     *
     * @return a judgement whose renderings show no witnesses
     */
    public Judgement withoutWitnesses() {
        return new Judgement(name, history, verdicts, times, failure, question, guard, false, profiled);
    }

    /**
     * The same, to be rendered with its {@link #phases} and {@link #counts}.
     *
     * @return a judgement whose renderings as text, JSON and EDN also tell where the time went
     */
    public Judgement profiled() {
        return new Judgement(name, history, verdicts, times, failure, question, guard, witnesses, true);
    }

    /**
     * Does something with the judgement, such as rendering it, within what is left of the question's limits. Where nothing is left,
     * a moment is given all the same.
     *
     * @param work what to do; may be left behind on a thread of its own, and then does no harm
     * @param <T>  what the work results in
     * @return its result; empty if it did not end in time
     */
    public <T> Optional<T> withinLimits(Supplier<T> work) {
        AtomicReference<T> result = new AtomicReference<>();
        boolean done = guard.run(() -> result.set(work.get()));
        return done ? Optional.of(result.get()) : Optional.empty();
    }

    /**
     * Which limit of the question has been reached by now.
     *
     * @return in a sentence; empty if none has
     */
    public Optional<String> limitReached() {
        return Optional.ofNullable(guard.deadline().cause());
    }

    private Judged judged() {
        return new Judged(
                name,
                history.orElse(null),
                verdicts,
                witnesses,
                times.read.toMillis(),
                times.judge.toMillis(),
                profiled ? Optional.of(new Profile(times.phases, times.counts)) : Optional.empty());
    }
}
