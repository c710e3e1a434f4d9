package minos.judge.strong;

import java.util.Arrays;
import java.util.Iterator;

/**
 * Orders in which the transactions may have committed. Where the history tells when transactions completed, the order
 * of their completions; elsewhere the order of the file and, as some files have one session after the other, sessions
 * side by side, as if all had run for the same time.
 */
final class Guesses implements Iterator<int[]> {
    private final Problem problem;
    private int made;

    private Guesses(Problem problem) {
        this.problem = problem;
    }

    static Iterable<int[]> of(Problem problem) {
        return () -> new Guesses(problem);
    }

    @Override
    public boolean hasNext() {
        return made == 0 || made == 1 && !problem.history.hasRealTime();
    }

    @Override
    public int[] next() {
        return made++ == 0 ? recorded() : sideBySide();
    }

    private int[] recorded() {
        int[] order = new int[problem.size()];
        for (int t = 0; t < order.length; t++) order[t] = t;
        return order;
    }

    private int[] sideBySide() {
        int[] length = new int[problem.history.sessions()];
        for (int t = 0; t < problem.size(); t++) length[problem.history.session(problem.id[t])]++;
        int[] position = new int[length.length];
        long[] sorted = new long[problem.size()];
        for (int t = 0; t < sorted.length; t++) {
            int session = problem.history.session(problem.id[t]);
            long share = (long) ((position[session]++ + 0.5) / length[session] * Integer.MAX_VALUE);
            sorted[t] = share << 32 | t;
        }
        Arrays.sort(sorted);
        int[] order = new int[sorted.length];
        for (int i = 0; i < order.length; i++) order[i] = (int) sorted[i];
        return order;
    }
}
