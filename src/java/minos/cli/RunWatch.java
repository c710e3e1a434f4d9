package minos.cli;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import minos.LiveJudgement;
import minos.Question;
import minos.history.Model;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.model.Verdict.Answer;

/** Judges what a run records while it goes on, on a thread of its own, and ends the run when something is violated. */
final class RunWatch implements Closeable {
    private static final long LOOK_MILLIS = 50;
    /** What is not decided by then is decided when the run is over. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final Question question;
    private final Path history;
    private final Model model;
    private final Optional<String> fence;
    private final Runnable stop;
    private final Thread thread = new Thread(this::watch, "minos-live");
    private volatile boolean over;
    private volatile String states = "";
    private volatile boolean violated;
    private volatile Exception failure;

    /**
     * @param fence the key of fences, if there are any
     * @param stop  ends the run soon
     */
    RunWatch(Question question, Path history, Model model, Optional<String> fence, Runnable stop) {
        this.fence = fence;
        this.question = question.timeout(LONGEST);
        this.history = history;
        this.model = model;
        this.stop = stop;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void watch() {
        ReadOptions options = ReadOptions.DEFAULT.withModel(model);
        try (Watching watching =
                new Watching(question, history.toString(), HistoryFiles.tail(history.toString(), options), fence)) {
            while (!over) {
                boolean more = watching.step();
                states = states(watching.live());
                if (watching.live().answer() == Answer.FALSE) {
                    violated = true;
                    stop.run();
                    return;
                }
                if (!more) Thread.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            if (!over) failure = e; // the run goes on, and is judged in the end
        }
    }

    private static String states(LiveJudgement live) {
        return live.verdicts().stream()
                .map(verdict -> verdict.level().alias()
                        + switch (verdict.answer()) {
                            case TRUE -> " holds";
                            case FALSE -> " violated";
                            case UNKNOWN -> " undecided";
                        })
                .collect(Collectors.joining(", "));
    }

    /** Where each level stands, in a phrase. */
    String states() {
        return states;
    }

    /** Whether the run was ended as something was violated. */
    boolean isViolated() {
        return violated;
    }

    /** Why it could not judge any more, if so. */
    Optional<Exception> failure() {
        return Optional.ofNullable(failure);
    }

    /** The run is over. */
    @Override
    public void close() {
        over = true;
        thread.interrupt(); // all is judged again now, so nobody waits for what it is at
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
