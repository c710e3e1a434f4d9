package minos.history;

import java.util.Arrays;

/**
 * A history in figures. What is said of the shape of transactions leaves the aborted ones out: a recorder often knows what
 * they tried only in part.
 *
 * @param length           operations of a transaction
 * @param keysTouched      keys of a transaction
 * @param readOnly         transactions that only read
 * @param writeOnly        transactions that only write
 * @param readModifyWrite  transactions that write a key after they have read it
 * @param miniTransactions transactions of one or two reads and at most two writes, each of a key that was read before
 *                         (Definition 8 of the MTC paper)
 * @param concurrency      null without real time
 */
public record Statistics(
        Model model,
        int sessions,
        int transactions,
        int committed,
        int aborted,
        int indeterminate,
        int operations,
        int reads,
        int writes,
        int keys,
        Spread length,
        Spread keysTouched,
        int readOnly,
        int writeOnly,
        int readModifyWrite,
        int miniTransactions,
        Concurrency concurrency) {

    /** How a number is spread; median and 95th percentile are numbers that occur (the nearest rank). All 0 for none. */
    public record Spread(int min, double mean, int median, int p95, int max) {
        /** @param count by number, how often it occurs */
        private static Spread of(int[] count) {
            long total = 0;
            long sum = 0;
            for (int n = 0; n < count.length; n++) {
                total += count[n];
                sum += (long) n * count[n];
            }
            if (total == 0) return new Spread(0, 0, 0, 0, 0);
            return new Spread(
                    rank(count, 1),
                    (double) sum / total,
                    rank(count, (total + 1) / 2),
                    rank(count, (total * 95 + 99) / 100),
                    rank(count, total));
        }

        private static int rank(int[] count, long rank) {
            long below = 0;
            int n = -1;
            while (below < rank) below += count[++n];
            return n;
        }
    }

    /**
     * How many transactions are open at once, of those that complete: at most, and on average when one is invoked (itself
     * included).
     */
    public record Concurrency(int max, double mean) {
        private static Concurrency of(History history) {
            int[] invocations = new int[history.transactions()];
            int[] completions = new int[history.transactions()];
            int size = 0;
            for (int t = 0; t < history.transactions(); t++) {
                if (history.completion(t) == Integer.MAX_VALUE) continue;
                invocations[size] = history.invocation(t);
                completions[size++] = history.completion(t);
            }
            Arrays.sort(invocations, 0, size);
            Arrays.sort(completions, 0, size);
            int max = 0;
            long sum = 0;
            int closed = 0;
            for (int i = 0; i < size; i++) {
                while (completions[closed] < invocations[i]) closed++;
                max = Math.max(max, i + 1 - closed);
                sum += i + 1 - closed;
            }
            return new Concurrency(max, size == 0 ? 0 : (double) sum / size);
        }
    }

    /** Transactions that are not aborted. */
    public int shaped() {
        return committed + indeterminate;
    }

    /** Whether all transactions are mini-transactions; the aborted do not count. */
    public boolean isMini() {
        return miniTransactions == shaped();
    }

    /** Linear in the history; but for the sorting of invocations, which lie nearly in order. */
    public static Statistics of(History history) {
        int[] ofStatus = new int[Status.values().length];
        int longest = 0;
        for (int t = 0; t < history.transactions(); t++) {
            ofStatus[history.status(t).ordinal()]++;
            longest = Math.max(longest, history.end(t) - history.begin(t));
        }
        int[] lengths = new int[longest + 1];
        int[] touched = new int[longest + 1];
        int readOnly = 0;
        int writeOnly = 0;
        int readModifyWrite = 0;
        int mini = 0;
        Shape shape = new Shape(history);
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) == Status.ABORTED) continue;
            shape.look(t);
            lengths[shape.reads + shape.writes]++;
            touched[shape.keys]++;
            if (shape.writes == 0 && shape.reads > 0) readOnly++;
            if (shape.reads == 0 && shape.writes > 0) writeOnly++;
            if (shape.writesAfterRead > 0) readModifyWrite++;
            if (shape.isMini()) mini++;
        }
        int writes = 0;
        for (int op = 0; op < history.operations(); op++) if (history.isWrite(op)) writes++;
        return new Statistics(
                history.model(),
                history.sessions(),
                history.transactions(),
                ofStatus[Status.COMMITTED.ordinal()],
                ofStatus[Status.ABORTED.ordinal()],
                ofStatus[Status.INDETERMINATE.ordinal()],
                history.operations(),
                history.operations() - writes,
                writes,
                history.keys(),
                Spread.of(lengths),
                Spread.of(touched),
                readOnly,
                writeOnly,
                readModifyWrite,
                mini,
                history.hasRealTime() ? Concurrency.of(history) : null);
    }

    /** What one transaction looks like. */
    private static final class Shape {
        private final History history;
        /** By key: the transaction that was last seen to touch it, or to read it. */
        private final int[] touchedBy;

        private final int[] readBy;
        private int reads;
        private int writes;
        private int writesAfterRead;
        private int keys;

        Shape(History history) {
            this.history = history;
            touchedBy = new int[history.keys()];
            readBy = new int[history.keys()];
            Arrays.fill(touchedBy, -1);
            Arrays.fill(readBy, -1);
        }

        void look(int transaction) {
            reads = writes = writesAfterRead = keys = 0;
            for (int op = history.begin(transaction); op < history.end(transaction); op++) {
                int key = history.key(op);
                if (touchedBy[key] != transaction) keys++;
                touchedBy[key] = transaction;
                if (history.isWrite(op)) {
                    writes++;
                    if (readBy[key] == transaction) writesAfterRead++;
                } else {
                    reads++;
                    readBy[key] = transaction;
                }
            }
        }

        boolean isMini() {
            return reads >= 1 && reads <= 2 && writes <= 2 && writes == writesAfterRead;
        }
    }
}
