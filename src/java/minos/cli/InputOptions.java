package minos.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import minos.Question;
import minos.Source;
import minos.history.History;
import minos.history.InitialValues;
import minos.io.Format;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;

/** The options that say how a history is read, for every command that reads one. */
final class InputOptions {
    private static final List<String> FORMATS =
            Stream.concat(Stream.of("auto"), Format.names().stream()).toList();

    static final Option FORMAT = Option.value(
            'f', "format", "NAME", "the files' format: " + String.join(", ", FORMATS) + " (default: auto)");
    static final Option INITIAL = Option.value(
            "initial",
            "infer",
            "for recordings that start on a database already filled: take a value that nobody wrote for the initial one"
                    + " of its key, if it is the only such value");
    static final Option MAX_RATIO = Option.value(
            "max-ratio",
            "N",
            "unpack compressed files to at most N times their size (default: " + ReadOptions.MAX_RATIO + ")");

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

    /** The question, with what the options say about reading. */
    static Question with(Args args, Question question) {
        Question asked = question.maxRatio(maxRatio(args));
        Optional<Format> format = format(args);
        if (format.isPresent()) asked = asked.format(format.get().toString());
        return infers(args) ? asked.initial(InitialValues.INFER) : asked;
    }

    /** A file as a question's source: a path as the user gave it, or {@code -} for standard input. */
    static Source source(String file) {
        return reading -> HistoryFiles.read(file, (ReadOptions) reading);
    }

    /** The history of a file, for commands that do not judge. If it cannot be read, that is said; then it is empty. */
    static Optional<History> read(Args args, String file, PrintStream err) {
        ReadOptions options = ReadOptions.DEFAULT.withFormat(format(args)).withMaxRatio(maxRatio(args));
        try {
            return Optional.of(
                    HistoryFiles.read(file, infers(args) ? options.withInitial(InitialValues.INFER) : options));
        } catch (IOException e) {
            err.println("minos: " + Failure.reading(file, e));
            return Optional.empty();
        }
    }
}
