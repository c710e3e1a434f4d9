package minos.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import minos.Judgement;
import minos.Judgement.Shrunk;
import minos.Question;
import minos.history.History;
import minos.model.Level;
import minos.model.Verdict;
import minos.render.Printable;

/** {@code minos shrink}: the smallest part of a history that still violates a level. */
final class Shrink {
    private static final Option LEVEL = Option.value('l', "level", "NAME", "the level that the history violates");
    private static final List<Option> OPTIONS = List.of(
            LEVEL,
            OutputOptions.OUTPUT,
            OutputOptions.TO,
            InputOptions.FORMAT,
            CheckOptions.MODEL,
            CheckOptions.ORDER,
            CheckOptions.REPORT,
            InputOptions.INITIAL,
            InputOptions.UNMARKED,
            InputOptions.TIMEOUT,
            InputOptions.MAX_MEMORY,
            InputOptions.MAX_RATIO,
            CheckOptions.THREADS,
            Option.HELP);
    private final CheckOptions asked;
    private final Level level;
    private final String from;
    private final OutputOptions to;
    private final PrintStream out;
    private final PrintStream err;
    private final Environment environment;
    private final Optional<ProgressLine> progress;

    private Shrink(Args args, PrintStream out, PrintStream err, Environment environment) {
        if (args.operands().size() != 1) throw new UsageException("which file is to be shrunk? (one at a time)");
        to = OutputOptions.of(args);
        from = args.operands().get(0);
        asked = CheckOptions.of(args, LEVEL);
        if (asked.levels().size() != 1) throw new UsageException("which level does it violate? give one " + LEVEL);
        level = asked.levels().get(0);
        this.out = out;
        this.err = err;
        this.environment = environment;
        progress = environment.progress(err);
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
        Question question = asked.question();
        if (progress.isPresent()) question = question.listener(progress.get());
        progress.ifPresent(line -> line.reading(from, 0));
        Judgement judgement;
        try {
            judgement = question.judge(from, InputOptions.source(from));
        } catch (Throwable e) {
            if (environment.debug()) e.printStackTrace(err);
            return fail(Failure.reading(from, e), Failure.status(e));
        }
        Verdict verdict = judgement.verdicts().get(0);
        return switch (verdict.answer()) {
            case TRUE ->
                fail(Printable.whole(from) + ": " + level + " holds: there is nothing to shrink", Main.UNKNOWN);
            case UNKNOWN -> unknown(verdict.why().orElseThrow());
            case FALSE -> shrink(judgement);
        };
    }

    private int shrink(Judgement judgement) {
        Optional<Shrunk> shrunk =
                judgement.withinLimits(() -> judgement.shrink(level).orElseThrow());
        if (shrunk.isEmpty()) return unknown(judgement.limitReached().orElseThrow());
        progress.ifPresent(ProgressLine::clear);
        History small = shrunk.get().history();
        int status = to.write(small, from, out, err);
        if (status != Main.OK) return status;
        tell(small, judgement.history().orElseThrow(), shrunk.get().minimal());
        shrunk.get().judgement().ifPresent(found -> {
            Judgement part = found.named(to.file());
            if (!to.file().equals("-")) out.print(part.explain(environment.layout()));
            asked.report().ifPresent(folder -> new Reports(folder, false, err, environment.debug()).add(part));
        });
        return Main.OK;
    }

    private void tell(History small, History whole, boolean minimal) {
        err.println("minos: " + Printable.whole(to.file()) + ": " + small.transactions() + " of "
                + whole.transactions() + " transactions, " + small.operations() + " of " + whole.operations()
                + " operations"
                + (minimal ? "; nothing more can be left out" : "; the time ran out before it was minimal"));
    }

    private int unknown(String why) {
        return fail(Printable.whole(from + ": " + level + " is unknown: " + why), Main.UNKNOWN);
    }

    private int fail(String message, int status) {
        progress.ifPresent(ProgressLine::clear);
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
                        Option.help(OPTIONS),
                        Main.statuses(
                                "0 written",
                                "2 the level holds or is unknown",
                                "3 the history could not be read",
                                "73 it could not be written, or the format cannot hold it"));
    }
}
