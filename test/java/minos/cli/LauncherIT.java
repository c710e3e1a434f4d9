package minos.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs {@code bin/minos} as a user would, on the jar that this build has just made. */
class LauncherIT {
    private static final Path LAUNCHER = Path.of("bin", "minos").toAbsolutePath();
    private static final Path HISTORY = Path.of("test", "histories", "read-committed", "fractured-read.edn");

    @TempDir
    Path scratch;

    private record Run(int status, String out, String err) {}

    @BeforeEach
    void theJarIsBuilt() {
        assertTrue(Files.exists(Path.of("target", "minos.jar")), "these tests belong after packaging: mvn verify");
    }

    static List<String> readmeCommands() throws IOException {
        return Files.readAllLines(Path.of("README.md")).stream()
                .filter(line -> line.startsWith("    bin/minos "))
                .map(String::strip)
                .toList();
    }

    @ParameterizedTest
    @MethodSource
    void readmeCommands(String command) throws Exception {
        Run run = run(Map.of(), List.of("sh", "-c", command));
        assertEquals("", run.err);
        assertEquals(0, run.status);
        assertFalse(run.out.isBlank());
    }

    @Test
    void startsThroughSymbolicLinks() throws Exception {
        Path folder = Files.createDirectory(scratch.resolve("a folder"));
        Path absolute = Files.createSymbolicLink(scratch.resolve("minos-here"), LAUNCHER);
        Path relative = Files.createSymbolicLink(folder.resolve("minos"), Path.of("..", "minos-here"));
        Run direct = check(LAUNCHER, HISTORY);
        Run linked = check(relative, HISTORY);
        Files.delete(relative);
        Files.delete(absolute);
        assertEquals(0, linked.status);
        assertEquals(direct.out, linked.out);
    }

    @Test
    void passesArgumentsOnAsTheyAre() throws Exception {
        Path spaced = Files.copy(HISTORY, scratch.resolve("a  history $HOME *.edn"));
        Run run = check(LAUNCHER, spaced);
        assertEquals("", run.err);
        assertEquals(0, run.status);
    }

    @Test
    void keepsTheExitStatus() throws Exception {
        assertEquals(64, run(Map.of(), List.of(LAUNCHER.toString(), "no-such-command")).status);
    }

    @Test
    void loadsClassesFromTheArchive() throws Exception {
        Path log = scratch.resolve("classes.log");
        Run run = run(
                Map.of("MINOS_JAVA_OPTS", "-Xlog:class+load:file=" + log),
                List.of(LAUNCHER.toString(), "check", HISTORY.toString()));
        assertEquals(0, run.status);
        assertTrue(Files.readAllLines(log).stream()
                .anyMatch(line -> line.contains(Main.class.getName() + " source: shared objects file")));
    }

    private Run check(Path launcher, Path history) throws Exception {
        return run(Map.of(), List.of(launcher.toString(), "check", history.toString()));
    }

    private Run run(Map<String, String> environment, List<String> command) throws Exception {
        Path out = scratch.resolve("out");
        Path err = scratch.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("MINOS_") || name.equals("JAVA_TOOL_OPTIONS"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "still running: " + command);
        return new Run(process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
    }
}
