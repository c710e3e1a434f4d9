package grid;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What ten sessions see of an H2 database at snapshot isolation, which it keeps: general transactions of eight
 * operations, many of them with writes of what they did not read.
 */
record Recording(long operations) implements Source {
    private static final int SESSIONS = 10;
    private static final int LENGTH = 8;

    @Override
    public Path file(Settings settings) throws IOException, InterruptedException {
        Path folder = settings.data.resolve("h2-" + operations);
        if (!Files.exists(folder)) {
            Path draft =
                    settings.data.resolve("h2-draft-" + ProcessHandle.current().pid());
            Process run = new ProcessBuilder(
                            settings.minos.toString(),
                            "run",
                            "--isolation",
                            "snapshot",
                            "--workload",
                            "general",
                            "--keys",
                            "1000",
                            "--sessions",
                            "" + SESSIONS,
                            "--operations",
                            "" + LENGTH,
                            "--transactions",
                            "" + operations / SESSIONS / LENGTH,
                            "--check",
                            "read-uncommitted",
                            "--output",
                            draft.toString())
                    .redirectOutput(new File("/dev/null"))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            if (run.waitFor() != 0) throw new IOException("no history could be recorded");
            Files.move(draft, folder);
        }
        return folder.resolve("history.edn");
    }

    @Override
    public Verdict expected() {
        return Verdict.HOLDS;
    }

    @Override
    public String format() {
        return "edn";
    }
}
