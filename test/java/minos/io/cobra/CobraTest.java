package minos.io.cobra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import minos.Histories;
import minos.Shared;
import minos.generate.Simulation;
import minos.generate.Workload;
import minos.history.History;
import minos.infer.Options;
import minos.io.Format;
import minos.io.HistoryFiles;
import minos.io.ReadException;
import minos.io.ReadOptions;
import minos.io.Tail;
import minos.io.bytes.ByteSource;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CobraTest {
    private static final long INITIAL = 0xbebeebeeL;
    private static final long NOTHING = 0xdeadbeefL;

    @TempDir
    Path folder;

    @Test
    void aLogIsASession() throws IOException {
        Files.write(
                folder.resolve("T10.log"),
                log('S', 1, 'W', 100, 7, 5, 'C', 1, 'S', 2, 'R', INITIAL, INITIAL, 8, 0, 'C', 2));
        Files.write(folder.resolve("T9.log"), log('S', 3, 'R', 1, 100, 7, 5, 'R', NOTHING, NOTHING, 8, 0, 'C', 3));
        Files.write(folder.resolve("other.log"), log('S', 4, 'W', 101, 7, 5));
        Files.writeString(folder.resolve("notes.txt"), "no log");
        assertEquals(
                List.of("9: r(7,100) r(8,nil)", "10: w(7,100)", "10: r(8,nil)", "\"other\"? w(7,101)"),
                Histories.show(HistoryFiles.read(folder.toString(), ReadOptions.DEFAULT)));
    }

    @Test
    void timesAreSkipped() throws IOException {
        assertEquals(
                List.of("\"h\": w(7,100)", "\"h\": r(7,100)"),
                show(log(
                        'S', 1, 123456, 'W', 100, 7, 5, 'C', 1, 123457, 'S', 2, 123458, 'R', 1, 100, 7, 5, 'C', 2,
                        123459)));
    }

    @Test
    void abortsAndFlagsOfTheVerifier() throws IOException {
        assertEquals(
                List.of("\"h\"! w(7,100)", "\"h\":"),
                show(log('S', 1, 'W', 100, 7, 5, 'A', 1, 'S', 2, 'R', INITIAL, 0x23332333L, 8, 0, 'C', 2)));
    }

    @Test
    void aReadThatIsNotAsWrittenReadsWhatNobodyWrote() throws IOException {
        History history = read(log(
                'S', 1, 'W', 100, 7, 5, 'C', 1, 'S', 2, 'R', 9, 100, 7, 5, 'R', 1, 100, 7, 6, 'R', 1, 100, 8, 5, 'R', 1,
                100, 7, 5, 'C', 2));
        assertEquals(
                "\"h\": r(7,100 of transaction 9 as 5) r(7,100 of transaction 1 as 6) "
                        + "r(8,100 of transaction 1 as 5) "
                        + "r(7,100)",
                Histories.show(history).get(1));
    }

    @Test
    void saysWhatIsWrongAndWhere() {
        assertWrong("byte 0: found byte 0x58, expected S, C, W or R, which begin a record", new byte[] {'X'});
        assertWrong("byte 1: found the end of the file, expected the id of a transaction", new byte[] {'S'});
        assertWrong(
                "byte 1: found the end of the file inside a number, expected the id of a transaction",
                new byte[] {'S', 0, 0});
        assertWrong("byte 0: found a write outside of a transaction, expected S, which starts one", log('W', 1, 2, 3));
        assertWrong(
                "byte 9: found the start of a transaction inside another, expected its commit before",
                log('S', 1, 'S', 2));
        assertWrong("byte 10: found the end of transaction 2, expected that of 1", log('S', 1, 'C', 2));
        assertWrong(
                "byte 19: found transaction 1 once more, expected each transaction in one place",
                log('S', 1, 'C', 1, 'S', 1, 'C', 1));
        assertWrong("byte 1: found a reserved id, expected the id of a transaction", log('S', INITIAL, 'C', INITIAL));
        assertWrong(
                "byte 18: found write 4 of the initial transaction, expected the mark of an initial value",
                log('S', 1, 'R', INITIAL, 4, 5, 6));
    }

    @Test
    void whatIsWritten() throws IOException {
        History history = Histories.of("3: w(7,1) r(8,nil)", "4! w(7,2)", "4: r(7,1) r(7,2)", "5? w(7,3)");
        Path to = folder.resolve("logs");
        List<String> notes = HistoryFiles.write(history, to.toString(), Format.COBRA);
        assertEquals(
                List.of(
                        "of 1 indeterminate transactions, 0 are committed, as they were read from, and 1 left out",
                        "1 aborted transactions are left out",
                        "values are known by the ids of their writes, from 1 on"),
                notes);
        assertEquals(
                List.of("3: w(7,1) r(8,nil)", "4: r(7,1) r(7,2)"),
                Histories.show(HistoryFiles.read(to.toString(), ReadOptions.DEFAULT)));
        assertThrows(FileAlreadyExistsException.class, () -> HistoryFiles.write(history, to.toString(), Format.COBRA));
        Path empty = Files.createDirectory(folder.resolve("empty"));
        HistoryFiles.write(history, empty.toString(), Format.COBRA);
        assertTrue(Files.exists(empty.resolve("T3.log")));
    }

    /** Byte by byte, a reader's log first: what it reads is not known yet. */
    @Test
    void logsThatGrow() throws IOException {
        byte[] writer = log('S', 1, 'W', 100, 7, 5, 'C', 1, 'S', 3, 'W', 101, 7, 6, 'A', 3, 'S', 4, 'W', 102, 7, 6);
        byte[] reader =
                log('S', 2, 'R', 1, 100, 7, 5, 'R', INITIAL, INITIAL, 8, 0, 'C', 2, 'S', 5, 'R', 9, 102, 7, 6, 'C', 5);
        Path first = folder.resolve("T1.log");
        Path second = folder.resolve("T2.log");
        Files.write(second, new byte[0]);
        try (Tail tail = HistoryFiles.tail(folder.toString(), ReadOptions.DEFAULT)) {
            grow(tail, second, reader);
            assertEquals(List.of(), Histories.show(tail.history().history()));
            assertEquals(0, tail.behind());
            grow(tail, first, writer);
            assertEquals(
                    List.of("1: w(7,100)", "2: r(7,100) r(8,nil)", "1! w(7,101)"),
                    Histories.show(tail.history().history()));
            Files.write(first, new byte[] {'W', 1}, StandardOpenOption.APPEND); // and no more of that
            while (tail.read()) {}
            tail.finish();
            List<String> all = Histories.show(tail.history().history());
            assertEquals(5, all.size());
            assertTrue(
                    all.contains("1? w(7,102)") && all.contains("2: r(7,102 of transaction 9 as 6)"), all.toString());
            Files.write(first, log('S', 1, 'W', 200, 7, 5, 'C', 1)); // another one
            while (tail.read()) {}
            assertEquals(List.of("1: w(7,200)"), Histories.show(tail.history().history()));
        }
    }

    private static void grow(Tail tail, Path file, byte[] bytes) throws IOException {
        for (byte b : bytes) {
            Files.write(file, new byte[] {b}, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            while (tail.read()) {}
        }
    }

    /** Cut anywhere, the logs of a run say what they say as a whole. */
    @Test
    void whateverIsTakenInAtOnce() throws IOException {
        Workload workload = new Workload(Workload.Kind.GENERAL, 4, 0.5, Workload.Keys.uniform(10));
        History history = new Simulation(workload, Level.SERIALIZABLE, 4, 30, 0, null, 1).run();
        Path whole = folder.resolve("whole");
        HistoryFiles.write(history, whole.toString(), Format.COBRA);
        Path growing = Files.createDirectory(folder.resolve("growing"));
        Random random = new Random(1);
        for (Path log : CobraReader.logs(whole)) Files.createFile(growing.resolve(log.getFileName()));
        try (Tail tail = HistoryFiles.tail(growing.toString(), ReadOptions.DEFAULT)) {
            for (boolean more = true; more; ) {
                more = false;
                for (Path log : CobraReader.logs(whole)) {
                    byte[] bytes = Files.readAllBytes(log);
                    Path to = growing.resolve(log.getFileName());
                    int from = (int) Files.size(to);
                    int end = Math.min(bytes.length, from + random.nextInt(200));
                    Files.write(to, Arrays.copyOfRange(bytes, from, end), StandardOpenOption.APPEND);
                    more |= end < bytes.length;
                }
                while (tail.read()) {}
            }
            tail.finish();
            List<String> expected =
                    new ArrayList<>(Histories.show(HistoryFiles.read(whole.toString(), ReadOptions.DEFAULT)));
            List<String> found = new ArrayList<>(Histories.show(tail.history().history()));
            expected.sort(null);
            found.sort(null);
            assertEquals(expected, found);
        }
    }

    @Test
    void recordedLogs() throws IOException {
        Path twitter = Shared.histories("formats").resolve("cobra/twitter");
        History history = HistoryFiles.read(twitter.toString(), ReadOptions.DEFAULT);
        assertEquals(25, history.sessions());
        List<Level> levels = List.of(Level.READ_COMMITTED, Level.READ_ATOMIC, Level.CAUSAL, Level.SNAPSHOT_ISOLATION);
        for (Verdict verdict : Judge.check(history, levels, Options.DEFAULT)) {
            assertEquals(Verdict.Answer.TRUE, verdict.answer(), verdict.toString());
        }
    }

    private static void assertWrong(String problem, byte[] log) {
        assertEquals(problem, assertThrows(ReadException.class, () -> read(log)).problem());
    }

    private static List<String> show(byte[] log) throws IOException {
        return Histories.show(read(log));
    }

    private static History read(byte[] log) throws IOException {
        return HistoryFiles.read(
                ByteSource.stream("h", new ByteArrayInputStream(log)), ReadOptions.DEFAULT.withFormat(Format.COBRA));
    }

    /** A log of letters and numbers. */
    static byte[] log(Object... parts) {
        ByteBuffer bytes = ByteBuffer.allocate(parts.length * Long.BYTES);
        for (Object part : parts) {
            if (part instanceof Character letter) bytes.put((byte) letter.charValue());
            else bytes.putLong(((Number) part).longValue());
        }
        byte[] log = new byte[bytes.position()];
        bytes.flip().get(log);
        return log;
    }
}
