package grid;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code minos generate} writes: a simulated database that keeps all levels.
 *
 * @param words its options, but for the file
 */
record Generated(long operations, String format, List<String> words) implements Source {
    /** Registers in which values repeat, as VeriStrong's workloads have them: 20 sessions of transactions of 15 operations. */
    static Generated repeating(long operations, int values) {
        return new Generated(
                operations,
                "plume",
                words(20, operations / 20 / 15, "-w general --operations 15 --keys 5000 --values " + values));
    }

    /** Single reads, writes and compare-and-sets of registers by 20 clients, some of whom crash, as Knossos judges them. */
    static Generated single(long operations, int keys) {
        return new Generated(
                operations, "edn", words(20, operations / 20, "-w lwt --values 5 --lost 0.01 --keys " + keys));
    }

    private static List<String> words(int sessions, long transactions, String others) {
        List<String> words = new ArrayList<>(
                List.of("--sessions", Integer.toString(sessions), "--transactions", Long.toString(transactions)));
        words.addAll(List.of(others.split(" ")));
        return words;
    }

    @Override
    public Path file(Settings settings) throws IOException, InterruptedException {
        String name =
                "generated" + String.join("", words).replace("--", "-") + (format.equals("edn") ? ".edn" : ".txt");
        Path file = settings.data.resolve(name);
        if (Files.exists(file)) return file;
        List<String> command = new ArrayList<>(List.of(settings.minos.toString(), "generate", "-o", file.toString()));
        command.addAll(words);
        Process run = new ProcessBuilder(command)
                .redirectOutput(new File("/dev/null"))
                .redirectError(new File("/dev/null"))
                .start();
        if (run.waitFor() != 0) throw new IOException(String.join(" ", command) + " failed");
        return file;
    }

    @Override
    public Verdict expected() {
        return Verdict.HOLDS;
    }

    @Override
    public boolean isRepeatable() {
        return true;
    }
}
