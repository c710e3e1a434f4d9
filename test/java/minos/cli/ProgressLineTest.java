package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private static final String ERASE = "\r\u001b[K";

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private long millis;

    private ProgressLine line(int columns) {
        PrintStream err = new PrintStream(shown, true, StandardCharsets.UTF_8);
        return new ProgressLine(err, columns, () -> millis * 1_000_000);
    }

    @Test
    void tellsPhaseShareAndSpeed() {
        ProgressLine line = line(80);
        line.judging("h.edn", 1_000_000);
        line.phase("causal order", 200);
        millis = 500;
        line.advance(50);
        assertEquals(ERASE + "h.edn: causal order 25%, 500k operations/s", shown.toString(StandardCharsets.UTF_8));
        line.clear();
        assertTrue(shown.toString(StandardCharsets.UTF_8).endsWith("/s" + ERASE));
    }

    @Test
    void withoutATotalThereIsNoShareAndNoSpeed() {
        ProgressLine line = line(80);
        line.judging("h.edn", 1_000_000);
        line.phase("guess", 0);
        millis = 500;
        line.advance(50);
        assertEquals(ERASE + "h.edn: guess", shown.toString(StandardCharsets.UTF_8));
    }

    @Test
    void readingCountsBytes() {
        ProgressLine line = line(80);
        line.reading("h.gz", 5_000_000);
        line.phase("read", 0);
        millis = 2000;
        line.advance(30_000_000);
        assertEquals(ERASE + "h.gz: read, 15.0M bytes/s", shown.toString(StandardCharsets.UTF_8));
        line.phase("index", 10);
        shown.reset();
        millis = 3000;
        line.advance(5);
        assertEquals(ERASE + "h.gz: index 50%, 2.5M bytes/s", shown.toString(StandardCharsets.UTF_8));
    }

    @Test
    void isRewrittenAtMostTenTimesASecond() {
        ProgressLine line = line(80);
        line.judging("h", 1000);
        line.phase("p", 1000);
        for (; millis < 1000; millis++) line.advance(1);
        int times = shown.toString(StandardCharsets.UTF_8).split("\r", -1).length - 1;
        assertTrue(times >= 5 && times <= 10, times + " times");
    }

    @Test
    void shortWorkShowsNothing() {
        ProgressLine line = line(80);
        line.judging("h", 10);
        line.phase("p", 10);
        line.advance(10);
        line.clear();
        assertEquals("", shown.toString(StandardCharsets.UTF_8));
    }

    @Test
    void neverFillsTheLine() {
        ProgressLine line = line(20);
        line.judging("a-very-long-name-of-a-file\u001b", 10);
        millis = 200;
        line.phase("p", 10);
        assertEquals(ERASE + "a-very-long-name-of", shown.toString(StandardCharsets.UTF_8));
    }
}
