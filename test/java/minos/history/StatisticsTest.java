package minos.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import minos.Histories;
import minos.history.Statistics.Concurrency;
import minos.history.Statistics.Size;
import minos.history.Statistics.Spread;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    @Test
    void countsWhatThereIs() {
        Statistics stats = Statistics.of(Histories.of(
                "0: w(x,1) w(y,1) w(x,2)",
                "1: r(x,2) w(x,3)",
                "1: r(y,1) r(y,1) r(z,nil)",
                "2! w(z,1) w(z,2) w(z,3) w(z,4) r(x,?)",
                "3? r(x,?) w(y,9)"));
        assertEquals(
                new Statistics(
                        Model.RW_REGISTER,
                        new Size(4, 5, 3, 1, 1, 15, 3),
                        6,
                        9,
                        new Spread(2, 2.5, 2, 3, 3),
                        new Spread(1, 1.75, 2, 2, 2),
                        1,
                        1,
                        1,
                        1,
                        Optional.empty()),
                stats);
        assertFalse(stats.isMini());
    }

    @Test
    void miniTransactionsReadWhatTheyWrite() {
        assertMini("0: r(x,nil)");
        assertMini("0: r(x,nil) r(y,nil)");
        assertMini("0: r(x,nil) r(y,nil) w(x,1) w(y,1)");
        assertMini("0: r(x,nil) w(x,1) r(y,nil) w(y,1)");
        assertMini("0: r(x,nil) w(x,1) w(x,2)");
        assertMini("0: r(x,nil)", "1! w(x,1)");
        assertNotMini("0: w(x,1)");
        assertNotMini("0: w(x,1) r(x,1)");
        assertNotMini("0: r(x,nil) r(y,nil) r(z,nil)");
        assertNotMini("0: r(x,nil) w(x,1) w(x,2) w(x,3)");
        assertNotMini("0: r(x,nil) w(y,1)");
        assertNotMini("0: r(x,nil)", "0: w(x,1)");
        assertNotMini("0:");
    }

    private static void assertMini(String... lines) {
        assertTrue(Statistics.of(Histories.of(lines)).isMini());
    }

    private static void assertNotMini(String... lines) {
        assertFalse(Statistics.of(Histories.of(lines)).isMini());
    }

    @Test
    void spreadTakesTheNearestRank() {
        String[] lines = new String[20];
        for (int t = 0; t < 20; t++) lines[t] = "0: " + "r(x,nil) ".repeat(t + 1);
        assertEquals(
                new Spread(1, 10.5, 10, 19, 20),
                Statistics.of(Histories.of(lines)).length());
    }

    @Test
    void concurrencyNeedsRealTime() {
        assertEquals(Optional.empty(), Statistics.of(Histories.of("0: w(x,1)")).concurrency());
        Statistics stats =
                Statistics.of(Histories.of("0: w(x,1) @0-3", "1: w(x,2) @2-4", "0: w(x,3) @5-6", "2? w(x,4) @1-"));
        assertEquals(Optional.of(new Concurrency(2, 4.0 / 3)), stats.concurrency());
    }

    @Test
    void anEmptyHistoryHasFiguresToo() {
        Statistics stats = Statistics.of(Histories.of());
        assertEquals(new Spread(0, 0, 0, 0, 0), stats.length());
        assertEquals(0, stats.size().operations());
    }
}
