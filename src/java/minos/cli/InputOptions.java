package minos.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToIntFunction;
import minos.Judgement;
import minos.Minos;
import minos.Question;
import minos.Source;
import minos.history.History;
import minos.history.InitialValues;
import minos.history.Model;
import minos.io.Format;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.model.Level;
import minos.render.Printable;
import minos.util.Deadline;

/** The options that say how a history is read and how much may be spent on it, for every command that has to do with one. */
final class InputOptions {
    private static final List<String> FORMATS = new ArrayList<>(Format.names());

    static {
        FORMATS.add(0, "auto");
    }

    static final Option FORMAT = Option.value(
            'f', "format", "NAME", "the files' format: " + String.join(", ", FORMATS) + " (default: auto)");
    static final Option INITIAL = Option.value(
            "initial",
            "infer",
            "for recordings that start on a database already filled: take a value that nobody wrote for the initial one"
                    + " of its key, if it is the only such value");
    static final Option UNMARKED = Option.value(
            "unmarked",
            "LEVEL",
            "for the level mixed: the level of transactions that do not say at which they ran (default: "
                    + Level.ADYA_READ_COMMITTED + ")");
    static final Option MAX_RATIO = Option.value(
            "max-ratio",
            "N",
            "unpack compressed files to at most N times their size (default: " + ReadOptions.MAX_RATIO + ")");

    static final Option TIMEOUT = Option.value(
            "timeout", "SECONDS", "stop work on a file after that long; levels without an answer are then unknown");
    static final Option MAX_MEMORY = Option.value(
            "max-memory",
            "SIZE",
            "use no more memory than that, such as 512m or 8g; levels without an answer are then unknown");
    /** What Java itself takes, and a little for objects. */
    private static final long LEAST_MEMORY = 192L << 20;

    private InputOptions() {}

    private static Optional<Format> format(Args args) {
        return Format.named(args.oneOf(FORMAT, "auto", FORMATS));
    }

    private static boolean infers(Args args) {
        return args.oneOf(INITIAL, null, List.of("infer")) != null;
    }

    private static int maxRatio(Args args) {
        return args.number(MAX_RATIO, ReadOptions.MAX_RATIO, 1);
    }

    /** The question, with what the options say about reading and about limits. */
    static Question with(Args args, Question question) {
        Question asked = question.maxRatio(maxRatio(args));
        Optional<Format> format = format(args);
        if (format.isPresent()) asked = asked.format(format.get().toString());
        if (args.has(TIMEOUT)) asked = asked.timeout(duration(args, TIMEOUT));
        if (args.has(MAX_MEMORY)) asked = asked.maxMemory(memory(args));
        if (args.has(UNMARKED)) asked = asked.unmarked(unmarked(args.get(UNMARKED, "")));
        return infers(args) ? asked.initial(InitialValues.INFER) : asked;
    }

    private static Level unmarked(String name) {
        List<String> known = new ArrayList<>();
        for (Level level : Level.values()) {
            if (!level.isMixable()) continue;
            known.add(level.text());
            known.addAll(level.aliases());
        }
        Level level = Level.named(name).orElse(null);
        if (level == null || !level.isMixable()) throw UsageException.unknown("level for a mix", name, known);
        return level;
    }

    /** A time above 0. */
    static Duration duration(Args args, Option option) {
        String text = args.get(option, "");
        if (!text.matches("[0-9]{1,12}(\\.[0-9]+)?") || Double.parseDouble(text) == 0) {
            throw new UsageException(option + " needs a number of seconds, not " + text);
        }
        BigDecimal seconds = new BigDecimal(text);
        long nanos = seconds.remainder(BigDecimal.ONE).movePointRight(9).longValue();
        return Duration.ofSeconds(seconds.longValue(), nanos);
    }

    private static long memory(Args args) {
        String text = args.get(MAX_MEMORY, "");
        if (!text.matches("[1-9][0-9]{0,8}[mMgG]")) {
            throw new UsageException(MAX_MEMORY + " needs a size such as 512m or 8g, not " + text);
        }
        int unit = text.toLowerCase(Locale.ROOT).endsWith("g") ? 30 : 20;
        long size = Long.parseLong(text.substring(0, text.length() - 1)) << unit;
        if (size < LEAST_MEMORY) {
            throw new UsageException(MAX_MEMORY + " must be at least " + (LEAST_MEMORY >> 20) + "m, not " + text);
        }
        return size;
    }

    /** A file as a question's source: a path as the user gave it, or {@code -} for standard input. */
    static Source source(String file) {
        return reading -> HistoryFiles.read(file, (ReadOptions) reading);
    }

    /** How long a file is, for the progress alone: 0 where it is not known. */
    static long size(String file) {
        try {
            return Files.size(Path.of(file));
        } catch (IOException | InvalidPathException e) {
            return 0;
        }
    }

    /**
     * Does something with the history in a file, within the limits: for commands that do not judge.
     *
     * @return the exit status: that of the work, unless it was not reached or did not end, which is then said
     */
    static int use(
            Args args, String file, PrintStream err, Optional<ProgressLine> progress, ToIntFunction<History> work) {
        progress.ifPresent(line -> line.reading(file, size(file)));
        return use(args, file, source(file), err, progress, work);
    }

    /**
     * The same with any other source.
     *
     * @param name what messages call it
     */
    static int use(
            Args args,
            String name,
            Source source,
            PrintStream err,
            Optional<ProgressLine> progress,
            ToIntFunction<History> work) {
        String why;
        try {
            Question asked = with(args, Minos.ask()).requirements(List.of());
            if (progress.isPresent()) asked = asked.listener(progress.get());
            Optional<Model> model = CheckOptions.model(args);
            Judgement read = (model.isPresent() ? asked.model(model.get()) : asked).judge(name, source);
            progress.ifPresent(ProgressLine::clear);
            Optional<Integer> status =
                    read.history().flatMap(history -> read.withinLimits(() -> work.applyAsInt(history)));
            if (status.isPresent()) return status.get();
            why = name + ": " + read.limitReached().orElseThrow();
        } catch (Deadline.Expired e) {
            progress.ifPresent(ProgressLine::clear);
            why = name + ": " + e.getMessage();
        } catch (IOException | OutOfMemoryError e) {
            progress.ifPresent(ProgressLine::clear);
            err.println("minos: " + Failure.reading(name, e));
            return Failure.status(e);
        }
        err.println("minos: " + Printable.whole(why));
        return Main.UNKNOWN;
    }
}
