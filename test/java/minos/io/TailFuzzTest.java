package minos.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import minos.Histories;
import minos.generate.Simulation;
import minos.generate.Workload;
import minos.history.History;
import minos.io.bytes.Growth;
import minos.io.edn.EdnTail;
import minos.io.jepsen.JepsenTail;
import minos.io.jepsen.JepsenWriter;
import minos.io.jepsen.JepsenWriter.Keyword;
import minos.model.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A history that is read while it is written is the same however its bytes are cut into arrivals. */
class TailFuzzTest {
    /** Any bytes: the first says how they arrive. */
    @FuzzTest(maxDuration = "10m")
    void edn(byte[] bytes) throws IOException {
        if (bytes.length == 0) return;
        byte[] text = Arrays.copyOfRange(bytes, 1, bytes.length);
        assertEquals(read(List.of(text)), read(cut(text, new Random(bytes[0]))));
    }

    @Test
    void randomHistoriesInRandomPieces() throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            Workload.Kind kind = Workload.Kind.values()[seed % Workload.Kind.values().length];
            History history = new Simulation(Workload.of(kind), Level.SNAPSHOT_ISOLATION, 3, 5, 0.2, null, seed).run();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            HistoryFiles.write(history, out, Format.EDN);
            byte[] text = out.toByteArray();
            List<String> whole = read(List.of(text));
            assertTrue(whole.size() > 10, whole.toString());
            // What is open comes last in one that is read as a whole.
            History read = HistoryFiles.read(new ByteArrayInputStream(text), "h", ReadOptions.DEFAULT);
            assertEquals(
                    Histories.show(read).stream().sorted().toList(),
                    whole.stream().sorted().toList());
            for (int i = 0; i < 5; i++) assertEquals(whole, read(cut(text, random)), "seed " + seed);
            // Torn anywhere it is still some history, and one: the same in every piece.
            byte[] torn = Arrays.copyOf(text, random.nextInt(text.length));
            assertEquals(read(List.of(torn)), read(cut(torn, random)), "seed " + seed);
            // As is one with a byte that is another one.
            byte[] wrong = text.clone();
            wrong[random.nextInt(text.length)] = (byte) "{}[]:\"\\;# \n1x".charAt(random.nextInt(13));
            assertEquals(read(List.of(wrong)), read(cut(wrong, random)), "seed " + seed);
        }
    }

    /** Of a file that Jepsen writes, one is read that grows, as long as its index is behind what it names. */
    @Test
    void aTestThatGrowsByteByByte(@TempDir Path folder) throws IOException {
        List<List<Object>> operations = new ArrayList<>();
        for (long i = 0; i < 12; i++) {
            List<Object> write = List.of(new Keyword("w"), new Keyword("x"), i / 2);
            String type = i % 2 == 0 ? "invoke" : "ok";
            operations.add(List.of(i, i, new Keyword(type), 0L, new Keyword("txn"), List.of(write)));
        }
        byte[] bytes = JepsenWriter.test(operations, 4);
        Path file = folder.resolve("test.jepsen");
        Files.write(file, bytes);
        List<String> whole = Histories.show(HistoryFiles.read(file.toString(), ReadOptions.DEFAULT));
        Files.delete(file);
        try (Tail tail = new JepsenTail(file, ReadOptions.DEFAULT)) {
            for (int length = 0; length <= bytes.length; length++) {
                Files.write(file, Arrays.copyOf(bytes, length));
                tail.read();
                assertTrue(length == bytes.length || tail.history().transactions() == 0);
            }
            tail.finish();
            assertEquals(whole, Histories.show(tail.history().history()));
        }
    }

    /** A test has a history from the beginning, which is nil until the first piece is complete. */
    @Test
    void aTestThatHasOnlyBegun(@TempDir Path folder) throws IOException {
        List<Object> write = List.of(new Keyword("w"), new Keyword("x"), 1L);
        List<List<Object>> operations = new ArrayList<>();
        for (long i = 0; i < 2; i++) {
            String type = i == 0 ? "invoke" : "ok";
            operations.add(List.of(i, 0L, new Keyword(type), 0L, new Keyword("txn"), List.of(write)));
        }
        Path file = folder.resolve("test.jepsen");
        Files.write(file, JepsenWriter.begun());
        try (Tail tail = new JepsenTail(file, ReadOptions.DEFAULT)) {
            for (int i = 0; i < 3; i++) assertFalse(tail.read());
            Files.write(file, JepsenWriter.test(operations, 4));
            assertTrue(tail.read());
            assertEquals(1, tail.history().transactions());
        }
        Files.write(file, JepsenWriter.whole(operations));
        try (Tail tail = new JepsenTail(file, ReadOptions.DEFAULT)) {
            assertTrue(tail.read());
            assertFalse(tail.read());
            assertEquals(1, tail.history().transactions());
        }
    }

    /** An operation of many lines is not read from its beginning with each that comes; four thousand times, that would take a minute. */
    @Test
    void aLongOperationInManyPieces() throws IOException {
        StringBuilder text = new StringBuilder("{:process 0, :type :ok, :f :txn, :value [");
        for (int i = 0; i < 400_000; i++) text.append("[:w :x ").append(i).append("]\n");
        byte[] bytes = text.append("]}\n").toString().getBytes(UTF_8);
        List<byte[]> pieces = new ArrayList<>();
        for (int from = 0; from < bytes.length; from += 1 << 10)
            pieces.add(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + (1 << 10))));
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long began = threads.getCurrentThreadCpuTime();
        assertEquals(1, read(pieces).size());
        assertTrue(threads.getCurrentThreadCpuTime() - began < 10e9, "took too long");
    }

    /** It is there as soon as nothing more comes for now. */
    @Test
    void whatIsLongAndCompleteDoesNotWait() throws IOException {
        byte[] begun = ("{:process 0, :type :ok, :f :txn, :value [" + "[:w :x 1]\n".repeat(200_000)).getBytes(UTF_8);
        List<byte[]> pieces = List.of(begun, "]}\n".getBytes(UTF_8), new byte[0]);
        try (Tail tail = EdnTail.of("h", new Pieces(pieces), ReadOptions.DEFAULT)) {
            for (int i = 0; i < 3; i++) assertTrue(tail.read());
            assertEquals(1, tail.history().transactions());
            assertFalse(tail.read());
        }
    }

    @Test
    void whatDoesNotEndIsRefused() throws IOException {
        byte[] piece = "a".repeat(1 << 22).getBytes(UTF_8);
        List<byte[]> pieces = new ArrayList<>(List.of("{:process 0, :type :ok, :value \"".getBytes(UTF_8)));
        for (int i = 0; i < 20; i++) pieces.add(piece);
        assertEquals(List.of("no history"), read(pieces));
    }

    private static List<byte[]> cut(byte[] text, Random random) {
        int longest = 1 + random.nextInt(40);
        List<byte[]> pieces = new ArrayList<>();
        for (int from = 0, to; from < text.length; from = to) {
            to = Math.min(text.length, from + random.nextInt(longest + 1));
            pieces.add(Arrays.copyOfRange(text, from, to));
        }
        return pieces;
    }

    /** The history, or that there is none. */
    private static List<String> read(List<byte[]> pieces) throws IOException {
        try (Tail tail = EdnTail.of("h", new Pieces(pieces), ReadOptions.DEFAULT)) {
            for (int i = 0; i < pieces.size(); i++) {
                tail.read();
                tail.history().transactions();
            }
            tail.finish();
            return Histories.show(tail.history().history());
        } catch (ReadException e) {
            assertTrue(e.getMessage().length() < 1000, "a message for people");
            return List.of("no history");
        }
    }

    /** Bytes that arrive piece by piece. */
    private static final class Pieces extends Growth {
        private final List<byte[]> pieces;
        private int next;

        Pieces(List<byte[]> pieces) {
            this.pieces = pieces;
        }

        @Override
        public byte[] read() {
            return next < pieces.size() ? pieces.get(next++) : "".getBytes(UTF_8);
        }

        @Override
        public long left() {
            return 0;
        }

        @Override
        public void close() {}
    }
}
