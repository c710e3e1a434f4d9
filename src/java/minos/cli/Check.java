package minos.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import minos.Minos;
import minos.history.History;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.model.Certificate;
import minos.model.Level;
import minos.model.Options;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.render.Judged;
import minos.render.Printable;
import minos.render.VerdictEdn;
import minos.render.VerdictJson;
import minos.render.VerdictText;
import minos.util.Deadline;
import minos.util.PhaseClock;
import minos.util.Progress;
import minos.util.WholeFile;
import minos.verify.CertificateFile;

/** {@code minos check}: judges histories. */
final class Check {
    /** Where histories come from. */
    interface Reader {
        History read(String file, ReadOptions options) throws IOException;
    }

    /** Who judges them. */
    interface Engine {
        /** The verdicts; each is told as soon as it is known. */
        List<Verdict> check(History history, Collection<Level> levels, Options options, Consumer<Verdict> told);
    }

    private final CheckOptions asked;
    private final PrintStream out;
    private final PrintStream err;
    private final Environment environment;
    private final ProgressLine progress;
    private final Reader reader;
    private final Engine engine;
    private final Reports reports;
    private final Consumer<Judged> listener;
    private boolean violated;
    private boolean unknown;
    private boolean unreadable;
    private boolean failed;

    private Check(
            CheckOptions asked,
            PrintStream out,
            PrintStream err,
            Environment environment,
            Reader reader,
            Engine engine,
            Consumer<Judged> listener) {
        this.asked = asked;
        this.out = out;
        this.err = err;
        this.environment = environment;
        this.reader = reader;
        this.engine = engine;
        this.listener = listener;
        reports = asked.report() == null
                ? null
                : new Reports(asked.report(), asked.files().size() > 1, err, environment.debug());
        progress = environment.errTerminal() && !asked.quiet()
                ? new ProgressLine(err, environment.columns(), System::nanoTime)
                : null;
        if (progress != null) Runtime.getRuntime().addShutdownHook(new Thread(progress::clear)); // after Ctrl-C
    }

    static int run(String[] words, PrintStream out, PrintStream err, Environment environment) {
        return run(words, out, err, environment, HistoryFiles::read, Minos::check);
    }

    static int run(
            String[] words, PrintStream out, PrintStream err, Environment environment, Reader reader, Engine engine) {
        Args args = Args.parse(words, CheckOptions.OPTIONS);
        if (args.has(Option.HELP)) {
            out.print(help());
            return Main.OK;
        }
        return new Check(CheckOptions.of(args), out, err, environment, reader, engine, judged -> {}).run();
    }

    /** A check for other commands: they begin it with {@link #run()}, and hear of each file that was judged. */
    static Check of(
            CheckOptions asked, PrintStream out, PrintStream err, Environment environment, Consumer<Judged> listener) {
        return new Check(asked, out, err, environment, HistoryFiles::read, Minos::check, listener);
    }

    /**
     * Judges files for a report; that it could not be written counts as unknown here, as it is all that was asked for.
     */
    static int report(CheckOptions asked, PrintStream out, PrintStream err, Environment environment) {
        Check check = of(asked, out, err, environment, judged -> {});
        int status = check.run();
        return status == Main.OK && check.reports.failed() ? Main.UNKNOWN : status;
    }

    int run() {
        try (MemoryWatch watch = MemoryWatch.start(asked.limits())) {
            for (String file : asked.files()) {
                file(file, watch);
                if (out.checkError()) break; // nobody listens any more
            }
        }
        if (reports != null) reports.finish();
        return status();
    }

    private int status() {
        if (unreadable) return Main.UNREADABLE;
        if (violated && !asked.describes()) return Main.VIOLATED;
        return failed || unknown && !asked.describes() ? Main.UNKNOWN : Main.OK;
    }

    private void file(String file, MemoryWatch watch) {
        PhaseClock clock = new PhaseClock(progress == null ? Progress.NONE : progress, System::nanoTime);
        Deadline deadline = asked.limits().begin();
        if (watch != null) watch.guard(deadline);
        FileCheck check = new FileCheck(file, asked, deadline, clock, progress);
        Guarded.run(() -> check.run(reader, engine, this::rendered), deadline);
        if (progress != null) progress.clear();
        if (environment.debug() && check.failure() != null) check.failure().printStackTrace(err);
        if (check.isUnreadable()) {
            err.println("minos: " + Failure.reading(file, check.failure()));
            unreadable = true;
            if (reports != null) reports.unreadable(file);
            return;
        }
        Judged judged = check.judged();
        print(judged, check);
        if (judged.history() != null) listener.accept(judged);
        clock.stop();
        if (reports != null && judged.history() != null) report(judged, clock, deadline);
        for (Verdict verdict : judged.verdicts()) {
            if (verdict.certificate() != null) write(verdict.certificate());
            violated |= verdict.answer() == Answer.FALSE;
            unknown |= verdict.answer() == Answer.UNKNOWN;
        }
        failed |= judged.history() == null; // nothing was judged
    }

    /** For the progress alone: 0 where it is not known. */
    static long size(String file) {
        try {
            return Files.size(Path.of(file));
        } catch (IOException | InvalidPathException e) {
            return 0;
        }
    }

    /**
     * Prints the result: as it was rendered, or in short if that failed or took too long. A counterexample that cannot
     * be shown is a warning beside the verdict, which stands.
     */
    private void print(Judged judged, FileCheck check) {
        String text = check.rendered();
        try {
            if (text == null && judged.history() != null && check.failure() != null) {
                err.println("minos: warning: " + Printable.whole(judged.file()) + ": what was found cannot be shown: "
                        + asked.limits().sentence(check.failure()));
            }
            out.print(text != null ? text : rendered(FileCheck.brief(judged)));
        } catch (Throwable e) {
            failed = true;
            err.println("minos: " + Printable.whole(judged.file()) + ": "
                    + asked.limits().sentence(e));
        }
        out.flush();
    }

    private void report(Judged judged, PhaseClock clock, Deadline deadline) {
        boolean done = !deadline.isOver() && Guarded.run(() -> reports.add(judged, clock.millis()), deadline);
        if (!done) reports.leave(deadline.cause());
    }

    private String rendered(Judged judged) {
        return switch (asked.output()) {
            case JSON -> VerdictJson.render(judged);
            case EDN -> VerdictEdn.render(judged);
            case TEXT ->
                asked.describes()
                        ? VerdictText.ladder(judged, environment.layout(), asked.quiet(), asked.all())
                        : VerdictText.render(judged, environment.layout(), asked.quiet());
        };
    }

    private void write(Certificate certificate) {
        StringWriter text = new StringWriter();
        CertificateFile.write(certificate, text);
        try {
            WholeFile.write(Path.of(asked.certificate()), text.toString());
        } catch (IOException | InvalidPathException e) {
            throw new UsageException("cannot write the certificate " + asked.certificate() + ": " + Failure.cause(e));
        }
    }

    private static String help() {
        return """
                Usage: minos check [OPTIONS] FILE…

                Judges histories against isolation levels. For a level that is violated, shows
                the transactions that prove it, step by step. '-' is standard input; gzip is
                unpacked on the fly. A folder is that of a Jepsen test, or one of Cobra's logs.

                Options:
                %s
                Examples:
                  minos check history.edn                 which levels does it satisfy?
                  minos check -l serializable *.edn       are they all serializable?
                  minos check -l si --order none h.edn    plain SI, as Elle judges it
                  minos check -l causal --all -o json h   every anomaly, for a program
                  minos check --report out history.edn    with pictures: out/index.html

                Levels, weakest first, with their short names:
                %s
                Exit status:
                %s"""
                .formatted(Help.options(CheckOptions.OPTIONS), Levels.table(), Main.exitStatus());
    }
}
