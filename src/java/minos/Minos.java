package minos;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import minos.history.History;
import minos.history.Model;
import minos.infer.AmbiguousHistory;
import minos.infer.Relations;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Options;
import minos.model.Order;
import minos.model.Verdict;
import minos.util.Deadline;

/**
 * The front door of the engine: is a history possible under an isolation level?
 * <pre>
 * History history = HistoryFiles.read("history.edn", ReadOptions.DEFAULT);
 * for (Verdict verdict : Minos.check(history, List.of(Level.CAUSAL), Options.DEFAULT)) …
 * </pre>
 * Sound and complete: {@code TRUE} means that a commit order exists, {@code FALSE} that none does. {@code UNKNOWN} always says
 * why: a value was written twice, the time ran out, or the history does not record what the level speaks of.
 */
public final class Minos {
    private Minos() {}

    /** One verdict for each of {@code levels}, in their order. */
    public static List<Verdict> check(History history, Collection<Level> levels, Options options) {
        return check(history, levels, options, verdict -> {});
    }

    /** The same for somebody who cannot wait: each verdict is told as soon as it is known. */
    public static List<Verdict> check(
            History history, Collection<Level> levels, Options options, Consumer<Verdict> told) {
        List<Verdict> verdicts = new ArrayList<>();
        Judge judge;
        try {
            judge = new Judge(Relations.of(history, options), options);
        } catch (AmbiguousHistory | Deadline.Expired e) {
            for (Level level : levels) {
                verdicts.add(Verdict.unknown(
                        level, level.needsRealTime() ? Order.REAL_TIME : options.order(), e.getMessage()));
            }
            return verdicts;
        }
        for (Level level : levels) {
            Verdict verdict = judge.verdict(level);
            verdicts.add(verdict);
            told.accept(verdict);
        }
        return verdicts;
    }

    /** The levels that a history can be asked for, weakest first: real-time levels only if it records invocations. */
    public static List<Level> askable(History history, Order order) {
        if (order == Order.REAL_TIME && !history.hasRealTime()) return List.of();
        List<Level> levels = new ArrayList<>();
        for (Level level : Judge.offered()) {
            if (level.needsRealTime() && !history.hasRealTime()) continue;
            if (level == Level.LINEARIZABLE && history.model() != Model.LWT) continue;
            levels.add(level);
        }
        return levels;
    }
}
