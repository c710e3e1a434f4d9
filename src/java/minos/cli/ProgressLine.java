package minos.cli;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;
import minos.Listener;
import minos.history.History;

/**
 * One line on a terminal that tells how far the work on a file has come: phase, share done, and how fast. Rewritten in
 * place at most ten times a second; short work never shows it.
 */
final class ProgressLine implements Listener {
    private static final long INTERVAL = 100_000_000;
    private static final String ERASE = "\r\u001b[K";

    private final PrintStream err;
    private final int columns;
    private final LongSupplier nanos;

    private String file;
    private String unit;
    private long amount;
    private boolean unitSteps;
    private String phase;
    private long total;
    private long done;
    private long phaseBegan;
    private long lastShown;
    private boolean visible;

    /** @param nanos a clock, as {@link System#nanoTime} */
    ProgressLine(PrintStream err, int columns, LongSupplier nanos) {
        this.err = err;
        this.columns = columns;
        this.nanos = nanos;
    }

    /** A file is read: each phase works through all its bytes; one of unknown length takes a step for each of them. */
    void reading(String file, long bytes) {
        begin(file, "bytes", bytes, true);
    }

    @Override
    public void read(History history) {
        judging(file, history.operations());
    }

    /** A history is judged: each phase works through all its operations. */
    void judging(String file, long operations) {
        begin(file, "operations", operations, false);
    }

    private synchronized void begin(String file, String unit, long amount, boolean unitSteps) {
        this.file = file;
        this.unit = unit;
        this.amount = amount;
        this.unitSteps = unitSteps;
        lastShown = nanos.getAsLong();
        phase("", 0);
    }

    @Override
    public synchronized void phase(String name, long total) {
        phase = name;
        this.total = total;
        done = 0;
        phaseBegan = nanos.getAsLong();
        show();
    }

    @Override
    public synchronized void advance(long steps) {
        done += steps;
        show();
    }

    /** Takes the line away; whatever is printed next begins at its start. */
    synchronized void clear() {
        if (!visible) return;
        err.print(ERASE);
        err.flush();
        visible = false;
    }

    private void show() {
        long now = nanos.getAsLong();
        if (now - lastShown < INTERVAL) return;
        lastShown = now;
        String text = text(now);
        int most = Math.max(columns - 1, 1); // a full line would scroll
        err.print(ERASE + (text.length() > most ? text.substring(0, most) : text));
        err.flush();
        visible = true;
    }

    private String text(long now) {
        double share = total > 0 ? Math.min(1, (double) done / total) : 0;
        double seconds = (now - phaseBegan) / 1e9;
        double worked = total > 0 ? share * amount : unitSteps ? done : 0;
        double speed = worked / Math.max(seconds, 1e-3);
        StringBuilder text = new StringBuilder(file.replaceAll("\\p{Cntrl}", "?"))
                .append(": ")
                .append(phase);
        if (total > 0) text.append(' ').append((int) (share * 100)).append('%');
        if (speed >= 1)
            text.append(", ").append(scaled(speed)).append(' ').append(unit).append("/s");
        return text.toString();
    }

    private static String scaled(double number) {
        if (number >= 1e6) return String.format(Locale.ROOT, "%.1fM", number / 1e6);
        if (number >= 1e3) return String.format(Locale.ROOT, "%.0fk", number / 1e3);
        return String.format(Locale.ROOT, "%.0f", number);
    }
}
