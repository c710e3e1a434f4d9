package minos.verify;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import minos.history.History;
import minos.model.Level;
import minos.model.Order;
import minos.util.IntList;
import minos.util.Sentinel;

/**
 * Causal consistency: none of the writers of a key in a reader's past may commit after the one it read from. Writes follow reads: none
 * of those that were read in the past of one whom the reader has read from before. Parallel
 * snapshot isolation: the next version after the one read must not be in the reader's past, where the past also follows
 * version orders. Update serializability: the same, where the past also follows anti-dependencies of those that write, which must
 * lead on in the order. The past is computed for one chain (session) at a time: how far along it each transaction has seen.
 */
final class PastWriters {
    private static final int[] NO_GROUPS = {};

    private final CommitOrder order;
    private final VerifiedReads reads;
    private final History history;
    private final CommitOrder.VersionOrders versionOrders;
    private final IntFunction<Level> levels;
    private final boolean versions;
    private final boolean reading;
    private final boolean updates;
    /** By transaction: its chain, and its place there. Without session order each transaction is a chain. */
    private final int[] chain;

    private final int[] position;
    private int chains;
    /** Null unless real time counts. */
    private final CommitOrder.Completions completions;

    /** @param levels by transaction; those at other levels are let pass */
    PastWriters(CommitOrder order, VerifiedReads reads, IntFunction<Level> levels) {
        this.order = order;
        this.reads = reads;
        this.levels = levels;
        this.history = order.history;
        versionOrders = new CommitOrder.VersionOrders(order);
        completions = order.certificate.order().isTimed()
                ? new CommitOrder.Completions(history, order.certificate.order())
                : null;
        updates = order.certificate.level() == Level.UPDATE_SERIALIZABLE;
        versions = updates || order.certificate.level() == Level.PARALLEL_SNAPSHOT_ISOLATION;
        reading = order.certificate.level() == Level.WRITES_FOLLOW_READS;
        chain = new int[history.transactions()];
        position = new int[history.transactions()];
        int[] length = new int[history.sessions()];
        for (int t = 0; t < chain.length; t++) {
            if (order.place[t] < 0) continue;
            if (order.certificate.order() == Order.NONE) {
                chain[t] = chains++;
            } else {
                chain[t] = history.session(t);
                position[t] = length[chain[t]]++;
                chains = history.sessions();
            }
        }
    }

    void verify() throws Refused {
        if (Arrays.stream(order.certificate.commits()).noneMatch(t -> versions || reading || isCausal(t))) return;
        int[] previous = previous();
        int[] seen = new int[history.transactions()];
        for (int c = 0; c < chains; c++) {
            past(c, previous, seen);
            if (versions) versionsOf(c, seen);
            else if (reading) readBy(c, seen);
            else writersOf(c, seen);
        }
    }

    private boolean isCausal(int t) {
        return levels.apply(t) == Level.CAUSAL;
    }

    /** By transaction: the one before it in its session, or -1. */
    private int[] previous() {
        int[] previous = new int[history.transactions()];
        Arrays.fill(previous, -1);
        if (order.certificate.order() == Order.NONE) return previous;
        int[] last = new int[history.sessions()];
        Arrays.fill(last, -1);
        for (int t = 0; t < previous.length; t++) {
            if (order.place[t] < 0) continue;
            previous[t] = last[history.session(t)];
            last[history.session(t)] = t;
        }
        return previous;
    }

    /** By transaction: how many of the chain are in its past or are it. */
    private void past(int c, int[] previous, int[] seen) {
        int[] byVersion = new int[history.keys()];
        PrefixMaximum[] byTime = new PrefixMaximum[completions == null ? 0 : completions.groups()];
        Arrays.setAll(byTime, group -> new PrefixMaximum(completions.size(group)));
        Arrays.fill(seen, 0);
        for (int t : order.certificate.commits()) {
            int most = previous[t] < 0 ? 0 : seen[previous[t]];
            int[] groups = completions == null ? NO_GROUPS : completions.groups(t);
            for (int group : groups) most = Math.max(most, byTime[group].upTo(completions.before(group, t)));
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (reads.source(op) >= 0) most = Math.max(most, seen[reads.source(op)]);
                if (versions && history.isWrite(op)) most = Math.max(most, byVersion[history.key(op)]);
            }
            seen[t] = chain[t] == c ? position[t] + 1 : most;
            boolean writes = updates && writes(t);
            for (int op = history.begin(t); op < history.end(t); op++) {
                int key = history.key(op);
                boolean bound = history.isWrite(op) || writes && reads.source(op) != Sentinel.NONE;
                if (bound) byVersion[key] = updates ? Math.max(byVersion[key], seen[t]) : seen[t];
            }
            for (int group : groups) {
                int index = completions.indexOf(group, t);
                if (index >= 0) byTime[group].raise(index, seen[t]);
            }
        }
    }

    private boolean writes(int t) {
        for (int op = history.begin(t); op < history.end(t); op++) if (history.isWrite(op)) return true;
        return false;
    }

    /** Writes follow reads: the same with what the chain has read by then, for each whom the reader has read from before. */
    private void readBy(int c, int[] seen) throws Refused {
        Map<Integer, IntList> places = new HashMap<>();
        Map<Integer, IntList> latest =
                new HashMap<>(); // of those that were read up to a place the one that commits last
        for (int t = 0; t < chain.length; t++) {
            if (order.place[t] < 0 || chain[t] != c) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                int writer = reads.source(op);
                for (int w = writer < 0 ? 0 : history.begin(writer); writer >= 0 && w < history.end(writer); w++) {
                    if (!history.isWrite(w)) continue;
                    IntList ofKey = latest.computeIfAbsent(history.key(w), any -> new IntList());
                    int before = ofKey.isEmpty() ? writer : ofKey.last();
                    ofKey.add(order.place[before] > order.place[writer] ? before : writer);
                    places.computeIfAbsent(history.key(w), any -> new IntList()).add(t);
                }
            }
        }
        for (int t : order.certificate.commits()) {
            int most = 0;
            for (int op = history.begin(t); op < history.end(t); op++) {
                int source = reads.source(op);
                if (source == Sentinel.NONE) continue;
                int read = upTo(places.get(history.key(op)), most) - 1;
                int writer = read < 0 ? source : latest.get(history.key(op)).get(read);
                boolean older = source < 0 || order.place[writer] > order.place[source];
                if (read >= 0 && writer != source && older) refuse(t, op, writer);
                if (source >= 0) most = Math.max(most, seen[source]);
            }
        }
    }

    /** How many of the chain's transactions stand before that position. */
    private int upTo(IntList transactions, int before) {
        if (transactions == null) return 0;
        int low = 0;
        int high = transactions.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (position[transactions.get(middle)] < before) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    /** Causal: compares each read with the last writer of its key in the part of the chain that the reader has seen. */
    private void writersOf(int c, int[] seen) throws Refused {
        Map<Integer, IntList> writers = new HashMap<>();
        for (int t = 0; t < chain.length; t++) {
            if (order.place[t] < 0 || chain[t] != c) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op))
                    writers.computeIfAbsent(history.key(op), ignored -> new IntList())
                            .add(t);
            }
        }
        for (int t : order.certificate.commits()) {
            if (!isCausal(t)) continue;
            int most = chain[t] == c ? seen[t] - 1 : seen[t];
            for (int op = history.begin(t); most > 0 && op < history.end(t); op++) {
                if (reads.source(op) == Sentinel.NONE) continue;
                int writer = last(writers.get(history.key(op)), most);
                if (writer < 0 || writer == reads.source(op)) continue;
                if (reads.source(op) < 0 || order.place[writer] > order.place[reads.source(op)]) refuse(t, op, writer);
            }
        }
    }

    /** The last of the chain's transactions before that position, or -1. */
    private int last(IntList writers, int before) {
        int count = upTo(writers, before);
        return count == 0 ? -1 : writers.get(count - 1);
    }

    /** The version after the one read is not in the reader's past; and not before a reader that writes, where that must lead on. */
    private void versionsOf(int c, int[] seen) throws Refused {
        for (int t : order.certificate.commits()) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (reads.source(op) == Sentinel.NONE) continue;
                int next = versionOrders.after(history.key(op), reads.source(op));
                if (next == t) next = versionOrders.after(history.key(op), t);
                if (next < 0) continue;
                boolean against = updates && order.place[next] < order.place[t] && writes(t);
                if (against || chain[next] == c && position[next] < seen[t]) refuse(t, op, next);
            }
        }
    }

    private void refuse(int t, int op, int writer) throws Refused {
        throw new Refused(
                reads.wrong(t, op, "is older than what T" + writer + " wrote, which is in the past of T" + t));
    }

    /** The largest value at the first so many places, where values only grow (a Fenwick tree). */
    private static final class PrefixMaximum {
        private final int[] tree;

        PrefixMaximum(int size) {
            tree = new int[size + 1];
        }

        void raise(int place, int value) {
            for (int i = place + 1; i < tree.length; i += i & -i) tree[i] = Math.max(tree[i], value);
        }

        int upTo(int places) {
            int most = 0;
            for (int i = places; i > 0; i -= i & -i) most = Math.max(most, tree[i]);
            return most;
        }
    }
}
