package minos.judge.strong;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import minos.history.History;
import minos.infer.RealTimeOrder;
import minos.util.IntList;

/**
 * The transactions that surely completed and of which it is claimed when they committed, in the order of their completions: all of
 * them in one group, or in those {@linkplain RealTimeOrder#groups within which} time counts.
 */
final class ClaimedCompletions {
    private final Problem problem;
    private final int[][] completed;
    private final int[][] members;
    private final int size;

    /** @param commit by transaction, when it is claimed to have committed */
    ClaimedCompletions(Problem problem, int[] commit) {
        this.problem = problem;
        History history = problem.history;
        IntList[] all = new IntList[RealTimeOrder.groups(history, problem.order)];
        Arrays.setAll(all, any -> new IntList());
        for (int t = 0; t < problem.size(); t++) {
            int number = t;
            if (commit[t] != NONE)
                RealTimeOrder.groups(history, problem.order, problem.id[t], group -> all[group].add(number));
        }
        members = new int[all.length][];
        completed = new int[all.length][];
        int total = 0;
        for (int group = 0; group < all.length; group++) {
            members[group] = all[group].toArray();
            completed[group] =
                    Arrays.stream(members[group]).filter(problem::completes).toArray();
            total += completed[group].length;
        }
        size = total;
    }

    int groups() {
        return members.length;
    }

    /** All that are claimed to have committed, whether they surely completed or not. */
    int[] members(int group) {
        return members[group];
    }

    int[] of(int group) {
        return completed[group];
    }

    /** How many there are in all groups together. */
    int size() {
        return size;
    }

    /** Of transactions in the order of their completions, the first from a place on that had not completed when one was invoked. */
    int firstAfter(int[] inOrder, int from, int to, int t) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (problem.completion(inOrder[middle]) < problem.invocation(t)) low = middle + 1;
            else high = middle;
        }
        return low;
    }
}
