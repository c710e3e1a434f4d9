package minos.io.edn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.zip.GZIPOutputStream;
import minos.history.History;
import minos.io.ReadException;
import minos.io.ReadOptions;
import minos.io.bytes.ByteSource;
import minos.util.Deadline;
import minos.util.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Texts of many blocks, read by several threads, cut well or badly. */
@Timeout(60)
class EdnPipelineTest {
    private static final int COUNT = 12_000;
    private static final String PADDING = "p".repeat(200);

    /** The n-th of many operations, on one line. */
    private static String operation(int n) {
        return "{:type :ok, :process " + n % 5 + ", :f :txn, :value [[:append " + n / 10 + " :v" + n % 1000
                + "] [:r 7 [1 2 3]]], "
                + ":padding " + PADDING + "}";
    }

    private static byte[] lines(IntFunction<String> line) {
        StringBuilder text = new StringBuilder();
        for (int n = 0; n < COUNT; n++) text.append(line.apply(n)).append('\n');
        return text.toString().getBytes(UTF_8);
    }

    private static History read(byte[] text, int threads) throws IOException {
        ByteSource source = ByteSource.stream("h.edn", new ByteArrayInputStream(text));
        return EdnReader.read(source, ReadOptions.DEFAULT.withThreads(threads));
    }

    /** Checks that the text has all operations, in their order, whoever reads it. */
    private static void complete(byte[] text) throws IOException {
        for (int threads = 1; threads <= 3; threads += 2) {
            History history = read(text, threads);
            assertEquals(COUNT, history.transactions());
            assertEquals(5, history.sessions());
            for (int t = 0; t < COUNT; t++) {
                int op = history.begin(t);
                assertEquals(2, history.end(t) - op);
                assertEquals(Integer.toString(t % 5), history.sessionText(history.session(t)));
                assertEquals(Integer.toString(t / 10), history.keyText(history.key(op)));
                assertEquals(":v" + t % 1000, history.valueText(history.version(op)));
                assertEquals(3, history.length(op + 1));
            }
        }
    }

    @Test
    void oneOperationALine() throws IOException {
        byte[] text = lines(EdnPipelineTest::operation);
        assertTrue(text.length > 3 << 20);
        complete(text);
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(text);
        }
        complete(compressed.toByteArray());
    }

    @Test
    void operationsInAVector() throws IOException {
        complete(lines(n -> (n == 0 ? "[" : " ") + operation(n) + (n == COUNT - 1 ? "]" : "")));
        complete(new String(lines(n -> (n == 0 ? "[" : " ") + operation(n) + (n == COUNT - 1 ? "]" : "")), UTF_8)
                .replace('\n', ' ')
                .getBytes(UTF_8));
    }

    @Test
    void linesThatLookLikeOperations() throws IOException {
        String trap = ", :note \"\n{:type :ok\", :map {:deep\n{:type :ok}}}";
        complete(lines(n -> operation(n).replace("}", n < COUNT / 2 ? "}" : trap)));
        complete(lines(n -> operation(n).replace("}", trap)));
    }

    @Test
    void operationsLargerThanBlocks() throws IOException {
        String large = "\"" + "{large}\n".repeat(200_000) + "\"";
        complete(lines(n -> operation(n).replace("}", n == 100 || n == COUNT - 1 ? ", :x " + large + "}" : "}")));
        complete(lines(n -> n == 0 ? operation(n).replace("}", ", :x #{" + "1 ".repeat(40_000) + "}}") : operation(n)));
    }

    @Test
    void faultsAreFoundWhereTheyAre() {
        int wrong = 9_000;
        byte[] parsing = lines(n -> n == wrong ? operation(n).replace(":r 7", ":q 7") : operation(n));
        byte[] meaning = lines(n -> n == wrong ? operation(n).replace(":append", ":w") : operation(n));
        for (int threads = 1; threads <= 3; threads += 2) {
            int t = threads;
            assertEquals(
                    "h.edn:9001:61: found :q, expected [:append key element], [:r key value] or [:w key value]",
                    assertThrows(ReadException.class, () -> read(parsing, t)).getMessage());
            assertEquals(
                    "h.edn:9001:42: found a write of a register, "
                            + "expected lists only, as this history is list-append",
                    assertThrows(ReadException.class, () -> read(meaning, t)).getMessage());
        }
        byte[] cut = Arrays.copyOf(lines(EdnPipelineTest::operation), 3 << 20);
        String message = assertThrows(ReadException.class, () -> read(cut, 2)).getMessage();
        assertTrue(message.contains("found the end of the file"), message);
        byte[] open = lines(n -> (n == 0 ? "[" : " ") + operation(n));
        assertEquals(
                "h.edn:12001:1: found the end of the file, "
                        + "expected another operation or the ] that ends the history",
                assertThrows(ReadException.class, () -> read(open, 2)).getMessage());
    }

    @Test
    @SuppressWarnings("InputStreamSlowMultibyteRead") // no matter in a test
    void aStreamThatFails() {
        byte[] text = lines(EdnPipelineTest::operation);
        for (int threads = 1; threads <= 3; threads++) {
            InputStream in = new InputStream() {
                private int at;

                @Override
                public int read() throws IOException {
                    if (at > text.length / 2) throw new IOException("broken pipe");
                    return text[at++];
                }
            };
            ReadOptions options = ReadOptions.DEFAULT.withThreads(threads);
            IOException e = assertThrows(IOException.class, () -> EdnReader.read(ByteSource.stream("-", in), options));
            assertEquals("broken pipe", e.getMessage());
        }
    }

    @Test
    void readingStopsWhenTheTimeIsOver() {
        byte[] text = lines(EdnPipelineTest::operation);
        for (byte[] each :
                new byte[][] {text, new String(text, UTF_8).replace('\n', ' ').getBytes(UTF_8)}) {
            ReadOptions options = ReadOptions.DEFAULT.withThreads(2).withDeadline(Deadline.after(Duration.ZERO));
            assertThrows(
                    Deadline.Expired.class,
                    () -> EdnReader.read(ByteSource.stream("-", new ByteArrayInputStream(each)), options));
        }
    }

    @Test
    void progressCountsTheBytes() throws IOException {
        byte[] text = lines(EdnPipelineTest::operation);
        byte[] vector = ("[" + new String(text, UTF_8).replace('\n', ' ') + "]").getBytes(UTF_8);
        for (byte[] each : new byte[][] {text, vector}) {
            AtomicLong bytes = new AtomicLong();
            Progress progress = new Progress() {
                @Override
                public void phase(String name, long total) {
                    assertEquals("read", name);
                }

                @Override
                public void advance(long steps) {
                    bytes.addAndGet(steps);
                }
            };
            EdnReader.read(
                    ByteSource.stream("-", new ByteArrayInputStream(each)),
                    ReadOptions.DEFAULT.withThreads(2).withProgress(progress));
            assertEquals(each.length, bytes.get());
        }
    }
}
