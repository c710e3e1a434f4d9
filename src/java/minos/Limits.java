package minos;

import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;
import minos.util.Deadline;

/**
 * How much a question may use.
 *
 * @param timeout   from the first byte read on
 * @param telling   from when a level is first known to be violated, to find more and to tell it well
 * @param maxMemory how large the objects of the program may become, all together, in bytes
 * @param nanos     the clock by which time is measured, as {@link System#nanoTime}
 */
record Limits(Optional<Duration> timeout, Optional<Telling> telling, OptionalLong maxMemory, LongSupplier nanos) {
    static final Limits NONE = new Limits(Optional.empty(), Optional.empty(), OptionalLong.empty(), System::nanoTime);

    Limits withTimeout(Duration timeout) {
        return new Limits(Optional.of(timeout), telling, maxMemory, nanos);
    }

    Limits withTelling(Duration least, Duration most) {
        return new Limits(timeout, Optional.of(new Telling(least, most)), maxMemory, nanos);
    }

    Limits withMaxMemory(long bytes) {
        return new Limits(timeout, telling, OptionalLong.of(bytes), nanos);
    }

    Limits withClock(LongSupplier nanos) {
        return new Limits(timeout, telling, maxMemory, nanos);
    }

    /** A deadline that begins now. */
    Deadline begin() {
        if (timeout.isPresent()) return Deadline.after(timeout.get(), nanos);
        return maxMemory.isPresent() ? Deadline.whenCancelled() : Deadline.NEVER;
    }

    /** As long as what came before took, but no less and no more than this. */
    record Telling(Duration least, Duration most) {
        /** What takes fewer looks at the clock is small, and done to its end. */
        private static final int LOOKS = 300;

        private Duration after(Duration before) {
            Duration enough = before.compareTo(least) < 0 ? least : before;
            return enough.compareTo(most) < 0 ? enough : most;
        }
    }

    /** Of the whole time, that for what comes once the answer is known, in work that began at a time of the clock. */
    Deadline telling(Deadline whole, long began) {
        return telling.map(limit -> whole.onceAsked(
                        () -> limit.after(Duration.ofNanos(nanos.getAsLong() - began)), Telling.LOOKS, nanos))
                .orElse(whole);
    }

    /** Whether something ended because a limit was reached, or because nobody wants to know any more. */
    boolean areReached(Throwable failure) {
        return failure instanceof CancellationException
                || isInterrupt(failure)
                || failure instanceof OutOfMemoryError && maxMemory.isPresent();
    }

    /** What streams and channels throw in a thread that is interrupted. */
    private static boolean isInterrupt(Throwable failure) {
        return failure instanceof InterruptedIOException || failure instanceof ClosedByInterruptException;
    }

    /** Says in a sentence why there is no answer. */
    String sentence(Throwable failure) {
        if (failure instanceof CancellationException) return failure.getMessage();
        if (isInterrupt(failure)) return "interrupted";
        if (failure instanceof OutOfMemoryError) {
            return maxMemory.isPresent()
                    ? memoryCause()
                    : "out of memory, with a heap of " + (Runtime.getRuntime().maxMemory() >> 20) + " MiB";
        }
        String message = failure.getMessage() == null ? "" : ": " + failure.getMessage();
        return "internal error: " + failure.getClass().getSimpleName() + message;
    }

    /** What to say when memory is at an end. */
    String memoryCause() {
        return "stopped at the memory limit of " + (maxMemory.orElseThrow() >> 20) + " MiB";
    }
}
