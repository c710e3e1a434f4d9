package minos.judge.linear;

import java.util.HashMap;
import java.util.Map;
import minos.history.History;
import minos.history.Status;
import minos.infer.Findings;
import minos.model.AnomalyType;
import minos.model.Violation;
import minos.util.IntList;

/** Who may have written what a single operation read; where nobody may, the read is wrong by itself. */
final class ReadSources {
    private final History history;
    /** By version: who may have written it. */
    private final Map<Integer, Writers> writers = new HashMap<>();
    /** By version: a write of it that aborted. */
    private final Map<Integer, Integer> aborted = new HashMap<>();
    /** The longest time, in places of the history, that an operation took. */
    final int longest;

    /**
     * Who may have written a value.
     *
     * @param completed in the order of completion
     * @param crashed   nobody knows whether and when
     */
    record Writers(IntList completed, IntList crashed) {
        private int size() {
            return completed.size() + crashed.size();
        }

        private int first() {
            return completed.isEmpty() ? crashed.get(0) : completed.get(0);
        }
    }

    ReadSources(History history) {
        this.history = history;
        int most = 0;
        for (int t = 0; t < history.transactions(); t++) { // in the order of completion
            if (history.begin(t) == history.end(t)) continue;
            int write = write(t);
            if (history.status(t) == Status.ABORTED) {
                if (write >= 0) aborted.putIfAbsent(history.version(write), write);
                continue;
            }
            boolean committed = history.status(t) == Status.COMMITTED;
            if (committed) most = Math.max(most, history.completion(t) - history.invocation(t));
            if (write < 0) continue;
            Writers of =
                    writers.computeIfAbsent(history.version(write), v -> new Writers(new IntList(4), new IntList(4)));
            (committed ? of.completed : of.crashed).add(t);
        }
        longest = most;
    }

    /** The read of a single operation; -1 if it has none, or nothing is known of it. */
    int read(int t) {
        int op = history.begin(t);
        return history.isWrite(op) || history.version(op) == History.UNKNOWN ? -1 : op;
    }

    /** The write of a single operation; -1 if it has none. */
    int write(int t) {
        int op = history.end(t) - 1;
        return history.isWrite(op) ? op : -1;
    }

    Writers writers(int version) {
        return writers.get(version);
    }

    /** Whether somebody may have written what {@code t} read. */
    boolean hasSource(int read, int t) {
        int version = history.version(read);
        if (version == History.INITIAL) return true;
        Writers found = writers.get(version);
        return found != null && (found.size() > 1 || found.first() != t);
    }

    /** Whether what {@code t} read, if anything, counts: a committed read without a source is a violation of its own. */
    boolean counts(int t) {
        return history.status(t) != Status.COMMITTED || read(t) < 0 || hasSource(read(t), t);
    }

    /** Adds what is wrong with the read of {@code t} by itself. */
    void check(int t, Findings findings) {
        if (counts(t)) return;
        int read = read(t);
        int version = history.version(read);
        int write = write(t);
        Integer abortedWrite = aborted.get(version);
        if (write >= 0 && history.version(write) == version) {
            findings.add(AnomalyType.FUTURE_READ, () -> new Violation.FutureRead(read, write));
        } else if (abortedWrite != null) {
            findings.add(AnomalyType.ABORTED_READ, () -> new Violation.AbortedRead(read, abortedWrite));
        } else {
            findings.add(AnomalyType.THIN_AIR_READ, () -> new Violation.ThinAirRead(read, version));
        }
    }
}
