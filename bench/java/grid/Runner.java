package grid;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs commands one after another, and stops those that take too long or too much memory. */
final class Runner {
    /** Of what a tool prints, only the end is looked at. */
    private static final int TAIL = 1 << 16;

    private final double seconds;
    private final long kilobytes;
    private final Path usage;
    private final Path output;

    /** @param scratch a folder for what commands print and use */
    Runner(double seconds, long kilobytes, Path scratch) {
        this.seconds = seconds;
        this.kilobytes = kilobytes;
        usage = scratch.resolve("usage");
        output = scratch.resolve("output");
    }

    Run run(Tool tool, String command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder("/usr/bin/time", "-o", usage.toString(), "-f", "%U %S %M", "bash", "-c", command);
        builder.redirectErrorStream(true).redirectOutput(output.toFile()).redirectInput(new File("/dev/null"));
        long began = System.nanoTime();
        Process process = builder.start();
        Thread interrupted = new Thread(() -> kill(process));
        Runtime.getRuntime().addShutdownHook(interrupted);
        Verdict stopped = null;
        while (!process.waitFor(100, TimeUnit.MILLISECONDS)) {
            if ((System.nanoTime() - began) / 1e9 > seconds) stopped = Verdict.TIMEOUT;
            else if (resident(process) > kilobytes) stopped = Verdict.MEMORY;
            if (stopped != null) kill(process);
        }
        double wall = (System.nanoTime() - began) / 1e9;
        Runtime.getRuntime().removeShutdownHook(interrupted);
        List<String> lines = Files.readAllLines(usage); // before the last, perhaps how the command ended
        String[] used = lines.get(lines.size() - 1).split(" ");
        return new Run(
                stopped != null ? stopped : tool.verdict(process.exitValue(), printed()),
                wall,
                Double.parseDouble(used[0]) + Double.parseDouble(used[1]),
                Long.parseLong(used[2]));
    }

    /** Ends what {@code time} has started; that then ends by itself, having told what was used. */
    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
    }

    private static long resident(Process process) {
        return process.descendants().mapToLong(Runner::resident).sum();
    }

    private static long resident(ProcessHandle process) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            return lines.filter(line -> line.startsWith("VmRSS"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        } catch (IOException | UncheckedIOException e) {
            return 0; // it has ended
        }
    }

    /** The end of what the last command printed. */
    String printed() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(output.toFile(), "r")) {
            byte[] tail = new byte[(int) Math.min(TAIL, file.length())];
            file.seek(file.length() - tail.length);
            file.readFully(tail);
            return new String(tail, StandardCharsets.UTF_8);
        }
    }
}
