package grid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What is to be measured. */
final class Points {
    private Points() {
    }

    static List<Point> of(Settings settings, Path home) throws IOException, InterruptedException {
        if (settings.files.isEmpty()) return generated(settings);
        List<Point> points = new ArrayList<>();
        for (Path file : settings.files) {
            long operations = operations(file, home);
            for (String level : settings.levels.isEmpty() ? List.of("tcc") : settings.levels) {
                points.add(Point.of(file, operations, level));
            }
        }
        return points;
    }

    private static List<Point> generated(Settings settings) {
        List<Point> points = new ArrayList<>();
        for (Axis axis : settings.axes) points.addAll(axis.points(settings.operations));
        if (!settings.levels.isEmpty()) points.removeIf(point -> !settings.levels.contains(point.level()));
        return points;
    }

    /** The files of generated histories, which are there then. */
    static Set<Path> files(Settings settings) throws IOException {
        Files.createDirectories(settings.data);
        Set<Path> files = new LinkedHashSet<>();
        for (Point point : generated(settings)) files.add(point.file(settings.data));
        return files;
    }

    /** How many operations a file has that was not generated here. */
    private static long operations(Path file, Path home) throws IOException, InterruptedException {
        Process stats = new ProcessBuilder(home.resolve("bin/minos").toString(), "stats", "-o", "json", file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String json = new String(stats.getInputStream().readAllBytes());
        if (stats.waitFor() != 0) throw new IOException(file + " cannot be read");
        return Long.parseLong(json.replaceAll("(?s).*\"operations\":(\\d+).*", "$1"));
    }
}
