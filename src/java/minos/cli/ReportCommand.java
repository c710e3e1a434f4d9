package minos.cli;

import java.io.PrintStream;
import java.util.List;

/** {@code minos report}: judges histories and writes a page with pictures. */
final class ReportCommand {
    private static final Option OUTPUT =
            Option.value('o', "output", "DIR", "the folder to write to; open its index.html");
    private static final Option WITNESSES =
            Option.value("max-witnesses", "N", "show up to N counterexamples of each type (default: 10)");
    private static final List<Option> OPTIONS = List.of(
            OUTPUT,
            CheckOptions.LEVEL,
            InputOptions.FORMAT,
            CheckOptions.MODEL,
            CheckOptions.ORDER,
            WITNESSES,
            InputOptions.INITIAL,
            CheckOptions.TIMEOUT,
            CheckOptions.MAX_MEMORY,
            InputOptions.MAX_RATIO,
            CheckOptions.THREADS,
            Option.HELP);

    private ReportCommand() {}

    static int run(String[] words, PrintStream out, PrintStream err, Environment environment) {
        Args args = Args.parse(words, OPTIONS);
        if (args.has(Option.HELP)) {
            out.print(help());
            return Main.OK;
        }
        if (args.operands().isEmpty()) throw new UsageException("which file is the report to be about?");
        if (!args.has(OUTPUT)) throw new UsageException("where to? " + OUTPUT + " names the folder to write to");
        CheckOptions asked = CheckOptions.of(args).reporting(args.get(OUTPUT, null), args.number(WITNESSES, 10, 1));
        return Check.report(asked, out, err, environment);
    }

    private static String help() {
        return """
                Usage: minos report [OPTIONS] -o DIR FILE…

                Judges histories and writes a report: each level's verdict, figures and plots of
                the history, and each counterexample as a picture and in words. One page that
                needs no network: DIR/index.html; beside it, pictures as SVG and DOT. Several
                files get a folder each and an index.

                Options:
                %s
                Examples:
                  minos report history.edn -o report
                  minos report --max-witnesses 1000 -l serializable *.edn -o report

                Exit status:
                %s"""
                .formatted(
                        Help.options(OPTIONS),
                        Help.table(
                                new String[] {"0", "written; with --level, only if every level asked for holds"},
                                new String[] {"1", "something that --level asked for is violated"},
                                new String[] {
                                    "2",
                                    "something that --level asked for is unknown, or the report could not be written"
                                },
                                new String[] {"3", "a history could not be read"},
                                new String[] {"64", "wrong usage"}));
    }
}
