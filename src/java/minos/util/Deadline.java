package minos.util;

import java.util.concurrent.CancellationException;

/**
 * When to give up. Long loops call {@link #check} now and then; it throws once the time is over, and the caller at the
 * front answers "unknown" with the cause.
 */
public final class Deadline {
    /** Thrown when the time is over. */
    public static final class Expired extends CancellationException {
        private static final long serialVersionUID = 1;

        Expired(String why) {
            super(why);
        }
    }

    /** Never ends. */
    public static final Deadline NEVER = new Deadline(Long.MAX_VALUE, "");

    private final long nanos;
    private final String why;

    private Deadline(long nanos, String why) {
        this.nanos = nanos;
        this.why = why;
    }

    public static Deadline after(double seconds) {
        return new Deadline(System.nanoTime() + (long) (seconds * 1e9),
                "stopped after the time limit of " + (seconds == Math.rint(seconds) ? "" + (long) seconds : "" + seconds) + " s");
    }

    public boolean isOver() {
        return nanos != Long.MAX_VALUE && System.nanoTime() - nanos > 0 || Thread.currentThread().isInterrupted();
    }

    /** Throws {@link Expired} if the time is over or the thread was interrupted. */
    public void check() {
        if (nanos != Long.MAX_VALUE && System.nanoTime() - nanos > 0) throw new Expired(why);
        if (Thread.currentThread().isInterrupted()) throw new Expired("interrupted");
    }
}
