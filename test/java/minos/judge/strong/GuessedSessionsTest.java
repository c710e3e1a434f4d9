package minos.judge.strong;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import minos.Histories;
import minos.history.History;
import minos.infer.Options;
import minos.infer.Relations;
import minos.model.Order;
import minos.util.Deadline;
import org.junit.jupiter.api.Test;

/** Sessions that go back in time, all over a history of one register's updates. */
class GuessedSessionsTest {
    private static final int UPDATES = 1500;
    private static final int BACK = 15;

    @Test
    void allThatGoBackAreSetFree() {
        assertTrue(find(lines()).holds());
    }

    @Test
    void whatNoOrderExplainsRefutesWhateverSessionsSay() {
        List<String> lines = lines();
        lines.add(UPDATES / 2, "skew1: r(x,nil) w(y,1)");
        lines.add(UPDATES / 2, "skew2: r(y,nil) w(x,1)");
        Problem problem = problem(lines);
        OrderSearch.Outcome found = new GuessedSessions(problem, Rules.SERIAL, Deadline.NEVER).find(50_000_000);
        assertFalse(found.holds());
        assertTrue(found.core().length <= 64, found.core().length + " transactions");
        assertFalse(OrderSearch.run(problem.part(found.core()), Rules.SERIAL, Deadline.NEVER)
                .holds());
    }

    @Test
    void whatGoesBackIsNoRefutationByItself() {
        Problem problem = problem(List.of("a: w(x,1)", "b: r(x,1) w(x,2)", "c: r(x,2)", "c: r(x,1)"));
        assertNull(GuessedSessions.refutedAlone(problem, new int[] {0, 1, 2, 3}, Rules.SERIAL, Deadline.NEVER));
        assertTrue(new GuessedSessions(problem, Rules.SERIAL, Deadline.NEVER)
                .find(50_000_000)
                .holds());
    }

    /** Each update is read from by the next; now and then a session reads a version, and then the one before. */
    private static List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < UPDATES; i++) {
            lines.add("u" + i % 7 + ": r(k," + (i == 0 ? "nil" : i) + ") w(k," + (i + 1) + ")");
            if (i % BACK != BACK - 1) continue;
            lines.add("b" + i + ": r(k," + i + ")");
            lines.add("b" + i + ": r(k," + (i - 1) + ")");
        }
        return lines;
    }

    private static Problem problem(List<String> lines) {
        String[] timed = new String[lines.size()];
        for (int i = 0; i < timed.length; i++) timed[i] = lines.get(i) + " @" + 2 * i + "-" + (2 * i + 1);
        History history = Histories.of(timed);
        return Problem.of(Relations.of(history, Options.DEFAULT), Order.NONE, 1);
    }

    private static OrderSearch.Outcome find(List<String> lines) {
        return new GuessedSessions(problem(lines), Rules.SERIAL, Deadline.NEVER).find(50_000_000);
    }
}
