package minos.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import minos.Histories;
import minos.Shared;
import minos.history.History;
import minos.history.Status;
import minos.infer.Options;
import minos.io.bytes.ByteSource;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.reference.Draft;
import minos.reference.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a history is converted to, and from there to anything else, its verdict at every level stays. */
class FormatsRoundTripTest {
    @TempDir
    Path folder;

    private int count;

    @Test
    void verdictsStay() {
        Trials.run(300, this::difference);
    }

    @Test
    @Tag("slow")
    void verdictsOfManyStay() {
        Trials.run(20_000, this::difference);
    }

    /** Converts to each format, and from there to another: over many histories, to each. */
    private String difference(Draft draft) {
        History history = draft.build();
        if (isMoreThanEdnSays(history)) return null;
        List<Format> formats = history.isList() ? List.of(Format.EDN) : Format.named();
        for (Format first : formats) {
            History there = through(first, history);
            String complaint = differs(history, there, first.toString());
            Format second = formats.get((formats.indexOf(first) + history.operations()) % formats.size());
            if (complaint == null) complaint = differs(history, through(second, there), first + ", " + second);
            if (complaint != null) return complaint;
        }
        return null;
    }

    /** In EDN, a register that is nil to a transaction of unknown outcome has an unknown value. */
    private static boolean isMoreThanEdnSays(History history) {
        if (history.isList()) return false;
        for (int op = 0; op < history.operations(); op++) {
            if (history.isWrite(op) || history.version(op) != History.INITIAL) continue;
            if (history.status(history.transactionOf(op)) == Status.INDETERMINATE) return true;
        }
        return false;
    }

    /**
     * Some formats leave out what was aborted, so that a read of it becomes one of nothing. That breaks the same levels; but
     * cut isolation, which wants one writer for all reads of a key, no longer sees that there were two.
     */
    private static boolean readsAborted(History history) {
        BitSet aborted = new BitSet();
        for (int op = 0; op < history.operations(); op++) {
            if (history.isWrite(op) && history.status(history.transactionOf(op)) == Status.ABORTED)
                aborted.set(history.version(op));
        }
        for (int op = 0; op < history.operations(); op++) {
            if (!history.isWrite(op) && history.version(op) >= 0 && aborted.get(history.version(op))) return true;
        }
        return false;
    }

    private static String differs(History before, History after, String how) {
        for (Order order : Order.values()) {
            if (order.isTimed() && !after.hasRealTime()) continue;
            if (order == Order.PER_GROUP_REAL_TIME && after.groups() == 0)
                continue; // most formats have no place for them
            Map<Level, Answer> expected = verdicts(before, order);
            Map<Level, Answer> found = verdicts(after, order);
            for (Level level : found.keySet()) {
                if (level == Level.CUT_ISOLATION && readsAborted(before) && !readsAborted(after)) continue;
                // Of two writes of one value, one may be left out: then there is a verdict where there was none.
                if (expected.get(level) == Answer.UNKNOWN || found.get(level) == expected.get(level)) continue;
                return "through " + how + " " + level + " (" + order + ") becomes " + found.get(level) + ", was "
                        + expected.get(level) + ":\n" + String.join("\n", Histories.show(after));
            }
        }
        return null;
    }

    private static Map<Level, Answer> verdicts(History history, Order order) {
        Map<Level, Answer> answers = new TreeMap<>();
        List<Level> levels = Judge.askable(history, order);
        for (Verdict verdict : Judge.check(history, levels, Options.DEFAULT.with(order))) {
            answers.put(verdict.level(), verdict.answer());
        }
        return answers;
    }

    private History through(Format format, History history) {
        try {
            if (format == Format.COBRA) return throughFolder(history);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            HistoryFiles.write(history, bytes, format);
            if (history.operations() == 0) return history; // an empty text tells no format
            ByteSource source = ByteSource.stream("h", new ByteArrayInputStream(bytes.toByteArray()));
            boolean told = bytes.size() > 0 && format != Format.POLYSI;
            return told ? HistoryFiles.read(source, ReadOptions.DEFAULT) : polysi(source, bytes.size());
        } catch (IOException e) {
            throw new UncheckedIOException(format + ": " + e.getMessage(), e);
        }
    }

    /** PolySI's text may hold nothing, if all was aborted. */
    private static History polysi(ByteSource source, int size) throws IOException {
        return size == 0
                ? Histories.of("0: w(1,1)")
                : HistoryFiles.read(source, ReadOptions.DEFAULT.withFormat(Format.POLYSI));
    }

    private History throughFolder(History history) throws IOException {
        Path path = folder.resolve("cobra-" + count++);
        HistoryFiles.write(history, path.toString(), Format.COBRA);
        ReadOptions options =
                history.sessions() == 0 ? ReadOptions.DEFAULT.withFormat(Format.COBRA) : ReadOptions.DEFAULT;
        History back = HistoryFiles.read(path.toString(), options);
        try (Stream<Path> files = Files.list(path)) {
            for (Path file : files.toList()) Files.delete(file);
        }
        Files.delete(path);
        return back;
    }

    @Test
    void listsGoIntoEdnOnly() {
        History lists = Histories.of("0: append(1,1)");
        for (Format format : Format.named()) {
            if (format == Format.EDN) continue;
            String file = folder.resolve("lists").toString();
            WriteException e = assertThrows(WriteException.class, () -> HistoryFiles.write(lists, file, format));
            assertTrue(
                    e.getMessage().endsWith("cannot hold a list-append history: it knows registers only"),
                    e.getMessage());
        }
        assertEquals(0, folder.toFile().list().length, "nothing is left behind");
    }

    @Test
    void recordedHistoriesInEveryFormat() throws IOException {
        Path shared = Shared.histories("formats");
        List<Path> files = new ArrayList<>(Shared.files("snapshot", "violation-yugabyte.txt"));
        files.add(shared.resolve("dbcop/violation-dgraph.bincode"));
        for (Path file : files) {
            History history = HistoryFiles.read(file.toString(), ReadOptions.DEFAULT);
            List<Level> levels = List.of(Level.READ_COMMITTED, Level.READ_ATOMIC, Level.CAUSAL);
            List<Answer> expected = answers(history, levels);
            for (Format format : Format.named()) {
                assertEquals(expected, answers(through(format, history), levels), file + " as " + format);
            }
        }
    }

    private static List<Answer> answers(History history, List<Level> levels) {
        return Judge.check(history, levels, Options.DEFAULT).stream()
                .map(Verdict::answer)
                .toList();
    }

    /** Text makes one of a session's aborted transactions. */
    private static List<String> committed(History history) {
        return Histories.show(history).stream()
                .filter(line -> line.matches("[0-9]+:.*"))
                .toList();
    }

    @Test
    void theSameRecordingIsTheSameHistory() throws IOException {
        Path shared = Shared.histories("formats");
        for (String name : List.of("violation-dgraph", "5_100_15_10000_0.5_uniform")) {
            History binary = HistoryFiles.read(
                    shared.resolve("dbcop/" + name + ".bincode").toString(), ReadOptions.DEFAULT);
            Path text = Shared.histories("snapshot").resolve(name + ".txt");
            History plain = HistoryFiles.read(text.toString(), ReadOptions.DEFAULT);
            assertTrue(committed(plain).equals(committed(binary)), name);
        }
    }
}
