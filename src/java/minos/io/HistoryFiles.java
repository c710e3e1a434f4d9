package minos.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import minos.history.History;
import minos.util.WholeFile;

/** Where all histories are read and written, whatever their format. */
public final class HistoryFiles {
    /** The formats that are read and written, by name. */
    public static final List<String> FORMATS = List.of("edn", "plume", "polysi", "dbcop", "dbcop-json", "cobra");

    private static final String GZIP = ".gz";

    private HistoryFiles() {}

    /**
     * Reads a history.
     *
     * @param file   a path, or {@code -} for standard input; either may be compressed by gzip. A folder is one of
     *               Cobra's logs or of a Jepsen test
     * @param format one of {@link #FORMATS}; null or {@code auto} to find out
     * @throws ReadException if there is no history in it; the message says where and why
     */
    public static History read(String file, String format, ReadOptions options) throws IOException {
        if (file.equals("-")) return read(ByteSource.stream("standard input", System.in), format, options);
        Path path;
        try {
            path = Path.of(file);
        } catch (InvalidPathException e) {
            throw new ReadException(file, "no such file");
        }
        return Files.isDirectory(path)
                ? Folder.read(path, format, options)
                : read(ByteSource.file(path), format, options);
    }

    /** The same, from anywhere. */
    public static History read(ByteSource source, String format, ReadOptions options) throws IOException {
        source.limitRatio(options.maxRatio());
        String known = format == null || format.equals("auto") ? Recognition.of(source) : format;
        return switch (known) {
            case "edn" -> EdnReader.read(source, options);
            case "plume", "polysi" -> PlumeReader.read(source, options);
            case "dbcop" -> DbcopReader.read(source, options);
            case "dbcop-json" -> DbcopJsonReader.read(source, options);
            case "cobra" -> CobraReader.read(source, options);
            case "jepsen" -> JepsenFile.read(source, options);
            default -> throw new ReadException(source.name(), unknown(format));
        };
    }

    private static String unknown(String format) {
        return "the format " + format + " is not known; known are " + String.join(", ", FORMATS);
    }

    /** The format that a file is expected to have by its name, compressed or not; null if that does not tell. */
    public static String formatOf(String file) {
        String name = isCompressed(file) ? file.substring(0, file.length() - GZIP.length()) : file;
        if (name.endsWith(".edn")) return "edn";
        if (name.endsWith(".json")) return "dbcop-json";
        if (name.endsWith(".bincode")) return "dbcop";
        return name.endsWith(".txt") || name.endsWith(".plume") ? "plume" : null;
    }

    private static boolean isCompressed(String file) {
        return file.endsWith(GZIP);
    }

    /**
     * Writes a history. A file gets its name only when it is complete, and so does a folder, which must not be there
     * or be empty.
     *
     * @param file a path: of a compressed file if it ends in {@code .gz}; of a folder for Cobra's logs
     * @return in sentences, what the format does not keep of the history
     * @throws WriteException if the format cannot hold the history at all
     */
    public static List<String> write(History history, String file, String format) throws IOException {
        Path path = Path.of(file);
        if (format.equals("cobra")) return WholeFile.writeFolder(path, folder -> CobraWriter.write(history, folder));
        return WholeFile.write(path, out -> write(history, out, format, isCompressed(file)));
    }

    private static List<String> write(History history, OutputStream out, String format, boolean compress)
            throws IOException {
        if (!compress) return write(history, out, format);
        try (OutputStream compressed = new GZIPOutputStream(out, 1 << 16)) {
            return write(history, compressed, format);
        }
    }

    /** The same, to a stream, which stays open. */
    public static List<String> write(History history, OutputStream out, String format) throws IOException {
        return switch (format) {
            case "edn" -> EdnWriter.write(history, out);
            case "plume" -> PlumeWriter.write(history, out);
            case "polysi" -> PlumeWriter.writePolysi(history, out);
            case "dbcop" -> DbcopWriter.write(history, out);
            case "dbcop-json" -> DbcopJsonWriter.write(history, out);
            case "cobra" -> throw new WriteException("Cobra's logs are a folder of files, not a stream");
            default -> throw new WriteException(unknown(format));
        };
    }
}
