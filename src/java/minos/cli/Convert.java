package minos.cli;

import java.io.PrintStream;
import java.util.List;

/** {@code minos convert}: a history in another format. */
final class Convert {
    private static final List<Option> OPTIONS = List.of(
            OutputOptions.OUTPUT,
            OutputOptions.TO,
            InputOptions.FORMAT,
            InputOptions.INITIAL,
            InputOptions.UNMARKED,
            InputOptions.TIMEOUT,
            InputOptions.MAX_MEMORY,
            InputOptions.MAX_RATIO,
            Option.HELP);

    private Convert() {}

    static int run(String[] words, PrintStream out, PrintStream err, Environment environment) {
        Args args = Args.parse(words, OPTIONS);
        if (args.has(Option.HELP)) {
            out.print(help());
            return Main.OK;
        }
        if (args.operands().size() != 1) throw new UsageException("which file is to be converted? (one at a time)");
        OutputOptions to = OutputOptions.of(args);
        String from = args.operands().get(0);
        return InputOptions.use(
                args, from, err, environment.progress(err), history -> to.write(history, from, out, err));
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
                        Option.help(OPTIONS),
                        Main.statuses(
                                "0 written",
                                "2 time or memory did not suffice",
                                "3 the history could not be read",
                                "73 it could not be written, or the format cannot hold it"));
    }
}
