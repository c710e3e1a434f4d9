package minos.io;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import minos.history.History;

/** Where all histories are read: finds out the format from the first bytes. */
public final class HistoryFiles {
    /** The formats by name. */
    public static final List<String> FORMATS = List.of("edn", "plume");
    private static final int HEAD = 1 << 12;

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
        ByteSource source;
        try {
            source = file.equals("-") ? ByteSource.stream("standard input", System.in) : ByteSource.file(Path.of(file));
        } catch (InvalidPathException e) {
            throw new ReadException(file, "no such file");
        }
        return read(source, format, options);
    }

    /** The same, from anywhere. */
    public static History read(ByteSource source, String format, ReadOptions options) throws IOException {
        String known = format == null || format.equals("auto") ? recognise(source) : format;
        return switch (known) {
            case "edn" -> EdnReader.read(source, options);
            case "plume" -> PlumeReader.read(source, options);
            default -> throw new IllegalArgumentException("no format " + format);
        };
    }

    /** The text format begins with {@code r(} or {@code w(}; EDN with a map, a collection of maps, a tag or a comment. */
    private static String recognise(ByteSource source) throws IOException {
        byte[] head = source.head(HEAD);
        int first = 0;
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
}
