package minos.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wherever on the command line a password is, it is neither printed nor in a file that is written. */
class PasswordsTest {
    private static final String URL = "jdbc:h2:mem:passwords;USER=me;PASSWORD=s3cret";

    @TempDir
    Path folder;

    @Test
    void ofADatabase() throws IOException {
        assertKept(
                0,
                "run",
                "--jdbc",
                URL,
                "--sessions",
                "2",
                "--transactions",
                "5",
                "--junit",
                file("j"),
                "-o",
                file("r"));
        assertKept(0, "probe", "--jdbc", URL, "--isolation", "serializable", "--time", "0.1", "-o", file("p"));
        String unknown = URL.replace("jdbc:h2", "jdbc:nosuch");
        assertKept(69, "run", "--jdbc", unknown, "-o", file("r2"));
        assertKept(69, "probe", "--jdbc", unknown, "-o", file("p2"));
        String away = "jdbc:h2:tcp://localhost:1/x;USER=me;PASSWORD=s3cret";
        assertKept(69, "run", "--jdbc", away, "-o", file("r2"));
        assertKept(69, "probe", "--jdbc", away, "-o", file("p2"));
        assertKept(69, "probe", "--on-connect", "SET NONSENSE 's3cret'", "-o", file("p2"));
    }

    @Test
    void inWrongUsage() throws IOException {
        for (String command : List.of("run", "probe")) {
            assertKept(64, command, "-o", file("r"), URL);
            assertKept(64, command, "-o", file("r"), "--jbdc=" + URL);
            assertKept(64, command, "-o", file("r"), "--jdbc", "x://me:s3cret@host/db");
        }
        assertKept(64, "run", "-o", file("r"), "--fault", "x: true", "--heal", "PGPASSWORD=s3cret ./start");
        assertKept(64, "run", "-o", file("r"), "--fault", "mysqladmin -ps3cret shutdown");
        assertKept(64, "run", "-o", file("r"), "--fault", "cut", "--jdbc", URL);
    }

    /** Faults are part of the history, and why they failed. */
    @Test
    void inCommandsThatFail() throws IOException {
        String fail = "x: true -ps3cret; echo no database for hunter2; exit 1";
        List<String> words = new ArrayList<>(List.of("run", "--jdbc", URL.replace("s3cret", "hunter2")));
        words.addAll(List.of("--fault", fail, "--fault-every", "0.1", "--fault-for", "0.1", "--time", "0.5"));
        words.addAll(List.of("--server", "true s3cret", "--fault", "kill", "--sessions", "2", "-o", file("r")));
        Run run = assertKept(0, words.toArray(String[]::new));
        assertTrue(
                run.err().contains("the fault start-x failed: its command ended with status 1: no database for …\n"),
                run.err());
        assertTrue(run.err().contains("the fault kill failed: the server n1 has ended: see "), run.err());
        assertTrue(Files.readString(folder.resolve("r/history.edn")).contains("no database for …"));
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private Run assertKept(int status, String... words) throws IOException {
        Run run = Run.of(words);
        String what = Arrays.toString(words) + "\n" + run.out() + run.err();
        assertEquals(status, run.status(), what);
        for (String secret : List.of("s3cret", "hunter2")) {
            assertFalse((run.out() + run.err()).contains(secret), what);
            List<Path> files;
            try (Stream<Path> walk = Files.walk(folder)) {
                files = walk.filter(Files::isRegularFile).toList();
            }
            for (Path file : files) {
                assertFalse(Files.readString(file, ISO_8859_1).contains(secret), file + " after " + what);
            }
        }
        return run;
    }
}
