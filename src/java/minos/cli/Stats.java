package minos.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import minos.history.Statistics;
import minos.render.Figures;

/** {@code minos stats}: histories in figures. */
final class Stats {
    private static final Option OUTPUT =
            Option.value('o', "output", "NAME", "text (default) or json: an object a line");
    private static final List<Option> OPTIONS = List.of(
            InputOptions.FORMAT,
            CheckOptions.MODEL,
            OUTPUT,
            InputOptions.TIMEOUT,
            InputOptions.MAX_MEMORY,
            InputOptions.MAX_RATIO,
            Option.HELP);

    private Stats() {}

    static int run(String[] words, PrintStream out, PrintStream err, Environment environment) {
        Args args = Args.parse(words, OPTIONS);
        if (args.has(Option.HELP)) {
            out.print(help());
            return Main.OK;
        }
        if (args.operands().isEmpty()) throw new UsageException("which file?");
        boolean json = args.oneOf(OUTPUT, "text", List.of("text", "json")).equals("json");
        Optional<ProgressLine> progress = environment.progress(err);
        int status = Main.OK;
        for (String file : args.operands()) {
            int one = InputOptions.use(args, file, err, progress, history -> {
                Statistics stats = Statistics.of(history);
                List<String> notes = history.origin().notes();
                out.print(json ? Figures.json(file, stats, notes) : Figures.text(file, stats, notes));
                return Main.OK;
            });
            if (status != Main.UNREADABLE && one != Main.OK) status = one;
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
                        Option.help(OPTIONS),
                        Main.statuses(
                                "0 all files were read",
                                "2 time or memory did not suffice",
                                "3 a history could not be read"));
    }
}
