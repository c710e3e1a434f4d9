package minos.render;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import minos.history.Statistics;

/** The figures of a history, for people and for programs. */
public final class Figures {
    private final List<String[]> rows = new ArrayList<>();

    private Figures() {}

    /** As a table of names and numbers. */
    public static String text(String file, Statistics stats, List<String> notes) {
        List<String[]> rows = new ArrayList<>(table(stats));
        for (String note : notes) rows.add(new String[] {"note", Printable.whole(note)});
        int width = rows.stream().mapToInt(row -> row[0].length()).max().orElse(0);
        StringBuilder out = new StringBuilder(Printable.whole(file)).append('\n');
        for (String[] row : rows) {
            out.append("  ")
                    .append(row[0])
                    .append(" ".repeat(width - row[0].length() + 2))
                    .append(row[1])
                    .append('\n');
        }
        return out.toString();
    }

    /** Names and numbers. */
    static List<String[]> table(Statistics stats) {
        Figures text = new Figures();
        text.rows(stats);
        return text.rows;
    }

    private void rows(Statistics stats) {
        row("model", stats.model().text());
        row("sessions", count(stats.size().sessions()));
        row(
                "transactions",
                count(stats.size().transactions()) + " (" + count(stats.size().committed()) + " committed, "
                        + count(stats.size().aborted()) + " aborted, "
                        + count(stats.size().indeterminate()) + " indeterminate)");
        row(
                "operations",
                count(stats.size().operations()) + " (" + count(stats.reads()) + " reads, " + count(stats.writes())
                        + " writes)");
        row("keys", count(stats.size().keys()));
        row("transaction length", spread(stats.length()));
        row("keys per transaction", spread(stats.keysTouched()));
        row("read-only", share(stats.readOnly(), stats));
        row("write-only", share(stats.writeOnly(), stats));
        row("read-modify-write", share(stats.readModifyWrite(), stats));
        row("mini-transactions", share(stats.miniTransactions(), stats));
        row(
                "open at once",
                stats.concurrency()
                        .map(open -> String.format(Locale.ROOT, "mean %.1f, max %,d", open.mean(), open.max()))
                        .orElse("not known: no real time in this format"));
    }

    private void row(String name, String value) {
        rows.add(new String[] {name, value});
    }

    private static String spread(Statistics.Spread spread) {
        return String.format(
                Locale.ROOT,
                "min %,d, mean %.1f, median %,d, 95%% up to %,d, max %,d",
                spread.min(),
                spread.mean(),
                spread.median(),
                spread.p95(),
                spread.max());
    }

    /** A number of transactions, and what part it is of those that did not abort. */
    private static String share(int part, Statistics stats) {
        if (part == stats.shaped()) return part == 0 ? "0" : count(part) + " (all)";
        return String.format(Locale.ROOT, "%,d (%.1f%%)", part, 100.0 * part / stats.shaped());
    }

    private static String count(int number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** As JSON: an object on one line. */
    public static String json(String file, Statistics stats, List<String> notes) {
        StringBuilder out = new StringBuilder();
        Json json = new Json(out);
        json.beginMap();
        json.name("file");
        json.text(file);
        json.name("model");
        json.word(stats.model().text());
        number(json, "sessions", stats.size().sessions());
        number(json, "transactions", stats.size().transactions());
        number(json, "committed", stats.size().committed());
        number(json, "aborted", stats.size().aborted());
        number(json, "indeterminate", stats.size().indeterminate());
        number(json, "operations", stats.size().operations());
        number(json, "reads", stats.reads());
        number(json, "writes", stats.writes());
        number(json, "keys", stats.size().keys());
        spread(json, "length", stats.length());
        spread(json, "keysTouched", stats.keysTouched());
        number(json, "readOnly", stats.readOnly());
        number(json, "writeOnly", stats.writeOnly());
        number(json, "readModifyWrite", stats.readModifyWrite());
        number(json, "miniTransactions", stats.miniTransactions());
        json.name("mini");
        json.bool(stats.isMini());
        json.name("concurrency");
        if (stats.concurrency().isEmpty()) {
            json.none();
        } else {
            json.beginMap();
            number(json, "max", stats.concurrency().get().max());
            mean(json, stats.concurrency().get().mean());
            json.endMap();
        }
        if (!notes.isEmpty()) {
            json.name("notes");
            json.beginList();
            notes.forEach(json::text);
            json.endList();
        }
        json.endMap();
        return out.append('\n').toString();
    }

    private static void spread(Json json, String name, Statistics.Spread spread) {
        json.name(name);
        json.beginMap();
        number(json, "min", spread.min());
        mean(json, spread.mean());
        number(json, "median", spread.median());
        number(json, "p95", spread.p95());
        number(json, "max", spread.max());
        json.endMap();
    }

    private static void number(Json json, String name, int number) {
        json.name(name);
        json.number(number);
    }

    private static void mean(Json json, double mean) {
        json.name("mean");
        json.decimal(BigDecimal.valueOf(mean).setScale(2, RoundingMode.HALF_UP));
    }
}
