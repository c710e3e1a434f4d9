package minos.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import minos.render.Judged;
import minos.render.Phase;
import minos.render.Printable;
import minos.render.Report;

/** Writes reports beside the verdicts: one file's into the folder itself, those of several below an index. */
final class Reports {
    private final String directory;
    private final boolean several;
    private final PrintStream err;
    private final boolean debug;
    private final List<Report.Entry> entries = new ArrayList<>();
    private int files;
    private volatile boolean failed;

    Reports(String directory, boolean several, PrintStream err, boolean debug) {
        this.directory = directory;
        this.several = several;
        this.err = err;
        this.debug = debug;
    }

    /** Writes a file's report. Whatever goes wrong is a warning: a verdict that cannot be drawn stands all the same. */
    void add(Judged judged, Map<String, Long> millis) {
        String folder =
                ++files + "-" + judged.file().replaceFirst(".*[/\\\\]", "").replaceAll("[^A-Za-z0-9._-]", "_");
        List<Phase> phases = new ArrayList<>();
        millis.forEach((name, time) -> phases.add(new Phase(name, time)));
        try {
            Report.write(several ? Path.of(directory, folder) : Path.of(directory), judged, phases);
            entries.add(Report.Entry.of(judged, folder));
        } catch (Throwable e) {
            entries.add(Report.Entry.without(judged.file(), "its report could not be written"));
            warn(e);
        }
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

    /** There was no time for a file's report. */
    void leave(String why) {
        warn(why);
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
