package minos.io.edn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import minos.io.ReadException;
import minos.io.ReadOptions;
import minos.io.bytes.ByteSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Hundreds of megabytes in a heap of 128: the text is never held. Each case runs in a JVM of its own. */
@Tag("slow")
class EdnMemoryTest {
    private static final long SIZE = 200_000_000;

    @Test
    void linesAndVectors() throws Exception {
        assertEquals("read 1000 transactions", inSmallHeap("lines"));
        assertEquals("read 1000 transactions", inSmallHeap("vector"));
    }

    @Test
    void oneOperationTooLarge() throws Exception {
        assertEquals("found more than 4194304 numbers in one operation, expected a smaller one", inSmallHeap("list"));
        assertEquals("found more than 16777216 bytes, expected a shorter token or string", inSmallHeap("string"));
    }

    @Test
    void oneFieldOfAnySize() throws Exception {
        assertEquals("read 1 transactions", inSmallHeap("field"));
        assertEquals("read 1 transactions", inSmallHeap("blank"));
    }

    private static String inSmallHeap(String text) throws IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process process = new ProcessBuilder(
                        java.toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EdnMemoryTest.class.getName(),
                        text)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        process.waitFor();
        return output;
    }

    public static void main(String[] args) throws IOException {
        try {
            System.out.println("read "
                    + EdnReader.read(ByteSource.stream("-", text(args[0])), ReadOptions.DEFAULT.withThreads(2))
                            .transactions()
                    + " transactions");
        } catch (ReadException e) {
            System.out.println(e.problem());
        }
    }

    private static InputStream text(String kind) {
        String elements = IntStream.range(0, 35_000).mapToObj(Integer::toString).collect(Collectors.joining(" "));
        String operation = "{:type :ok, :process 0, :f :txn, :value [[:r 1 [" + elements + "]]]}";
        String small = "{:type :ok, :process 0, :f :txn, :value [[:r 1 [1]]], :x ";
        return switch (kind) {
            case "lines" -> stream("", operation + "\n", 1000, "");
            case "vector" -> stream("[", operation + " ", 1000, "]");
            case "list" -> stream("{:type :ok, :process 0, :f :txn, :value [[:r 1 [", "1 2 3 4 ", SIZE / 8, "]]]}");
            case "string" -> stream("{:type :ok, :process 0, :f :txn, :value [[:w 1 \"", "12345678", SIZE / 8, "\"]]}");
            case "field" -> stream(small + "[\"", "1234567 \\\"", SIZE / 10, "\"]}");
            default -> stream(small + "1 ", " , ; a comment that takes the rest of a line\n", SIZE / 45, "}");
        };
    }

    /** {@code times} repetitions of a text between two others, made as they are read. */
    private static InputStream stream(String before, String repeated, long times, String after) {
        Iterator<byte[]> parts = new Iterator<>() {
            private final byte[] many =
                    repeated.repeat(repeated.length() < 1000 ? 1000 : 1).getBytes(UTF_8);
            private final long last = times * repeated.length() / many.length + 1;
            private long next;

            @Override
            public boolean hasNext() {
                return next <= last;
            }

            @Override
            public byte[] next() {
                long part = next++;
                return part == 0 ? before.getBytes(UTF_8) : part == last ? after.getBytes(UTF_8) : many;
            }
        };
        return new InputStream() {
            private InputStream part = InputStream.nullInputStream();

            @Override
            public int read() throws IOException {
                return read(new byte[1], 0, 1);
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                for (; ; ) {
                    int n = part.read(into, from, length);
                    if (n > 0 || !parts.hasNext()) return n;
                    part = new ByteArrayInputStream(parts.next());
                }
            }
        };
    }
}
