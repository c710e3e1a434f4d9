package grid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs tools on a grid of histories; see {@link Settings#USAGE}. */
public final class Grid {
    static final String MINOS = "Minos";
    /** A tool that takes longer runs only once at a point. */
    private static final double SECONDS_FOR_ONE_ROUND = 60;

    private static final long LARGEST_KEPT = 1L << 30;

    private final Settings settings;
    private final List<Tool> tools = new ArrayList<>();
    private final Runner runner;
    private final Results results;
    /** By file and level: what has been measured, as most axes meet at one point. */
    private final Map<String, List<Row>> known = new HashMap<>();
    /** By the same. */
    private final Map<String, Profile> profiles = new HashMap<>();

    private final Tool profiler;
    /** Which tools have given up at which level of an axis: they would on a larger history, too. */
    private final Set<String> gaveUp = new HashSet<>();

    private Grid(Path home, Settings settings) throws IOException, InterruptedException {
        this.settings = settings;
        tools.add(new Tool(MINOS, "'" + settings.minos + "' check -q -l {level} {file}"));
        tools.addAll(settings.peers);
        profiler = new Tool(MINOS, tools.get(0).template() + " -o json --profile");
        runner = new Runner(settings.seconds, settings.kilobytes, settings.data);
        List<String> facts = new ArrayList<>(Machine.describe(home));
        for (Tool tool : tools) facts.add(tool.name() + "\t`" + tool.withoutPaths() + "`");
        facts.add("limits\t" + (long) settings.seconds + " s and " + settings.kilobytes / 1048576 + " GB a run");
        results = Results.begin(settings.folder, settings.name, facts);
    }

    /** Called by bench/grid with the project's folder and the user's words. */
    public static void main(String[] words) throws IOException, InterruptedException {
        Path home = Path.of(words[0]);
        Settings settings;
        try {
            settings = new Settings(Arrays.copyOfRange(words, 1, words.length), home, Machine.memoryKilobytes());
        } catch (IllegalArgumentException e) {
            System.err.println("bench/grid: " + e.getMessage() + "\n\n" + Settings.USAGE);
            System.exit(64);
            return;
        }
        Files.createDirectories(settings.data);
        if (settings.help) System.out.print(Settings.USAGE);
        else if (settings.generate) for (Path file : Points.files(settings)) System.out.println(file);
        else if (settings.render) Results.read(settings.folder, settings.name).render();
        else System.exit(new Grid(home, settings).run());
    }

    private int run() throws IOException, InterruptedException {
        List<Point> points = Points.of(settings);
        for (int i = 0; i < points.size(); i++) {
            Point point = points.get(i);
            measure(point, "[" + (i + 1) + "/" + points.size() + "] " + point);
            if (i + 1 == points.size() || !points.get(i + 1).source().equals(point.source())) drop(point.source());
        }
        if (System.console() != null) System.err.print("\r\033[K");
        System.err.println("results: " + settings.folder.resolve(settings.name + ".md"));
        for (String fault : results.faults()) System.err.println("WRONG: Minos at " + fault);
        return results.faults().isEmpty() ? 0 : 1;
    }

    /** Deletes a file that is too large to be kept, if it can be had again. */
    private void drop(Source source) throws IOException, InterruptedException {
        if (!source.isRepeatable()) return;
        Path file = source.file(settings);
        if (Files.size(file) > LARGEST_KEPT) Files.delete(file);
    }

    private void measure(Point point, String progress) throws IOException, InterruptedException {
        say(progress, "generating");
        Path file = point.source().file(settings);
        List<Row> rows = known.get(file + " " + point.level());
        if (rows == null) {
            known.put(file + " " + point.level(), rounds(point, file, progress));
            profiles.put(file + " " + point.level(), profile(point, file));
        } else for (Row row : rows) results.add(row.at(point));
        results.add(profiles.get(file + " " + point.level()).at(point));
        results.render();
    }

    /** Where the time of one more run of Minos goes. */
    private Profile profile(Point point, Path file) throws IOException, InterruptedException {
        runner.run(profiler, profiler.command(point, file).orElseThrow());
        return Profile.of(point, runner.printed());
    }

    /** Lets the tools run in turns. */
    private List<Row> rounds(Point point, Path file, String progress) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        Set<Tool> done = new HashSet<>();
        for (int round = 1; round <= point.rounds(settings.rounds); round++) {
            for (Tool tool : tools) {
                String command = tool.command(point, file).orElse(null);
                if (command == null || done.contains(tool)) continue;
                say(progress, tool.name() + ", round " + round);
                Run run = run(point, tool, command);
                if (!run.verdict().isAnswer() || run.wall() > SECONDS_FOR_ONE_ROUND) done.add(tool);
                Row row = Row.of(point, tool, round, run);
                rows.add(row);
                results.add(row);
            }
            results.render(); // for whoever interrupts the rest
        }
        return rows;
    }

    private Run run(Point point, Tool tool, String command) throws IOException, InterruptedException {
        String line = point.axis() + " " + point.level() + " " + tool.name();
        if (point.axis().scale == Axis.Scale.LOG && gaveUp.contains(line)) return Run.SKIPPED;
        Run run = runner.run(tool, command);
        if (!run.verdict().isAnswer()) gaveUp.add(line);
        if (run.verdict() == Verdict.FAILED) System.err.println("failed: " + command + "\n" + runner.printed());
        return run;
    }

    /** On a terminal, one line that changes; otherwise a line a point. */
    private static void say(String point, String doing) {
        if (System.console() != null) System.err.print("\r\033[K" + point + ": " + doing);
        else if (doing.equals("generating")) System.err.println(point);
    }
}
