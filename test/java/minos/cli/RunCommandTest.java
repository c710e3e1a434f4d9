package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code minos run}, from the command line to the report. */
class RunCommandTest {
    @TempDir
    Path folder;

    private Run run(String... words) {
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
        for (int seed = 1; seed <= 5 && (run == null || run.status() == 0); seed++) { // it takes two at the same time
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
        String[] words = {"--time", "0.4", "--check", "read-uncommitted", "-o", folder.toString()};
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
        assertEquals(64, run("history.edn").status());
        assertEquals(64, run("--jdbc", "h2:mem").status());
        Run run = run("--jdbc", "jdbc:nosuch:x");
        assertEquals("minos: no JDBC driver takes jdbc:nosuch:x; name its jar with --classpath\n", run.err());
        assertEquals(69, run.status());
    }

    @Test
    void interruptedItJudgesWhatItHas() throws Exception {
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(
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
        try {
            Path history = folder.resolve("history.edn");
            for (int i = 0; i < 1000 && (!Files.exists(history) || Files.size(history) < 10_000); i++) Thread.sleep(20);
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
}
