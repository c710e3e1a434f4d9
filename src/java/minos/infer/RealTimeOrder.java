package minos.infer;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import minos.graph.Csr;
import minos.graph.IntervalOrder;
import minos.history.History;
import minos.model.Edge;
import minos.model.Order;
import minos.util.IntList;

/**
 * Real time as edges of a graph of transactions: one had completed before another was invoked. Of all transactions that is one chain
 * of helpers; where it counts in part, one for each {@linkplain #groups group}: per key, of those that read or wrote it. As many helpers
 * as there are completions in groups.
 */
public final class RealTimeOrder {
    private final History history;
    private final Order order;
    private final IntUnaryOperator id;
    private final IntervalOrder intervals;

    /** None. */
    public RealTimeOrder() {
        history = null;
        id = null;
        order = Order.NONE;
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
        this.order = order;
        intervals = order.isPartlyTimed() ? inGroups(size, completes) : all(size, completes);
    }

    private IntervalOrder all(int size, IntPredicate completes) {
        IntList completed = new IntList();
        for (int t = 0; t < size; t++) if (completes.test(t)) completed.add(t);
        return new IntervalOrder(completed.toArray(), t -> history.completion(id.applyAsInt(t)));
    }

    private IntervalOrder inGroups(int size, IntPredicate completes) {
        Csr.Entries entries = new Csr.Entries(order == Order.PER_KEY_REAL_TIME ? history.operations() : size);
        for (int t = 0; t < size; t++) {
            int number = t;
            if (completes.test(t)) groups(history, order, id.applyAsInt(t), group -> entries.add(group, number));
        }
        int groups = groups(history, order);
        Csr byGroup = entries.byRow(groups);
        int[] begin = new int[groups + 1];
        int[] ended = new int[byGroup.size()];
        for (int group = 0; group < groups; group++) {
            begin[group + 1] = byGroup.end(group);
            for (int i = byGroup.begin(group); i < byGroup.end(group); i++) ended[i] = byGroup.get(i);
        }
        return new IntervalOrder(begin, ended, t -> history.completion(id.applyAsInt(t)));
    }

    /** Within how many groups of transactions time counts: all in one; or one for each key, or each that transactions name. */
    public static int groups(History history, Order order) {
        return switch (order) {
            case NONE, SESSION -> 0;
            case PER_GROUP_REAL_TIME -> history.groups();
            case PER_KEY_REAL_TIME -> history.keys();
            case REAL_TIME -> 1;
        };
    }

    /** Tells the groups of a transaction, each once. */
    public static void groups(History history, Order order, int transaction, IntConsumer told) {
        switch (order) {
            case NONE, SESSION -> {}
            case PER_GROUP_REAL_TIME -> {
                if (history.group(transaction) >= 0) told.accept(history.group(transaction));
            }
            case PER_KEY_REAL_TIME -> keys(history, transaction, told);
            case REAL_TIME -> told.accept(0);
        }
    }

    private static void keys(History history, int transaction, IntConsumer told) {
        int from = history.begin(transaction);
        int[] keys = new int[history.end(transaction) - from];
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
        if (order == Order.REAL_TIME) tell(intervals.lastBefore(0, invoked), told);
        else groups(history, order, id.applyAsInt(t), group -> tell(intervals.lastBefore(group, invoked), told));
    }

    private static void tell(int helper, IntConsumer told) {
        if (helper >= 0) told.accept(helper);
    }

    /** Whether one transaction comes before another in real time, by their ids, as far as that counts. */
    public static boolean isBefore(History history, Order order, int earlier, int later) {
        return order.isTimed()
                && history.completion(earlier) < history.invocation(later)
                && shareGroup(history, order, earlier, later);
    }

    private static boolean shareGroup(History history, Order order, int one, int other) {
        return switch (order) {
            case NONE, SESSION -> false;
            case PER_GROUP_REAL_TIME -> history.group(one) >= 0 && history.group(one) == history.group(other);
            case PER_KEY_REAL_TIME -> firstShared(history, one, other) != NONE;
            case REAL_TIME -> true;
        };
    }

    /** That one comes before another, with what the two did with a key that they share where that is why. */
    public static Edge edge(History history, Order order, int earlier, int later) {
        if (order != Order.PER_KEY_REAL_TIME) return Edge.rt(earlier, later);
        int first = firstShared(history, earlier, later);
        return Edge.rt(earlier, later, first, firstOf(history, later, history.key(first)));
    }

    /** The first operation of one on a key that another used too; {@code NONE} if they share none. */
    private static int firstShared(History history, int one, int other) {
        for (int op = history.begin(one); op < history.end(one); op++) {
            if (firstOf(history, other, history.key(op)) != NONE) return op;
        }
        return NONE;
    }

    private static int firstOf(History history, int transaction, int key) {
        for (int op = history.begin(transaction); op < history.end(transaction); op++) {
            if (history.key(op) == key) return op;
        }
        return NONE;
    }
}
