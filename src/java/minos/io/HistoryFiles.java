package minos.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import minos.history.History;
import minos.io.bytes.ByteSource;
import minos.io.bytes.Growth;
import minos.io.cobra.CobraReader;
import minos.io.cobra.CobraTail;
import minos.io.edn.EdnTail;
import minos.io.jepsen.JepsenTail;
import minos.io.jepsen.StoredTest;
import minos.util.WholeFile;

/** Where all histories are read and written, whatever their format. */
public final class HistoryFiles {
    private static final String GZIP = ".gz";
    /** What a Jepsen test or dbcop leaves in a folder, the best first. */
    private static final List<String> IN_FOLDERS =
            List.of("history.edn", "history.edn.gz", "test.jepsen", "history.bincode", "history.json");

    /** What lies beside the histories of tests. */
    private static final Set<String> OTHERS =
            Set.of("results.edn", "results.json", "test.edn", "test.json", "expected.edn", "result.edn", "jepsen.edn");

    private HistoryFiles() {}

    /**
     * Reads a history.
     *
     * @param file a path, or {@code -} for standard input; either may be compressed by gzip. A folder is one of Cobra's
     *             logs or of a Jepsen test
     * @throws ReadException if there is no history in it; the message says where and why
     */
    public static History read(String file, ReadOptions options) throws IOException {
        if (file.equals("-")) return read(System.in, "standard input", options);
        Path path;
        try {
            path = Path.of(file);
        } catch (InvalidPathException e) {
            throw new ReadException(file, "no such file");
        }
        return read(path, options);
    }

    /** The same, of a path, whatever it is called. */
    public static History read(Path path, ReadOptions options) throws IOException {
        return Files.isDirectory(path) ? readFolder(path, options) : read(ByteSource.file(path), options);
    }

    /** The same, from a stream; messages call it by the name. */
    public static History read(InputStream in, String name, ReadOptions options) throws IOException {
        return read(ByteSource.stream(name, in), options);
    }

    /** The same, from anywhere. */
    public static History read(ByteSource source, ReadOptions options) throws IOException {
        source.limitRatio(options.maxRatio());
        Format format = options.format().isPresent() ? options.format().get() : Format.recognise(source);
        return format.read(source, options);
    }

    /**
     * A history that somebody is still writing.
     *
     * @param file as {@link #read(String, ReadOptions)} has it; EDN, or the binary file of a Jepsen test, or the folder of one, which may be
     *             a link to the test that runs; or the folder of Cobra's logs, one of which at least is there
     */
    public static Tail tail(String file, ReadOptions options) throws IOException {
        if (file.equals("-")) return EdnTail.of("standard input", Growth.of(System.in), options);
        Path path = Path.of(file);
        if (Files.isDirectory(path)) {
            for (String name : List.of("test.jepsen", "history.edn")) {
                if (Files.exists(path.resolve(name))) return tail(path.resolve(name), options);
            }
            if (!CobraReader.logs(path).isEmpty()) return new CobraTail(path, options);
            throw new ReadException(file, "a directory without test.jepsen, history.edn or Cobra's logs");
        }
        return tail(path, options);
    }

    private static Tail tail(Path file, ReadOptions options) throws IOException {
        return file.getFileName().toString().endsWith(".jepsen")
                ? new JepsenTail(file, options)
                : EdnTail.of(file, options);
    }

    /**
     * The histories below a folder, in the order of their names: folders that are one, as {@link #read} has it, with what else lies
     * in them and is called like one, and files that are. Links to folders are not followed. Empty if the folder is a history itself,
     * or has none.
     */
    public static List<Path> below(Path folder) throws IOException {
        if (isHistory(folder)) return List.of();
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) throws IOException {
                if (!isHistory(dir)) return FileVisitResult.CONTINUE;
                found.add(dir);
                found.addAll(others(dir));
                return FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile() && isNamedHistory(file)) found.add(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                found.add(file); // whoever reads it will say why it cannot
                return FileVisitResult.CONTINUE;
            }
        });
        found.sort(Comparator.naturalOrder());
        return found;
    }

    private static boolean isNamedHistory(Path file) {
        String name = file.getFileName().toString();
        return !OTHERS.contains(withoutGzip(name)) && Format.ofFile(name).isPresent();
    }

    /** What is called like a history in a folder that is one already, and is not the same in other words. */
    private static List<Path> others(Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                boolean same = withoutGzip(file.getFileName().toString()).startsWith("history.");
                if (!same && Files.isRegularFile(file) && isNamedHistory(file)) found.add(file);
            }
        }
        return found;
    }

    private static boolean isHistory(Path folder) throws IOException {
        for (String name : IN_FOLDERS) if (Files.exists(folder.resolve(name))) return true;
        for (Format format : Format.values()) if (format.isFolder() && format.isIn(folder)) return true;
        return false;
    }

    private static History readFolder(Path folder, ReadOptions options) throws IOException {
        Optional<Format> asked = options.format();
        boolean asFolder = asked.isPresent() && asked.get().isFolder();
        for (String name : IN_FOLDERS) {
            Path file = folder.resolve(name);
            if (asFolder || !Files.exists(file)) continue;
            ByteSource source = ByteSource.file(file);
            source.about(StoredTest.about(folder));
            return read(source, options);
        }
        if (asked.isPresent() && !asFolder) throw new ReadException(folder.toString(), "a directory, not a file");
        for (Format format : asked.isPresent() ? List.of(asked.get()) : List.of(Format.values())) {
            if (format.isFolder() && format.isIn(folder)) return format.readFolder(folder, options);
        }
        throw new ReadException(
                folder.toString(), "a directory without " + String.join(", ", IN_FOLDERS) + " or Cobra's logs (*.log)");
    }

    /**
     * Writes a history. A file gets its name only when it is complete, and so does a folder, which must not be there
     * or be empty.
     *
     * @param file a path: of a compressed file if it ends in {@code .gz}; of a folder if the format is one
     * @return in sentences, what the format does not keep of the history
     * @throws WriteException if the format cannot hold the history at all
     */
    public static List<String> write(History history, String file, Format format) throws IOException {
        requireVersions(history);
        if (format.isFolder())
            return WholeFile.writeFolder(Path.of(file), folder -> format.writeFolder(history, folder));
        return write(file, out -> write(history, out, format));
    }

    /** Writes a file that gets its name only when it is complete; a compressed one if it ends in {@code .gz}. */
    public static <T> T write(String file, WholeFile.Content<T> content) throws IOException {
        return WholeFile.write(Path.of(file), out -> {
            if (!isCompressed(file)) return content.writeTo(out);
            try (OutputStream compressed = new GZIPOutputStream(out, 1 << 16)) {
                return content.writeTo(compressed);
            }
        });
    }

    /** The same, to a stream, which stays open. */
    public static List<String> write(History history, OutputStream out, Format format) throws IOException {
        requireVersions(history);
        return format.write(history, out);
    }

    private static void requireVersions(History history) throws WriteException {
        if (history.model().isOfVersions()) return;
        throw new WriteException("a history of a " + history.model() + " is only read, not written");
    }

    /** The name that a file would have if it were not compressed. */
    static String withoutGzip(String file) {
        return isCompressed(file) ? file.substring(0, file.length() - GZIP.length()) : file;
    }

    private static boolean isCompressed(String file) {
        return file.endsWith(GZIP);
    }
}
