package minos.cli;

import java.util.Locale;
import minos.collect.Collector;
import minos.collect.Tally;
import minos.render.Printable;

/** How a run went, in words. */
final class RunText {
    private static final int MOST_ERRORS = 5;
    private static final int MOST_CHARACTERS = 100;

    private RunText() {}

    static String of(Collector.Summary summary, boolean interrupted) {
        Tally tally = summary.tally();
        StringBuilder text = new StringBuilder();
        text.append(Printable.whole(summary.database()))
                .append(" at ")
                .append(summary.isolation())
                .append(": ");
        text.append(String.format(
                Locale.ROOT,
                "%,d transactions in %.1f s (%,.0f/s), %s aborted, %,d unknown",
                tally.transactions(),
                summary.seconds(),
                tally.transactions() / Math.max(summary.seconds(), 1e-3),
                RunLine.share(tally.aborted(), tally.transactions()),
                tally.unknown()));
        if (tally.reconnected() > 0) {
            text.append(String.format(Locale.ROOT, ", %,d reconnections", tally.reconnected()));
        }
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
