package minos.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import minos.history.Statistics;
import minos.io.Format;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.render.StatsJson;
import minos.render.StatsText;

/** {@code minos stats}: histories in figures. */
final class Stats {
    static final Option FORMAT = Option.value(
            'f',
            "format",
            "NAME",
            "the format to read: auto, " + String.join(", ", Format.names()) + " (default: auto)");
    private static final Option OUTPUT =
            Option.value('o', "output", "NAME", "text (default) or json: an object a line");
    private static final List<Option> OPTIONS = List.of(FORMAT, OUTPUT, CheckOptions.MAX_RATIO, Option.HELP);

    private Stats() {}

    /** How to read for commands that ask for nothing special. */
    static ReadOptions readOptions(Args args) {
        List<String> known = new ArrayList<>(Format.names());
        known.add("auto");
        return ReadOptions.DEFAULT
                .withFormat(Format.named(args.oneOf(FORMAT, "auto", known)))
                .withMaxRatio(args.number(CheckOptions.MAX_RATIO, ReadOptions.MAX_RATIO, 1));
    }

    static int run(String[] words, PrintStream out, PrintStream err) {
        Args args = Args.parse(words, OPTIONS);
        if (args.has(Option.HELP)) {
            out.print(help());
            return Main.OK;
        }
        if (args.operands().isEmpty()) throw new UsageException("which file?");
        boolean json = args.oneOf(OUTPUT, "text", List.of("text", "json")).equals("json");
        ReadOptions options = readOptions(args);
        int status = Main.OK;
        for (String file : args.operands()) {
            try {
                Statistics stats = Statistics.of(HistoryFiles.read(file, options));
                out.print(json ? StatsJson.render(file, stats) : StatsText.render(file, stats));
            } catch (IOException e) {
                err.println("minos: " + Failure.reading(file, e));
                status = Main.UNREADABLE;
            }
        }
        return status;
    }

    private static String help() {
        return """
                Usage: minos stats [OPTIONS] FILE…

                Tells what histories look like: sessions, transactions, operations, keys, how
                long transactions are, how many only read, how many are open at once. Aborted
                transactions are counted, but left out of all that is said of the shape of
                transactions. '-' is standard input.

                Options:
                %s
                Exit status:
                %s"""
                .formatted(
                        Help.options(OPTIONS),
                        Help.table(
                                new String[] {"0", "all files were read"},
                                new String[] {"3", "a history could not be read"},
                                new String[] {"64", "wrong usage"}));
    }
}
