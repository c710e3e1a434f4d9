package minos.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import minos.Histories;
import minos.history.History;
import minos.history.Model;
import minos.infer.Options;
import minos.io.bytes.ByteSource;
import minos.io.jepsen.Fressian;
import minos.io.jepsen.JepsenWriter;
import minos.io.jepsen.Values;
import minos.judge.Judge;
import minos.model.Order;
import minos.util.Deadline;

/**
 * Any bytes are a history or a clear complaint, for every reader. The default build tries the inputs that are kept in
 * test/resources; to search for more, one reader at a time:
 * <pre>
 * JAZZER_FUZZ=1 mvn test -Pfuzz -Dtest='ReadersFuzzTest#edn'
 * </pre>
 * What it finds is saved there, too, and fails the default build from then on.
 */
class ReadersFuzzTest {
    private static final String TIME = "10m";
    private static final int SMALL = 60;
    private static final ReadOptions ALONE = ReadOptions.DEFAULT.withThreads(1);
    private static final byte[] BEGINNING = "[{\"type\": \"ok\",".getBytes(StandardCharsets.UTF_8);

    @FuzzTest(maxDuration = TIME)
    void edn(byte[] bytes) throws IOException {
        read(bytes, ReadOptions.DEFAULT.withFormat(Format.EDN));
    }

    @FuzzTest(maxDuration = TIME)
    void plume(byte[] bytes) throws IOException {
        read(bytes, ReadOptions.DEFAULT.withFormat(Format.PLUME));
    }

    @FuzzTest(maxDuration = TIME)
    void dbcop(byte[] bytes) throws IOException {
        read(bytes, ReadOptions.DEFAULT.withFormat(Format.DBCOP));
    }

    @FuzzTest(maxDuration = TIME)
    void dbcopJson(byte[] bytes) throws IOException {
        read(bytes, ReadOptions.DEFAULT.withFormat(Format.DBCOP_JSON));
    }

    @FuzzTest(maxDuration = TIME)
    void cobra(byte[] bytes) throws IOException {
        read(bytes, ReadOptions.DEFAULT.withFormat(Format.COBRA));
    }

    /** The values in test.jepsen. */
    @FuzzTest(maxDuration = TIME)
    void fressian(byte[] bytes) throws IOException {
        StringBuilder text = new StringBuilder();
        try {
            Fressian values = new Fressian(ByteBuffer.wrap(bytes), new Values.Names());
            while (values.hasNext()) text.append(Values.print(values.next())).append('\n');
        } catch (Fressian.Malformed e) {
            assertTrue(e.getMessage().length() < 1000, "a message for people");
        }
        read(text.toString().getBytes(StandardCharsets.UTF_8), ReadOptions.DEFAULT.withFormat(Format.EDN));
    }

    /** A piece of {@code test.jepsen} whose checksum is right: the first byte says how many operations there should be. */
    @FuzzTest(maxDuration = TIME)
    void jepsen(byte[] bytes) throws IOException {
        if (bytes.length == 0) return;
        Path file = Files.createTempFile("minos", ".jepsen");
        try {
            Files.write(file, JepsenWriter.test(bytes[0], Arrays.copyOfRange(bytes, 1, bytes.length)));
            read(() -> HistoryFiles.read(file, ALONE));
        } finally {
            Files.delete(file);
        }
    }

    /** Jepsen's operations as JSON. */
    @FuzzTest(maxDuration = TIME)
    void json(byte[] bytes) throws IOException {
        byte[] text = new byte[BEGINNING.length + bytes.length];
        System.arraycopy(BEGINNING, 0, text, 0, BEGINNING.length);
        System.arraycopy(bytes, 0, text, BEGINNING.length, bytes.length);
        read(text, ReadOptions.DEFAULT);
    }

    /** Whatever the format is, compressed or not. */
    @FuzzTest(maxDuration = TIME)
    void anything(byte[] bytes) throws IOException {
        read(bytes, ReadOptions.DEFAULT);
    }

    private static void read(byte[] bytes, ReadOptions options) throws IOException {
        read(() -> HistoryFiles.read(source(bytes), options.withThreads(1)));
    }

    private interface Reading {
        History read() throws IOException;
    }

    private static void read(Reading reading) throws IOException {
        long began = cpuTime();
        History history;
        try {
            history = reading.read();
        } catch (ReadException e) {
            assertTrue(e.getMessage().length() < 1000, "a message for people");
            return;
        }
        assertTrue(cpuTime() - began < 10e9, "took too long");
        List<String> shown = Histories.show(history);
        assertEquals(history.transactions(), shown.size());
        if (history.operations() < SMALL) judge(history);
        writeAndRead(history);
    }

    /** Not the time of day: the machine may be busy with something else. */
    private static long cpuTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /** Odd histories must not break the judges either. */
    private static void judge(History history) {
        Options options = Options.DEFAULT
                .withAll(true)
                .withMaxWitnesses(2)
                .withCertificate(true)
                .withThreads(1)
                .with(Deadline.after(Duration.ofSeconds(2)));
        Judge.check(history, Judge.askable(history, Order.SESSION), options);
    }

    /** What was read can be written in every format that can hold it, and be read again. */
    private static void writeAndRead(History history) throws IOException {
        if (history.transactions() == 0) return;
        List<Format> formats = history.isList() || history.model() == Model.LWT
                ? List.of(Format.EDN)
                : List.of(Format.EDN, Format.DBCOP, Format.DBCOP_JSON);
        for (Format format : formats) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            HistoryFiles.write(history, bytes, format);
            ReadOptions options = ReadOptions.DEFAULT.withFormat(format).withThreads(1);
            if (format == Format.EDN) options = options.withModel(history.model()); // a few reads alone do not tell
            History again = HistoryFiles.read(source(bytes.toByteArray()), options);
            assertEquals(history.transactions(), again.transactions(), format.toString());
        }
    }

    private static ByteSource source(byte[] bytes) {
        return ByteSource.stream("h", new ByteArrayInputStream(bytes));
    }
}
