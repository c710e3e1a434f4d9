package minos.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import minos.Histories;
import minos.history.History;
import minos.infer.Options;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    static final String HOSTILE = "</script><img/src=x/onerror=window.hacked=1>";

    @TempDir
    Path folder;

    /** Every level of a history, with up to {@code witnesses} of each type. */
    static Judged judged(String name, History history, int witnesses) {
        return judged(
                name, history, witnesses, Judge.askable(history, Order.SESSION).toArray(Level[]::new));
    }

    static Judged judged(String name, History history, int witnesses, Level... levels) {
        Options options =
                Options.DEFAULT.withAll(true).withMaxWitnesses(witnesses).withThreads(1);
        return new Judged(name, history, Judge.check(history, List.of(levels), options), 12, 34);
    }

    static Judged shop() throws IOException {
        return judged("shop.edn", HistoryFiles.read("doc/shop.edn", ReadOptions.DEFAULT), 4);
    }

    static Judged hostile() {
        return judged(
                HOSTILE,
                Histories.of(
                        "0: w(" + HOSTILE + ",1) w(y," + HOSTILE + ")",
                        HOSTILE + ": r(y," + HOSTILE + ") r(" + HOSTILE + ",nil)"),
                4);
    }

    /** Many thin-air and aborted reads. */
    static Judged many(int count) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add("0! w(x" + i + ",1)");
            lines.add("1: r(x" + i + (i % 2 == 0 ? ",1)" : ",2)") + " w(y,1" + i + ")");
        }
        return judged("many", Histories.of(lines.toArray(String[]::new)), count);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(f -> folder.relativize(f).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aPageAndPicturesAreWrittenWhole() throws IOException {
        Report.write(
                folder, shop(), List.of(new Report.Phase("read", 3), new Report.Phase("tying reads to writes", 4)));
        List<String> files = files();
        assertTrue(
                files.containsAll(List.of("index.html", "aborted-read-1.svg", "aborted-read-1.dot")), files.toString());
        assertTrue(files.stream().noneMatch(f -> f.endsWith(".part")), files.toString());
        String page = Files.readString(folder.resolve("index.html"));
        for (String shown : List.of("shop.edn", "tying reads to writes: 4 ms", "strict-serializable", "list-append")) {
            assertTrue(page.contains(shown), shown);
        }
        Report.write(folder, shop(), List.of());
        assertEquals(files, files(), "a second report takes the place of the first");
    }

    @Test
    void nothingOfAHistoryIsMarkup() throws IOException {
        Report.write(folder, hostile(), List.of());
        for (String file : files()) {
            String text = Files.readString(folder.resolve(file));
            if (!file.endsWith(".dot")) assertFalse(text.contains("<img"), file);
        }
        String page = Files.readString(folder.resolve("index.html"));
        assertEquals(
                page.split("<script", -1).length, page.split("</script>", -1).length, "as many scripts end as begin");
        assertTrue(page.contains("&lt;/script&gt;&lt;img"));
        assertFalse(page.matches("(?s).*(src|href)=\"(http|//).*"), "nothing is loaded");
    }

    @Test
    void theOrderIsNamedAsInTheText() throws IOException {
        Report.write(folder, Histories.of("0: w(x,1)"), List.of(Verdict.holds(Level.SERIALIZABLE, Order.NONE)));
        String page = Files.readString(folder.resolve("index.html"));
        assertTrue(page.contains("(no session order)"), page.substring(0, Math.min(page.length(), 2_000)));
    }

    @Test
    void theEngineIsAskedForNothing() throws IOException {
        History history = Histories.of("0: w(x,1)");
        Report.write(folder, history, List.of(Verdict.holds(Level.SERIALIZABLE, Order.SESSION)));
        String page = Files.readString(folder.resolve("index.html"));
        assertTrue(page.contains("as serializable holds"));
        assertTrue(page.contains("not asked<"));
        assertTrue(page.contains("no level that was asked for is violated"));
    }

    @Test
    void anIndexLeadsToEachReport() throws IOException {
        Report.index(folder, List.of(Report.Entry.of(hostile(), "1-h"), Report.Entry.of(shop(), "2-shop.edn")));
        String page = Files.readString(folder.resolve("index.html"));
        assertTrue(page.contains("<a href=\"2-shop.edn/index.html\">shop.edn</a>"), page);
        assertFalse(page.contains("<img"));
    }

    @Test
    void anIndexNamesWhatHasNoAnswerAndWhatHasNoReport() throws IOException {
        Judged unknown = new Judged(
                "slow",
                Histories.of("0: w(x,1)"),
                List.of(
                        Verdict.holds(Level.CAUSAL, Order.SESSION),
                        Verdict.unknown(Level.SERIALIZABLE, Order.SESSION, "too late")),
                0,
                0);
        Report.index(
                folder,
                List.of(Report.Entry.of(unknown, "1-slow"), Report.Entry.without("<b>.edn", "could not be read")));
        String page = Files.readString(folder.resolve("index.html"));
        assertTrue(
                page.contains("<td class=\"holds\">causal</td><td class=\"violated\">–</td>"
                        + "<td class=\"unknown\">serializable</td>"),
                page);
        assertTrue(page.contains("<tr><td>&lt;b&gt;.edn</td><td colspan=\"3\">could not be read</td></tr>"), page);
    }

    @Test
    void whatCannotBeWrittenThrows() throws IOException {
        Path file = Files.writeString(folder.resolve("taken"), "");
        assertThrows(IOException.class, () -> Report.write(file, shop(), List.of()));
    }

    @Test
    void aThousandCounterexamplesMakeAPageOfModestSize() throws IOException {
        Report.write(folder, many(1000), List.of());
        long size = Files.size(folder.resolve("index.html"));
        assertTrue(size < 6_000_000, size + " bytes");
    }
}
