package minos.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import minos.Judgement;
import minos.Minos;
import minos.client.Keyspace;
import minos.client.Store;
import minos.collect.CollectException;
import minos.collect.Collector;
import minos.collect.Target.Isolation;
import minos.generate.Application;
import minos.generate.Preset;
import minos.generate.Workload;
import minos.generate.Workload.Kind;
import minos.render.Matrix;
import minos.render.Matrix.Row;
import minos.render.Matrix.Sighting;
import minos.render.Printable;
import minos.util.WholeFile;

/** {@code minos probe}: what does each isolation level of a database really give? */
final class Probe {
    private static final Option ISOLATION = Option.value(
            "isolation", "NAMES", "the levels to ask for, separated by commas (default: all that the database offers)");
    private static final Option TIME = Option.value("time", "SECONDS", "how long to run at each of them (default: 30)");
    private static final Option OUTPUT = Option.value(
            'o',
            "output",
            "DIR",
            "where to write the histories, the matrix (index.html, matrix.json) and the reports; must be new");
    private static final Option SEED =
            Option.value("seed", "N", "the same seed plans the same transactions (default: 1)");
    private static final Option TIMEOUT = Option.value(
            "timeout",
            "SECONDS",
            "how long to judge a recording (default: 10); what is not decided by then is not counted");
    static final List<Option> OPTIONS = Stream.of(
                    TargetOptions.OPTIONS,
                    List.of(ISOLATION, TIME, OUTPUT, WorkloadOptions.SESSIONS, SEED),
                    List.of(TIMEOUT, InputOptions.MAX_MEMORY, CheckOptions.THREADS, Option.HELP))
            .flatMap(List::stream)
            .toList();

    private static final double PATIENCE = 10;
    /** Recordings of a few seconds are judged in less, but for levels of predicates that must be searched for: these may take any time. */
    private static final Duration JUDGING = Duration.ofSeconds(10);

    /** What runs in turn: a preset, of few keys. Different shapes: which of them shows something depends on what is wrong. */
    private record Turn(Preset preset, Application application) {
        private static Turn of(Preset preset, int operations, int keys) {
            Workload usual = new Workload(Kind.MINI, operations, 0.5, Workload.Keys.uniform(keys));
            Optional<Workload> workload = preset.workload(usual);
            return new Turn(preset, workload.isPresent() ? workload.get() : preset.application(1));
        }
    }

    private static final List<Turn> TURNS = List.of(
            Turn.of(Preset.INTERLEAVINGS, 0, 0),
            Turn.of(Preset.MINI, 2, 10),
            Turn.of(Preset.MINI_TWO_KEYS, 2, 2),
            Turn.of(Preset.MINI_NEW_ROWS, 2, 4),
            Turn.of(Preset.GENERAL, 4, 5),
            Turn.of(Preset.APPEND, 4, 5),
            Turn.of(Preset.SCANS, 0, 0),
            Turn.of(Preset.TPCC, 0, 0),
            Turn.of(Preset.TWITTER, 0, 0),
            Turn.of(Preset.RUBIS, 0, 0));

    private final Args args;
    private final PrintStream out;
    private final PrintStream err;
    private final Environment environment;
    private final Path folder;
    private final double seconds;
    private final int sessions;
    private int runs;
    private String database = "";

    private Probe(Args args, PrintStream out, PrintStream err, Environment environment) {
        this.args = args;
        this.out = out;
        this.err = err;
        this.environment = environment;
        try {
            folder = Path.of(args.get(OUTPUT, ""));
        } catch (InvalidPathException e) {
            throw new UsageException(OUTPUT + " is a name that no folder can have: " + e.getInput());
        }
        seconds = args.has(TIME) ? InputOptions.duration(args, TIME).toNanos() / 1e9 : 30;
        sessions = args.number(WorkloadOptions.SESSIONS, WorkloadOptions.USUAL_SESSIONS, 1);
    }

    static int run(String[] words, PrintStream out, PrintStream err, Environment environment) {
        Args args = Args.parse(words, OPTIONS);
        if (args.has(Option.HELP)) {
            out.print(help());
            return Main.OK;
        }
        TargetOptions.noOperands("probe", args);
        if (!args.has(OUTPUT)) throw new UsageException("where to? " + OUTPUT + " names the folder to write to");
        if (TargetOptions.places(args).size() > 1) throw new UsageException("probe takes one node");
        return new Probe(args, out, err, environment).run();
    }

    private int run() {
        try {
            String place = TargetOptions.places(args).get(0);
            if (Files.exists(folder.resolve("matrix.json"))) {
                err.println(
                        "minos: " + Printable.whole(folder.toString()) + ": has a matrix already; name another folder");
                return Main.UNWRITTEN;
            }
            Store store = TargetOptions.of(args, place, null);
            List<Row> rows = new ArrayList<>();
            Keyspace kept = kept(store); // a database in memory must outlive its runs
            try {
                for (String isolation : levels(store)) rows.add(row(isolation, place));
            } finally {
                kept.close();
            }
            Matrix matrix = new Matrix(database, rows);
            out.print(matrix.text());
            WholeFile.write(folder.resolve("matrix.json"), matrix.json());
            matrix.page(folder);
            out.println(
                    "report: " + Printable.whole(folder.resolve("index.html").toString()));
            return Main.OK;
        } catch (CollectException e) {
            err.println("minos: " + Printable.whole(e.getMessage()));
            return Main.UNAVAILABLE;
        } catch (IOException e) {
            err.println("minos: " + Printable.whole(folder.toString()) + ": cannot be written: " + Failure.cause(e));
            return Main.UNWRITTEN;
        }
    }

    private static Keyspace kept(Store store) throws CollectException {
        try {
            return store.keyspace(new Store.Run("minos_probe", false));
        } catch (Exception e) {
            throw new CollectException("cannot connect to " + store.place() + ": " + e.getMessage());
        }
    }

    /** The levels to ask for; empty for the database's own. */
    private List<String> levels(Store store) throws CollectException {
        if (!args.has(ISOLATION)) {
            try {
                List<String> offered = store.isolations();
                return offered.isEmpty() ? List.of("") : offered;
            } catch (Exception e) {
                throw new CollectException("the database does not say which levels it has: " + e.getMessage());
            }
        }
        List<String> levels = List.of(args.get(ISOLATION, "").split(",", -1));
        for (String name : levels) {
            if (Isolation.named(name) == null) {
                throw UsageException.unknown(
                        "isolation level", name, WorkloadOptions.words(List.of(Isolation.values())));
            }
        }
        return levels;
    }

    /** Runs one workload after another until nothing is left to be found, or the time is up. */
    private Row row(String isolation, String place) throws CollectException, IOException {
        Row row = new Row(isolation.isEmpty() ? "its own" : isolation);
        Store store = TargetOptions.of(args, place, Isolation.named(isolation));
        Deque<Turn> turns = new ArrayDeque<>(TURNS);
        double left = seconds;
        while (left > 0 && !row.isExhausted()) {
            Turn turn = turns.poll();
            try {
                left -= piece(row, store, turn, Math.min(left, seconds / TURNS.size()));
                turns.add(turn);
            } catch (CollectException e) {
                if (turns.isEmpty()) throw e;
                row.note(turn.preset + ": " + e.getMessage()); // not every store has lists, or tables
            }
        }
        return row;
    }

    private double piece(Row row, Store store, Turn turn, double time) throws CollectException, IOException {
        String name = store.asked().map(asked -> asked + "-").orElse("") + turn.preset + "-" + ++runs;
        Path run = Files.createDirectories(folder.resolve(name));
        Path history = run.resolve("history.edn");
        long seed = args.number(SEED, 1, 0) + runs - 1L;
        Collector collector = new Collector(new Collector.Settings(store, turn.application, history)
                .sessions(sessions)
                .seconds(time)
                .patience(PATIENCE)
                .seed(seed));
        Collector.Summary summary = LibraryOutput.silenced(environment, () -> collector.run((tally, took, left) -> {}));
        database = summary.database();
        summary.notes().forEach(row::note);
        Judgement judgement = InputOptions.with(args, Minos.ask())
                .format("edn")
                .model(turn.application.model())
                .threads(args.number(CheckOptions.THREADS, Runtime.getRuntime().availableProcessors(), 1))
                .timeout(args.has(TIMEOUT) ? InputOptions.duration(args, TIMEOUT) : JUDGING)
                .judge(history);
        boolean news = row.add(
                judgement.verdicts(),
                new Sighting(turn.preset.toString(), name, List.of()),
                summary.tally().transactions(),
                summary.seconds());
        if (news && judgement.history().isPresent()) judgement.report(run);
        return Math.max(summary.seconds(), time);
    }

    private static String help() {
        return """
                Usage: minos probe [OPTIONS] -o DIR

                What does each isolation level of a database really give? Runs short workloads
                at each of its levels, one after another, judges what was recorded, and goes on
                until every level of Minos was seen violated or the time is up. Prints for each
                level asked for up to where nothing was seen, and what was. That something was
                not seen does not say that it cannot be.

                Options:
                %s
                Examples:
                  minos probe -o probe                            H2, which comes with Minos
                  minos probe --jdbc jdbc:postgresql://localhost/test --user me \\
                      --classpath postgresql.jar --time 60 -o probe

                Files in DIR: index.html (the matrix, with links to reports), matrix.json, and a
                folder for each run.

                Exit status:
                %s"""
                .formatted(
                        Option.help(OPTIONS),
                        Main.statuses(
                                "0 all levels were probed, whatever was found",
                                "69 the database or its driver cannot be used",
                                "73 something could not be written"));
    }
}
