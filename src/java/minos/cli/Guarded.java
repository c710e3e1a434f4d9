package minos.cli;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import minos.util.Deadline;

/**
 * Runs work that must end when its time is over, whatever it does. Work looks at its deadline every few thousand
 * steps, and so ends in time by itself; but not while it waits for input, say, or copies a large array. So it runs on
 * a thread of its own, and is left behind if it does not end soon.
 */
final class Guarded {
    private static final long POLL_MILLIS = 10;
    /** How long work may go on after its deadline. */
    private static final long GRACE_MILLIS = 500;

    private Guarded() {}

    /** Runs the task; false if it was left behind. What it throws is thrown. */
    static boolean run(Runnable task, Deadline deadline) {
        if (deadline == Deadline.NEVER) {
            task.run();
            return true;
        }
        FutureTask<Void> work = new FutureTask<>(task, null);
        Thread thread = new Thread(work, "minos-work");
        thread.setDaemon(true);
        thread.start();
        boolean done = await(work, POLL_MILLIS);
        while (!done && !deadline.isOver()) done = await(work, POLL_MILLIS);
        if (!done && !await(work, GRACE_MILLIS)) {
            thread.interrupt();
            return false;
        }
        return true;
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
