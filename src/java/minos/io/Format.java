package minos.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import minos.history.History;
import minos.io.bytes.ByteSource;
import minos.io.bytes.FileHead;
import minos.io.cobra.CobraReader;
import minos.io.cobra.CobraWriter;
import minos.io.dbcop.DbcopJsonReader;
import minos.io.dbcop.DbcopJsonWriter;
import minos.io.dbcop.DbcopReader;
import minos.io.dbcop.DbcopWriter;
import minos.io.edn.EdnReader;
import minos.io.edn.EdnWriter;
import minos.io.edn.JsonAsEdn;
import minos.io.jepsen.JepsenFile;
import minos.io.plume.PlumeReader;
import minos.io.plume.PlumeWriter;

/**
 * The formats of histories: what each is called, how its files end, how it is recognised, and who reads and writes it. This is
 * all that the rest of Minos knows of a format; a new one is a constant here and a package of its own. Methods and not
 * references to them: what a format needs is loaded when it is used, and most runs use one.
 */
public enum Format {
    /** Jepsen's operations as EDN, {@code history.edn}. */
    EDN(Kind.TEXT, ".edn") {
        @Override
        boolean recognises(FileHead head) {
            return EdnReader.recognises(head);
        }

        @Override
        History read(ByteSource source, ReadOptions options) throws IOException {
            return EdnReader.read(source, options);
        }

        @Override
        List<String> write(History history, OutputStream out) throws IOException {
            return EdnWriter.write(history, out);
        }
    },
    /** Jepsen's operations as JSON, as elle-cli reads them: never named, only recognised, and never written. */
    JSON(Kind.TEXT) {
        @Override
        boolean recognises(FileHead head) {
            return JsonAsEdn.recognises(head);
        }

        @Override
        History read(ByteSource source, ReadOptions options) throws IOException {
            return EdnReader.readJson(source, options);
        }

        @Override
        boolean isWritten() {
            return false;
        }
    },
    /** The binary file of a Jepsen test, {@code test.jepsen}: never named, only recognised, and never written. */
    JEPSEN(Kind.BINARY) {
        @Override
        boolean recognises(FileHead head) {
            return JepsenFile.recognises(head);
        }

        @Override
        History read(ByteSource source, ReadOptions options) throws IOException {
            return JepsenFile.read(source, options);
        }

        @Override
        boolean isWritten() {
            return false;
        }
    },
    /** One operation a line, {@code w(key,value,session,transaction)}. */
    PLUME(Kind.TEXT, ".txt", ".plume") {
        @Override
        boolean recognises(FileHead head) {
            return PlumeReader.recognises(head);
        }

        @Override
        History read(ByteSource source, ReadOptions options) throws IOException {
            return PlumeReader.read(source, options);
        }

        @Override
        List<String> write(History history, OutputStream out) throws IOException {
            return PlumeWriter.write(history, out);
        }
    },
    /** The variant of Plume's text that PolySI and MTC read. Nothing tells it from Plume's. */
    POLYSI(Kind.TEXT) {
        @Override
        History read(ByteSource source, ReadOptions options) throws IOException {
            return PlumeReader.read(source, options);
        }

        @Override
        List<String> write(History history, OutputStream out) throws IOException {
            return PlumeWriter.writePolysi(history, out);
        }
    },
    /** dbcop's Rust structures in bincode. */
    DBCOP(Kind.BINARY, ".bincode") {
        @Override
        boolean recognises(FileHead head) {
            return DbcopReader.recognises(head);
        }

        @Override
        History read(ByteSource source, ReadOptions options) throws IOException {
            return DbcopReader.read(source, options);
        }

        @Override
        List<String> write(History history, OutputStream out) throws IOException {
            return DbcopWriter.write(history, out);
        }
    },
    /** dbcop's JSON. */
    DBCOP_JSON(Kind.TEXT, ".json") {
        @Override
        boolean recognises(FileHead head) {
            return DbcopJsonReader.recognises(head);
        }

        @Override
        History read(ByteSource source, ReadOptions options) throws IOException {
            return DbcopJsonReader.read(source, options);
        }

        @Override
        List<String> write(History history, OutputStream out) throws IOException {
            return DbcopJsonWriter.write(history, out);
        }
    },
    /** Cobra's logs, a file for each session in a folder; one of them alone can be read too. */
    COBRA(Kind.BINARY) {
        @Override
        boolean recognises(FileHead head) {
            return CobraReader.recognises(head);
        }

        @Override
        History read(ByteSource source, ReadOptions options) throws IOException {
            return CobraReader.read(source, options);
        }

        @Override
        public boolean isFolder() {
            return true;
        }

        @Override
        boolean isIn(Path folder) throws IOException {
            return !CobraReader.logs(folder).isEmpty();
        }

        @Override
        History readFolder(Path folder, ReadOptions options) throws IOException {
            return CobraReader.readFolder(folder, options);
        }

        @Override
        List<String> writeFolder(History history, Path folder) throws IOException {
            return CobraWriter.write(history, folder);
        }

        @Override
        List<String> write(History history, OutputStream out) throws IOException {
            throw new WriteException("Cobra's logs are a folder of files, not a stream");
        }
    };

    /** No text has a zero byte among its first: so binary formats are recognised before those of text. */
    private enum Kind {
        BINARY,
        TEXT
    }

    private final Kind kind;
    private final List<String> endings;

    Format(Kind kind, String... endings) {
        this.kind = kind;
        this.endings = List.of(endings);
    }

    /** The formats that a user may name: all that are written. */
    public static List<Format> named() {
        List<Format> named = new ArrayList<>();
        for (Format format : values()) if (format.isWritten()) named.add(format);
        return named;
    }

    /** The names of these. */
    public static List<String> names() {
        List<String> names = new ArrayList<>();
        for (Format format : named()) names.add(format.toString());
        return names;
    }

    /** The format of a name; empty if none is called so. */
    public static Optional<Format> named(String name) {
        for (Format format : named()) if (format.toString().equals(name)) return Optional.of(format);
        return Optional.empty();
    }

    /** The format that a file is expected to have by its name, compressed or not; empty if that does not tell. */
    public static Optional<Format> ofFile(String file) {
        String plain = HistoryFiles.withoutGzip(file);
        for (Format format : values()) {
            for (String ending : format.endings) if (plain.endsWith(ending)) return Optional.of(format);
        }
        return Optional.empty();
    }

    /** The format of a text, by how it begins. */
    static Format recognise(ByteSource source) throws IOException {
        FileHead head = new FileHead(source.head(FileHead.LENGTH));
        for (Kind kind : Kind.values()) {
            for (Format format : values()) if (format.kind == kind && format.recognises(head)) return format;
        }
        if (head.isBlank()) throw new ReadException(source.name(), "empty: there is no history in it");
        throw source.error(
                head.first(),
                ReadException.token(head.bytes(), head.first(), head.bytes().length),
                "a history: EDN maps like {:type :ok, …}, lines like w(key,value,session,txn), or JSON of Jepsen's or dbcop's");
    }

    /** Whether it is written as a folder of files, which no stream can hold. */
    public boolean isFolder() {
        return false;
    }

    /** Whether histories are written in it, too. */
    boolean isWritten() {
        return true;
    }

    /** Whether a file that begins so has this format. */
    boolean recognises(FileHead head) {
        return false;
    }

    /** Reads a history of this format. */
    abstract History read(ByteSource source, ReadOptions options) throws IOException;

    /** Whether a folder holds a history of this format. */
    boolean isIn(Path folder) throws IOException {
        return false;
    }

    /** Reads a folder of this format. */
    History readFolder(Path folder, ReadOptions options) throws IOException {
        throw new ReadException(folder.toString(), "a directory, not a file");
    }

    /** Writes a history to a stream, and tells in sentences what the format does not keep of it. */
    List<String> write(History history, OutputStream out) throws IOException {
        throw new WriteException("this format is only read");
    }

    /** Writes a history into an empty folder, and tells the same. */
    List<String> writeFolder(History history, Path folder) throws IOException {
        throw new WriteException(this + " is a file, not a folder");
    }

    /** Its name. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
