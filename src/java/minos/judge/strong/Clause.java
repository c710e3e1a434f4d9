package minos.judge.strong;

/** A disjunction of literals, of which the first two are watched. */
final class Clause {
    final int[] literals;
    /** Where it comes from, see {@link Proof}. */
    final int proof;

    float activity;
    boolean dropped;

    Clause(int[] literals, int proof) {
        this.literals = literals;
        this.proof = proof;
    }
}
