package minos.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import minos.Minos;
import minos.history.History;
import minos.model.Anomaly;
import minos.model.Level;
import minos.model.Options;
import minos.model.Order;
import minos.model.Verdict;
import minos.render.Judged;
import minos.util.Deadline;
import minos.util.PhaseClock;

/**
 * The work on one file: it is read and judged, and the result rendered. May be left behind at any time (see
 * {@link Guarded}): then what has been reached so far counts.
 */
final class FileCheck {
    private final String file;
    private final CheckOptions asked;
    private final Deadline deadline;
    private final PhaseClock clock;
    private final ProgressLine progress;
    private final long began = System.nanoTime();

    private volatile long readEnd;
    private volatile History history;
    private volatile Throwable readFailure;
    private final List<Verdict> told = new CopyOnWriteArrayList<>();
    private volatile List<Verdict> verdicts;
    private volatile Judged judged;
    private volatile String rendered;
    private volatile Throwable failure;

    FileCheck(String file, CheckOptions asked, Deadline deadline, PhaseClock clock, ProgressLine progress) {
        this.file = file;
        this.asked = asked;
        this.deadline = deadline;
        this.clock = clock;
        this.progress = progress;
    }

    /** Turns a result into text. */
    interface Renderer {
        String render(Judged judged);
    }

    void run(Check.Reader reader, Check.Engine engine, Renderer renderer) {
        try {
            if (progress != null) progress.reading(file, Check.size(file));
            history = reader.read(file, asked.readOptions().withProgress(clock).withDeadline(deadline));
        } catch (Throwable e) {
            readFailure = e;
            return;
        }
        readEnd = System.nanoTime();
        judge(engine);
        judged = new Judged(
                file, history, verdicts, (readEnd - began) / 1_000_000, (System.nanoTime() - readEnd) / 1_000_000);
        try {
            rendered = renderer.render(judged);
        } catch (Throwable e) {
            failure = e;
        }
    }

    private void judge(Check.Engine engine) {
        if (progress != null) progress.judging(file, history.operations());
        List<Level> levels = levels();
        Options options = new Options(
                asked.order(),
                asked.all(),
                asked.maxWitnesses(),
                asked.certificate() != null,
                asked.threads(),
                deadline,
                clock);
        try {
            verdicts = engine.check(history, levels, options, told::add);
        } catch (Throwable e) {
            failure = e;
            verdicts = toldAndUnknown(asked.limits().sentence(e));
        }
    }

    /** The levels to judge. Where none can be asked for, the judge says of each why not. */
    private List<Level> levels() {
        if (!asked.describes()) return asked.levels();
        List<Level> askable = Minos.askable(history, asked.order());
        return askable.isEmpty() ? Minos.askable(history, Order.SESSION) : askable;
    }

    /** The verdicts that have been told; the other levels are unknown. */
    private List<Verdict> toldAndUnknown(String why) {
        List<Verdict> all = new ArrayList<>(told);
        List<Level> levels = levels();
        all.addAll(unknown(levels.subList(all.size(), levels.size()), why));
        return all;
    }

    private List<Verdict> unknown(List<Level> levels, String why) {
        return levels.stream()
                .map(level -> Verdict.unknown(level, level.needsRealTime() ? Order.REAL_TIME : asked.order(), why))
                .toList();
    }

    /** Whether the file holds no history, or whatever else kept it from being read; not that a limit was reached. */
    boolean isUnreadable() {
        return readFailure != null && !isLimit(readFailure);
    }

    private boolean isLimit(Throwable failure) {
        return failure instanceof Deadline.Expired
                || failure instanceof OutOfMemoryError && asked.limits().maxMemory() > 0;
    }

    /** What went wrong, for those who want to see where; null if nothing did. */
    Throwable failure() {
        return readFailure != null ? readFailure : failure;
    }

    /**
     * The result; if the work was left behind, what is known of it. Its history is null if that could not be read
     * within the limits.
     */
    Judged judged() {
        Judged whole = judged;
        if (whole != null) return whole;
        long now = System.nanoTime();
        History read = history;
        if (read == null) {
            String why = readFailure == null ? deadline.cause() : asked.limits().sentence(readFailure);
            List<Level> levels = asked.describes() ? List.of(Level.values()) : asked.levels();
            return new Judged(
                    file, null, unknown(levels, why + ", while the file was read"), (now - began) / 1_000_000, 0);
        }
        List<Verdict> known = verdicts != null ? verdicts : toldAndUnknown(deadline.cause());
        return new Judged(file, read, known, (readEnd - began) / 1_000_000, (now - readEnd) / 1_000_000);
    }

    /** The result as text; null if there was no time to render it, or that failed. */
    String rendered() {
        return rendered;
    }

    /** The same verdicts with counts alone: quickly rendered. */
    static Judged brief(Judged judged) {
        List<Verdict> verdicts = new ArrayList<>();
        for (Verdict verdict : judged.verdicts()) {
            List<Anomaly> anomalies = verdict.anomalies().stream()
                    .map(anomaly -> new Anomaly(anomaly.type(), anomaly.count(), anomaly.exact(), List.of()))
                    .toList();
            verdicts.add(new Verdict(
                    verdict.level(),
                    verdict.order(),
                    verdict.answer(),
                    verdict.why(),
                    anomalies,
                    verdict.certificate()));
        }
        return new Judged(judged.file(), judged.history(), verdicts, judged.readMillis(), judged.checkMillis());
    }
}
