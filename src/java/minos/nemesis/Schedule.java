package minos.nemesis;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/** When things are broken and mended: one after another, in turn at fixed times, or drawn by chance. */
public final class Schedule {
    /**
     * @param every   how many seconds pass before something is broken
     * @param lasting how many until it is mended
     * @param random  whether these are means, and what is broken is drawn
     */
    public record Timing(double every, double lasting, boolean random) {}

    /** Hears of everything that is done, twice: before and after, as Jepsen's histories have it. */
    public interface Log {
        /**
         * @param f     what is done
         * @param whom  to whom; empty if that is not known yet, or all
         * @param error why it failed; null if it did not
         */
        void note(String f, String whom, String error);
    }

    /** Lets time pass. */
    public interface Clock {
        /** Waits; false if all is over before that. */
        boolean sleep(long millis) throws InterruptedException;
    }

    private final List<Nemesis> faults;
    private final Timing timing;
    private final SplittableRandom random;

    public Schedule(List<? extends Nemesis> faults, Timing timing, long seed) {
        this.faults = List.copyOf(faults);
        this.timing = timing;
        this.random = new SplittableRandom(seed);
    }

    /**
     * Breaks and mends until the clock says that it is over; leaves nothing broken.
     *
     * @param broken is run whenever something has been broken
     */
    public void run(Log log, Runnable broken, Clock clock) throws InterruptedException {
        for (int i = 0; clock.sleep(millis(timing.every)); i++) {
            Nemesis fault = faults.get(timing.random ? random.nextInt(faults.size()) : i % faults.size());
            try {
                attempt(fault.begins(), log, () -> {
                    String whom = fault.begin(random);
                    broken.run();
                    return whom;
                });
                clock.sleep(millis(timing.lasting));
            } finally {
                attempt(fault.ends(), log, () -> {
                    fault.end();
                    return "";
                });
            }
        }
    }

    private interface Deed {
        String run() throws IOException, InterruptedException;
    }

    private static void attempt(String f, Log log, Deed deed) throws InterruptedException {
        log.note(f, "", null);
        try {
            log.note(f, deed.run(), null);
        } catch (IOException e) {
            log.note(f, "", String.valueOf(e.getMessage()));
        }
    }

    /** A time of that mean, neither very short nor very long, or just that time. */
    private long millis(double seconds) {
        double drawn = timing.random ? -Math.log(1 - random.nextDouble()) * seconds : seconds;
        return (long) (1000 * Math.min(Math.max(drawn, seconds / 10), seconds * 4));
    }
}
