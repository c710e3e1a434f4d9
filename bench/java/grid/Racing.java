package grid;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Registers as a Jepsen test records them: 20 clients write ten keys blindly and read them, and each transaction takes effect at some moment
 * between its invocation and its completion, so that completions are in another order than commits.
 *
 * @param transactions how many
 */
record Racing(int transactions) implements Source {
    private static final int CLIENTS = 20;
    private static final int KEYS = 10;
    private static final int LENGTH = 3;

    @Override
    public Path file(Settings settings) throws IOException {
        Path file = settings.data.resolve("racing-t" + transactions + ".edn");
        if (Files.exists(file)) return file;
        SplittableRandom random = new SplittableRandom(1);
        int[] current = new int[KEYS];
        String[] invoked = new String[CLIENTS];
        String[] done = new String[CLIENTS];
        int begun = 0;
        int written = 0;
        try (PrintStream out = new PrintStream(file.toFile())) {
            for (int open = 0; begun < transactions || open > 0; ) {
                int client = random.nextInt(CLIENTS);
                if (invoked[client] == null) {
                    if (begun == transactions) continue;
                    begun++;
                    open++;
                    StringBuilder value = new StringBuilder();
                    for (int key : random.ints(LENGTH, 0, KEYS).distinct().toArray()) {
                        value.append(
                                random.nextInt(3) == 0 ? "[:w " + key + " " + ++written + "]" : "[:r " + key + " nil]");
                    }
                    invoked[client] = value.toString();
                    print(out, "invoke", client, invoked[client]);
                } else if (done[client] == null) {
                    done[client] = commit(invoked[client], current);
                } else {
                    print(out, "ok", client, done[client]);
                    invoked[client] = null;
                    done[client] = null;
                    open--;
                }
            }
        }
        return file;
    }

    /** Carries out its operations at once; the same with what was read. */
    private static String commit(String operations, int[] current) {
        StringBuilder done = new StringBuilder();
        for (String operation : operations.substring(1, operations.length() - 1).split("\\]\\[")) {
            String[] words = operation.split(" ");
            int key = Integer.parseInt(words[1]);
            if (words[0].equals(":w")) current[key] = Integer.parseInt(words[2]);
            String value = current[key] == 0 ? "nil" : Integer.toString(current[key]);
            done.append("[")
                    .append(words[0])
                    .append(" ")
                    .append(key)
                    .append(" ")
                    .append(value)
                    .append("]");
        }
        return done.toString();
    }

    private static void print(PrintStream out, String type, int client, String value) {
        out.println("{:type :" + type + ", :process " + client + ", :f :txn, :value [" + value + "]}");
    }

    @Override
    public long operations() {
        return (long) transactions * LENGTH;
    }

    @Override
    public Verdict expected() {
        return Verdict.HOLDS;
    }

    @Override
    public String format() {
        return "edn";
    }

    @Override
    public String model() {
        return "register";
    }

    @Override
    public boolean isRepeatable() {
        return true;
    }
}
