package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportAndShrinkTest {
    private static final String SHOP = "doc/shop.edn";
    private static final String FRACTURED = "test/histories/read-committed/fractured-read.edn";

    @TempDir
    Path folder;

    private String at(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void aReportOfOneFileIsTheIndex() throws IOException {
        Run run = Run.of("report", SHOP, "-o", at("r"));
        assertEquals(0, run.status(), run.err());
        assertEquals(
                SHOP + ": strongest that hold: read-uncommitted, cut-isolation; "
                        + "weakest violated: adya-read-committed\n",
                run.out());
        String page = Files.readString(folder.resolve("r/index.html"));
        assertTrue(page.contains("aborted-read") && page.contains("tying reads to writes: "), "types and phases");
    }

    @Test
    void reportsOfSeveralFilesHaveAnIndex() throws IOException {
        assertEquals(
                1,
                Run.of("report", "-l", "read-atomic", SHOP, FRACTURED, "-o", at("r"))
                        .status());
        String index = Files.readString(folder.resolve("r/index.html"));
        assertTrue(index.contains("href=\"1-shop.edn/index.html\"")
                && index.contains("href=\"2-fractured-read.edn/index.html\""));
        assertTrue(Files.exists(folder.resolve("r/2-fractured-read.edn/fractured-read-1.svg")));
    }

    @Test
    void aReportBesideAVerdictChangesNothing() throws IOException {
        Run alone = Run.of("check", "-l", "read-atomic", FRACTURED);
        assertEquals(alone, Run.of("check", "-l", "read-atomic", "--report", at("r"), FRACTURED));
        assertTrue(Files.exists(folder.resolve("r/index.html")));

        Files.writeString(folder.resolve("taken"), "");
        Run hindered = Run.of("check", "-l", "read-atomic", "--report", at("taken"), FRACTURED);
        assertEquals(alone.status(), hindered.status());
        assertEquals(alone.out(), hindered.out());
        assertTrue(hindered.err().startsWith("minos: warning: the report in "), hindered.err());
        assertEquals(73, Run.of("report", FRACTURED, "-o", at("taken")).status());
    }

    @Test
    void aFullDiskIsAWarning() throws IOException {
        assumeTrue(Files.exists(Path.of("/dev/full")), "skipped: no /dev/full, on which every write fails");
        Files.createDirectory(folder.resolve("r"));
        Path full = Files.createSymbolicLink(folder.resolve("r/index.html"), Path.of("/dev/full"));
        Run alone = Run.of("check", "-l", "read-atomic", FRACTURED);
        Run hindered = Run.of("check", "-l", "read-atomic", "--report", at("r"), FRACTURED);
        Files.delete(full);
        assertEquals(1, hindered.status());
        assertEquals(alone.out(), hindered.out());
        assertTrue(
                hindered.err().matches("minos: warning: the report in .* could not be written: No space .*\n"),
                hindered.err());
    }

    @Test
    void aShrunkHistoryIsWrittenAndStillViolates() throws IOException {
        Run run = Run.of("shrink", "-l", "read-atomic", FRACTURED, "-o", at("small.edn"));
        assertEquals(0, run.status(), run.err());
        assertTrue(
                run.err().contains("2 of 5 transactions, 4 of 9 operations; nothing more can be left out"), run.err());
        assertTrue(run.out().contains("so T0 must come before itself"), run.out());
        assertEquals(1, Run.of("check", "-l", "read-atomic", at("small.edn")).status());
        assertEquals(0, Run.of("report", at("small.edn"), "-o", at("r")).status());
        Run both = Run.of("shrink", "-l", "read-atomic", FRACTURED, "-o", at("small.edn"), "--report", at("both"));
        assertEquals(run, both);
        assertTrue(Files.exists(folder.resolve("both/fractured-read-1.svg")));
        Run hindered = Run.of("shrink", "-l", "ra", FRACTURED, "-o", at("small.edn"), "--report", at("small.edn"));
        assertEquals(0, hindered.status());
        assertTrue(hindered.err().contains("minos: warning: the report in "), hindered.err());
        String text = Run.of("shrink", "-l", "ra", "-o", "-", "--to", "edn", FRACTURED)
                .out();
        assertEquals(Files.readString(folder.resolve("small.edn")), text);
    }

    @Test
    void whatCannotBeShrunkIsSaid() {
        Run holds = Run.of("shrink", "-l", "read-committed", FRACTURED, "-o", at("small.edn"));
        assertEquals(2, holds.status());
        assertTrue(holds.err().contains("read-committed holds: there is nothing to shrink"), holds.err());
        assertFalse(Files.exists(folder.resolve("small.edn")));
        assertEquals(
                73,
                Run.of("shrink", "-l", "ra", FRACTURED, "-o", at("small.txt")).status(),
                "no lists in Plume text");
        assertEquals(64, Run.of("shrink", FRACTURED, "-o", at("small.edn")).status());
        assertEquals(
                64,
                Run.of("shrink", "-l", "all", FRACTURED, "-o", at("small.edn")).status());
        assertEquals(64, Run.of("shrink", "-l", "ra", FRACTURED).status());
        assertEquals(
                3,
                Run.of("shrink", "-l", "ra", at("nothing.edn"), "-o", at("small.edn"))
                        .status());
        assertEquals(64, Run.of("report", FRACTURED).status());
    }
}
