package minos.faults;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import minos.cli.Main;

/**
 * Runs every command that writes on a disk that fails at its nth change, for every n: once, and from then on. Whatever happens, a
 * file is as it was before or whole, the exit status says that something was not written, and so does a message. Prints for each
 * command how many failures it has lived through. A program of its own, as its file system is chosen when Java starts.
 */
final class FullDisk {
    private static final String OLD = "what was there before\n";
    private static final String FRACTURED = "test/histories/read-committed/fractured-read.edn";
    private static final int UNWRITTEN = 73;

    /** A command that writes into {@code OUT}; whether what it writes besides is all that it was asked for. */
    private record Command(String words, int status, boolean essential) {}

    private static final List<Command> COMMANDS = List.of(
            new Command("convert REGISTERS -o OUT/h.edn", 0, true),
            new Command("convert REGISTERS -o OUT/h.txt.gz", 0, true),
            new Command("convert REGISTERS -o OUT/h.bincode", 0, true),
            new Command("convert REGISTERS -o OUT/h.json", 0, true),
            new Command("convert REGISTERS --to cobra -o OUT/logs", 0, true),
            new Command("generate --transactions 3 --seed 1 -o OUT/h.edn", 0, true),
            new Command("shrink -l read-atomic -o OUT/small.edn " + FRACTURED, 0, true),
            new Command("check -l read-committed --certificate OUT/proof " + FRACTURED, 0, true),
            new Command("check -l read-atomic --report OUT " + FRACTURED, 1, false),
            new Command("shrink -l read-atomic -o - --to edn --report OUT " + FRACTURED, 0, false),
            new Command("report -o OUT " + FRACTURED, 0, true),
            new Command("report -o OUT " + FRACTURED + " REGISTERS", 0, true),
            new Command(
                    "check -l read-committed --junit OUT/j.xml --markdown OUT/m.md --sarif OUT/s.sarif " + FRACTURED,
                    0,
                    true),
            new Command("watch --idle 0.001 --report OUT " + FRACTURED, 0, true),
            new Command(
                    "run --sessions 2 --transactions 3 --check read-uncommitted --junit OUT/j.xml -o OUT", 0, false),
            new Command("probe --isolation serializable --sessions 1 --time 0.01 -o OUT", 0, true));

    private final Path folder;
    private final Path out;
    private final Path registers;

    private FullDisk(Path folder) throws IOException {
        this.folder = folder;
        out = folder.resolve("out");
        registers = Files.writeString(folder.resolve("registers.txt"), "w(1,1,0,0)\nr(1,1,1,1)\nw(2,5,1,1)\n");
    }

    public static void main(String[] arguments) throws IOException {
        FullDisk disk = new FullDisk(Path.of(arguments[0]));
        for (Command command : COMMANDS) {
            System.out.println(disk.failures(command) + " failures: minos " + command.words);
        }
    }

    private int failures(Command command) throws IOException {
        prepare(List.of());
        FaultyFileSystem.arm(Integer.MAX_VALUE, 0);
        Result whole = run(command);
        if (whole.status != command.status) throw new AssertionError(command + " without failures: " + whole);
        List<Path> files = replaced(command);
        int all = 0;
        for (int often : new int[] {1, Integer.MAX_VALUE}) {
            for (int n = 0; ; n++) {
                prepare(files);
                FaultyFileSystem.arm(n, often);
                Result result = run(command);
                int failed = FaultyFileSystem.failed();
                FaultyFileSystem.arm(Integer.MAX_VALUE, 0);
                if (failed == 0) break;
                all += failed;
                check(command, result, command + " at change " + n + ", " + often + " times: " + result);
            }
        }
        return all;
    }

    /** The files that the command wrote and would write over: not a folder of logs, nor the recording of a run, nor a matrix. */
    private List<Path> replaced(Command command) throws IOException {
        if (command.words.contains("--to cobra")) return List.of();
        return files().stream()
                .filter(file -> !file.endsWith("history.edn") && !file.endsWith("matrix.json"))
                .toList();
    }

    /** Empties the folder, but for these files, which hold something old. */
    private void prepare(List<Path> old) throws IOException {
        if (Files.exists(out)) {
            List<Path> all;
            try (Stream<Path> walk = Files.walk(out)) {
                all = walk.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path path : all) Files.delete(path);
        }
        Files.createDirectory(out);
        for (Path file : old) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, OLD);
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> walk = Files.walk(out)) {
            return walk.filter(Files::isRegularFile).toList();
        }
    }

    private record Result(int status, String out, String err) {}

    private Result run(Command command) {
        String[] words = Arrays.stream(command.words.split(" "))
                .map(word -> word.replace("OUT", out.toString()).replace("REGISTERS", registers.toString()))
                .toArray(String[]::new);
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int status = Main.run(
                words,
                new PrintStream(printed, true, StandardCharsets.UTF_8),
                new PrintStream(errors, true, StandardCharsets.UTF_8));
        return new Result(status, printed.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
    }

    private void check(Command command, Result result, String what) throws IOException {
        boolean told = result.err.contains("No space left on device");
        boolean meant = result.status == UNWRITTEN || !command.essential && result.status == command.status;
        // Some failures make no difference, such as that of making a folder which is there.
        boolean harmless = !told && result.status == command.status;
        if (!harmless && !(told && meant) || result.err.contains("internal error")) throw new AssertionError(what);
        for (Path file : files()) {
            String name = file.getFileName().toString();
            if (name.endsWith(".unfinished") || folderIsUnfinished(file)) continue;
            byte[] bytes = Files.readAllBytes(file);
            boolean old = new String(bytes, StandardCharsets.UTF_8).equals(OLD);
            if (old ? harmless : !isWhole(name, bytes)) throw new AssertionError(file + " after " + what);
        }
    }

    private boolean folderIsUnfinished(Path file) {
        return out.relativize(file).toString().contains(".unfinished");
    }

    private boolean isWhole(String name, byte[] bytes) throws IOException {
        String text = new String(bytes, StandardCharsets.UTF_8);
        String ending = name.substring(name.lastIndexOf('.') + 1);
        return switch (ending) {
            case "html" -> text.startsWith("<!") && text.endsWith("</html>\n");
            case "svg" -> text.startsWith("<svg") && text.endsWith("</svg>\n");
            case "xml" -> text.startsWith("<?xml") && text.endsWith("</testsuites>\n");
            case "sarif" -> text.startsWith("{") && text.endsWith("}\n");
            case "dot" -> text.startsWith("digraph") && text.endsWith("}\n");
            case "proof" -> text.equals("minos-certificate 1\nlevel read-committed\norder session\n0\n1\n");
            case "edn" ->
                text.isEmpty() && name.equals("history.edn")
                        || text.lines().allMatch(line -> line.startsWith("{") && line.endsWith("}"))
                                && text.endsWith("\n");
            default -> text.endsWith("\n") || reads(name, bytes);
        };
    }

    /** Whether Minos takes it for a history. */
    private boolean reads(String name, byte[] bytes) throws IOException {
        Path copy = Files.write(folder.resolve(name), bytes);
        return run(new Command("stats " + copy, 0, true)).status == 0;
    }
}
