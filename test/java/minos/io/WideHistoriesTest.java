package minos.io;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import minos.history.History;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Histories that are as large in one direction as they get. All are serializable. */
@Tag("slow")
class WideHistoriesTest {
    private static final int MILLION = 1_000_000;

    @TempDir
    Path folder;

    /** Writes the lines of one number after another. */
    private interface Lines {
        String of(int i);
    }

    @Test
    void aTransactionOfTenMillionOperations() throws IOException {
        check(5 * MILLION, i -> line('w', i % 100_000, i + 1, 0, 0) + line('r', i % 100_000, i + 1, 0, 0));
    }

    @Test
    void aMillionSessions() throws IOException {
        check(MILLION, i -> line('r', i % 1000, i < 1000 ? 0 : i - 999, i, i) + line('w', i % 1000, i + 1, i, i));
    }

    @Test
    void aMillionKeys() throws IOException {
        check(MILLION, i -> line('w', i, 1, i / 10 % 20, i / 10));
    }

    @Test
    void oneKeyWrittenByEveryone() throws IOException {
        check(MILLION, i -> line('w', 1, i + 1, i % 50, i));
        check(MILLION, i -> line('r', 1, i, i % 50, i) + line('w', 1, i + 1, i % 50, i));
    }

    /** Needs more than the tests usually have: -Dtest.jvm=-Xmx6g */
    @Test
    void aCausalChain() throws IOException {
        int length = Runtime.getRuntime().maxMemory() > 5L << 30 ? 10 * MILLION : 2 * MILLION;
        check(length, i -> (i == 0 ? "" : line('r', i - 1, i, i % 7, i)) + line('w', i, i + 1, i % 7, i));
    }

    private static String line(char kind, int key, int value, int session, int transaction) {
        return kind + "(" + key + "," + value + "," + session + "," + transaction + ")\n";
    }

    private void check(int count, Lines lines) throws IOException {
        Path file = folder.resolve("h.txt");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < count; i++) out.write(lines.of(i));
        }
        History history = HistoryFiles.read(file.toString(), ReadOptions.DEFAULT);
        List<Level> levels = List.of(Level.READ_COMMITTED, Level.READ_ATOMIC, Level.CAUSAL, Level.SERIALIZABLE);
        for (Verdict verdict : Judge.check(history, levels, Options.DEFAULT)) {
            assertEquals(Answer.TRUE, verdict.answer(), verdict.level() + ": " + verdict.why());
        }
    }
}
