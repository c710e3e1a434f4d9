package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import minos.Histories;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConvertTest {
    private static final String REGISTERS =
            """
            {:process 0, :type :invoke, :f :txn, :value [[:w :x 1] [:r :y nil]]}
            {:process 0, :type :ok, :f :txn, :value [[:w :x 1] [:r :y nil]]}
            """;

    @TempDir
    Path folder;

    @Test
    void thereAndBack() throws IOException {
        String text = file("h.txt", "w(1,5,0,0)\nr(2,0,0,0)\nw(2,7,1,-1)\n");
        String edn = folder.resolve("h.edn.gz").toString();
        assertEquals(new Run(0, "", ""), convert(text, "-o", edn));
        String back = folder.resolve("back.txt").toString();
        Run run = convert(edn, "-o", back);
        assertEquals(0, run.status(), run.err());
        assertEquals(
                Histories.show(HistoryFiles.read(text, ReadOptions.DEFAULT)),
                Histories.show(HistoryFiles.read(back, ReadOptions.DEFAULT)));
    }

    @Test
    void whatGetsLostIsSaid() throws IOException {
        String from = file("h.edn", REGISTERS);
        String to = folder.resolve("h.txt").toString();
        assertEquals(
                new Run(
                        0,
                        "",
                        "minos: " + to + ": real time is left out\n" + "minos: " + to
                                + ": keys are numbered anew: not all of them are unsigned integers\n"),
                convert("-o", to, from));
        assertEquals("w(0,1,0,0)\nr(1,0,0,0)\n", Files.readString(Path.of(to)));
    }

    @Test
    void standardOutputNeedsAFormat() throws IOException {
        String from = file("h.edn", REGISTERS);
        assertEquals(
                "w(0,1,0,0)\nr(1,0,0,0)\n",
                convert(from, "-o", "-", "--to", "plume").out());
        assertUsage("which format? - does not tell; --to does", from, "-o", "-");
    }

    @Test
    void listsAreRefusedAndNothingIsWritten() throws IOException {
        String from = file("h.edn", "{:process 0, :type :ok, :f :txn, :value [[:append 1 1]]}");
        Path to = folder.resolve("h.txt");
        assertEquals(
                new Run(
                        73,
                        "",
                        "minos: " + from + ": Plume text cannot hold a list-append history: it knows registers "
                                + "only\n"),
                convert(from, "-o", to.toString()));
        assertFalse(Files.exists(to));
    }

    @Test
    void filesThatCannotBeReadOrWritten() throws IOException {
        String none = folder.resolve("none").toString();
        assertEquals(new Run(3, "", "minos: " + none + ": no such file\n"), convert(none, "-o", "h.txt"));
        String to = folder.resolve("no/such/h.txt").toString();
        assertEquals(
                new Run(73, "", "minos: " + to + ": cannot be written: no such file or directory\n"),
                convert(file("h.txt", "w(1,1,0,0)"), "-o", to));
        assertEquals(73, convert(file("h.txt", "w(1,1,0,0)"), "-o", "\0.txt").status());
    }

    @Test
    void wrongUsage() {
        assertUsage("which file is to be converted? (one at a time)", "-o", "x.txt");
        assertUsage("which file is to be converted? (one at a time)", "a", "b", "-o", "x.txt");
        assertUsage("where to? --output names the file to write", "a");
        assertUsage("which format? x does not tell; --to does", "a", "-o", "x");
        assertUsage("--to cannot be plum; did you mean plume?", "a", "-o", "x", "--to", "plum");
        assertTrue(convert("--help").out().startsWith("Usage: minos convert"));
    }

    @Test
    void initialValuesCanBeInferred() throws IOException {
        String from = file("h.txt", "r(1,9,0,0)\n");
        String edn =
                convert(from, "--initial", "infer", "-o", "-", "--to", "edn").out();
        assertTrue(edn.contains("[[:r 1 nil]]"), edn);
        edn = convert(from, "-o", "-", "--to", "edn").out();
        assertTrue(edn.contains("[[:r 1 9]]"), edn);
    }

    private static Run convert(String... words) {
        return Run.of((out, err) -> Convert.run(words, out, err, Environment.PIPE));
    }

    private static void assertUsage(String message, String... words) {
        UsageException e = assertThrows(UsageException.class, () -> convert(words));
        assertEquals(message, e.getMessage());
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }
}
