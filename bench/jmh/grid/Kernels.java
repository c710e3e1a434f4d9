package grid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Statistics;

/** Runs the kernels with JMH and writes their table; called with the project's folder and options of JMH's. */
public final class Kernels {
    private Kernels() {}

    public static void main(String[] words)
            throws IOException, InterruptedException, RunnerException, CommandLineOptionException {
        Path home = Path.of(words[0]);
        CommandLineOptions asked = new CommandLineOptions(Arrays.copyOfRange(words, 1, words.length));
        if (asked.shouldHelp()) {
            asked.showHelp();
            return;
        }
        if (asked.shouldList()) {
            new Runner(asked).list();
            return;
        }
        var options = new OptionsBuilder()
                .parent(asked)
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.NANOSECONDS)
                .addProfiler(GCProfiler.class)
                .jvmArgs("-Xmx3g", "-XX:+UseParallelGC");
        if (!asked.getForkCount().hasValue()) options.forks(1);
        if (!asked.getWarmupIterations().hasValue()) options.warmupIterations(3);
        if (!asked.getWarmupTime().hasValue()) options.warmupTime(TimeValue.seconds(1));
        if (!asked.getMeasurementIterations().hasValue()) options.measurementIterations(7);
        if (!asked.getMeasurementTime().hasValue()) options.measurementTime(TimeValue.milliseconds(500));
        List<String> page = new ArrayList<>(List.of("# Results: kernels", "", "| | |", "|---|---|"));
        for (String fact : Machine.describe(home)) page.add("| " + fact.replace("\t", " | ") + " |");
        page.addAll(List.of(
                "",
                "One thread; of each operation of the history that the kernel works on.",
                "",
                "| kernel | on | best ns | median ns | million operations a second | bytes allocated |",
                "|---|---|---:|---:|---:|---:|"));
        for (RunResult result : new Runner(options.build()).run()) page.add(row(result));
        boolean all = asked.getIncludes().isEmpty();
        if (all)
            Files.write(Files.createDirectories(home.resolve("bench/results")).resolve("kernels.md"), page);
        System.out.println();
        page.forEach(System.out::println);
    }

    private static String row(RunResult result) {
        var parameters = result.getParams();
        List<String> on = parameters.getParamsKeys().stream()
                .sorted()
                .map(parameters::getParam)
                .map(word -> word.toLowerCase().replace('_', ' '))
                .toList();
        Statistics time = result.getPrimaryResult().getStatistics(); // a mean would tell of the machine's other work
        double median = time.getPercentile(50);
        double bytes = result.getSecondaryResults().entrySet().stream()
                .filter(e -> e.getKey().endsWith("gc.alloc.rate.norm"))
                .mapToDouble(e -> e.getValue().getScore())
                .findFirst()
                .orElse(Double.NaN);
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.1f | %.1f | %.1f | %.1f |",
                parameters.getBenchmark().replaceAll(".*\\.(\\w+)Kernels\\.", "$1: "),
                String.join(", ", on),
                time.getMin(),
                median,
                1e3 / median,
                bytes);
    }
}
