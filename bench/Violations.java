import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Draws what bench/violations measured, each trial and a line through the medians: {@code java bench/Violations.java bench/violations.tsv >doc/images/violations.svg}. */
public final class Violations {
    private static final int WIDTH = 400;
    private static final int HEIGHT = 240;
    private static final List<String> COLOURS = List.of("#1d4ed8", "#c2410c", "#15803d", "#7e22ce", "#525252");

    /** What is drawn of a line of the file, and up to where. */
    private record Panel(String label, int column, double least, double most) {}

    public static void main(String[] args) throws IOException {
        Map<String, Map<String, List<String[]>>> databases = new LinkedHashMap<>();
        Set<String> workloads = new LinkedHashSet<>();
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] cells = line.split("\t");
            String workload = cells[3] + (cells[4].equals("0") ? "" : " " + cells[4]);
            workloads.add(workload);
            databases
                    .computeIfAbsent(cells[0], d -> new LinkedHashMap<>())
                    .computeIfAbsent(workload, w -> new ArrayList<>())
                    .add(cells);
        }
        StringBuilder svg = new StringBuilder(
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 345" font-family="sans-serif" font-size="12">
                <title>Transactions and seconds until the first violation, by workload and database</title>
                <rect width="960" height="345" fill="white"/>
                """);
        panel(
                svg,
                60,
                new Panel("transactions until the first violation", 6, 10, 1e6),
                databases,
                List.copyOf(workloads));
        panel(svg, 550, new Panel("seconds from start to verdict", 9, 0.1, 100), databases, List.copyOf(workloads));
        int x = 60;
        for (String database : databases.keySet()) {
            svg.append(point(x, 316, colour(databases, database), true)).append(text(x + 8, 320, "start", database));
            x += 130;
        }
        svg.append(point(x, 316, "#000", false)).append(text(x + 8, 320, "start", "none found in the time"));
        System.out.print(svg.append("</svg>\n"));
    }

    private static String colour(Map<String, ?> databases, String database) {
        return COLOURS.get(List.copyOf(databases.keySet()).indexOf(database) % COLOURS.size());
    }

    private static void panel(
            StringBuilder svg,
            int left,
            Panel panel,
            Map<String, Map<String, List<String[]>>> databases,
            List<String> workloads) {
        for (double tick = panel.least; tick <= panel.most * 1.01; tick *= 10) {
            double y = y(tick, panel);
            svg.append(String.format(Locale.ROOT, "<path d=\"M%d %.1fh%d\" stroke=\"#ddd\"/>%n", left, y, WIDTH));
            svg.append(text(left - 6, y + 4, "end", tick < 1 ? "" + tick : String.format(Locale.ROOT, "%,.0f", tick)));
        }
        for (int i = 0; i < workloads.size(); i++) {
            svg.append(text(x(left, i, workloads), 20 + HEIGHT + 16, "middle", workloads.get(i)));
        }
        svg.append(text(left + WIDTH / 2.0, 20 + HEIGHT + 34, "middle", panel.label));
        databases.forEach((database, lines) -> {
            StringBuilder path = new StringBuilder();
            String colour = colour(databases, database);
            for (int i = 0; i < workloads.size(); i++) {
                List<String[]> trials = lines.getOrDefault(workloads.get(i), List.of()).stream()
                        .filter(cells -> cells.length > panel.column && !cells[panel.column].isEmpty())
                        .sorted(Comparator.comparingDouble(cells -> Double.parseDouble(cells[panel.column])))
                        .toList();
                if (trials.isEmpty()) continue;
                double px = x(left, i, workloads);
                for (String[] cells : trials) {
                    double py = y(Double.parseDouble(cells[panel.column]), panel);
                    svg.append(point(px, py, colour, cells[5].equals("yes")));
                }
                double median = y(Double.parseDouble(trials.get(trials.size() / 2)[panel.column]), panel);
                path.append(String.format(Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", px, median));
            }
            svg.append("<path d=\"")
                    .append(path)
                    .append("\" fill=\"none\" stroke=\"")
                    .append(colour);
            svg.append("\" stroke-opacity=\"0.4\"/>\n");
        });
    }

    private static double x(int left, int i, List<String> workloads) {
        return left + 25 + (WIDTH - 50.0) * i / (workloads.size() - 1);
    }

    /** Both axes are logarithmic. */
    private static double y(double value, Panel panel) {
        double share = Math.log(Math.max(value, panel.least) / panel.least) / Math.log(panel.most / panel.least);
        return 20 + HEIGHT * (1 - share);
    }

    private static String point(double x, double y, String colour, boolean found) {
        return String.format(
                Locale.ROOT,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\" stroke=\"%s\"/>%n",
                x,
                y,
                found ? colour : "white",
                colour);
    }

    private static String text(double x, double y, String anchor, String text) {
        return String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, text);
    }
}
