package minos.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import minos.Shared;
import minos.history.History;
import minos.history.Model;
import minos.infer.Options;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.model.Level;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Histories recorded elsewhere have the verdicts that other tools found; what those left open has to be decided. */
class KnownVerdictsTest {
    private static final List<Level> LEVELS =
            List.of(Level.SNAPSHOT_ISOLATION, Level.SERIALIZABLE, Level.STRICT_SERIALIZABLE);
    private static final Map<String, Answer> ANSWERS = Map.of("T", Answer.TRUE, "F", Answer.FALSE);

    @Test
    void ofSmallHistories() throws IOException {
        check("crafted/", "snapshot/violation", "snapshot/5_", "list-append/sessions-2.", "archives/others/y");
    }

    @Test
    @Tag("slow")
    void ofAllHistories() throws IOException {
        check("");
    }

    /**
     * A transaction of this run reads one key from two others, which hides nothing of what rests on its reads. The cycles of i, l and n go through
     * edges that reads of h and k enforce, and are gone when these are left out.
     */
    @Test
    void ofMariaDbAllPatterns() throws IOException {
        Path file = Shared.histories("archives/others").resolve("mariadb-galera.txt");
        History history = HistoryFiles.read(file.toString(), ReadOptions.DEFAULT);
        Verdict verdict = Judge.check(history, List.of(Level.CAUSAL), Options.DEFAULT.withAll(true))
                .get(0);
        String letters = verdict.anomalies().stream()
                .map(anomaly -> anomaly.type().names().plume())
                .sorted()
                .collect(Collectors.joining());
        assertEquals("afhjk", letters);
    }

    /** What Knossos or its authors said of published histories of single registers. */
    @Test
    void ofPublishedRegisters() throws IOException {
        Path folder = Shared.histories("public");
        int judged = 0;
        List<String> wrong = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("expected.tsv"))) {
            String[] fields = line.split("\t", -1);
            if (fields.length < 3 || !fields[1].equals("single ops") || fields[2].equals("?")) continue;
            History history =
                    HistoryFiles.read(folder.resolve(fields[0]).toString(), ReadOptions.DEFAULT.withModel(Model.LWT));
            Answer answer = Judge.check(history, List.of(Level.LINEARIZABLE), Options.DEFAULT)
                    .get(0)
                    .answer();
            judged++;
            if (!answer.name().toLowerCase(Locale.ROOT).equals(fields[2])) wrong.add(fields[0] + " is " + answer);
        }
        assertEquals(List.of(), wrong);
        assertTrue(judged > 0, "no such histories");
    }

    private static void check(String... beginnings) throws IOException {
        Path folder = Shared.histories("");
        List<String> wrong = new ArrayList<>();
        int judged = 0;
        List<String> lines = Files.readAllLines(folder.resolve("expected.tsv"));
        List<String> columns = List.of(lines.get(0).split("\t"));
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split("\t", -1);
            if (List.of(beginnings).stream().noneMatch(fields[0]::startsWith)) continue;
            History history = HistoryFiles.read(folder.resolve(fields[0]).toString(), ReadOptions.DEFAULT);
            for (Level level : LEVELS) {
                String expected = fields[columns.indexOf(level.alias())];
                if (expected.equals("-")) continue;
                Verdict verdict =
                        Judge.check(history, List.of(level), Options.DEFAULT).get(0);
                judged++;
                boolean fits = ANSWERS.containsKey(expected)
                        ? verdict.answer() == ANSWERS.get(expected)
                        : verdict.answer() != Answer.UNKNOWN;
                if (!fits) wrong.add(fields[0] + " " + level + " should be " + expected + ", is " + verdict.answer());
            }
        }
        assertEquals(List.of(), wrong);
        assertTrue(judged > 0, "no such histories");
    }
}
