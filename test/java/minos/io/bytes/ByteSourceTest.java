package minos.io.bytes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import minos.io.ReadException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ByteSourceTest {
    private static final String LONG = "x".repeat(70_000);
    private static final byte[] TEXT = ("one\ntwo\n\n" + LONG + "\nlast").getBytes(UTF_8);

    @TempDir
    Path folder;

    @Test
    void filesAndStreamsPlainAndCompressedGiveTheSameTextAndPlaces() throws IOException {
        Path plain = Files.write(folder.resolve("h.txt"), TEXT);
        Path compressed = Files.write(folder.resolve("h.txt.gz"), gzip(TEXT));
        List<ByteSource> sources = List.of(
                ByteSource.file(plain),
                ByteSource.file(compressed),
                ByteSource.stream("-", new ByteArrayInputStream(TEXT)),
                ByteSource.stream("-", new BufferedInputStream(new ByteArrayInputStream(gzip(TEXT)))));
        for (ByteSource source : sources) {
            assertArrayEquals("one\ntw".getBytes(UTF_8), source.head(6));
            assertArrayEquals("one".getBytes(UTF_8), source.head(3));
            try (InputStream in = source.open()) {
                assertArrayEquals(TEXT, in.readAllBytes());
            }
            assertEquals(new ReadException.Place(1, 1), source.locate(0));
            assertEquals(new ReadException.Place(1, 4), source.locate(3));
            assertEquals(new ReadException.Place(2, 1), source.locate(4));
            assertEquals(new ReadException.Place(3, 1), source.locate(8));
            assertEquals(new ReadException.Place(4, 70_001), source.locate(9 + 70_000));
            assertEquals(new ReadException.Place(5, 5), source.locate(TEXT.length));
            if (source.isRepeatable()) {
                try (InputStream in = source.open(TEXT.length - 4)) {
                    assertArrayEquals("last".getBytes(UTF_8), in.readAllBytes());
                }
            } else {
                assertThrows(IOException.class, source::open);
            }
        }
    }

    @Test
    void whatCannotBeReadIsSaidInWords() throws IOException {
        assertEquals(folder.resolve("none") + ": no such file", message(ByteSource.file(folder.resolve("none"))));
        assertEquals(folder + ": a directory, not a file", message(ByteSource.file(folder)));
        byte[] gzip = gzip(TEXT);
        byte[] cut = Arrays.copyOf(gzip, gzip.length - 4);
        assertEquals(
                "-: damaged after " + TEXT.length + " bytes of text: the gzip data end too early",
                message(ByteSource.stream("-", new ByteArrayInputStream(cut))));
        assertEquals(
                "-: begins like gzip data, but is not: the gzip data end too early",
                message(ByteSource.stream("-", new ByteArrayInputStream(Arrays.copyOf(gzip, 4)))));
        gzip[gzip.length - 6] ^= 1;
        assertEquals(
                "-: damaged after " + TEXT.length + " bytes of text: the checksum is wrong",
                message(ByteSource.stream("-", new ByteArrayInputStream(gzip))));
    }

    /** Members, then zeros or the end: the rest of a file is never lost. */
    @Test
    void gzipIsReadToItsEnd() throws IOException {
        byte[] member = gzip(TEXT);
        assertArrayEquals(join(TEXT, TEXT), text(join(member, member)));
        assertArrayEquals(TEXT, text(join(member, new byte[100_000])));
        String damaged = "-: damaged after " + TEXT.length + " bytes of text: ";
        assertEquals(
                damaged + "something else behind the compressed data", gzipMessage(member, "more".getBytes(UTF_8)));
        assertEquals(damaged + "something else behind the compressed data", gzipMessage(member, new byte[] {0, 0, 1}));
        assertEquals(damaged + "the gzip data end too early", gzipMessage(member, Arrays.copyOf(member, 5)));
        byte[] other = member.clone();
        other[0] ^= 1;
        assertEquals(damaged + "something else behind the compressed data", gzipMessage(member, other));
    }

    @Test
    void whatAGzipHeaderMayHold() throws IOException {
        byte[] plain = gzip(TEXT);
        byte[] data = Arrays.copyOfRange(plain, 10, plain.length);
        byte[] header = {0x1F, (byte) 0x8B, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3, 2, 0, 'x', 'y', 'n', 0, 'c', 0};
        CRC32 crc = new CRC32();
        crc.update(header);
        byte[] checksum = {(byte) crc.getValue(), (byte) (crc.getValue() >> 8)};
        assertArrayEquals(TEXT, text(join(join(header, checksum), data)));
        checksum[0] ^= 1;
        String bad = "-: begins like gzip data, but is not: ";
        assertEquals(bad + "the checksum of the header is wrong", gzipMessage(join(header, checksum), data));
        header[3] |= 32;
        assertEquals(bad + "flags that are not known", gzipMessage(header, data));
        header[2] = 7;
        assertEquals(bad + "a way of compression that is not known", gzipMessage(header, data));
    }

    private static String gzipMessage(byte[] one, byte[] other) {
        return message(ByteSource.stream("-", new ByteArrayInputStream(join(one, other))));
    }

    private static byte[] text(byte[] bytes) throws IOException {
        try (InputStream in =
                ByteSource.stream("-", new ByteArrayInputStream(bytes)).open()) {
            return in.readAllBytes();
        }
    }

    private static byte[] join(byte[] one, byte[] other) {
        byte[] both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    @Test
    void aNamedPipeIsReadOnce() throws Exception {
        Path pipe = folder.resolve("pipe");
        try {
            assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "skipped: mkfifo failed");
        } catch (IOException e) {
            assumeTrue(false, "skipped: no mkfifo");
        }
        Thread writer = new Thread(() -> {
            try (OutputStream out = Files.newOutputStream(pipe)) {
                out.write(TEXT);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        writer.start();
        ByteSource source = ByteSource.file(pipe);
        assertArrayEquals("one\n".getBytes(UTF_8), source.head(4));
        try (InputStream in = source.open()) {
            assertArrayEquals(TEXT, in.readAllBytes());
        }
        writer.join();
        assertEquals(new ReadException.Place(2, 2), source.locate(5));
        assertEquals(
                pipe + " was read before",
                assertThrows(IOException.class, source::open).getMessage());
    }

    @Test
    void messagesNameFileLineAndColumn() throws IOException {
        ByteSource source = ByteSource.file(Files.write(folder.resolve("h.txt"), TEXT));
        assertEquals(
                source.name() + ":2:3: found o, expected i",
                source.error(6, "o", "i").getMessage());
    }

    private static String message(ByteSource source) {
        return assertThrows(ReadException.class, () -> {
                    try (InputStream in = source.open()) {
                        in.readAllBytes();
                    }
                })
                .getMessage();
    }

    private static byte[] gzip(byte[] text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(text);
        }
        return out.toByteArray();
    }
}
