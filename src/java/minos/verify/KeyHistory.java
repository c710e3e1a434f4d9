package minos.verify;

import java.util.Arrays;
import minos.history.History;

/** The writers of each key in commit order: its version order. */
final class KeyHistory {
    private final int[] begin;
    private final int[] writer;
    /** By place in {@link #writer}: how many writes of the key it made, with all before it. */
    private final int[] writes;

    private final int[] place;

    KeyHistory(Verifier verifier) {
        History history = verifier.history;
        place = verifier.place;
        begin = new int[history.keys() + 1];
        int[] last = new int[history.keys()];
        for (int t : verifier.certificate.commits()) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!history.isWrite(op) || last[history.key(op)] == t + 1) continue;
                last[history.key(op)] = t + 1;
                begin[history.key(op) + 1]++;
            }
        }
        for (int k = 0; k < history.keys(); k++) begin[k + 1] += begin[k];
        writer = new int[begin[history.keys()]];
        writes = new int[writer.length];
        int[] next = begin.clone();
        Arrays.fill(last, 0);
        for (int t : verifier.certificate.commits()) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                int key = history.key(op);
                if (!history.isWrite(op)) continue;
                if (last[key] != t + 1) {
                    last[key] = t + 1;
                    writer[next[key]++] = t;
                }
                writes[next[key] - 1]++;
            }
        }
        for (int k = 0; k < history.keys(); k++) {
            for (int i = begin[k] + 1; i < begin[k + 1]; i++) writes[i] += writes[i - 1];
        }
    }

    /** How many writes of the key there are up to those of {@code t}. */
    int writesUpTo(int key, int t) {
        return t == History.INITIAL ? 0 : writes[firstFrom(key, place[t])];
    }

    /** The last writer of the key among the first {@code commits} commits; {@link History#INITIAL} if there is none. */
    int lastBefore(int key, int commits) {
        int index = firstFrom(key, commits) - 1;
        return index < begin[key] ? History.INITIAL : writer[index];
    }

    /** The next writer of the key after {@code t} (or after the initial state); -1 if there is none. */
    int after(int key, int t) {
        int index = firstFrom(key, t == History.INITIAL ? 0 : place[t] + 1);
        return index == begin[key + 1] ? -1 : writer[index];
    }

    private int firstFrom(int key, int commits) {
        int low = begin[key];
        int high = begin[key + 1];
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (place[writer[middle]] < commits) low = middle + 1;
            else high = middle;
        }
        return low;
    }
}
