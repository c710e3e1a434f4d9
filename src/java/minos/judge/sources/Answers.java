package minos.judge.sources;

import static minos.util.Sentinel.NONE;

import java.util.BitSet;
import minos.history.History;
import minos.sat.EmptyTheory;
import minos.sat.Solver;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Which answers to questions are still possible together. A variable stands for one answer to one question; a question that was
 * asked needs one of its answers, and what was found not to go together is forbidden. Answers given first are preferred.
 *
 * <p>Where there is an {@link AnswerOrder}, the theory is that it has no cycle.
 */
final class Answers extends EmptyTheory {
    /** Of how many answers to find the one that the order agrees with most. */
    private static final int MOST_COMPARED = 64;

    private final Solver solver;
    private final Sources sources;
    /** Null if answers are not known to say anything of an order. */
    private final AnswerOrder order;

    /** By question: its possible answers, the preferred one first; null if it was not asked. */
    private final int[][] possible;
    /** By question that was asked: the variable of its first answer. */
    private final int[] firstVariable;
    /** By variable: its question. */
    private final IntList question = new IntList();
    /** How much was forbidden. */
    private int forbidden;

    /** @param order of answers; null if there is none */
    Answers(Sources sources, AnswerOrder order, Deadline deadline) {
        this.sources = sources;
        this.order = order;
        possible = new int[sources.questions()][];
        firstVariable = new int[possible.length];
        solver = new Solver(this, deadline);
    }

    /** Whether answers are refused that close a cycle of the commit order, without being forbidden. */
    boolean areOrdered() {
        return order != null;
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
        solver.addClause(clause, list(history().transactions() + question));
    }

    private History history() {
        return sources.history();
    }

    /**
     * Says that these answers do not go together.
     *
     * @param questions all of them asked
     * @return how much was forbidden before
     */
    int forbid(IntList questions, int[] answers) {
        IntList clause = new IntList(questions.size());
        for (int i = 0; i < questions.size(); i++) {
            int asked = questions.get(i);
            int variable = firstVariable[asked];
            while (possible[asked][variable - firstVariable[asked]] != answers[asked]) variable++;
            clause.add(variable * 2 + 1);
        }
        solver.addClause(clause, list(history().transactions() + possible.length + forbidden));
        return forbidden++;
    }

    /**
     * Fills in an answer for each question that was asked, unless there is no way to answer them all.
     *
     * @param budget how many decisions and steps to take for it, about
     */
    Solver.Result fill(int[] answers, long budget) {
        Solver.Result result = solver.solve(budget);
        if (result != Solver.Result.SAT) return result;
        for (int q = 0; q < possible.length; q++) {
            if (possible[q] == null) continue;
            int i = 0;
            while (solver.value((firstVariable[q] + i) * 2) != Solver.TRUE) i++;
            answers[q] = possible[q][i];
        }
        return result;
    }

    /**
     * What it takes that there is no way.
     *
     * @param transactions among which cycles are
     * @param questions    that must have an answer
     * @param forbidden    what was, by number
     */
    record Refutation(BitSet transactions, BitSet questions, BitSet forbidden) {}

    /** After there was no way: what that takes; null if too much was tried to say. */
    Refutation refutation() {
        Solver.Core core = solver.core();
        if (core == null) return null;
        int questions = history().transactions();
        int last = questions + possible.length;
        BitSet all = core.premises();
        return new Refutation(
                all.get(0, questions), all.get(questions, last), all.get(last, Math.max(last, all.length())));
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

    /**
     * The answer that the order agrees with most, of those that are left; the preferred one of several. To decide what is no
     * answer would be a long list.
     */
    @Override
    public int decision(int variable, byte last) {
        if (!isDecision(variable)) return variable * 2 + 1;
        int q = question.get(variable);
        int best = NONE;
        int least = Integer.MAX_VALUE;
        int compared = 0;
        for (int i = 0; i < possible[q].length && least > 0 && compared < MOST_COMPARED; i++) {
            int answer = firstVariable[q] + i;
            if (solver.value(answer * 2) == Solver.FALSE) continue;
            compared++;
            int disagreements = order == null ? 0 : order.disagreements(sources.read(q), possible[q][i]);
            if (disagreements >= least) continue;
            least = disagreements;
            best = answer;
        }
        return best * 2;
    }

    @Override
    public boolean assign(int literal) {
        if (order == null) return true;
        order.mark();
        int variable = literal >> 1;
        int q = question.get(variable);
        return (literal & 1) == 1 || order.answer(sources.read(q), possible[q][variable - firstVariable[q]], literal);
    }

    @Override
    public void explain(IntList clause, IntList premises) {
        BitSet transactions = new BitSet();
        order.explain(clause, transactions);
        transactions.stream().forEach(premises::add);
    }

    @Override
    public void backtrack(int size) {
        if (order != null) order.backtrack(size);
    }

    @Override
    public long steps() {
        return order == null ? 0 : order.steps();
    }
}
