package minos.verify;

import java.util.HashSet;
import java.util.Set;
import minos.history.History;
import minos.history.Status;
import minos.model.Order;
import minos.util.Sentinel;

/**
 * Update atomic: of those who overwrote what a transaction read, it knows none at first hand, by the order asked for, by a read or
 * as both write some key. Looks at each of them that commits before it.
 */
final class LaterWriters {
    private final CommitOrder order;
    private final VerifiedReads reads;
    private final History history;
    private final CommitOrder.VersionOrders versionOrders;
    private final Order asked;

    LaterWriters(CommitOrder order, VerifiedReads reads) {
        this.order = order;
        this.reads = reads;
        history = order.history;
        versionOrders = new CommitOrder.VersionOrders(order);
        asked = order.certificate.order();
    }

    void verify() throws Refused {
        for (int t : order.certificate.commits()) {
            Set<Integer> sources = new HashSet<>();
            Set<Integer> written = new HashSet<>();
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op)) written.add(history.key(op));
                else if (reads.source(op) != Sentinel.NONE) sources.add(reads.source(op));
            }
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op) || reads.source(op) == Sentinel.NONE) continue;
                verify(t, op, sources, written);
            }
        }
    }

    private void verify(int t, int op, Set<Integer> sources, Set<Integer> written) throws Refused {
        int key = history.key(op);
        int later = versionOrders.after(key, reads.source(op));
        while (later >= 0 && order.place[later] < order.place[t]) {
            if (sources.contains(later) || comesBefore(later, t) || writesOneOf(later, written)) {
                throw new Refused(
                        reads.wrong(t, op, "is older than what T" + later + " wrote, which T" + t + " knows of"));
            }
            later = versionOrders.after(key, later);
        }
    }

    private boolean writesOneOf(int t, Set<Integer> keys) {
        for (int op = history.begin(t); op < history.end(t); op++) {
            if (history.isWrite(op) && keys.contains(history.key(op))) return true;
        }
        return false;
    }

    /** Whether the order asked for puts a transaction, which commits before another, before that. */
    private boolean comesBefore(int first, int second) {
        if (asked == Order.NONE) return false;
        if (history.session(first) == history.session(second)) return true;
        boolean inTime = asked.isTimed()
                && history.status(first) == Status.COMMITTED
                && history.completion(first) < history.invocation(second);
        return inTime && (asked == Order.REAL_TIME || haveCommonPart(first, second));
    }

    /** Whether time counts between two, where it does in parts. */
    private boolean haveCommonPart(int first, int second) {
        if (asked == Order.PER_GROUP_REAL_TIME) {
            return history.group(first) >= 0 && history.group(first) == history.group(second);
        }
        Set<Integer> keys = new HashSet<>();
        for (int op = history.begin(first); op < history.end(first); op++) keys.add(history.key(op));
        for (int op = history.begin(second); op < history.end(second); op++) {
            if (keys.contains(history.key(op))) return true;
        }
        return false;
    }
}
