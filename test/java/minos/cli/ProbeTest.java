package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code minos probe}, on the H2 that comes with Minos. */
class ProbeTest {
    @TempDir
    Path temporary;

    private Path folder;

    private Run probe(String... words) {
        folder = temporary.resolve("probe");
        String[] all = new String[words.length + 3];
        all[0] = "probe";
        all[1] = "-o";
        all[2] = folder.toString();
        System.arraycopy(words, 0, all, 3, words.length);
        return Run.of(all);
    }

    @Test
    void saysWhatWasSeenAndWhatWasNot() throws Exception {
        Run run = probe(
                "--isolation", "read-uncommitted,serializable", "--time", "1", "--sessions", "4", "--timeout", "3");
        assertEquals("", run.err());
        assertEquals(0, run.status());
        List<String> lines = run.out().lines().toList();
        assertTrue(lines.get(0).startsWith("H2 2."), run.out());
        assertTrue(lines.get(2).startsWith("  asked for         not seen violated, up to"), run.out());
        assertTrue(lines.get(3).startsWith("  read-uncommitted  "), run.out());
        assertTrue(lines.get(4).startsWith("  serializable      "), run.out());
        assertTrue(run.out().contains("\nA level that is not violated was not seen to be, "), run.out());
        List<String> rows = Files.readAllLines(folder.resolve("matrix.json"));
        assertEquals(2, rows.size());
        assertTrue(rows.get(0).startsWith("{\"database\":\"H2 "), rows.get(0));
        assertTrue(
                rows.get(1).contains("\"level\":\"read-committed\",\"order\":\"session\",\"seen\":\"not violated\""),
                rows.get(1));
        String page = Files.readString(folder.resolve("index.html"));
        for (String link : page.split("href=\"", -1)) {
            if (link.startsWith("<!")) continue;
            Path report = folder.resolve(link.substring(0, link.indexOf('"')));
            assertTrue(Files.exists(report) && Files.exists(report.resolveSibling("history.edn")), link);
        }
        Run again = probe("--time", "1");
        assertEquals(73, again.status(), "what was recorded is never overwritten");
    }

    @Test
    void mistakesAreNamed() {
        assertEquals(64, probe("--isolation", "serialisable").status());
        assertEquals(
                64, probe("--jdbc", "jdbc:h2:mem:a", "--jdbc", "jdbc:h2:mem:b").status());
        assertEquals(64, Run.of("probe").status());
        Run run = probe("--jdbc", "jdbc:nobody:knows");
        assertEquals(69, run.status());
        assertTrue(run.err().startsWith("minos: no JDBC driver takes jdbc:nobody:"), run.err());
        assertTrue(Run.of("probe", "--help").out().startsWith("Usage: minos probe "));
    }
}
