package minos.judge.strong;

import java.util.BitSet;
import minos.util.IntList;

/**
 * Where the clauses of a search come from: a <i>fact</i> is a cycle (or a forbidden path) and names its nodes and the
 * questions on it; every other clause names the clauses it was resolved from. Walking back from the last conflict tells
 * which part of the problem is needed for it.
 */
final class Proof {
    /** Beyond this many ints it stops recording, and the whole problem counts as needed. */
    private static final int LIMIT = 50_000_000;

    private final IntList begin = new IntList();
    private final IntList items = new IntList();
    private final BitSet facts = new BitSet();
    private boolean complete = true;

    Proof() {
        begin.add(0);
    }

    /** A clause that holds because of these nodes and literals; literals are given as -1 - literal. */
    int fact(IntList nodes, IntList labels) {
        facts.set(begin.size() - 1);
        record(nodes);
        if (complete) {
            for (int i = 0; i < labels.size(); i++) if (labels.get(i) >= 0) items.add(-1 - labels.get(i));
        }
        return close();
    }

    /** A clause that follows from others. */
    int resolved(IntList clauses) {
        record(clauses);
        return close();
    }

    private void record(IntList added) {
        if (items.size() + (long) added.size() > LIMIT) complete = false;
        for (int i = 0; complete && i < added.size(); i++) items.add(added.get(i));
    }

    private int close() {
        begin.add(items.size());
        return begin.size() - 2;
    }

    boolean isComplete() {
        return complete;
    }

    /** Collects nodes and literals of all facts that the clause rests on. */
    void collect(int clause, BitSet nodes, BitSet literals) {
        BitSet seen = new BitSet();
        IntList work = new IntList();
        work.add(clause);
        seen.set(clause);
        while (!work.isEmpty()) {
            int at = work.pop();
            for (int i = begin.get(at); i < begin.get(at + 1); i++) {
                int item = items.get(i);
                if (!facts.get(at)) {
                    if (!seen.get(item)) work.add(item);
                    seen.set(item);
                } else if (item >= 0) {
                    nodes.set(item);
                } else {
                    literals.set(-1 - item);
                }
            }
        }
    }
}
