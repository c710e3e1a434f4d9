package minos.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
        // What an earlier build recorded is never overwritten.
        if (command.endsWith(" -o target/skew")) Files.deleteIfExists(Path.of("target", "skew", "history.edn"));
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

    /** Java that does not start is no violation, though it says 1; and what it prints is no result. */
    @Test
    void tellsJavaFromMinos() throws Exception {
        String violated = "check -q -l read-atomic " + HISTORY;
        assertEquals(1, minos(Map.of(), violated).status);
        for (String options : List.of("-Xnonsense", "-XX:Nonsense", "-Xmx1k", "-Xms900g -Xmx900g", "-version")) {
            Run run = minos(Map.of("MINOS_JAVA_OPTS", options), violated);
            assertEquals(70, run.status, options);
            assertEquals("", run.out, options);
            assertTrue(run.err.contains("minos: Java could not start, or go on: see what it says above"), run.err);
        }
        Run cramped = run(Map.of(), List.of("sh", "-c", "ulimit -v 1000000; " + LAUNCHER + " " + violated));
        assertEquals(70, cramped.status);
        assertEquals("", cramped.out);
        assertEquals(70, minos(Map.of("JAVA_HOME", scratch.toString()), violated).status);
        assertEquals(70, run(Map.of(), List.of(withJar("no jar").toString(), "levels")).status);
    }

    /** Whatever a broken Java ends with, none of that is a verdict. */
    @Test
    void tellsABrokenJavaFromMinos() throws Exception {
        Path java = Files.createDirectories(scratch.resolve("broken/bin")).resolve("java");
        for (int status : List.of(0, 1, 2, 3, 4, 5, 6, 126, 127)) {
            Files.writeString(java, "#!/bin/sh\nexit " + status + "\n");
            assertTrue(java.toFile().setExecutable(true));
            Run run = minos(Map.of("JAVA_HOME", scratch.resolve("broken").toString()), "check -q " + HISTORY);
            assertEquals(70, run.status, "Java ended with " + status);
            assertTrue(run.err.contains("minos: Java could not start"), run.err);
        }
    }

    /** The launcher, with another jar. */
    private Path withJar(String jar) throws IOException {
        Path launcher = scratch.resolve("elsewhere/bin/minos");
        Files.createDirectories(launcher.getParent());
        Files.copy(LAUNCHER, launcher);
        Files.createDirectories(scratch.resolve("elsewhere/target"));
        Files.writeString(scratch.resolve("elsewhere/target/minos.jar"), jar);
        return launcher;
    }

    @Test
    void aCrashOfJavaIsNoVerdictAndLeavesNoFiles() throws Exception {
        Process process = waiting();
        ProcessHandle java = java(process);
        new ProcessBuilder("kill", "-SEGV", "" + java.pid()).start().waitFor();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(70, process.exitValue());
        try (Stream<Path> files = Files.list(scratch)) {
            assertEquals(
                    List.of("err", "out"),
                    files.map(file -> "" + file.getFileName()).sorted().toList());
        }
        assertEquals(0, Files.size(scratch.resolve("out")));
    }

    @Test
    void signalsAreHandedOn() throws Exception {
        LimitsIT.assumeSignalsArrive();
        for (String signal : List.of("INT", "TERM")) {
            Process process = waiting();
            ProcessHandle java = java(process);
            new ProcessBuilder("kill", "-" + signal, "" + process.pid()).start().waitFor();
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), signal);
            assertEquals(signal.equals("INT") ? 130 : 143, process.exitValue());
            assertFalse(java.isAlive(), signal);
        }
        Process process = waiting();
        ProcessHandle java = java(process);
        process.destroyForcibly().waitFor();
        java.onExit().get(60, TimeUnit.SECONDS); // nobody is left behind
    }

    /** A check that waits for its history. */
    private Process waiting() throws Exception {
        minos(Map.of(), "levels"); // the first time, another Java is started for the archive
        ProcessBuilder builder = new ProcessBuilder(LAUNCHER.toString(), "check", "-")
                .directory(scratch.toFile())
                .redirectOutput(scratch.resolve("out").toFile())
                .redirectError(scratch.resolve("err").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("MINOS_") || name.equals("JAVA_TOOL_OPTIONS"));
        return builder.start();
    }

    /** The Java that the launcher has started, once it is there. */
    private static ProcessHandle java(Process launcher) throws Exception {
        for (int i = 0; i < 600; i++) {
            Optional<ProcessHandle> java = launcher.children()
                    .filter(child -> child.info().command().orElse("").endsWith("java"))
                    .findFirst();
            if (java.isPresent()) return java.get();
            Thread.sleep(100);
        }
        throw new AssertionError("Java does not start");
    }

    private Run minos(Map<String, String> environment, String words) throws Exception {
        return run(environment, List.of("sh", "-c", LAUNCHER + " " + words));
    }

    @Test
    void loadsClassesFromTheArchive() throws Exception {
        Path log = scratch.resolve("classes.log");
        Run run = run(
                Map.of("MINOS_JAVA_OPTS", "-Xlog:class+load:file=" + log),
                List.of(LAUNCHER.toString(), "check", HISTORY.toString()));
        assertEquals(0, run.status);
        List<String> classes = Files.readAllLines(log);
        assertTrue(classes.stream()
                .anyMatch(line -> line.contains(Main.class.getName() + " source: shared objects file")));
        // A lambda that was not there when the archive was made, or equals of a record, costs as much as judging a
        // small history.
        assertEquals(
                List.of(),
                classes.stream()
                        .filter(line -> line.contains("] minos.") && !line.contains("shared objects file")
                                || line.contains("java.lang.runtime.ObjectMethods "))
                        .toList());
    }

    /** The optimizing compiler is there for very large files, and only for them. */
    @Test
    void theCompilerDependsOnTheSizeOfTheFile() throws Exception {
        Path large = scratch.resolve("large.txt");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength((512L << 20) + 1); // takes no room on the disk
        }
        assertTrue(javaOptions(HISTORY).contains("-XX:TieredStopAtLevel=1"));
        assertFalse(javaOptions(large).contains("-XX:TieredStopAtLevel=1"));
    }

    /** The options with which Java was started last for a check of that file. */
    private String javaOptions(Path history) throws Exception {
        Path home = Files.createDirectories(scratch.resolve("java"));
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(
                java,
                """
                #!/bin/sh
                echo "$@" >%s/options
                exec %s "$@"
                """
                        .formatted(home, Path.of(System.getProperty("java.home"), "bin", "java")));
        assertTrue(java.toFile().setExecutable(true));
        minos(Map.of("JAVA_HOME", home.toString()), "check " + history);
        return Files.readString(home.resolve("options"));
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
