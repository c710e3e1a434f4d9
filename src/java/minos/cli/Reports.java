package minos.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import minos.Judgement;
import minos.render.Judged;
import minos.render.Printable;
import minos.render.Report;

/** {@code minos report}, and the reports that other commands write beside the verdicts: one file's into the folder itself, those of several below an index. */
final class Reports {
    private static final Option OUTPUT =
            Option.value('o', "output", "DIR", "the folder to write to; open its index.html");
    private static final Option WITNESSES =
            Option.value("max-witnesses", "N", "show up to N counterexamples of each type (default: 10)");
    private static final List<Option> OPTIONS = List.of(
            OUTPUT,
            CheckOptions.LEVEL,
            InputOptions.FORMAT,
            CheckOptions.MODEL,
            CheckOptions.ORDER,
            CheckOptions.DATABASE_ORDER,
            WITNESSES,
            InputOptions.INITIAL,
            InputOptions.UNMARKED,
            InputOptions.TIMEOUT,
            InputOptions.MAX_MEMORY,
            InputOptions.MAX_RATIO,
            CheckOptions.THREADS,
            Option.HELP);

    private final String directory;
    private final boolean several;
    private final PrintStream err;
    private final boolean debug;
    private final List<Report.Entry> entries = new CopyOnWriteArrayList<>();
    private int files;
    private volatile boolean failed;

    Reports(String directory, boolean several, PrintStream err, boolean debug) {
        this.directory = directory;
        this.several = several;
        this.err = err;
        this.debug = debug;
    }

    /**
     * Writes a file's report, if there is time. Whatever goes wrong is a warning: a verdict that cannot be drawn stands all
     * the same.
     */
    void add(Judgement judgement) {
        String name = judgement.name().replaceFirst(".*[/\\\\]", "").replaceAll("[^A-Za-z0-9._-]", "_");
        String folder = ++files + "-" + name;
        boolean done = judgement.limitReached().isEmpty()
                && judgement.withinLimits(() -> write(judgement, folder)).isPresent();
        if (!done) warn(judgement.limitReached().orElseThrow());
    }

    private boolean write(Judgement judgement, String folder) {
        try {
            judgement.report(several ? Path.of(directory, folder) : Path.of(directory));
            entries.add(Report.Entry.of(
                    new Judged(judgement.name(), judgement.history().orElseThrow(), judgement.verdicts(), 0, 0),
                    folder));
        } catch (Throwable e) {
            entries.add(Report.Entry.without(judgement.name(), "its report could not be written"));
            warn(e);
        }
        return true;
    }

    /** A file that could not be read: an index says so, and why. */
    void unreadable(String file, String why) {
        files++;
        entries.add(Report.Entry.without(file, "could not be read: " + why));
    }

    /** All files are done. */
    void finish() {
        try {
            if (several) Report.index(Path.of(directory), entries);
        } catch (Throwable e) {
            warn(e);
        }
    }

    boolean failed() {
        return failed;
    }

    private void warn(Throwable failure) {
        warn(Failure.cause(failure));
        if (debug) failure.printStackTrace(err);
    }

    private void warn(String why) {
        failed = true;
        err.println("minos: warning: the report in " + Printable.whole(directory) + " could not be written: " + why);
    }

    /** {@code minos report}: judges histories and writes a page with pictures. */
    static int run(String[] words, PrintStream out, PrintStream err, Environment environment) {
        Args args = Args.parse(words, OPTIONS);
        if (args.has(Option.HELP)) {
            out.print(help());
            return Main.OK;
        }
        if (args.operands().isEmpty()) throw new UsageException("which file is the report to be about?");
        if (!args.has(OUTPUT)) throw new UsageException("where to? " + OUTPUT + " names the folder to write to");
        CheckOptions asked = CheckOptions.of(args).reporting(args.get(OUTPUT, null), args.number(WITNESSES, 10, 1));
        return Check.report(asked, out, err, environment);
    }

    private static String help() {
        return """
                Usage: minos report [OPTIONS] -o DIR FILE…

                Judges histories and writes a report: each level's verdict, figures and plots of
                the history, and each counterexample as a picture and in words. One page that
                needs no network: DIR/index.html; beside it, pictures as SVG and DOT. Several
                files get a folder each and an index.

                Options:
                %s
                Examples:
                  minos report history.edn -o report
                  minos report --max-witnesses 1000 -l serializable *.edn -o report

                Exit status:
                %s"""
                .formatted(
                        Option.help(OPTIONS),
                        Main.statuses(
                                "0 written; with --level, only if every level asked for holds",
                                "1 something that --level asked for is violated",
                                "2 something that --level asked for is unknown",
                                "3 a history could not be read",
                                "73 the report could not be written"));
    }
}
