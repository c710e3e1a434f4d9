package minos;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import minos.history.GrowingHistory;
import minos.history.History;
import minos.history.Status;
import minos.judge.live.LiveJudge;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Verdict.Answer;

/**
 * The answer to a {@link Question} about a history that is still being recorded: what can be said of it so far.
 *
 * <pre>
 * Recording recording = Minos.record(Model.RW_REGISTER);
 * LiveJudgement live = Minos.ask(Level.SERIALIZABLE).live(recording);
 * while (clients.areRunning() &amp;&amp; live.update().answer() != Answer.FALSE) Thread.sleep(100);
 * live.violations().forEach(found -&gt; System.out.print(found.explain()));
 * </pre>
 *
 * A violation is final: whatever is recorded later, the level does not hold. (Where invocations are not recorded, that takes for
 * granted that values are unique; with the first that is written again it is not decided any more until the end.) A level that holds, holds so far: there is a commit
 * order for all that was recorded, where transactions that have not ended count as indeterminate. Otherwise it is not decided yet;
 * the time that goes into it is in proportion to what is recorded, so that an update costs what was added since the last, and now and
 * then more. {@link #finish} decides all.
 *
 * <p>The limits of the question are those of an update. For one thread; others may record meanwhile.
 */
public final class LiveJudgement {
    private final Question question;
    private final String name;
    private final GrowingHistory growing;
    private LiveJudge judge;
    private final List<Judgement> violations = new ArrayList<>();
    /** So many transactions are kept in any case. */
    private static final int KEPT = 200_000;

    private BiConsumer<String, Status> listener = (session, status) -> {};
    private boolean forgets;
    private Optional<String> fence = Optional.empty();
    private int transactions;
    private long operations;

    LiveJudgement(Question question, String name, GrowingHistory growing) {
        this.question = question;
        this.name = name;
        this.growing = growing;
    }

    /**
     * From now on forgets what nothing can depend on any more, so that memory follows what is open and the keys there are, and no longer
     * the time. Where that is exact: of registers, if all that is asked for and not violated is causal or stronger, in real-time order.
     * Transactions whose outcome is not known are kept, and hold back what they might come before. What is forgotten is not in the {@link
     * #history} any more.
     *
     * @return this
     */
    public LiveJudgement forgetting() {
        return forgetting(Optional.empty());
    }

    /**
     * The same in the order of sessions, too, where these have fences: now and then, and first of all, each reads one key and writes it
     * anew in one transaction.
     *
     * @param fence that key, as it prints
     * @return this
     */
    public LiveJudgement forgetting(String fence) {
        return forgetting(Optional.of(fence));
    }

    /**
     * Tells somebody of each transaction that has ended, when it is first judged.
     *
     * @param told is given its session, as it prints, and how it ended
     * @return this
     */
    public LiveJudgement listen(BiConsumer<String, Status> told) {
        listener = told;
        return this;
    }

    private LiveJudgement forgetting(Optional<String> fence) {
        forgets = true;
        this.fence = fence;
        return this;
    }

    /**
     * Judges what has been recorded so far.
     *
     * @return this, with verdicts up to date
     */
    public LiveJudgement update() {
        return judge(false);
    }

    /**
     * Judges what has been recorded, of which nothing is missing any more: every level is decided, as far as the limits of the question
     * allow.
     *
     * @return this, with verdicts up to date
     */
    public LiveJudgement finish() {
        return judge(true);
    }

    private LiveJudgement judge(boolean over) {
        if (judge == null && !begin(over)) return this;
        judge.judge(question.limits().begin(), over);
        transactions = growing.forgotten() + growing.ended();
        operations = growing.forgottenOperations() + growing.operations();
        return this;
    }

    /** What can be asked depends on what is recorded: begins as soon as there is something. */
    private boolean begin(boolean over) {
        growing.open();
        try {
            if (growing.transactions() == 0 && !over) return false;
            List<Requirement> asked = question.requirements(Optional.of(growing.history()));
            judge = new LiveJudge(growing, asked, question.judging(), view(), this::whole);
            if (forgets) judge.forget(fence, KEPT);
            judge.listen(t -> listener.accept(growing.sessionName(growing.session(t)), growing.status(t)));
            return true;
        } finally {
            growing.close();
        }
    }

    private UnaryOperator<History> view() {
        return question.unmarked()
                .<UnaryOperator<History>>map(level -> history -> history.unmarkedAt(level.text()))
                .orElse(UnaryOperator.identity());
    }

    /** Judges all from the beginning. What is violated is told for good. */
    private List<Verdict> whole(History history, List<Requirement> requirements) {
        Judgement judgement = question.certificates()
                .requirements(requirements)
                .judge(history)
                .named(name);
        if (judgement.answer() == Answer.FALSE) violations.add(judgement.ofViolations());
        return judgement.verdicts();
    }

    /**
     * The verdicts as of the last update, in the order in which they were asked for: {@link Answer#FALSE} is final, {@link Answer#TRUE}
     * holds so far, {@link Answer#UNKNOWN} is not decided yet. The anomalies of a violation are about the history of the {@linkplain
     * #violations judgement} that found it.
     *
     * @return empty before anything was recorded
     */
    public List<Verdict> verdicts() {
        return judge == null ? List.of() : judge.verdicts();
    }

    /**
     * All verdicts in one.
     *
     * @return false if something is violated; else unknown if something is, or nothing was recorded yet; else true
     */
    public Answer answer() {
        return verdicts().isEmpty() ? Answer.UNKNOWN : Answer.of(verdicts());
    }

    /**
     * What was found, in the order in which it was: each judgement is on the levels that were found to be violated then, and on the history
     * up to there, or what was recorded last of it and suffices to show the violation.
     *
     * @return maybe none; to be explained and reported as any judgement
     */
    public List<Judgement> violations() {
        violations.removeIf(found -> found.verdicts().stream().noneMatch(this::isViolated));
        return List.copyOf(violations);
    }

    private boolean isViolated(Verdict found) {
        return verdicts().stream()
                .anyMatch(now -> now.answer() == Answer.FALSE
                        && now.level() == found.level()
                        && now.order() == found.order()
                        && now.use() == found.use());
    }

    /**
     * How many transactions had ended at the last update.
     *
     * @return those of which the outcome is known
     */
    public int transactions() {
        return transactions;
    }

    /**
     * How many operations these have.
     *
     * @return reads and writes
     */
    public long operations() {
        return operations;
    }

    /**
     * The whole history so far, to be judged or kept.
     *
     * @return a history that later calls do not change
     */
    public History history() {
        growing.open();
        try {
            return growing.history();
        } finally {
            growing.close();
        }
    }
}
