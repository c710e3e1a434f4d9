package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code minos run}, from the command line to the report. */
class RunCommandTest {
    @TempDir
    Path temporary;

    /** Where the last run went; each has one of its own. */
    private Path folder;

    private int runs;

    private Run run(String... words) {
        folder = temporary.resolve("run-" + ++runs);
        String[] all = new String[words.length + 3];
        all[0] = "run";
        all[1] = "-o";
        all[2] = folder.toString();
        System.arraycopy(words, 0, all, 3, words.length);
        return Run.of(all);
    }

    @Test
    void findsAWriteSkew() throws Exception {
        Run run = null;
        for (int seed = 1; seed <= 200 && (run == null || run.status() == 0); seed++) { // it takes two at the same time
            run = run(
                    "--isolation",
                    "snapshot",
                    "--keys",
                    "2",
                    "--reads",
                    "0",
                    "--transactions",
                    "300",
                    "--check",
                    "si,ser",
                    "--seed",
                    "" + seed);
        }
        assertEquals("", run.err());
        assertEquals(1, run.status(), run.out());
        String history = folder.resolve("history.edn").toString();
        assertTrue(run.out().matches("(?s)H2 2\\.[0-9.]+ .* at snapshot: 3,000 transactions in .*"), run.out());
        assertTrue(run.out().contains("\n" + history + ": snapshot-isolation holds (session order)\n"), run.out());
        assertTrue(run.out().contains("\n" + history + ": serializable is violated (session order): "), run.out());
        assertTrue(run.out().endsWith("\nreport: " + folder.resolve("index.html") + "\n"), run.out());
        assertEquals(2, Files.readAllLines(folder.resolve("results.json")).size());
        assertTrue(Files.readString(folder.resolve("run.txt")).startsWith("H2 "));
        assertTrue(Files.readString(folder.resolve("index.html")).contains("\\u003csvg "), "with a picture, as data");
        assertEquals(1, Run.of("check", "-l", "ser", history).status());
    }

    /** It would go on for ever: what ends it is the write skew. */
    @Test
    void endsAtTheFirstViolation() {
        Environment terminal = new Environment(false, true, 200, false, false);
        String[] words = {
            "--isolation",
            "snapshot",
            "--keys",
            "2",
            "--reads",
            "0",
            "--time",
            "1000000",
            "--check",
            "si,ser",
            "--until-violated",
            "-o",
            temporary.toString()
        };
        Run run = Run.of((out, err) -> RunCommand.run(words, out, err, terminal));
        assertEquals(1, run.status(), run.err());
        assertTrue(run.out().contains("ended at the first violation"), run.out());
        assertTrue(run.out().contains("serializable is violated"), run.out());
        assertEquals(64, run("--until-violated").status());
    }

    /** Each session begins with one, and has another after three transactions; each reads from the one before. */
    @Test
    void fencesAreInTheHistory() throws IOException {
        Run run = run("--fences", "3", "--sessions", "2", "--transactions", "9", "--check", "rc");
        assertEquals(0, run.status(), run.err());
        List<String> fences = Files.readAllLines(folder.resolve("history.edn")).stream()
                .filter(line -> line.contains(":ok") && line.contains("[:w 2147483647 "))
                .toList();
        assertEquals(2 * 3, fences.size());
        for (int process = 0; process < 2; process++) {
            String mine = ":process " + process + ",";
            assertTrue(Files.readAllLines(folder.resolve("history.edn")).stream()
                    .filter(line -> line.contains(":ok") && line.contains(mine))
                    .findFirst()
                    .orElseThrow()
                    .contains("2147483647"));
        }
        assertEquals(64, run("--fences", "3", "-w", "append").status());
    }

    @Test
    void withoutOptionsItDescribes() {
        Run run = run("--time", "0.3");
        assertEquals("", run.err());
        assertEquals(0, run.status());
        assertTrue(run.out().contains("strongest that hold (session order): "), run.out());
    }

    @Test
    void aTerminalSeesHowItGoes() {
        Environment terminal = new Environment(false, true, 100, false, false);
        String[] words = {"--time", "0.4", "--check", "read-uncommitted", "-o", temporary.toString()};
        Run run = Run.of((out, err) -> RunCommand.run(words, out, err, terminal));
        assertTrue(
                run.err()
                        .matches(
                                "(?s)\r\u001b\\[Krunning: [0-9,]+ transactions, [0-9,]+/s, [0-9.]+% aborted(, [0-9,]+ unknown)?,"
                                        + " [01] s left \\(Ctrl-C ends the run and judges\\).*"),
                run.err());
        assertTrue(run.err().endsWith("\r\u001b[K"), "and nothing of it remains");
        assertTrue(run.out().startsWith("H2 "), run.out());
    }

    @Test
    void saysWhatItCannotDo() {
        assertEquals(64, run("--isolation", "snapshoot").status());
        assertEquals(
                "minos: --isolation cannot be snapshoot; did you mean snapshot?\nTry 'minos run --help'.\n",
                run("--isolation", "snapshoot").err());
        assertEquals(64, run("--check", "si,serr").status());
        assertEquals(64, run("--time", "soon").status());
        assertEquals(64, run("--expect", "all").status());
        assertEquals(
                "minos: --adequate takes numbers of committed, reads and conflicts, and the share of aborted from 0 to 1, as in"
                        + " committed=1000,reads=100,conflicts=100,aborted=0.9, not aborted=2\nTry 'minos run --help'.\n",
                run("--expect", "si", "--adequate", "aborted=2").err());
        assertEquals(
                "minos: --adequate says nothing without --expect\nTry 'minos run --help'.\n",
                run("--adequate", "reads=5").err());
        assertEquals(64, run("history.edn").status());
        assertEquals(64, run("--jdbc", "h2:mem").status());
        assertEquals(64, run("--redis", "localhost").status());
        assertEquals(
                "minos: of Redis, the isolation level is one of read-committed, serializable, not snapshot\nTry 'minos run --help'.\n",
                run("--redis", "localhost:1", "--isolation", "snapshot").err());
        assertEquals(69, run("--redis", "localhost:1").status());
        assertTrue(run("--redis", "localhost:1").err().startsWith("minos: cannot connect to localhost:1: "));
        Run run = run("--jdbc", "jdbc:nosuch:x");
        assertEquals("minos: no JDBC driver takes jdbc:nosuch:x; name its jar with --classpath\n", run.err());
        assertEquals(69, run.status());
    }

    @Test
    void whatIsExpectedCountsIfTheRunWasAdequate() {
        Run run = run("--expect", "pl-2", "--transactions", "30", "--adequate", "committed=20,reads=1,conflicts=0");
        assertEquals(0, run.status(), run.out());
        assertTrue(
                run.out()
                        .matches(
                                "(?s).*\nThe run was adequate:\n  met      [0-9,]+ committed \\(at least 20\\)\n"
                                        + "  met      [0-9,]+ reads of other transactions' writes \\(at least 1\\)\n"
                                        + "  met      [0-9,]+ concurrent pairs on one key \\(at least 0\\)\n"
                                        + "  met      [0-9.]+% aborted \\(at most 90.0%\\)\n  met      ended as planned\n\nreport: .*"),
                run.out());
        run = run("--expect", "pl-2", "--transactions", "2");
        assertEquals(2, run.status(), run.out());
        assertTrue(run.out().contains("adya-read-committed holds"), "of the history: " + run.out());
        assertTrue(
                run.out()
                        .matches("(?s).*\nThe run was not adequate: that a level holds is not known of the database.\n"
                                + "  not met  [0-9]+ committed \\(at least 1,000\\)\n.*"),
                run.out());
        assertEquals(0, run("--check", "pl-2", "--transactions", "9").status(), "without --expect nobody asks");
    }

    @Test
    void aViolationNeedsNoAdequacy() {
        int status = 2;
        for (int seed = 1;
                seed <= 200 && status == 2;
                seed++) { // it takes two at the same time, which is seldom on a busy machine
            status = run(
                            "--isolation",
                            "snapshot",
                            "--keys",
                            "2",
                            "--reads",
                            "0",
                            "--transactions",
                            "300",
                            "--expect",
                            "ser",
                            "--adequate",
                            "committed=1000000",
                            "--seed",
                            "" + seed)
                    .status();
        }
        assertEquals(1, status);
    }

    @Test
    void aRecordingIsNeverOverwritten() throws Exception {
        Files.writeString(temporary.resolve("history.edn"), "precious");
        Run run = Run.of("run", "--time", "0.1", "-o", temporary.toString());
        assertEquals(73, run.status());
        assertEquals(
                "minos: " + temporary.resolve("history.edn")
                        + ": is there already, and a recording is never overwritten; name another folder with --output\n",
                run.err());
        assertEquals("precious", Files.readString(temporary.resolve("history.edn")));
    }

    @Test
    void interruptedItJudgesWhatItHas() throws Exception {
        folder = temporary;
        Path out = folder.resolve("out");
        Process process = start(out);
        try {
            Path history = await();
            process.destroy();
            assertTrue(process.waitFor(40, TimeUnit.SECONDS));
            String text = Files.readString(out);
            assertEquals(143, process.exitValue(), text);
            assertTrue(text.contains("; interrupted\n"), text);
            assertTrue(text.contains(history + ": adya-read-committed holds"), text);
            assertTrue(text.endsWith("report: " + folder.resolve("index.html") + "\n"), text);
            assertEquals(1, Files.readAllLines(folder.resolve("results.json")).size());
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void killedItLeavesAHistory() throws Exception {
        folder = temporary;
        Process process = start(folder.resolve("out"));
        try {
            Path history = await();
            process.destroyForcibly();
            assertTrue(process.waitFor(40, TimeUnit.SECONDS));
            Run run = Run.of("check", "-l", "pl-2", history.toString());
            assertEquals(0, run.status(), run.out() + run.err());
        } finally {
            process.destroyForcibly();
        }
    }

    private Process start(Path out) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "minos.cli.Main",
                        "run",
                        "--time",
                        "100",
                        "--check",
                        "pl-2",
                        "-o",
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
    }

    /** Waits for a recording to have something in it. */
    private Path await() throws Exception {
        Path history = folder.resolve("history.edn");
        for (int i = 0; i < 1000 && (!Files.exists(history) || Files.size(history) < 10_000); i++) Thread.sleep(20);
        return history;
    }
}
