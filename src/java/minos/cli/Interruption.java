package minos.cli;

import java.util.concurrent.CountDownLatch;

/**
 * Lets work come to a good end when the user presses Ctrl-C: Java is ending already then, but waits for its shutdown
 * hooks, one of which stops the work and waits until {@link #done} is called.
 */
final class Interruption {
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook;

    /** @param stop asks the work to end soon */
    Interruption(Runnable stop) {
        hook = new Thread(
                () -> {
                    stop.run();
                    try {
                        done.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "interruption");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * From now on Ctrl-C ends the program at once; says whether that was already pressed, and is still to be honoured.
     */
    boolean tooLate() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
            return false;
        } catch (IllegalStateException e) {
            return true; // shutting down
        }
    }

    /** All is written: the program may end. */
    void done() {
        tooLate();
        done.countDown();
    }
}
