package minos.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import minos.io.jepsen.JepsenWriter;
import minos.io.jepsen.JepsenWriter.Keyword;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code minos watch} on histories that grow between its looks. */
class WatchTest {
    @TempDir
    Path folder;

    /** Something that happens to what is watched. */
    private interface Step {
        void run() throws IOException;
    }

    /** Runs the command; what is to happen does so between looks, one step at a time. */
    private static Run watch(List<Step> steps, String... words) {
        List<Step> left = new ArrayList<>(steps);
        return Run.of((out, err) -> Watch.run(words, out, err, (Watch.Pace) idle -> {
            if (left.isEmpty()) return false;
            try {
                left.remove(0).run();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return true;
        }));
    }

    private static Step append(Path file, String text) {
        return () -> Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static String op(int index, String type, int process, String value) {
        return "{:index " + index + ", :type :" + type + ", :process " + process + ", :f :txn, :value " + value + "}\n";
    }

    /** Two that read the same and overwrite each other. */
    private static List<String> lostUpdate() {
        return List.of(
                op(0, "invoke", 0, "[[:r x nil] [:w x 1]]"),
                op(1, "invoke", 1, "[[:r x nil] [:w x 2]]"),
                op(2, "ok", 0, "[[:r x nil] [:w x 1]]"),
                op(3, "ok", 1, "[[:r x nil] [:w x 2]]"),
                op(4, "invoke", 0, "[[:r x nil]]"),
                op(5, "ok", 0, "[[:r x 2]]"));
    }

    @Test
    void aGrowingFileWithTornLines() {
        Path file = folder.resolve("history.edn"); // not there yet
        String text = String.join("", lostUpdate());
        List<Step> steps = new ArrayList<>();
        for (int from = 0; from < text.length(); from += 17) {
            steps.add(append(file, text.substring(from, Math.min(text.length(), from + 17))));
        }
        Run run = watch(steps, "-l", "rc", "-l", "si", file.toString());
        assertEquals(1, run.status());
        assertEquals("", run.err());
        assertTrue(run.out().contains("read-committed holds so far (2 operations)"), run.out());
        assertTrue(run.out().contains("snapshot-isolation holds so far (2 operations)"), run.out());
        assertTrue(run.out().contains("T0 (session 0) and T1 (session 1) both read x=nil"), run.out());
        assertTrue(run.out().contains("snapshot-isolation violated: lost-update (4 operations)"), run.out());
    }

    @Test
    void itStopsWhereItIsToldTo() throws IOException {
        Path file = folder.resolve("history.edn");
        Path told = folder.resolve("told");
        Path report = folder.resolve("report");
        List<Step> steps = new ArrayList<>();
        for (String line : lostUpdate()) steps.add(append(file, line));
        List<Integer> later = new ArrayList<>();
        steps.add(4, () -> later.add(1));
        Run run = watch(
                steps,
                "--stop-at",
                "si",
                "--on-violation",
                "echo $MINOS_LEVEL $MINOS_ANOMALIES $MINOS_OPERATIONS >> " + told,
                "--report",
                report.toString(),
                file.toString());
        assertEquals(1, run.status());
        assertEquals(List.of(), later, "it ended before that");
        assertEquals("snapshot-isolation lost-update 4\n", Files.readString(told));
        assertTrue(Files.readString(report.resolve("index.html")).contains("lost-update"));
    }

    /** A level that nobody asked to stop at does not stop it. */
    @Test
    void whatHoldsIsWatchedToTheEnd() {
        Path file = folder.resolve("history.edn");
        List<Step> steps = new ArrayList<>();
        for (String line : lostUpdate()) steps.add(append(file, line));
        Run run = watch(steps, "--stop-at", "rc", file.toString());
        assertEquals(0, run.status(), run.out());
        assertFalse(run.out().contains("violated"), run.out());
        Run all = watch(List.of(), file.toString());
        assertEquals(0, all.status());
        assertTrue(all.out().contains("serializable violated: lost-update"), all.out());
    }

    @Test
    void aFileThatIsCutShortBeginsAnew() {
        Path file = folder.resolve("history.edn");
        String text = String.join("", lostUpdate());
        Run run = watch(
                List.of(
                        append(file, text),
                        () -> Files.writeString(
                                file, lostUpdate().get(0) + lostUpdate().get(2).replace(":index 2", ":index 1"))),
                "-l",
                "si",
                file.toString());
        assertEquals("minos: " + file + " begins anew\n", run.err());
        assertEquals(1, run.status(), "what was found before stays found: " + run.out());
        assertTrue(run.out().endsWith("snapshot-isolation holds so far (2 operations)\n"), run.out());
    }

    /** What a logger moves away goes on in the next file, even if that one begins in the middle of a transaction. */
    @Test
    void aFileThatIsRotatedGoesOn() {
        Path file = folder.resolve("history.edn");
        List<String> lines = lostUpdate();
        Run run = watch(
                List.of(
                        append(file, lines.get(0) + lines.get(1) + lines.get(2)),
                        () -> Files.move(file, folder.resolve("history.edn.1")),
                        append(file, lines.get(3)),
                        append(file, lines.get(4) + lines.get(5))),
                "-l",
                "si",
                file.toString());
        assertEquals("", run.err());
        assertEquals(1, run.status());
        assertTrue(run.out().contains("lost-update"), run.out());
    }

    /** What a process writes that is named in place of a file, {@code <(ssh node tail -F history.edn)}, ends when the process does. */
    @Test
    void aNamedPipe() throws Exception {
        Path pipe = folder.resolve("history.edn");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "skipped: no mkfifo");
        Thread writer = new Thread(() -> {
            try {
                Files.writeString(pipe, String.join("", lostUpdate()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        writer.start();
        Run run = Run.of(
                (out, err) -> Watch.run(new String[] {"-l", "si", pipe.toString()}, out, err, (Watch.Pace) idle -> {
                    Thread.sleep(1);
                    return true;
                }));
        writer.join();
        assertEquals("", run.err());
        assertEquals(1, run.status());
        assertTrue(run.out().contains("snapshot-isolation violated: lost-update (5 operations)"), run.out());
    }

    @Test
    void aVectorOverSeveralLines() {
        Path file = folder.resolve("history.edn");
        Run run = watch(
                List.of(
                        append(file, "[{:type :invoke, :process 0,\n :f :txn,"),
                        append(file, " :value [[:w x 1]]}\n{:type :ok, :process 0, :f :txn,\n"),
                        append(file, ":value [[:w x 1]]}]\n")),
                "-l",
                "ser",
                file.toString());
        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().contains("serializable holds so far (1 operations)"), run.out());
    }

    @Test
    void whatIsNoHistoryIsSaid() {
        Path file = folder.resolve("history.edn");
        Run run = watch(List.of(append(file, "{:type :maybe}\n")), file.toString());
        assertEquals(3, run.status());
        assertTrue(run.err().contains("at byte 7: found :maybe"), run.err());
        assertEquals(
                2, watch(List.of(), folder.resolve("nothing.edn").toString()).status());
        assertEquals(64, Run.of("watch").status());
        assertEquals(64, Run.of("watch", "--stop-at", "serialisable", "x").status());
    }

    /** What breaks off in the end is left out. */
    @Test
    void aTornEnd() {
        Path file = folder.resolve("history.edn");
        List<String> lines = lostUpdate();
        String torn = lines.get(0) + lines.get(2) + lines.get(4).substring(0, 20);
        Run run = watch(List.of(append(file, torn)), "-l", "si", file.toString());
        assertEquals(0, run.status(), run.err());
        assertTrue(run.out().endsWith("snapshot-isolation holds so far (2 operations)\n"), run.out());
    }

    private static List<Object> operation(long index, String type, long process, Object... value) {
        return List.of(index, index, new Keyword(type), process, new Keyword("txn"), Arrays.asList(value));
    }

    private static List<Object> read(Long value) {
        return Arrays.asList(new Keyword("r"), new Keyword("x"), value);
    }

    private static List<Object> write(long value) {
        return List.of(new Keyword("w"), new Keyword("x"), value);
    }

    @Test
    void aJepsenTestThatRuns() throws IOException {
        Path store = Files.createDirectories(folder.resolve("store/test/20260101T000000.000Z"));
        Path current = Files.createSymbolicLink(folder.resolve("store/current"), store);
        List<List<Object>> operations = List.of(
                operation(0, "invoke", 0, read(null), write(1)),
                operation(1, "invoke", 1, read(null), write(2)),
                operation(2, "ok", 0, read(null), write(1)),
                operation(3, "ok", 1, read(null), write(2)));
        Path file = store.resolve("test.jepsen");
        byte[] begun = Arrays.copyOf(JepsenWriter.test(operations.subList(0, 2), 2), 46);
        Arrays.fill(begun, 10, 46, (byte) 0); // no index yet
        Files.write(file, begun);
        Run run = watch(
                List.of(
                        () -> Files.write(file, JepsenWriter.test(operations.subList(0, 2), 2)),
                        () -> Files.write(file, Arrays.copyOf(JepsenWriter.test(operations, 2), 400)), // torn
                        () -> Files.write(file, JepsenWriter.test(operations, 2))),
                "--stop-at",
                "si",
                current.toString());
        assertEquals(1, run.status(), run.err());
        assertTrue(run.out().contains("both read :x=nil"), run.out());
    }

    @Test
    void standardInput() {
        InputStream before = System.in;
        System.setIn(
                new ByteArrayInputStream(String.join("", lostUpdate()).strip().getBytes(UTF_8)));
        try {
            Run run = Run.of((out, err) -> Watch.run(new String[] {"-l", "si", "-"}, out, err, idle -> {
                Thread.sleep(1);
                return true;
            }));
            assertEquals(1, run.status(), run.err());
            assertTrue(run.out().contains("snapshot-isolation violated: lost-update"), run.out());
        } finally {
            System.setIn(before);
        }
    }
}
