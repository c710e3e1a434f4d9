import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import minos.history.History;
import minos.io.ByteSource;
import minos.io.PlumeReader;
import minos.io.ReadOptions;

/**
 * Times the reading of a Plume file, and that of another tool beside it, in turns. Each turn of Minos is a fresh Java, as
 * for a user. See README.md.
 */
public final class ReadPlume {
    /** How a tool may say itself how long it took to read, before it goes on to other work. */
    private static final Pattern OWN_WORDS = Pattern.compile("(?i)pars\\w*:? *([0-9.]+) ?ms");
    private static final int TURNS = 5;

    private ReadPlume() {
    }

    public static void main(String[] words) throws IOException {
        if (words.length == 0) {
            System.err.println("usage: bench/read-plume FILE [PEER ARGUMENT…]");
            System.exit(64);
        }
        if (words[0].equals("--once")) {
            once(words[1]);
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
        print("Minos", ours);
        if (peer.isEmpty()) return;
        print(Path.of(peer.get(0)).getFileName().toString(), theirs);
        System.out.printf("ratio of times: best %.2f, median %.2f; of processor time: %.2f%n",
                best(ours, Turn::millis) / best(theirs, Turn::millis),
                median(ours, Turn::millis) / median(theirs, Turn::millis),
                median(ours, Turn::cpu) / median(theirs, Turn::cpu));
    }

    /** A fresh Java with the options that bin/minos gives it, which the script hands on. */
    private static List<String> minos(String file) {
        List<String> command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElse("java")));
        command.addAll(List.of(System.getenv("MINOS_BENCH_OPTS").trim().split(" +")));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ReadPlume.class.getName(), "--once", file));
        return command;
    }

    private static void once(String file) throws IOException {
        long began = System.nanoTime();
        History history = PlumeReader.read(ByteSource.file(Path.of(file)), ReadOptions.DEFAULT);
        double millis = (System.nanoTime() - began) / 1e6;
        String peak = Files.readAllLines(Path.of("/proc/self/status")).stream().filter(l -> l.startsWith("VmHWM"))
                .map(l -> l.replaceAll("\\D", "")).findFirst().orElse("0");
        System.out.printf("parsing: %.0f ms%n", millis);
        System.gc();
        long used = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        System.out.printf("%,d operations in %,d transactions, %,d versions; %.1f bytes an operation; peak memory %d MB%n",
                history.operations(), history.transactions(), history.versions(), (double) used / history.operations(),
                Long.parseLong(peak) / 1024);
    }

    /**
     * @param millis to read the file, in the tool's own words or else the whole run
     * @param cpu    milliseconds of processor time that the tool had taken by then, its start included
     */
    private record Turn(double millis, double cpu, String lastLine) {
    }

    private static Turn run(List<String> command) throws IOException {
        long began = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        double own = -1;
        double cpu = 0;
        String last = "";
        try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream()))) {
            for (String line; (line = out.readLine()) != null; last = line) {
                Matcher words = OWN_WORDS.matcher(line);
                if (!words.find()) continue;
                own = Double.parseDouble(words.group(1));
                cpu = process.info().totalCpuDuration().map(Duration::toMillis).orElse(0L);
                if (!command.contains("--once")) break; // what it does next, nobody waits for
            }
        }
        double whole = (System.nanoTime() - began) / 1e6;
        process.destroyForcibly();
        return new Turn(own < 0 ? whole : own, cpu, last);
    }

    private static void print(String name, List<Turn> turns) {
        System.out.printf("%-8s best %6.0f ms, median %6.0f ms; processor time %6.0f ms%n", name, best(turns, Turn::millis),
                median(turns, Turn::millis), median(turns, Turn::cpu));
    }

    private static double best(List<Turn> turns, ToDoubleFunction<Turn> part) {
        return turns.stream().mapToDouble(part).min().orElse(Double.NaN);
    }

    private static double median(List<Turn> turns, ToDoubleFunction<Turn> part) {
        return turns.stream().mapToDouble(part).sorted().toArray()[turns.size() / 2];
    }
}
