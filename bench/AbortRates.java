import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Draws what bench/abort-rates measured: {@code java bench/AbortRates.java bench/abort-rates.tsv >doc/images/abort-rates.svg}. */
public final class AbortRates {
    private static final int WIDTH = 380;
    private static final int HEIGHT = 240;
    private static final Map<String, String> COLOURS = Map.of("general", "#c2410c", "mini", "#1d4ed8");

    public static void main(String[] args) throws IOException {
        Map<String, Map<String, TreeMap<Integer, Double>>> panels = new LinkedHashMap<>();
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] cells = line.split("\t");
            panels.computeIfAbsent(cells[0], p -> new LinkedHashMap<>())
                    .computeIfAbsent(cells[2] + " " + cells[1], s -> new TreeMap<>())
                    .put(Integer.parseInt(cells[3]), Double.parseDouble(cells[4]));
        }
        StringBuilder svg = new StringBuilder(
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 920 330" font-family="sans-serif" font-size="12">
                <title>Abort rates of mini and general transactions on PostgreSQL</title>
                <rect width="920" height="330" fill="white"/>
                """);
        panel(svg, 60, "sessions", panels.get("sessions"));
        panel(svg, 510, "transactions a key", panels.get("skew"));
        int x = 150;
        for (String series : panels.get("sessions").keySet()) {
            svg.append(line(x, 315, x + 28, 315, series)).append(text(x + 34, 319, "start", series));
            x += 175;
        }
        System.out.print(svg.append("</svg>\n"));
    }

    private static void panel(StringBuilder svg, int left, String label, Map<String, TreeMap<Integer, Double>> series) {
        List<Integer> ticks = List.copyOf(series.values().iterator().next().keySet());
        for (int percent = 0; percent <= 100; percent += 20) {
            double y = y(percent / 100.0);
            svg.append(String.format(Locale.ROOT, "<path d=\"M%d %.1fh%d\" stroke=\"#ddd\"/>%n", left, y, WIDTH));
            svg.append(text(left - 6, y + 4, "end", percent + "%"));
        }
        for (int i = 0; i < ticks.size(); i++)
            svg.append(text(x(left, i, ticks), 20 + HEIGHT + 16, "middle", "" + ticks.get(i)));
        svg.append(text(left + WIDTH / 2.0, 20 + HEIGHT + 34, "middle", label));
        series.forEach((name, points) -> {
            StringBuilder path = new StringBuilder();
            for (int i = 0; i < ticks.size(); i++) {
                double px = x(left, i, ticks);
                double py = y(points.get(ticks.get(i)));
                path.append(String.format(Locale.ROOT, "%s%.1f %.1f", i == 0 ? "M" : "L", px, py));
                svg.append(String.format(
                        Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>%n", px, py, colour(name)));
            }
            svg.append("<path d=\"")
                    .append(path)
                    .append("\" fill=\"none\" ")
                    .append(stroke(name))
                    .append("/>\n");
        });
    }

    private static double x(int left, int i, List<Integer> ticks) {
        return left + 20 + (WIDTH - 40.0) * i / (ticks.size() - 1);
    }

    private static double y(double share) {
        return 20 + HEIGHT * (1 - share);
    }

    private static String colour(String series) {
        return COLOURS.get(series.split(" ")[0]);
    }

    private static String stroke(String series) {
        return "stroke=\"" + colour(series) + "\" stroke-width=\"2\""
                + (series.endsWith("serializable") ? "" : " stroke-dasharray=\"6 4\"");
    }

    private static String line(double x1, double y1, double x2, double y2, String series) {
        return String.format(Locale.ROOT, "<path d=\"M%.1f %.1fL%.1f %.1f\" %s/>%n", x1, y1, x2, y2, stroke(series));
    }

    private static String text(double x, double y, String anchor, String text) {
        return String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, text);
    }
}
