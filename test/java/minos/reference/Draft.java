package minos.reference;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import minos.Histories;
import minos.history.Atoms;
import minos.history.History;
import minos.history.HistoryBuilder;
import minos.history.InitialValues;
import minos.history.Model;
import minos.history.Origin;
import minos.history.Status;
import minos.model.Level;
import minos.model.Order;

/** A small history that can still be changed: what the random histories are made as, shown as and shrunk as. */
public final class Draft {
    /**
     * An operation.
     *
     * @param result what was written or read: nothing for the initial value, one value, a list; null if not known
     * @param number which version of its key a write made by the database's word; null if nobody says
     */
    record Op(boolean write, int key, List<Integer> result, Integer number) {
        Op(boolean write, int key, List<Integer> result) {
            this(write, key, result, null);
        }

        Op numbered(Integer by) {
            return new Op(write, key, result, by);
        }
    }

    /**
     * A transaction.
     *
     * @param invocation its place in the history, or -1 without real time
     * @param completion its place, or {@link Integer#MAX_VALUE} if it never completed
     * @param isolation  the name of the level that it says it ran at; null if it does not say
     * @param started    when it began by the database's clock; null if nobody says
     * @param committed  when it committed by the database's clock; null if nobody says
     * @param group      which group it belongs to; null if nobody says
     */
    record Txn(
            int session,
            Status status,
            int invocation,
            int completion,
            List<Op> ops,
            String isolation,
            Integer started,
            Integer committed,
            Integer group) {
        Txn(int session, Status status, int invocation, int completion, List<Op> ops) {
            this(session, status, invocation, completion, ops, null, null, null, null);
        }

        Txn with(List<Op> ops) {
            return new Txn(session, status, invocation, completion, ops, isolation, started, committed, group);
        }

        Txn at(String level) {
            return new Txn(session, status, invocation, completion, ops, level, started, committed, group);
        }

        Txn at(Integer start, Integer commit) {
            return new Txn(session, status, invocation, completion, ops, isolation, start, commit, group);
        }

        Txn in(Integer other) {
            return new Txn(session, status, invocation, completion, ops, isolation, started, committed, other);
        }
    }

    final boolean lists;
    /** In the order of the history. */
    final List<Txn> txns;

    Draft(boolean lists, List<Txn> txns) {
        this.lists = lists;
        this.txns = new ArrayList<>(txns);
    }

    public History build() {
        HistoryBuilder builder = new HistoryBuilder(new Atoms(false));
        builder.model(lists ? Model.LIST_APPEND : Model.RW_REGISTER);
        addTo(builder);
        return builder.build(Origin.MEMORY, InitialValues.EXPLICIT);
    }

    /** Adds the transactions to what is there. */
    void addTo(HistoryBuilder builder) {
        for (Txn txn : txns) {
            builder.begin(builder.session(txn.session), txn.status, txn.invocation, txn.completion, -1);
            if (txn.isolation != null) builder.isolation(txn.isolation);
            if (txn.group != null) builder.group(txn.group);
            if (txn.started != null) builder.started(txn.started);
            if (txn.committed != null) builder.committed(txn.committed);
            for (Op op : txn.ops) add(builder, op);
            builder.end();
        }
    }

    private void add(HistoryBuilder builder, Op op) {
        if (op.result == null) {
            builder.readUnknown(op.key);
        } else if (op.write) {
            if (lists) builder.append(op.key, op.result.get(0));
            else if (op.result.isEmpty()) builder.delete(op.key);
            else builder.write(op.key, op.result.get(0));
        } else if (op.result.isEmpty()) {
            builder.readInitial(op.key);
        } else if (lists) {
            builder.beginList(op.key);
            for (int value : op.result) builder.element(value);
            builder.endList();
        } else {
            builder.read(op.key, op.result.get(0));
        }
        if (op.number != null) builder.number(op.number);
    }

    /** The level of a transaction, where each has its own. */
    Level level(int t) {
        String name = txns.get(t).isolation;
        return name == null ? Level.ADYA_READ_COMMITTED : Level.named(name).orElseThrow();
    }

    /** Whether there are invocations and completions. */
    private boolean hasRealTime() {
        return txns.stream().allMatch(txn -> txn.invocation >= 0);
    }

    /** The forms that a level can be asked in. */
    public Set<Order> orders() {
        if (!hasRealTime()) return EnumSet.of(Order.NONE, Order.SESSION);
        boolean grouped = txns.stream().anyMatch(txn -> txn.group != null);
        return grouped ? EnumSet.allOf(Order.class) : EnumSet.complementOf(EnumSet.of(Order.PER_GROUP_REAL_TIME));
    }

    /** The history in the language of {@link Histories}, to paste into a test. */
    @Override
    public String toString() {
        return String.join("\n", Histories.show(build()));
    }
}
