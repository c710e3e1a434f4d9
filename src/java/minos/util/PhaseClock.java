package minos.util;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Measures how long each phase takes, and keeps count; what has one name is added up. Passes everything on. */
public final class PhaseClock implements Progress {
    private final Progress next;
    private final LongSupplier nanos;
    private final Map<String, Long> spent = new LinkedHashMap<>();
    private final Map<String, Long> counts = new LinkedHashMap<>();
    private String phase;
    private long began;

    /** @param nanos a clock, as {@link System#nanoTime} */
    public PhaseClock(Progress next, LongSupplier nanos) {
        this.next = next;
        this.nanos = nanos;
    }

    @Override
    public synchronized void phase(String name, long total) {
        stop();
        phase = name;
        began = nanos.getAsLong();
        next.phase(name, total);
    }

    @Override
    public void advance(long steps) {
        next.advance(steps);
    }

    @Override
    public synchronized void count(String what, long more) {
        counts.merge(what, more, Long::sum);
        next.count(what, more);
    }

    /** Ends the last phase. */
    public synchronized void stop() {
        if (phase != null) spent.merge(phase, nanos.getAsLong() - began, Long::sum);
        phase = null;
    }

    /** The phases in the order in which they first began, with their times. */
    public synchronized Map<String, Duration> spent() {
        Map<String, Duration> times = new LinkedHashMap<>();
        spent.forEach((name, nanos) -> times.put(name, Duration.ofNanos(nanos)));
        return times;
    }

    /** What was counted, in the order in which that was first met. */
    public synchronized Map<String, Long> counts() {
        return new LinkedHashMap<>(counts);
    }
}
