package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareTest {
    @Test
    void helpNeedsNoClojure() {
        Run run = Run.of("compare", "--help");
        assertEquals(0, run.status());
        assertTrue(run.out().startsWith("Usage: minos compare"), run.out());
        assertTrue(run.out().contains("MINOS_CLASSPATH"), run.out());
        assertEquals(run, Run.of("compare", "-h"));
    }

    @Test
    void saysWhatIsMissing() {
        assertEquals(
                new Run(
                        69,
                        "",
                        "minos: compare needs Elle on the class path: name its jars in MINOS_CLASSPATH or after "
                                + "--classpath\n"),
                Run.of("compare", "history.edn"));
        assertEquals(64, Run.of("compare", "history.edn", "--classpath").status());
    }

    /** A stand-in for Elle's sources is enough to get as far as the mistakes that Clojure reports. */
    @Test
    void handsOverToClojure(@TempDir Path folder) throws Exception {
        Files.createDirectories(folder.resolve("elle"));
        Files.writeString(folder.resolve("elle/list_append.clj"), "(ns elle.list-append)");
        assertEquals(
                new Run(64, "", "minos compare: no option is called --fast\n"),
                Run.of("compare", "--classpath", folder.toString(), "--fast", "history.edn"));
        assertEquals(
                new Run(64, "", "minos compare: compare which files?\n"), Run.of("compare", "--classpath=" + folder));
    }
}
