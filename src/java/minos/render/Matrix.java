package minos.render;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.util.WholeFile;

/**
 * What each isolation level of a database was seen to give: a row for each level that it was asked for, and in it, for each level of ours, the
 * first run that violated it. It says what was not seen, and not what cannot be.
 */
public final class Matrix {
    private static final String CAVEAT =
            "A level that is not violated was not seen to be, in this time and with these workloads. That is no proof.";

    /**
     * The first run that violated a level.
     *
     * @param workload what ran
     * @param folder   where its history and its report lie, below that of the matrix
     * @param types    what was found in it
     */
    public record Sighting(String workload, String folder, List<AnomalyType> types) {}

    /** What a database gave when it was asked for a level. */
    public static final class Row {
        private final String asked;
        private final Map<Level, Sighting> violated = new EnumMap<>(Level.class);
        /** What is to be said of each level: that it was violated, once it was. */
        private final Map<Level, Verdict> judged = new EnumMap<>(Level.class);

        private final List<String> notes = new ArrayList<>();
        private long transactions;
        private double seconds;

        /** @param asked what the database calls the level */
        public Row(String asked) {
            this.asked = asked;
        }

        /** One more run; whether it violated a level that none before it had. */
        public boolean add(List<Verdict> verdicts, Sighting sighting, long ran, double took) {
            transactions += ran;
            seconds += took;
            boolean news = false;
            for (Verdict verdict : verdicts) {
                if (verdict.answer() == Answer.UNKNOWN || verdict.isClaim()) continue;
                if (violated.containsKey(verdict.level())) continue;
                judged.put(verdict.level(), verdict);
                if (verdict.answer() != Answer.FALSE) continue;
                List<AnomalyType> types = verdict.anomalies().stream()
                        .map(anomaly -> anomaly.type())
                        .toList();
                violated.put(verdict.level(), new Sighting(sighting.workload, sighting.folder, types));
                news = true;
            }
            return news;
        }

        /** What the user should know besides, in a sentence. */
        public void note(String note) {
            if (!notes.contains(note)) notes.add(note);
        }

        /** Whether nothing is left to be found. */
        public boolean isExhausted() {
            return !judged.isEmpty() && violated.keySet().containsAll(judged.keySet());
        }

        private Ladder ladder() {
            return new Ladder(List.copyOf(judged.values()));
        }

        private List<Level> weakest() {
            return ladder().weakest();
        }

        private String types() {
            return weakest().stream()
                    .flatMap(level -> violated.get(level).types.stream())
                    .distinct()
                    .map(AnomalyType::text)
                    .collect(Collectors.joining(", "));
        }
    }

    private final String database;
    private final List<Row> rows;

    /** @param database its name and version */
    public Matrix(String database, List<Row> rows) {
        this.database = database;
        this.rows = List.copyOf(rows);
    }

    /** A table for people. */
    public String text() {
        List<String[]> cells = new ArrayList<>();
        cells.add(new String[] {"asked for", "not seen violated, up to", "violated", "by", "transactions"});
        for (Row row : rows) {
            cells.add(new String[] {
                row.asked,
                row.judged.isEmpty()
                        ? "nothing was judged"
                        : Ladder.names(row.ladder().strongest()),
                Ladder.names(row.weakest()),
                row.types(),
                String.format(Locale.ROOT, "%,d", row.transactions)
            });
        }
        int[] width = new int[cells.get(0).length];
        for (String[] line : cells)
            for (int i = 0; i < width.length; i++) width[i] = Math.max(width[i], line[i].length());
        StringBuilder out = new StringBuilder(Printable.whole(database)).append("\n\n");
        for (String[] line : cells) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < width.length; i++)
                text.append("  ").append(line[i]).append(" ".repeat(width[i] - line[i].length()));
            out.append(text.toString().stripTrailing()).append('\n');
        }
        out.append('\n');
        for (Row row : rows) {
            for (Level level : row.weakest()) {
                Sighting first = row.violated.get(level);
                out.append(row.asked + ", " + level.text() + ": first in " + first.folder + "/index.html\n");
            }
        }
        for (Row row : rows)
            for (String note : row.notes)
                out.append(row.asked).append(": ").append(Printable.whole(note)).append('\n');
        return out.append(CAVEAT).append('\n').toString();
    }

    /** An object a line for each level asked for. */
    public String json() {
        StringBuilder text = new StringBuilder();
        for (Row row : rows) {
            Json out = new Json(text);
            out.beginMap();
            put(out, "database", database);
            put(out, "asked", row.asked);
            out.name("transactions");
            out.number(row.transactions);
            out.name("millis");
            out.number((long) (row.seconds * 1000));
            out.name("levels");
            out.beginList();
            row.judged.forEach((level, verdict) -> level(out, level, verdict.order(), row.violated.get(level)));
            out.endList();
            out.name("notes");
            out.beginList();
            row.notes.forEach(out::text);
            out.endList();
            out.endMap();
            text.append('\n');
        }
        return text.toString();
    }

    private static void level(Json out, Level level, Order order, Sighting sighting) {
        out.beginMap();
        put(out, "level", level.text());
        put(out, "order", order.text());
        put(out, "seen", sighting == null ? "not violated" : "violated");
        if (sighting != null) {
            out.name("anomalies");
            out.beginList();
            for (AnomalyType type : sighting.types) out.word(type.text());
            out.endList();
            put(out, "workload", sighting.workload);
            put(out, "run", sighting.folder);
        }
        out.endMap();
    }

    private static void put(Json out, String name, String value) {
        out.name(name);
        out.text(value);
    }

    /** Writes {@code index.html}, with a link from each level that was violated to the report of the run that did. */
    public void page(Path folder) throws IOException {
        Files.createDirectories(folder);
        Html html = new Html();
        ReportPage.begin(html, database, "'none'");
        html.raw("<header><h1>").text(database).raw("</h1><p>").text(CAVEAT).raw("</p></header>\n<main><section>");
        html.raw("<table class=\"index\">\n<thead><tr><th scope=\"col\">asked for</th>");
        List<Level> levels = rows.stream()
                .flatMap(row -> row.judged.keySet().stream())
                .distinct()
                .sorted()
                .toList();
        for (Level level : levels)
            html.raw("<th scope=\"col\">").text(level.text()).raw("</th>");
        html.raw("</tr></thead>\n");
        for (Row row : rows) {
            html.raw("<tr><td>").text(row.asked).raw("</td>");
            for (Level level : levels) cell(html, row, level);
            html.raw("</tr>\n");
        }
        html.raw("</table></section></main>\n</body>\n</html>\n");
        WholeFile.write(folder.resolve("index.html"), html.toString());
    }

    private static void cell(Html html, Row row, Level level) {
        Sighting sighting = row.violated.get(level);
        if (sighting == null) {
            boolean judged = row.judged.containsKey(level);
            html.raw(judged ? "<td class=\"holds\">not seen" : "<td class=\"unknown\">–")
                    .raw("</td>");
            return;
        }
        html.raw("<td class=\"violated\"><a href=\"")
                .text(sighting.folder)
                .raw("/index.html\">")
                .text(sighting.types.stream().map(AnomalyType::text).collect(Collectors.joining(", ")))
                .raw("</a></td>");
    }
}
