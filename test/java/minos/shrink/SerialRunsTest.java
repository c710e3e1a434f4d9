package minos.shrink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.IntFunction;
import minos.Histories;
import minos.history.Excerpt;
import minos.history.History;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict.Answer;
import minos.reference.Reference;
import minos.reference.Trials;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Long cycles are known to be minimal without judging them once for each operation, and nothing is called needed that is not. */
class SerialRunsTest {
    private static final int LENGTH = 100;

    /** Rings of transactions, from which nothing can go. */
    private enum Ring {
        READS(Level.READ_COMMITTED, i -> "s%d: r(x%d,1) w(x%d,1)".formatted(i, i, next(i))),
        RULES(Level.READ_COMMITTED, i -> "w%d: w(seen%d,1) w(x%d,1) w(x%d,2)\nr%d: r(seen%d,1) r(x%d,2)"
                .formatted(i, i, i, before(i), i, i, i)),
        ANTI_DEPENDENCIES(Level.SERIALIZABLE, i -> "%d: r(x%d,nil) w(x%d,1)".formatted(i, i, next(i))),
        UPDATES(Level.SERIALIZABLE, i -> "w%d: w(x%d,0)\n%d: r(x%d,0) r(x%d,0) w(x%d,1)"
                .formatted(i, i, i, i, next(i), next(i))),
        UPDATES_OF_ONE(
                Level.SERIALIZABLE,
                i -> (i > 0 ? "" : everyWrite() + "\n") + "%d: r(x%d,0) w(x%d,1)".formatted(i, i, next(i))),
        FORKS(Level.SNAPSHOT_ISOLATION, i -> "w%d: w(x%d,1)\n%d: r(x%d,1) r(x%d,nil)".formatted(i, i, i, i, next(i))),
        LISTS(Level.PARALLEL_SNAPSHOT_ISOLATION, i -> "%d: append(k%d,2)%s%s"
                .formatted(
                        i,
                        before(i),
                        i == LENGTH - 1 ? " r(y,[])" : " append(k" + i + ",1)",
                        i == 0 ? " append(y,1)" : "\nr" + i + ": r(k" + before(i) + ",[1 2])")),
        SESSIONS(Level.CAUSAL, i -> "%d: r(x%d,1)\n%d: w(x%d,1)".formatted(i, i, i, next(i)));

        final Level level;
        final History history;

        Ring(Level level, IntFunction<String> lines) {
            this.level = level;
            StringJoiner all = new StringJoiner("\n");
            for (int i = 0; i < LENGTH; i++) all.add(lines.apply(i));
            history = Histories.of(all.toString());
        }

        private static int next(int i) {
            return (i + 1) % LENGTH;
        }

        private static int before(int i) {
            return (i + LENGTH - 1) % LENGTH;
        }

        private static String everyWrite() {
            StringJoiner all = new StringJoiner(" ", "first: ", "");
            for (int i = 0; i < LENGTH; i++) all.add("w(x" + i + ",0)");
            return all.toString();
        }
    }

    @ParameterizedTest
    @EnumSource
    void ofARingAllIsNeeded(Ring ring) {
        History small =
                Shrinker.shrink(ring.history, ring.level, Options.DEFAULT).history();
        BitSet needed = needed(small, new Requirement(ring.level, Order.SESSION));
        BitSet all = new BitSet();
        all.set(0, small.operations());
        assertEquals(all, needed);
        assertTrue(small.operations() >= 2 * LENGTH);
    }

    /** By the brute-force reference, no violation is left without it. */
    @Test
    void whatIsCalledNeededIs() {
        Trials.run(400, draft -> {
            History history = draft.build();
            for (Order order : draft.orders()) {
                for (Level level : Judge.askable(history, order)) {
                    if (level.needsRealTime() && order != Order.REAL_TIME || level == Level.LINEARIZABLE) continue;
                    BitSet needed = needed(history, new Requirement(level, order));
                    for (int op = needed.nextSetBit(0); op >= 0; op = needed.nextSetBit(op + 1)) {
                        if (Reference.holds(without(history, op), level, order) == Answer.FALSE) {
                            return level + " in form " + order + ": operation " + op + " can go";
                        }
                    }
                }
            }
            return null;
        });
    }

    private static History without(History history, int op) {
        int[] all = new int[history.transactions()];
        for (int t = 0; t < all.length; t++) all[t] = t;
        BitSet without = new BitSet();
        without.set(op);
        return new Excerpt(history).of(all, without);
    }

    private static BitSet needed(History history, Requirement asked) {
        List<List<Edge>> cycles =
                Judge.check(history, List.of(asked.level()), Options.DEFAULT.with(asked.order())).stream()
                        .flatMap(verdict -> verdict.anomalies().stream())
                        .flatMap(anomaly -> anomaly.witnesses().stream())
                        .flatMap(witness -> witness.cycles().stream())
                        .toList();
        if (cycles.isEmpty()) return new BitSet();
        return SerialRuns.needed(history, new Excerpt(history), cycles.get(0), asked, Options.DEFAULT.deadline());
    }
}
