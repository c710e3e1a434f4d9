package minos.sat;

import minos.util.IntList;

/**
 * The empty theory: plain satisfiability, every variable is decided. Literals mean nothing beyond clauses; who extends it has a say in
 * what is decided.
 */
public class EmptyTheory implements Theory {
    @Override
    public boolean assign(int literal) {
        return true;
    }

    @Override
    public void explain(IntList clause, IntList premises) {
        throw new IllegalStateException("nothing was refused");
    }

    @Override
    public void backtrack(int size) {}

    @Override
    public boolean isDecision(int variable) {
        return true;
    }

    @Override
    public int polarity(int variable) {
        return variable * 2 + 1;
    }

    @Override
    public boolean check() {
        return true;
    }

    @Override
    public long steps() {
        return 0;
    }
}
