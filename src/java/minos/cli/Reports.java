package minos.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import minos.Judgement;
import minos.render.Judged;
import minos.render.Printable;
import minos.render.Report;

/** Writes reports beside the verdicts: one file's into the folder itself, those of several below an index. */
final class Reports {
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

    /** A file that could not be read: an index says so. */
    void unreadable(String file) {
        files++;
        entries.add(Report.Entry.without(file, "could not be read"));
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
}
