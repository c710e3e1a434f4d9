package grid;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;

/** What is varied while all else stays the same. */
enum Axis {
    OPERATIONS("Operations", "operations", Scale.LOG),
    VIOLATION("Operations, with one violation at the end", "operations", Scale.LOG),
    SESSIONS("Sessions", "sessions", Scale.LOG),
    LENGTH("Length of transactions", "operations a transaction", Scale.LOG),
    KEYS("Keys", "keys", Scale.LOG),
    SKEW("Skew", "exponent of the keys' Zipf distribution", Scale.LINEAR),
    READS("Share of reads", "share of reads", Scale.LINEAR),
    LAYOUT("Layout of the file", "layout", Scale.NONE),
    SESSIONS_APART("Sessions, the file listing one after another", "sessions", Scale.LOG),
    SKEW_APART(
            "Skew of 1,000 sessions, the file listing one after another",
            "exponent of the keys' Zipf distribution",
            Scale.LINEAR),
    LEVEL("Levels", "workload", Scale.NONE),
    MINI("Mini-transactions", "operations", Scale.LOG),
    MINI_VIOLATION("Mini-transactions, with one violation at the end", "operations", Scale.LOG),
    LISTS("Lists", "operations", Scale.LOG),
    LISTS_VIOLATION("Lists, with one violation at the end", "operations", Scale.LOG),
    DATABASE("Recorded on H2, at snapshot isolation", "operations", Scale.LOG),
    REPEATING("Values that repeat, as in VeriStrong's workloads: 30,000 operations", "values a key", Scale.LOG),
    REGISTERS("Single operations on registers, as in Knossos's: one key", "operations", Scale.LOG),
    SMALL("Small histories: 1,000 transactions", "format", Scale.NONE),
    FILES("Files", "file", Scale.NONE);

    /** How its values lie on a plot; those of no scale are words, and not plotted. */
    enum Scale {
        LOG,
        LINEAR,
        NONE
    }

    private static final List<String> WEAK = List.of("rc", "ra", "tcc");
    /** A strong level, and the weakest database that keeps it. */
    private static final Map<String, Workload.Isolation> STRONG = Map.of(
            "si",
            Workload.Isolation.SNAPSHOT,
            "ser",
            Workload.Isolation.SERIALIZABLE,
            "sser",
            Workload.Isolation.SERIALIZABLE);

    final String title;
    final String unit;
    final Scale scale;

    Axis(String title, String unit, Scale scale) {
        this.title = title;
        this.unit = unit;
        this.scale = scale;
    }

    String text() {
        return name().toLowerCase().replace('_', '-');
    }

    /** Whether more of it is more work, which ought to take time in proportion at most. */
    boolean mayGrow() {
        return unit.equals("operations") || unit.equals("sessions");
    }

    /** @throws IllegalArgumentException if there is none of that name */
    static Axis of(String text) {
        for (Axis axis : values()) if (axis.text().equals(text)) return axis;
        throw new IllegalArgumentException("no axis " + text);
    }

    /** Its points, of up to so many operations. */
    List<Point> points(long most) {
        long base = Math.min(most, Workload.BASE.operations);
        Workload weak = Workload.BASE.with(w -> w.operations = base);
        return switch (this) {
            case OPERATIONS -> weak(steps(1e5, most), n -> weak.with(w -> w.operations = (long) n), false);
            case VIOLATION -> weak(steps(1e5, most), n -> weak.with(w -> w.operations = (long) n), true);
            case SESSIONS -> weak(steps(10, 1e4), n -> weak.with(w -> w.sessions = (int) n), false);
            case LENGTH -> weak(DoubleStream.of(2, 5, 10, 20, 50, 100), n -> weak.with(w -> w.length = (int) n), false);
            case KEYS -> weak(DoubleStream.of(1e2, 1e3, 1e4, 1e5, 1e6), n -> weak.with(w -> w.keys = (int) n), false);
            case SKEW -> weak(DoubleStream.of(0, 0.5, 0.99, 1.2, 1.5), z -> weak.with(w -> w.skew = z), false);
            case READS -> weak(DoubleStream.of(0.1, 0.3, 0.5, 0.7, 0.9), r -> weak.with(w -> w.reads = r), false);
            case LAYOUT -> layout(weak);
            case SESSIONS_APART -> weak(steps(10, 1e4), n -> apart(weak).with(w -> w.sessions = (int) n), false);
            case SKEW_APART ->
                weak(
                        DoubleStream.of(0, 0.5, 0.99, 1.2, 1.5),
                        z -> apart(weak).with(w -> {
                            w.sessions = 1_000;
                            w.skew = z;
                        }),
                        false);
            case LEVEL -> each("general", weak, List.of("ru", "ci", "pl-2", "rc", "ra", "tcc", "pc"));
            case MINI -> strong(Workload.MINI, most, List.of("si", "ser"), false);
            case MINI_VIOLATION -> strong(Workload.MINI, most, List.of("si", "ser"), true);
            case LISTS -> strong(Workload.LISTS, most, List.of("si", "ser", "sser"), false);
            case LISTS_VIOLATION -> strong(Workload.LISTS, most, List.of("si", "ser", "sser"), true);
            case DATABASE -> recorded(most, List.of("pc", "si"));
            case REPEATING -> repeating();
            case REGISTERS -> registers(most);
            case SMALL -> small();
            case FILES -> List.of();
        };
    }

    /** 1, 3, 10, 30 … times the first. */
    private static DoubleStream steps(double first, double most) {
        return DoubleStream.iterate(first, x -> x <= most, x -> 10 * x)
                .flatMap(x -> DoubleStream.of(x, 3 * x))
                .filter(x -> x <= most);
    }

    private List<Point> weak(DoubleStream values, DoubleFunction<Workload> varied, boolean violated) {
        List<Point> points = new ArrayList<>();
        values.forEach(x -> {
            for (String level : WEAK) {
                points.add(Point.of(this, x, varied.apply(x).with(w -> w.violates = violated ? level : ""), level));
            }
        });
        return points;
    }

    private List<Point> layout(Workload weak) {
        List<Point> points = each("as committed", weak, WEAK);
        points.addAll(each("by session", apart(weak), WEAK));
        for (String level : WEAK)
            points.addAll(each("by session, violated", apart(weak).with(w -> w.violates = level), List.of(level)));
        return points;
    }

    private static Workload apart(Workload workload) {
        return workload.with(w -> w.bySession = true);
    }

    private List<Point> repeating() {
        List<Point> points = new ArrayList<>();
        DoubleStream.of(2, 10, 100).forEach(n -> {
            for (String level : List.of("si", "ser"))
                points.add(Point.of(this, n, Generated.repeating(30_000, (int) n), level));
        });
        return points;
    }

    private List<Point> registers(long most) {
        List<Point> points = new ArrayList<>();
        steps(1e4, Math.min(most, 1e6))
                .forEach(n -> points.add(Point.of(this, n, Generated.single((long) n, 1), "lin")));
        return points;
    }

    private List<Point> strong(Workload workload, long most, List<String> levels, boolean violated) {
        List<Point> points = new ArrayList<>();
        steps(1e4, Math.min(most, 1e6)).forEach(n -> {
            for (String level : levels) {
                points.add(Point.of(
                        this,
                        n,
                        workload.with(w -> {
                            w.operations = (long) n;
                            w.isolation = STRONG.get(level);
                            w.violates = violated ? level : "";
                        }),
                        level));
            }
        });
        return points;
    }

    private List<Point> recorded(long most, List<String> levels) {
        List<Point> points = new ArrayList<>();
        steps(1e4, Math.min(most, 1e6)).forEach(n -> {
            for (String level : levels) points.add(Point.of(this, n, new Recording((long) n), level));
        });
        return points;
    }

    private List<Point> small() {
        // With those that abort, about 1,000 transactions.
        Workload plume = Workload.MINI.with(w -> w.operations = 2_700);
        Workload registers = plume.with(w -> w.format = Workload.Format.REGISTERS);
        Workload lists = Workload.LISTS.with(w -> w.operations = 3_200);
        List<Point> points = each("Plume text", plume, List.of("tcc", "si", "ser"));
        points.addAll(each("EDN, registers", registers, List.of("tcc", "si", "sser")));
        points.addAll(each("EDN, lists", lists, List.of("tcc", "si", "sser")));
        return points;
    }

    private List<Point> each(String label, Workload workload, List<String> levels) {
        List<Point> points = new ArrayList<>();
        for (String level : levels) points.add(new Point(this, label, level, workload));
        return points;
    }
}
