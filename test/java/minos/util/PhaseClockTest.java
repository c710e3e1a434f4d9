package minos.util;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PhaseClockTest {
    @Test
    void phasesOfOneNameAreAddedUpAndPassedOn() {
        long[] now = {0};
        StringBuilder heard = new StringBuilder();
        PhaseClock clock = new PhaseClock(
                new Progress() {
                    @Override
                    public void phase(String name, long total) {
                        heard.append(name).append(total);
                    }

                    @Override
                    public void advance(long steps) {
                        heard.append('+').append(steps);
                    }
                },
                () -> now[0]);
        clock.stop();
        clock.phase("read", 7);
        clock.advance(3);
        now[0] += 2_000_000;
        clock.phase("judge", 0);
        now[0] += 5_000_000;
        clock.phase("read", 1);
        now[0] += 4_000_000;
        clock.count("rounds", 2);
        clock.count("rounds", 3);
        clock.stop();
        now[0] += 9_000_000;
        assertEquals("read7+3judge0read1", heard.toString());
        assertEquals(Map.of("rounds", 5L), clock.counts());
        assertEquals(Map.of("read", Duration.ofMillis(6), "judge", Duration.ofMillis(5)), clock.spent());
    }
}
