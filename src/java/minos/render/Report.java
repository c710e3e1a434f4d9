package minos.render;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import minos.history.History;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Verdict;
import minos.model.Violation;
import minos.render.picture.Dot;
import minos.render.picture.Picture;
import minos.render.picture.Svg;
import minos.util.WholeFile;

/**
 * Reports for people: a page that needs nothing but itself, and each counterexample as a picture. Files appear whole or
 * not at all; what cannot be written throws, and says nothing about the verdict.
 */
public final class Report {
    private static final int MOST_PICTURES = 10;

    /**
     * A line of an index.
     *
     * @param folder where the history's report lies, below that of the index; null if there is none
     * @param why    why there is none
     */
    public record Entry(
            String file, String folder, List<Level> strongest, List<Level> weakest, List<Level> unknown, String why) {
        public static Entry of(Judged judged, String folder) {
            Ladder ladder = new Ladder(judged.verdicts());
            return new Entry(judged.file(), folder, ladder.strongest(), ladder.weakest(), ladder.unknown(), null);
        }

        /** A history that there is no report of. */
        public static Entry without(String file, String why) {
            return new Entry(file, null, List.of(), List.of(), List.of(), why);
        }
    }

    /** A part of the work on a history, and how long it took. */
    public record Phase(String name, long millis) {}

    private Report() {}

    /**
     * Writes {@code index.html} and, for the first witnesses of each type, {@code TYPE-N.svg} and {@code TYPE-N.dot}.
     */
    public static void write(Path directory, History history, List<Verdict> verdicts) throws IOException {
        write(directory, new Judged(history.origin().name(), history, verdicts, 0, 0), List.of());
    }

    /** The same, with the time that each phase took; without phases, that of reading and judging is shown. */
    public static void write(Path directory, Judged judged, List<Phase> phases) throws IOException {
        Files.createDirectories(directory);
        Pictures pictures = new Pictures(judged.history());
        for (Exhibit exhibit : Exhibit.of(judged.verdicts())) {
            List<Violation> witnesses = exhibit.anomaly().witnesses();
            for (int i = 0; i < Math.min(witnesses.size(), MOST_PICTURES); i++) {
                List<Picture> shown = pictures.of(witnesses.get(i));
                List<Picture> whole = pictures.isDrawable(witnesses.get(i)) ? pictures.whole(witnesses.get(i)) : shown;
                for (int way = 0; way < shown.size(); way++) {
                    String name = pictureName(exhibit.type(), i, way, shown.size());
                    WholeFile.write(directory.resolve(name + ".svg"), Svg.file(shown.get(way)));
                    WholeFile.write(directory.resolve(name + ".dot"), Dot.file(whole.get(way)));
                }
            }
        }
        List<Phase> shown = phases.isEmpty()
                ? List.of(new Phase("read", judged.readMillis()), new Phase("judge", judged.checkMillis()))
                : phases;
        WholeFile.write(directory.resolve("index.html"), new ReportPage(judged, shown).render());
    }

    /** The page alone, without the pictures as files. */
    public static String page(Judged judged) throws IOException {
        List<Phase> phases = List.of(new Phase("read", judged.readMillis()), new Phase("judge", judged.checkMillis()));
        return new ReportPage(judged, phases).render();
    }

    /** What the files of a witness's picture are called, without {@code .svg}; null for one that gets no file. */
    static String pictureName(AnomalyType type, int witness, int way, int ways) {
        if (witness >= MOST_PICTURES) return null;
        return type.text() + '-' + (witness + 1) + (ways > 1 ? "-way-" + (way + 1) : "");
    }

    /** Writes {@code index.html} that leads to the reports of several histories. */
    public static void index(Path directory, List<Entry> entries) throws IOException {
        Files.createDirectories(directory);
        Html html = new Html();
        ReportPage.begin(html, "Histories", "'none'");
        html.raw(
                """
                <header><h1>Histories</h1></header>
                <main><section><table class="index">
                <thead><tr><th scope="col">history</th>
                <th scope="col">strongest that hold</th><th scope="col">weakest violated</th>
                <th scope="col">unknown</th></tr></thead>
                """);
        for (Entry entry : entries) row(html, entry);
        html.raw("</table></section></main>\n</body>\n</html>\n");
        WholeFile.write(directory.resolve("index.html"), html.toString());
    }

    private static void row(Html html, Entry entry) {
        if (entry.folder() == null) {
            html.raw("<tr><td>")
                    .text(entry.file())
                    .raw("</td><td colspan=\"3\">")
                    .text(entry.why())
                    .raw("</td></tr>\n");
            return;
        }
        html.raw("<tr><td><a href=\"")
                .text(entry.folder())
                .raw("/index.html\">")
                .text(entry.file())
                .raw("</a></td>");
        cell(html, "holds", entry.strongest());
        cell(html, "violated", entry.weakest());
        cell(html, "unknown", entry.unknown());
        html.raw("</tr>\n");
    }

    private static void cell(Html html, String style, List<Level> levels) {
        html.raw("<td class=\"" + style + "\">")
                .text(levels.isEmpty() ? "–" : Ladder.names(levels))
                .raw("</td>");
    }
}
