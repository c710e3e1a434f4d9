package minos.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import minos.history.History;

/** Where all histories are read and written, whatever their format. */
public final class HistoryFiles {
    /** The formats by name. */
    public static final List<String> FORMATS = List.of("edn", "plume");
    private static final int HEAD = 1 << 12;
    private static final String GZIP = ".gz";
    /** The byte order mark, with which some editors begin a text. */
    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private HistoryFiles() {
    }

    /**
     * Reads a history.
     *
     * @param file   a path, or {@code -} for standard input; either may be compressed by gzip
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
        return read(ByteSource.file(path), format, options);
    }

    /** Whether it is there, but can be written only from its beginning to its end. */
    private static boolean isPipe(Path path) {
        return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
    }

    /** The same, from anywhere. */
    public static History read(ByteSource source, String format, ReadOptions options) throws IOException {
        String known = format == null || format.equals("auto") ? recognise(source) : format;
        return switch (known) {
            case "edn" -> EdnReader.read(source, options);
            case "plume" -> PlumeReader.read(source, options);
            default -> throw new ReadException(source.name(), unknown(format));
        };
    }

    /** The text format begins with {@code r(} or {@code w(}; EDN with a map, a collection of maps, a tag or a comment. */
    private static String recognise(ByteSource source) throws IOException {
        byte[] head = source.head(HEAD);
        int first = Arrays.mismatch(head, MARK) == MARK.length ? MARK.length : 0;
        while (first < head.length && (head[first] <= ' ' && head[first] >= 0 || head[first] == ',')) first++;
        if (first == head.length) {
            if (head.length < HEAD) throw new ReadException(source.name(), "empty: there is no history in it");
            return "edn"; // blank so far; its reader skips any amount
        }
        if ("{[(#;".indexOf(head[first]) >= 0) return "edn";
        int next = first + 1;
        while (next < head.length && head[next] == ' ') next++;
        boolean operation = head[first] == 'r' || head[first] == 'w';
        if (operation && next < head.length && head[next] == '(') return "plume";
        throw source.error(first, Found.token(head, first, head.length),
                "a history: EDN maps like {:type :ok, …}, or lines like w(key,value,session,txn)");
    }

    private static String unknown(String format) {
        return "the format " + format + " is not known; known are " + String.join(", ", FORMATS);
    }

    /** The format that a file is expected to have by its name, compressed or not; null if that does not tell. */
    public static String formatOf(String file) {
        String name = isCompressed(file) ? file.substring(0, file.length() - GZIP.length()) : file;
        if (name.endsWith(".edn")) return "edn";
        return name.endsWith(".txt") || name.endsWith(".plume") ? "plume" : null;
    }

    private static boolean isCompressed(String file) {
        return file.endsWith(GZIP);
    }

    /**
     * Writes a history. A file gets its name only when it is complete.
     *
     * @param file a path, of a compressed file if it ends in {@code .gz}
     * @return in sentences, what the format does not keep of the history
     * @throws WriteException if the format cannot hold the history at all
     */
    public static List<String> write(History history, String file, String format) throws IOException {
        Path path = Path.of(file);
        if (isPipe(path)) {
            try (OutputStream out = Files.newOutputStream(path)) {
                return write(history, out, format, isCompressed(file));
            }
        }
        Path target = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath(); // a link stays a link
        Path unfinished = target.resolveSibling(target.getFileName() + "." + ProcessHandle.current().pid() + ".unfinished");
        try {
            List<String> notes;
            try (OutputStream out = Files.newOutputStream(unfinished)) {
                notes = write(history, out, format, isCompressed(file));
            }
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return notes;
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private static List<String> write(History history, OutputStream out, String format, boolean compress) throws IOException {
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
            default -> throw new WriteException(unknown(format));
        };
    }
}
