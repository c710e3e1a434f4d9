package minos.judge.strong;

import java.util.Arrays;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Answers the questions of {@link Pairs} so that the graph has no cycle: a conflict-driven search (watched literals,
 * first unique implication points, activities, saved phases, Luby restarts) over a {@link Theory} that is one {@link
 * DynamicOrder}. An answer's edges are added as soon as it is given; a cycle becomes a clause over the answers on it.
 *
 * <p>The present order is the guess: a question is first answered as the order has it, and not even tried while the
 * order is as one of its answers wants it. So the search is about the few questions that are in each other's way, and
 * the others cost nothing. New questions may be asked when all these are answered.
 */
final class Search {
    private static final int NONE = -1;
    private static final int RESTART = 64;

    private final Pairs pairs;
    private final DynamicOrder order;
    private final Deadline deadline;
    final Proof proof = new Proof();
    final Answers answers = new Answers(proof);
    final Theory theory;
    private final ClauseBase clauses = new ClauseBase(answers);
    private final Activity activity = new Activity();
    private int propagated;
    private int refutation = NONE;
    private long tried;
    private boolean[] seen = new boolean[0];
    private final IntList antecedents = new IntList();
    private final IntList literals = new IntList();
    private final IntList marked = new IntList();

    Search(Pairs pairs, DynamicOrder order, Deadline deadline) {
        this.pairs = pairs;
        this.order = order;
        this.deadline = deadline;
        theory = new Theory(pairs, order, proof);
    }

    /** Looks at a complete answer; asks new questions or adds clauses if it will not do, and says whether it will. */
    interface Check {
        boolean isFine();
    }

    /** How a search ended. */
    enum Result {
        FOUND,
        REFUTED,
        GAVE_UP
    }

    /**
     * Looks for answers that {@code check} accepts. If there are none, {@link #refutation} says why.
     *
     * @param effort gives up after about so many steps
     */
    Result solve(Check check, long effort) {
        long begun = order.steps() + tried;
        long conflicts = 0;
        int restarts = 1;
        long nextRestart = RESTART;
        while (true) {
            if (isRefuted()) return Result.REFUTED;
            grow();
            Clause conflict = propagate();
            if (conflict != null) {
                if ((++conflicts & 0x3F) == 0) deadline.check();
                learn(conflict);
                continue;
            }
            if (order.steps() + tried - begun > effort) return Result.GAVE_UP;
            if (conflicts >= nextRestart) {
                nextRestart = conflicts + RESTART * luby(++restarts);
                backtrack(0);
                clauses.forget();
                continue;
            }
            int question = next();
            if (question != NONE) {
                if ((++tried & 0x3FF) == 0) deadline.check();
                answers.attempt(question * 2 + (prefersFirst(question) ? 0 : 1));
            } else if (check.isFine()) {
                return Result.FOUND;
            }
        }
    }

    boolean isRefuted() {
        return refutation != NONE;
    }

    /** The clause that proves that there is no answer. */
    int refutation() {
        return refutation;
    }

    /** Adds a fact: not all of these literals are true. Gives up all answers but those that are certain. */
    void forbid(IntList forbidden, int fact) {
        backtrack(0);
        grow();
        literals.clear();
        antecedents.clear();
        antecedents.add(fact);
        for (int i = 0; i < forbidden.size(); i++) {
            int negated = forbidden.get(i) ^ 1;
            if (answers.isTrue(negated)) return;
            if (answers.isFalse(negated)) antecedents.add(answers.reason(negated >> 1).proof);
            else literals.add(negated);
        }
        Clause clause = new Clause(literals.toArray(), antecedents.size() == 1 ? fact : proof.resolved(antecedents));
        if (clause.literals.length == 0) {
            refutation = clause.proof;
        } else if (clause.literals.length == 1) {
            answers.follow(clause.literals[0], clause);
        } else {
            clauses.add(clause);
            for (int literal : clause.literals) activity.offer(literal >> 1);
        }
    }

    // What is certain

    /** Whether what is certain leads to no conflict. */
    boolean propagateCertain() {
        if (isRefuted()) return false;
        grow();
        Clause conflict = propagate();
        if (conflict != null) refute(conflict);
        return conflict == null;
    }

    /** Excludes a literal, as the cycle found last closes with what is certain. */
    void exclude(int literal) {
        answers.follow(literal ^ 1, theory.cycleClause(literal));
    }

    /** Adds the edges of all that is certain at once. */
    void takeCertain() {
        Clause conflict = theory.takeAll(answers);
        if (conflict != null) refute(conflict);
    }

    /** A conflict among what is certain. */
    private void refute(Clause conflict) {
        antecedents.clear();
        antecedents.add(conflict.proof);
        for (int literal : conflict.literals) antecedents.add(answers.reason(literal >> 1).proof);
        refutation = proof.resolved(antecedents);
    }

    // Trying

    /** The next question to try, or none if the order is as some answer of each open question wants it. */
    private int next() {
        int question = open();
        if (question != NONE) return question;
        for (int q = 0; q < answers.questions(); q++) {
            if ((q & 0xFFFF) == 0) deadline.check();
            if (answers.isOpen(q) && !theory.isSettled(q)) activity.offer(q);
        }
        return open();
    }

    private int open() {
        while (true) {
            int question = activity.poll();
            if (question == NONE || answers.isOpen(question)) return question;
        }
    }

    private boolean prefersFirst(int question) {
        return answers.phase(question) != 0 ? answers.phase(question) > 0 : theory.prefersFirst(question);
    }

    private void grow() {
        int wanted = pairs.size();
        if (wanted == answers.questions()) return;
        if (wanted > seen.length) seen = Arrays.copyOf(seen, Math.max(wanted, seen.length * 2));
        clauses.grow(wanted);
        activity.grow(answers.questions(), wanted);
        answers.grow(wanted);
    }

    private void backtrack(int toLevel) {
        if (answers.level() <= toLevel) return;
        int kept = answers.kept(toLevel);
        theory.keep(kept);
        answers.backtrack(toLevel, activity);
        propagated = kept;
    }

    /** Clauses first, then the edges of one more answer, until nothing follows; a clause that is false, or null. */
    private Clause propagate() {
        while (true) {
            while (propagated < answers.size()) {
                Clause conflict = clauses.propagate(answers.get(propagated++) ^ 1);
                if (conflict != null) return conflict;
            }
            if (theory.taken() == answers.size()) return null;
            Clause conflict = theory.take(answers.get(theory.taken()));
            if (conflict != null) return conflict;
        }
    }

    // Learning

    /** Learns the clause of the first unique implication point, and goes back to where it says something new. */
    private void learn(Clause conflict) {
        int deepest = 0;
        for (int literal : conflict.literals) deepest = Math.max(deepest, answers.level(literal >> 1));
        if (deepest == 0) {
            refute(conflict);
            return;
        }
        backtrack(deepest);
        analyse(conflict, deepest);
        activity.decay();
        clauses.decay();
        int[] learned = literals.toArray();
        int back = secondDeepestFirst(learned);
        Clause clause = new Clause(learned, proof.resolved(antecedents));
        backtrack(back);
        if (learned.length > 1) clauses.learn(clause);
        answers.follow(learned[0], clause);
    }

    /** Resolves the conflict with the reasons of its answers until one literal of the deepest level is left. */
    private void analyse(Clause conflict, int deepest) {
        antecedents.clear();
        literals.clear();
        literals.add(NONE);
        marked.clear();
        int open = 0;
        int at = answers.size();
        int literal = NONE;
        Clause clause = conflict;
        do {
            antecedents.add(clause.proof);
            clauses.bump(clause);
            for (int other : clause.literals) {
                int question = other >> 1;
                if (other == literal || seen[question]) continue;
                seen[question] = true;
                marked.add(question);
                if (answers.level(question) == 0) {
                    antecedents.add(answers.reason(question).proof);
                    continue;
                }
                activity.bump(question);
                if (answers.level(question) == deepest) open++;
                else literals.add(other);
            }
            do literal = answers.get(--at);
            while (!seen[literal >> 1] || answers.level(literal >> 1) != deepest);
            clause = answers.reason(literal >> 1);
        } while (--open > 0);
        literals.set(0, literal ^ 1);
        for (int i = 0; i < marked.size(); i++) seen[marked.get(i)] = false;
    }

    /** Puts a literal of the deepest level but that of the first in the second place; that level. */
    private int secondDeepestFirst(int[] learned) {
        int back = 0;
        for (int i = 1; i < learned.length; i++) {
            if (answers.level(learned[i] >> 1) <= back) continue;
            back = answers.level(learned[i] >> 1);
            int swapped = learned[1];
            learned[1] = learned[i];
            learned[i] = swapped;
        }
        return back;
    }

    /** The sequence 1 1 2 1 1 2 4 …: restarts that are good whatever the problem. */
    private static long luby(int index) {
        int k = 1;
        while ((1 << k) - 1 < index) k++;
        while ((1 << k) - 1 != index) {
            index -= (1 << (k - 1)) - 1;
            k = 1;
            while ((1 << k) - 1 < index) k++;
        }
        return 1L << (k - 1);
    }
}
