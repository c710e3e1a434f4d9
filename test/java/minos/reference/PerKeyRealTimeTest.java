package minos.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import minos.Histories;
import minos.history.History;
import minos.history.Model;
import minos.infer.Options;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Test;

/** Real time of transactions that use a key in common stands between session order and real time. */
class PerKeyRealTimeTest {
    private static final Path FOLDER = Path.of("test", "histories", "serializable");

    @Test
    void boundaries() throws IOException {
        assertAnswers("stale-read.edn", Answer.TRUE, Answer.FALSE, Answer.FALSE);
        assertAnswers("keys-out-of-step.edn", Answer.TRUE, Answer.TRUE, Answer.FALSE);
    }

    /** By session order, per key, and in real time. */
    private static void assertAnswers(String file, Answer... expected) throws IOException {
        History history = HistoryFiles.read(FOLDER.resolve(file).toString(), ReadOptions.DEFAULT);
        List<Order> orders = List.of(Order.SESSION, Order.PER_KEY_REAL_TIME, Order.REAL_TIME);
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], Reference.holds(history, Level.SERIALIZABLE, orders.get(i)), file);
            assertEquals(
                    expected[i],
                    verdict(history, Level.SERIALIZABLE, orders.get(i)).answer(),
                    file);
        }
    }

    /** Random histories tell it from the order below. */
    @Test
    void tellsApart() {
        int[] apart = new int[1];
        Trials.run(3_000, draft -> {
            History history = draft.build();
            if (!history.hasRealTime() || new Observations(history).hasDuplicateWrites()) return null;
            Answer perKey = Reference.holds(history, Level.SERIALIZABLE, Order.PER_KEY_REAL_TIME);
            if (perKey != Reference.holds(history, Level.SERIALIZABLE, Order.SESSION)) apart[0]++;
            return null;
        });
        assertTrue(apart[0] > 20, apart[0] + " histories");
    }

    @Test
    void whatItIsNotAbout() {
        History history = Histories.of("0: w(x,1) @0-1", "1: r(x,1) @2-3");
        assertEquals(
                Optional.of("monotonic-reads is a promise to sessions, whatever the keys"),
                verdict(history, Level.MONOTONIC_READS, Order.PER_KEY_REAL_TIME).why());
        History repeated = Histories.of("0: w(x,1) w(y,1) @0-1", "1: w(x,1) @2-3");
        assertEquals(
                Optional.of("monotonic-reads is a promise to sessions, whatever the keys"),
                verdict(repeated, Level.MONOTONIC_READS, Order.PER_KEY_REAL_TIME)
                        .why());
        History registers = Histories.of("0: w(x,1) @0-1", "1: w(x,1) @2-3"); // are linearizable, so all holds
        assertEquals(
                Answer.TRUE,
                verdict(registers, Level.SERIALIZABLE, Order.PER_KEY_REAL_TIME).answer());
        History set = Histories.of(Model.SET, "0: w(x,1) @0-1", "1: r(x,1) @2-3");
        assertEquals(
                Optional.of("a set is one object: ask for it in real-time order"),
                verdict(set, Level.SERIALIZABLE, Order.PER_KEY_REAL_TIME).why());
        History timeless = Histories.of("0: w(x,1)", "1: r(x,1)");
        assertEquals(
                Answer.UNKNOWN,
                verdict(timeless, Level.SERIALIZABLE, Order.PER_KEY_REAL_TIME).answer());
    }

    private static Verdict verdict(History history, Level level, Order order) {
        List<Verdict> told = new ArrayList<>();
        Judge.judge(history, List.of(new Requirement(level, order)), Options.DEFAULT.with(order), told::add);
        return told.get(0);
    }
}
