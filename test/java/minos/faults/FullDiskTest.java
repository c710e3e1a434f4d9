package minos.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullDiskTest {
    @TempDir
    Path folder;

    /** Nothing is half written, whichever change to the disk fails: {@link FullDisk}. */
    @Test
    void everyChangeFailsOnce() throws Exception {
        Path printed = folder.resolve("printed");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.nio.file.spi.DefaultFileSystemProvider=" + FaultyFileSystem.class.getName(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FullDisk.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        assertTrue(process.waitFor(300, TimeUnit.SECONDS), "still running");
        String text = Files.readString(printed, UTF_8);
        assertEquals(0, process.exitValue(), text);
        // Each command writes at least one file: it is opened, written to, and gets its name.
        assertTrue(
                text.lines().filter(line -> line.contains(" failures: minos ")).count() > 10, text);
        text.lines().forEach(line -> assertTrue(Integer.parseInt(line.replaceFirst(" .*", "")) >= 6, line));
    }
}
