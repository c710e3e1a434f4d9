package grid;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The two questions that most readers have: how does time grow, and how much longer do others take? */
final class Summary {
    /** Growth is told over this factor of x at the upper end. */
    private static final double FACTOR = 10;

    private final List<Measured> answered;

    Summary(List<Measured> all) {
        answered = all.stream().filter(Measured::isAnswered).toList();
    }

    String markdown() {
        StringBuilder page = new StringBuilder();
        growth(page);
        ratios(page);
        return page.toString();
    }

    private void growth(StringBuilder page) {
        Map<String, List<Measured>> lines = lines(answered.stream().filter(m -> m.axis.mayGrow()));
        lines.values().removeIf(line -> line.size() < 2);
        if (lines.isEmpty()) return;
        page.append("\n## Growth\n\n| x | level | tool | from | to | power of x |\n|---|---|---|---:|---:|---:|\n");
        lines.forEach((name, line) -> {
            Measured last = line.get(line.size() - 1);
            Measured first = line.stream()
                    .filter(m -> m.number() >= last.number() / FACTOR && m != last)
                    .findFirst()
                    .orElse(line.get(line.size() - 2));
            page.append(String.format(
                    Locale.ROOT,
                    "| %s | %,d | %,d | %.2f |%n",
                    name,
                    (long) first.number(),
                    (long) last.number(),
                    last.growthSince(first)));
        });
    }

    private void ratios(StringBuilder page) {
        Map<String, List<Measured>> lines =
                lines(answered.stream().filter(m -> !m.tool.equals(Grid.MINOS) && m.minosAmong(answered) != null));
        if (lines.isEmpty()) return;
        page.append("\n## Ratios to Minos\n\n| x | level | tool | points | least | median | most |\n")
                .append("|---|---|---|---:|---:|---:|---:|\n");
        lines.forEach((name, line) -> {
            double[] ratios = line.stream()
                    .mapToDouble(m -> m.median() / m.minosAmong(answered).median())
                    .sorted()
                    .toArray();
            page.append(String.format(
                    Locale.ROOT,
                    "| %s | %d | %.1f | %.1f | %.1f |%n",
                    name,
                    ratios.length,
                    ratios[0],
                    ratios[ratios.length / 2],
                    ratios[ratios.length - 1]));
        });
    }

    /** The points of each line on a plot. */
    private static Map<String, List<Measured>> lines(Stream<Measured> points) {
        return points.collect(Collectors.groupingBy(
                m -> String.join(" | ", m.axis.title, m.level, m.tool), LinkedHashMap::new, Collectors.toList()));
    }
}
