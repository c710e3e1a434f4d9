package minos.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import minos.generate.Application;
import minos.generate.Distribution;
import minos.generate.Mixture;
import minos.generate.Preset;
import minos.generate.Workload;

/** The options that describe a workload, for the commands that run one. */
final class WorkloadOptions {
    static final Option SESSIONS = Option.value("sessions", "N", "clients at once (default: 10)");
    static final int USUAL_SESSIONS = 10;

    private final Workload usual;
    private final int usualTransactions;
    private final Option workload;
    private final Option scale;
    private final Option operations;
    private final Option keys;
    private final Option distribution;
    private final Option reads;
    private final Option readOnly;
    private final Option writeOnly;
    private final Option modifying;
    private final Option values;
    private final Option valueDistribution;
    private final Option deletes;
    private final Option rotate;
    private final Option seed;

    /**
     * @param usual        what neither the workload says nor anybody asks for is as in this
     * @param transactions how many each session runs, likewise
     */
    WorkloadOptions(Workload usual, int transactions) {
        this.usual = usual;
        usualTransactions = transactions;
        workload = Option.value(
                'w', "workload", "NAME", names(List.of(Preset.values())) + " (default: " + usual.kind() + ")");
        scale = Option.value(
                "scale", "N", "how large an application is: warehouses, or hundreds of users (default: 1)");
        operations = Option.value(
                "operations",
                "N",
                "operations a transaction, where the workload leaves that open (default: " + usual.operations() + ")");
        keys = Option.value(
                "keys", "N", "how many keys (default: " + usual.keys().count() + ", if the workload does not say)");
        distribution = Option.value(
                "distribution",
                "NAME",
                "how keys are chosen: " + names(List.of(Distribution.values())) + " (default: "
                        + usual.keys().distribution() + ")");
        reads = Option.value("reads", "SHARE", "the share of reads, from 0 to 1 (default: " + usual.reads() + ")");
        readOnly = Option.value("read-only", "SHARE", "transactions that only read (default: 0)");
        writeOnly = Option.value("write-only", "SHARE", "transactions that only write (default: 0)");
        modifying = Option.value(
                "read-modify-write", "SHARE", "transactions that read each key before they write it (default: 0)");
        values = Option.value(
                "values", "N", "draw what is written from so many values (default: each value is written once)");
        valueDistribution = Option.value(
                "value-distribution", "NAME", "how values are drawn, with --values: as keys are (default: uniform)");
        deletes = Option.value(
                "deletes", "SHARE", "writes that delete, so that nil is read again; not of lists (default: 0)");
        rotate = Option.value(
                "rotate",
                "N",
                "replace each key by a new one after N uses (default: lists after "
                        + Workload.usualRotation(Workload.Kind.APPEND) + ", others never)");
        seed = Option.value("seed", "N", "the same seed plans the same transactions (default: 1)");
    }

    List<Option> options() {
        List<Option> options = new ArrayList<>(List.of(workload, scale, SESSIONS));
        options.addAll(shape());
        options.add(seed);
        return options;
    }

    /** Those about operations, keys and values, which an application has of its own. */
    private List<Option> shape() {
        return List.of(
                operations,
                keys,
                distribution,
                reads,
                readOnly,
                writeOnly,
                modifying,
                values,
                valueDistribution,
                deletes,
                rotate);
    }

    Preset preset(Args args) {
        return Preset.named(args.oneOf(workload, usual.kind().toString(), words(List.of(Preset.values()))))
                .orElseThrow();
    }

    /** What clients are to do. */
    Application of(Args args) {
        Preset preset = preset(args);
        Optional<Workload> base = preset.workload(usual);
        if (base.isPresent()) {
            refuse(args, List.of(scale), preset);
            return workload(args, base.get());
        }
        refuse(args, shape(), preset);
        return preset.application(args.number(scale, 1, 1));
    }

    private static void refuse(Args args, List<Option> options, Preset preset) {
        for (Option option : options) {
            if (args.has(option)) throw new UsageException(option + " cannot be used with the workload " + preset);
        }
    }

    private Workload workload(Args args, Workload base) {
        if (base.isList() && share(args, deletes, 0) > 0) {
            throw new UsageException(
                    deletes + " cannot be used with the workload " + base.kind() + ": lists are not deleted");
        }
        var used = new Workload.Keys(
                args.number(keys, base.keys().count(), 1),
                distribution(args, distribution, base.keys().distribution()),
                args.number(rotate, base.rotation(), 0));
        int length = args.number(operations, base.operations(), 1);
        return new Workload(base.kind(), length, share(args, reads, base.reads()), used)
                .with(new Workload.Shares(
                        share(args, readOnly, 0), share(args, writeOnly, 0), share(args, modifying, 0)))
                .with(values(args));
    }

    private Workload.Values values(Args args) {
        if (args.has(valueDistribution) && !args.has(values)) {
            throw new UsageException(valueDistribution + " says nothing without " + values);
        }
        return new Workload.Values(
                args.has(values) ? args.number(values, 1, 1) : 0,
                distribution(args, valueDistribution, Distribution.UNIFORM),
                share(args, deletes, 0));
    }

    private static Distribution distribution(Args args, Option option, Distribution otherwise) {
        return Distribution.named(args.oneOf(option, otherwise.toString(), words(List.of(Distribution.values()))));
    }

    /** What each workload is, for a help text. */
    static String help() {
        return Option.table(Arrays.stream(Preset.values())
                .map(preset -> new String[] {preset.toString(), preset.meaning()})
                .toArray(String[][]::new));
    }

    int seed(Args args) {
        return args.number(seed, 1, 0);
    }

    int sessions(Args args) {
        return args.number(SESSIONS, preset(args).sessions(USUAL_SESSIONS), 1);
    }

    /** How many transactions each session runs if nobody asks for a number. */
    int transactions(Args args) {
        return preset(args).transactions(usualTransactions);
    }

    static double share(Args args, Option option, double otherwise) {
        if (!args.has(option)) return otherwise;
        try {
            double share = Double.parseDouble(args.get(option, ""));
            if (share >= 0 && share <= 1) return share;
        } catch (NumberFormatException e) {
            // said below
        }
        throw new UsageException(option + " needs a number from 0 to 1, not " + args.get(option, ""));
    }

    static List<String> words(List<?> things) {
        return things.stream().map(Object::toString).toList();
    }

    static String names(List<?> things) {
        return things.stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    /** The levels of single transactions by their shares, which an option has. */
    static <L> Mixture<L> mixture(Args args, Option option, Function<String, Optional<L>> named) {
        try {
            return Mixture.of(args.get(option, ""), named);
        } catch (IllegalArgumentException e) {
            throw new UsageException(option + " " + e.getMessage());
        }
    }
}
