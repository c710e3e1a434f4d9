package minos.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import minos.Shared;
import minos.history.History;
import minos.infer.Options;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.judge.Judge;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Test;

/** The crafted histories of others, one for each weak pattern, have the verdicts and patterns that are known of them. */
class CraftedHistoriesTest {
    private static final Set<AnomalyType> LISTED =
            EnumSet.of(AnomalyType.DUPLICATE_ELEMENTS, AnomalyType.INCOMPATIBLE_ORDER);

    static {
        LISTED.addAll(EnumSet.range(AnomalyType.THIN_AIR_READ, AnomalyType.CYCLIC_CAUSALITY));
    }

    @Test
    void crafted() throws IOException {
        Path folder = Shared.histories("crafted").getParent();
        List<String> rows = Files.readAllLines(folder.resolve("expected.tsv"));
        String[] titles = rows.get(0).split("\t");
        int judged = 0;
        for (String row : rows) {
            if (!row.startsWith("crafted/")) continue;
            String[] cells = row.split("\t", -1);
            String file = folder.resolve(cells[0]).toString();
            check(HistoryFiles.read(file, ReadOptions.DEFAULT), titles, cells);
            judged++;
        }
        assertEquals(28, judged);
    }

    private static void check(History history, String[] titles, String[] cells) {
        List<Level> offered = Judge.askable(history, Order.SESSION);
        List<String> patterns = new ArrayList<>();
        for (int i = 1; i < titles.length; i++) {
            Level level = Level.named(titles[i]).orElse(null);
            if (level == null) patterns.addAll(List.of(cells[i].split(",")));
            if (level == null || level.needsRealTime() && !history.hasRealTime()) continue;
            Answer expected = cells[i].equals("T") ? Answer.TRUE : Answer.FALSE;
            assertEquals(expected, Reference.holds(history, level, Order.SESSION), cells[0] + " " + level);
            if (!offered.contains(level)) continue;
            for (Verdict verdict : Judge.check(history, List.of(level), Options.DEFAULT)) {
                assertEquals(expected, verdict.answer(), cells[0] + " " + level + ", by the engine");
            }
        }
        patterns.remove("");
        Set<String> found = new TreeSet<>();
        for (AnomalyType type : Reference.patterns(history, Order.SESSION)) {
            if (LISTED.contains(type))
                found.add(
                        type.isWeakPattern()
                                ? type.names().plume()
                                : type.text().split("-")[0]);
        }
        assertEquals(new TreeSet<>(patterns), found, cells[0]);
    }
}
