package minos.sat;

import java.util.BitSet;
import minos.util.IntList;

/**
 * Where clauses come from, as in MiniSat's proof logging: a <i>root</i> was given, by the problem or by the theory, with its
 * literals and the premises that it rests on; a <i>chain</i> was resolved from other clauses. Walking back from the empty
 * clause finds the roots that it takes.
 */
final class Proof {
    /** Beyond this many ints nothing is recorded any more. */
    private static final int LIMIT = 50_000_000;

    private final IntList begin = new IntList();
    private final IntList items = new IntList();
    private final BitSet roots = new BitSet();
    private boolean complete = true;

    Proof() {
        begin.add(0);
    }

    /** A clause that was given; its number. */
    int root(IntList clause, IntList premises) {
        roots.set(begin.size() - 1);
        record(premises);
        if (complete) for (int i = 0; i < clause.size(); i++) items.add(-1 - clause.get(i));
        return end();
    }

    /** The clause that resolving others, given by their numbers, leads to. */
    int chain(IntList clauses) {
        record(clauses);
        return end();
    }

    private void record(IntList added) {
        if (items.size() + (long) added.size() > LIMIT) complete = false;
        for (int i = 0; complete && i < added.size(); i++) items.add(added.get(i));
    }

    private int end() {
        begin.add(items.size());
        return begin.size() - 2;
    }

    /** What the roots that a clause was resolved from say; null if too much has happened to be recorded. */
    Solver.Core core(int clause) {
        if (!complete) return null;
        BitSet premises = new BitSet();
        BitSet literals = new BitSet();
        BitSet seen = new BitSet();
        IntList work = new IntList();
        work.add(clause);
        seen.set(clause);
        while (!work.isEmpty()) {
            int at = work.pop();
            for (int i = begin.get(at); i < begin.get(at + 1); i++) {
                int item = items.get(i);
                if (!roots.get(at)) {
                    if (!seen.get(item)) work.add(item);
                    seen.set(item);
                } else if (item >= 0) {
                    premises.set(item);
                } else {
                    literals.set(-1 - item);
                }
            }
        }
        return new Solver.Core(premises, literals);
    }
}
