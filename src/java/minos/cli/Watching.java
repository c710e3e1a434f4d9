package minos.cli;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.function.BiConsumer;
import minos.LiveJudgement;
import minos.Question;
import minos.history.GrowingHistory;
import minos.history.Status;
import minos.io.Tail;

/** A history that is judged while somebody writes it. */
final class Watching implements Closeable {
    private final Question question;
    private final String name;
    private final Tail tail;
    private final Optional<String> fence;
    private final BiConsumer<String, Status> listener;
    private GrowingHistory history;
    private LiveJudgement live;
    private boolean anew;

    /** @param fence the key of fences, if there are any */
    Watching(Question question, String name, Tail tail, Optional<String> fence) {
        this(question, name, tail, fence, (session, status) -> {});
    }

    /** @param listener as that of {@link LiveJudgement#listen} */
    Watching(Question question, String name, Tail tail, Optional<String> fence, BiConsumer<String, Status> listener) {
        this.listener = listener;
        this.fence = fence;
        this.question = question;
        this.name = name;
        this.tail = tail;
        begin();
    }

    private void begin() {
        history = tail.history();
        live = question.live(name, history).listen(listener);
        if (fence.isPresent()) live.forgetting(fence.get());
        else live.forgetting();
    }

    /** Judges what was written since; false if that is nothing. */
    @SuppressWarnings("ReferenceEquality") // another history is another object
    boolean step() throws IOException {
        boolean more = tail.read();
        anew = tail.history() != history;
        if (anew) begin();
        if (more) live.update();
        return more;
    }

    /** Whether the last step found another history where the one before had been. */
    boolean beganAnew() {
        return anew;
    }

    /** Nobody writes any more. */
    void finish() throws IOException {
        while (step()) {}
        tail.finish();
        live.finish();
    }

    LiveJudgement live() {
        return live;
    }

    long behind() throws IOException {
        return tail.behind();
    }

    boolean isOver() {
        return tail.isOver();
    }

    @Override
    public void close() throws IOException {
        tail.close();
    }
}
