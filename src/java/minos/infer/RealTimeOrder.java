package minos.infer;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import minos.graph.Csr;
import minos.graph.IntervalOrder;
import minos.history.History;
import minos.model.Order;
import minos.util.IntList;

/**
 * Real time as edges of a graph of transactions: one had completed before another was invoked. Of all transactions that is one chain
 * of helpers; per key, one for each key, of those that read or wrote it. As many helpers as there are completions, or completions
 * on keys.
 */
public final class RealTimeOrder {
    private final History history;
    private final boolean perKey;
    private final IntUnaryOperator id;
    private final IntervalOrder intervals;

    /** None. */
    public RealTimeOrder() {
        history = null;
        id = null;
        perKey = false;
        intervals = new IntervalOrder();
    }

    /**
     * Of some transactions of a history, which are numbered from 0 in the order of their ids.
     *
     * @param order     which time counts; one that is {@linkplain Order#isTimed of time}
     * @param size      how many transactions
     * @param id        by number, the id in the history
     * @param completes whether a transaction takes part and surely completed, by its number
     */
    public RealTimeOrder(History history, Order order, int size, IntUnaryOperator id, IntPredicate completes) {
        this.history = history;
        this.id = id;
        perKey = order == Order.PER_KEY_REAL_TIME;
        intervals = perKey ? byKey(size, completes) : all(size, completes);
    }

    private IntervalOrder all(int size, IntPredicate completes) {
        IntList completed = new IntList();
        for (int t = 0; t < size; t++) if (completes.test(t)) completed.add(t);
        return new IntervalOrder(completed.toArray(), t -> history.completion(id.applyAsInt(t)));
    }

    private IntervalOrder byKey(int size, IntPredicate completes) {
        Csr.Entries entries = new Csr.Entries(history.operations());
        for (int t = 0; t < size; t++) {
            int number = t;
            if (completes.test(t)) keys(t, key -> entries.add(key, number));
        }
        Csr byKey = entries.byRow(history.keys());
        int[] begin = new int[history.keys() + 1];
        int[] ended = new int[byKey.size()];
        for (int key = 0; key < history.keys(); key++) {
            begin[key + 1] = byKey.end(key);
            for (int i = byKey.begin(key); i < byKey.end(key); i++) ended[i] = byKey.get(i);
        }
        return new IntervalOrder(begin, ended, t -> history.completion(id.applyAsInt(t)));
    }

    /** The keys of a transaction, each once. */
    private void keys(int t, IntConsumer told) {
        int from = history.begin(id.applyAsInt(t));
        int[] keys = new int[history.end(id.applyAsInt(t)) - from];
        for (int i = 0; i < keys.length; i++) keys[i] = history.key(from + i);
        Arrays.sort(keys);
        for (int i = 0; i < keys.length; i++) if (i == 0 || keys[i] != keys[i - 1]) told.accept(keys[i]);
    }

    /** How many helpers there are. */
    public int helpers() {
        return intervals.helpers();
    }

    /** The predecessors of each helper, if transactions are their own vertices and the helpers' are those from {@code first} on. */
    public Csr.Rows rows(int first) {
        return intervals.rows(first);
    }

    /** The edges along the helpers, and from the completed transactions into them. */
    public void edges(int firstHelper, IntUnaryOperator vertex, IntervalOrder.Edges sink) {
        intervals.edges(firstHelper, vertex, sink);
    }

    /** Tells the helpers, from 0, that lead into a transaction. */
    public void before(int t, IntConsumer told) {
        if (intervals.helpers() == 0) return;
        int invoked = history.invocation(id.applyAsInt(t));
        if (!perKey) tell(intervals.lastBefore(0, invoked), told);
        else keys(t, key -> tell(intervals.lastBefore(key, invoked), told));
    }

    private static void tell(int helper, IntConsumer told) {
        if (helper >= 0) told.accept(helper);
    }

    /** Whether one transaction comes before another in real time, by their ids, as far as that counts. */
    public static boolean isBefore(History history, Order order, int earlier, int later) {
        return order.isTimed()
                && history.completion(earlier) < history.invocation(later)
                && (order == Order.REAL_TIME || shareKey(history, earlier, later));
    }

    private static boolean shareKey(History history, int one, int other) {
        for (int a = history.begin(one); a < history.end(one); a++) {
            for (int b = history.begin(other); b < history.end(other); b++) {
                if (history.key(a) == history.key(b)) return true;
            }
        }
        return false;
    }
}
