package minos.render;

import java.math.BigDecimal;
import java.math.RoundingMode;
import minos.history.Statistics;

/** The figures of a history as JSON: an object on one line. */
public final class StatsJson {
    private StatsJson() {}

    /** The line, with its line feed. */
    public static String render(String file, Statistics stats) {
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
        if (stats.concurrency() == null) {
            json.none();
        } else {
            json.beginMap();
            number(json, "max", stats.concurrency().max());
            mean(json, stats.concurrency().mean());
            json.endMap();
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
