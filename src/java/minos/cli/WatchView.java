package minos.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import minos.LiveJudgement;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.render.Printable;

/**
 * What there is to see while a history is judged that grows: how much of it there is, and where each level stands. On a terminal a few
 * lines that are rewritten in place; otherwise a line for each change.
 */
final class WatchView {
    private static final long INTERVAL = 100_000_000;
    private static final String RED = "\u001b[31m";
    private static final String GREEN = "\u001b[32m";
    private static final String YELLOW = "\u001b[33m";
    private static final String PLAIN = "\u001b[0m";

    private final String name;
    private final PrintStream out;
    private final Environment environment;
    private final LongSupplier nanos;
    private final Map<String, String> told = new LinkedHashMap<>();
    private int lines;
    private long shown;
    private long rateFrom;
    private long rateOperations;
    private double rate;

    /** @param nanos a clock, as {@link System#nanoTime} */
    WatchView(String name, PrintStream out, Environment environment, LongSupplier nanos) {
        this.name = Printable.whole(name);
        this.out = out;
        this.environment = environment;
        this.nanos = nanos;
        shown = nanos.getAsLong() - INTERVAL;
        rateFrom = nanos.getAsLong();
    }

    /** Shows where things stand; not more often than somebody can read. */
    void show(LiveJudgement live, long behind, boolean now) {
        if (live.transactions() == 0) return;
        if (!environment.outTerminal()) {
            changes(live);
            return;
        }
        long time = nanos.getAsLong();
        if (!now && time - shown < INTERVAL) return;
        shown = time;
        if (time - rateFrom >= 1_000_000_000L) {
            rate = (live.operations() - rateOperations) * 1e9 / (time - rateFrom);
            rateFrom = time;
            rateOperations = live.operations();
        }
        clear();
        StringBuilder head = new StringBuilder(String.format(
                Locale.ROOT,
                "%s: %,d transactions, %,d operations, %,.0f/s",
                name,
                live.transactions(),
                live.operations(),
                rate));
        if (behind > 0) head.append(String.format(Locale.ROOT, ", %,d bytes behind", behind));
        List<String> text = new ArrayList<>(List.of(cut(head.toString())));
        int width = live.verdicts().stream()
                .mapToInt(verdict -> verdict.level().text().length())
                .max()
                .orElse(0);
        for (Verdict verdict : live.verdicts()) {
            String level = verdict.level().text();
            String state = state(verdict);
            String padded = "  " + level + " ".repeat(width + 2 - level.length());
            text.add(padded + coloured(verdict.answer(), cut(state, padded.length())));
        }
        for (String line : text) out.println(line);
        out.flush();
        lines = text.size();
    }

    /** Takes the lines away; whatever is printed next stands in their place. */
    void clear() {
        if (lines > 0) out.print("\u001b[" + lines + "A\r\u001b[J");
        lines = 0;
    }

    private void changes(LiveJudgement live) {
        for (Verdict verdict : live.verdicts()) {
            String level = verdict.level().text();
            String state = state(verdict);
            if (state.equals(told.put(level, state))) continue;
            out.println(
                    String.format(Locale.ROOT, "%s: %s %s (%,d operations)", name, level, state, live.operations()));
        }
        out.flush();
    }

    private static String state(Verdict verdict) {
        return switch (verdict.answer()) {
            case TRUE -> "holds so far";
            case FALSE ->
                "violated: "
                        + verdict.anomalies().stream()
                                .map(anomaly -> anomaly.type().text())
                                .distinct()
                                .collect(Collectors.joining(", "));
            case UNKNOWN -> verdict.why().orElseThrow();
        };
    }

    private String coloured(Answer answer, String text) {
        if (!environment.colour()) return text;
        String colour =
                switch (answer) {
                    case TRUE -> GREEN;
                    case FALSE -> RED;
                    case UNKNOWN -> YELLOW;
                };
        return colour + text + PLAIN;
    }

    private String cut(String text) {
        return cut(text, 0);
    }

    private String cut(String text, int used) {
        int most = Math.max(1, environment.columns() - 1 - used); // a full line would be two
        return text.length() <= most ? text : text.substring(0, most);
    }
}
