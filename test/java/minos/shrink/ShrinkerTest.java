package minos.shrink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import minos.Histories;
import minos.history.Excerpt;
import minos.history.History;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict.Answer;
import minos.reference.Draft;
import minos.reference.Reference;
import minos.reference.Trials;
import minos.shrink.Shrinker.Shrunk;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
    @Test
    void onlyWhatMattersIsLeft() {
        History history = Histories.of(
                """
                0: w(x,1) w(a,1)
                1: r(x,1) w(x,2) w(y,1) w(b,1)
                3: r(a,1) r(b,1) w(c,1)
                2: r(c,1) r(x,1) r(y,1)
                """);
        Shrunk shrunk = Shrinker.shrink(history, Level.READ_ATOMIC, Options.DEFAULT);
        assertTrue(shrunk.minimal());
        assertEquals(
                List.of("0: w(x,1)", "1: r(x,1) w(x,2) w(y,1)", "2: r(x,1) r(y,1)"), Histories.show(shrunk.history()));
        assertEquals(Answer.FALSE, shrunk.verdict().answer());
    }

    @Test
    void elementsWhoseAppendsAreGoneAreLeftOutOfLists() {
        History history = Histories.of(
                """
                0: append(x,1)
                1: append(x,2)
                2: append(x,3)
                3: append(x,4) append(y,1)
                4: r(x,[1 2 3]) r(y,[1])
                5: r(x,[1 2 3 4])
                """);
        Shrunk shrunk = Shrinker.shrink(history, Level.READ_ATOMIC, Options.DEFAULT);
        assertEquals(
                List.of("2: append(x,3)", "3: append(x,4) append(y,1)", "4: r(x,[3]) r(y,[1])", "5: r(x,[3 4])"),
                Histories.show(shrunk.history()));
    }

    @Test
    void initialReadsRealTimeAndSessionsStay() {
        History history = Histories.of("alice: w(x,1) w(z,1) @0-1", "bob: r(z,1) r(x,nil) @2-5", "carol: r(z,1) @3-6");
        Shrunk shrunk = Shrinker.shrink(history, Level.READ_COMMITTED, Options.DEFAULT);
        assertEquals(
                List.of("alice: w(x,1) w(z,1) @0-1", "bob: r(z,1) r(x,nil) @2-5"), Histories.show(shrunk.history()));
    }

    @Test
    void whatHoldsIsNotShrunk() {
        History history = Histories.of("0: w(x,1)", "1: r(x,1)");
        Shrunk shrunk = Shrinker.shrink(history, Level.CAUSAL, Options.DEFAULT);
        assertEquals(Answer.TRUE, shrunk.verdict().answer());
        assertEquals(history, shrunk.history());
    }

    /**
     * The brute-force reference agrees that each shrunk history violates the level, and that nothing more can go from
     * it.
     */
    @Test
    void theReferenceAgrees() {
        Trials.run(400, ShrinkerTest::complaint);
    }

    private static String complaint(Draft draft) {
        History history = draft.build();
        for (Order order : draft.orders()) {
            Options options = Options.DEFAULT.with(order);
            for (Level level : Judge.askable(history, order)) {
                if (level.needsRealTime() && order != Order.REAL_TIME || level == Level.LINEARIZABLE) continue;
                Shrunk shrunk = Shrinker.shrink(history, level, options);
                if (shrunk.verdict().answer() != Answer.FALSE) continue;
                String complaint = complaint(shrunk, level, order);
                if (complaint != null) {
                    return level + " in form " + order + ": " + complaint + "\n"
                            + String.join("\n", Histories.show(shrunk.history()));
                }
            }
        }
        return null;
    }

    private static String complaint(Shrunk shrunk, Level level, Order order) {
        History small = shrunk.history();
        if (!shrunk.minimal()) return "is said not to be minimal";
        if (Reference.holds(small, level, order) != Answer.FALSE) return "the shrunk history is no violation";
        Excerpt excerpt = new Excerpt(small);
        int[] all = new int[small.transactions()];
        for (int t = 0; t < all.length; t++) all[t] = t;
        for (int left = 0; left < all.length; left++) {
            int[] fewer = new int[all.length - 1];
            for (int i = 0; i < fewer.length; i++) fewer[i] = i < left ? i : i + 1;
            History part = excerpt.of(fewer, new BitSet());
            if (Reference.holds(part, level, order) == Answer.FALSE) return "T" + left + " can go";
        }
        for (int op = 0; op < small.operations(); op++) {
            BitSet without = new BitSet();
            without.set(op);
            History part = excerpt.of(all, without);
            if (Reference.holds(part, level, order) == Answer.FALSE) return "operation " + op + " can go";
        }
        return null;
    }

    /** What is possible stays possible when something is left out: the ground that shrinking stands on. */
    @Test
    void aPartOfAPossibleHistoryIsPossible() {
        Trials.run(600, draft -> {
            History history = draft.build();
            if (history.transactions() == 0) return null;
            Random random = new Random(history.operations() * 31L + history.transactions());
            List<Integer> kept = new ArrayList<>();
            for (int t = 0; t < history.transactions(); t++) if (random.nextInt(4) > 0) kept.add(t);
            BitSet without = new BitSet();
            for (int op = 0; op < history.operations(); op++) if (random.nextInt(5) == 0) without.set(op);
            Collections.sort(kept);
            History part = new Excerpt(history)
                    .of(kept.stream().mapToInt(Integer::intValue).toArray(), without);
            for (Order order : draft.orders()) {
                for (Level level : Level.values()) {
                    if (level.needsRealTime()) continue;
                    if (Reference.holds(history, level, order) == Answer.TRUE
                            && Reference.holds(part, level, order) == Answer.FALSE) {
                        return level + " in form " + order + " holds, but not of the part\n"
                                + String.join("\n", Histories.show(part));
                    }
                }
            }
            return null;
        });
    }
}
