package minos.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import minos.Judgement;
import minos.Minos;
import minos.render.GitHub;
import minos.render.JUnitXml;
import minos.render.Judged;
import minos.render.Printable;
import minos.render.Sarif;
import minos.render.Suite;
import minos.util.WholeFile;

/** What {@code check} and {@code run} write for continuous integration, all files in one. */
final class CiFiles {
    private static final Option JUNIT = Option.value(
            "junit",
            "FILE",
            "also write the verdicts as JUnit's XML: a level that is violated is a failure, one unknown an error");
    private static final Option MARKDOWN =
            Option.value("markdown", "FILE", "also write them as a summary in Markdown, counterexamples folded in");
    private static final Option SARIF = Option.value("sarif", "FILE", "also write what is violated as SARIF 2.1.0");
    private static final Option ANNOTATE = Option.flag(
            "annotate", "also print annotations for GitHub, on standard error: '::error …' for what is violated");
    static final List<Option> OPTIONS = List.of(JUNIT, MARKDOWN, SARIF, ANNOTATE);

    /** What is to be written, and where to. */
    record Wanted(Optional<String> junit, Optional<String> markdown, Optional<String> sarif, boolean annotations) {
        static final Wanted NOTHING = new Wanted(Optional.empty(), Optional.empty(), Optional.empty(), false);

        /** @param histories files that must not be overwritten */
        static Wanted of(Args args, List<String> histories) {
            return new Wanted(
                    file(args, JUNIT, histories),
                    file(args, MARKDOWN, histories),
                    file(args, SARIF, histories),
                    args.has(ANNOTATE));
        }

        /** Asked by every run: what a record has for equality takes Java longer to make than a small history takes to judge. */
        boolean isNothing() {
            return junit.isEmpty() && markdown.isEmpty() && sarif.isEmpty() && !annotations;
        }

        private static Optional<String> file(Args args, Option option, List<String> histories) {
            Optional<String> file = Optional.ofNullable(args.get(option, null));
            if (file.isPresent()
                    && histories.stream().anyMatch(history -> CheckOptions.isSameFile(file.get(), history))) {
                throw new UsageException(option + " would overwrite the history " + file.get());
            }
            return file;
        }
    }

    private final Wanted wanted;
    private final boolean describes;
    private final PrintStream err;
    private final List<Suite> suites = new ArrayList<>();

    /** @param describes whether no level was asked for */
    CiFiles(Wanted wanted, boolean describes, PrintStream err) {
        this.wanted = wanted;
        this.describes = describes;
        this.err = err;
    }

    /** A history that was judged. What cannot be told within the limits is told without counterexamples. */
    void add(Judgement judgement) {
        if (wanted.isNothing()) return;
        suites.add(judgement.withinLimits(() -> suite(judgement, true)).orElseGet(() -> suite(judgement, false)));
    }

    private Suite suite(Judgement judgement, boolean witnesses) {
        return Suite.of(
                new Judged(
                        judgement.name(),
                        judgement.history().orElse(null),
                        judgement.verdicts(),
                        witnesses,
                        judgement.readTime().toMillis(),
                        judgement.judgeTime().toMillis(),
                        Optional.empty()),
                describes);
    }

    /** A file that could not be read. */
    void unreadable(String file, String why) {
        suites.add(Suite.unreadable(file, why));
    }

    /** Something else that was expected, besides the levels of the last history. */
    void add(Suite.Case expected) {
        if (suites.isEmpty()) return;
        Suite last = suites.remove(suites.size() - 1);
        List<Suite.Case> cases = new ArrayList<>(last.cases());
        cases.add(expected);
        suites.add(new Suite(last.name(), last.millis(), cases));
    }

    /** Writes all that is wanted; whether that succeeded. */
    boolean finish() {
        boolean written = write(wanted.junit, () -> JUnitXml.of(suites));
        written &= write(wanted.markdown, () -> GitHub.summary(suites));
        written &= write(wanted.sarif, () -> Sarif.of(suites, Minos.version()));
        if (wanted.annotations) err.print(GitHub.annotations(suites));
        return written;
    }

    private boolean write(Optional<String> file, Supplier<String> text) {
        if (file.isEmpty()) return true;
        try {
            WholeFile.write(Path.of(file.get()), text.get());
            return true;
        } catch (IOException | InvalidPathException e) {
            err.println("minos: " + Printable.whole(file.get()) + ": cannot be written: " + Failure.cause(e));
            return false;
        }
    }
}
