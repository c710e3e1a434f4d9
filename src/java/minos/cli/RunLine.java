package minos.cli;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.Supplier;
import minos.collect.Collector;
import minos.collect.Tally;
import minos.render.Printable;

/**
 * How a run goes and how it went. While it goes on, one line on a terminal: how much, how fast, what share was aborted, and
 * how long it will take.
 */
final class RunLine implements Collector.Listener {
    private static final int MOST_ERRORS = 5;
    private static final int MOST_CHARACTERS = 100;
    private static final String ERASE = "\r\u001b[K";

    private final PrintStream err;
    private final int columns;
    /** Where levels stand, in a phrase; empty if nobody looks. */
    private final Supplier<String> states;

    private boolean visible;
    private long before;
    private double when;
    private double speed;

    RunLine(PrintStream err, int columns, Supplier<String> states) {
        this.err = err;
        this.columns = columns;
        this.states = states;
    }

    @Override
    public synchronized void tick(Tally tally, double seconds, double left) {
        String text = text(tally, seconds, left);
        int most = Math.max(columns - 1, 1); // a full line would scroll
        err.print(ERASE + text.substring(0, Math.min(text.length(), most)));
        err.flush();
        visible = true;
    }

    private String text(Tally tally, double seconds, double left) {
        long transactions = tally.transactions();
        if (seconds - when >= 1 || speed == 0) {
            speed = (transactions - before) / Math.max(seconds - when, 1e-3);
            before = transactions;
            when = seconds;
        }
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "running: %,d transactions, %,.0f/s, %s aborted",
                transactions,
                speed,
                share(tally.aborted(), transactions)));
        if (tally.unknown() > 0) text.append(String.format(Locale.ROOT, ", %,d unknown", tally.unknown()));
        if (left >= 0) text.append(String.format(Locale.ROOT, ", %.0f s left", Math.ceil(left)));
        if (!states.get().isEmpty()) text.append("; ").append(states.get());
        return text.append(" (Ctrl-C ends the run and judges)").toString();
    }

    /** A share in percent, with a digit after the point where that tells more. */
    private static String share(long part, long whole) {
        double percent = whole == 0 ? 0 : 100.0 * part / whole;
        return String.format(Locale.ROOT, percent > 0 && percent < 9.95 ? "%.1f%%" : "%.0f%%", percent);
    }

    synchronized void clear() {
        if (visible) err.print(ERASE);
        err.flush();
        visible = false;
    }

    /** How a run went, in words. */
    static String summary(Collector.Summary summary, boolean interrupted) {
        Tally tally = summary.tally();
        StringBuilder text = new StringBuilder();
        text.append(Printable.whole(summary.database()))
                .append(summary.isolation().isEmpty() ? "" : " at " + summary.isolation())
                .append(": ");
        text.append(String.format(
                Locale.ROOT,
                "%,d transactions in %.1f s (%,.0f/s), %s aborted, %,d unknown",
                tally.transactions(),
                summary.seconds(),
                tally.transactions() / Math.max(summary.seconds(), 1e-3),
                share(tally.aborted(), tally.transactions()),
                tally.unknown()));
        if (tally.reconnected() > 0) {
            text.append(String.format(Locale.ROOT, ", %,d reconnections", tally.reconnected()));
        }
        if (tally.faults() > 0) text.append(String.format(Locale.ROOT, ", %,d faults", tally.faults()));
        text.append(interrupted ? "; interrupted\n" : "\n");
        int shown = 0;
        for (Tally.ErrorKind error : tally.errors()) {
            if (++shown > MOST_ERRORS) break;
            text.append(String.format(
                    Locale.ROOT, "  %,d × %s: %s\n", error.count(), error.kind(), brief(error.message())));
        }
        return text.append('\n').toString();
    }

    private static String brief(String message) {
        String printable = Printable.whole(message);
        return printable.length() <= MOST_CHARACTERS ? printable : printable.substring(0, MOST_CHARACTERS) + "…";
    }
}
