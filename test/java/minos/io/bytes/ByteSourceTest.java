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
                "-: damaged after " + TEXT.length + " bytes of text: Corrupt GZIP trailer",
                message(ByteSource.stream("-", new ByteArrayInputStream(gzip))));
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
