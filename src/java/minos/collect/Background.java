package minos.collect;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** For calls into a client that may never return. */
final class Background {
    private Background() {}

    /** Runs one in a thread of its own, and says whether it came to its end within that many seconds. */
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

    /** Waits so many milliseconds; false if the thread is to end. */
    static boolean pause(long millis) {
        try {
            Thread.sleep(millis);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
