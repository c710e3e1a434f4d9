package minos.util;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;

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

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    /** Never ends. */
    public static final Deadline NEVER = whenCancelled();

    private final LongSupplier clock;
    private final long began;
    /** In nanoseconds. */
    private final long length;

    private final String why;
    private volatile String cancelled;

    private Deadline(LongSupplier clock, Duration length, String why) {
        this.clock = clock;
        this.began = clock.getAsLong();
        this.length = length.compareTo(LONGEST) < 0 ? length.toNanos() : Long.MAX_VALUE;
        this.why = why;
    }

    /** One that ends so long from now. */
    public static Deadline after(Duration limit) {
        return after(limit, System::nanoTime);
    }

    /**
     * The same by another clock.
     *
     * @param nanos a clock, as {@link System#nanoTime}
     */
    public static Deadline after(Duration limit, LongSupplier nanos) {
        BigDecimal seconds = BigDecimal.valueOf(limit.getSeconds()).add(BigDecimal.valueOf(limit.getNano(), 9));
        String printed = seconds.stripTrailingZeros().toPlainString();
        return new Deadline(nanos, limit, "stopped after the time limit of " + printed + " s");
    }

    /** One that ends when it is {@linkplain #cancel cancelled}, and not before. */
    public static Deadline whenCancelled() {
        return new Deadline(() -> 0, LONGEST, "");
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
        if (clock.getAsLong() - began >= length) return why;
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
