package minos.collect;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Calls into a driver that may never return. */
final class Background {
    private Background() {}

    /** Runs it in a thread of its own; says whether it came to its end within that many seconds. */
    static boolean run(Runnable task, double seconds) {
        CountDownLatch done = new CountDownLatch(1);
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } finally {
                        done.countDown();
                    }
                },
                "background");
        thread.setDaemon(true);
        thread.start();
        try {
            return done.await((long) (seconds * 1e9), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
