package minos.util;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

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
    /** Another that ends this one, too; or null. */
    private final Deadline outer;

    private final Supplier<Duration> limit;
    private final AtomicInteger looksLeft;
    private volatile Span span;
    private volatile String cancelled;

    /** When it began, and how long it is, in nanoseconds. */
    private record Span(long began, long length, String why) {}

    private Deadline(LongSupplier clock, Supplier<Duration> limit, Deadline outer, int looks) {
        this.clock = clock;
        this.limit = limit;
        this.outer = outer;
        looksLeft = new AtomicInteger(looks);
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
        Deadline deadline = new Deadline(nanos, () -> limit, null, 0);
        deadline.begin();
        return deadline;
    }

    private static String stopped(Duration limit) {
        BigDecimal seconds = BigDecimal.valueOf(limit.getSeconds()).add(BigDecimal.valueOf(limit.getNano(), 9));
        return "stopped after the time limit of " + seconds.stripTrailingZeros().toPlainString() + " s";
    }

    /**
     * One that ends so long after it is first asked, and with this one at the latest: for work that may never begin. It is asked
     * so many times at least before it ends by itself, so that small work is done whatever the machine's speed.
     *
     * @param limit asked when time begins
     * @param nanos a clock, as {@link System#nanoTime}
     */
    public Deadline onceAsked(Supplier<Duration> limit, int looks, LongSupplier nanos) {
        return new Deadline(nanos, limit, this, looks);
    }

    /** One that ends when it is {@linkplain #cancel cancelled}, and not before. */
    public static Deadline whenCancelled() {
        return after(LONGEST, () -> 0);
    }

    /** Ends it now. The first cause counts. */
    public synchronized void cancel(String cause) {
        if (this == NEVER) throw new UnsupportedOperationException("never means never");
        if (cancelled == null) cancelled = cause;
    }

    /** Why it is time to give up; null if it is not. */
    public String cause() {
        String cause = cancelled;
        if (cause == null && outer != null) cause = outer.cause();
        if (cause != null) return cause;
        if (span == null) begin();
        boolean early = looksLeft.get() > 0 && looksLeft.getAndDecrement() > 0;
        if (!early && clock.getAsLong() - span.began >= span.length) return span.why;
        return Thread.currentThread().isInterrupted() ? "interrupted" : null;
    }

    private synchronized void begin() {
        if (span != null) return;
        Duration length = limit.get();
        long nanos = length.compareTo(LONGEST) < 0 ? length.toNanos() : Long.MAX_VALUE;
        span = new Span(clock.getAsLong(), nanos, stopped(length));
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
