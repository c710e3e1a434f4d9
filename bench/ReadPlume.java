import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import minos.history.History;
import minos.io.ReadOptions;
import minos.io.bytes.ByteSource;
import minos.io.plume.PlumeReader;

/**
 * Times the reading of a Plume file, and that of another tool beside it, in turns. Each turn of Minos is a fresh Java, as for
 * a user, that reads the file several times: cold first, then warm, as in a process that judges many histories. See README.md.
 */
public final class ReadPlume {
    /** How a tool may say itself how long it took to read, before it goes on to other work. */
    private static final Pattern OWN_WORDS = Pattern.compile("(?i)pars\\w*:? *([0-9.]+) ?ms");

    private static final int TURNS = 5;
    /** How often a fresh Java reads the file; the last time counts as warm: compiled, and with a heap that is in use again. */
    private static final int READS = 12;

    private ReadPlume() {}

    public static void main(String[] words) throws IOException {
        if (words.length == 0) {
            System.err.println("usage: bench/read-plume FILE [PEER ARGUMENT…]");
            System.exit(64);
        }
        if (words[0].equals("--reads")) {
            reads(words[1]);
            return;
        }
        String file = words[0];
        List<String> peer = Arrays.asList(words).subList(1, words.length);
        List<Turn> ours = new ArrayList<>();
        List<Turn> theirs = new ArrayList<>();
        for (int turn = 0; turn < TURNS; turn++) {
            ours.add(run(minos(file)));
            if (!peer.isEmpty()) theirs.add(run(peer));
        }
        System.out.println(file + ": " + ours.get(0).lastLine);
        print("Minos, cold", ours, Turn::millis);
        print("Minos, warm", ours, Turn::warm);
        if (peer.isEmpty()) return;
        print(Path.of(peer.get(0)).getFileName().toString(), theirs, Turn::millis);
        System.out.printf(
                "ratio of medians: cold %.2f, warm %.2f; of the best: cold %.2f, warm %.2f%n",
                median(ours, Turn::millis) / median(theirs, Turn::millis),
                median(ours, Turn::warm) / median(theirs, Turn::millis),
                best(ours, Turn::millis) / best(theirs, Turn::millis),
                best(ours, Turn::warm) / best(theirs, Turn::millis));
    }

    /** A fresh Java with the options that bin/minos gives it, which the script hands on. */
    private static List<String> minos(String file) {
        List<String> command =
                new ArrayList<>(List.of(ProcessHandle.current().info().command().orElse("java")));
        command.addAll(List.of(System.getenv("MINOS_BENCH_OPTS").trim().split(" +")));
        command.addAll(
                List.of("-cp", System.getProperty("java.class.path"), ReadPlume.class.getName(), "--reads", file));
        return command;
    }

    private static void reads(String file) throws IOException {
        History history = null;
        for (int i = 0; i < READS; i++) {
            history = null; // or the collector has to keep it
            long began = System.nanoTime();
            history = PlumeReader.read(ByteSource.file(Path.of(file)), ReadOptions.DEFAULT);
            System.out.printf("parsing: %.0f ms%n", (System.nanoTime() - began) / 1e6);
            if (i == 0) System.out.printf("peak memory: %s MB%n", peakMegabytes());
        }
        System.gc();
        long used = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        System.out.printf(
                "%,d operations in %,d transactions, %,d versions; %.1f bytes an operation%n",
                history.operations(), history.transactions(), history.versions(), (double) used / history.operations());
    }

    private static String peakMegabytes() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) return "?";
        return Files.readAllLines(status).stream()
                .filter(l -> l.startsWith("VmHWM"))
                .map(l -> String.valueOf(Long.parseLong(l.replaceAll("\\D", "")) / 1024))
                .findFirst()
                .orElse("?");
    }

    /**
     * @param millis to read the file, in the tool's own words or else the whole run
     * @param warm   the same when it was read for the last time
     */
    private record Turn(double millis, double warm, String lastLine) {}

    private static Turn run(List<String> command) throws IOException {
        long began = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        double first = -1;
        double own = -1;
        String peak = "";
        String last = "";
        try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream()))) {
            for (String line; (line = out.readLine()) != null; last = line) {
                if (line.startsWith("peak")) peak = "; " + line;
                Matcher words = OWN_WORDS.matcher(line);
                if (!words.find()) continue;
                own = Double.parseDouble(words.group(1));
                if (first < 0) first = own;
                if (!command.contains("--reads")) break; // what it does next, nobody waits for
            }
        }
        double whole = (System.nanoTime() - began) / 1e6;
        process.destroyForcibly();
        return new Turn(first < 0 ? whole : first, own < 0 ? whole : own, last + peak);
    }

    private static void print(String name, List<Turn> turns, ToDoubleFunction<Turn> part) {
        System.out.printf("%-12s best %6.0f ms, median %6.0f ms%n", name, best(turns, part), median(turns, part));
    }

    private static double best(List<Turn> turns, ToDoubleFunction<Turn> part) {
        return turns.stream().mapToDouble(part).min().orElse(Double.NaN);
    }

    private static double median(List<Turn> turns, ToDoubleFunction<Turn> part) {
        return turns.stream().mapToDouble(part).sorted().toArray()[turns.size() / 2];
    }
}
