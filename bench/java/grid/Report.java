package grid;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Tables and plots of what was measured. */
final class Report {
    private static final double MEGABYTE = 1e6;

    private final String name;
    private final List<String> facts;
    private final List<Measured> all;
    private final List<Profile> profiles;
    private final Map<String, String> plots = new LinkedHashMap<>();

    /** @param facts lines of a name, a tab and what it is: the machine, and the commands */
    Report(String name, List<String> facts, List<Row> rows, List<Profile> profiles) {
        this.name = name;
        this.facts = facts;
        all = Measured.of(rows);
        this.profiles = profiles;
    }

    /** The page; and by file name, the plots that it shows. */
    String markdown() {
        StringBuilder page = new StringBuilder("# Results: " + name + "\n\n| | |\n|---|---|\n");
        for (String fact : facts)
            page.append(format("| %s |%n", fact.replace("|", "\\|").replace("\t", " | ")));
        page.append(
                """

                Seconds are wall clock from start to verdict, Java's start included; the ratio is that of a tool's
                median to Minos's. Growth is the power of x with which the median has grown since the point before: 1 is
                linear, 0 is no growth. The dotted line in the plots is linear. Bytes an operation are peak memory, Java
                itself included.
                """);
        page.append(new Summary(all).markdown());
        for (Axis axis : Axis.values()) {
            List<Measured> points = all.stream().filter(m -> m.axis == axis).toList();
            if (points.isEmpty()) continue;
            page.append("\n## ").append(axis.title).append("\n\n");
            if (axis.scale != Axis.Scale.NONE) plots(page, axis, points);
            table(page, axis, points);
            phases(page, axis);
        }
        return page.toString();
    }

    Map<String, String> plots() {
        return plots;
    }

    private void table(StringBuilder page, Axis axis, List<Measured> points) {
        boolean grows = axis.scale == Axis.Scale.LOG;
        page.append(format(
                        "| %s | level | tool | best s | median s | ratio |%s processor s | peak MB | ",
                        axis.unit, grows ? " growth |" : ""))
                .append("bytes an operation | million operations a second | |\n|---|---|---|")
                .append("---:|".repeat(grows ? 8 : 7))
                .append("---|\n");
        Map<String, Measured> before = new LinkedHashMap<>();
        for (Measured m : points) {
            Measured previous = before.get(m.level + " " + m.tool);
            if (m.isAnswered()) before.put(m.level + " " + m.tool, m);
            row(page, m, m.minosAmong(points), grows, previous);
        }
    }

    /** Of one more run of Minos, with a profile, which takes a little longer. */
    private void phases(StringBuilder page, Axis axis) {
        List<Profile> there = profiles.stream().filter(p -> p.axis() == axis).toList();
        if (there.isEmpty()) return;
        page.append(format("%n| %s | level | phases, milliseconds | met on the way |%n|---|---|---|---|%n", axis.unit));
        for (Profile p : there)
            page.append(format("| %s | %s | %s | %s |%n", p.x(), p.level(), p.phases(), p.counts()));
    }

    private static void row(StringBuilder page, Measured m, Measured minos, boolean grows, Measured previous) {
        page.append(format("| %s | %s | %s |", grows ? format("%,d", (long) m.number()) : m.x, m.level, m.tool));
        if (m.verdict() == Verdict.SKIPPED) {
            page.append(" | | |").append(grows ? " |" : "").append(" | | | | gave up before |\n");
            return;
        }
        boolean answered = m.isAnswered();
        page.append(format(
                " %s | %s | %s |",
                seconds(m.best()),
                answered ? seconds(m.median()) : "",
                m == minos || minos == null || !answered ? "" : format("%.1f", m.median() / minos.median())));
        if (grows) page.append(previous == null || !answered ? " |" : format(" %.2f |", m.growthSince(previous)));
        page.append(format(
                " %s | %.0f | %.0f | %s | %s |%n",
                seconds(m.cpu()),
                m.peakBytes() / MEGABYTE,
                m.bytesAnOperation(),
                answered ? format("%.2f", m.operationsASecond() / 1e6) : "",
                !answered
                        ? m.verdict().text()
                        : m.isWrong() ? "**says: " + m.verdict().text() + "**" : ""));
    }

    private void plots(StringBuilder page, Axis axis, List<Measured> points) {
        plot(page, axis, points, "seconds", Measured::median);
        if (axis == Axis.OPERATIONS || axis == Axis.SESSIONS) {
            plot(page, axis, points, "megabytes", m -> m.peakBytes() / MEGABYTE);
        }
    }

    private void plot(
            StringBuilder page, Axis axis, List<Measured> points, String unit, ToDoubleFunction<Measured> part) {
        List<Plot.Line> lines = lines(points, part);
        if (lines.stream().allMatch(line -> line.points().size() < 2)) return;
        String file = name + "-" + axis.text() + "-" + unit + ".svg";
        String title = axis.title + ": " + unit;
        plots.put(file, new Plot(title, axis.unit, axis.scale == Axis.Scale.LOG, axis.mayGrow(), lines).svg());
        page.append(format("![%s](%s)%n%n", title, file));
    }

    private static List<Plot.Line> lines(List<Measured> points, ToDoubleFunction<Measured> part) {
        List<String> tools = points.stream().map(m -> m.tool).distinct().toList();
        List<String> levels = points.stream().map(m -> m.level).distinct().toList();
        List<Plot.Line> lines = new ArrayList<>();
        for (int t = 0; t < tools.size(); t++) {
            for (int l = 0; l < levels.size(); l++) {
                String tool = tools.get(t);
                String level = levels.get(l);
                List<Measured> line = points.stream()
                        .filter(m -> m.tool.equals(tool) && m.level.equals(level))
                        .toList();
                List<double[]> answered = line.stream()
                        .filter(Measured::isAnswered)
                        .map(m -> new double[] {m.number(), part.applyAsDouble(m)})
                        .toList();
                String name = tool + " " + level + ending(line);
                if (!answered.isEmpty()) lines.add(new Plot.Line(name, t, l, answered));
            }
        }
        return lines;
    }

    /** Why a line ends before others do. */
    private static String ending(List<Measured> line) {
        return line.stream()
                .filter(m -> !m.isAnswered())
                .findFirst()
                .map(m -> ": " + m.verdict().text())
                .orElse("");
    }

    private static String seconds(double seconds) {
        return format(seconds < 10 ? "%.2f" : "%.1f", seconds);
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
