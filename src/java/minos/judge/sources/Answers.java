package minos.judge.sources;

import java.util.BitSet;
import minos.sat.EmptyTheory;
import minos.sat.Solver;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Which answers to questions are still possible together. A variable stands for one answer to one question; a question that was
 * asked needs one of its answers, and what was found not to go together is forbidden. Answers given first are preferred.
 */
final class Answers extends EmptyTheory {
    private final Solver solver;
    /** By question: its possible answers, the preferred one first; null if it was not asked. */
    private final int[][] possible;
    /** By question that was asked: the variable of its first answer. */
    private final int[] firstVariable;
    /** By variable: its question. */
    private final IntList question = new IntList();
    /** How many reasons there are: those below {@link #possible}'s length are questions, the others what was forbidden. */
    private int reasons;

    Answers(int questions, Deadline deadline) {
        possible = new int[questions][];
        firstVariable = new int[questions];
        solver = new Solver(this, deadline);
        reasons = questions;
    }

    boolean isAsked(int question) {
        return possible[question] != null;
    }

    /** Asks a question: one of these must be the answer, the first if it can be. */
    void ask(int question, int[] answers) {
        possible[question] = answers;
        firstVariable[question] = solver.nVars();
        IntList clause = new IntList(answers.length);
        for (int i = 0; i < answers.length; i++) {
            this.question.add(question);
            clause.add(solver.newVar() * 2);
        }
        solver.addClause(clause, list(question));
    }

    /**
     * Says that these answers do not go together.
     *
     * @param questions all of them asked
     * @return the number of this reason in a {@link #refutation}
     */
    int forbid(IntList questions, int[] answers) {
        IntList clause = new IntList(questions.size());
        for (int i = 0; i < questions.size(); i++) {
            int asked = questions.get(i);
            int variable = firstVariable[asked];
            while (possible[asked][variable - firstVariable[asked]] != answers[asked]) variable++;
            clause.add(variable * 2 + 1);
        }
        solver.addClause(clause, list(reasons));
        return reasons++;
    }

    /** Fills in an answer for each question that was asked; false if there is no way to answer them all. */
    boolean fill(int[] answers) {
        if (solver.solve(Long.MAX_VALUE) != Solver.Result.SAT) return false;
        for (int q = 0; q < possible.length; q++) {
            if (possible[q] == null) continue;
            int i = 0;
            while (solver.value((firstVariable[q] + i) * 2) != Solver.TRUE) i++;
            answers[q] = possible[q][i];
        }
        return true;
    }

    /** After there was no way: what that takes, questions and what was forbidden; null if too much was tried to say. */
    BitSet refutation() {
        Solver.Core core = solver.core();
        return core == null ? null : core.premises();
    }

    private static IntList list(int item) {
        IntList list = new IntList(1);
        list.add(item);
        return list;
    }

    @Override
    public boolean isDecision(int variable) {
        int q = question.get(variable);
        for (int i = 0; i < possible[q].length; i++) {
            if (solver.value((firstVariable[q] + i) * 2) == Solver.TRUE) return false;
        }
        return true;
    }

    @Override
    public int polarity(int variable) {
        for (int better = firstVariable[question.get(variable)]; better < variable; better++) {
            if (solver.value(better * 2) != Solver.FALSE) return variable * 2 + 1;
        }
        return variable * 2;
    }
}
