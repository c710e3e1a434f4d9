package minos.io.cobra;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import minos.history.Atoms;
import minos.history.History;
import minos.history.HistoryBuilder;
import minos.history.InitialValues;
import minos.history.Model;
import minos.history.Origin;
import minos.io.ReadOptions;
import minos.io.bytes.ByteSource;
import minos.io.bytes.FileHead;
import minos.io.edn.EdnTokens;
import minos.util.IntList;
import minos.util.LongInterner;

/**
 * Reads the logs of Cobra: a folder with a file for each session, such as {@code T14.log} for the session 14, or one
 * such file. {@link CobraLog} describes them.
 * <ul>
 * <li>As other tools do, this takes the id of a write for its value: it is unique, unlike the value.
 * <li>A read that names another transaction, key or value than those of the write that it names returns what nobody
 *     wrote.
 * <li>A transaction that is not committed at the end of a log is indeterminate.
 * <li>What was read before anybody wrote is marked as such.
 * </ul>
 */
public final class CobraReader {
    static final String ENDING = ".log";
    /** A start and a commit. */
    private static final int SHORTEST_LOG = 18;

    private static final int SEVERAL = -1;

    private final CobraLog log;
    private final HistoryBuilder builder = new HistoryBuilder(new Atoms(true));
    /** By id of a write: the operation, or {@link #SEVERAL}. */
    private final LongInterner writes = new LongInterner();

    private final IntList writeOf = new IntList();

    CobraReader(ReadOptions options) {
        log = new CobraLog(options);
        builder.model(Model.RW_REGISTER);
    }

    /** Whether a file begins like a log: with the start of a transaction. */
    public static boolean recognises(FileHead head) {
        return head.hasZero() && head.bytes()[0] == 'S' && head.bytes().length >= SHORTEST_LOG;
    }

    /** The history of a folder of logs. */
    public static History readFolder(Path folder, ReadOptions options) throws IOException {
        List<Path> files = logs(folder);
        long size = 0;
        for (Path file : files) size += Files.size(file);
        options.progress().phase("read", size);
        CobraReader reader = new CobraReader(options);
        for (Path file : files) {
            ByteSource source = ByteSource.file(file);
            source.limitRatio(options.maxRatio());
            options.requireRegisters("Cobra's format", source.name());
            reader.log.add(source, reader.session(file.getFileName().toString()));
        }
        return reader.build(folder.toString());
    }

    /** The history of a single log. */
    public static History read(ByteSource source, ReadOptions options) throws IOException {
        options.requireRegisters("Cobra's format", source.name());
        options.progress().phase("read", 0);
        CobraReader reader = new CobraReader(options);
        reader.log.add(source, reader.session(source.name().replaceFirst(".*[/\\\\]", "")));
        return reader.build(source.name());
    }

    /** The logs in a folder, in the order of their sessions; empty if there are none. */
    public static List<Path> logs(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*" + ENDING)) {
            for (Path file : all) {
                boolean jepsens = file.endsWith("jepsen.log"); // what a test said on its way
                if (!jepsens && Files.isRegularFile(file)) files.add(file);
            }
        }
        files.sort(Comparator.comparing(
                        (Path file) -> file.getFileName().toString().length())
                .thenComparing(file -> file.getFileName().toString()));
        return files;
    }

    /** {@code T14.log} is that of session 14; others are called after their file. */
    int session(String file) {
        String name = file.endsWith(ENDING) ? file.substring(0, file.length() - ENDING.length()) : file;
        Atoms atoms = builder.atoms();
        if (name.matches("T(0|[1-9][0-9]{0,17})")) return builder.session(atoms.of(Long.parseLong(name.substring(1))));
        return builder.session(atoms.ofText(EdnTokens.quote(name)));
    }

    HistoryBuilder builder() {
        return builder;
    }

    CobraLog log() {
        return log;
    }

    /** Notes the writes from an operation on. */
    void know(int from) {
        for (int op = log.isWrite.nextSetBit(from); op >= 0; op = log.isWrite.nextSetBit(op + 1)) {
            int id = writes.intern(log.write.get(op));
            if (id == writeOf.size()) writeOf.add(op);
            else writeOf.set(id, SEVERAL);
        }
    }

    /** Whether the writes are known that a transaction read from. */
    boolean hasSources(int t) {
        for (int op = log.begin.get(t); op < end(t); op++) {
            if (log.isWrite.get(op) || log.writer.get(op) == CobraLog.INITIAL) continue;
            if (writes.find(log.write.get(op)) < 0) return false;
        }
        return true;
    }

    private int end(int t) {
        return t + 1 < log.begin.size() ? log.begin.get(t + 1) : log.write.size();
    }

    void add(int t) {
        builder.begin(log.session.get(t), log.status.get(t), -1, Integer.MAX_VALUE, -1);
        for (int op = log.begin.get(t); op < end(t); op++) operation(op);
        builder.end();
    }

    private History build(String name) {
        know(0);
        for (int t = 0; t < log.status.size(); t++) add(t);
        return builder.build(Origin.named(name), InitialValues.EXPLICIT);
    }

    private void operation(int op) {
        long key = builder.atoms().of(log.key.get(op));
        if (log.isWrite.get(op)) builder.write(key, builder.atoms().of(log.write.get(op)));
        else if (log.writer.get(op) == CobraLog.INITIAL) builder.readInitial(key);
        else builder.read(key, isAsWritten(op) ? builder.atoms().of(log.write.get(op)) : other(op));
    }

    private boolean isAsWritten(int read) {
        int id = writes.find(log.write.get(read));
        if (id < 0) return true; // nobody's write, as it stands
        int write = writeOf.get(id);
        return write == SEVERAL
                || log.writer.get(write) == log.writer.get(read)
                        && log.key.get(write) == log.key.get(read)
                        && log.value.get(write) == log.value.get(read);
    }

    /** A value that nobody wrote, and that says what was read. */
    private long other(int read) {
        return builder.atoms()
                .ofText(Long.toUnsignedString(log.write.get(read)) + " of transaction "
                        + Long.toUnsignedString(log.writer.get(read)) + " as "
                        + Long.toUnsignedString(log.value.get(read)));
    }
}
