package minos.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import minos.collect.Target.Isolation;
import minos.generate.Workload;
import minos.model.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that dies in the middle of a run costs nothing of the history, and is not accused of anything. */
class KilledDatabaseTest {
    private static final Pattern PORT = Pattern.compile("tcp://.*:(\\d+) ");

    @TempDir
    Path folder;

    @Test
    void killed() throws Exception {
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        Path.of(Class.forName("org.h2.Driver")
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI())
                                .toString(),
                        "org.h2.tools.Server",
                        "-tcp",
                        "-tcpPort",
                        "0",
                        "-ifNotExists")
                .redirectErrorStream(true)
                .start();
        try (BufferedReader out = server.inputReader()) {
            Matcher port = PORT.matcher(out.readLine());
            assertTrue(port.find());
            Target target = Recorded.target(
                    "jdbc:h2:tcp://localhost:" + port.group(1) + "/mem:x;LOCK_TIMEOUT=300;OPTIMIZE_REUSE_RESULTS=FALSE",
                    Isolation.SNAPSHOT);
            Path file = folder.resolve("history.edn");
            Collector.Settings settings = new Collector.Settings(
                            target, Recorded.workload(Workload.Kind.APPEND, 5), file)
                    .sessions(4)
                    .seconds(30)
                    .patience(0.5);
            Recorded recorded = Recorded.read(
                    new Collector(settings).run((tally, seconds, left) -> {
                        if (tally.committed() > 100) server.destroyForcibly();
                    }),
                    file);
            assertTrue(recorded.summary().seconds() < 20, "the run does not wait for a database that is gone");
            assertTrue(
                    recorded.summary().tally().unknown() > 0
                            && recorded.summary().tally().unknown() <= 4,
                    "what was under way then: " + recorded.summary().tally().errors());
            assertEquals(
                    List.of("the run ended early: nobody could reach the database any more"),
                    recorded.summary().notes().stream()
                            .filter(note -> !note.contains("could not be dropped"))
                            .toList());
            assertEquals(recorded.summary().tally().unknown(), recorded.lines(":info"));
            recorded.holds(Level.SNAPSHOT_ISOLATION);
        } finally {
            server.destroyForcibly();
        }
    }
}
