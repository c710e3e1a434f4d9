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

/** Real time of transactions that use a key in common, or are of one group, stands between session order and real time. */
class PartialRealTimeTest {
    private static final Path FOLDER = Path.of("test", "histories", "serializable");

    @Test
    void boundaries() throws IOException {
        assertAnswers("stale-read.edn", Order.PER_KEY_REAL_TIME, Answer.TRUE, Answer.FALSE, Answer.FALSE);
        assertAnswers("keys-out-of-step.edn", Order.PER_KEY_REAL_TIME, Answer.TRUE, Answer.TRUE, Answer.FALSE);
        assertAnswers("stale-in-its-group.edn", Order.PER_GROUP_REAL_TIME, Answer.TRUE, Answer.FALSE, Answer.FALSE);
        assertAnswers("stale-in-another-group.edn", Order.PER_GROUP_REAL_TIME, Answer.TRUE, Answer.TRUE, Answer.FALSE);
    }

    /** By session order, per part, and in real time. */
    private static void assertAnswers(String file, Order partly, Answer... expected) throws IOException {
        History history = HistoryFiles.read(FOLDER.resolve(file).toString(), ReadOptions.DEFAULT);
        List<Order> orders = List.of(Order.SESSION, partly, Order.REAL_TIME);
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], Reference.holds(history, Level.SERIALIZABLE, orders.get(i)), file);
            assertEquals(
                    expected[i],
                    verdict(history, Level.SERIALIZABLE, orders.get(i)).answer(),
                    file);
        }
    }

    /** Random histories tell each from the orders around it. */
    @Test
    void tellsApart() {
        int[] perKey = new int[2];
        int[] perGroup = new int[2];
        Trials.run(3_000, draft -> {
            History history = draft.build();
            if (!history.hasRealTime() || new Observations(history).hasDuplicateWrites()) return null;
            count(history, Order.PER_KEY_REAL_TIME, perKey);
            count(history, Order.PER_GROUP_REAL_TIME, perGroup);
            return null;
        });
        assertTrue(perKey[0] > 20, perKey[0] + " histories"); // keys that are out of step are rare
        assertTrue(perGroup[0] > 10 && perGroup[1] > 10, perGroup[0] + " and " + perGroup[1] + " histories");
    }

    private static void count(History history, Order partly, int[] apart) {
        Answer answer = Reference.holds(history, Level.SERIALIZABLE, partly);
        if (answer != Reference.holds(history, Level.SERIALIZABLE, Order.SESSION)) apart[0]++;
        if (answer != Reference.holds(history, Level.SERIALIZABLE, Order.REAL_TIME)) apart[1]++;
    }

    /** Groups are not sessions: one that is alone in its session may be in a group with others, and change it. */
    @Test
    void neitherKeysNorGroupsImplyTheOther() {
        assertTrue(Order.REAL_TIME.implies(Order.PER_GROUP_REAL_TIME));
        assertTrue(Order.PER_GROUP_REAL_TIME.implies(Order.SESSION));
        assertTrue(!Order.PER_GROUP_REAL_TIME.implies(Order.PER_KEY_REAL_TIME));
        assertTrue(!Order.PER_KEY_REAL_TIME.implies(Order.PER_GROUP_REAL_TIME));
    }

    @Test
    void whatGroupsAreNotAbout() {
        History grouped = Histories.of("0: w(x,1) @0-1 &eu", "1: r(x,1) @2-3 &us");
        assertEquals(
                Optional.of("monotonic-reads is a promise to sessions, whatever the groups"),
                verdict(grouped, Level.MONOTONIC_READS, Order.PER_GROUP_REAL_TIME)
                        .why());
        History alone = Histories.of("0: w(x,1) @0-1", "1: r(x,1) @2-3");
        assertEquals(
                Optional.of("no operation says to which group it belongs, as in :group :eu"),
                verdict(alone, Level.SERIALIZABLE, Order.PER_GROUP_REAL_TIME).why());
        History counter = Histories.of(Model.COUNTER, "0: w(x,1) @0-1 &eu", "1: r(x,1) @2-3 &eu");
        assertEquals(
                Optional.of("groups are not judged for a counter"),
                verdict(counter, Level.SERIALIZABLE, Order.PER_GROUP_REAL_TIME).why());
    }

    @Test
    void whatKeysAreNotAbout() {
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

    /** What was found by the rules of a stronger level says nothing of the points that a weaker one has. */
    @Test
    void whatIsLeftIsOrderedByTheRulesOfItsLevel() {
        History history = Histories.of(
                "2: w(1,1) @0-1 &0",
                "0: w(0,4) w(0,5) r(0,5) w(1,6) @2-3",
                "1: r(1,1) w(1,2) w(1,3) r(0,nil) @4-6 &1",
                "2: r(0,nil) r(1,3) r(1,6) r(1,6) @5-8",
                "1: r(1,3) r(0,nil) @7-9 &1");
        Options options = Options.DEFAULT.with(Order.PER_GROUP_REAL_TIME).withAll(true);
        Level level = Level.PARALLEL_SNAPSHOT_ISOLATION;
        assertEquals(
                Answer.FALSE,
                Judge.check(history, List.of(level), options).get(0).answer());
    }
}
