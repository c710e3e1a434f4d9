package minos.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import minos.history.History;

/** {@code minos convert}: a history in another format. */
final class Convert {
    private static final List<Option> OPTIONS = List.of(
            OutputOptions.OUTPUT,
            OutputOptions.TO,
            InputOptions.FORMAT,
            InputOptions.INITIAL,
            InputOptions.MAX_RATIO,
            Option.HELP);

    private Convert() {}

    static int run(String[] words, PrintStream out, PrintStream err) {
        Args args = Args.parse(words, OPTIONS);
        if (args.has(Option.HELP)) {
            out.print(help());
            return Main.OK;
        }
        if (args.operands().size() != 1) throw new UsageException("which file is to be converted? (one at a time)");
        OutputOptions to = OutputOptions.of(args);
        String from = args.operands().get(0);
        Optional<History> history = InputOptions.read(args, from, err);
        if (history.isEmpty()) return Main.UNREADABLE;
        return to.write(history.get(), from, out, err) ? Main.OK : Main.UNKNOWN;
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
                        Option.table(
                                new String[] {"0", "written"},
                                new String[] {"2", "it could not be written, or the format cannot hold it"},
                                new String[] {"3", "the history could not be read"},
                                new String[] {"64", "wrong usage"}));
    }
}
