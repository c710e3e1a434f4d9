package minos.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import minos.history.History;
import minos.history.Model;
import minos.infer.Options;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Violation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cause of what is wrong with a mutex: who held it besides another, or how much too often it was acquired. */
class MutexUseTest {
    @TempDir
    Path folder;

    @Test
    void namesTheTwoWhoHeldIt() throws IOException {
        assertEquals(
                "mutex was acquired by T0 (session 0) and T2 (session 2) between places 0 and 5 of the history and can"
                        + " have been released by nobody meanwhile: it was held twice at once",
                cause("0a(", "0a)", "1a(", "1a!", "2a(", "2a)"));
    }

    @Test
    void namesWhoReleasedWhatNobodyHeld() throws IOException {
        assertEquals(
                "mutex was released by T0 (session 0) between places 0 and 1 of the history and can have been acquired by"
                        + " nobody by then: what was released was not held",
                cause("0r(", "0r)", "1a(", "1a)"));
    }

    /** Each acquires before the one who holds it has released: only together are they too many. */
    @Test
    void countsWhereNoTwoAlone() throws IOException {
        String[] relay = {"0a(", "0a)", "1a(", "0r(", "0r)", "2a(", "1a)", "1r(", "1r)", "0a(", "2a)", "0a)"};
        assertEquals(
                "mutex was acquired 4 times between places 0 and 11 of the history and can have been released only twice"
                        + " meanwhile: it was held twice at once",
                cause(relay));
    }

    @Test
    void showsOnlyWhatCounts() throws IOException {
        Violation.NonLinearizable shown =
                violation(history("0a(", "0a)", "0r(", "0r)", "1a(", "1a)", "2a(", "2a)", "2r(", "2r)"));
        assertEquals(List.of(2, 3), shown.transactions());
        assertFalse(shown.states().isEmpty());
    }

    private String cause(String... events) throws IOException {
        History history = history(events);
        return Cause.of(history, violation(history));
    }

    private static Violation.NonLinearizable violation(History history) {
        return (Violation.NonLinearizable) Judge.check(history, List.of(Level.LINEARIZABLE), Options.DEFAULT)
                .get(0)
                .anomalies()
                .get(0)
                .witnesses()
                .get(0);
    }

    /** Events such as {@code 0a(}: process 0 begins to acquire; it has with {@code )}, and failed with {@code !}. */
    private History history(String... events) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String event : events) {
            String type = event.endsWith("(") ? ":invoke" : event.endsWith(")") ? ":ok" : ":fail";
            text.append("{:process ").append(event.charAt(0)).append(", :type ").append(type);
            text.append(", :f ")
                    .append(event.charAt(1) == 'a' ? ":acquire" : ":release")
                    .append(", :value nil}\n");
        }
        Path file = Files.writeString(folder.resolve("h.edn"), text);
        return HistoryFiles.read(file.toString(), ReadOptions.DEFAULT.withModel(Model.MUTEX));
    }
}
