import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
    private static final int TURNS = 7;

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
        List<Double> ours = new ArrayList<>();
        List<Double> theirs = new ArrayList<>();
        String facts = "";
        for (int turn = 0; turn < TURNS; turn++) {
            Turn minos = run(minos(file));
            ours.add(minos.millis);
            facts = minos.lastLine;
            if (!peer.isEmpty()) theirs.add(run(peer).millis);
        }
        System.out.println(file + ": " + facts);
        print("Minos", ours);
        if (peer.isEmpty()) return;
        print(Path.of(peer.get(0)).getFileName().toString(), theirs);
        System.out.printf("ratio: best %.2f, median %.2f%n", best(ours) / best(theirs), median(ours) / median(theirs));
    }

    /** The options of bin/minos. */
    private static List<String> minos(String file) {
        List<String> command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElse("java")));
        command.addAll(List.of("-XX:+UseParallelGC", "-XX:MaxRAMPercentage=75", "-XX:-UsePerfData"));
        String options = System.getenv("MINOS_JAVA_OPTS");
        if (options != null && !options.isBlank()) command.addAll(List.of(options.trim().split(" +")));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ReadPlume.class.getName(), "--once", file));
        return command;
    }

    private static void once(String file) throws IOException {
        long began = System.nanoTime();
        History history = PlumeReader.read(ByteSource.file(Path.of(file)), ReadOptions.DEFAULT);
        double millis = (System.nanoTime() - began) / 1e6;
        String peak = Files.readAllLines(Path.of("/proc/self/status")).stream().filter(l -> l.startsWith("VmHWM"))
                .map(l -> l.replaceAll("\\D", "")).findFirst().orElse("0");
        System.gc();
        long used = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        System.out.printf("parsing: %.0f ms%n", millis);
        System.out.printf("%,d operations in %,d transactions, %,d versions; %.1f bytes an operation; peak memory %d MB%n",
                history.operations(), history.transactions(), history.versions(), (double) used / history.operations(),
                Long.parseLong(peak) / 1024);
    }

    /** @param millis to read the file, in the tool's own words or else the whole run */
    private record Turn(double millis, String lastLine) {
    }

    private static Turn run(List<String> command) throws IOException {
        long began = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        double own = -1;
        String last = "";
        try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream()))) {
            for (String line; (line = out.readLine()) != null; last = line) {
                Matcher words = OWN_WORDS.matcher(line);
                if (!words.find()) continue;
                own = Double.parseDouble(words.group(1));
                if (!command.contains("--once")) break; // what it does next, nobody waits for
            }
        }
        double whole = (System.nanoTime() - began) / 1e6;
        process.destroyForcibly();
        return new Turn(own < 0 ? whole : own, last);
    }

    private static void print(String name, List<Double> millis) {
        System.out.printf("%-8s best %6.0f ms, median %6.0f ms%n", name, best(millis), median(millis));
    }

    private static double best(List<Double> millis) {
        return millis.stream().min(Double::compare).orElse(Double.NaN);
    }

    private static double median(List<Double> millis) {
        return millis.stream().sorted().toList().get(millis.size() / 2);
    }
}
