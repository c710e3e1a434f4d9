package minos.verify;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import minos.history.History;
import minos.history.Status;
import minos.model.Level;
import minos.model.Order;
import minos.util.IntList;
import minos.util.Sentinel;

/**
 * Read your writes, monotonic reads and monotonic writes: of the writers of a key that a transaction <i>has</i>, none may commit
 * after the one that it read the key from. It has what those before it, in the order asked for, wrote (read your writes) or read
 * from (monotonic reads), or what those wrote that come before one it had read from earlier (monotonic writes).
 */
final class SessionWriters {
    private final CommitOrder order;
    private final VerifiedReads reads;
    private final History history;
    /** Whether what counts is what others read, and not what they wrote. */
    private final boolean byReads;
    /** Whether what counts is what those have that were read from, and not what the reader has. */
    private final boolean bySources;
    /** By session (without session order, by transaction) and key. */
    private final Map<Long, Known> bySession = new HashMap<>();
    /** By key, in real time. */
    private final Map<Integer, Known> byCompletion = new HashMap<>();

    SessionWriters(CommitOrder order, VerifiedReads reads) {
        this.order = order;
        this.reads = reads;
        this.history = order.history;
        byReads = order.certificate.level() == Level.MONOTONIC_READS;
        bySources = order.certificate.level() == Level.MONOTONIC_WRITES;
    }

    /** Transactions in their order, each with the writer that commits last of those that it, or one before it, wrote or read. */
    private final class Known {
        private final IntList transactions = new IntList();
        private final IntList latest = new IntList();

        void add(int transaction, int writer) {
            int before = latest.isEmpty() ? writer : latest.last();
            transactions.add(transaction);
            latest.add(order.place[before] > order.place[writer] ? before : writer);
        }

        /** The writer that commits last, of those that the first transactions have; -1 if there are none. */
        int ofFirst(IntPredicate isFirst) {
            int low = 0;
            int high = transactions.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (isFirst.test(transactions.get(middle))) low = middle + 1;
                else high = middle;
            }
            return low == 0 ? -1 : latest.get(low - 1);
        }
    }

    void verify() throws Refused {
        collect();
        for (int t : order.certificate.commits()) {
            IntList sources = new IntList();
            for (int op = history.begin(t); op < history.end(t); op++) {
                int source = reads.source(op);
                if (source == Sentinel.NONE) continue;
                if (!bySources) compare(t, op, t);
                for (int i = 0; bySources && i < sources.size(); i++) compare(t, op, sources.get(i));
                if (source >= 0) sources.add(source);
            }
        }
    }

    /** Goes through the transactions in the order of their numbers, which is that of sessions, and that of completions. */
    private void collect() {
        Set<Long> inSession = new HashSet<>();
        Set<Integer> completed = new HashSet<>();
        for (int t = 0; t < history.transactions(); t++) {
            if (order.place[t] < 0) continue;
            boolean completes = order.certificate.order() == Order.REAL_TIME && history.status(t) == Status.COMMITTED;
            if (!byReads) {
                writes(t, t, true, completes);
                continue;
            }
            for (int op = history.begin(t); op < history.end(t); op++) {
                int source = reads.source(op);
                if (source < 0) continue;
                writes(t, source, inSession.add(pair(session(t), source)), completes && completed.add(source));
            }
        }
    }

    /** Notes that a transaction wrote what {@code writer} did, or read it: once for a session, and once for all that completed. */
    private void writes(int t, int writer, boolean inSession, boolean completed) {
        for (int op = history.begin(writer); (inSession || completed) && op < history.end(writer); op++) {
            if (!history.isWrite(op)) continue;
            int key = history.key(op);
            if (inSession)
                bySession
                        .computeIfAbsent(pair(session(t), key), any -> new Known())
                        .add(t, writer);
            if (completed) byCompletion.computeIfAbsent(key, any -> new Known()).add(t, writer);
        }
    }

    private int session(int t) {
        return order.certificate.order() == Order.NONE ? t : history.session(t);
    }

    private static long pair(int session, int other) {
        return (long) session << 32 | other;
    }

    /** Compares a read with what another transaction has, or the reader itself. */
    private void compare(int t, int op, int other) throws Refused {
        Known session = bySession.get(pair(session(other), history.key(op)));
        if (session != null) refuseOlder(t, op, session.ofFirst(before -> before < other));
        Known all = byCompletion.get(history.key(op));
        if (all != null)
            refuseOlder(t, op, all.ofFirst(before -> history.completion(before) < history.invocation(other)));
    }

    private void refuseOlder(int t, int op, int writer) throws Refused {
        int source = reads.source(op);
        if (writer < 0 || source >= 0 && order.place[writer] <= order.place[source]) return;
        String has = bySources ? ", which comes before what T" + t + " has seen" : ", which comes before T" + t;
        throw new Refused(reads.wrong(t, op, "is older than what T" + writer + " wrote" + has));
    }
}
