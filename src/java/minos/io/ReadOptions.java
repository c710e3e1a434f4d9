package minos.io;

import minos.history.HistoryBuilder;
import minos.history.Model;
import minos.util.Deadline;
import minos.util.Progress;

/**
 * How to read a history.
 *
 * @param model   what the keys hold; null to recognise it
 * @param initial how reads of initial values are known; null for the way of the format
 * @param threads how many threads to use
 */
public record ReadOptions(Model model, HistoryBuilder.Initial initial, int threads, Progress progress,
                          Deadline deadline) {

    public static final ReadOptions DEFAULT = new ReadOptions(null, null,
            Runtime.getRuntime().availableProcessors(), Progress.NONE, Deadline.NEVER);

    public ReadOptions with(Model model) {
        return new ReadOptions(model, initial, threads, progress, deadline);
    }

    public ReadOptions withThreads(int threads) {
        return new ReadOptions(model, initial, threads, progress, deadline);
    }
}
