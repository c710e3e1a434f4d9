package minos;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import minos.util.Deadline;

/**
 * Sees to it that work ends when its time or memory does, whatever it does. Work looks at its deadline every few thousand
 * steps, and so ends in time by itself; but not while it waits for input, say, or copies a large array. So it runs on
 * a thread of its own, and is left behind if it does not end soon. Without limits it runs where it is called.
 */
final class Guard {
    private static final long POLL_MILLIS = 10;
    /** How long work may go on after the deadline, all of it together. */
    private static final long GRACE_MILLIS = 500;
    /** How long each piece of work may take at least: something is always shown. */
    private static final long LEAST_MILLIS = 100;

    private final Limits limits;
    private final Deadline deadline;
    private final long began;
    private long graceUsed;

    /** Time runs from now on. */
    Guard(Limits limits) {
        this.limits = limits;
        deadline = limits.begin();
        began = limits.nanos().getAsLong();
    }

    Limits limits() {
        return limits;
    }

    Deadline deadline() {
        return deadline;
    }

    /** For one piece of work after the answer is known. */
    Deadline telling() {
        return limits.telling(deadline, began);
    }

    /** Runs the task; false if it was left behind. What it throws is thrown. */
    boolean run(Runnable task) {
        if (deadline == Deadline.NEVER) {
            task.run();
            return true;
        }
        // Or work that is done before anybody looks would count.
        if (Thread.currentThread().isInterrupted()) return false;
        FutureTask<Void> work = new FutureTask<>(task, null);
        Thread thread = new Thread(work, "minos-work");
        thread.setDaemon(true);
        thread.start();
        MemoryWatch watch = MemoryWatch.start(limits, deadline);
        try {
            boolean done = await(work, POLL_MILLIS);
            while (!done && !deadline.isOver()) done = await(work, POLL_MILLIS);
            if (done || awaitGrace(work)) return true;
            thread.interrupt();
            return false;
        } finally {
            watch.close();
        }
    }

    private synchronized boolean awaitGrace(FutureTask<Void> work) {
        long began = System.nanoTime();
        boolean done = await(work, Math.max(LEAST_MILLIS, GRACE_MILLIS - graceUsed));
        graceUsed += (System.nanoTime() - began) / 1_000_000;
        return done;
    }

    private static boolean await(FutureTask<Void> work, long millis) {
        try {
            work.get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) throw cause;
            if (e.getCause() instanceof Error cause) throw cause;
            throw new IllegalStateException(e.getCause());
        }
    }
}
