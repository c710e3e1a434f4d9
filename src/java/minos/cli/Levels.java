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
                .map(level -> new String[] {level.text(), String.join(", ", level.aliases()), meaning(level)})
                .toArray(String[][]::new));
    }

    private static String meaning(Level level) {
        return switch (level) {
            case READ_UNCOMMITTED -> "writes to one key take effect in one order, the same across keys";
            case CUT_ISOLATION -> "a transaction that reads a key twice sees the same version";
            case ADYA_READ_COMMITTED -> "reads return final values of committed transactions: SQL's read committed";
            case READ_COMMITTED ->
                "also, once a transaction has read from another it sees nothing older" + " (monotonic atomic view)";
            case READ_ATOMIC -> "all or nothing of each transaction is seen";
            case CAUSAL -> "what a transaction depends on is seen with it";
            case PREFIX -> "each transaction sees a prefix of one commit order";
            case PARALLEL_SNAPSHOT_ISOLATION -> "causal, and no update is lost";
            case SNAPSHOT_ISOLATION -> "each transaction reads one snapshot, and no update is lost";
            case SERIALIZABLE -> "as if the transactions ran one after another";
            case STRICT_SERIALIZABLE -> "serializable, in an order that real time allows";
            case LINEARIZABLE -> "strict-serializable, for operations on single objects";
        };
    }
}
