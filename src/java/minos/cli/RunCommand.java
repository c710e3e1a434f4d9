package minos.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import minos.Judgement;
import minos.client.Store;
import minos.collect.Adequacy;
import minos.collect.CollectException;
import minos.collect.Collector;
import minos.collect.Target.Isolation;
import minos.generate.Application;
import minos.generate.Workload;
import minos.history.History;
import minos.history.Model;
import minos.history.Tested;
import minos.render.Printable;
import minos.render.Suite;
import minos.util.WholeFile;

/** {@code minos run}: runs a workload on a database, records the history and judges it. */
final class RunCommand {
    private static final int USUAL_TRANSACTIONS = 1000;
    private static final WorkloadOptions WORKLOAD = new WorkloadOptions(
            new Workload(Workload.Kind.MINI, 8, 0.5, Workload.Keys.uniform(10)), USUAL_TRANSACTIONS);
    private static final Option MOVE = Option.value(
            "move",
            "N",
            "sessions go on at the next node after N transactions, or when theirs is not there (default: never)");
    private static final Option ISOLATION = Option.value(
            "isolation",
            "NAME",
            "the level to ask the database for: " + WorkloadOptions.names(List.of(Isolation.values()))
                    + " (default: the database's own); or shares, as in rc=50,rr=30,ser=20, by which each transaction"
                    + " chooses its own, for the level mixed");
    private static final Option TRANSACTIONS = Option.value(
            "transactions",
            "N",
            "stop after this many transactions a session (default: " + USUAL_TRANSACTIONS + "; with --time, no limit)");
    private static final Option RETRIES =
            Option.value("retries", "N", "try a transaction that was aborted up to N times more (default: 0)");
    private static final Option TIME = Option.value("time", "SECONDS", "stop after that long");
    private static final Option PATIENCE = Option.value(
            "patience", "SECONDS", "how long to wait for a database that no session can reach any more (default: 10)");
    private static final Option CHECK =
            Option.value("check", "LEVELS", "judge these levels, separated by commas (default: all)");
    private static final Option EXPECT = Option.value(
            "expect",
            "LEVELS",
            "the same, of levels that the database promises: that they hold counts only if the run was adequate, and is"
                    + " unknown otherwise");
    private static final Option ADEQUATE = Option.value(
            "adequate",
            "NUMBERS",
            "what makes a run adequate: at least so many committed transactions, reads of other transactions' writes, and"
                    + " conflicts (concurrent pairs on one key), at most that share aborted (default: "
                    + Adequacy.USUAL.toString().replace(",", ", ") + "); and it must not end early");
    private static final Option UNTIL_VIOLATED = Option.flag(
            "until-violated",
            "judge what --check or --expect asks for while the run goes on, and end it at the first violation");
    private static final Option FENCES = Option.value(
            "fences",
            "N",
            "each session begins with a transaction that reads the key " + Collector.FENCE
                    + " and writes it anew, and runs"
                    + " another after N others: with --until-violated, what is behind them can be forgotten; for registers");
    private static final Option OUTPUT = Option.value(
            'o',
            "output",
            "DIR",
            "where to write history.edn, results.json and the report, index.html; never over another history"
                    + " (default: a new folder below minos-runs)");
    static final List<Option> OPTIONS = Stream.of(
                    TargetOptions.OPTIONS,
                    List.of(MOVE, ISOLATION),
                    WORKLOAD.options(),
                    TargetOptions.STATEMENTS,
                    List.of(
                            TRANSACTIONS,
                            RETRIES,
                            TIME,
                            PATIENCE,
                            CHECK,
                            EXPECT,
                            ADEQUATE,
                            UNTIL_VIOLATED,
                            FENCES,
                            OUTPUT),
                    FaultOptions.OPTIONS,
                    CiFiles.OPTIONS,
                    List.of(
                            CheckOptions.ORDER,
                            CheckOptions.MAX_WITNESSES,
                            InputOptions.TIMEOUT,
                            InputOptions.MAX_MEMORY,
                            CheckOptions.THREADS,
                            Option.HELP))
            .flatMap(List::stream)
            .toList();
    private final PrintStream out;
    private final PrintStream err;
    private final Environment environment;
    private final Path folder;
    private final FaultOptions faults;
    private final Collector collector;
    private final Check check;
    private final RunLine line;
    /** Judges while the run goes on, if that was asked for. */
    private final Optional<RunWatch> watch;

    /** What was promised, and when it counts; empty if nothing was. */
    private final Optional<Adequacy> expected;

    private Optional<Judgement> judged = Optional.empty();
    /** Whether what was promised counts. */
    private boolean isAdequate = true;

    private RunCommand(Args args, PrintStream out, PrintStream err, Environment environment) throws CollectException {
        this.out = out;
        this.err = err;
        this.environment = environment;
        Application application = WORKLOAD.of(args);
        folder = folder(args);
        Path history = folder.resolve("history.edn");
        CheckOptions asked = CheckOptions.recorded(
                args,
                history.toString(),
                application.model(),
                Stream.of(CHECK, EXPECT)
                        .flatMap(option -> args.all(option).stream())
                        .flatMap(levels -> Arrays.stream(levels.split(",")))
                        .toList(),
                folder.toString());
        expected = args.has(EXPECT) ? Optional.of(adequacy(args)) : Optional.empty();
        if (expected.isEmpty() && args.has(ADEQUATE))
            throw new UsageException(ADEQUATE + " says nothing without " + EXPECT);
        if (expected.isPresent() && asked.describes()) throw new UsageException(EXPECT + " needs a level, not all");
        faults = new FaultOptions(args, folder);
        collector = new Collector(settings(args, application, history, faults));
        check = Check.of(asked, out, err, environment, judgement -> {
            judged = Optional.of(judgement);
            write(folder.resolve("results.json"), judgement.toJson());
        });
        if (args.has(FENCES) && !(application instanceof Workload && application.model() == Model.RW_REGISTER))
            throw new UsageException(FENCES + " needs a workload of registers");
        if (args.has(UNTIL_VIOLATED) && asked.describes())
            throw new UsageException(UNTIL_VIOLATED + " needs a level: " + CHECK + " or " + EXPECT + " names it");
        if (args.has(UNTIL_VIOLATED) && application.model() == Model.CLOSED_PREDICATE)
            throw new UsageException(UNTIL_VIOLATED + " cannot be used where rows are read by predicates");
        watch = args.has(UNTIL_VIOLATED)
                ? Optional.of(new RunWatch(
                        asked.question(),
                        history,
                        application.model(),
                        args.has(FENCES) ? Optional.of(Integer.toString(Collector.FENCE)) : Optional.empty(),
                        collector::stop))
                : Optional.empty();
        Supplier<String> states = () -> watch.map(RunWatch::states).orElse("");
        line = environment.errTerminal() ? new RunLine(err, environment.columns(), states) : null;
    }

    static int run(String[] words, PrintStream out, PrintStream err, Environment environment) {
        Args args = Args.parse(words, OPTIONS);
        if (args.has(Option.HELP)) {
            out.print(help());
            return Main.OK;
        }
        TargetOptions.noOperands("run", args);
        try {
            return new RunCommand(args, out, err, environment).run();
        } catch (CollectException e) {
            err.println("minos: " + Printable.whole(e.getMessage()));
            return Main.UNAVAILABLE;
        }
    }

    private static Collector.Settings settings(Args args, Application application, Path history, FaultOptions faults)
            throws CollectException {
        List<String> places = TargetOptions.places(args);
        boolean mixed = args.get(ISOLATION, "").contains("=");
        String isolation =
                mixed ? null : args.oneOf(ISOLATION, null, WorkloadOptions.words(List.of(Isolation.values())));
        Isolation level = Isolation.named(isolation);
        Store store = TargetOptions.of(args, places.get(0), level);
        Collector.Settings settings = new Collector.Settings(store, application, history)
                .sessions(WORKLOAD.sessions(args))
                .patience(seconds(args, PATIENCE, 10))
                .seed(WORKLOAD.seed(args))
                .retries(args.number(RETRIES, 0, 0))
                .fences(args.number(FENCES, 0, 1));
        if (args.has(TIME)) settings.seconds(seconds(args, TIME, 0));
        if (args.has(TRANSACTIONS) || !args.has(TIME)) {
            settings.transactions(args.number(TRANSACTIONS, WORKLOAD.transactions(args), 1));
        }
        if (mixed) settings.mixture(WorkloadOptions.mixture(args, ISOLATION, Isolation::chosen));
        int moves = args.number(MOVE, 0, 1);
        try {
            List<Store> nodes = new ArrayList<>();
            for (String place : faults.places(places)) nodes.add(TargetOptions.at(args, place, store, level));
            faults.schedule(WORKLOAD.seed(args)).ifPresent(settings::faults);
            return settings.nodes(nodes, moves).starting(faults.starting());
        } catch (IOException e) {
            throw new CollectException("no proxy can be set up: " + Failure.cause(e));
        }
    }

    private static Adequacy adequacy(Args args) {
        if (!args.has(ADEQUATE)) return Adequacy.USUAL;
        try {
            return Adequacy.of(args.get(ADEQUATE, ""));
        } catch (IllegalArgumentException e) {
            throw new UsageException(ADEQUATE + " " + e.getMessage());
        }
    }

    private static double seconds(Args args, Option option, double otherwise) {
        return args.has(option) ? InputOptions.duration(args, option).toNanos() / 1e9 : otherwise;
    }

    private static Path folder(Args args) {
        try {
            return args.has(OUTPUT) ? Path.of(args.get(OUTPUT, null)) : unused();
        } catch (InvalidPathException e) {
            throw new UsageException(OUTPUT + " is a name that no folder can have: " + e.getInput());
        }
    }

    /** A folder that is not there yet: named by the time, and numbered if several runs begin in one second. */
    private static Path unused() {
        String now = LocalDateTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
        Path folder = Path.of("minos-runs", now);
        for (int i = 2; Files.exists(folder); i++) folder = Path.of("minos-runs", now + "-" + i);
        return folder;
    }

    private int run() throws CollectException {
        Interruption interruption = new Interruption(collector::stop);
        try {
            Files.createDirectories(folder);
            Path history = folder.resolve("history.edn");
            if (Files.exists(history)) throw new FileAlreadyExistsException(history.toString());
            Collector.Summary summary = disturbed();
            boolean interrupted = interruption.tooLate();
            if (line != null) line.clear();
            tell(summary, interrupted);
            int status = check.run(() -> adequacy(summary));
            out.println(
                    "report: " + Printable.whole(folder.resolve("index.html").toString()));
            boolean says = isAdequate && summary.tally().committed() > 0;
            return status == Main.OK && !says ? Main.UNKNOWN : status;
        } catch (FileAlreadyExistsException e) {
            err.println("minos: " + Printable.whole(e.getFile())
                    + ": is there already, and a recording is never overwritten; name another folder with " + OUTPUT);
            return Main.UNWRITTEN;
        } catch (IOException e) {
            err.println("minos: " + Printable.whole(folder.toString()) + ": cannot be written: " + Failure.cause(e));
            return Main.UNWRITTEN;
        } finally {
            out.flush();
            err.flush();
            interruption.done();
        }
    }

    /** Collects, with the servers and faults that were asked for; in the end there is none of them. */
    private Collector.Summary disturbed() throws CollectException, IOException {
        try (faults) {
            faults.start();
            return collect();
        }
    }

    private Collector.Summary collect() throws CollectException, IOException {
        Collector.Listener listener = line == null ? (tally, seconds, left) -> {} : line;
        try {
            watch.ifPresent(RunWatch::start);
            return LibraryOutput.silenced(environment, () -> collector.run(listener));
        } finally {
            watch.ifPresent(RunWatch::close);
        }
    }

    private void tell(Collector.Summary summary, boolean interrupted) {
        String text = RunLine.summary(summary, interrupted);
        out.print(text);
        write(folder.resolve("run.txt"), text);
        for (String note : summary.notes()) err.println("minos: " + Printable.whole(note));
        if (watch.filter(RunWatch::isViolated).isPresent()) out.println("ended at the first violation\n");
        watch.flatMap(RunWatch::failure)
                .ifPresent(e -> err.println("minos: warning: not judged while it ran: " + Failure.cause(e)));
        if (summary.tally().committed() == 0) {
            err.println("minos: no transaction committed: that every level holds says nothing about the database");
        }
    }

    /** Says what counts for and against an expectation, if there is one, and whether all of it counts for it. */
    private List<Suite.Case> adequacy(Collector.Summary summary) {
        Optional<History> history = judged.flatMap(Judgement::history);
        if (expected.isEmpty() || history.isEmpty()) return List.of(); // of what was not read nothing is said to hold
        List<Adequacy.Count> counts = expected.get().counts(summary, Tested.of(history.get()));
        isAdequate = counts.stream().allMatch(Adequacy.Count::sufficient);
        StringBuilder text = new StringBuilder(
                isAdequate
                        ? "The run was adequate:\n"
                        : "The run was not adequate: that a level holds is not known of the database.\n");
        for (Adequacy.Count count : counts) {
            text.append(count.sufficient() ? "  met      " : "  not met  ")
                    .append(count.text())
                    .append('\n');
        }
        out.println(text);
        String unmet = counts.stream()
                .filter(count -> !count.sufficient())
                .map(Adequacy.Count::text)
                .collect(Collectors.joining(", "));
        return List.of(
                isAdequate
                        ? new Suite.Case("the run was adequate", Suite.Result.PASSED, "met")
                        : new Suite.Case("the run was adequate", Suite.Result.UNKNOWN, "not met: " + unmet));
    }

    /** Writes a file beside the history, which is what counts: a failure is a warning. */
    private void write(Path file, String text) {
        try {
            WholeFile.write(file, text);
        } catch (IOException e) {
            err.println(
                    "minos: warning: " + Printable.whole(file.toString()) + ": cannot be written: " + Failure.cause(e));
        }
    }

    private static String help() {
        return """
                Usage: minos run [OPTIONS]

                Runs a workload on a database, side by side in several sessions, records what
                each transaction saw, and judges the history. Without options it does so on an
                H2 database in memory, which comes with Minos. Ctrl-C ends the run early; what
                was recorded is kept and judged.

                The run makes a table of its own in the database and drops it in the end.

                Options:
                %s
                Workloads:
                %s
                Examples:
                  minos run                                       H2, mini-transactions
                  minos run --isolation snapshot --check ser,si   find a write skew
                  minos run -w tpcc --isolation read-committed    TPC-C, in real tables
                  minos run --jdbc jdbc:postgresql://localhost/test --user me \\
                      --classpath postgresql.jar --isolation repeatable-read \\
                      --time 60 -w append --expect snapshot-isolation -o out

                Files in DIR: history.edn (as Jepsen records it), results.json (as 'minos check
                -o json'), index.html (the report), run.txt (how the run went). 'minos check
                DIR/history.edn' judges again.

                Exit status:
                %s"""
                .formatted(
                        Option.help(OPTIONS),
                        WorkloadOptions.help(),
                        Main.statuses(
                                "0 every level asked for holds; without --check and --expect, the run was judged",
                                "1 something that --check or --expect asked for is violated",
                                "2 something is unknown, or no transaction committed, or with --expect the run was not"
                                        + " adequate",
                                "69 the database or its driver cannot be used",
                                "73 the history could not be written",
                                "130 ended by Ctrl-C, and judged"));
    }

    /**
     * Lets work come to a good end when the user presses Ctrl-C: Java is ending already then, but waits for its shutdown
     * hooks, one of which stops the work and waits until {@link #done} is called.
     */
    private static final class Interruption {
        private final CountDownLatch done = new CountDownLatch(1);
        private final Thread hook;

        /** @param stop asks the work to end soon */
        Interruption(Runnable stop) {
            hook = new Thread(
                    () -> {
                        stop.run();
                        try {
                            done.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    },
                    "interruption");
            Runtime.getRuntime().addShutdownHook(hook);
        }

        /**
         * From now on Ctrl-C ends the program at once; says whether that was already pressed, and is still to be honoured.
         */
        boolean tooLate() {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
                return false;
            } catch (IllegalStateException e) {
                return true; // shutting down
            }
        }

        /** All is written: the program may end. */
        void done() {
            tooLate();
            done.countDown();
        }
    }
}
