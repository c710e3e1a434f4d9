package grid;

import java.io.IOException;
import java.nio.file.Path;

/** A file that the user names. Nobody knows what tools ought to find. */
record GivenFile(Path path, long operations) implements Source {

    static GivenFile of(Path path, Path minos) throws IOException, InterruptedException {
        Process stats = new ProcessBuilder(minos.toString(), "stats", "-o", "json", path.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String json = new String(stats.getInputStream().readAllBytes());
        if (stats.waitFor() != 0) throw new IOException(path + " cannot be read");
        return new GivenFile(path, Long.parseLong(json.replaceAll("(?s).*\"operations\":(\\d+).*", "$1")));
    }

    @Override
    public Path file(Settings settings) {
        return path;
    }

    @Override
    public Verdict expected() {
        return Verdict.UNKNOWN;
    }

    @Override
    public String format() {
        return path.getFileName().toString().contains(".edn") ? "edn" : "plume";
    }
}
