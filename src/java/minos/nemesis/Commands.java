package minos.nemesis;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * What the user has a command for.
 *
 * @param name  what it is called
 * @param fault for the shell
 * @param heal  likewise; null if it mends itself
 */
public record Commands(String name, String fault, String heal) implements Nemesis {
    private static final int LONGEST = 60;

    @Override
    public String begins() {
        return "start-" + name;
    }

    @Override
    public String ends() {
        return "stop-" + name;
    }

    @Override
    public String begin(SplittableRandom random) throws IOException, InterruptedException {
        run(fault);
        return "";
    }

    @Override
    public void end() throws IOException, InterruptedException {
        if (heal != null) run(heal);
    }

    /** Runs a command to its end. It may hold a password: of a failure only what it said itself is told. */
    static void run(String command) throws IOException, InterruptedException {
        File said = File.createTempFile("minos", ".log");
        try {
            // What it leaves running may go on to write, so nobody waits for the end of what it says.
            Process process = new ProcessBuilder("sh", "-c", command)
                    .redirectErrorStream(true)
                    .redirectOutput(said)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                    .start();
            if (!process.waitFor(LONGEST, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("its command did not end within " + LONGEST + " s");
            }
            if (process.exitValue() == 0) return;
            String text =
                    Files.readString(said.toPath(), StandardCharsets.ISO_8859_1).strip();
            throw new IOException("its command ended with status " + process.exitValue()
                    + (text.isEmpty()
                            ? ""
                            : ": " + text.lines().reduce((a, b) -> b).orElse("")));
        } finally {
            if (!said.delete()) said.deleteOnExit();
        }
    }
}
