package grid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/** Where and of what results are. */
final class Machine {
    private Machine() {}

    /** Lines of a name, a tab and what it is. */
    static List<String> describe(Path home) throws IOException, InterruptedException {
        String commit = output(home, "git", "rev-parse", "--short", "HEAD");
        boolean changed = !output(home, "git", "status", "--porcelain", "--", "src", "bin", "pom.xml")
                .isEmpty();
        int threads = Runtime.getRuntime().availableProcessors();
        return List.of(
                "commit\t" + (commit.isEmpty() ? "unknown" : commit + (changed ? ", with changes" : "")),
                "date\t" + LocalDate.now(ZoneOffset.UTC),
                "processor\t" + value("/proc/cpuinfo", "model name") + ", " + threads + " threads",
                "memory\t" + Math.round(memoryKilobytes() / 1048576.0) + " GB",
                "system\t" + System.getProperty("os.name") + " " + System.getProperty("os.version"),
                "Java\t" + System.getProperty("java.vm.name") + " " + Runtime.version());
    }

    static long memoryKilobytes() throws IOException {
        return Long.parseLong(value("/proc/meminfo", "MemTotal").replaceAll("\\D", ""));
    }

    private static String value(String file, String name) throws IOException {
        try (var lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse("unknown");
        }
    }

    private static String output(Path home, String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String text = new String(process.getInputStream().readAllBytes()).trim();
        return process.waitFor() == 0 ? text : "";
    }
}
