package minos.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.stream.Collectors;
import minos.generate.Distribution;
import minos.generate.Gadget;
import minos.generate.Simulation;
import minos.generate.Workload;
import minos.history.History;
import minos.io.HistoryFiles;
import minos.model.Level;
import minos.render.Printable;

/** {@code minos generate}: a history from a simulated database of a known level. */
final class Generate {
    private static final Workload USUAL = Workload.of(Workload.Kind.GENERAL);

    private static final Option OUTPUT = Option.value('o', "output", "FILE",
            "where to write; .edn or .txt tells the format, and .gz after it compresses (default: EDN to standard output)");
    private static final Option LEVEL = Option.value('l', "level", "NAME",
            "what the database promises: " + names(Simulation.LEVELS) + " (default: strict-serializable)");
    private static final Option INJECT = Option.value("inject", "NAME",
            "put one anomaly into the middle, on the keys :injected-x and :injected-y: " + names(Gadget.all()));
    private static final Option WORKLOAD = Option.value('w', "workload", "NAME",
            names(List.of(Workload.Kind.values())) + " (default: " + USUAL.kind() + ")");
    private static final Option SESSIONS = Option.value("sessions", "N", "clients at once (default: 10)");
    private static final Option TRANSACTIONS = Option.value("transactions", "N", "transactions a session (default: 100)");
    private static final Option OPERATIONS = Option.value("operations", "N",
            "operations a transaction (default: " + USUAL.operations() + ")");
    private static final Option KEYS = Option.value("keys", "N", "how many keys (default: " + USUAL.keys() + ")");
    private static final Option DISTRIBUTION = Option.value("distribution", "NAME",
            "how keys are chosen: " + names(List.of(Distribution.values())) + " (default: " + USUAL.distribution() + ")");
    private static final Option READS = Option.value("reads", "SHARE",
            "the share of reads, from 0 to 1 (default: " + USUAL.reads() + ")");
    private static final Option READ_ONLY = Option.value("read-only", "SHARE", "transactions that only read (default: 0)");
    private static final Option WRITE_ONLY = Option.value("write-only", "SHARE", "transactions that only write (default: 0)");
    private static final Option MODIFYING = Option.value("read-modify-write", "SHARE",
            "transactions that read each key before they write it (default: 0)");
    private static final Option LOST = Option.value("lost", "SHARE",
            "transactions whose outcome the client never hears (default: 0)");
    private static final Option SEED = Option.value("seed", "N", "the same seed gives the same history (default: 1)");
    private static final List<Option> OPTIONS = List.of(OUTPUT, LEVEL, INJECT, WORKLOAD, SESSIONS, TRANSACTIONS, OPERATIONS,
            KEYS, DISTRIBUTION, READS, READ_ONLY, WRITE_ONLY, MODIFYING, LOST, SEED, Option.HELP);

    private Generate() {
    }

    static int run(String[] words, PrintStream out, PrintStream err) {
        Args args = Args.parse(words, OPTIONS);
        if (args.has(Option.HELP)) {
            out.print(help());
            return Main.OK;
        }
        if (!args.operands().isEmpty()) throw new UsageException("generate reads no files; " + OUTPUT + " names what to write");
        String file = args.get(OUTPUT, "-");
        String format = file.equals("-") ? "edn" : HistoryFiles.formatOf(file);
        if (format == null) throw new UsageException("which format? " + file + " does not tell; let it end in .edn or .txt");
        History history = simulation(args).run();
        try {
            List<String> notes = file.equals("-") ? HistoryFiles.write(history, out, format)
                    : HistoryFiles.write(history, file, format);
            for (String note : notes) err.println("minos: " + Printable.whole(file) + ": " + note);
            return Main.OK;
        } catch (IOException | InvalidPathException e) {
            err.println("minos: " + Printable.whole(file) + ": cannot be written: " + Failure.cause(e));
            return Main.UNKNOWN;
        }
    }

    private static Simulation simulation(Args args) {
        Workload.Kind kind = Workload.Kind.named(args.oneOf(WORKLOAD, USUAL.kind().toString(),
                words(List.of(Workload.Kind.values()))));
        Distribution distribution = Distribution.named(args.oneOf(DISTRIBUTION, USUAL.distribution().toString(),
                words(List.of(Distribution.values()))));
        Workload workload = new Workload(kind, args.number(OPERATIONS, USUAL.operations(), 1), share(args, READS, USUAL.reads()),
                args.number(KEYS, USUAL.keys(), 1), distribution, share(args, READ_ONLY, 0), share(args, WRITE_ONLY, 0),
                share(args, MODIFYING, 0));
        Gadget gadget = args.has(INJECT) ? Gadget.named(args.oneOf(INJECT, null, words(Gadget.all()))) : null;
        if (gadget != null && !gadget.fits(kind)) {
            throw new UsageException(gadget + " cannot be shown in the workload " + kind);
        }
        Level level = Level.named(args.get(LEVEL, "sser"));
        if (!Simulation.LEVELS.contains(level)) {
            throw new UsageException(LEVEL + " cannot be " + args.get(LEVEL, "") + "; it is one of " + names(Simulation.LEVELS));
        }
        return new Simulation(workload, level, args.number(SESSIONS, 10, 1), args.number(TRANSACTIONS, 100, 1),
                share(args, LOST, 0), gadget, args.number(SEED, 1, 0));
    }

    private static double share(Args args, Option option, double otherwise) {
        if (!args.has(option)) return otherwise;
        try {
            double share = Double.parseDouble(args.get(option, ""));
            if (share >= 0 && share <= 1) return share;
        } catch (NumberFormatException e) {
            // said below
        }
        throw new UsageException(option + " needs a number from 0 to 1, not " + args.get(option, ""));
    }

    private static List<String> words(List<?> things) {
        return things.stream().map(Object::toString).toList();
    }

    private static String names(List<?> things) {
        return things.stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    private static String help() {
        return """
                Usage: minos generate [OPTIONS]

                Writes the history of a workload on a simulated database of a known level: to try Minos on, to test other
                checkers with, or to see what an anomaly looks like.

                Options:
                %s
                Examples:
                  minos generate -o good.edn                                     a serializable history
                  minos generate -l si --inject lost-update -o bad.edn           one lost update in it
                  minos generate -w append -l causal --sessions 20 -o lists.edn
                """.formatted(Help.options(OPTIONS));
    }
}
