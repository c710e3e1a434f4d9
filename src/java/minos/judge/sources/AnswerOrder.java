package minos.judge.sources;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.BitSet;
import minos.graph.Csr;
import minos.graph.DynamicOrder;
import minos.graph.TopologicalSort;
import minos.history.History;
import minos.history.Status;
import minos.infer.Options;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * What answers say of the commit order, as they come and go: a graph that must not have a cycle. A read of x by t3 from t1 puts t1
 * before t3, and t2, which writes x too, before t1, if
 *
 * <ul>
 *   <li>t2 is the last before t3 in its session that does (from read your writes on);
 *   <li>t3 reads from t2, too: before that (from read committed on) or at all (from read atomicity on);
 *   <li>t3's session read x from t2 the last time (from monotonic reads on).
 * </ul>
 *
 * An edge rests on one answer or two. In the order of sessions these are all edges that {@code minos.judge} infers at read committed, read
 * atomicity and read your writes, or all others follow; at other levels, some. An answer costs the square of the length of its
 * transaction, and what a {@link DynamicOrder} takes.
 */
final class AnswerOrder {
    private final History history;
    private final ReaderLevels levels;
    private final boolean sessions;
    /** Transactions, and after them the initial state. */
    private final DynamicOrder order;
    /** By read: the write that it is from, {@link History#INITIAL}, or {@link Sources#OPEN}. */
    private final int[] source;
    /** By read: the literal of its answer; {@code NONE} if it is certain. */
    private final int[] literal;
    /** By read of a committed transaction: the last before it in its session that writes the key, or {@code NONE}. */
    private final int[] ownWriter;
    /** By read of a committed transaction: its session's read of the key before it, and after it, or {@code NONE}. */
    private final int[] readBefore;

    private final int[] readAfter;

    /** Three for each label of an edge: the literals that it rests on, or {@code NONE}, and the reader. */
    private final IntList because = new IntList();
    /** Reads that were answered, each with the source and the literal that it had before. */
    private final IntList answered = new IntList();
    /** By literal that came, in turns: how many edges, labels and answered reads there were before. */
    private final IntList marks = new IntList();

    private AnswerOrder(History certain, Requirement asked, Csr known, int[] guess, Deadline deadline) {
        history = certain;
        levels = ReaderLevels.of(certain, asked);
        sessions = asked.order() != Order.NONE;
        order = new DynamicOrder(known, guess, deadline);
        source = new int[history.operations()];
        literal = new int[history.operations()];
        ownWriter = new int[history.operations()];
        readBefore = new int[history.operations()];
        readAfter = new int[history.operations()];
        Arrays.fill(source, Sources.OPEN);
        for (int[] nothing : new int[][] {literal, ownWriter, readBefore, readAfter}) Arrays.fill(nothing, NONE);
    }

    /**
     * The order as it is without answers; null if the level speaks of none, or it is a cycle already.
     *
     * @param certain the reading that leaves all open that is not certain
     */
    static AnswerOrder of(History certain, Requirement asked, Options options) {
        if (!asked.level().implies(Level.ADYA_READ_COMMITTED)) return null;
        Csr sessions = bySession(certain);
        Csr known = known(certain, sessions, asked.order());
        int[] guess = new int[known.rows()];
        for (int i = 0; i < guess.length; i++)
            guess[i] = (i + guess.length - 1) % guess.length; // the initial state first
        TopologicalSort sort = new TopologicalSort(known, options.deadline());
        if (!sort.visit(guess)) return null;
        AnswerOrder order = new AnswerOrder(certain, asked, known, sort.order(), options.deadline());
        order.link(sessions);
        for (int op = 0; op < certain.operations(); op++) {
            if (order.isExternal(op, certain.version(op))) order.certain(op, certain.version(op));
        }
        return order.order.rebuild() ? order : null;
    }

    private static Csr bySession(History history) {
        return Csr.build(history.sessions(), bySession -> {
            for (int t = 0; t < history.transactions(); t++) {
                if (history.status(t) != Status.ABORTED) bySession.add(history.session(t), t);
            }
        });
    }

    /** Predecessors. One that may not have happened is passed by: what it is between is in this order all the same. */
    private static Csr known(History history, Csr sessions, Order order) {
        int initial = history.transactions();
        return Csr.build(initial + 1, into -> {
            for (int s = 0; s < history.sessions(); s++) {
                for (int i = sessions.begin(s); i < sessions.end(s); i++) {
                    into.add(sessions.get(i), initial);
                    boolean follows = order != Order.NONE && i > sessions.begin(s);
                    if (follows) into.add(sessions.get(i), sessions.get(i - 1));
                }
            }
        });
    }

    private void link(Csr sessions) {
        int[] writer = new int[history.keys()];
        int[] read = new int[history.keys()];
        Arrays.fill(writer, NONE);
        Arrays.fill(read, NONE);
        for (int i = 0; i < sessions.size(); i++) {
            int t = sessions.get(i);
            if (history.status(t) == Status.COMMITTED) link(t, writer, read);
        }
    }

    private void link(int t, int[] writer, int[] read) {
        int session = history.session(t);
        for (int op = history.begin(t); op < history.end(t); op++) {
            if (history.isWrite(op)) continue;
            int key = history.key(op);
            int last = writer[key];
            if (last != NONE && history.session(last) == session) ownWriter[op] = last;
            int before = read[key];
            if (before != NONE && history.session(history.transactionOf(before)) == session) {
                readBefore[op] = before;
                readAfter[before] = op;
            }
            read[key] = op;
        }
        for (int op = history.begin(t); op < history.end(t); op++) {
            if (history.isWrite(op)) writer[history.key(op)] = t;
        }
    }

    /** Whether a read by a committed transaction is from another, or from the initial state. */
    private boolean isExternal(int read, int from) {
        int t = history.transactionOf(read);
        if (history.isWrite(read) || history.status(t) != Status.COMMITTED) return false;
        return from == History.INITIAL || from >= 0 && from < history.operations() && history.transactionOf(from) != t;
    }

    private void certain(int read, int from) {
        tie(read, from, NONE);
        edges(read, (a, b, first, second) -> {
            order.put(a, b, label(first, second));
            return true;
        });
    }

    // Answers come and go

    /** Marks that a literal comes. */
    void mark() {
        marks.add(order.edges());
        marks.add(because.size());
        marks.add(answered.size());
    }

    /** A read is from a write; false if that closes a cycle, which is then to be {@linkplain #explain explained}. */
    boolean answer(int read, int from, int byLiteral) {
        if (!isExternal(read, from)) return true;
        tie(read, from, byLiteral);
        return edges(read, (a, b, first, second) -> order.add(a, b, label(first, second)));
    }

    /** Takes back all but the first literals. */
    void backtrack(int size) {
        int to = size * 3;
        order.removeTo(marks.get(to));
        while (because.size() > marks.get(to + 1)) because.pop();
        while (answered.size() > marks.get(to + 2)) {
            int before = answered.pop();
            int from = answered.pop();
            int read = answered.pop();
            source[read] = from;
            literal[read] = before;
        }
        while (marks.size() > to) marks.pop();
    }

    long steps() {
        return order.steps();
    }

    /** Not all answers on the cycle found last are right. */
    void explain(IntList clause, BitSet transactions) {
        for (int i = 0; i < order.cycleLabels.size(); i++) {
            if (order.cycleVertices.get(i) < history.transactions()) transactions.set(order.cycleVertices.get(i));
            int label = order.cycleLabels.get(i);
            if (label == NONE) continue;
            transactions.set(because.get(label + 2));
            addNegated(because.get(label), clause);
            addNegated(because.get(label + 1), clause);
        }
    }

    private static void addNegated(int literal, IntList clause) {
        if (literal == NONE) return;
        for (int i = 0; i < clause.size(); i++) if (clause.get(i) == (literal ^ 1)) return;
        clause.add(literal ^ 1);
    }

    /** How many of the edges that an answer would add go against the order as it is. */
    int disagreements(int read, int from) {
        if (!isExternal(read, from)) return 0;
        int before = source[read];
        int[] count = new int[1];
        source[read] = from;
        edges(read, (a, b, first, second) -> {
            if (!order.agrees(a, b)) count[0]++;
            return true;
        });
        source[read] = before;
        return count[0];
    }

    // What an answer says

    /** Takes an edge, with the two reads whose sources it rests on; says whether to go on. */
    private interface Edges {
        boolean edge(int from, int to, int read, int seen);
    }

    private void tie(int read, int from, int byLiteral) {
        answered.add(read);
        answered.add(source[read]);
        answered.add(literal[read]);
        source[read] = from;
        literal[read] = byLiteral;
    }

    private int label(int read, int seen) {
        int label = because.size();
        because.add(literal[read]);
        because.add(literal[seen]);
        because.add(history.transactionOf(read));
        return label;
    }

    private boolean edges(int read, Edges edges) {
        int reader = history.transactionOf(read);
        int writer = vertex(source[read]);
        if (!edges.edge(writer, reader, read, read)) return false;
        int own = ownWriter[read];
        boolean ownWrites = sessions && own != NONE && own != writer && levels.imply(reader, Level.READ_YOUR_WRITES);
        if (ownWrites && !edges.edge(own, writer, read, read)) return false;
        if (sessions && !(afterRead(read, edges) && beforeRead(read, edges))) return false;
        if (!levels.imply(reader, Level.READ_COMMITTED)) return true;
        boolean allReads = levels.imply(reader, Level.READ_ATOMIC);
        for (int other = history.begin(reader); other < history.end(reader); other++) {
            if (other == read || !isExternal(other, source[other])) continue;
            boolean after = allReads || other < read;
            boolean before = allReads || read < other;
            if (after && !overwrites(other, read, edges)) return false;
            if (before && !overwrites(read, other, edges)) return false;
        }
        return true;
    }

    /** If a transaction is seen in one read, it is not overlooked in another. */
    private boolean overwrites(int seen, int read, Edges edges) {
        int other = vertex(source[seen]);
        int writer = vertex(source[read]);
        if (other == writer || !writes(other, history.key(read))) return true;
        return edges.edge(other, writer, read, seen);
    }

    private boolean writes(int t, int key) {
        if (t == history.transactions()) return false; // what the initial state wrote, all others follow
        for (int op = history.begin(t); op < history.end(t); op++) {
            if (history.isWrite(op) && history.key(op) == key) return true;
        }
        return false;
    }

    private boolean afterRead(int read, Edges edges) {
        if (!readsMonotonically(read)) return true;
        int before = readBefore[read];
        while (before != NONE && !isEarlier(before, read)) before = readBefore[before];
        return before == NONE || follows(before, read, edges);
    }

    private boolean beforeRead(int read, Edges edges) {
        int after = readAfter[read];
        while (after != NONE && !isEarlier(read, after)) after = readAfter[after];
        return after == NONE || !readsMonotonically(after) || follows(read, after, edges);
    }

    private boolean readsMonotonically(int read) {
        return levels.imply(history.transactionOf(read), Level.MONOTONIC_READS);
    }

    /** Whether two reads have sources, and the first is by an earlier transaction. */
    private boolean isEarlier(int read, int other) {
        return isExternal(read, source[read])
                && isExternal(other, source[other])
                && history.transactionOf(read) != history.transactionOf(other);
    }

    private boolean follows(int before, int read, Edges edges) {
        int seen = vertex(source[before]);
        int writer = vertex(source[read]);
        return seen == writer || seen == history.transactions() || edges.edge(seen, writer, read, before);
    }

    private int vertex(int from) {
        return from == History.INITIAL ? history.transactions() : history.transactionOf(from);
    }
}
