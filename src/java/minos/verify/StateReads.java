package minos.verify;

import java.util.Arrays;
import java.util.function.IntFunction;
import minos.history.History;
import minos.model.Level;
import minos.util.Sentinel;

/**
 * The levels at which a transaction reads one state of the database, the one that some first commits leave: its snapshot, or
 * at serializability all that comes before it.
 */
final class StateReads {
    private final CommitOrder order;
    private final VerifiedReads reads;
    private final History history;

    StateReads(CommitOrder order, VerifiedReads reads) {
        this.order = order;
        this.reads = reads;
        this.history = order.history;
    }

    /**
     * Prefix consistency and snapshot isolation: each read finds the last version in its transaction's snapshot; and at
     * snapshot isolation nobody else wrote a key between the snapshot and the commit of a transaction that writes it. Where
     * transactions have levels of their own, the snapshot of one that is serializable has all that commits before it.
     *
     * @param levels by transaction; those at weaker levels are let pass
     */
    void verifySnapshots(IntFunction<Level> levels) throws Refused {
        CommitOrder.VersionOrders versions = new CommitOrder.VersionOrders(order);
        for (int i = 0; i < order.certificate.commits().length; i++) {
            int t = order.certificate.commits()[i];
            int snapshot = order.certificate.snapshots().orElseThrow()[i];
            if (snapshot < 0 || snapshot > i)
                throw new Refused("the snapshot of T" + t + " contains what commits later");
            Level level = levels.apply(t);
            if (!level.implies(Level.PREFIX)) continue;
            if (level == Level.SERIALIZABLE && snapshot < i)
                throw new Refused(
                        "the snapshot of T" + t + ", which is serializable, is not all that commits before it");
            boolean conflicts = level == Level.SNAPSHOT_ISOLATION;
            for (int op = history.begin(t); op < history.end(t); op++) {
                int key = history.key(op);
                if (history.isWrite(op)) {
                    int before = versions.lastBefore(key, i);
                    if (conflicts && before >= 0 && order.place[before] >= snapshot) {
                        throw new Refused("T" + before + " and T" + t + " both write " + history.keyText(key)
                                + " at the same time");
                    }
                } else if (reads.source(op) != Sentinel.NONE
                        && reads.source(op) != versions.lastBefore(key, snapshot)) {
                    throw new Refused(reads.wrong(t, op, "is not the last version in its snapshot"));
                }
            }
        }
    }

    /** Serializability: runs the transactions one after another in commit order; each read must find the latest version. */
    void verifySerial() throws Refused {
        int[] last = new int[history.keys()];
        Arrays.fill(last, History.INITIAL);
        for (int t : order.certificate.commits()) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                int source = reads.source(op);
                int key = history.key(op);
                if (source != Sentinel.NONE && source != last[key]) {
                    throw new Refused(reads.wrong(t, op, "is not from the last writer, " + name(last[key])));
                }
            }
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op)) last[history.key(op)] = t;
            }
        }
    }

    private static String name(int t) {
        return t == History.INITIAL ? "the initial state" : "T" + t;
    }
}
