package minos.cli;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import minos.collect.CollectException;
import minos.collect.Collector;
import minos.collect.Drivers;
import minos.collect.Target;
import minos.collect.Target.Isolation;
import minos.generate.Distribution;
import minos.generate.Workload;
import minos.render.Printable;
import minos.util.WholeFile;

/** {@code minos run}: runs a workload on a database, records the history and judges it. */
final class RunCommand {
    private static final WorkloadOptions WORKLOAD =
            new WorkloadOptions(new Workload(Workload.Kind.MINI, 8, 0.5, 10, Distribution.UNIFORM, 0, 0, 0));
    private static final int USUAL_TRANSACTIONS = 1000;

    private static final Option JDBC =
            Option.value("jdbc", "URL", "the database (default: an H2 of its own, in memory)");
    private static final Option USER = Option.value("user", "NAME", "whom to connect as");
    private static final Option PASSWORD =
            Option.value("password", "TEXT", "its password (default: the environment variable MINOS_PASSWORD)");
    private static final Option CLASSPATH = Option.value(
            "classpath",
            "FILES",
            "jars with the JDBC driver, separated by '" + File.pathSeparator + "'; that of H2 is included");
    private static final Option ISOLATION = Option.value(
            "isolation",
            "NAME",
            "the level to ask the database for: " + WorkloadOptions.names(List.of(Isolation.values()))
                    + " (default: the database's own); or shares, as in rc=50,rr=30,ser=20, by which each transaction"
                    + " chooses its own, for the level mixed");
    private static final Option ON_CONNECT =
            Option.value("on-connect", "SQL", "run this statement first on each connection; repeatable");
    private static final Option TRANSACTIONS = Option.value(
            "transactions",
            "N",
            "stop after this many transactions a session (default: " + USUAL_TRANSACTIONS + "; with --time, no limit)");
    private static final Option TIME = Option.value("time", "SECONDS", "stop after that long");
    private static final Option PATIENCE = Option.value(
            "patience", "SECONDS", "how long to wait for a database that no session can reach any more (default: 10)");
    private static final Option CHECK =
            Option.value("check", "LEVELS", "judge these levels, separated by commas (default: all)");
    private static final Option OUTPUT = Option.value(
            'o',
            "output",
            "DIR",
            "where to write history.edn, results.json and the report, index.html (default: a new folder below"
                    + " minos-runs)");
    static final List<Option> OPTIONS = Stream.of(
                    List.of(JDBC, USER, PASSWORD, CLASSPATH, ISOLATION, ON_CONNECT),
                    WORKLOAD.options(),
                    List.of(
                            TRANSACTIONS,
                            TIME,
                            PATIENCE,
                            CHECK,
                            OUTPUT,
                            CheckOptions.ORDER,
                            CheckOptions.MAX_WITNESSES,
                            InputOptions.TIMEOUT,
                            InputOptions.MAX_MEMORY,
                            CheckOptions.THREADS,
                            Option.HELP))
            .flatMap(List::stream)
            .toList();
    /** Gone with the last connection. What H2 takes from its cache of results is at times outdated: it goes without. */
    private static final String OWN_H2 = "jdbc:h2:mem:minos-"
            + ProcessHandle.current().pid() + ";OPTIMIZE_REUSE_RESULTS=FALSE;DB_CLOSE_ON_EXIT=FALSE";

    private final PrintStream out;
    private final PrintStream err;
    private final Environment environment;
    private final Path folder;
    private final Collector collector;
    private final Check check;
    private final RunLine line;

    private RunCommand(Args args, PrintStream out, PrintStream err, Environment environment) throws CollectException {
        this.out = out;
        this.err = err;
        this.environment = environment;
        Workload workload = WORKLOAD.of(args);
        folder = folder(args);
        Path history = folder.resolve("history.edn");
        CheckOptions asked = CheckOptions.recorded(
                args,
                history.toString(),
                workload.kind(),
                args.all(CHECK).stream()
                        .flatMap(levels -> Arrays.stream(levels.split(",")))
                        .toList(),
                folder.toString());
        collector = new Collector(settings(args, workload, history));
        check = Check.of(
                asked, out, err, environment, judgement -> write(folder.resolve("results.json"), judgement.toJson()));
        line = environment.errTerminal() ? new RunLine(err, environment.columns()) : null;
    }

    static int run(String[] words, PrintStream out, PrintStream err, Environment environment) {
        Args args = Args.parse(words, OPTIONS);
        if (args.has(Option.HELP)) {
            out.print(help());
            return Main.OK;
        }
        if (!args.operands().isEmpty()) {
            throw new UsageException(
                    "run reads no files, but was given " + args.operands().get(0));
        }
        try {
            return new RunCommand(args, out, err, environment).run();
        } catch (CollectException e) {
            err.println("minos: " + Printable.whole(e.getMessage()));
            return Main.UNAVAILABLE;
        }
    }

    private static Collector.Settings settings(Args args, Workload workload, Path history) throws CollectException {
        String url = args.get(JDBC, OWN_H2);
        if (!url.startsWith("jdbc:")) {
            throw new UsageException(JDBC + " needs a URL that begins with jdbc:"); // and may hold a password
        }
        boolean mixed = args.get(ISOLATION, "").contains("=");
        String isolation =
                mixed ? null : args.oneOf(ISOLATION, null, WorkloadOptions.words(List.of(Isolation.values())));
        double seconds = seconds(args, TIME, 0);
        int transactions = args.number(TRANSACTIONS, seconds > 0 ? 0 : USUAL_TRANSACTIONS, 1);
        double patience = seconds(args, PATIENCE, 10);
        Target target = new Target(
                Drivers.find(url, classpath(args)),
                url,
                args.get(USER, null),
                args.get(PASSWORD, System.getenv("MINOS_PASSWORD")),
                Isolation.named(isolation),
                args.all(ON_CONNECT));
        return new Collector.Settings(
                target,
                workload,
                WorkloadOptions.sessions(args),
                transactions,
                seconds,
                patience,
                WORKLOAD.seed(args),
                history,
                mixed ? WorkloadOptions.mixture(args, ISOLATION, Isolation::chosen) : null);
    }

    private static double seconds(Args args, Option option, double otherwise) {
        return args.has(option) ? InputOptions.duration(args, option).toNanos() / 1e9 : otherwise;
    }

    private static List<Path> classpath(Args args) {
        try {
            return args.all(CLASSPATH).stream()
                    .flatMap(files -> Arrays.stream(files.split(File.pathSeparator)))
                    .filter(file -> !file.isEmpty())
                    .map(Path::of)
                    .toList();
        } catch (InvalidPathException e) {
            throw new UsageException(CLASSPATH + " has a name that no file can have: " + e.getInput());
        }
    }

    private static Path folder(Args args) throws CollectException {
        String now = LocalDateTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
        try {
            return Path.of(args.get(OUTPUT, "minos-runs/" + now));
        } catch (InvalidPathException e) {
            throw new UsageException(OUTPUT + " is a name that no folder can have: " + e.getInput());
        }
    }

    private int run() throws CollectException {
        Interruption interruption = new Interruption(collector::stop);
        try {
            Files.createDirectories(folder);
            Collector.Summary summary = collect();
            boolean interrupted = interruption.tooLate();
            if (line != null) line.clear();
            tell(summary, interrupted);
            int status = check.run();
            out.println(
                    "report: " + Printable.whole(folder.resolve("index.html").toString()));
            return summary.tally().committed() == 0 && status == Main.OK ? Main.UNKNOWN : status;
        } catch (IOException e) {
            err.println("minos: " + Printable.whole(folder.toString()) + ": cannot be written: " + Failure.cause(e));
            return Main.UNWRITTEN;
        } finally {
            out.flush();
            err.flush();
            interruption.done();
        }
    }

    private Collector.Summary collect() throws CollectException, IOException {
        Collector.Listener listener = line == null ? (tally, seconds, left) -> {} : line;
        if (environment.debug()) return collector.run(listener);
        Hush hush = new Hush();
        try {
            return collector.run(listener);
        } finally {
            hush.end();
        }
    }

    private void tell(Collector.Summary summary, boolean interrupted) {
        String text = RunLine.summary(summary, interrupted);
        out.print(text);
        write(folder.resolve("run.txt"), text);
        for (String note : summary.notes()) err.println("minos: " + Printable.whole(note));
        if (summary.tally().committed() == 0) {
            err.println("minos: no transaction committed: that every level holds says nothing about the database");
        }
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
                  minos run --jdbc jdbc:postgresql://localhost/test --user me \\
                      --classpath postgresql.jar --isolation repeatable-read \\
                      --time 60 -w append --check snapshot-isolation -o out

                Files in DIR: history.edn (as Jepsen records it), results.json (as 'minos check
                -o json'), index.html (the report), run.txt (how the run went). 'minos check
                DIR/history.edn' judges again.

                Exit status:
                %s"""
                .formatted(
                        Option.help(OPTIONS),
                        Option.table(
                                new String[] {
                                    "mini",
                                    "one or two reads, at most two writes, each after a read of its key: short,"
                                            + " rarely aborted, shows every common anomaly, and quick to judge"
                                },
                                new String[] {"general", "--operations reads and writes of any shape"},
                                new String[] {
                                    "append", "the same with lists and appends, which show the order of versions"
                                },
                                new String[] {
                                    "lwt", "single reads, writes and compare-and-sets; judged for linearizability, too"
                                }),
                        Main.statuses(
                                "0 every level asked for holds; without --check, the run was judged",
                                "1 something that --check asked for is violated",
                                "2 something is unknown, or no transaction committed",
                                "69 the database or its driver cannot be used",
                                "73 the history could not be written",
                                "130 ended by Ctrl-C, and judged"));
    }

    /** Keeps libraries from printing: some JDBC drivers remark on every conflict. Minos itself has streams of its own. */
    private static final class Hush {
        private final PrintStream out = System.out;
        private final PrintStream err = System.err;

        Hush() {
            System.setOut(new PrintStream(OutputStream.nullOutputStream()));
            System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        }

        void end() {
            System.setOut(out);
            System.setErr(err);
        }
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
