package minos.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import minos.history.History;

/** Finds the history in a folder: that of a Jepsen test, dbcop's, or Cobra's logs. */
final class Folder {
    /** What a Jepsen test or dbcop leaves there, the best first. */
    private static final List<String> FILES =
            List.of("history.edn", "history.edn.gz", "test.jepsen", "history.bincode", "history.json");

    private Folder() {}

    static History read(Path folder, String format, ReadOptions options) throws IOException {
        if ("cobra".equals(format)) return logs(folder, options);
        for (String name : FILES) {
            Path file = folder.resolve(name);
            if (!Files.exists(file)) continue;
            ByteSource source = ByteSource.file(file);
            source.about(StoredTest.about(folder));
            return HistoryFiles.read(source, format, options);
        }
        if (format == null || format.equals("auto")) return logs(folder, options);
        throw new ReadException(folder.toString(), "a directory, not a file");
    }

    private static History logs(Path folder, ReadOptions options) throws IOException {
        if (CobraReader.logs(folder).isEmpty()) {
            throw new ReadException(
                    folder.toString(),
                    "a directory without " + String.join(", ", FILES) + " or Cobra's logs (*" + CobraReader.ENDING
                            + ")");
        }
        return CobraReader.readFolder(folder, options);
    }
}
