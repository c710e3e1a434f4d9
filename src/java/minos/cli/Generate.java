package minos.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import minos.generate.Application;
import minos.generate.Gadget;
import minos.generate.Simulation;
import minos.generate.Workload;
import minos.history.Atoms;
import minos.history.HistoryBuilder;
import minos.history.InitialValues;
import minos.history.Model;
import minos.history.Origin;
import minos.io.Format;
import minos.io.ReadOptions;
import minos.model.Level;

/** {@code minos generate}: a history from a simulated database of a known level. */
final class Generate {
    private static final WorkloadOptions WORKLOAD = new WorkloadOptions(Workload.of(Workload.Kind.GENERAL), 100);

    private static final Option OUTPUT = Option.value(
            'o',
            "output",
            "FILE",
            "where to write; .edn or .txt tells the format, and .gz after it compresses (default: EDN to standard"
                    + " output)");
    private static final Option LEVEL = Option.value(
            'l',
            "level",
            "NAME",
            "what the database promises: " + WorkloadOptions.names(Simulation.LEVELS)
                    + " (default: strict-serializable)");
    private static final Option ISOLATION = Option.value(
            "isolation",
            "SHARES",
            "give each transaction a level of its own, which it says, by these shares, as in rc=80,ser=20: "
                    + WorkloadOptions.names(Simulation.MIXABLE) + "; an anomaly says the strongest of them");
    private static final Option CLOCK = Option.flag(
            "clock", "say of each transaction when it began and committed by the database's clock, :ts in EDN");
    private static final Option INJECT = Option.value(
            "inject",
            "NAME",
            "put one anomaly into the middle, on the keys" + " :injected-x and :injected-y: "
                    + WorkloadOptions.names(Gadget.all()));
    private static final Option TRANSACTIONS =
            Option.value("transactions", "N", "transactions of each session, not of all together (default: 100)");
    private static final Option LOST =
            Option.value("lost", "SHARE", "transactions whose outcome the client never hears (default: 0)");
    private static final List<Option> OPTIONS = Stream.of(
                    List.of(OUTPUT, LEVEL, ISOLATION, CLOCK, INJECT),
                    WORKLOAD.options(),
                    List.of(TRANSACTIONS, LOST, InputOptions.TIMEOUT, InputOptions.MAX_MEMORY, Option.HELP))
            .flatMap(List::stream)
            .toList();

    /** From so many operations on it pays to wait for the optimizing compiler. */
    private static final long LARGE = 500_000;

    private Generate() {}

    /** Whether what is asked for takes long; not if it makes no sense. */
    static boolean isLarge(String[] words) {
        try {
            Args args = Args.parse(words, OPTIONS);
            int operations = WORKLOAD.of(args) instanceof Workload workload ? workload.operations() : 1;
            int transactions = args.number(TRANSACTIONS, WORKLOAD.transactions(args), 1);
            return (long) WORKLOAD.sessions(args) * transactions * operations > LARGE;
        } catch (UsageException e) {
            return false;
        }
    }

    static int run(String[] words, PrintStream out, PrintStream err, Environment environment) {
        Args args = Args.parse(words, OPTIONS);
        if (args.has(Option.HELP)) {
            out.print(help());
            return Main.OK;
        }
        if (!args.operands().isEmpty()) {
            throw new UsageException("generate reads no files; " + OUTPUT + " names what to write");
        }
        String file = args.get(OUTPUT, "-");
        Format format = file.equals("-") ? Format.EDN : format(file);
        Simulation simulation = args.has(CLOCK) ? simulation(args).withClock() : simulation(args);
        OutputOptions to = new OutputOptions(file, format);
        Optional<ProgressLine> progress = environment.progress(err);
        progress.ifPresent(line -> line.reading(file, 0));
        if (isText(simulation, format)) {
            int[] status = {Main.OK};
            return InputOptions.use(
                    args,
                    file,
                    reading -> {
                        status[0] = to.write(
                                text -> {
                                    List<String> notes = tell(simulation, (ReadOptions) reading, format, text);
                                    progress.ifPresent(ProgressLine::clear);
                                    return notes;
                                },
                                out,
                                err);
                        return new HistoryBuilder(new Atoms(false)).build(Origin.MEMORY, InitialValues.EXPLICIT);
                    },
                    err,
                    progress,
                    nothing -> status[0]);
        }
        return InputOptions.use(
                args,
                file,
                reading -> simulation.run(((ReadOptions) reading).deadline(), ((ReadOptions) reading).progress()),
                err,
                progress,
                history -> to.write(history, file, out, err));
    }

    /** Whether the history is written while the simulation goes on, in memory that does not grow with it. */
    private static boolean isText(Simulation simulation, Format format) {
        if (!simulation.isTold()) return false;
        Workload workload = (Workload) simulation.application();
        return format == Format.EDN
                || format == Format.PLUME
                        && !workload.isList()
                        && workload.values().deletes() == 0
                        && simulation.lost() == 0;
    }

    /** Writes a simulation while it runs; returns what the format does not keep. */
    static List<String> tell(Simulation simulation, ReadOptions limits, Format format, OutputStream out)
            throws IOException {
        GeneratedText text = format == Format.EDN
                ? new GeneratedText.Edn(out, simulation.application().model() == Model.LIST_APPEND)
                : new GeneratedText.Plume(out);
        simulation.run(limits.deadline(), limits.progress(), text);
        return text.end();
    }

    private static Format format(String file) {
        return Format.ofFile(file)
                .orElseThrow(() ->
                        new UsageException("which format? " + file + " does not tell; let it end in .edn or .txt"));
    }

    private static Simulation simulation(Args args) {
        Application workload = WORKLOAD.of(args);
        if (!WORKLOAD.preset(args).isSimple())
            throw new UsageException("the workload " + WORKLOAD.preset(args) + " needs a real database: 'minos run'");
        Gadget gadget =
                args.has(INJECT) ? Gadget.named(args.oneOf(INJECT, null, WorkloadOptions.words(Gadget.all()))) : null;
        if (gadget != null && !gadget.fits(workload.model())) {
            throw new UsageException(gadget + " cannot be shown in a history of the model " + workload.model());
        }
        if (args.has(ISOLATION)) {
            if (args.has(LEVEL))
                throw new UsageException(LEVEL + " is for all transactions, " + ISOLATION + " for each");
            return new Simulation(
                    workload,
                    WorkloadOptions.mixture(
                            args, ISOLATION, name -> Level.named(name).filter(Simulation.MIXABLE::contains)),
                    WORKLOAD.sessions(args),
                    args.number(TRANSACTIONS, WORKLOAD.transactions(args), 1),
                    WorkloadOptions.share(args, LOST, 0),
                    gadget,
                    WORKLOAD.seed(args));
        }
        Level level = Level.named(args.get(LEVEL, "sser"))
                .filter(Simulation.LEVELS::contains)
                .orElseThrow(() -> new UsageException(LEVEL + " cannot be " + args.get(LEVEL, "") + "; it is one of "
                        + WorkloadOptions.names(Simulation.LEVELS)));
        return new Simulation(
                workload,
                level,
                WORKLOAD.sessions(args),
                args.number(TRANSACTIONS, WORKLOAD.transactions(args), 1),
                WorkloadOptions.share(args, LOST, 0),
                gadget,
                WORKLOAD.seed(args));
    }

    private static String help() {
        return """
                Usage: minos generate [OPTIONS]

                Writes the history of a workload on a simulated database of a known level: to
                try Minos on, to test other checkers with, or to see what an anomaly looks like.

                Options:
                %s
                Workloads:
                %s
                Examples:
                  minos generate -o good.edn                             a serializable one
                  minos generate -l si --inject lost-update -o bad.edn   one lost update
                  minos generate -w append -l causal --sessions 20 -o lists.edn
                  minos generate --isolation rc=80,ser=20 -o mixed.edn   for the level mixed
                  minos generate -l si --clock -o clock.edn              with its times
                  minos generate -w tpcc -l si -o orders.edn             TPC-C

                Exit status:
                %s"""
                .formatted(
                        Option.help(OPTIONS),
                        WorkloadOptions.help(),
                        Main.statuses(
                                "0 written",
                                "2 time or memory did not suffice",
                                "73 it could not be written, or the format cannot hold it"));
    }
}
