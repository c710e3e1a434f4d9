package minos.judge.strong;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import minos.history.History;
import minos.history.Status;
import minos.model.Edge;
import minos.model.Order;

/** What a contradiction of a claim rests on besides its edges, and what a claim leaves open. */
final class Claims {
    private Claims() {}

    static String uncommitted(int transaction) {
        return "the database does not say when T" + transaction + " committed";
    }

    static String sameTime(History history, int one, int other, int write) {
        return "T" + one + " and T" + other + " both wrote " + history.keyText(history.key(write))
                + ", and the database gives both the same time, " + history.stampText(history.committed(one));
    }

    /** What reads were from, and reads that show that indeterminate transactions committed. */
    static List<Integer> grounds(Problem problem, DependencyGraph words, List<Edge> edges) {
        TreeSet<Integer> grounds = new TreeSet<>();
        BitSet shown = new BitSet();
        Deque<Integer> open = new ArrayDeque<>();
        for (Edge edge : edges) {
            if (edge instanceof Edge.AntiDependency missed) source(problem, missed.read(), grounds, open);
            if (edge.shownBy().isPresent()) source(problem, edge.shownBy().getAsInt(), grounds, open);
            if (edge instanceof Edge.WriteRead seen) {
                source(problem, seen.read(), grounds, open);
                shown.set(seen.from());
            }
            if (edge.kind() == Edge.Kind.RT && problem.order == Order.PER_KEY_REAL_TIME)
                share(problem, edge, grounds, open);
            for (Edge because : edge.because()) open.add(because.from());
            open.add(edge.from());
            open.add(edge.to());
        }
        while (!open.isEmpty()) {
            int id = open.pop();
            if (shown.get(id) || problem.history.status(id) != Status.INDETERMINATE) continue;
            shown.set(id);
            int read = proof(problem, words, id, grounds);
            if (read >= 0) source(problem, problem.readOp[read], grounds, open);
        }
        return new ArrayList<>(grounds);
    }

    /** Adds what two transactions first did to a key that both use. */
    private static void share(Problem problem, Edge edge, TreeSet<Integer> grounds, Deque<Integer> open) {
        History history = problem.history;
        for (int a = history.begin(edge.from()); a < history.end(edge.from()); a++) {
            for (int b = history.begin(edge.to()); b < history.end(edge.to()); b++) {
                if (history.key(a) != history.key(b)) continue;
                for (int op : new int[] {a, b}) {
                    grounds.add(op);
                    if (!history.isWrite(op)) source(problem, op, grounds, open);
                }
                return;
            }
        }
    }

    /** Adds what a read was from; of a list, also the own appends that it shows. */
    private static void source(Problem problem, int operation, TreeSet<Integer> grounds, Deque<Integer> open) {
        History history = problem.history;
        int id = history.transactionOf(operation);
        for (int op = history.begin(id); problem.isList() && op < operation; op++) {
            if (history.isWrite(op) && history.key(op) == history.key(operation)) grounds.add(op);
        }
        open.add(id);
        int t = problem.find(id);
        for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
            int slot = problem.readSlot[r];
            if (problem.readOp[r] != operation || slot == Problem.LEFT_OUT || problem.isInitial(slot)) continue;
            grounds.add(problem.versionOp[slot]);
            open.add(problem.id[problem.versionWriter[slot]]);
            return;
        }
        if (!problem.isList()) writes(history, history.version(operation), grounds);
    }

    /** Adds what wrote a version that nobody read from who takes part: it aborted. */
    private static void writes(History history, int version, TreeSet<Integer> grounds) {
        for (int op = 0; version >= 0 && op < history.operations(); op++) {
            if (history.isWrite(op) && history.version(op) == version) grounds.add(op);
        }
    }

    /** Adds a read that shows something of a transaction, and what it shows; that read, or -1. */
    private static int proof(Problem problem, DependencyGraph words, int id, TreeSet<Integer> grounds) {
        for (int r = 0; r < problem.readSlot.length; r++) {
            int slot = problem.readSlot[r];
            if (slot == Problem.LEFT_OUT || problem.isInitial(slot)) continue;
            if (problem.id[problem.versionWriter[slot]] != id) continue;
            grounds.add(problem.readOp[r]);
            return r;
        }
        for (int e = 0; e < problem.elementVersion.length; e++) {
            if (words.id(problem.elementVersion[e]) != id) continue;
            int read = words.longestRead(problem.versionKey[problem.elementVersion[e]]);
            if (read < 0 || problem.elementPlace[e] >= problem.readLength[read]) continue;
            grounds.add(problem.readOp[read]);
            grounds.add(words.op(e));
            return read;
        }
        return -1;
    }
}
