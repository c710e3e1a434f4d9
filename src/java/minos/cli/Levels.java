package minos.cli;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import minos.model.Level;

/** {@code minos levels}: the levels, weakest first, with what each promises. */
final class Levels {
    private Levels() {}

    static int run(String[] words, PrintStream out, PrintStream err) {
        Args args = Args.parse(words, List.of());
        if (args.has(Option.HELP)) {
            out.print("Usage: minos levels\n\nLists the isolation levels that Minos knows, weakest first.\n");
            return Main.OK;
        }
        if (!args.operands().isEmpty()) throw new UsageException("levels takes no arguments");
        out.print(table());
        return Main.OK;
    }

    static String table() {
        return Help.table(Arrays.stream(Level.values())
                .map(level -> new String[] {level.text(), String.join(", ", level.aliases()), level.meaning()})
                .toArray(String[][]::new));
    }
}
