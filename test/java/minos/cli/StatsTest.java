package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatsTest {
    @TempDir
    Path folder;

    @Test
    void oneTableForEachFile() throws IOException {
        String file = Files.writeString(folder.resolve("h.txt"), "w(1,5,0,0)\nr(2,0,0,0)\n")
                .toString();
        Run run = stats(file, file);
        assertEquals(0, run.status());
        assertEquals(2, run.out().lines().filter(file::equals).count());
        assertTrue(run.out().contains("\n  operations            2 (1 reads, 1 writes)\n"), run.out());
    }

    @Test
    void oneObjectForEachFileThatCanBeRead() throws IOException {
        String file = Files.writeString(folder.resolve("h.txt"), "w(1,5,0,0)\n").toString();
        String none = folder.resolve("none").toString();
        Run run = stats("-o", "json", none, file);
        assertEquals(3, run.status());
        assertEquals("minos: " + none + ": no such file\n", run.err());
        assertTrue(
                run.out().startsWith("{\"file\":\"" + file + "\",\"model\":\"rw-register\",\"sessions\":1,"),
                run.out());
        assertEquals(1, run.out().lines().count());
    }

    @Test
    void wrongUsage() {
        assertThrows(UsageException.class, () -> stats());
        assertThrows(UsageException.class, () -> stats("--output", "xml", "h"));
        assertThrows(UsageException.class, () -> stats("--format", "xml", "h"));
        assertTrue(stats("--help").out().startsWith("Usage: minos stats"));
    }

    private static Run stats(String... words) {
        return Run.of((out, err) -> Stats.run(words, out, err, Environment.PIPE));
    }
}
