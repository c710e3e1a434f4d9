package grid;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What is to be measured. */
final class Points {
    private Points() {}

    static List<Point> of(Settings settings) throws IOException, InterruptedException {
        List<Point> points = new ArrayList<>();
        if (settings.files.isEmpty()) {
            for (Axis axis : settings.axes) points.addAll(axis.points(settings.operations));
            if (!settings.levels.isEmpty()) points.removeIf(point -> !settings.levels.contains(point.level()));
        }
        for (Path path : settings.files) {
            GivenFile file = GivenFile.of(path, settings.minos);
            for (String level : settings.levels.isEmpty() ? List.of("tcc") : settings.levels) {
                points.add(new Point(Axis.FILES, path.getFileName().toString(), level, file));
            }
        }
        return points;
    }

    /** The files of all points. */
    static Set<Path> files(Settings settings) throws IOException, InterruptedException {
        Set<Path> files = new LinkedHashSet<>();
        for (Point point : of(settings)) files.add(point.source().file(settings));
        return files;
    }
}
