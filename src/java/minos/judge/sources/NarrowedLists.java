package minos.judge.sources;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import minos.history.History;
import minos.history.Status;
import minos.model.Level;
import minos.model.Requirement;
import minos.util.IntList;

/**
 * Which append may stand at which place of a list, without those that the order rules out, and which is likely to: of those that
 * may stand there the one that was recorded first, unless another has to stand there or nowhere.
 */
final class NarrowedLists {
    /** With more pairs of answers that exclude each other, the rest is left to be learnt. */
    private static final int MOST_PAIRS = 1_000_000;

    private static final long MOST_LOOKS = 50_000_000;

    private final ListSources sources;
    private final History history;
    private final ListWindows windows;
    /** Whether the order says something about appends. */
    private final boolean ordered;

    private final int[][] likelyFirst;

    NarrowedLists(ListSources sources, Requirement asked) {
        this.sources = sources;
        history = sources.history();
        windows = new ListWindows(history, asked);
        ordered = asked.level().implies(Level.READ_UNCOMMITTED);
        likelyFirst = new int[sources.questions()][];
        for (int q = 0; q < likelyFirst.length; q++) likelyFirst[q] = possible(q);
        for (int from = 0, to; from < likelyFirst.length; from = to) {
            to = from + 1;
            while (to < likelyFirst.length && sources.read(to) == sources.read(from)) to++;
            if (!guess(from, to, false)) guess(from, to, true);
        }
    }

    private int[] possible(int question) {
        if (sources.isBeyond(question)) return sources.candidates(question);
        return Arrays.stream(sources.candidates(question))
                .filter(append -> windows.admits(append, sources.place(question)))
                .toArray();
    }

    /** The candidates that are left, the likely first. */
    int[] likelyFirst(int question) {
        return likelyFirst[question];
    }

    /** Whose reads rule out candidates of a question. */
    void addReasons(int question, BitSet transactions) {
        if (sources.isBeyond(question)) return;
        for (int append : sources.candidates(question)) {
            int read = windows.ruledOutBy(append, sources.place(question));
            if (read != NONE) transactions.set(history.transactionOf(read));
        }
    }

    /** Puts first an append for each place of a read, none twice; false if that leaves a place without one. */
    private boolean guess(int from, int to, boolean bySoonestEnd) {
        BitSet used = new BitSet();
        int[] guessed = new int[to - from];
        for (int q = from; q < to; q++) {
            int best = NONE;
            for (int i = 0; i < likelyFirst[q].length; i++) {
                int candidate = likelyFirst[q][i];
                if (used.get(candidate)) continue;
                if (best == NONE || rank(candidate, q, bySoonestEnd) < rank(likelyFirst[q][best], q, bySoonestEnd))
                    best = i;
            }
            if (best == NONE) return false;
            guessed[q - from] = best;
            if (isAppend(likelyFirst[q][best])) used.set(likelyFirst[q][best]);
        }
        for (int q = from; q < to; q++) moveToFront(likelyFirst[q], guessed[q - from]);
        return true;
    }

    private long rank(int candidate, int question, boolean bySoonestEnd) {
        if (!isAppend(candidate)) return Long.MAX_VALUE;
        int end = windows.end(candidate);
        boolean committed = history.status(history.transactionOf(candidate)) == Status.COMMITTED;
        long urgency = bySoonestEnd ? end : end == sources.place(question) + 1 ? 0 : committed ? 1 : 2;
        return urgency << 32 | candidate;
    }

    private static void moveToFront(int[] array, int index) {
        int moved = array[index];
        System.arraycopy(array, 0, array, 1, index);
        array[0] = moved;
    }

    private boolean isAppend(int candidate) {
        return candidate < history.operations() && history.status(history.transactionOf(candidate)) != Status.ABORTED;
    }

    /**
     * Says which answers exclude each other: an append in two places, or two that are not in the order of their transactions.
     *
     * @param matched the questions for which that is so
     */
    void exclude(IntPredicate matched, Sources.Exclusions exclusions) {
        Map<Integer, IntList> questions = new HashMap<>();
        IntList[] byKey = new IntList[history.keys()];
        for (int q = 0; q < likelyFirst.length; q++) {
            if (!matched.test(q)) continue;
            for (int candidate : likelyFirst[q]) {
                if (!isAppend(candidate)) continue;
                int key = history.key(candidate);
                if (byKey[key] == null) byKey[key] = new IntList();
                if (!questions.containsKey(candidate)) byKey[key].add(candidate);
                questions.computeIfAbsent(candidate, append -> new IntList()).add(q);
            }
        }
        Budget budget = new Budget();
        questions.forEach((append, places) -> {
            for (int i = 0; i < places.size(); i++) {
                for (int j = i + 1; j < places.size() && budget.pairs < MOST_PAIRS; j++) {
                    exclude(places.get(i), append, places.get(j), append, exclusions, budget);
                }
            }
        });
        for (IntList appends : byKey) {
            if (appends == null) continue;
            int[] sorted = appends.toArray();
            Arrays.sort(sorted);
            for (int a = 0; a < sorted.length; a++) {
                for (int b = a + 1; b < sorted.length; b++) {
                    if (!budget.isLeft()) return;
                    if (mustPrecede(sorted[a], sorted[b])) {
                        excludeReversed(
                                sorted[a],
                                questions.get(sorted[a]),
                                sorted[b],
                                questions.get(sorted[b]),
                                exclusions,
                                budget);
                    }
                }
            }
        }
    }

    private static final class Budget {
        int pairs;
        long looks;

        boolean isLeft() {
            return pairs < MOST_PAIRS && ++looks < MOST_LOOKS;
        }
    }

    private boolean mustPrecede(int append, int later) {
        int t = history.transactionOf(append);
        int other = history.transactionOf(later);
        return t == other || ordered && windows.isBefore(t, other);
    }

    private void excludeReversed(
            int append, IntList places, int later, IntList laterPlaces, Sources.Exclusions exclusions, Budget budget) {
        for (int i = places.size() - 1; i >= 0; i--) {
            int at = sources.place(places.get(i));
            for (int j = 0; j < laterPlaces.size() && budget.isLeft(); j++) {
                if (sources.place(laterPlaces.get(j)) >= at) continue;
                exclude(places.get(i), append, laterPlaces.get(j), later, exclusions, budget);
            }
        }
    }

    private void exclude(int q, int append, int p, int other, Sources.Exclusions exclusions, Budget budget) {
        boolean apart = sources.isBeyond(q) && sources.isBeyond(p) && sources.read(q) != sources.read(p);
        if (apart) return; // one list may show what the other shows
        exclusions.pair(q, append, p, other);
        budget.pairs++;
    }
}
