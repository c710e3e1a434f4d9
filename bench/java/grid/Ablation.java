package grid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Runs Minos with one device of the strong levels less at a time. Minos itself has no switches for them: {@code bench/ablation.tsv}
 * says which text of which file to put another in the place of, and what is compiled so goes before the jar.
 */
final class Ablation {
    private static final int SECONDS = 60;
    private static final Pattern CONFLICTS = Pattern.compile("conflicts +(\\d+)");

    /** The text that has to be there once, and what it is without the device. */
    private record Device(String name, String file, String text, String without) {}

    /** @param words more for the command line */
    private record Task(String name, Source source, List<String> words) {
        static Task of(String name, Source source, String words) {
            return new Task(name, source, List.of(words.split(" ")));
        }
    }

    /** Of several runs the best; no time if it was stopped. */
    private record Figures(double seconds, String conflicts) {}

    private final Path home;
    private final Settings settings;

    private Ablation(Path home) throws IOException {
        this.home = home;
        settings = new Settings(new String[0], home, Machine.memoryKilobytes());
        Files.createDirectories(settings.data);
    }

    public static void main(String[] words) throws Exception {
        Ablation ablation = new Ablation(Path.of(words[0]));
        List<Device> devices = ablation.devices();
        for (Device device : devices) ablation.without(device);
        if (words.length > 1 && words[1].equals("--check")) return;
        List<Task> tasks = new ArrayList<>(tasks());
        if (words.length > 2)
            tasks.removeIf(task -> !List.of(words[2].split(",")).contains(task.name()));
        ablation.run(devices, tasks, words.length > 1 ? Integer.parseInt(words[1]) : 3);
    }

    private static List<Task> tasks() {
        Workload apart = Workload.BASE.with(w -> {
            w.operations = 600_000;
            w.keys = 10_000;
            w.isolation = Workload.Isolation.SNAPSHOT;
            w.bySession = true;
        });
        Workload serial = apart.with(w -> w.isolation = Workload.Isolation.SERIALIZABLE);
        Workload prefix = apart.with(w -> w.isolation = Workload.Isolation.PREFIX);
        Workload skewed = apart.with(w -> {
            w.operations = 1_000_000;
            w.length = 8;
            w.skew = 0.99;
        });
        return List.of(
                Task.of("si", apart, "-l si"),
                Task.of("ser", serial, "-l ser"),
                Task.of("pc", prefix, "-l pc"),
                Task.of("psi", apart, "-l psi"),
                Task.of("si skewed", skewed, "-l si"),
                Task.of("si unordered", apart.with(w -> w.bySession = false), "-l si --order none"),
                Task.of("si registers", new Racing(20_000), "-l si --order none"),
                Task.of("sser registers", new Racing(20_000), "-l sser"),
                Task.of("ser repeating", Generated.repeating(30_000, 3), "-l ser"),
                Task.of("ser general", general(), "-l ser"));
    }

    private static Generated general() {
        return new Generated(
                0,
                "plume",
                words("--sessions 20 --transactions 250 -w general --operations 4 --keys 2000 --write-only 0.5"
                        + " --read-only 0.3 -l si"));
    }

    private static List<String> words(String text) {
        return List.of(text.split(" "));
    }

    private List<Device> devices() throws IOException {
        List<Device> devices = new ArrayList<>();
        for (String line : Files.readAllLines(home.resolve("bench/ablation.tsv"))) {
            String[] fields = line.split("\t", -1);
            if (fields.length != 4) throw new IOException("bench/ablation.tsv: four fields are expected: " + line);
            devices.add(new Device(fields[0], fields[1], fields[2], fields[3]));
        }
        return devices;
    }

    /** The source of the file without the device. */
    private String without(Device device) throws IOException {
        String source = Files.readString(source(device));
        int at = source.indexOf(device.text());
        if (at < 0 || source.indexOf(device.text(), at + 1) >= 0) {
            throw new IOException(
                    "bench/ablation.tsv: '" + device.text() + "' has to be in " + device.file() + " once");
        }
        return source.replace(device.text(), device.without());
    }

    private Path source(Device device) {
        return home.resolve("src/java/minos").resolve(device.file());
    }

    private void run(List<Device> devices, List<Task> tasks, int rounds) throws IOException, InterruptedException {
        List<Path> classes = new ArrayList<>();
        classes.add(Files.createTempDirectory("ablation"));
        for (Device device : devices) classes.add(compile(device));
        Figures[][] best = new Figures[classes.size()][tasks.size()];
        for (int round = 0; round < rounds; round++) {
            for (int task = 0; task < tasks.size(); task++) {
                for (int device = 0; device < best.length; device++) {
                    Figures found = measure(classes.get(device), tasks.get(task), best[device][task]);
                    best[device][task] = found;
                }
            }
        }
        print(devices, tasks, best);
    }

    private Path compile(Device device) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("ablation");
        Path source = Files.writeString(folder.resolve(source(device).getFileName()), without(device));
        List<String> command = List.of(
                java("javac"), "-proc:none", "-nowarn", "-cp", jar(), "-d", folder.toString(), source.toString());
        int status = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
        if (status != 0) throw new IOException(device.file() + " does not compile without: " + device.name());
        return folder;
    }

    /** @param before what was measured so far, or null; what was stopped is not tried again */
    private Figures measure(Path classes, Task task, Figures before) throws IOException, InterruptedException {
        if (before != null && before.seconds() >= SECONDS) return before;
        List<String> command = new ArrayList<>(List.of(
                java("java"),
                "-XX:+UseParallelGC",
                "-XX:TieredStopAtLevel=1",
                "-Xlog:disable",
                "-cp",
                classes + System.getProperty("path.separator") + jar(),
                "minos.cli.Main",
                "check",
                "-q",
                "--profile",
                "--timeout",
                Integer.toString(SECONDS)));
        command.addAll(task.words());
        command.add(task.source().file(settings).toString());
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String text = new String(process.getInputStream().readAllBytes());
        boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
        double seconds = (System.nanoTime() - start) / 1e9;
        if (!ended || !text.contains("holds") && !text.contains("is violated")) return new Figures(SECONDS, "");
        Matcher conflicts = CONFLICTS.matcher(text);
        Figures found = new Figures(seconds, conflicts.find() ? conflicts.group(1) : "0");
        return before == null || found.seconds() < before.seconds() ? found : before;
    }

    private void print(List<Device> devices, List<Task> tasks, Figures[][] best)
            throws IOException, InterruptedException {
        System.out.println("| without | " + tasks.stream().map(Task::name).collect(Collectors.joining(" | ")) + " |");
        System.out.println("|---".repeat(tasks.size() + 1) + "|");
        for (int row = 0; row < best.length; row++) {
            int device = row - 1;
            String name = device < 0 ? "(all there)" : devices.get(device).name();
            String cells = Arrays.stream(best[row]).map(this::cell).collect(Collectors.joining(" | "));
            System.out.println("| " + name + " | " + cells + " |");
        }
        System.out.println();
        for (String line : Machine.describe(home)) System.out.println("- " + line.replace("\t", ": "));
    }

    private String cell(Figures figures) {
        if (figures.seconds() >= SECONDS) return "> " + SECONDS + " s";
        return String.format(Locale.ROOT, "%.2f s, %s", figures.seconds(), figures.conflicts());
    }

    private String jar() {
        return home.resolve("target/minos.jar").toString();
    }

    private static String java(String command) {
        return Optional.ofNullable(System.getenv("JAVA_HOME"))
                        .map(at -> at + "/bin/")
                        .orElse("")
                + command;
    }
}
