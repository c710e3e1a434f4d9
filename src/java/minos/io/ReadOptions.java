package minos.io;

import java.util.Optional;
import minos.history.InitialValues;
import minos.history.Model;
import minos.history.Reading;
import minos.util.Deadline;
import minos.util.Progress;

/**
 * How to read a history: as {@link #DEFAULT} says, with the changes asked for.
 *
 * @param format   empty to recognise it
 * @param model    what the keys hold; empty to recognise it
 * @param initial  how reads of initial values are known; empty for the way of the format
 * @param threads  how many threads to use
 * @param maxRatio how many times its size a compressed file may unpack to; see {@link #MAX_RATIO}
 */
public record ReadOptions(
        Optional<Format> format,
        Optional<Model> model,
        Optional<InitialValues> initial,
        int threads,
        Progress progress,
        Deadline deadline,
        int maxRatio)
        implements Reading {
    /**
     * Recorded histories unpack to some five to fifty times their size, and a file that is made to exhaust its reader
     * to a thousand times.
     */
    public static final int MAX_RATIO = 250;

    public static final ReadOptions DEFAULT = new ReadOptions(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Runtime.getRuntime().availableProcessors(),
            Progress.NONE,
            Deadline.NEVER,
            MAX_RATIO);

    /** For formats of registers: refuses to read anything else. */
    public void requireRegisters(String format, String file) throws ReadException {
        Model asked = model.orElse(Model.RW_REGISTER);
        if (asked != Model.RW_REGISTER) {
            throw new ReadException(file, format + " holds " + Model.RW_REGISTER + ", not " + asked);
        }
    }

    public ReadOptions withFormat(Format format) {
        return withFormat(Optional.of(format));
    }

    public ReadOptions withFormat(Optional<Format> format) {
        return new ReadOptions(format, model, initial, threads, progress, deadline, maxRatio);
    }

    public ReadOptions withModel(Model model) {
        return withModel(Optional.of(model));
    }

    public ReadOptions withModel(Optional<Model> model) {
        return new ReadOptions(format, model, initial, threads, progress, deadline, maxRatio);
    }

    public ReadOptions withInitial(InitialValues initial) {
        return withInitial(Optional.of(initial));
    }

    public ReadOptions withInitial(Optional<InitialValues> initial) {
        return new ReadOptions(format, model, initial, threads, progress, deadline, maxRatio);
    }

    public ReadOptions withThreads(int threads) {
        return new ReadOptions(format, model, initial, threads, progress, deadline, maxRatio);
    }

    public ReadOptions withProgress(Progress progress) {
        return new ReadOptions(format, model, initial, threads, progress, deadline, maxRatio);
    }

    public ReadOptions withDeadline(Deadline deadline) {
        return new ReadOptions(format, model, initial, threads, progress, deadline, maxRatio);
    }

    public ReadOptions withMaxRatio(int maxRatio) {
        return new ReadOptions(format, model, initial, threads, progress, deadline, maxRatio);
    }

    @Override
    public void check() {
        deadline.check();
    }
}
