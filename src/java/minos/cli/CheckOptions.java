package minos.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import minos.generate.Workload;
import minos.history.InitialValues;
import minos.history.Model;
import minos.io.Format;
import minos.io.ReadOptions;
import minos.model.Level;
import minos.model.Order;

/**
 * What {@code minos check} was asked for.
 *
 * @param levels      in the order asked for; empty for every level that a history can be asked for
 * @param format      null to recognise it
 * @param model       null to recognise it
 * @param initial     null for the format's own way
 * @param certificate the file to write a commit order to; null for none
 * @param report      the folder to write a report to; null for none
 * @param maxRatio    how many times its size a compressed file may unpack to
 */
record CheckOptions(
        List<String> files,
        List<Level> levels,
        Format format,
        Model model,
        Order order,
        Output output,
        boolean all,
        Limits limits,
        int threads,
        boolean quiet,
        InitialValues initial,
        int maxWitnesses,
        String certificate,
        String report,
        int maxRatio) {

    enum Output {
        TEXT,
        JSON,
        EDN
    }

    private static final List<String> FORMATS =
            Stream.concat(Stream.of("auto"), Format.names().stream()).toList();

    static final Option LEVEL = Option.value(
            'l',
            "level",
            "NAME",
            "judge this level; repeatable. 'all', the default: every level that the history can be asked for");
    static final Option FORMAT = Option.value(
            'f', "format", "NAME", "the files' format: " + String.join(", ", FORMATS) + " (default: auto)");
    static final Option MODEL = Option.value(
            'm', "model", "NAME", "what the keys hold: auto, list-append, rw-register, lwt (default: auto)");
    static final Option ORDER = Option.value(
            "order",
            "NAME",
            "the order that a commit order must respect: session (default), none (what Elle and Adya mean by the plain"
                    + " names), real-time (session order and real time)");
    private static final Option OUTPUT = Option.value(
            'o', "output", "NAME", "text (default), json or edn: one object a line for each file and level");
    private static final Option ALL = Option.flag(
            "all",
            "list every type of anomaly up to the level asked for, with counts; otherwise only those at the lowest"
                    + " violated level");
    static final Option MAX_WITNESSES =
            Option.value("max-witnesses", "N", "show up to N witnesses of each type (default: 1)");
    private static final Option CERTIFICATE = Option.value(
            "certificate",
            "FILE",
            "where the level holds, write the commit order that proves it; for one level and one file");
    static final Option REPORT =
            Option.value("report", "DIR", "also write a report with pictures to this folder; open its index.html");
    static final Option INITIAL = Option.value(
            "initial",
            "infer",
            "for recordings that start on a database already filled: take a value that nobody wrote for the initial one"
                    + " of its key, if it is the only such value");
    static final Option MAX_RATIO = Option.value(
            "max-ratio",
            "N",
            "unpack compressed files to at most N times their size (default: " + ReadOptions.MAX_RATIO + ")");
    static final Option THREADS = Option.value("threads", "N", "use N threads (default: one for each processor)");
    private static final Option QUIET =
            Option.flag('q', "quiet", "verdicts only, a line each: no anomalies, no progress");

    static final List<Option> OPTIONS = List.of(
            LEVEL,
            FORMAT,
            MODEL,
            ORDER,
            OUTPUT,
            ALL,
            MAX_WITNESSES,
            REPORT,
            CERTIFICATE,
            INITIAL,
            Limits.TIMEOUT,
            Limits.MAX_MEMORY,
            MAX_RATIO,
            THREADS,
            QUIET,
            Option.HELP);

    static CheckOptions of(Args args) {
        return of(args, LEVEL);
    }

    /** @param level the option that names levels */
    static CheckOptions of(Args args, Option level) {
        if (args.operands().isEmpty()) throw new UsageException("which file is to be checked?");
        String format = args.oneOf(FORMAT, "auto", FORMATS);
        String model = args.oneOf(MODEL, "auto", List.of("auto", "list-append", "rw-register", "lwt"));
        String order = args.oneOf(ORDER, "session", List.of("session", "none", "real-time"));
        String output = args.oneOf(OUTPUT, "text", List.of("text", "json", "edn"));
        args.oneOf(INITIAL, null, List.of("infer"));
        String certificate = args.get(CERTIFICATE, null);
        List<Level> levels = levels(args.all(level));
        if (certificate != null) {
            if (levels.size() != 1 || args.operands().size() != 1) {
                throw new UsageException(CERTIFICATE + " proves one level of one file: give one --level and one file");
            }
            if (isSameFile(certificate, args.operands().get(0))) {
                throw new UsageException(CERTIFICATE + " would overwrite the history " + certificate);
            }
        }
        return new CheckOptions(
                args.operands(),
                levels,
                Format.named(format).orElse(null),
                Model.named(model),
                Order.named(order),
                Output.valueOf(output.toUpperCase(Locale.ROOT)),
                args.has(ALL),
                Limits.of(args),
                args.number(THREADS, Runtime.getRuntime().availableProcessors(), 1),
                args.has(QUIET),
                args.has(INITIAL) ? InitialValues.INFER : null,
                args.number(MAX_WITNESSES, 1, 1),
                certificate,
                args.get(REPORT, null),
                args.number(MAX_RATIO, ReadOptions.MAX_RATIO, 1));
    }

    /** The same for a report: every type of anomaly, several of each, and of the text only a line. */
    CheckOptions reporting(String folder, int witnesses) {
        return new CheckOptions(
                files,
                levels,
                format,
                model,
                order,
                Output.TEXT,
                true,
                limits,
                threads,
                true,
                initial,
                witnesses,
                null,
                folder,
                maxRatio);
    }

    /** For a history that was recorded just now, of that workload; its report goes to the folder. */
    static CheckOptions recorded(Args args, String file, Workload.Kind kind, List<String> levels, String folder) {
        Model model =
                switch (kind) {
                    case GENERAL, MINI -> Model.RW_REGISTER;
                    case APPEND -> Model.LIST_APPEND;
                    case LWT -> Model.LWT;
                };
        String order = args.oneOf(ORDER, "session", List.of("session", "none", "real-time"));
        return new CheckOptions(
                List.of(file),
                levels(levels),
                Format.EDN,
                model,
                Order.named(order),
                Output.TEXT,
                false,
                Limits.of(args),
                args.number(THREADS, Runtime.getRuntime().availableProcessors(), 1),
                false,
                null,
                args.number(MAX_WITNESSES, 1, 1),
                null,
                folder,
                ReadOptions.MAX_RATIO);
    }

    /** How to read the files. */
    ReadOptions readOptions() {
        return ReadOptions.DEFAULT
                .withFormat(Optional.ofNullable(format))
                .withModel(Optional.ofNullable(model))
                .withInitial(Optional.ofNullable(initial))
                .withThreads(threads)
                .withMaxRatio(maxRatio);
    }

    private static boolean isSameFile(String one, String other) {
        try {
            return one.equals(other) || Files.isSameFile(Path.of(one), Path.of(other));
        } catch (IOException | InvalidPathException e) {
            return false; // one of them is not there
        }
    }

    private static List<Level> levels(List<String> names) {
        List<Level> levels = new ArrayList<>();
        if (names.isEmpty() || names.equals(List.of("all"))) return levels;
        if (names.contains("all")) throw new UsageException("--level all asks for every level: leave out the others");
        for (String name : names) {
            Level level = Level.named(name);
            if (level == null) throw UsageException.unknown("level", name, known());
            if (!levels.contains(level)) levels.add(level);
        }
        return levels;
    }

    private static List<String> known() {
        List<String> known = new ArrayList<>(List.of("all"));
        for (Level level : Level.values()) {
            known.add(level.text());
            known.addAll(level.aliases());
        }
        return known;
    }

    /** Whether every level is asked for, which only describes: nothing is then expected to hold. */
    boolean describes() {
        return levels.isEmpty();
    }
}
