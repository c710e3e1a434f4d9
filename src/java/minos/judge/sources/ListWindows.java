package minos.judge.sources;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import minos.history.History;
import minos.history.Status;
import minos.infer.RealTimeOrder;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;

/**
 * Between which places of its key's list an append stands, by what the order alone tells. Who had read so many elements appended
 * behind them, as a version that was read comes before its reader; and, from read atomicity on, who appended before another
 * began is among the elements that the other read, or nowhere. Own reads count whatever the order. Linear in the history, and
 * n log n where real time counts.
 */
final class ListWindows {
    private final History history;
    private final Order order;
    /** By append: the first place where it may stand, and the read that says so, or {@code NONE}. */
    private final int[] first;

    private final int[] firstBy;
    /** By append: the place before which it must stand, and the read that says so, or {@code NONE}. */
    private final int[] end;

    private final int[] endBy;

    ListWindows(History history, Requirement asked) {
        this.history = history;
        order = asked.order();
        first = new int[history.operations()];
        end = new int[first.length];
        firstBy = new int[first.length];
        endBy = new int[first.length];
        Arrays.fill(end, Integer.MAX_VALUE);
        Arrays.fill(firstBy, NONE);
        Arrays.fill(endBy, NONE);
        if (!asked.level().implies(Level.ADYA_READ_COMMITTED)) return;
        boolean atomic = asked.level().implies(Level.READ_ATOMIC);
        behindWhatWasRead(order != Order.NONE);
        amongWhatIsRead(atomic && order != Order.NONE);
        // Who appends to a list and who reads it share a key.
        if (order == Order.REAL_TIME || order == Order.PER_KEY_REAL_TIME) inRealTime(atomic);
    }

    /** Whether an append may stand at a place. */
    boolean admits(int append, int place) {
        return first[append] <= place && place < end[append];
    }

    /** The read for which an append may not stand at a place; {@code NONE} if it may. */
    int ruledOutBy(int append, int place) {
        return place < first[append] ? firstBy[append] : place >= end[append] ? endBy[append] : NONE;
    }

    /** The place before which an append must stand. */
    int end(int append) {
        return end[append];
    }

    /** Whether the order puts one transaction before another. */
    boolean isBefore(int t, int other) {
        if (order == Order.NONE) return false;
        if (history.session(t) == history.session(other)) return t < other;
        return RealTimeOrder.isBefore(history, order, t, other);
    }

    private boolean isKnown(int op) {
        return !history.isWrite(op) && history.version(op) != History.UNKNOWN;
    }

    private boolean isCommitted(int t) {
        return history.status(t) == Status.COMMITTED;
    }

    private static long pair(int group, int key) {
        return (long) group << 32 | key;
    }

    private void behindWhatWasRead(boolean bySession) {
        Map<Long, Integer> longest = new HashMap<>(); // the read, by session, or by transaction, and key
        for (int t = 0; t < history.transactions(); t++) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                long at = pair(bySession ? history.session(t) : t, history.key(op));
                Integer read = longest.get(at);
                if (history.isWrite(op)) {
                    if (read != null) behind(op, read);
                } else if (isKnown(op) && isCommitted(t)) {
                    if (read == null || history.length(op) > history.length(read)) longest.put(at, op);
                }
            }
        }
    }

    private void amongWhatIsRead(boolean bySession) {
        Map<Long, Integer> shortest = new HashMap<>();
        for (int t = history.transactions() - 1; t >= 0; t--) {
            for (int op = history.end(t) - 1; op >= history.begin(t); op--) {
                long at = pair(bySession ? history.session(t) : t, history.key(op));
                Integer read = shortest.get(at);
                if (history.isWrite(op)) {
                    if (read != null) among(op, read);
                } else if (isKnown(op) && isCommitted(t)) {
                    if (read == null || history.length(op) < history.length(read)) shortest.put(at, op);
                }
            }
        }
    }

    /** Who completed, and who was invoked, at which place of the history: {@code ~t} and {@code t}. */
    private int[] events() {
        long[] events = new long[2 * history.transactions()];
        int size = 0;
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) == Status.ABORTED) continue;
            events[size++] = (long) history.invocation(t) << 32 | t;
            if (isCommitted(t)) events[size++] = (long) history.completion(t) << 32 | 0x8000_0000L | t;
        }
        Arrays.sort(events, 0, size);
        int[] sorted = new int[size];
        for (int i = 0; i < size; i++) {
            int t = (int) events[i] & Integer.MAX_VALUE;
            sorted[i] = (int) events[i] < 0 ? ~t : t;
        }
        return sorted;
    }

    private void inRealTime(boolean atomic) {
        int[] events = events();
        int[] read = new int[history.keys()];
        Arrays.fill(read, NONE);
        for (int event : events) {
            int t = event < 0 ? ~event : event;
            for (int op = history.begin(t); op < history.end(t); op++) {
                int known = read[history.key(op)];
                if (event >= 0 && history.isWrite(op)) {
                    if (known != NONE) behind(op, known);
                } else if (event < 0 && isKnown(op)) {
                    if (known == NONE || history.length(op) > history.length(known)) read[history.key(op)] = op;
                }
            }
        }
        if (!atomic) return;
        Arrays.fill(read, NONE);
        for (int i = events.length - 1; i >= 0; i--) {
            int t = events[i] < 0 ? ~events[i] : events[i];
            for (int op = history.begin(t); op < history.end(t); op++) {
                int known = read[history.key(op)];
                if (events[i] < 0 && history.isWrite(op)) {
                    if (known != NONE) among(op, known);
                } else if (events[i] >= 0 && isKnown(op) && isCommitted(t)) {
                    if (known == NONE || history.length(op) < history.length(known)) read[history.key(op)] = op;
                }
            }
        }
    }

    private void behind(int append, int read) {
        if (history.length(read) <= first[append]) return;
        first[append] = history.length(read);
        firstBy[append] = read;
    }

    private void among(int append, int read) {
        if (history.length(read) >= end[append]) return;
        end[append] = history.length(read);
        endBy[append] = read;
    }
}
