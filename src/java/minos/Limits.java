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
 * @param maxMemory how large the objects of the program may become, all together, in bytes
 * @param nanos     the clock by which time is measured, as {@link System#nanoTime}
 */
record Limits(Optional<Duration> timeout, OptionalLong maxMemory, LongSupplier nanos) {
    static final Limits NONE = new Limits(Optional.empty(), OptionalLong.empty(), System::nanoTime);

    Limits withTimeout(Duration timeout) {
        return new Limits(Optional.of(timeout), maxMemory, nanos);
    }

    Limits withMaxMemory(long bytes) {
        return new Limits(timeout, OptionalLong.of(bytes), nanos);
    }

    Limits withClock(LongSupplier nanos) {
        return new Limits(timeout, maxMemory, nanos);
    }

    /** A deadline that begins now. */
    Deadline begin() {
        if (timeout.isPresent()) return Deadline.after(timeout.get(), nanos);
        return maxMemory.isPresent() ? Deadline.whenCancelled() : Deadline.NEVER;
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
