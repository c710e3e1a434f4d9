package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import minos.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each exit status of doc/cli.md, provoked; {@code LauncherIT} provokes those that are Java's. */
class StatusesTest {
    static final List<Integer> ALL = List.of(
            Main.OK,
            Main.VIOLATED,
            Main.UNKNOWN,
            Main.UNREADABLE,
            Main.USAGE,
            Main.UNAVAILABLE,
            Main.FAILED,
            Main.UNWRITTEN);

    private static final String HISTORY = "test/histories/read-committed/fractured-read.edn";

    @TempDir
    Path folder;

    @Test
    void verdicts() throws IOException {
        assertStatus(0, "check", "-l", "rc", HISTORY);
        assertStatus(1, "check", "-l", "ra", HISTORY);
        assertStatus(0, "check", "-l", "all", HISTORY);
        assertStatus(2, "check", "-l", "lin", HISTORY);
        assertStatus(3, "check", "-l", "rc", HISTORY, file("damaged.edn", "{:type :ok"));
        assertStatus(3, "check", "-l", "ra", HISTORY, file("damaged.edn", "{:type :ok"));
    }

    @Test
    void certificates() throws IOException {
        String proof = folder.resolve("proof").toString();
        assertStatus(0, "check", "-l", "rc", "--certificate", proof, HISTORY);
        assertStatus(0, "verify", HISTORY, proof);
        assertStatus(1, "verify", file("other.txt", "w(1,1,0,0)"), proof);
        assertStatus(3, "verify", HISTORY, file("none", "?"));
        assertStatus(3, "verify", folder.resolve("missing").toString(), proof);
        assertStatus(73, "check", "-l", "rc", "--certificate", folder + "/no/such/folder", HISTORY);
        // A violation is a verdict, and there is no certificate of it.
        assertStatus(1, "check", "-l", "ra", "--certificate", folder + "/no/such/folder", HISTORY);
    }

    @Test
    void whatCannotBeWritten() throws IOException {
        String taken = file("taken", "");
        assertStatus(73, "convert", HISTORY, "-o", taken + "/h.edn");
        assertStatus(73, "convert", HISTORY, "-o", folder.resolve("h.txt").toString()); // lists in Plume text
        assertStatus(73, "shrink", "-l", "ra", HISTORY, "-o", taken + "/h.edn");
        assertStatus(73, "generate", "-o", taken + "/h.edn");
        assertStatus(73, "report", HISTORY, "-o", taken);
        assertStatus(73, "run", "-o", taken);
        // The verdict is there all the same.
        assertStatus(0, "check", "-l", "rc", "--report", taken, HISTORY);
        assertStatus(1, "check", "-l", "ra", "--report", taken, HISTORY);
    }

    @Test
    void whatIsMissing() {
        assertStatus(69, "compare", HISTORY);
        assertStatus(69, "run", "--jdbc", "jdbc:nosuch:x");
        assertStatus(69, "run", "--jdbc", "jdbc:h2:tcp://localhost:1/x");
    }

    @Test
    void usage() {
        assertStatus(64);
        assertStatus(64, "nonsense");
        for (String command : List.of(
                "check", "report", "shrink", "convert", "stats", "generate", "run", "probe", "watch", "verify")) {
            assertStatus(64, command, "--nonsense", HISTORY);
            assertStatus(64, command, "--timeout", "soon", "-o", "x.edn", "-l", "ser", HISTORY, HISTORY);
            for (String option : List.of("--timeout SECONDS", "--max-memory SIZE")) {
                assertTrue(Run.of(command, "--help").out().contains(option), command + " takes " + option);
            }
        }
    }

    /** What was written by the time that nothing more comes is judged as by {@code check}. */
    @Test
    void watching() throws IOException {
        assertStatus(0, "watch", "--idle", "0.001", "-l", "rc", HISTORY);
        assertStatus(1, "watch", "--idle", "0.001", "-l", "ra", HISTORY);
        assertStatus(1, "watch", "--stop-at", "ra", HISTORY);
        assertStatus(0, "watch", "--idle", "0.001", HISTORY);
        assertStatus(
                2,
                "watch",
                "--idle",
                "0.001",
                "-l",
                "rc",
                folder.resolve("missing.edn").toString());
        assertStatus(2, "watch", "--idle", "0.001", "-l", "rc", "--timeout", "0.000000001", HISTORY);
        assertStatus(3, "watch", "--idle", "0.001", file("no.edn", "{:type :maybe}"));
        assertStatus(73, "watch", "--idle", "0.001", "--report", file("taken", ""), HISTORY);
        assertStatus(1, "watch", "--idle", "0.001", "-l", "ra", "--report", file("taken", ""), HISTORY);
    }

    @Test
    void probing() throws IOException {
        String to = folder.resolve("probe").toString();
        assertStatus(0, "probe", "--isolation", "serializable", "--time", "0.1", "--sessions", "2", "-o", to);
        assertStatus(73, "probe", "--isolation", "serializable", "--time", "0.1", "-o", to);
        assertStatus(73, "probe", "--isolation", "serializable", "--time", "0.1", "-o", file("taken", ""));
        assertStatus(69, "probe", "--jdbc", "jdbc:nosuch:x", "-o", to + "2");
        assertStatus(69, "probe", "--jdbc", "jdbc:h2:tcp://localhost:1/x", "-o", to + "2");
    }

    @Test
    void filesForContinuousIntegration() throws IOException {
        String taken = file("taken", "");
        for (String option : List.of("--junit", "--markdown", "--sarif")) {
            assertStatus(73, "check", "-l", "rc", option, taken + "/f", HISTORY);
            assertStatus(1, "check", "-l", "ra", option, taken + "/f", HISTORY);
        }
    }

    @Test
    void whatIsNotDoneInTimeIsUnknown() {
        for (String command : List.of("stats", "check")) {
            assertEquals(2, Run.of(command, "--timeout", "0.000000001", HISTORY).status(), command);
        }
        String proof = folder.resolve("proof").toString();
        assertStatus(0, "check", "-l", "rc", "--certificate", proof, HISTORY);
        assertStatus(2, "verify", "--timeout", "0.000000001", HISTORY, proof);
        String to = folder.resolve("h.edn").toString();
        assertStatus(2, "convert", "--timeout", "0.000000001", HISTORY, "-o", to);
        assertStatus(2, "shrink", "-l", "ra", "--timeout", "0.000000001", HISTORY, "-o", to);
        assertStatus(2, "generate", "--timeout", "0.000000001", "--transactions", "1000000", "-o", to);
        assertEquals(false, Files.exists(Path.of(to)));
    }

    @Test
    void whatFailsWhileAHistoryIsRead() {
        assertEquals(2, reading(new OutOfMemoryError()));
        assertEquals(3, reading(new IOException("the disk is gone")));
        assertEquals(69, reading(new NoClassDefFoundError("minos/Nothing")));
        assertEquals(70, reading(new IllegalStateException("what?")));
        assertEquals(70, reading(new StackOverflowError()));
    }

    private static int reading(Throwable failure) {
        Source source = reading -> {
            if (failure instanceof IOException e) throw e;
            if (failure instanceof RuntimeException e) throw e;
            throw (Error) failure;
        };
        return Run.of((out, err) -> Check.run(
                        new String[] {"-l", "rc", "h"},
                        out,
                        err,
                        Environment.PIPE,
                        file -> source,
                        UnaryOperator.identity()))
                .status();
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static void assertStatus(int status, String... words) {
        Run run = Run.of(words);
        assertEquals(status, run.status(), String.join(" ", words) + "\n" + run.out() + run.err());
    }
}
