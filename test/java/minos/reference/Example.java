package minos.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import minos.Histories;
import minos.history.History;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;

/**
 * A small history whose verdict at every level is known.
 *
 * @param shows     what happens in it
 * @param strongest the strongest of the levels that it satisfies in session order
 */
record Example(String shows, Set<Level> strongest, History history) {
    Example(String shows, Set<Level> strongest, String... lines) {
        this(shows, strongest, Histories.of(lines));
    }

    boolean satisfies(Level level) {
        return strongest.stream().anyMatch(strong -> strong.implies(level));
    }

    /** Asks for every level that the history can be asked for, or at least for those that are not judged by name alone. */
    void checkReference(boolean each) {
        Set<Level> levels = EnumSet.range(Level.READ_UNCOMMITTED, Level.STRICT_SERIALIZABLE);
        if (!history.hasRealTime()) levels.remove(Level.STRICT_SERIALIZABLE);
        if (!each) levels.removeIf(Level::isByNameAlone);
        for (Level level : levels) check(level, Reference.holds(history, level, Order.SESSION));
    }

    /** The same of the engine. */
    void checkEngine(boolean each) {
        List<Level> levels = Reference.askable(history, Order.SESSION);
        if (!each) levels.removeIf(Level::isByNameAlone);
        for (Verdict verdict : Judge.check(history, levels, Options.DEFAULT)) check(verdict.level(), verdict.answer());
    }

    private void check(Level level, Answer answer) {
        assertEquals(satisfies(level) ? Answer.TRUE : Answer.FALSE, answer, level + " of " + shows);
    }

    @Override
    public String toString() {
        return shows;
    }
}
