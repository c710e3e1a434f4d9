package minos.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/** Nothing that a history holds makes a terminal, an editor or a page do anything: no control gets through, in no output. */
class ControlsTest {
    /** ESC, BEL, DEL, CSI in one byte, right-to-left override and isolate, line separator, soft hyphen, a tag beyond 16 bits. */
    private static final List<Integer> CONTROLS =
            List.of(0x1b, 0x07, 0x7f, 0x9b, 0x202e, 0x2066, 0x2028, 0xad, 0xe0001, 0x08, 0x85);

    @TempDir
    Path folder;

    private String history;

    @BeforeEach
    void aHistoryFullOfThem() throws IOException {
        StringBuilder evil = new StringBuilder("a");
        CONTROLS.forEach(evil::appendCodePoint);
        String key = "\"" + evil + "[2J\"";
        String value = "\"<b>" + evil + "\"";
        String keyword = ":k\u202e\u2066x";
        history = Files.writeString(
                        folder.resolve("h\u001b\u202e.edn"),
                        """
                        {:type :ok, :process 0, :f :txn, :value [[:w KEY VALUE] [:w KEYWORD 1]], :error VALUE}
                        {:type :ok, :process 1, :f :txn, :value [[:r KEY VALUE] [:r KEYWORD 2]]}
                        {:type :ok, :process 2, :f :txn, :value [[:r KEYWORD nil] [:r KEY VALUE]]}
                        """
                                .replace("KEYWORD", keyword)
                                .replace("KEY", key)
                                .replace("VALUE", value))
                .toString();
    }

    @Test
    void inEveryOutput() throws IOException {
        for (String output : List.of("text", "json", "edn")) {
            Run run = Run.of("check", "--all", "-l", "all", "-o", output, history);
            assertEquals(0, run.status(), run.err());
            assertTrue(run.out().contains("\\u001b"), output);
            assertHarmless(output, run.out());
            assertHarmless(output, run.err());
        }
        assertHarmless("stats", Run.of("stats", history).out());
        assertHarmless("stats", Run.of("stats", "-o", "json", history).out());
        assertHarmless("complaint", Run.of("check", history + "x").err());
        assertHarmless(
                "shrunk",
                Run.of(
                                "shrink",
                                "-l",
                                "rc",
                                history,
                                "-o",
                                folder.resolve("s.edn").toString())
                        .out());
    }

    /** A keyword has no escapes; its controls stay what they are in a file that is written. */
    @Test
    void inStringsOfAHistoryThatIsWritten() throws IOException {
        String plain = Files.readString(Path.of(history)).replaceAll("[\u202e\u2066]", "");
        Path source = Files.writeString(folder.resolve("plain.edn"), plain);
        Path written = folder.resolve("written.edn");
        assertEquals(
                0,
                Run.of("convert", "--to", "edn", source.toString(), "-o", written.toString())
                        .status());
        assertHarmless("written", Files.readString(written));
        Path again = folder.resolve("again.edn");
        Run.of("convert", "--to", "edn", written.toString(), "-o", again.toString());
        assertEquals(Files.readString(written), Files.readString(again));
    }

    @Test
    void inEveryFileOfAReport() throws IOException {
        Path report = folder.resolve("report");
        assertEquals(0, Run.of("report", history, "-o", report.toString()).status());
        try (Stream<Path> files = Files.list(report)) {
            List<Path> all = files.toList();
            assertTrue(all.size() >= 3, all.toString());
            for (Path file : all) assertHarmless(file.getFileName().toString(), Files.readString(file, UTF_8));
        }
    }

    /** Also of what XML cannot hold at all, escaped or not. */
    @Test
    void inFilesForContinuousIntegration() throws Exception {
        Files.writeString(Path.of(history), Files.readString(Path.of(history)).replace("<b>", "<b>\ufffe\uffff"));
        List<String> words = new ArrayList<>(List.of("check", "--all", "-l", "ser", "--annotate"));
        for (String kind : List.of("junit", "markdown", "sarif"))
            words.addAll(List.of("--" + kind, folder.resolve(kind).toString()));
        words.add(history);
        words.add(history + "x");
        Run run = Run.of(words.toArray(String[]::new));
        assertEquals(3, run.status(), run.err());
        assertTrue(run.err().contains("::error file="), run.err());
        assertHarmless("annotations", run.err());
        for (String kind : List.of("junit", "markdown", "sarif")) {
            String text = Files.readString(folder.resolve(kind), UTF_8);
            assertTrue(text.contains("\\u001b"), text);
            assertHarmless(kind, text);
        }
        Document xml = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("junit").toFile());
        assertEquals(2, xml.getElementsByTagName("testsuite").getLength());
    }

    @Test
    void whileItIsWatched() throws IOException {
        Path report = folder.resolve("report");
        Run run = Run.of("watch", "--idle", "0.001", "-l", "ser", "--report", report.toString(), history);
        assertEquals(1, run.status(), run.err());
        assertTrue(run.out().contains("\\u001b"), run.out());
        assertHarmless("watch", run.out() + run.err());
        assertHarmless("report", Files.readString(report.resolve("index.html"), UTF_8));
        Files.writeString(Path.of(history), "{:type :\u001b\u202e}");
        assertHarmless("complaint", Run.of("watch", "--idle", "0.001", history).err());
    }

    @Test
    void inWhatIsSaidOfWrongUsage() {
        Run run = Run.of("check", "--\u001b[2J", history);
        assertTrue(run.err().contains("\\u001b"), run.err());
        assertHarmless("usage", run.err());
    }

    private static void assertHarmless(String what, String text) {
        text.codePoints()
                .forEach(c -> assertTrue(
                        c == '\n' || c == '\t' || !CONTROLS.contains(c) && !Character.isISOControl(c),
                        () -> what + " has U+" + Integer.toHexString(c)));
    }
}
