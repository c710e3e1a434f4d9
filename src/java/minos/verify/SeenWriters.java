package minos.verify;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntFunction;
import minos.history.History;
import minos.model.Level;
import minos.model.Order;
import minos.util.IntList;
import minos.util.Sentinel;

/**
 * Read committed and read atomic: of the writers of a key that a transaction knows of when it reads the key (by its
 * earlier reads; at read atomic by any of its reads, and by the order asked for), none may commit after the one read from.
 */
final class SeenWriters {
    private final CommitOrder order;
    private final VerifiedReads reads;
    private final History history;
    private final IntFunction<Level> levels;
    private final boolean atomic;
    /** Pairs of a transaction and a key that it writes. */
    private final Set<Long> writes = new HashSet<>();

    /** @param levels by transaction; those at other levels are let pass */
    SeenWriters(CommitOrder order, VerifiedReads reads, IntFunction<Level> levels) {
        this.order = order;
        this.reads = reads;
        this.history = order.history;
        this.levels = levels;
        boolean anyAtomic = false;
        for (int t : order.certificate.commits()) {
            anyAtomic |= isAtomic(t);
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op)) writes.add(pair(t, history.key(op)));
            }
        }
        atomic = anyAtomic;
    }

    private boolean isAtomic(int t) {
        return levels.apply(t) == Level.READ_ATOMIC;
    }

    private static long pair(int t, int key) {
        return (long) t << 32 | key;
    }

    void verify() throws Refused {
        for (int t : order.certificate.commits()) {
            if (isAtomic(t) || levels.apply(t) == Level.READ_COMMITTED) byReads(t);
        }
        if (atomic && order.certificate.order() != Order.NONE) bySessions();
        if (atomic && order.certificate.order().isTimed()) byRealTime();
    }

    /** Compares each pair of reads of the transaction; looks each pair up instead of going through all that was written. */
    private void byReads(int t) throws Refused {
        IntList external = new IntList();
        for (int op = history.begin(t); op < history.end(t); op++) {
            if (reads.source(op) != Sentinel.NONE) external.add(op);
        }
        for (int i = 0; i < external.size(); i++) {
            int op = external.get(i);
            for (int j = 0; j < (isAtomic(t) ? external.size() : i); j++) {
                int seen = reads.source(external.get(j));
                if (seen >= 0 && isLater(seen, op) && writes.contains(pair(seen, history.key(op)))) refuse(t, op, seen);
            }
        }
    }

    private void bySessions() throws Refused {
        int[] lastWriter = new int[history.keys()];
        int[] stamp = new int[history.keys()];
        IntList[] sessions = new IntList[history.sessions()];
        Arrays.setAll(sessions, ignored -> new IntList());
        for (int t = 0; t < history.transactions(); t++) if (order.place[t] >= 0) sessions[history.session(t)].add(t);
        for (int s = 0; s < sessions.length; s++) {
            for (int i = 0; i < sessions[s].size(); i++) {
                int t = sessions[s].get(i);
                for (int op = history.begin(t); isAtomic(t) && op < history.end(t); op++) {
                    int key = history.key(op);
                    boolean known = stamp[key] == s + 1 && lastWriter[key] != t;
                    if (reads.source(op) != Sentinel.NONE && known && isLater(lastWriter[key], op)) {
                        refuse(t, op, lastWriter[key]);
                    }
                }
                for (int op = history.begin(t); op < history.end(t); op++) {
                    if (!history.isWrite(op)) continue;
                    stamp[history.key(op)] = s + 1;
                    lastWriter[history.key(op)] = t;
                }
            }
        }
    }

    /** In each group within which time counts. Per key it is that of all: who wrote a key and who read it share one. */
    private void byRealTime() throws Refused {
        boolean inGroups = order.certificate.order() == Order.PER_GROUP_REAL_TIME;
        CommitOrder.Completions completions =
                new CommitOrder.Completions(history, inGroups ? Order.PER_GROUP_REAL_TIME : Order.REAL_TIME);
        IntList[] members = new IntList[completions.groups()];
        Arrays.setAll(members, any -> new IntList());
        for (int t : order.certificate.commits()) for (int group : completions.groups(t)) members[group].add(t);
        int[] latest = new int[history.keys()];
        Arrays.fill(latest, -1);
        for (int group = 0; group < members.length; group++) {
            byRealTime(completions, group, members[group].toArray(), latest);
        }
    }

    /**
     * Goes through invocations and completions in their order, with the latest commit among the completed writers of each key.
     *
     * @param latest by key, -1 before and after
     */
    private void byRealTime(CommitOrder.Completions completions, int group, int[] members, int[] latest)
            throws Refused {
        Integer[] byInvocation = Arrays.stream(members).boxed().toArray(Integer[]::new);
        Arrays.sort(byInvocation, (a, b) -> Integer.compare(history.invocation(a), history.invocation(b)));
        int next = 0;
        for (int t : byInvocation) {
            for (int before = completions.before(group, t); next < before; next++)
                completed(completions.transaction(group, next), latest);
            for (int op = history.begin(t); isAtomic(t) && op < history.end(t); op++) {
                int known = latest[history.key(op)];
                if (reads.source(op) != Sentinel.NONE && known >= 0 && isLater(known, op)) refuse(t, op, known);
            }
        }
        for (int t : members) for (int op = history.begin(t); op < history.end(t); op++) latest[history.key(op)] = -1;
    }

    private void completed(int t, int[] latest) {
        for (int op = history.begin(t); op < history.end(t); op++) {
            if (!history.isWrite(op)) continue;
            int known = latest[history.key(op)];
            if (known < 0 || order.place[t] > order.place[known]) latest[history.key(op)] = t;
        }
    }

    /** Whether {@code other} commits after the transaction that {@code op} read from. */
    private boolean isLater(int other, int op) {
        int source = reads.source(op);
        return source == History.INITIAL || order.place[other] > order.place[source];
    }

    private void refuse(int t, int op, int seen) throws Refused {
        throw new Refused(reads.wrong(t, op, "is older than what T" + seen + " wrote, which T" + t + " has seen"));
    }
}
