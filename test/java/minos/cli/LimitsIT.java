package minos.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The limits and Ctrl-C, on {@code bin/minos} as a user runs it. */
class LimitsIT {
    private static final String LAUNCHER =
            Path.of("bin", "minos").toAbsolutePath().toString();

    @TempDir
    static Path folder;

    private static Path big;

    /** A history that takes a while at every stage: many reads of what others wrote shortly before, some too old. */
    @BeforeAll
    static void writeBigHistory() throws IOException {
        big = folder.resolve("big.txt");
        Random random = new Random(7);
        int keys = 20_000;
        int[] last = new int[keys];
        int[] before = new int[keys];
        try (BufferedWriter out = Files.newBufferedWriter(big)) {
            for (int t = 0; t < 300_000; t++) {
                for (int op = 0; op < 8; op++) {
                    int key = random.nextInt(keys);
                    int value = random.nextInt(100_000) == 0 ? before[key] : last[key];
                    out.write("r(" + key + "," + value + "," + t % 40 + "," + t + ")\n");
                    if (op % 2 == 0) continue;
                    before[key] = last[key];
                    last[key] = t + 1;
                    out.write("w(" + key + "," + last[key] + "," + t % 40 + "," + t + ")\n");
                    break;
                }
            }
        }
    }

    private static Process start(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(LAUNCHER));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("MINOS_") || name.equals("JAVA_TOOL_OPTIONS"));
        return builder.start();
    }

    private static double seconds(String... words) throws Exception {
        long began = System.nanoTime();
        Process process = start(words);
        assertTrue(process.waitFor(120, TimeUnit.SECONDS), "still running");
        return (System.nanoTime() - began) / 1e9;
    }

    @Test
    @Tag("slow")
    void theTimeLimitHoldsWhereverItStrikes() throws Exception {
        Path small = Files.writeString(folder.resolve("small.txt"), "w(1,1,0,0)\n");
        seconds("check", small.toString());
        List<String> late = new ArrayList<>();
        for (String level : List.of("rc", "ra", "tcc", "pc", "psi", "si", "ser", "all")) {
            for (double limit = 0.2; limit < 6; limit *= 1.5) {
                double start = seconds("check", "-q", small.toString());
                double took = seconds(
                        "check",
                        "--all",
                        "--timeout",
                        "" + limit,
                        "-l",
                        level,
                        "--report",
                        folder.resolve("report").toString(),
                        big.toString());
                if (took > limit + 1 + start) late.add(level + " " + limit + " s took " + took + " s, start " + start);
            }
        }
        assertEquals(List.of(), late);
    }

    /** What is read never ends, so the limit strikes on any machine. */
    @Test
    void theTimeLimitHolds() throws Exception {
        Process process = start("check", "--timeout", "0.2", "-l", "ser", "-");
        assertTrue(process.waitFor(120, TimeUnit.SECONDS), "still running");
        assertEquals(2, process.exitValue());
        assertEquals(
                "-: serializable is unknown (session order): stopped after the time limit of 0.2 s, while the history was"
                        + " read\n",
                Files.readString(folder.resolve("out")));
    }

    @Test
    void theMemoryLimitHolds() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "skipped: no /proc to look at a process's memory");
        long limit = 200;
        Process process = start("check", "--max-memory", limit + "m", "-l", "all", big.toString());
        long most = 0;
        while (!process.waitFor(5, TimeUnit.MILLISECONDS)) {
            // Java is the launcher's child.
            long peak = process.descendants()
                    .mapToLong(java -> peakKibibytes(java.pid()))
                    .max()
                    .orElse(0);
            most = Math.max(most, peak >> 10);
        }
        String out = Files.readString(folder.resolve("out"));
        assertEquals(0, process.exitValue(), out); // asked for all levels, it describes rather than judges
        assertTrue(
                out.contains("stopped at the memory limit of 200 MiB") || out.contains("needs more memory than"), out);
        assertTrue(most > limit / 4 && most < limit * 1.1, "used " + most + " MiB");
    }

    private static long peakKibibytes(long pid) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
                if (line.startsWith("VmHWM:")) return Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        } catch (IOException e) {
            // it has ended
        }
        return 0;
    }

    @Test
    void ctrlCEndsAtOnceAndLeavesNothing() throws Exception {
        assumeSignalsArrive();
        Path sub = Files.createDirectory(folder.resolve("sub"));
        Process process =
                start("convert", big.toString(), "-o", sub.resolve("big.edn.gz").toString());
        long began = System.nanoTime();
        while (sub.toFile().list().length == 0 && System.nanoTime() - began < 60e9) Thread.sleep(2);
        interrupt(process);
        assertEquals(130, process.exitValue());
        assertArrayEquals(new String[0], sub.toFile().list());

        process = start("check", "-l", "ser", "-");
        // More than fits into a pipe: when all is written, it is at work; and it will never read the end.
        process.getOutputStream().write("w(1,1,0,0)\n".repeat(100_000).getBytes(UTF_8));
        interrupt(process);
        assertEquals(130, process.exitValue());
    }

    /** A signal that nobody can catch, in the middle of writing: what was there before is still there. */
    @Test
    void whatIsKilledLeavesTheFileAsItWas() throws Exception {
        Path sub = Files.createDirectory(folder.resolve("killed"));
        Path file = Files.writeString(sub.resolve("big.edn.gz"), "before");
        Process process = start("convert", big.toString(), "-o", file.toString());
        long began = System.nanoTime();
        while (sub.toFile().list().length == 1 && System.nanoTime() - began < 60e9) Thread.sleep(2);
        assertEquals(2, sub.toFile().list().length, "it ended by itself");
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "still running");
        assertEquals(137, process.exitValue());
        assertEquals("before", Files.readString(file));
    }

    private static void interrupt(Process process) throws Exception {
        assertTrue(process.isAlive(), "it ended by itself: " + Files.readString(folder.resolve("out")));
        new ProcessBuilder("kill", "-INT", "" + process.pid()).start().waitFor();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "still running");
    }

    /** A shell starts what runs in the background with Ctrl-C ignored, and this is inherited. */
    static void assumeSignalsArrive() throws IOException {
        Path status = Path.of("/proc/self/status");
        assumeTrue(Files.exists(status), "skipped: no /proc to see whether interrupts are ignored");
        for (String line : Files.readAllLines(status)) {
            boolean ignored = line.startsWith("SigIgn:")
                    && (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0;
            assumeTrue(!ignored, "skipped: interrupts are ignored in this run");
        }
    }
}
