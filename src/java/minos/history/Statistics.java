package minos.history;

import java.util.Arrays;
import java.util.Optional;

/**
 * A history in figures. What is said of the shape of transactions leaves the aborted ones out: a recorder often knows what
 * they tried only in part.
 *
 * @param model            what the keys hold
 * @param size             how large the history is
 * @param reads            operations that read, of all transactions
 * @param writes           operations that write or append, of all transactions
 * @param length           operations of a transaction
 * @param keysTouched      keys of a transaction
 * @param readOnly         transactions that only read
 * @param writeOnly        transactions that only write
 * @param readModifyWrite  transactions that write a key after they have read it
 * @param miniTransactions transactions of one or two reads and at most two writes, each of a key that was read before
 *                         (Definition 8 of the MTC paper)
 * @param concurrency      empty without real time
 */
public record Statistics(
        Model model,
        Size size,
        int reads,
        int writes,
        Spread length,
        Spread keysTouched,
        int readOnly,
        int writeOnly,
        int readModifyWrite,
        int miniTransactions,
        Optional<Concurrency> concurrency) {

    /**
     * How large a history is.
     *
     * @param sessions      how many there are
     * @param transactions  how many there are, whatever became of them
     * @param committed     transactions that took effect
     * @param aborted       transactions that did not
     * @param indeterminate transactions of which that is not known
     * @param operations    of all transactions
     * @param keys          that occur
     */
    public record Size(
            int sessions, int transactions, int committed, int aborted, int indeterminate, int operations, int keys) {
        /**
         * {@return the size of a history} One look at each transaction.
         *
         * @param history any
         */
        public static Size of(History history) {
            int[] ofStatus = new int[Status.values().length];
            for (int t = 0; t < history.transactions(); t++)
                ofStatus[history.status(t).ordinal()]++;
            return new Size(
                    history.sessions(),
                    history.transactions(),
                    ofStatus[Status.COMMITTED.ordinal()],
                    ofStatus[Status.ABORTED.ordinal()],
                    ofStatus[Status.INDETERMINATE.ordinal()],
                    history.operations(),
                    history.keys());
        }
    }

    /**
     * How a number is spread; median and 95th percentile are numbers that occur (the nearest rank). All 0 for none.
     *
     * @param min    the smallest
     * @param mean   the average
     * @param median the middle one
     * @param p95    95 of 100 are at most this
     * @param max    the largest
     */
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
     *
     * @param max  at most
     * @param mean on average
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

    /** {@return how many transactions are not aborted} */
    public int shaped() {
        return size.committed + size.indeterminate;
    }

    /** {@return whether all transactions are mini-transactions} The aborted do not count. */
    public boolean isMini() {
        return miniTransactions == shaped();
    }

    /**
     * {@return the figures of a history} Takes time linear in it; but for the sorting of invocations, which lie nearly in
     * order.
     *
     * @param history any
     */
    public static Statistics of(History history) {
        int longest = 0;
        for (int t = 0; t < history.transactions(); t++) {
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
                Size.of(history),
                history.operations() - writes,
                writes,
                Spread.of(lengths),
                Spread.of(touched),
                readOnly,
                writeOnly,
                readModifyWrite,
                mini,
                history.hasRealTime() ? Optional.of(Concurrency.of(history)) : Optional.empty());
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
