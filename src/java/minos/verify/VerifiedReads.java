package minos.verify;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
import minos.history.History;
import minos.history.Status;
import minos.model.Level;
import minos.util.IntList;
import minos.util.Sentinel;

/**
 * The source of each external read, found anew. Refuses reads that no level allows, sources that commit too late, and lists
 * that do not grow in commit order. Linear in the history and the elements of its lists.
 */
final class VerifiedReads {
    private final CommitOrder order;
    private final History history;
    /** By version: the transaction and the operation that wrote it. */
    private final int[] writer;

    private final int[] write;
    private final int[] source;
    /** By operation: the last write of its key before it in its own transaction, or -1. */
    private final int[] ownBefore;

    private final BitSet overwritten = new BitSet();

    VerifiedReads(CommitOrder order) throws Refused {
        this.order = order;
        history = order.history;
        writer = new int[history.versions()];
        Arrays.fill(writer, Sentinel.NONE);
        write = new int[history.versions()];
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) == Status.ABORTED) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!history.isWrite(op)) continue;
                if (writer[history.version(op)] != Sentinel.NONE) throw new Refused("written values are not unique");
                writer[history.version(op)] = t;
                write[history.version(op)] = op;
            }
        }
        source = new int[history.operations()];
        Arrays.fill(source, Sentinel.NONE);
        ownBefore = ownBefore();
    }

    private int[] ownBefore() {
        int[] before = new int[history.operations()];
        int[] last = new int[history.keys()];
        Arrays.fill(last, -1);
        for (int t = 0; t < history.transactions(); t++) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                int own = last[history.key(op)];
                before[op] = own < history.begin(t) ? -1 : own;
                if (!history.isWrite(op)) continue;
                if (before[op] >= 0) overwritten.set(before[op]);
                last[history.key(op)] = op;
            }
        }
        return before;
    }

    /** The transaction that an external read took its value from; {@link Sentinel#NONE} for all other operations. */
    int source(int op) {
        return source[op];
    }

    /** Whoever was read from must take part, whatever the level. */
    void verifyPresence() throws Refused {
        for (int t : order.certificate.commits()) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op) || history.version(op) < 0) continue;
                // After an own write a register shows nothing of others.
                if (!history.isList() && ownBefore[op] < 0) present(history.version(op));
                for (int e = 0; history.isList() && e < history.length(op); e++) present(history.element(op, e));
            }
        }
    }

    private void present(int version) throws Refused {
        int from = writer[version];
        if (from != Sentinel.NONE && order.place[from] < 0)
            throw new Refused("T" + from + " was read from, but is missing");
    }

    /** Each read sees the own writes before it, and otherwise a final write of one that committed before it. */
    void verifySources() throws Refused {
        for (int t = 0; t < history.transactions(); t++) {
            if (order.place[t] < 0) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op) || history.version(op) == History.UNKNOWN) continue;
                int version = history.isList() ? externalOfList(t, op) : externalOfRegister(t, op);
                if (version != Sentinel.NONE) take(t, op, version);
            }
        }
    }

    private int externalOfRegister(int t, int op) throws Refused {
        int own = ownBefore[op];
        if (own < 0) return history.version(op);
        if (history.version(own) != history.version(op))
            throw new Refused(wrong(t, op, "does not see the own write before it"));
        return Sentinel.NONE;
    }

    private int externalOfList(int t, int op) throws Refused {
        int length = history.length(op);
        for (int own = ownBefore[op]; own >= 0; own = ownBefore[own]) {
            if (length == 0 || history.element(op, length - 1) != history.version(own)) {
                throw new Refused(wrong(t, op, "does not end with the own appends before it"));
            }
            length--;
        }
        return length == 0 ? History.INITIAL : history.element(op, length - 1);
    }

    private void take(int t, int op, int version) throws Refused {
        if (version == History.INITIAL) {
            source[op] = History.INITIAL;
            return;
        }
        int from = writer[version];
        boolean missed = from == Sentinel.NONE && history.isAbsent(op);
        if (missed && !order.certificate.level().implies(Level.READ_ATOMIC)) return; // a scan may pass over a row
        if (from == Sentinel.NONE) throw new Refused(wrong(t, op, "has a value that no committed transaction wrote"));
        if (from == t) throw new Refused(wrong(t, op, "has a value that the transaction writes only later"));
        if (order.place[from] > order.place[t])
            throw new Refused(wrong(t, op, "reads from T" + from + ", which commits later"));
        if (order.isAfterSnapshot(from, t)) throw new Refused(CommitOrder.unseen(from, t));
        if (overwritten.get(write[version]))
            throw new Refused(wrong(t, op, "has a value that T" + from + " overwrote itself"));
        source[op] = from;
    }

    /** How many elements of a list read stand before the own appends. */
    int externalLength(int op) {
        int length = history.length(op);
        for (int own = ownBefore[op]; own >= 0; own = ownBefore[own]) length--;
        return length;
    }

    /** All reads of a list are prefixes of one list, and this list grows in commit order. */
    void verifyLists() throws Refused {
        int[] longest = new int[history.keys()];
        Arrays.fill(longest, -1);
        IntList reads = new IntList();
        for (int t = 0; t < history.transactions(); t++) {
            if (order.place[t] < 0) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op) || history.version(op) == History.UNKNOWN) continue;
                reads.add(op);
                int known = longest[history.key(op)];
                if (known < 0 || history.length(op) > history.length(known)) longest[history.key(op)] = op;
            }
        }
        for (int i = 0; i < reads.size(); i++) {
            int op = reads.get(i);
            int known = longest[history.key(op)];
            for (int e = 0; e < history.length(op); e++) {
                if (history.element(op, e) != history.element(known, e)) {
                    throw new Refused(
                            "two reads of " + history.keyText(history.key(op)) + " are no prefixes of each other");
                }
            }
        }
        for (int op : longest) if (op >= 0) growing(op);
    }

    /** From parallel snapshot isolation on no append is lost: a list shows all appends up to its last writer's. */
    void verifyNoAppendLost() throws Refused {
        CommitOrder.VersionOrders versions = new CommitOrder.VersionOrders(order);
        for (int t = 0; t < history.transactions(); t++) {
            if (order.place[t] < 0) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (source[op] == Sentinel.NONE) continue;
                if (externalLength(op) != versions.writesUpTo(history.key(op), source[op])) {
                    throw new Refused(wrong(t, op, "misses an append"));
                }
            }
        }
    }

    /**
     * The same where transactions have levels of their own: one that may lose no update appended right to the version that was
     * there, and its appends are seen from the first one on. Whether those that follow are there is a matter of the next.
     *
     * @param keepsUpdates says so of a transaction
     */
    void verifyNoAppendLost(IntPredicate keepsUpdates) throws Refused {
        CommitOrder.VersionOrders versions = new CommitOrder.VersionOrders(order);
        for (int t = 0; t < history.transactions(); t++) {
            if (order.place[t] < 0) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op) || source[op] == Sentinel.NONE) continue;
                int before = History.INITIAL;
                boolean whole = true; // whether the last append of that one was there
                for (int e = 0, end = externalLength(op); e < end; ) {
                    int from = writer[history.element(op, e)];
                    int next = e + 1;
                    if (keepsUpdates.test(from)) {
                        next = behindOwn(op, e, from);
                        boolean kept = versions.lastBefore(history.key(op), order.place[from]) == before && whole;
                        if (!kept || next == e) {
                            throw new Refused(wrong(t, op, "misses an append that T" + from + " must have kept"));
                        }
                    }
                    if (from != before) whole = false;
                    for (; e < next; e++) whole |= !overwritten.get(write[history.element(op, e)]);
                    before = from;
                }
            }
        }
    }

    /** The place in a list behind the first appends of a transaction to its key, as far as they stand there. */
    private int behindOwn(int op, int first, int t) {
        int at = first;
        for (int own = history.begin(t); own < history.end(t) && at < history.length(op); own++) {
            if (!history.isWrite(own) || history.key(own) != history.key(op)) continue;
            if (history.element(op, at) != history.version(own)) break;
            at++;
        }
        return at;
    }

    private void growing(int op) throws Refused {
        String list = "the list " + history.keyText(history.key(op));
        BitSet elements = new BitSet();
        int last = -1;
        for (int e = 0; e < history.length(op); e++) {
            if (elements.get(history.element(op, e))) throw new Refused(list + " has an element twice");
            elements.set(history.element(op, e));
            int t = writer[history.element(op, e)];
            if (t == Sentinel.NONE || order.place[t] < 0) continue; // at read uncommitted, nobody asks who wrote it
            if (last >= 0 && order.place[last] > order.place[t]) {
                throw new Refused(list + " has T" + last + "'s element before T" + t + "'s, against the commit order");
            }
            last = t;
        }
    }

    String wrong(int t, int op, String why) {
        return "T" + t + ": the read of " + history.keyText(history.key(op)) + " " + why;
    }
}
