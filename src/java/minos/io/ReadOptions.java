package minos.io;

import minos.history.InitialValues;
import minos.history.Model;
import minos.util.Deadline;
import minos.util.Progress;

/**
 * How to read a history.
 *
 * @param model    what the keys hold; null to recognise it
 * @param initial  how reads of initial values are known; null for the way of the format
 * @param threads  how many threads to use
 * @param maxRatio how many times its size a compressed file may unpack to; see {@link #MAX_RATIO}
 */
public record ReadOptions(
        Model model, InitialValues initial, int threads, Progress progress, Deadline deadline, int maxRatio) {
    /**
     * Recorded histories unpack to some five to fifty times their size, and a file that is made to exhaust its reader
     * to a thousand times.
     */
    public static final int MAX_RATIO = 250;

    public static final ReadOptions DEFAULT = new ReadOptions(
            null, null, Runtime.getRuntime().availableProcessors(), Progress.NONE, Deadline.NEVER, MAX_RATIO);

    public ReadOptions(Model model, InitialValues initial, int threads, Progress progress, Deadline deadline) {
        this(model, initial, threads, progress, deadline, MAX_RATIO);
    }

    public ReadOptions with(Model model) {
        return new ReadOptions(model, initial, threads, progress, deadline, maxRatio);
    }

    public ReadOptions withThreads(int threads) {
        return new ReadOptions(model, initial, threads, progress, deadline, maxRatio);
    }

    public ReadOptions withMaxRatio(int maxRatio) {
        return new ReadOptions(model, initial, threads, progress, deadline, maxRatio);
    }
}
