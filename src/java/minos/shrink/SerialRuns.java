package minos.shrink;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.function.IntConsumer;
import minos.history.Excerpt;
import minos.history.History;
import minos.history.Status;
import minos.model.Edge;
import minos.model.Order;
import minos.model.Requirement;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Tells of many operations at a time that a violation needs them. What could have been run serially, one transaction after another,
 * satisfies every level; so an operation is needed if the history could have been without it.
 *
 * <p>A cycle is broken wherever it is cut. So its transactions are run in the order of the cycle, beginning with each of them in turn,
 * with those that the reason of an edge speaks of beside it. If only one read then finds another value than it did, all would be well
 * without that read; and without the write it is from; and without a write that came between, or did not come yet. The same with the first
 * transaction that goes wrong put last, as a cut may be on either side of it.
 *
 * <p>Sound at every level, as whatever is left out then has been run; what it does not tell of has to be judged. A cycle of n
 * operations takes O(n²) steps, each of which is a look into an array.
 */
final class SerialRuns {
    private static final int NONE = -1;

    private final History history;
    private final Excerpt excerpt;
    private final boolean inSessions;
    private final boolean inRealTime;
    private final Deadline deadline;
    private final BitSet needed = new BitSet();

    /** By key: its last write so far, and the one before that. Of lists, all elements. */
    private final int[] last;

    private final int[] before;
    private final IntList[] lists;
    private final int[] lastOfSession;
    private int latestInvocation;
    /** The first transaction with a read that found something else. */
    private int wrong;
    /** Operations without any of which all reads would have found what they did; null as long as all do. */
    private IntList blamed;

    private SerialRuns(History history, Excerpt excerpt, Requirement asked, Deadline deadline) {
        this.history = history;
        this.excerpt = excerpt;
        this.deadline = deadline;
        inSessions = asked.order() != Order.NONE;
        // Per key, too: a run that keeps all of real time keeps that, and what others would show is left to be tried.
        inRealTime = history.hasRealTime() && asked.order().isTimed();
        last = new int[history.keys()];
        before = new int[history.keys()];
        lists = new IntList[history.isList() ? history.keys() : 0];
        Arrays.setAll(lists, key -> new IntList());
        lastOfSession = new int[history.sessions()];
    }

    /**
     * Operations that a history cannot violate a level without; there may be more.
     *
     * @param cycle its edges, between transactions of the history
     */
    static BitSet needed(History history, Excerpt excerpt, List<Edge> cycle, Requirement asked, Deadline deadline) {
        SerialRuns runs = new SerialRuns(history, excerpt, asked, deadline);
        runs.all(runs.new Ring(cycle));
        return runs.needed;
    }

    private void all(Ring ring) {
        int[] turned = ring.around.toArray();
        for (int i = 0; i < turned.length && !deadline.isOver(); i++) {
            run(ring, turned);
            if (wrong != NONE) run(ring, withLast(turned, wrong));
            int first = turned[0];
            System.arraycopy(turned, 1, turned, 0, turned.length - 1);
            turned[turned.length - 1] = first;
        }
    }

    private static int[] withLast(int[] transactions, int last) {
        int[] moved = new int[transactions.length];
        int at = 0;
        for (int t : transactions) if (t != last) moved[at++] = t;
        if (at < moved.length) moved[at] = last;
        return at == moved.length - 1 ? moved : transactions;
    }

    private void run(Ring ring, int[] turned) {
        Arrays.fill(last, NONE);
        Arrays.fill(before, NONE);
        for (IntList list : lists) list.clear();
        Arrays.fill(lastOfSession, NONE);
        wrong = NONE;
        blamed = null;
        latestInvocation = NONE;
        if (!run(ring.first.toArray()) || !run(turned) || !run(ring.last.toArray()) || blamed == null) return;
        for (int i = 0; i < blamed.size(); i++) needed.set(blamed.get(i));
    }

    /** Runs some transactions; false if that is of no use. */
    private boolean run(int[] transactions) {
        for (int t : transactions) {
            if (inSessions && lastOfSession[history.session(t)] > t) return false;
            lastOfSession[history.session(t)] = t;
            if (inRealTime) {
                if (history.completion(t) < latestInvocation) return false;
                latestInvocation = Math.max(latestInvocation, history.invocation(t));
            }
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op)) {
                    write(op);
                } else if (!isRight(op)) {
                    if (wrong == NONE) wrong = t;
                    blame(t, op);
                    if (blamed.isEmpty()) return false;
                }
            }
        }
        return true;
    }

    private void write(int op) {
        int key = history.key(op);
        if (history.isList()) {
            lists[key].add(history.version(op));
        } else {
            before[key] = last[key];
            last[key] = op;
        }
    }

    private boolean isRight(int read) {
        int version = history.version(read);
        int key = history.key(read);
        if (version == History.UNKNOWN) return true;
        if (!history.isList()) return version(last[key]) == version;
        return history.length(read) == lists[key].size() && differs(read, lists[key]) == lists[key].size();
    }

    private int version(int write) {
        return write == NONE ? History.INITIAL : history.version(write);
    }

    /** The first place at which a list differs from what was read of it; the length of the shorter one if it does not. */
    private int differs(int read, IntList list) {
        int length = Math.min(history.length(read), list.size());
        for (int i = 0; i < length; i++) if (history.element(read, i) != list.get(i)) return i;
        return length;
    }

    /** Keeps of what is blamed what this read is wrong for, too. */
    private void blame(int t, int read) {
        IntList here = new IntList();
        here.add(read);
        if (history.isList()) ofList(t, read, here);
        else ofRegister(read, here);
        if (blamed != null) {
            IntList both = new IntList();
            for (int i = 0; i < here.size(); i++) if (contains(blamed, here.get(i))) both.add(here.get(i));
            here = both;
        }
        blamed = here;
    }

    private static boolean contains(IntList list, int item) {
        for (int i = 0; i < list.size(); i++) if (list.get(i) == item) return true;
        return false;
    }

    private void ofRegister(int read, IntList here) {
        int key = history.key(read);
        source(history.version(read), here);
        if (last[key] != NONE && version(before[key]) == history.version(read)) here.add(last[key]);
    }

    private void ofList(int t, int read, IntList here) {
        IntList list = lists[history.key(read)];
        int length = history.length(read);
        if (length > 0) source(history.element(read, length - 1), here);
        source(excerpt.source(t, read), here);
        int at = differs(read, list);
        int missing = length - list.size();
        if (Math.abs(missing) != 1) return;
        for (int i = at; i < Math.min(length, list.size()); i++) {
            if (history.element(read, missing > 0 ? i + 1 : i) != list.get(missing > 0 ? i : i + 1)) return;
        }
        source(missing > 0 ? history.element(read, at) : list.get(at), here);
    }

    private void source(int version, IntList here) {
        if (version >= 0 && excerpt.write(version) >= 0) here.add(excerpt.write(version));
    }

    /** The transactions as they are run: some first, then around the cycle, and some last. */
    private final class Ring {
        final IntList first = new IntList();
        final IntList around = new IntList();
        final IntList last = new IntList();

        private final BitSet placed = new BitSet();

        Ring(List<Edge> cycle) {
            for (Edge edge : cycle) if (edge.from() >= 0) placed.set(edge.from());
            BitSet once = new BitSet();
            BitSet several = new BitSet();
            for (Edge edge : cycle) {
                BitSet here = reasons(edge);
                here.stream().filter(once::get).forEach(several::set);
                once.or(here);
            }
            once.andNot(several);
            once.andNot(placed);
            placed.or(once);
            Edge edgeBefore = cycle.get(cycle.size() - 1);
            for (Edge edge : cycle) {
                // Who only wrote comes before those who read that; who read comes when it was written.
                reasons(edge).stream().filter(t -> once.get(t) && !reads(t)).forEach(around::add);
                if (edge.from() >= 0) around.add(edge.from());
                reasons(edgeBefore).stream()
                        .filter(t -> once.get(t) && reads(t))
                        .forEach(around::add);
                edgeBefore = edge;
            }
            for (int t = 0; t < history.transactions(); t++) {
                if (placed.get(t) || history.status(t) == Status.ABORTED) continue;
                (reads(t) ? last : first).add(t);
            }
        }

        private boolean reads(int t) {
            for (int op = history.begin(t); op < history.end(t); op++) if (!history.isWrite(op)) return true;
            return false;
        }

        /** The transactions of an edge's reasons that are not its own. */
        private BitSet reasons(Edge edge) {
            BitSet all = new BitSet();
            IntConsumer add = t -> {
                if (t >= 0 && t != edge.from() && t != edge.to() && history.status(t) != Status.ABORTED) all.set(t);
            };
            Deque<Edge> open = new ArrayDeque<>(List.of(edge));
            while (!open.isEmpty()) {
                Edge reason = open.pop();
                add.accept(reason.from());
                add.accept(reason.to());
                reason.shownBy().ifPresent(op -> add.accept(history.transactionOf(op)));
                open.addAll(reason.because());
            }
            return all;
        }
    }
}
