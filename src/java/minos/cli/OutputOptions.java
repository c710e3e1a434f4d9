package minos.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.util.List;
import minos.history.History;
import minos.io.Format;
import minos.io.HistoryFiles;
import minos.io.WriteException;
import minos.render.Printable;
import minos.util.WholeFile;

/**
 * Where a command writes a history to, and in which format.
 *
 * @param file a path, or {@code -} for standard output
 */
record OutputOptions(String file, Format format) {
    static final Option OUTPUT = Option.value(
            'o',
            "output",
            "FILE",
            "where to write; compressed if it ends in .gz; '-' is standard output; for cobra, a folder");
    static final Option TO = Option.value(
            "to",
            "NAME",
            "the format to write: " + String.join(", ", Format.names())
                    + " (default: by the output's name: .edn, .txt and .plume, .bincode, .json)");

    static OutputOptions of(Args args) {
        if (!args.has(OUTPUT)) throw new UsageException("where to? " + OUTPUT + " names the file to write");
        String file = args.get(OUTPUT, null);
        String named = args.oneOf(TO, null, Format.names());
        Format format = (named == null ? Format.ofFile(file) : Format.named(named))
                .orElseThrow(() -> new UsageException("which format? " + file + " does not tell; " + TO + " does"));
        return new OutputOptions(file, format);
    }

    /**
     * Writes a history, and says what the format does not keep of it.
     *
     * @param from what the history is called, if it is to blame
     * @return the exit status; if it could not be written, that is said
     */
    int write(History history, String from, PrintStream out, PrintStream err) {
        return write(
                () -> file.equals("-")
                        ? HistoryFiles.write(history, out, format)
                        : HistoryFiles.write(history, file, format),
                from,
                err);
    }

    /** The same of what is written as it is made: content writes a text of the format, and returns such notes. */
    int write(WholeFile.Content<List<String>> content, PrintStream out, PrintStream err) {
        return write(() -> file.equals("-") ? content.writeTo(out) : HistoryFiles.write(file, content), file, err);
    }

    /** Writes, and returns what the format does not keep. */
    private interface Writing {
        List<String> write() throws IOException;
    }

    private int write(Writing writing, String from, PrintStream err) {
        try {
            List<String> notes = writing.write();
            for (String note : notes) err.println("minos: " + Printable.whole(file) + ": " + note);
            return Main.OK;
        } catch (WriteException e) {
            err.println("minos: " + Printable.whole(from) + ": " + e.getMessage());
        } catch (IOException | InvalidPathException e) {
            err.println("minos: " + Printable.whole(file) + ": cannot be written: " + Failure.cause(e));
        }
        return Main.UNWRITTEN;
    }
}
