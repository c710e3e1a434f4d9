package minos.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import minos.Histories;
import minos.io.bytes.ByteSource;
import minos.util.Deadline;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any sequence of bytes is a history or a clear complaint: nothing else is ever thrown, and memory and time are
 * bounded.
 */
class ReadersRobustnessTest {
    private static final Path SEEDS = Path.of("test", "resources", "minos", "io", "ReadersFuzzTestInputs");

    /** The format and what is an example of it. */
    record Seed(Optional<Format> format, Path file) {}

    static List<Seed> seeds() throws IOException {
        List<Seed> seeds = new ArrayList<>();
        try (Stream<Path> files = Files.walk(SEEDS)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String folder = file.getParent().getFileName().toString();
                if (folder.equals("fressian")) continue; // no format by itself
                seeds.add(new Seed(Format.named(folder.replace("J", "-j")), file));
            }
        }
        return seeds;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyBeginning(Seed seed) throws IOException {
        byte[] bytes = Files.readAllBytes(seed.file);
        for (int length = 0; length <= bytes.length; length++)
            read(Arrays.copyOf(bytes, length), seed.format, "cut at " + length);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void smallChanges(Seed seed) throws IOException {
        byte[] bytes = Files.readAllBytes(seed.file);
        SplittableRandom random = new SplittableRandom(Long.getLong("minos.seed", 1));
        for (int i = 0; i < 200; i++) {
            byte[] changed = changed(bytes, random);
            read(changed, seed.format, Arrays.toString(changed));
            read(changed, Optional.empty(), Arrays.toString(changed));
        }
    }

    private static byte[] changed(byte[] bytes, SplittableRandom random) {
        byte[] changed = bytes.clone();
        for (int n = random.nextInt(1, 4); n > 0 && changed.length > 0; n--) {
            int at = random.nextInt(changed.length);
            switch (random.nextInt(4)) {
                case 0 -> changed[at] = (byte) random.nextInt(256);
                case 1 -> changed[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> { // something once more, in another place
                    int from = random.nextInt(changed.length);
                    int length = Math.min(random.nextInt(1, 20), changed.length - Math.max(from, at));
                    System.arraycopy(changed.clone(), from, changed, at, length);
                }
                default -> { // something left out
                    int length = Math.min(random.nextInt(1, 10), changed.length - at);
                    System.arraycopy(changed, at + length, changed, at, changed.length - at - length);
                    changed = Arrays.copyOf(changed, changed.length - length);
                }
            }
        }
        return changed;
    }

    @Test
    void anyBytes() throws IOException {
        SplittableRandom random = new SplittableRandom(Long.getLong("minos.seed", 1));
        for (Format format : List.of(Format.EDN, Format.PLUME, Format.DBCOP, Format.DBCOP_JSON, Format.COBRA)) {
            for (int i = 0; i < 200; i++) {
                byte[] bytes = new byte[random.nextInt(200)];
                random.nextBytes(bytes);
                read(bytes, format, Arrays.toString(bytes));
                read(bytes, Optional.empty(), Arrays.toString(bytes));
            }
        }
    }

    @Test
    void anyTokens() throws IOException {
        String[] tokens = {
            "{",
            "}",
            "[",
            "]",
            "(",
            ")",
            "#{",
            "#_",
            "#a",
            "#",
            "\"",
            "\\",
            "\\u",
            ":type",
            ":ok",
            ":invoke",
            ":info",
            ":process",
            "0",
            "1",
            "-1",
            ":f",
            ":txn",
            ":value",
            ":append",
            ":r",
            ":w",
            "nil",
            "99999999999999999999",
            "1N",
            "1/0",
            "^",
            ";",
            "\n",
            ",",
            "events",
            "committed",
            "true",
            "null",
            "\"data\"",
            ":",
            "r(",
            "w(",
            "1,1,0,0)",
            ".5e9",
            "##NaN",
            "##"
        };
        SplittableRandom random = new SplittableRandom(Long.getLong("minos.seed", 1));
        for (int i = 0; i < 1000; i++) {
            StringBuilder text = new StringBuilder(i % 2 == 0 ? "{:type :ok, :process 0, :f :txn, :value " : "");
            String between = i % 3 == 0 ? "" : " ";
            for (int n = random.nextInt(12); n > 0; n--) {
                text.append(tokens[random.nextInt(tokens.length)]).append(between);
            }
            byte[] bytes = text.toString().getBytes(UTF_8);
            read(bytes, Format.EDN, text.toString());
            read(bytes, Format.DBCOP_JSON, text.toString());
            read(bytes, Optional.empty(), text.toString());
        }
    }

    @Test
    void deepNesting() throws IOException {
        int deep = 100_000;
        String op = "{:type :ok, :process 0, :f :txn, :value ";
        for (String opening :
                List.of("[", "{", "(", "#{", "{:a ", "#a ", "#_ ", "#_[", "#:a{", "#a[", "[[:r [", "\\", "\"\\")) {
            read(opening.repeat(deep).getBytes(UTF_8), Format.EDN, opening);
            read((op + opening.repeat(deep)).getBytes(UTF_8), Format.EDN, op + opening);
            read((op + "[[:r " + opening.repeat(deep)).getBytes(UTF_8), Format.EDN, op + "[[:r " + opening);
            read((op + "[[:w 1 " + opening.repeat(deep)).getBytes(UTF_8), Format.EDN, op + "[[:w 1 " + opening);
            read(("{:error " + opening.repeat(deep)).getBytes(UTF_8), Format.EDN, "{:error " + opening);
        }
        for (String opening : List.of("[", "{\"a\":", "[[{\"events\":", "{\"data\":[", "[[{\"x\":")) {
            read(opening.repeat(deep).getBytes(UTF_8), Format.DBCOP_JSON, opening);
        }
    }

    @Test
    void hugeNumbers() throws IOException {
        String digits = "9".repeat(100_000);
        read(("w(" + digits + ",1,0,0)").getBytes(UTF_8), Format.PLUME, "key");
        read(("w(1,1," + digits + ",0)").getBytes(UTF_8), Format.PLUME, "session");
        for (String number : List.of(
                digits, digits + "N", "1e999999999M", "1/" + digits, digits + ".0", "0x" + digits, "36rZ" + digits)) {
            read(
                    ("{:type :ok, :process " + number + ", :f :txn, :value [[:w 1 1]]}").getBytes(UTF_8),
                    Format.EDN,
                    "process");
            read(
                    ("{:type :ok, :process 0, :index " + number + ", :f :txn, :value [[:w 1 1]]}").getBytes(UTF_8),
                    Format.EDN,
                    "index");
            read(
                    ("{:type :ok, :process 0, :f :txn, :value [[:w " + number + " " + number + "]]}").getBytes(UTF_8),
                    Format.EDN,
                    "key");
        }
        assertEquals(
                List.of("18446744073709551615: w(1,1)"),
                Histories.show(HistoryFiles.read(
                        source("w(1,1,18446744073709551615,0)".getBytes(UTF_8)), ReadOptions.DEFAULT)));
    }

    @Test
    void aBombIsNotUnpacked() throws IOException {
        byte[] bomb = packed(" ".repeat(1 << 20).getBytes(UTF_8), 100);
        ReadException e = assertThrows(ReadException.class, () -> HistoryFiles.read(source(bomb), ReadOptions.DEFAULT));
        assertEquals("unpacks to more than 250 times its size; --max-ratio lets larger ones through", e.problem());
        ReadOptions more = ReadOptions.DEFAULT.withFormat(Format.PLUME).withMaxRatio(5000);
        e = assertThrows(ReadException.class, () -> HistoryFiles.read(source(bomb), more));
        assertTrue(e.problem().startsWith("found "), e.problem()); // a line of more than so many bytes
    }

    @Test
    void muchOfTheSameIsFineIfItIsNotTooMuch() throws IOException {
        byte[] text = packed("w(1,1,0,0)\nr(1,1,0,0)\n".repeat(1000).getBytes(UTF_8), 100);
        assertEquals(
                200_000, HistoryFiles.read(source(text), ReadOptions.DEFAULT).operations());
    }

    private static byte[] packed(byte[] block, int times) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream zip = new GZIPOutputStream(bytes)) {
            for (int i = 0; i < times; i++) zip.write(block);
        }
        return bytes.toByteArray();
    }

    /** A text without end is refused as soon as it cannot become a history any more, or when time is over. */
    @Test
    void textsWithoutEnd() {
        for (String endless :
                List.of("\"", "{:type \"", "w(1,1,0,0)", "[[{\"x\":\"", "{:type :ok :value [[:w 1 1] ", "; ")) {
            for (Format format : List.of(Format.EDN, Format.PLUME, Format.DBCOP_JSON)) {
                ReadOptions soon = ReadOptions.DEFAULT
                        .withFormat(format)
                        .withThreads(1)
                        .withDeadline(Deadline.after(Duration.ofMillis(200)));
                ByteSource source = ByteSource.stream("h", new Endless(endless.getBytes(UTF_8)));
                Throwable e = assertThrows(Throwable.class, () -> HistoryFiles.read(source, soon));
                assertTrue(
                        e instanceof ReadException || e instanceof Deadline.Expired,
                        endless + " as " + format + ": " + e);
            }
        }
    }

    /** Nobody waits for the end of a text that is wrong in its second line. */
    @Test
    void aFaultIsToldBeforeAnEndThatNeverComes() {
        for (String text : List.of(
                "w(1,1,0,0)\nw(1,2,0\n",
                "{:type :ok, :process 0, :f :txn, :value [[:w 1 1]]}\n{:type :ok, :process 0, :f :txn, :value [[:w 1]]}\n",
                "[[{\"events\":[[\"w\",1,1]],\"committed\":true},\n{\"events\":[[\"w\",1]]} ")) {
            ReadOptions options = ReadOptions.DEFAULT.withDeadline(Deadline.after(Duration.ofSeconds(60)));
            ByteSource source = ByteSource.stream("h", new Endless(text.getBytes(UTF_8)));
            ReadException e = assertThrows(ReadException.class, () -> HistoryFiles.read(source, options), text);
            assertEquals(2, e.place().line(), e.getMessage());
        }
    }

    /** Begins in some way, and goes on with its last sign for ever. */
    private static final class Endless extends InputStream {
        private final byte[] begin;
        private long at;

        Endless(byte[] begin) {
            this.begin = begin;
        }

        @Override
        public int read() {
            return begin[(int) Math.min(at++, begin.length - 1)] & 255;
        }

        @Override
        public int read(byte[] into, int from, int length) {
            for (int i = 0; i < length; i++) into[from + i] = (byte) read();
            return length;
        }
    }

    private static void read(byte[] bytes, Format format, String what) throws IOException {
        read(bytes, Optional.of(format), what);
    }

    private static void read(byte[] bytes, Optional<Format> format, String what) throws IOException {
        try {
            Histories.show(HistoryFiles.read(
                    source(bytes), ReadOptions.DEFAULT.withFormat(format).withThreads(1)));
        } catch (ReadException e) {
            assertTrue(e.getMessage().length() < 1000, "a message for people, not " + e.getMessage());
        } catch (RuntimeException | Error e) {
            throw new AssertionError(format + ": " + (what.length() > 2000 ? what.substring(0, 2000) : what), e);
        }
    }

    private static ByteSource source(byte[] bytes) {
        return ByteSource.stream("h", new ByteArrayInputStream(bytes));
    }
}
