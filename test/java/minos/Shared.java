package minos;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Histories recorded elsewhere, which are no part of the project: tests that want them are skipped where they are
 * missing.
 */
public final class Shared {
    private Shared() {}

    /** A folder of such histories, below {@code histories} in $MINOS_SHARED or ../shared. */
    public static Path histories(String folder) {
        String shared = System.getenv("MINOS_SHARED");
        Path path = Path.of(shared == null ? "../shared" : shared, "histories", folder);
        assumeTrue(
                Files.isDirectory(path), "skipped: no " + path.toAbsolutePath().normalize() + " (see MINOS_SHARED)");
        return path;
    }

    /** All files below a folder of such histories whose names end like this. */
    public static List<Path> files(String folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(histories(folder))) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }
}
