package minos.judge.strong;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import minos.infer.Relations;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict.Answer;
import minos.reference.Draft;
import minos.reference.Reference;
import minos.reference.Trials;
import minos.util.Deadline;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The searches that come after mending a guess, which nearly always suffices for small histories: without it, and from a guess that is
 * right already too, on random histories against the reference.
 */
class UnmendedSearchTest {
    private static final List<Level> LEVELS = List.of(
            Level.PREFIX,
            Level.UPDATE_ATOMIC,
            Level.PARALLEL_SNAPSHOT_ISOLATION,
            Level.SNAPSHOT_ISOLATION,
            Level.UPDATE_SERIALIZABLE,
            Level.SERIALIZABLE);
    private static final long EFFORT = 50_000_000;

    private int searched;
    private int guessed;

    @Test
    void decideAsTheReferenceDoes() {
        Trials.runSound(4_000, this::complaint);
        assertTrue(searched > 1_000, "searches: " + searched);
        assertTrue(guessed > 500, "orders found by sessions: " + guessed);
    }

    @Test
    @Tag("slow")
    void decideAsTheReferenceDoesOnMany() {
        Trials.runSound(200_000, this::complaint);
    }

    private String complaint(Draft draft, Relations relations) {
        for (Order order : draft.orders()) {
            Map<Level, Answer> expected = Reference.judge(relations.history(), order);
            Problem problem = Problem.of(relations, order, 1);
            for (Level level : LEVELS) {
                boolean holds = expected.get(level) == Answer.TRUE;
                String question = level + " in form " + order + " is " + holds + ", but not by ";
                OrderSearch search = new OrderSearch(problem, Rules.of(level), Deadline.NEVER);
                OrderSearch.Outcome found = search.guess();
                if (found == null || found.holds()) {
                    searched++;
                    found = search.search(Long.MAX_VALUE);
                }
                if (found.holds() != holds) return question + "search";
                if (order != Order.NONE) continue;
                found = new GuessedSessions(problem, Rules.of(level), Deadline.NEVER).find(EFFORT);
                if (found == null) continue;
                guessed++;
                if (found.holds() != holds) return question + "sessions";
            }
        }
        return null;
    }
}
