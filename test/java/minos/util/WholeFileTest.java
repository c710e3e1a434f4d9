package minos.util;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir
    Path folder;

    @Test
    void aFileGetsItsNameWhenItIsWhole() throws IOException {
        Path file = folder.resolve("a.txt");
        int seen = WholeFile.write(file, out -> {
            out.write('x');
            assertEquals(false, Files.exists(file));
            return folder.toFile().list().length;
        });
        assertEquals(1, seen, "the unfinished one");
        assertEquals("x", Files.readString(file));
        assertArrayEquals(new String[] {"a.txt"}, folder.toFile().list());
    }

    @Test
    void afterAFailureAllIsAsBefore() throws IOException {
        Path file = folder.resolve("a.txt");
        WholeFile.write(file, "before");
        assertThrows(
                IOException.class,
                () -> WholeFile.write(file, out -> {
                    out.write('x');
                    throw new IOException("no more");
                }));
        Path sub = folder.resolve("sub");
        assertThrows(
                OutOfMemoryError.class,
                () -> WholeFile.writeFolder(sub, unfinished -> {
                    Files.writeString(unfinished.resolve("part"), "x");
                    throw new OutOfMemoryError();
                }));
        assertEquals("before", Files.readString(file));
        assertArrayEquals(new String[] {"a.txt"}, folder.toFile().list());
    }

    /** Who writes at the same time gets in nobody's way, and who reads sees one of them, whole. */
    @Test
    void severalAtOnce() throws Exception {
        Path file = folder.resolve("a.txt");
        WholeFile.write(file, "0".repeat(100_000));
        Thread[] writers = new Thread[4];
        AtomicReference<Throwable> failure = new AtomicReference<>();
        for (int w = 0; w < writers.length; w++) {
            String text = ("" + w).repeat(100_000);
            writers[w] = new Thread(() -> {
                try {
                    for (int i = 0; i < 25; i++) WholeFile.write(file, text);
                } catch (Throwable e) {
                    failure.set(e);
                }
            });
        }
        for (Thread writer : writers) writer.start();
        for (int i = 0; i < 50; i++) {
            String read = Files.readString(file);
            assertEquals(read.substring(0, 1).repeat(100_000), read);
        }
        for (Thread writer : writers) writer.join();
        assertEquals(null, failure.get());
        assertArrayEquals(new String[] {"a.txt"}, folder.toFile().list());
    }

    @Test
    void aFolderThatIsInUseStays() throws IOException {
        Path sub = Files.createDirectory(folder.resolve("sub"));
        WholeFile.writeFolder(sub, unfinished -> Files.writeString(unfinished.resolve("part"), "x"));
        assertEquals("x", Files.readString(sub.resolve("part")));
        assertThrows(
                FileAlreadyExistsException.class,
                () -> WholeFile.writeFolder(sub, unfinished -> Files.writeString(unfinished.resolve("part"), "y")));
        assertEquals("x", Files.readString(sub.resolve("part")));
    }
}
