package grid;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A plot as SVG: lines with their names at the end, on light or dark paper as the reader prefers. */
final class Plot {
    private static final int WIDTH = 800;
    private static final int HEIGHT = 460;
    private static final int LEFT = 64;
    private static final int RIGHT = WIDTH - 150;
    private static final int TOP = 44;
    private static final int BOTTOM = HEIGHT - 50;
    private static final int LABEL_HEIGHT = 15;

    private static final String STYLE =
            """
            <style>
            text{font:13px system-ui,sans-serif;fill:#1f2937}
            .title{font-weight:600;font-size:15px}
            .paper{fill:#fff}
            text.quiet{fill:#6b7280}
            .rule{stroke:#e5e7eb}
            .guide{stroke:#9ca3af;stroke-dasharray:2 4}
            .line{stroke-width:2}
            .s0{stroke:#1d4ed8;fill:#1d4ed8}.s1{stroke:#c2410c;fill:#c2410c}.s2{stroke:#047857;fill:#047857}
            .s3{stroke:#7c3aed;fill:#7c3aed}.s4{stroke:#be185d;fill:#be185d}.s5{stroke:#a16207;fill:#a16207}
            path.line{fill:none}
            text.name{stroke:none}
            @media (prefers-color-scheme:dark){
            text{fill:#e5e7eb}
            .paper{fill:#14171c}
            text.quiet{fill:#9ca3af}
            .rule{stroke:#374151}
            .guide{stroke:#6b7280}
            .s0{stroke:#7fb2ff;fill:#7fb2ff}.s1{stroke:#ff9b63;fill:#ff9b63}.s2{stroke:#4ade9f;fill:#4ade9f}
            .s3{stroke:#c4a6ff;fill:#c4a6ff}.s4{stroke:#ff7fb5;fill:#ff7fb5}.s5{stroke:#facc15;fill:#facc15}
            }
            </style>
            """;
    /** By tool, the first being Minos. */
    private static final String[] DASHES = {"", "7 4", "2 4", "12 4 2 4", "1 6"};

    private static final int COLOURS = 6;

    private final String title;
    private final String xName;
    private final boolean guided;
    private final Scale x;
    private final Scale y;
    private final List<Line> lines;
    private final StringBuilder svg = new StringBuilder();

    /**
     * @param tool  its number, which gives the dashes
     * @param level its number, which gives the colour
     */
    record Line(String name, int tool, int level, List<double[]> points) {
        double[] last() {
            return points.get(points.size() - 1);
        }
    }

    /** Where values lie. */
    private record Scale(boolean isLog, double low, double high, double from, double to) {
        double at(double value) {
            double share = isLog ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
            return from + share * (to - from);
        }

        static Scale ofX(boolean isLog, DoubleSummaryStatistics values) {
            double low = isLog ? values.getMin() : Math.min(0, values.getMin());
            return new Scale(isLog, low, values.getMax(), LEFT, RIGHT);
        }

        /** Over at least one power of ten, so that small differences look small. */
        static Scale ofY(DoubleSummaryStatistics values) {
            double low = floor(values.getMin());
            double high = low * 10;
            while (high < values.getMax()) high = floor(high * 2.5);
            return new Scale(true, low, high, BOTTOM, TOP);
        }

        /** The next of 1, 2, 5, 10 … that is not above a value. */
        private static double floor(double value) {
            double power = Math.pow(10, Math.floor(Math.log10(value)));
            return value >= 5 * power ? 5 * power : value >= 2 * power ? 2 * power : power;
        }

        List<Double> ticks() {
            List<Double> ticks = new ArrayList<>();
            if (!isLog) {
                double step = Math.pow(10, Math.floor(Math.log10(high - low)));
                if ((high - low) / step < 4) step /= 2;
                for (double tick = low; tick <= high * 1.0001; tick += step) ticks.add(tick);
                return ticks;
            }
            boolean wide = high / low > 500;
            for (double power = Math.pow(10, Math.floor(Math.log10(low))); power <= high; power *= 10) {
                for (int step : wide ? new int[] {1} : new int[] {1, 2, 5}) {
                    if (step * power >= low * 0.999 && step * power <= high * 1.001) ticks.add(step * power);
                }
            }
            return ticks;
        }
    }

    /** @param guided whether to show what linear growth would be */
    Plot(String title, String xName, boolean isLog, boolean guided, List<Line> lines) {
        this.title = title;
        this.xName = xName;
        this.guided = guided;
        this.lines = lines;
        x = Scale.ofX(isLog, values(0));
        y = Scale.ofY(values(1));
    }

    private DoubleSummaryStatistics values(int coordinate) {
        return lines.stream()
                .flatMap(line -> line.points.stream())
                .mapToDouble(point -> point[coordinate])
                .summaryStatistics();
    }

    String svg() {
        add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">%n", WIDTH, HEIGHT);
        add("<title>%s</title>%n", title);
        svg.append(STYLE);
        add("<rect class=\"paper\" width=\"%d\" height=\"%d\"/>%n", WIDTH, HEIGHT);
        text("title", LEFT, 24, "start", title);
        axes();
        if (guided) guide();
        lines.forEach(this::line);
        names();
        return svg.append("</svg>\n").toString();
    }

    private void axes() {
        for (double tick : y.ticks()) {
            add("<path class=\"rule\" d=\"M%d %.1fH%d\"/>%n", LEFT, y.at(tick), RIGHT);
            text("", LEFT - 8, y.at(tick) + 4, "end", number(tick));
        }
        for (double tick : x.ticks()) {
            add("<path class=\"rule\" d=\"M%.1f %dV%d\"/>%n", x.at(tick), TOP, BOTTOM);
            text("", x.at(tick), BOTTOM + 18, "middle", number(tick));
        }
        text("", (LEFT + RIGHT) / 2.0, BOTTOM + 38, "middle", xName);
    }

    /** A guide of slope 1 that ends where the lowest line does. */
    private void guide() {
        double[] end = lines.stream()
                .map(Line::last)
                .min(Comparator.comparingDouble(point -> point[1]))
                .orElseThrow();
        double begin = Math.max(x.low, end[0] * y.low / end[1]);
        double slope = end[1] / end[0];
        add(
                "<path class=\"guide\" d=\"M%.1f %.1fL%.1f %.1f\"/>%n",
                x.at(begin), y.at(slope * begin), x.at(end[0]), y.at(end[1]));
        double middle = Math.sqrt(begin * end[0]);
        text("quiet", x.at(middle) + 8, y.at(slope * middle) + 8, "start", "linear");
    }

    private void line(Line line) {
        StringBuilder path = new StringBuilder();
        for (double[] point : line.points) {
            double px = x.at(point[0]);
            double py = y.at(point[1]);
            path.append(format("%s%.1f %.1f", path.isEmpty() ? "M" : "L", px, py));
            add(
                    "<circle class=\"s%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"%s\"/>%n",
                    line.level % COLOURS, px, py, line.tool == 0 ? "3.5" : "2");
        }
        add(
                "<path class=\"s%d line\" stroke-dasharray=\"%s\" d=\"%s\"/>%n",
                line.level % COLOURS, DASHES[line.tool % DASHES.length], path);
    }

    /** The names at the ends of the lines, moved apart where they would cover each other. */
    private void names() {
        Map<Double, List<Line>> byEnd = new TreeMap<>();
        for (Line line : lines)
            byEnd.computeIfAbsent(line.last()[0], end -> new ArrayList<>()).add(line);
        byEnd.forEach(this::names);
    }

    /** Those of lines that end at the same place. */
    private void names(double end, List<Line> ending) {
        ending.sort(Comparator.comparingDouble(line -> y.at(line.last()[1])));
        double[] place = new double[ending.size()];
        for (int i = 0; i < place.length; i++) {
            place[i] = Math.max(y.at(ending.get(i).last()[1]) + 4, i == 0 ? TOP : place[i - 1] + LABEL_HEIGHT);
        }
        int lowest = BOTTOM;
        for (int i = place.length - 1; i >= 0 && place[i] > lowest; i--, lowest -= LABEL_HEIGHT) place[i] = lowest;
        for (int i = 0; i < place.length; i++) {
            Line line = ending.get(i);
            text("name s" + line.level % COLOURS, x.at(end) + 10, place[i], "start", line.name);
        }
    }

    private static String number(double value) {
        if (value >= 1e6) return format("%.0fM", value / 1e6);
        if (value >= 1e4) return format("%.0fk", value / 1e3);
        if (value >= 10 || value == Math.rint(value)) return format("%,.0f", value);
        return Double.toString(Math.round(value * 1000) / 1000.0);
    }

    private void text(String style, double x, double y, String anchor, String text) {
        String escaped = text.replace("&", "&amp;").replace("<", "&lt;");
        add("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", style, x, y, anchor, escaped);
    }

    private void add(String format, Object... arguments) {
        svg.append(format(format, arguments));
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
