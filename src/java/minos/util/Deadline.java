package minos.util;

import java.util.concurrent.CancellationException;

/**
 * When to give up: at a point in time, or when somebody {@linkplain #cancel cancels} the work. Long loops call
 * {@link #check} now and then; it throws once it is time, and the caller at the front answers "unknown" with the cause.
 */
public final class Deadline {
    /** Thrown when it is time to give up. */
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
    private volatile String cancelled;

    private Deadline(long nanos, String why) {
        this.nanos = nanos;
        this.why = why;
    }

    public static Deadline after(double seconds) {
        String printed = seconds == Math.rint(seconds) ? "" + (long) seconds : "" + seconds;
        return new Deadline(
                System.nanoTime() + (long) (seconds * 1e9), "stopped after the time limit of " + printed + " s");
    }

    /** One that ends when it is {@linkplain #cancel cancelled}, and not before. */
    public static Deadline whenCancelled() {
        return new Deadline(Long.MAX_VALUE, "");
    }

    /** Ends it now. The first cause counts. */
    public synchronized void cancel(String cause) {
        if (this == NEVER) throw new UnsupportedOperationException("never means never");
        if (cancelled == null) cancelled = cause;
    }

    /** Why it is time to give up; null if it is not. */
    public String cause() {
        String cause = cancelled;
        if (cause != null) return cause;
        if (nanos != Long.MAX_VALUE && System.nanoTime() - nanos > 0) return why;
        return Thread.currentThread().isInterrupted() ? "interrupted" : null;
    }

    public boolean isOver() {
        return cause() != null;
    }

    /** Throws {@link Expired} if it is time to give up, or the thread was interrupted. */
    public void check() {
        String cause = cause();
        if (cause != null) throw new Expired(cause);
    }
}
