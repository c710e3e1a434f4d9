package minos.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import minos.Judgement;
import minos.Question;
import minos.Source;
import minos.history.Tested;
import minos.model.Certificate;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.render.Printable;
import minos.render.Suite;
import minos.util.WholeFile;
import minos.verify.CertificateFile;

/** {@code minos check}: puts one question to each of several files, and prints the judgements. */
final class Check {
    private final CheckOptions asked;
    private final Question question;
    private final PrintStream out;
    private final PrintStream err;
    private final Environment environment;
    private final Optional<ProgressLine> progress;
    private final Function<String, Source> files;
    private final Optional<Reports> reports;
    private final CiFiles ci;
    private final Consumer<Judgement> listener;
    private boolean violated;
    private boolean unknown;
    /** Whether there was a file with nothing in it to judge. */
    private boolean vacuous;

    private boolean unreadable;
    /** The status that Minos itself is to blame for; {@link Main#OK} for none. */
    private int broken = Main.OK;

    private boolean unwritten;
    private boolean failed;
    private final Archive archive;

    private Check(
            CheckOptions asked,
            PrintStream out,
            PrintStream err,
            Environment environment,
            Function<String, Source> files,
            UnaryOperator<Question> prepared,
            Consumer<Judgement> listener) {
        this.asked = asked;
        this.out = out;
        this.err = err;
        this.environment = environment;
        this.files = files;
        this.listener = listener;
        archive = Archive.of(asked.files());
        reports =
                asked.report().map(folder -> new Reports(folder, archive.files().size() > 1, err, environment.debug()));
        ci = new CiFiles(asked.ci(), asked.describes(), err);
        progress = asked.quiet() ? Optional.empty() : environment.progress(err);
        question = prepared.apply(progress.isPresent() ? asked.question().listener(progress.get()) : asked.question());
    }

    static int run(String[] words, PrintStream out, PrintStream err, Environment environment) {
        return run(words, out, err, environment, InputOptions::source, UnaryOperator.identity());
    }

    /** The same with histories from elsewhere, and a question that is changed before it is put. */
    static int run(
            String[] words,
            PrintStream out,
            PrintStream err,
            Environment environment,
            Function<String, Source> files,
            UnaryOperator<Question> prepared) {
        Args args = Args.parse(words, CheckOptions.OPTIONS);
        if (args.has(Option.HELP)) {
            out.print(help());
            return Main.OK;
        }
        return new Check(CheckOptions.of(args), out, err, environment, files, prepared, judgement -> {}).run();
    }

    /** A check for other commands: they begin it with {@link #run()}, and hear of each file that was judged. */
    static Check of(
            CheckOptions asked,
            PrintStream out,
            PrintStream err,
            Environment environment,
            Consumer<Judgement> listener) {
        return new Check(asked, out, err, environment, InputOptions::source, UnaryOperator.identity(), listener);
    }

    /**
     * Judges files for a report; that it could not be written counts here, as it is all that was asked for.
     */
    static int report(CheckOptions asked, PrintStream out, PrintStream err, Environment environment) {
        Check check = of(asked, out, err, environment, judgement -> {});
        int status = check.run();
        return status == Main.OK && check.reports.orElseThrow().failed() ? Main.UNWRITTEN : status;
    }

    int run() {
        return run(() -> List.of());
    }

    /** @param expected once all is judged, says what else was expected besides the levels, and how that ended */
    int run(Supplier<List<Suite.Case>> expected) {
        if (archive.isOne()) all();
        else
            for (String file : asked.files()) {
                file(file);
                if (out.checkError()) break; // nobody listens any more
            }
        reports.ifPresent(Reports::finish);
        expected.get().forEach(ci::add);
        unwritten |= !ci.finish();
        return status();
    }

    /** Judges the files of folders, several at a time, and sums up. */
    private void all() {
        archive.judge(question, files, (file, judgement, failure) -> {
            if (failure.isPresent()) unreadable(file, failure.get());
            else judged(file, judgement);
            return !out.checkError();
        });
        if (asked.output() == CheckOptions.Output.TEXT) out.print(archive.summary());
        out.flush();
    }

    private int status() {
        if (unreadable) return Main.UNREADABLE;
        if (violated && !asked.describes()) return Main.VIOLATED;
        if (broken != Main.OK) return broken;
        if (unwritten) return Main.UNWRITTEN;
        return failed || vacuous || unknown && !asked.describes() ? Main.UNKNOWN : Main.OK;
    }

    private void file(String file) {
        progress.ifPresent(line -> line.reading(file, InputOptions.size(file)));
        Judgement judgement;
        try {
            Judgement found = question.judge(file, files.apply(file));
            judgement = asked.anomalies().isEmpty() ? found : found.only(asked.anomalies());
        } catch (Throwable e) {
            unreadable(file, e);
            return;
        }
        judged(file, judgement);
    }

    private void judged(String file, Judgement judgement) {
        judgement.failure().ifPresent(failure -> tell(file, failure));
        print(judgement);
        ci.add(judgement);
        if (judgement.history().isPresent()) {
            listener.accept(judgement);
            reports.ifPresent(folder -> folder.add(judgement));
        }
        boolean nothing = judgement.history().flatMap(Tested::nothing).isPresent();
        Optional<Certificate> proof = Optional.empty();
        for (Verdict verdict : judgement.verdicts()) {
            if (verdict.certificate().isPresent()) proof = verdict.certificate(); // the database's own order comes last
            violated |= verdict.answer() == Answer.FALSE;
            unknown |= verdict.answer() == Answer.UNKNOWN;
            nothing &= verdict.answer() == Answer.UNKNOWN;
        }
        proof.ifPresent(this::write);
        vacuous |= nothing;
        failed |= judgement.history().isEmpty(); // nothing was judged
    }

    private void unreadable(String file, Throwable failure) {
        note(failure);
        progress.ifPresent(ProgressLine::clear);
        if (environment.debug()) failure.printStackTrace(err);
        String why = Failure.reading(file, failure);
        err.println("minos: " + why);
        ci.unreadable(file, why);
        reports.ifPresent(folder -> folder.unreadable(file, why));
    }

    private void note(Throwable failure) {
        int status = Failure.status(failure);
        switch (status) {
            case Main.UNREADABLE -> unreadable = true;
            case Main.UNKNOWN -> failed = true;
            default -> broken = status;
        }
    }

    /** Says more of an error than the verdicts do. */
    private void tell(String file, Throwable failure) {
        failed = true;
        progress.ifPresent(ProgressLine::clear);
        if (environment.debug()) failure.printStackTrace(err);
        err.println("minos: " + Printable.whole(file) + ": " + Failure.sentence(failure));
    }

    /**
     * Prints the result: in short if to render it took too long, or failed. A counterexample that cannot be shown is a warning
     * beside the verdict, which stands.
     */
    private void print(Judgement judgement) {
        String name = Printable.whole(judgement.name());
        Optional<String> text = Optional.empty();
        try {
            text = judgement.withinLimits(() -> rendered(judgement));
        } catch (Throwable e) {
            if (environment.debug()) e.printStackTrace(err);
            err.println("minos: warning: " + name + ": what was found cannot be shown: " + Failure.sentence(e));
        }
        progress.ifPresent(ProgressLine::clear);
        try {
            out.print(text.orElseGet(() -> rendered(judgement.withoutWitnesses())));
        } catch (Throwable e) {
            failed = true;
            err.println("minos: " + name + ": " + Failure.sentence(e));
        }
        out.flush();
    }

    private String rendered(Judgement found) {
        Judgement judgement = asked.profile() ? found.profiled() : found;
        return switch (asked.output()) {
            case JSON -> judgement.toJson();
            case EDN -> judgement.toEdn();
            case TEXT ->
                asked.quiet() || archive.isOne()
                        ? judgement.summary(environment.layout())
                        : judgement.explain(environment.layout());
        };
    }

    private void write(Certificate certificate) {
        String file = asked.certificate().orElseThrow();
        StringWriter text = new StringWriter();
        CertificateFile.write(certificate, text);
        try {
            WholeFile.write(Path.of(file), text.toString());
        } catch (IOException | InvalidPathException e) {
            unwritten = true;
            err.println("minos: " + Printable.whole(file) + ": the certificate cannot be written: " + Failure.cause(e));
        }
    }

    private static String help() {
        return """
                Usage: minos check [OPTIONS] FILE…

                Judges histories against isolation levels. For a level that is violated, shows
                the transactions that prove it, step by step. '-' is standard input; gzip is
                unpacked on the fly. A folder is that of a Jepsen test, or one of Cobra's logs;
                or it has any number of histories below it, each of which then gets a line.

                Options:
                %s
                Examples:
                  minos check history.edn                 which levels does it satisfy?
                  minos check -l serializable *.edn       are they all serializable?
                  minos check -l si --order none h.edn    plain SI, as Elle judges it
                  minos check -l causal --all -o json h   every anomaly, for a program
                  minos check --anomalies G1a,G1c h.edn   just these
                  minos check --report out history.edn    with pictures: out/index.html

                Levels, weakest first, with their short names:
                %s
                Exit status:
                %s"""
                .formatted(Option.help(CheckOptions.OPTIONS), Main.levelTable(), Main.exitStatus());
    }
}
