package minos;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import minos.history.History;
import minos.history.Tested;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.util.PhaseClock;
import minos.util.Progress;

/**
 * The work on one question: a history is read and judged. It may be left behind at any time (see {@link Guard}): then what has
 * been reached so far counts.
 */
final class Judging {
    private final Question question;
    private final String name;
    private final Source source;
    private final Guard guard;
    private final PhaseClock clock;
    private final long began = System.nanoTime();

    private volatile History history;
    /** Why no level can be said to hold, if so. */
    private volatile Optional<String> nothing = Optional.empty();

    private volatile long readEnd;
    private volatile Throwable unreadable;
    private volatile Throwable failure;
    private final List<Verdict> told = new CopyOnWriteArrayList<>();
    private volatile boolean over;

    Judging(Question question, String name, Source source) {
        this.question = question;
        this.name = name;
        this.source = source;
        guard = new Guard(question.limits());
        clock = new PhaseClock(heard(question.listener()), System::nanoTime);
    }

    /** What the engine tells goes to the listener. */
    static Progress heard(Listener listener) {
        if (listener == Listener.NONE) return Progress.NONE;
        return new Progress() {
            @Override
            public void phase(String name, long total) {
                listener.phase(name, total);
            }

            @Override
            public void advance(long steps) {
                listener.advance(steps);
            }
        };
    }

    Judgement run() throws IOException {
        boolean ended = guard.run(this::work);
        over = true;
        // Who was left behind was interrupted, and may complain of that: no fault of the history's.
        Throwable unreadable = ended ? this.unreadable : null;
        Throwable failure = ended ? this.failure : null;
        clock.stop();
        long end = System.nanoTime();
        History read = history;
        if (read != null) {
            String why =
                    failure == null ? guard.deadline().cause() : guard.limits().sentence(failure);
            return judgement(read, failure, verdicts(Optional.of(read), why), readEnd, end);
        }
        if (unreadable == null || guard.limits().areReached(unreadable)) {
            String why = unreadable == null
                    ? guard.deadline().cause()
                    : guard.limits().sentence(unreadable);
            return judgement(null, null, verdicts(Optional.empty(), why + ", while the history was read"), end, end);
        }
        if (unreadable instanceof IOException e) throw e;
        if (unreadable instanceof RuntimeException e) throw e;
        if (unreadable instanceof Error e) throw e;
        throw new IllegalStateException(unreadable);
    }

    private void work() {
        History read;
        try {
            read = source.read(question.reading().withProgress(clock).withDeadline(guard.deadline()));
        } catch (Throwable e) {
            unreadable = e;
            return;
        }
        if (question.unmarked().isPresent())
            read = read.unmarkedAt(question.unmarked().get().text());
        read = question.claimed().of(read);
        readEnd = System.nanoTime();
        nothing = Tested.nothing(read);
        history = read;
        try {
            question.listener().read(read);
            question.engine()
                    .judge(
                            read,
                            question.requirements(Optional.of(read)),
                            question.judging().with(clock).with(guard.deadline(), guard.telling()),
                            this::tell);
        } catch (Throwable e) {
            failure = e;
        }
    }

    private void tell(Verdict found) {
        if (over) return; // left behind
        Verdict verdict = found.answer() == Answer.TRUE
                        && nothing.isPresent()
                        && found.certificate().isEmpty()
                ? Verdict.unknown(found.level(), found.order(), nothing.get()).with(found.use())
                : found;
        told.add(verdict);
        question.listener().verdict(verdict);
    }

    /** The verdicts that are known; the other levels are unknown. */
    private List<Verdict> verdicts(Optional<History> history, String why) {
        List<Verdict> all = new ArrayList<>(told);
        List<Requirement> asked = question.requirements(history);
        for (Requirement left : asked.subList(all.size(), asked.size())) {
            all.add(Verdict.unknown(left.level(), left.order(), why).with(left.use()));
        }
        return all;
    }

    private Judgement judgement(History history, Throwable failure, List<Verdict> verdicts, long readEnd, long end) {
        return new Judgement(
                name,
                Optional.ofNullable(history),
                verdicts,
                new Judgement.Times(
                        Duration.ofNanos(readEnd - began),
                        Duration.ofNanos(end - readEnd),
                        clock.spent(),
                        clock.counts()),
                Optional.ofNullable(failure).filter(error -> !guard.limits().areReached(error)),
                question,
                guard);
    }
}
