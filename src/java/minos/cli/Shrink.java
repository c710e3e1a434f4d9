package minos.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Map;
import minos.history.History;
import minos.io.Format;
import minos.io.HistoryFiles;
import minos.io.WriteException;
import minos.model.Options;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.render.Judged;
import minos.render.Printable;
import minos.render.VerdictText;
import minos.shrink.Shrinker;
import minos.shrink.Shrinker.Shrunk;
import minos.util.Deadline;
import minos.util.Progress;

/** {@code minos shrink}: the smallest part of a history that still violates a level. */
final class Shrink {
    private static final Option LEVEL = Option.value('l', "level", "NAME", "the level that the history violates");
    private static final Option OUTPUT = Option.value(
            'o',
            "output",
            "FILE",
            "where to write; compressed if it ends in .gz; '-' is standard output; for cobra, a folder");
    private static final Option TO = Option.value(
            "to",
            "NAME",
            "the format to write: " + String.join(", ", Format.names())
                    + " (default: by the output's name: .edn, .txt and .plume, .bincode, .json)");
    private static final List<Option> OPTIONS = List.of(
            LEVEL,
            OUTPUT,
            TO,
            CheckOptions.FORMAT,
            CheckOptions.MODEL,
            CheckOptions.ORDER,
            CheckOptions.REPORT,
            CheckOptions.INITIAL,
            Limits.TIMEOUT,
            Limits.MAX_MEMORY,
            CheckOptions.MAX_RATIO,
            CheckOptions.THREADS,
            Option.HELP);

    private final CheckOptions asked;
    private final String from;
    private final String to;
    private final Format format;
    private final PrintStream out;
    private final PrintStream err;
    private final Environment environment;
    private final ProgressLine progress;
    private volatile History history;
    private volatile IOException unreadable;
    private volatile Shrunk shrunk;

    private Shrink(Args args, PrintStream out, PrintStream err, Environment environment) {
        if (args.operands().size() != 1) throw new UsageException("which file is to be shrunk? (one at a time)");
        if (!args.has(OUTPUT)) throw new UsageException("where to? " + OUTPUT + " names the file to write");
        from = args.operands().get(0);
        to = args.get(OUTPUT, null);
        asked = CheckOptions.of(args, LEVEL);
        if (asked.levels().size() != 1) throw new UsageException("which level does it violate? give one " + LEVEL);
        format = Convert.target(args, TO, to);
        this.out = out;
        this.err = err;
        this.environment = environment;
        progress = environment.errTerminal() ? new ProgressLine(err, environment.columns(), System::nanoTime) : null;
    }

    static int run(String[] words, PrintStream out, PrintStream err, Environment environment) {
        Args args = Args.parse(words, OPTIONS);
        if (args.has(Option.HELP)) {
            out.print(help());
            return Main.OK;
        }
        return new Shrink(args, out, err, environment).run();
    }

    private int run() {
        Deadline deadline = asked.limits().begin();
        try (MemoryWatch watch = MemoryWatch.start(asked.limits())) {
            if (watch != null) watch.guard(deadline);
            boolean done = Guarded.run(() -> work(deadline), deadline);
            if (!done) return fail(unknown(deadline.cause()), Main.UNKNOWN);
        } catch (Deadline.Expired | OutOfMemoryError e) {
            return fail(unknown(asked.limits().sentence(e)), Main.UNKNOWN);
        }
        if (unreadable != null) return fail(Failure.reading(from, unreadable), Main.UNREADABLE);
        Verdict verdict = shrunk.verdict();
        if (verdict.answer() == Answer.TRUE) {
            return fail(
                    Printable.whole(from) + ": " + verdict.level() + " holds: there is nothing to shrink",
                    Main.UNKNOWN);
        }
        return verdict.answer() == Answer.UNKNOWN ? fail(unknown(verdict.why()), Main.UNKNOWN) : write(history, shrunk);
    }

    private String unknown(String why) {
        return Printable.whole(from + ": " + asked.levels().get(0) + " is unknown: " + why);
    }

    private void work(Deadline deadline) {
        Progress heard = progress == null ? Progress.NONE : progress;
        try {
            if (progress != null) progress.reading(from, 0);
            history = HistoryFiles.read(
                    from, asked.readOptions().withProgress(heard).withDeadline(deadline));
        } catch (IOException e) {
            unreadable = e;
            return;
        }
        if (progress != null) progress.judging(from, history.operations());
        shrunk = Shrinker.shrink(
                history,
                asked.levels().get(0),
                new Options(asked.order(), false, 1, false, asked.threads(), deadline, heard));
    }

    private int write(History history, Shrunk shrunk) {
        List<String> notes;
        try {
            notes = to.equals("-")
                    ? HistoryFiles.write(shrunk.history(), out, format)
                    : HistoryFiles.write(shrunk.history(), to, format);
        } catch (WriteException e) {
            return fail(Printable.whole(from) + ": " + e.getMessage(), Main.UNKNOWN);
        } catch (IOException | InvalidPathException e) {
            return fail(Printable.whole(to) + ": cannot be written: " + Failure.cause(e), Main.UNKNOWN);
        }
        if (progress != null) progress.clear();
        for (String note : notes) err.println("minos: " + Printable.whole(to) + ": " + note);
        History small = shrunk.history();
        err.println("minos: " + Printable.whole(to) + ": " + small.transactions() + " of " + history.transactions()
                + " transactions, " + small.operations() + " of " + history.operations() + " operations"
                + (shrunk.minimal() ? "; nothing more can be left out" : "; the time ran out before it was minimal"));
        Judged judged = new Judged(to, small, List.of(shrunk.verdict()), 0, 0);
        if (!shrunk.minimal()) judged = FileCheck.brief(judged); // its witnesses are of the whole history
        if (!to.equals("-")) out.print(VerdictText.render(judged, environment.layout(), !shrunk.minimal()));
        if (asked.report() != null) {
            new Reports(asked.report(), false, err, environment.debug()).add(judged, Map.of());
        }
        return Main.OK;
    }

    private int fail(String message, int status) {
        if (progress != null) progress.clear();
        err.println("minos: " + message);
        return status;
    }

    private static String help() {
        return """
                Usage: minos shrink [OPTIONS] --level NAME -o FILE FILE

                Writes the smallest part of a history that still violates a level: no
                transaction can be left out, and then no operation. A read whose source is left
                out is left out too. From lists, elements are left out whose appends are, but
                for the one that the read took the list from.

                Options:
                %s
                Examples:
                  minos shrink -l serializable history.edn -o small.edn
                  minos shrink -l causal h.txt.gz -o small.txt --report report

                Exit status:
                %s"""
                .formatted(
                        Help.options(OPTIONS),
                        Help.table(
                                new String[] {"0", "written"},
                                new String[] {"2", "the level holds or is unknown, or nothing could be written"},
                                new String[] {"3", "the history could not be read"},
                                new String[] {"64", "wrong usage"}));
    }
}
