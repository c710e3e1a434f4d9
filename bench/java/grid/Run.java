package grid;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One run of a tool.
 *
 * @param wall          seconds
 * @param cpu           seconds of processor time
 * @param peakKilobytes the most memory that one of its processes held
 */
record Run(Verdict verdict, double wall, double cpu, long peakKilobytes) {
    static final Run SKIPPED = new Run(Verdict.SKIPPED, Double.NaN, Double.NaN, 0);
    /** Of what a tool prints, only the end is looked at. */
    private static final int TAIL = 1 << 16;

    /** Runs commands, and stops those that take too long or too much. */
    record Limits(double seconds, long kilobytes, Path scratch) {

        Run run(Tool tool, String command) throws IOException, InterruptedException {
            Path usage = scratch.resolve("usage");
            Path output = scratch.resolve("output");
            long began = System.nanoTime();
            Process process = new ProcessBuilder("/usr/bin/time", "-o", usage.toString(), "-f", "%U %S %M", "bash", "-c", command)
                    .redirectErrorStream(true).redirectOutput(output.toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile())).start();
            Thread stop = new Thread(() -> kill(process));
            Runtime.getRuntime().addShutdownHook(stop);
            Verdict stopped = null;
            while (!process.waitFor(100, TimeUnit.MILLISECONDS)) {
                if ((System.nanoTime() - began) / 1e9 > seconds) stopped = Verdict.TIMEOUT;
                else if (resident(process) > kilobytes) stopped = Verdict.MEMORY;
                if (stopped != null) kill(process);
            }
            double wall = (System.nanoTime() - began) / 1e9;
            Runtime.getRuntime().removeShutdownHook(stop);
            List<String> lines = Files.readAllLines(usage);
            String[] used = lines.get(lines.size() - 1).split(" ");
            return new Run(stopped != null ? stopped : tool.verdict(process.exitValue(), tail(output)), wall,
                    Double.parseDouble(used[0]) + Double.parseDouble(used[1]), Long.parseLong(used[2]));
        }

        /** Ends what {@code time} has started; that then ends by itself, having told what was used. */
        private static void kill(Process process) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
        }

        private static long resident(Process process) {
            return process.descendants().mapToLong(part -> {
                try (var lines = Files.lines(Path.of("/proc", Long.toString(part.pid()), "status"))) {
                    return lines.filter(line -> line.startsWith("VmRSS")).mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .sum();
                } catch (IOException | java.io.UncheckedIOException gone) {
                    return 0;
                }
            }).sum();
        }

        private static String tail(Path output) throws IOException {
            try (var file = Files.newByteChannel(output)) {
                file.position(Math.max(0, file.size() - TAIL));
                var bytes = java.nio.ByteBuffer.allocate(TAIL);
                while (file.read(bytes) > 0) { }
                return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
            }
        }
    }
}
