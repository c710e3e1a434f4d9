package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import minos.Histories;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.model.Certificate;
import minos.model.Level;
import minos.verify.CertificateFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code minos check} from file to output. */
class CheckFilesTest {
    private static final String FRACTURED = "test/histories/read-committed/fractured-read.edn";

    @TempDir
    Path folder;

    private static final String TESTED =
            "tested: 4 reads of other transactions' writes, 2 concurrent pairs on one key\n";

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void theStatusFollowsTheLevel() {
        assertEquals(
                new Run(0, FRACTURED + ": read-committed holds (session order)\n" + TESTED, ""),
                Run.of("check", "-l", "rc", FRACTURED));
        Run violated = Run.of("check", "-l", "read-atomic", FRACTURED);
        assertEquals(1, violated.status());
        assertEquals(
                """
                %s: read-atomic is violated (session order): fractured-read

                  fractured-read (k): a transaction seen in part
                    T1 (session 1) saw half of T0 (session 0): it saw T0's append of 1 to :x, but read :y=[] \
                without T0's append of 1 to :y

                    T0  session 0 #1 @0–2  append :x 1, append :y 1
                    T1  session 1 #1 @1–3  r :y=[], r :x=[1]

                    T0 → the initial state (commit order): T1 reads :y=[], the initial value, after it has seen T0, \
                which appends to :y
                      T0 → T1 (wr): T1 read :x=[1], where 1 is T0's append
                    the initial state → T0: the initial state precedes every transaction
                    so T0 must come before itself

                """
                        .formatted(FRACTURED),
                violated.out());
        assertEquals(1, Run.of("check", "-l", "rc", "-l", "tcc", FRACTURED).status());
        assertEquals(0, Run.of("check", FRACTURED).status());
    }

    @Test
    void plumeTextIsRecognised() throws IOException {
        String stale = file("stale.txt", "w(1,1,0,0)\nw(1,2,0,1)\nr(1,2,1,2)\nr(1,1,1,3)\n");
        assertEquals(0, Run.of("check", "-l", "ra", stale).status());
        Run run = Run.of("check", "-l", "causal", "-q", stale);
        assertEquals(1, run.status());
        String verdict = stale + ": causal is violated (session order): causality-violation";
        assertTrue(run.out().startsWith(verdict), run.out());
        assertEquals(
                0, Run.of("check", "-l", "causal", "--order", "none", stale).status());
    }

    @Test
    void badInputIsReportedAndTheOthersAreJudged() throws IOException {
        String broken =
                file("broken.edn", "{:type :ok, :process 0, :value [[:r :x 1]]}\n{:type :ok, :process 0, :value [[:r}");
        String text = file("broken.txt", "w(1,1,0,0)\nw(1,2,0\n");
        String empty = file("empty.edn", "");
        String missing = folder.resolve("missing.edn").toString();
        Path folder = Files.createDirectory(this.folder.resolve("folder"));
        Run run = Run.of("check", "-l", "rc", broken, text, empty, missing, folder.toString(), FRACTURED);
        assertEquals(3, run.status());
        assertEquals(FRACTURED + ": read-committed holds (session order)\n" + TESTED, run.out());
        List<String> errors = run.err().lines().toList();
        assertEquals(5, errors.size(), run.err());
        assertTrue(errors.get(0).startsWith("minos: " + broken + ":2:"), errors.get(0));
        assertTrue(errors.get(1).startsWith("minos: " + text + ":2:"), errors.get(1));
        assertTrue(errors.get(2).startsWith("minos: " + empty + ": "), errors.get(2));
        assertEquals("minos: " + missing + ": no such file", errors.get(3));
        assertEquals(
                "minos: " + folder + ": a directory without history.edn, history.edn.gz, "
                        + "test.jepsen, history.bincode, history.json or Cobra's logs (*.log)",
                errors.get(4));
        assertEquals(3, Run.of("check", missing, FRACTURED).status());
    }

    @Test
    void duplicateWritesAreJudged() throws IOException {
        String twice = file("twice.txt", "w(1,1,0,0)\nw(1,1,1,1)\nr(1,1,2,2)\n");
        Run run = Run.of("check", "-l", "rc", twice);
        assertEquals(0, run.status());
        assertTrue(run.out().startsWith(twice + ": read-committed holds (session order)\n"), run.out());
        Run all = Run.of("check", twice);
        assertEquals(0, all.status());
        assertTrue(all.out().contains("\nstrongest that hold (session order): serializable\n"), all.out());
    }

    @Test
    void realTimeWithoutInvocationsIsUnknown() throws IOException {
        String text = file("h.txt", "w(1,1,0,0)\nr(1,1,1,1)\n");
        Run run = Run.of("check", "--order", "real-time", text);
        assertEquals(0, run.status());
        assertTrue(run.out().contains("\nunknown: read-uncommitted, cut-isolation, "), run.out());
        assertEquals(
                2, Run.of("check", "--order", "real-time", "-l", "causal", text).status());
    }

    @Test
    void theModelCanBeForced() throws IOException {
        String text = file("h.txt", "w(1,1,0,0)\n");
        Run run = Run.of("check", "-m", "list-append", text);
        assertEquals(3, run.status());
        assertEquals("", run.out());
    }

    @Test
    void aCertificateNamesTheTransactionsInCommitOrder() throws IOException {
        Path proof = folder.resolve("proof");
        assertEquals(
                0,
                Run.of("check", "-l", "rc", "--certificate", proof.toString(), FRACTURED)
                        .status());
        try (Reader in = Files.newBufferedReader(proof)) {
            Certificate certificate = CertificateFile.read(in);
            assertEquals(Level.READ_COMMITTED, certificate.level());
            int committed = (int) Histories.show(HistoryFiles.read(FRACTURED, ReadOptions.DEFAULT)).stream()
                    .filter(line -> !line.contains("!"))
                    .count();
            assertEquals(committed, certificate.commits().length);
        }
    }
}
