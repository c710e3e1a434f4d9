package minos.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import minos.Histories;
import minos.io.bytes.ByteSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Damage is told, not judged. A compressed file has checksums: any bit of it that is flipped makes it unreadable, or changes
 * nothing. A plain one has none, and a digit that became another one is a history as well; but it never ends in the middle of
 * something. {@code JepsenFileTest} does the same for the format that has checksums of its own.
 */
class DamageTest {
    private static final String EDN =
            """
            {:index 0, :type :invoke, :process 0, :f :txn, :value [[:w :x 1] [:w "y" 10]]}
            #jepsen.history.Op{:index 1, :type :ok, :process 0, :f :txn, :value [[:w :x 1] [:w "y" 10]]}
            {:index 2, :type :invoke, :process 1, :f :txn, :value [[:r :x nil]]}
            {:index 3, :type :ok, :process 1, :f :txn, :value [[:r :x 1]]}
            """;

    /** The formats that are written to a stream, and Cobra's log. */
    enum Sample {
        EDN,
        VECTOR,
        PLUME,
        DBCOP,
        DBCOP_JSON,
        COBRA;

        Format format() {
            return this == VECTOR ? Format.EDN : Format.valueOf(name());
        }

        byte[] bytes() throws IOException {
            if (this == EDN) return DamageTest.EDN.getBytes(UTF_8);
            if (this == VECTOR) return ("[" + DamageTest.EDN + "]").getBytes(UTF_8);
            if (this == COBRA) return log();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            HistoryFiles.write(HistoryFiles.read(source(EDN.bytes()), ReadOptions.DEFAULT), out, format());
            return out.toByteArray();
        }

        /** Whether a text of that length ends behind an operation, or behind nothing. */
        boolean mayEnd(byte[] bytes, int length) {
            String text = new String(bytes, 0, length, UTF_8).strip();
            return switch (this) {
                case EDN -> text.endsWith("}");
                case PLUME -> text.endsWith(")");
                case VECTOR, DBCOP_JSON ->
                    text.length() == new String(bytes, UTF_8).strip().length();
                case DBCOP -> length == bytes.length;
                case COBRA -> (length - 9) % 43 == 0 || (length - 9) % 43 == 25 || (length - 9) % 43 == 34;
            };
        }

        /** Transactions with one write each. */
        private static byte[] log() {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            for (int t = 1; t <= 3; t++) {
                record(out, 'S', t);
                record(out, 'W', t * 10, 7, t);
                record(out, 'C', t);
            }
            return out.toByteArray();
        }

        private static void record(ByteArrayOutputStream out, char letter, int... numbers) {
            out.write(letter);
            for (int number : numbers) out.writeBytes(new byte[] {0, 0, 0, 0, 0, 0, 0, (byte) number});
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyBitOfACompressedFile(Sample sample) throws IOException {
        byte[] packed = gzip(sample.bytes());
        List<String> whole = show(packed, sample).orElseThrow();
        int told = 0;
        for (int bit = 0; bit < 8 * packed.length; bit++) {
            packed[bit / 8] ^= (byte) (1 << bit % 8);
            Optional<List<String>> read = show(packed, sample);
            if (read.isPresent()) assertEquals(whole, read.get(), "bit " + bit);
            else told++;
            packed[bit / 8] ^= (byte) (1 << bit % 8);
        }
        // The time, the system and the like stand in the header, and mean nothing.
        assertTrue(told >= 8 * (packed.length - 10), told + " of " + 8 * packed.length);
        for (int length = 1; length < packed.length; length++) {
            assertTrue(show(Arrays.copyOf(packed, length), sample).isEmpty(), "cut at " + length);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyEndInTheMiddleOfSomething(Sample sample) throws IOException {
        byte[] bytes = sample.bytes();
        assertTrue(show(bytes, sample).isPresent());
        for (int length = 1; length < bytes.length; length++) {
            boolean read = show(Arrays.copyOf(bytes, length), sample).isPresent();
            if (read) assertTrue(sample.mayEnd(bytes, length), "cut at " + length);
        }
    }

    /** What follows a history that has an end: nothing. */
    @ParameterizedTest
    @EnumSource(names = {"VECTOR", "DBCOP", "DBCOP_JSON"})
    void moreBehindTheEnd(Sample sample) throws IOException {
        byte[] bytes = sample.bytes();
        for (int more = 33; more < 256; more++) {
            byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
            longer[bytes.length] = (byte) more;
            boolean blank = sample == Sample.VECTOR && (more == ',' || more == ';');
            assertEquals(blank, show(longer, sample).isPresent(), "byte " + more);
        }
    }

    /** The history; empty if it is refused. */
    private static Optional<List<String>> show(byte[] bytes, Sample sample) throws IOException {
        try {
            return Optional.of(Histories.show(HistoryFiles.read(
                    source(bytes),
                    ReadOptions.DEFAULT.withFormat(sample.format()).withThreads(1))));
        } catch (ReadException e) {
            return Optional.empty();
        }
    }

    private static ByteSource source(byte[] bytes) {
        return ByteSource.stream("h", new ByteArrayInputStream(bytes));
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream zip = new GZIPOutputStream(out)) {
            zip.write(bytes);
        }
        return out.toByteArray();
    }
}
