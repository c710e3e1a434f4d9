package minos.cli;

import java.util.Locale;
import minos.util.Deadline;

/**
 * How much a command may use.
 *
 * @param seconds   for one file, from the first byte read to the last picture drawn; 0 for no limit
 * @param maxMemory bytes for the whole process; 0 for no limit
 */
record Limits(double seconds, long maxMemory) {
    static final Option TIMEOUT = Option.value(
            "timeout", "SECONDS", "stop work on a file after that long; levels without an answer are then unknown");
    static final Option MAX_MEMORY = Option.value(
            "max-memory",
            "SIZE",
            "use no more memory than that, such as 512m or 8g; levels without an answer are then unknown");
    /** What Java itself takes: its code, compiled code, threads. bin/minos reckons with the same. */
    private static final long OVERHEAD = 96L << 20;

    private static final long LEAST = 192L << 20;

    static Limits of(Args args) {
        return new Limits(seconds(args, TIMEOUT), maxMemory(args));
    }

    /** A number of seconds above 0; 0 if the option was not given. */
    static double seconds(Args args, Option option) {
        String text = args.get(option, null);
        if (text == null) return 0;
        if (!text.matches("[0-9]{1,12}(\\.[0-9]+)?") || Double.parseDouble(text) == 0) {
            throw new UsageException(option + " needs a number of seconds, not " + text);
        }
        return Double.parseDouble(text);
    }

    private static long maxMemory(Args args) {
        String text = args.get(MAX_MEMORY, null);
        if (text == null) return 0;
        if (!text.matches("[1-9][0-9]{0,8}[mMgG]")) {
            throw new UsageException(MAX_MEMORY + " needs a size such as 512m or 8g, not " + text);
        }
        int unit = text.toLowerCase(Locale.ROOT).endsWith("g") ? 30 : 20;
        long size = Long.parseLong(text.substring(0, text.length() - 1)) << unit;
        if (size < LEAST) {
            throw new UsageException(MAX_MEMORY + " must be at least " + (LEAST >> 20) + "m, not " + text);
        }
        return size;
    }

    boolean areNone() {
        return seconds == 0 && maxMemory == 0;
    }

    /** The deadline of the next file, beginning now. */
    Deadline begin() {
        if (areNone()) return Deadline.NEVER;
        return seconds == 0 ? Deadline.whenCancelled() : Deadline.after(seconds);
    }

    /** How large the objects of the program may become, all together. */
    long maxHeap() {
        return Math.min(Runtime.getRuntime().maxMemory(), maxMemory - OVERHEAD);
    }

    /** Says why there is no answer. */
    String sentence(Throwable failure) {
        if (failure instanceof Deadline.Expired) return failure.getMessage();
        return failure instanceof OutOfMemoryError && maxMemory > 0 ? memoryCause() : Failure.sentence(failure);
    }

    /** What to say when memory is at an end. */
    String memoryCause() {
        return "stopped at the memory limit of " + (maxMemory >> 20) + " MiB";
    }
}
