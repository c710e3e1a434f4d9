package grid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Draws what bench/live measured: {@code java -cp target/bench/classes grid.LivePlot bench/results/live.tsv >bench/results/live.svg}. */
final class LivePlot {
    /** What is shorter is about how long Java takes to compile. */
    private static final double LEAST = 400_000;

    private static final List<String> LEVELS = List.of("rc", "ra", "tcc", "si", "ser", "sser");

    private LivePlot() {}

    public static void main(String[] args) throws IOException {
        Map<String, List<double[]>> points = new LinkedHashMap<>();
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] cells = line.split("\t");
            if (!Character.isDigit(cells[1].charAt(0)) || Double.parseDouble(cells[1]) < LEAST) continue;
            points.computeIfAbsent(cells[0], name -> new ArrayList<>())
                    .add(new double[] {Double.parseDouble(cells[1]), Double.parseDouble(cells[2])});
        }
        List<Plot.Line> lines = new ArrayList<>();
        points.forEach((name, of) -> {
            String[] words = name.split(", ");
            lines.add(new Plot.Line(name, words.length - 1, LEVELS.indexOf(words[0]), of));
        });
        String title = "Processor time of a batch of 10,000 operations, in milliseconds";
        System.out.print(new Plot(title, "operations recorded so far", true, false, lines).svg());
    }
}
