package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders of histories, and histories that say nothing. */
class ArchiveTest {
    private static final String GOOD = "{:type :ok, :process 0, :f :txn, :value [[:append :x 1]]}\n"
            + "{:type :ok, :process 1, :f :txn, :value [[:r :x [1]]]}\n";
    private static final String BAD = GOOD + "{:type :ok, :process 1, :f :txn, :value [[:r :x nil]]}\n";

    @TempDir
    Path folder;

    @Test
    void aThousandHistoriesGetALineEachAndASummary() throws IOException {
        for (int i = 0; i < 1_000; i++) {
            Path test = Files.createDirectories(folder.resolve("store/test-" + i % 10 + "/2024-" + i));
            Files.writeString(test.resolve("history.edn"), i % 100 == 7 ? BAD : GOOD);
            Files.writeString(test.resolve("results.edn"), "{:valid? true}");
        }
        Files.createSymbolicLink(folder.resolve("store/test-0/latest"), folder.resolve("store/test-0/2024-0"));
        Files.writeString(
                folder.resolve("single.json"),
                "[{\"type\":\"ok\",\"process\":0,\"f\":\"txn\",\"value\":[[\"w\",1,2]]},"
                        + "{\"type\":\"ok\",\"process\":1,\"f\":\"txn\",\"value\":[[\"r\",1,2]]}]");
        Files.writeString(folder.resolve("broken.edn"), "{:type");
        Files.writeString(folder.resolve("notes.md"), "nothing");
        Run run = Run.of("check", "-l", "causal", "-l", "rc", folder.toString());
        assertEquals(3, run.status(), run.err());
        List<String> lines = run.out().lines().toList();
        assertEquals(1_001 * 2 + 5, lines.size());
        assertTrue(lines.get(0).endsWith("single.json: causal holds (session order)"), lines.get(0));
        assertTrue(lines.get(2).endsWith("2024-0: causal holds (session order)"), lines.get(2));
        assertEquals(
                """

                1001 histories judged, 1 could not be read
                  level              holds  violated   unknown
                  read-committed      1001         0         0
                  causal               991        10         0
                """,
                run.out().substring(run.out().indexOf("\n\n") + 1));
        assertTrue(run.err().startsWith("minos: " + folder.resolve("broken.edn") + ":1:"), run.err());
    }

    @Test
    void whereNothingCouldBeReadThereIsNoTable() throws IOException {
        Files.writeString(folder.resolve("broken.edn"), "{:type");
        Run run = Run.of("check", folder.toString());
        assertEquals(3, run.status());
        assertEquals("\n0 histories judged, 1 could not be read\n", run.out());
    }

    @Test
    void whatLiesBesideTheHistoryOfATestIsNotForgotten() throws IOException {
        Path test = Files.createDirectories(folder.resolve("store/test"));
        Files.writeString(test.resolve("history.edn"), GOOD);
        Files.writeString(test.resolve("history.txt"), "the same in other words");
        Files.writeString(test.resolve("results.edn"), "{:valid? true}");
        Files.writeString(test.resolve("second-history.edn"), BAD);
        Run run = Run.of("check", "-q", "-l", "causal", folder.toString());
        List<String> lines = run.out().lines().toList();
        assertTrue(lines.get(0).endsWith("test: causal holds (session order)"), lines.get(0));
        assertTrue(lines.get(1).contains("second-history.edn: causal is violated (session order)"), lines.get(1));
        assertTrue(run.out().contains("2 histories judged\n"), run.out());
    }

    @Test
    void aReadOfWhatNobodyWritesTestsNothing() throws IOException {
        String bank = Files.writeString(
                        folder.resolve("bank.edn"), "{:type :ok, :process 0, :f :read, :value {0 10, 1 10}}\n")
                .toString();
        Run run = Run.of("check", bank);
        assertEquals(2, run.status());
        assertTrue(run.out().contains("tested: 0 reads of other transactions' writes"), run.out());
        assertTrue(run.out().contains("so there is nothing to judge"), run.out());
    }

    @Test
    void anIndexLinksTheReports() throws IOException {
        for (int i = 0; i < 3; i++) Files.writeString(folder.resolve(i + ".edn"), i == 1 ? BAD : GOOD);
        Files.writeString(folder.resolve("3.edn"), "{:type :frob}");
        Path report = folder.resolve("report");
        assertEquals(
                3,
                Run.of("check", "--report", report.toString(), folder.toString())
                        .status());
        String index = Files.readString(report.resolve("index.html"));
        assertTrue(index.contains("could not be read: " + folder.resolve("3.edn") + ":1:"), index);
        for (int i = 0; i < 3; i++) {
            String page = (i + 1) + "-" + i + ".edn/index.html";
            assertTrue(index.contains(page), index);
            assertTrue(Files.exists(report.resolve(page)), page);
        }
    }

    @Test
    void whatSaysNothingIsUnknown() throws IOException {
        String aborted = Files.writeString(folder.resolve("a.edn"), GOOD.replace(":ok", ":fail"))
                .toString();
        Run run = Run.of("check", "-l", "ser", aborted);
        assertEquals(2, run.status());
        assertEquals(
                aborted
                        + ": serializable is unknown (session order): no transaction committed, so there is nothing to judge\n",
                run.out());
        assertEquals(2, Run.of("check", aborted).status());
        String apart = Files.writeString(folder.resolve("b.edn"), GOOD.replace("[:r :x [1]]", "[:r :y nil]"))
                .toString();
        Run all = Run.of("check", apart);
        assertEquals(2, all.status());
        assertTrue(
                all.out().contains("no transaction read a key that another wrote, so there is nothing to judge"),
                all.out());
        String thinAir = Files.writeString(folder.resolve("c.edn"), GOOD.replace("[:append :x 1]", "[:append :y 1]"))
                .toString();
        assertEquals(1, Run.of("check", "-l", "rc", thinAir).status(), "what is violated is violated");
    }
}
