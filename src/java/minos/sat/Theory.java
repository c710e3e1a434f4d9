package minos.sat;

import minos.util.IntList;

/**
 * What literals mean beyond clauses: the T of DPLL(T). The {@link Solver} assigns literals, the theory says when a set of
 * them has no model, explains why as a clause, and forgets the latest ones again. Literals are the solver's: {@code 2 * var}
 * is the variable, {@code 2 * var + 1} its negation.
 */
public interface Theory {
    /**
     * One more literal is true, in the order of the trail. False if the literals assigned so far have no model; then {@link
     * #explain} is asked, and the literal counts as assigned until it is taken back.
     */
    boolean assign(int literal);

    /**
     * Why the last literals were refused.
     *
     * @param clause   gets the conflict clause: literals that are false now, one of which must be true in every model
     * @param premises gets what the clause rests on, in numbers of the theory's own that are not negative; a {@link
     *                 Solver.Core} returns them
     */
    void explain(IntList clause, IntList premises);

    /** Takes back all but the first {@code size} literals that were assigned. */
    void backtrack(int size);

    /** Whether an unassigned variable has to be decided. If not, the theory's model agrees with one of its literals. */
    boolean isDecision(int variable);

    /** The literal of a variable to decide for while it never had a value. */
    int polarity(int variable);

    /**
     * The literal to decide for when a variable is next; it may be that of another that is open.
     *
     * @param last its last value, as {@link Solver#value} has it
     */
    default int decision(int variable, byte last) {
        return switch (last) {
            case Solver.TRUE -> variable * 2;
            case Solver.FALSE -> variable * 2 + 1;
            default -> polarity(variable);
        };
    }

    /**
     * Whether a model of all clauses, with each variable assigned that has to be, will do. If not, the theory must have
     * made new variables or added clauses before it returns.
     */
    boolean check();

    /** How much work the theory has done so far, in units about as dear as a decision. */
    long steps();
}
