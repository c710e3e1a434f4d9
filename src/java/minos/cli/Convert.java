package minos.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.util.List;
import minos.history.History;
import minos.history.InitialValues;
import minos.io.Format;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.io.WriteException;
import minos.render.Printable;

/** {@code minos convert}: a history in another format. */
final class Convert {
    private static final Option OUTPUT = Option.value(
            'o',
            "output",
            "FILE",
            "where to write; compressed if it ends in .gz; '-' is standard output; for cobra, a folder");
    private static final Option TO = Option.value(
            "to",
            "NAME",
            "the format to write: " + String.join(", ", Format.names())
                    + " (default: by the output's name: .edn, .txt and .plume, .bincode, .json)");
    private static final Option INITIAL = Option.value(
            "initial",
            "infer",
            "take a value that nobody wrote for the initial one of its key, if it is the only such value");
    private static final List<Option> OPTIONS =
            List.of(OUTPUT, TO, Stats.FORMAT, INITIAL, CheckOptions.MAX_RATIO, Option.HELP);

    private Convert() {}

    static int run(String[] words, PrintStream out, PrintStream err) {
        Args args = Args.parse(words, OPTIONS);
        if (args.has(Option.HELP)) {
            out.print(help());
            return Main.OK;
        }
        if (args.operands().size() != 1) throw new UsageException("which file is to be converted? (one at a time)");
        if (!args.has(OUTPUT)) throw new UsageException("where to? " + OUTPUT + " names the file to write");
        String from = args.operands().get(0);
        String to = args.get(OUTPUT, null);
        Format format = target(args, TO, to);
        args.oneOf(INITIAL, null, List.of("infer"));
        ReadOptions options = Stats.readOptions(args);
        if (args.has(INITIAL)) options = options.withInitial(InitialValues.INFER);
        History history;
        try {
            history = HistoryFiles.read(from, options);
        } catch (IOException e) {
            err.println("minos: " + Failure.reading(from, e));
            return Main.UNREADABLE;
        }
        try {
            List<String> notes =
                    to.equals("-") ? HistoryFiles.write(history, out, format) : HistoryFiles.write(history, to, format);
            for (String note : notes) err.println("minos: " + Printable.whole(to) + ": " + note);
            return Main.OK;
        } catch (WriteException e) {
            err.println("minos: " + Printable.whole(from) + ": " + e.getMessage());
        } catch (IOException | InvalidPathException e) {
            err.println("minos: " + Printable.whole(to) + ": cannot be written: " + Failure.cause(e));
        }
        return Main.UNKNOWN;
    }

    /** The format to write: the one that an option names, or that the name of the file tells. */
    static Format target(Args args, Option option, String file) {
        if (args.has(option))
            return Format.named(args.oneOf(option, null, Format.names())).orElseThrow();
        return Format.ofFile(file)
                .orElseThrow(() -> new UsageException("which format? " + file + " does not tell; " + option + " does"));
    }

    private static String help() {
        return """
                Usage: minos convert [OPTIONS] -o FILE FILE

                Writes a history in another format. What the format cannot keep is said on
                standard error. '-' is standard input.

                Options:
                %s
                Examples:
                  minos convert history.edn -o history.txt     for tools that read Plume
                  minos convert --to edn h.txt -o h.edn.gz
                  minos convert --to cobra h.bincode -o logs   a folder of logs

                Exit status:
                %s"""
                .formatted(
                        Help.options(OPTIONS),
                        Help.table(
                                new String[] {"0", "written"},
                                new String[] {"2", "it could not be written, or the format cannot hold it"},
                                new String[] {"3", "the history could not be read"},
                                new String[] {"64", "wrong usage"}));
    }
}
