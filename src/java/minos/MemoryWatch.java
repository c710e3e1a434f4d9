package minos;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import minos.util.Deadline;

/**
 * Cancels work that needs more memory than it may have. Garbage does not count: what is looked at is how much was
 * left by the last collection of the old objects; and, as a heap that is nearly full makes work crawl long before
 * that, how much of the last second went into collections. Where Java was started with more memory than the limit
 * allows (bin/minos does not), a collection is asked for when all objects together pass the limit. An allocation that
 * fails before that is seen throws an {@link OutOfMemoryError}, which comes to the same.
 */
final class MemoryWatch implements AutoCloseable {
    private static final long INTERVAL_MILLIS = 50;
    /** With more than this share of the old objects' room in use, collections will soon take up most of the time. */
    private static final double FULL = 0.9;
    /** With more than this share they may, and then it is enough. */
    private static final double NEARLY_FULL = 0.6;

    private static final double MOST = 0.75;
    private static final int SAMPLES = 20;

    private final Limits limits;
    private final Deadline deadline;
    private final Thread thread = new Thread(this::watch, "minos-memory-watch");
    /** By sample, around and around: how many milliseconds had gone into collections, and when. */
    private final long[] collecting = new long[SAMPLES];

    private final long[] at = new long[SAMPLES];
    private int sample;

    private MemoryWatch(Limits limits, Deadline deadline) {
        this.limits = limits;
        this.deadline = deadline;
    }

    /** Begins to watch, if memory is limited; what to cancel is the deadline. */
    static MemoryWatch start(Limits limits, Deadline deadline) {
        MemoryWatch watch = new MemoryWatch(limits, deadline);
        watch.thread.setDaemon(true);
        if (limits.maxMemory().isPresent()) watch.thread.start();
        return watch;
    }

    private void watch() {
        try {
            for (; ; Thread.sleep(INTERVAL_MILLIS)) {
                boolean crawling = isCrawling() && isOldFuller(NEARLY_FULL);
                if (crawling || isOldFuller(FULL) || isAllTooMuch()) deadline.cancel(limits.memoryCause());
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    /** Whether collections took most of the time since the oldest sample. */
    private boolean isCrawling() {
        long spent = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            spent += Math.max(0, collector.getCollectionTime());
        }
        long now = System.nanoTime() / 1_000_000;
        int oldest = sample++ % SAMPLES;
        boolean crawling = at[oldest] != 0 && spent - collecting[oldest] > MOST * (now - at[oldest]);
        collecting[oldest] = spent;
        at[oldest] = now;
        return crawling;
    }

    private boolean isOldFuller(double share) {
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage left = pool.getType() == MemoryType.HEAP ? pool.getCollectionUsage() : null;
            boolean old = pool.getName().contains("Old") || pool.getName().contains("Tenured");
            if (left == null || !old) continue;
            long most = left.getMax() < 0 ? maxHeap() : Math.min(left.getMax(), maxHeap());
            if (left.getUsed() > share * most) return true;
        }
        return false;
    }

    private long maxHeap() {
        return Math.min(Runtime.getRuntime().maxMemory(), limits.maxMemory().orElseThrow());
    }

    private boolean isAllTooMuch() {
        if (Runtime.getRuntime().maxMemory() <= maxHeap() || used() <= maxHeap()) return false;
        System.gc();
        return used() > FULL * maxHeap();
    }

    private static long used() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
