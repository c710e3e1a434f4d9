package minos.judge.strong;

import minos.util.IntList;

/**
 * What answers mean to the order of points: each is one or two edges, and a cycle is a clause over the answers on it.
 * Answers are taken in the order in which they were given.
 */
final class Theory {
    private final Pairs pairs;
    private final DynamicOrder order;
    private final Proof proof;
    /** By place of an answer that was taken: how many edges there were before its edges. */
    private final IntList marks = new IntList();

    private final IntList literals = new IntList();

    Theory(Pairs pairs, DynamicOrder order, Proof proof) {
        this.pairs = pairs;
        this.order = order;
        this.proof = proof;
    }

    /** How many answers were taken. */
    int taken() {
        return marks.size();
    }

    /** Takes one more answer; a clause that is false then, or null. */
    Clause take(int literal) {
        marks.add(order.edges());
        for (int edge = 0; edge < 2; edge++) {
            int from = pairs.from(literal, edge);
            if (from >= 0 && !order.add(from, pairs.to(literal, edge), literal)) return cycleClause(literal);
        }
        return breaksBarrier(literal) ? cycleClause(literal) : null;
    }

    /** Takes all further answers at once, in linear time; a clause that is false then, or null. */
    Clause takeAll(Answers answers) {
        while (marks.size() < answers.size()) {
            int literal = answers.get(marks.size());
            marks.add(order.edges());
            for (int edge = 0; edge < 2; edge++) {
                int from = pairs.from(literal, edge);
                if (from >= 0) order.put(from, pairs.to(literal, edge), literal);
            }
        }
        if (order.rebuild()) return null;
        int some = 0;
        while (order.cycleLabels.get(some) < 0) some++;
        return cycleClause(order.cycleLabels.get(some));
    }

    /** Takes back all but the first answers. */
    void keep(int answers) {
        if (marks.size() > answers) order.removeTo(marks.get(answers));
        while (marks.size() > answers) marks.pop();
    }

    /** Whether a literal closes a cycle with what was taken, which {@link #cycleClause} then speaks of. */
    boolean fails(int literal) {
        for (int edge = 0; edge < 2; edge++) {
            int from = pairs.from(literal, edge);
            if (from >= 0 && order.closesCycle(from, pairs.to(literal, edge), literal)) return true;
        }
        return breaksBarrier(literal);
    }

    private boolean breaksBarrier(int literal) {
        for (int barrier : pairs.barriers(literal)) {
            if (order.closesCycle(barrier, pairs.overwriting(literal), literal)) return true;
        }
        return false;
    }

    /** As {@link #fails(int)}, as far as the clocks know. */
    boolean fails(int literal, Clocks clocks) {
        for (int edge = 0; edge < 2; edge++) {
            int from = pairs.from(literal, edge);
            if (from >= 0 && fails(from, pairs.to(literal, edge), literal, clocks)) return true;
        }
        for (int barrier : pairs.barriers(literal)) {
            if (fails(barrier, pairs.overwriting(literal), literal, clocks)) return true;
        }
        return false;
    }

    private boolean fails(int from, int to, int literal, Clocks clocks) {
        if (!clocks.reaches(to, from)) return false;
        order.cycle(from, to, literal, clocks);
        return true;
    }

    /** Not all answers on the cycle found last can stand. */
    Clause cycleClause(int literal) {
        int fact = proof.fact(order.cycleNodes, order.cycleLabels);
        literals.clear();
        literals.add(literal ^ 1);
        for (int i = 0; i < order.cycleLabels.size(); i++) {
            int label = order.cycleLabels.get(i);
            if (label >= 0 && label != literal && !contains(label ^ 1)) literals.add(label ^ 1);
        }
        return new Clause(literals.toArray(), fact);
    }

    private boolean contains(int literal) {
        for (int i = 0; i < literals.size(); i++) if (literals.get(i) == literal) return true;
        return false;
    }

    /** Whether the present order is as one answer of the question, or the other, wants it. */
    boolean isSettled(int question) {
        return disagreements(question * 2) == 0 || disagreements(question * 2 + 1) == 0;
    }

    /** Whether the present order is nearer to the first answer of a question than to the second. */
    boolean prefersFirst(int question) {
        int difference = disagreements(question * 2) - disagreements(question * 2 + 1);
        if (difference != 0) return difference < 0;
        return order.agrees(pairs.from(question * 2, 0), pairs.from(question * 2 + 1, 0));
    }

    private int disagreements(int literal) {
        int count = 0;
        for (int edge = 0; edge < 2; edge++) {
            int from = pairs.from(literal, edge);
            if (from >= 0 && !order.agrees(from, pairs.to(literal, edge))) count++;
        }
        return count;
    }
}
