package minos.verify;

import java.util.Arrays;
import minos.history.History;
import minos.history.Status;
import minos.util.IntList;

/** The committed transactions in the order of their completions, which is the order of their numbers. */
final class Completions {
    private final History history;
    private final int[] completed;

    Completions(History history) {
        this.history = history;
        IntList found = new IntList();
        for (int t = 0; t < history.transactions(); t++) if (history.status(t) == Status.COMMITTED) found.add(t);
        completed = found.toArray();
    }

    int size() {
        return completed.length;
    }

    int transaction(int index) {
        return completed[index];
    }

    /** How many completed before {@code t} was invoked. */
    int before(int t) {
        int low = 0;
        int high = completed.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (history.completion(completed[middle]) < history.invocation(t)) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    /** The place of {@code t}, or a negative number if it did not commit. */
    int indexOf(int t) {
        return Arrays.binarySearch(completed, t);
    }
}
