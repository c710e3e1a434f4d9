package minos.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.net.UnknownHostException;
import java.nio.file.InvalidPathException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import minos.Judgement;
import minos.Question;
import minos.history.InitialValues;
import minos.history.MalformedHistory;
import minos.history.Model;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.io.Tail;
import minos.model.Level;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.render.Printable;

/** {@code minos watch}: judges a history while somebody writes it. */
final class Watch {
    private static final Option STOP_AT = Option.value(
            "stop-at", "LEVEL", "end with status 1 as soon as this level is violated; it is judged beside the others");
    private static final Option ON_VIOLATION = Option.value(
            "on-violation",
            "COMMAND",
            "run this by sh as soon as a level that was named is violated (that of --stop-at, if it is given); MINOS_LEVEL,"
                    + " MINOS_ANOMALIES and MINOS_OPERATIONS tell it what was found");
    private static final Option IDLE = Option.value(
            "idle",
            "SECONDS",
            "end when nothing has been written for that long (default: never; a pipe ends by itself)");
    private static final Option TIMEOUT = Option.value(
            "timeout",
            "SECONDS",
            "how long to look for an answer at a time (default: 10); what is not decided by then is decided later, or not");
    private static final Option REPORT = Option.value(
            "report", "DIR", "write a report with pictures to this folder in the end, or when --stop-at ends it");
    private static final Option FENCES = Option.value(
            "fences",
            "KEY",
            "each session begins with a transaction that reads this key and writes it anew, and runs another now and then: what"
                    + " is behind them is forgotten once nothing can depend on it; without, only where real time is asked for");
    private static final Option SERVE = Option.value(
            "serve",
            "PORT",
            "show all this in a browser, too, at this port of 127.0.0.1 (0: any that is free); HOST:PORT listens there, for"
                    + " whoever can reach it");
    private static final List<Option> OPTIONS = List.of(
            CheckOptions.LEVEL,
            STOP_AT,
            ON_VIOLATION,
            REPORT,
            SERVE,
            IDLE,
            FENCES,
            CheckOptions.MODEL,
            CheckOptions.ORDER,
            InputOptions.INITIAL,
            InputOptions.UNMARKED,
            TIMEOUT,
            InputOptions.MAX_MEMORY,
            CheckOptions.THREADS,
            Option.HELP);
    private static final long LOOK_MILLIS = 100;

    /** Waits between looks. */
    interface Pace {
        /** Waits a moment; false if it is time to end. {@code idle} is how often that was called since something came. */
        boolean rest(int idle) throws InterruptedException;
    }

    private final Args args;
    private final String source;
    private final PrintStream out;
    private final PrintStream err;
    private final Environment environment;
    private final Question question;
    private final Optional<Level> stopAt;
    private final boolean describes;
    private int told;
    /** Whether what the source held at any time violates what is asked for. */
    private boolean violated;

    private boolean commanded;

    private Watch(Args args, PrintStream out, PrintStream err, Environment environment) {
        this.args = args;
        this.out = out;
        this.err = err;
        this.environment = environment;
        if (args.operands().size() != 1)
            throw new UsageException(args.operands().isEmpty() ? "what is to be watched?" : "one is watched at a time");
        source = args.operands().get(0);
        stopAt = args.all(STOP_AT).stream()
                .flatMap(name -> CheckOptions.levels(List.of(name)).stream())
                .reduce((first, last) -> last);
        List<Level> levels = new ArrayList<>(CheckOptions.levels(args.all(CheckOptions.LEVEL)));
        boolean all = levels.isEmpty() && (stopAt.isEmpty() || args.has(CheckOptions.LEVEL));
        describes = all && stopAt.isEmpty();
        if (!all && stopAt.isPresent() && !levels.contains(stopAt.get())) levels.add(stopAt.get());
        question = CheckOptions.question(args, levels)
                .timeout(args.has(TIMEOUT) ? InputOptions.duration(args, TIMEOUT) : Duration.ofSeconds(10));
    }

    static int run(String[] words, PrintStream out, PrintStream err, Environment environment) {
        Args args = Args.parse(words, OPTIONS);
        if (args.has(Option.HELP)) {
            out.print(help());
            return Main.OK;
        }
        double idle = args.has(IDLE) ? InputOptions.duration(args, IDLE).toMillis() : Double.MAX_VALUE;
        return new Watch(args, out, err, environment).run(times -> {
            Thread.sleep(LOOK_MILLIS);
            return times * LOOK_MILLIS < idle;
        });
    }

    /** For tests: somebody else says when to look again. */
    static int run(String[] words, PrintStream out, PrintStream err, Pace pace) {
        return new Watch(Args.parse(words, OPTIONS), out, err, Environment.PIPE).run(pace);
    }

    private int run(Pace pace) {
        try (Tail tail = HistoryFiles.tail(source, reading());
                WatchServer server = args.has(SERVE) ? server() : null;
                Watching watching = new Watching(
                        question,
                        source,
                        tail,
                        Optional.ofNullable(args.get(FENCES, null)),
                        server == null ? (session, status) -> {} : server::ended)) {
            WatchView view = new WatchView(source, out, environment, System::nanoTime);
            boolean stopped = false;
            for (int idle = 0; !stopped; ) {
                boolean more = watching.step();
                if (watching.beganAnew()) {
                    view.clear();
                    err.println("minos: " + Printable.whole(source) + " begins anew");
                    told = 0;
                }
                tell(watching, view);
                violated |= watching.live().answer() == Answer.FALSE;
                view.show(watching.live(), watching.behind(), false);
                if (server != null) server.show(watching.live(), watching.behind(), false);
                stopped = stopAt.isPresent() && isViolated(watching, stopAt.get());
                idle = more ? 0 : idle + 1;
                if (!more && !stopped && (watching.isOver() || !pace.rest(idle))) break;
            }
            if (!stopped) {
                watching.finish();
                tell(watching, view);
                violated |= watching.live().answer() == Answer.FALSE;
                view.show(watching.live(), watching.behind(), true);
            }
            if (server != null) server.show(watching.live(), watching.behind(), true);
            return end(watching);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Main.UNKNOWN;
        } catch (BindException e) {
            err.println("minos: " + SERVE + " " + Printable.whole(args.get(SERVE, "")) + ": " + e.getMessage());
            return Main.USAGE;
        } catch (IOException e) {
            err.println("minos: " + Failure.reading(source, e));
            return Failure.status(e);
        } catch (MalformedHistory e) {
            err.println("minos: " + Printable.whole(source) + ": " + e.getMessage());
            return Main.UNREADABLE;
        } catch (InvalidPathException e) {
            err.println("minos: " + Printable.whole(source) + ": no such file");
            return Main.UNREADABLE;
        }
    }

    private WatchServer server() throws IOException {
        String wanted = args.get(SERVE, "");
        int colon = wanted.lastIndexOf(':');
        String port = wanted.substring(colon + 1);
        if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 0xFFFF)
            throw new UsageException(SERVE + " needs a port, or HOST:PORT, not " + wanted);
        String host = wanted.substring(0, Math.max(0, colon)).replaceAll("[\\[\\]]", "");
        try {
            WatchServer server = new WatchServer(source, host, Integer.parseInt(port), System::nanoTime);
            err.println("minos: watch it at " + server.address());
            return server;
        } catch (UnknownHostException e) {
            throw new UsageException(SERVE + ": there is no host " + host);
        }
    }

    private ReadOptions reading() {
        ReadOptions reading = ReadOptions.DEFAULT;
        Optional<Model> model = CheckOptions.model(args);
        if (model.isPresent()) reading = reading.withModel(model.get());
        return args.has(InputOptions.INITIAL) ? reading.withInitial(InitialValues.INFER) : reading;
    }

    private static boolean isViolated(Watching watching, Level level) {
        return watching.live().verdicts().stream()
                .anyMatch(verdict -> verdict.level() == level && verdict.answer() == Answer.FALSE);
    }

    /** Tells what was found since. */
    private void tell(Watching watching, WatchView view) {
        List<Judgement> violations = watching.live().violations();
        told = Math.min(told, violations.size());
        for (; told < violations.size(); told++) {
            view.clear();
            Judgement found = violations.get(told);
            out.println(found.withinLimits(() -> found.explain(environment.layout()))
                    .orElse(found.summary(environment.layout())));
            boolean matters = stopAt.isEmpty() ? !describes : isViolated(watching, stopAt.get());
            if (matters && args.has(ON_VIOLATION) && !commanded)
                command(found, watching.live().operations());
        }
    }

    private void command(Judgement found, long operations) {
        commanded = true;
        out.flush();
        Verdict verdict = stopAt.flatMap(found::verdict).orElse(found.verdicts().get(0));
        ProcessBuilder command = new ProcessBuilder("sh", "-c", args.get(ON_VIOLATION, "")).inheritIO();
        command.environment().put("MINOS_LEVEL", verdict.level().text());
        command.environment().put("MINOS_OPERATIONS", Long.toString(operations));
        command.environment()
                .put(
                        "MINOS_ANOMALIES",
                        verdict.anomalies().stream()
                                .map(anomaly -> anomaly.type().text())
                                .collect(Collectors.joining(",")));
        try {
            int status = command.start().waitFor();
            if (status != 0)
                err.println("minos: warning: the command of " + ON_VIOLATION + " ended with status " + status);
        } catch (IOException e) {
            err.println("minos: warning: the command of " + ON_VIOLATION + " could not be run: " + Failure.cause(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int end(Watching watching) {
        if (watching.live().transactions() == 0 && !violated) {
            err.println("minos: " + Printable.whole(source) + ": no transaction was written");
            return Main.UNKNOWN;
        }
        boolean written = true;
        if (args.has(REPORT)) {
            Reports reports = new Reports(args.get(REPORT, ""), false, err, environment.debug());
            reports.add(question.judge(watching.live().history()).named(source));
            reports.finish();
            written = !reports.failed();
        }
        if (describes) return written ? Main.OK : Main.UNWRITTEN;
        if (violated) return Main.VIOLATED;
        if (watching.live().answer() == Answer.UNKNOWN) return Main.UNKNOWN;
        return written ? Main.OK : Main.UNWRITTEN;
    }

    private static String help() {
        return """
                Usage: minos watch [OPTIONS] SOURCE

                Judges a history while somebody writes it. A violation is final, whatever is
                written later; a level that holds does so far. SOURCE is a file of EDN, one
                operation a line; the test.jepsen of a Jepsen test that runs, or its folder
                (store/current); '-', standard input; or a folder of Cobra's logs. A file need
                not be there yet. One that is cut short or replaced goes on with what it has
                then, or is judged anew if its operations count from the beginning again; a
                violation found before stays one, by the exit status too. What is torn waits for
                its rest.

                On a terminal it shows where each level stands, in place; otherwise a line for
                each change. Counterexamples are told as they are found. Ctrl-C ends it.

                Options:
                %s
                Examples:
                  minos watch store/current                      beside a Jepsen test
                  minos watch --stop-at ser store/current/test.jepsen \\
                      --on-violation 'kill $(cat jepsen.pid)'    stop the test there
                  ssh node tail -F history.edn | minos watch -l si -
                  minos watch --idle 60 --report out history.edn
                  minos watch --serve 8080 store/current         and open http://127.0.0.1:8080/

                Exit status:
                %s"""
                .formatted(
                        Option.help(OPTIONS),
                        Main.statuses(
                                "0 every level asked for holds; without --level and --stop-at, all was judged",
                                "1 something that --level or --stop-at asked for is violated",
                                "2 something is unknown, and nothing violated; or nothing was written",
                                "3 what was written is no history",
                                "73 the report could not be written"));
    }
}
