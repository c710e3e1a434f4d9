package minos.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import minos.Minos;
import minos.Question;
import minos.history.Model;
import minos.model.AnomalyType;
import minos.model.DatabaseOrder;
import minos.model.Level;
import minos.model.Order;

/**
 * What {@code minos check} and its relatives were asked for, and the options by which they are.
 *
 * @param levels      in the order asked for; empty for every level that a history can be asked for
 * @param anomalies   the types to tell of; empty for all
 * @param question    what to ask of each file
 * @param profile     whether to tell where the time went
 * @param certificate the file to write a commit order to
 * @param report      the folder to write a report to
 * @param ci          what to write for continuous integration
 */
record CheckOptions(
        List<String> files,
        List<Level> levels,
        Set<AnomalyType> anomalies,
        Question question,
        Output output,
        boolean profile,
        boolean quiet,
        Optional<String> certificate,
        Optional<String> report,
        CiFiles.Wanted ci) {

    enum Output {
        TEXT,
        JSON,
        EDN
    }

    private static final List<String> MODELS = models();
    private static final List<String> ORDERS =
            List.of("session", "none", "per-group-real-time", "per-key-real-time", "real-time");

    private static final List<String> USES =
            Arrays.stream(DatabaseOrder.values()).map(DatabaseOrder::text).toList();

    static final Option LEVEL = Option.value(
            'l',
            "level",
            "NAME",
            "judge this level; repeatable. 'all', the default: every level that the history can be asked for");
    static final Option MODEL = Option.value(
            'm', "model", "NAME", "what the keys hold: auto, " + String.join(", ", Model.names()) + " (default: auto)");
    static final Option NEGATIVE_BALANCES = Option.flag("negative-balances", "for a bank: accounts may be overdrawn");
    static final Option ORDER = Option.value(
            "order",
            "NAME",
            "the order that a commit order must respect: session (default), none (what Elle and Adya mean by the plain"
                    + " names), real-time (session order and real time), per-key-real-time (session order, and real time of"
                    + " those that use a key in common), per-group-real-time (session order, and real time of those of one :group)");
    static final Option DATABASE_ORDER = Option.value(
            "database-order",
            "USE",
            "what to do with the order in which the database says that it committed (:ts), or wrote versions (:version): guess (default), try it first;"
                    + " claim, also judge whether this very order explains the reads; assume, take it for granted");
    private static final Option OUTPUT = Option.value(
            'o', "output", "NAME", "text (default), json or edn: one object a line for each file and level");
    private static final Option ALL = Option.flag(
            "all",
            "list every type of anomaly up to the level asked for, with counts; otherwise only those at the lowest"
                    + " violated level");
    private static final Option ANOMALIES = Option.value(
            "anomalies",
            "NAME,…",
            "look for these alone, by our names, Plume's letters, Adya's or Elle's names (c4:h for C4's letters); without"
                    + " --level, at the weakest level that rules them all out");
    static final Option MAX_WITNESSES =
            Option.value("max-witnesses", "N", "show up to N witnesses of each type (default: 1)");
    private static final Option CERTIFICATE = Option.value(
            "certificate",
            "FILE",
            "where the level holds, write the commit order that proves it; for one level and one file");
    static final Option REPORT =
            Option.value("report", "DIR", "also write a report with pictures to this folder; open its index.html");
    static final Option THREADS = Option.value("threads", "N", "use N threads (default: one for each processor)");
    private static final Option PROFILE = Option.flag(
            "profile",
            "also tell how long each phase of the work took, and how much was met: questions of a search, its conflicts,"
                    + " rounds of repair");
    private static final Option QUIET =
            Option.flag('q', "quiet", "verdicts only, a line each: no anomalies, no progress");

    static final List<Option> OPTIONS = Stream.of(
                    List.of(
                            LEVEL,
                            InputOptions.FORMAT,
                            MODEL,
                            NEGATIVE_BALANCES,
                            ORDER,
                            DATABASE_ORDER,
                            OUTPUT,
                            ALL,
                            ANOMALIES,
                            MAX_WITNESSES,
                            REPORT,
                            CERTIFICATE),
                    CiFiles.OPTIONS,
                    List.of(
                            InputOptions.INITIAL,
                            InputOptions.UNMARKED,
                            InputOptions.TIMEOUT,
                            InputOptions.MAX_MEMORY,
                            InputOptions.MAX_RATIO,
                            THREADS,
                            PROFILE,
                            QUIET,
                            Option.HELP))
            .flatMap(List::stream)
            .toList();

    /** All that a user may call a model. */
    private static List<String> models() {
        List<String> names = new ArrayList<>(List.of("auto"));
        names.addAll(Model.names());
        for (Model model : Model.values()) names.addAll(model.aliases());
        return List.copyOf(names);
    }

    /** The model that was asked for; empty to recognise it. */
    static Optional<Model> model(Args args) {
        return Model.named(args.oneOf(MODEL, "auto", MODELS));
    }

    static CheckOptions of(Args args) {
        return of(args, LEVEL);
    }

    /** @param level the option that names levels */
    static CheckOptions of(Args args, Option level) {
        if (args.operands().isEmpty()) throw new UsageException("which file is to be checked?");
        Set<AnomalyType> anomalies = anomalies(args);
        List<Level> named = levels(args.all(level));
        List<Level> levels = named.isEmpty() && !anomalies.isEmpty() ? List.of(rulingOut(anomalies)) : named;
        Question question = question(args, levels);
        if (args.has(ALL) || !anomalies.isEmpty()) question = question.all(true);
        String output = args.oneOf(OUTPUT, "text", List.of("text", "json", "edn"));
        Optional<String> certificate = Optional.ofNullable(args.get(CERTIFICATE, null));
        if (certificate.isPresent()) {
            if (levels.size() != 1 || args.operands().size() != 1) {
                throw new UsageException(CERTIFICATE + " proves one level of one file: give one --level and one file");
            }
            if (isSameFile(certificate.get(), args.operands().get(0))) {
                throw new UsageException(CERTIFICATE + " would overwrite the history " + certificate.get());
            }
            question = question.certificates();
        }
        return new CheckOptions(
                args.operands(),
                levels,
                anomalies,
                question,
                Output.valueOf(output.toUpperCase(Locale.ROOT)),
                args.has(PROFILE),
                args.has(QUIET),
                certificate,
                Optional.ofNullable(args.get(REPORT, null)),
                CiFiles.Wanted.of(args, args.operands()));
    }

    /** What these options ask, whatever the command. */
    static Question question(Args args, List<Level> levels) {
        Question question = InputOptions.with(args, Minos.ask(levels.toArray(Level[]::new)));
        Optional<Model> model = model(args);
        if (model.isPresent()) question = question.model(model.get());
        if (args.has(NEGATIVE_BALANCES)) question = question.negativeBalances(true);
        question =
                question.order(Order.named(args.oneOf(ORDER, "session", ORDERS)).orElseThrow());
        question = question.databaseOrder(
                DatabaseOrder.named(args.oneOf(DATABASE_ORDER, "guess", USES)).orElseThrow());
        if (args.has(THREADS)) question = question.threads(args.number(THREADS, 1, 1));
        return question.witnesses(args.number(MAX_WITNESSES, 1, 1));
    }

    /** The same for a report: every type of anomaly, several of each, and of the text only a line. */
    CheckOptions reporting(String folder, int witnesses) {
        return new CheckOptions(
                files,
                levels,
                anomalies,
                question.all(true).witnesses(witnesses),
                Output.TEXT,
                false,
                true,
                Optional.empty(),
                Optional.of(folder),
                CiFiles.Wanted.NOTHING);
    }

    /** For a history that was recorded just now, of that workload; its report goes to the folder. */
    static CheckOptions recorded(Args args, String file, Model model, List<String> names, String folder) {
        List<Level> levels = levels(names);
        return new CheckOptions(
                List.of(file),
                levels,
                Set.of(),
                question(args, levels).format("edn").model(model),
                Output.TEXT,
                false,
                false,
                Optional.empty(),
                Optional.of(folder),
                CiFiles.Wanted.of(args, List.of(file)));
    }

    static boolean isSameFile(String one, String other) {
        try {
            return one.equals(other) || Files.isSameFile(Path.of(one), Path.of(other));
        } catch (IOException | InvalidPathException e) {
            return false; // one of them is not there
        }
    }

    private static Set<AnomalyType> anomalies(Args args) {
        Set<AnomalyType> types = EnumSet.noneOf(AnomalyType.class);
        if (!args.has(ANOMALIES)) return types;
        for (String name : args.get(ANOMALIES, "").split(",", -1)) {
            Set<AnomalyType> called = AnomalyType.named(name.strip());
            if (called.isEmpty()) throw unknownAnomaly(name.strip());
            types.addAll(called);
        }
        return types;
    }

    /** Names the nearest of all names with the same prefix, or else those that there are. */
    private static UsageException unknownAnomaly(String name) {
        if (name.isEmpty()) return new UsageException(ANOMALIES + " needs a name before and after each comma");
        String prefix = name.substring(0, name.indexOf(':') + 1);
        Set<String> ours = new LinkedHashSet<>();
        Set<String> known = new LinkedHashSet<>();
        for (AnomalyType type : AnomalyType.values()) {
            ours.add(type.text());
            for (String other :
                    List.of(type.text(), type.names().adya(), type.names().elle())) {
                if (AnomalyType.named(prefix + other).contains(type)) known.add(prefix + other);
            }
        }
        return UsageException.unknown(
                "anomaly",
                name,
                known,
                "one of " + String.join(", ", ours)
                        + "; a letter of Plume's, a to n, or of C4's, c4:a to c4:l; or a name of adya: or elle:");
    }

    /** The weakest level that allows none of these. */
    private static Level rulingOut(Set<AnomalyType> types) {
        for (Level level : Level.values()) {
            if (types.stream().allMatch(type -> level.implies(wanted(type))))
                return level; // never a mix, which comes last
        }
        throw new IllegalStateException("no level rules out all of " + types);
    }

    private static Level wanted(AnomalyType type) {
        return type.level() == Level.STRICT_SERIALIZABLE ? type.level() : type.rulesOut();
    }

    static List<Level> levels(List<String> names) {
        List<Level> levels = new ArrayList<>();
        if (names.isEmpty() || names.equals(List.of("all"))) return levels;
        if (names.contains("all")) throw new UsageException("--level all asks for every level: leave out the others");
        for (String name : names) {
            Level level = Level.named(name).orElse(null);
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
