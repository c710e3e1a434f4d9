package minos.judge.strong;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Answers the questions of {@link Pairs} so that the graph has no cycle: a conflict-driven search (watched literals,
 * first unique implication points, activities, saved phases, Luby restarts) over a theory that is one {@link
 * DynamicOrder}. An answer's edges are added as soon as it is given; a cycle becomes a clause over the answers on it.
 *
 * <p>A question is first answered as the present order has it, so that the search begins with the guess and strays
 * from it only where it must. New questions may be asked when all others are answered.
 */
final class Search {
    private static final int NONE = -1;
    private static final int RESTART = 64;

    private final Pairs pairs;
    private final DynamicOrder order;
    private final Deadline deadline;
    final Proof proof = new Proof();

    /** A disjunction of literals; the first two are watched. */
    private static final class Clause {
        final int[] literals;
        final int proof;
        float activity;
        boolean dropped;

        Clause(int[] literals, int proof) {
            this.literals = literals;
            this.proof = proof;
        }
    }

    private int size;
    /** By literal: 0 open, 1 true, -1 false. */
    private byte[] value = new byte[0];
    private int[] level = new int[0];
    private Clause[] reason = new Clause[0];
    private byte[] phase = new byte[0];
    private Clause[][] watches = new Clause[0][];
    private int[] watchCount = new int[0];
    private boolean[] seen = new boolean[0];
    private final Activity activity = new Activity();
    private final List<Clause> learned = new ArrayList<>();
    private float clauseStep = 1;
    private int learnedLimit = 4000;

    private final IntList trail = new IntList();
    private final IntList trailLimits = new IntList();
    /** By place in the trail: how many edges there were before its edges. */
    private final IntList edgeMarks = new IntList();
    private int propagated;
    private int conflictProof = NONE;
    private final IntList antecedents = new IntList();
    private final IntList learnedLiterals = new IntList();

    Search(Pairs pairs, DynamicOrder order, Deadline deadline) {
        this.pairs = pairs;
        this.order = order;
        this.deadline = deadline;
    }

    /** Looks at a complete answer; asks new questions or adds clauses if it will not do, and says whether it will. */
    interface Check {
        boolean isFine();
    }

    /** Whether there is an answer that {@code check} accepts. If not, {@link #conflict} says why. */
    boolean solve(Check check) {
        long conflicts = 0;
        int restarts = 1;
        long nextRestart = RESTART;
        while (true) {
            if (conflictProof != NONE) return false;
            grow();
            Clause conflict = propagate();
            if (conflict != null) {
                if (trailLimits.isEmpty()) {
                    refute(conflict);
                    return false;
                }
                if ((++conflicts & 0xFF) == 0) deadline.check();
                learn(conflict);
                continue;
            }
            if (conflicts >= nextRestart) {
                nextRestart = conflicts + RESTART * luby(++restarts);
                backtrack(0);
                if (learned.size() > learnedLimit) forget();
                continue;
            }
            int question = decide();
            if (question == NONE) {
                if (check.isFine()) return true;
                continue;
            }
            trailLimits.add(trail.size());
            assign(question * 2 + (prefersFirst(question) ? 0 : 1), null);
        }
    }

    /** The clause that proves that there is no answer. */
    int conflict() {
        return conflictProof;
    }

    boolean isOpen(int question) {
        return question >= size || value[question * 2] == 0;
    }

    boolean isTrue(int literal) {
        return (literal >> 1) < size && value[literal] > 0;
    }

    boolean atRoot() {
        return trailLimits.isEmpty();
    }

    /** Adds a fact: not all of these literals are true. Gives up all answers but those that are certain. */
    void forbid(IntList literals, int fact) {
        backtrack(0);
        grow();
        IntList kept = new IntList();
        antecedents.clear();
        antecedents.add(fact);
        for (int i = 0; i < literals.size(); i++) {
            int negated = literals.get(i) ^ 1;
            if (value[negated] > 0 && level[negated >> 1] == 0) return;
            if (value[negated] < 0) antecedents.add(reason[negated >> 1].proof);
            else kept.add(negated);
        }
        Clause clause = new Clause(kept.toArray(), antecedents.size() == 1 ? fact : proof.resolved(antecedents));
        if (kept.isEmpty()) {
            conflictProof = clause.proof;
        } else if (kept.size() == 1) {
            assign(kept.get(0), clause);
        } else {
            watch(clause);
        }
    }

    /**
     * Finds open questions of which one answer closes a cycle with what is certain, and answers them. Only at the root.
     * Stops when searches have looked at {@code budget} nodes.
     *
     * @param clocks tell quickly what closes a cycle; or null
     */
    void close(long budget, Clocks clocks) {
        long end = order.steps() + budget;
        boolean changed = true;
        while (changed && conflictProof == NONE) {
            grow();
            Clause conflict = propagate();
            if (conflict != null) {
                refute(conflict);
                return;
            }
            if (clocks != null) clocks.update(order, deadline);
            changed = false;
            for (int question = 0; question < size && conflictProof == NONE && order.steps() <= end; question++) {
                for (int literal = question * 2; literal <= question * 2 + 1 && isOpen(question); literal++) {
                    if (!(clocks != null ? fails(literal, clocks) : fails(literal))) continue;
                    changed = true;
                    certainly(literal ^ 1);
                    if (clocks == null && (conflict = propagate()) != null) refute(conflict);
                }
            }
            if (clocks != null && changed) addEdges();
        }
    }

    /** Answers a question for certain, as the cycle found last forbids the other answer. */
    private void certainly(int literal) {
        Clause cycle = cycleClause(literal ^ 1);
        antecedents.clear();
        antecedents.add(cycle.proof);
        for (int other : cycle.literals) if (other != literal) antecedents.add(reason[other >> 1].proof);
        assign(literal, new Clause(new int[] {literal}, proof.resolved(antecedents)));
    }

    /** Adds the edges of all that is certain at once, in linear time. */
    private void addEdges() {
        while (edgeMarks.size() < trail.size()) {
            int literal = trail.get(edgeMarks.size());
            edgeMarks.add(order.edges());
            for (int edge = 0; edge < 2; edge++) {
                int from = pairs.from(literal, edge);
                if (from >= 0) order.put(from, pairs.to(literal, edge), literal);
            }
        }
        if (order.rebuild()) return;
        IntList labels = order.cycleLabels;
        int some = 0;
        while (labels.get(some) < 0) some++;
        refute(cycleClause(labels.get(some)));
    }

    private boolean fails(int literal) {
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

    /** Whether the literal cannot hold, as far as the clocks know. */
    private boolean fails(int literal, Clocks clocks) {
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

    /** As long as no answer is certain or tried that goes against it, the present order is kept. */
    private boolean prefersFirst(int question) {
        if (phase[question] != 0) return phase[question] > 0;
        int disagreements = 0;
        for (int edge = 0; edge < 2; edge++) {
            int from = pairs.from(question * 2, edge);
            if (from >= 0 && !order.agrees(from, pairs.to(question * 2, edge))) disagreements++;
            from = pairs.from(question * 2 + 1, edge);
            if (from >= 0 && !order.agrees(from, pairs.to(question * 2 + 1, edge))) disagreements--;
        }
        if (disagreements != 0) return disagreements < 0;
        return order.agrees(pairs.from(question * 2, 0), pairs.from(question * 2 + 1, 0));
    }

    private void grow() {
        int wanted = pairs.size();
        if (wanted == size) return;
        if (wanted > level.length) {
            int capacity = Math.max(wanted, level.length * 2);
            value = Arrays.copyOf(value, capacity * 2);
            level = Arrays.copyOf(level, capacity);
            reason = Arrays.copyOf(reason, capacity);
            phase = Arrays.copyOf(phase, capacity);
            seen = Arrays.copyOf(seen, capacity);
            watches = Arrays.copyOf(watches, capacity * 2);
            watchCount = Arrays.copyOf(watchCount, capacity * 2);
        }
        activity.grow(size, wanted);
        size = wanted;
    }

    private int decide() {
        while (true) {
            int question = activity.poll();
            if (question == NONE || value[question * 2] == 0) return question;
        }
    }

    private void assign(int literal, Clause why) {
        value[literal] = 1;
        value[literal ^ 1] = -1;
        level[literal >> 1] = trailLimits.size();
        reason[literal >> 1] = trailLimits.isEmpty() && why.literals.length > 1 ? certain(literal, why) : why;
        phase[literal >> 1] = (byte) ((literal & 1) == 0 ? 1 : -1);
        trail.add(literal);
    }

    /** The clause that says just this, resolved from one of which all else is certainly false. */
    private Clause certain(int literal, Clause why) {
        IntList used = new IntList();
        used.add(why.proof);
        for (int other : why.literals) if (other != literal) used.add(reason[other >> 1].proof);
        return new Clause(new int[] {literal}, proof.resolved(used));
    }

    private void backtrack(int toLevel) {
        if (trailLimits.size() <= toLevel) return;
        int keep = trailLimits.get(toLevel);
        if (edgeMarks.size() > keep) order.removeTo(edgeMarks.get(keep));
        while (edgeMarks.size() > keep) edgeMarks.pop();
        while (trail.size() > keep) {
            int literal = trail.pop();
            value[literal] = 0;
            value[literal ^ 1] = 0;
            reason[literal >> 1] = null;
            activity.offer(literal >> 1);
        }
        while (trailLimits.size() > toLevel) trailLimits.pop();
        propagated = keep;
    }

    /** Clauses first, then the edges of one more answer, until nothing follows; a clause that is false, or null. */
    private Clause propagate() {
        while (true) {
            while (propagated < trail.size()) {
                Clause conflict = propagate(trail.get(propagated++) ^ 1);
                if (conflict != null) return conflict;
            }
            if (edgeMarks.size() == trail.size()) return null;
            int literal = trail.get(edgeMarks.size());
            edgeMarks.add(order.edges());
            for (int edge = 0; edge < 2; edge++) {
                int from = pairs.from(literal, edge);
                if (from >= 0 && !order.add(from, pairs.to(literal, edge), literal)) return cycleClause(literal);
            }
            if (breaksBarrier(literal)) return cycleClause(literal);
        }
    }

    /** Not all answers on the cycle found last can stand. */
    private Clause cycleClause(int literal) {
        int fact = proof.fact(order.cycleNodes, order.cycleLabels);
        learnedLiterals.clear();
        learnedLiterals.add(literal ^ 1);
        for (int i = 0; i < order.cycleLabels.size(); i++) {
            int label = order.cycleLabels.get(i);
            if (label >= 0 && label != literal && !contains(learnedLiterals, label ^ 1)) learnedLiterals.add(label ^ 1);
        }
        return new Clause(learnedLiterals.toArray(), fact);
    }

    private static boolean contains(IntList list, int item) {
        for (int i = 0; i < list.size(); i++) if (list.get(i) == item) return true;
        return false;
    }

    /** Looks at the clauses that watch a literal that became false. */
    private Clause propagate(int falsified) {
        Clause[] watching = watches[falsified];
        int kept = 0;
        int count = watchCount[falsified];
        Clause conflict = null;
        for (int i = 0; i < count; i++) {
            Clause clause = watching[i];
            if (conflict != null) {
                watching[kept++] = clause;
                continue;
            }
            if (clause.dropped) continue;
            int[] literals = clause.literals;
            if (literals[0] == falsified) {
                literals[0] = literals[1];
                literals[1] = falsified;
            }
            if (value[literals[0]] > 0 || !rewatch(clause)) {
                watching[kept++] = clause;
                if (value[literals[0]] < 0) conflict = clause;
                else if (value[literals[0]] == 0) assign(literals[0], clause);
            }
        }
        Arrays.fill(watching == null ? new Clause[0] : watching, kept, count, null);
        watchCount[falsified] = kept;
        return conflict;
    }

    /** Watches a literal that is not false instead of the second; false if there is none. */
    private boolean rewatch(Clause clause) {
        int[] literals = clause.literals;
        for (int k = 2; k < literals.length; k++) {
            if (value[literals[k]] < 0) continue;
            int found = literals[k];
            literals[k] = literals[1];
            literals[1] = found;
            watch(found, clause);
            return true;
        }
        return false;
    }

    private void watch(Clause clause) {
        watch(clause.literals[0], clause);
        watch(clause.literals[1], clause);
    }

    private void watch(int literal, Clause clause) {
        Clause[] watching = watches[literal];
        if (watching == null) watches[literal] = watching = new Clause[4];
        if (watchCount[literal] == watching.length) {
            watches[literal] = watching = Arrays.copyOf(watching, watching.length * 2);
        }
        watching[watchCount[literal]++] = clause;
    }

    /** A conflict among what is certain. */
    private void refute(Clause conflict) {
        antecedents.clear();
        antecedents.add(conflict.proof);
        for (int literal : conflict.literals) antecedents.add(reason[literal >> 1].proof);
        conflictProof = proof.resolved(antecedents);
    }

    /** Learns the clause of the first unique implication point, and goes back to where it says something new. */
    private void learn(Clause conflict) {
        int deepest = 0;
        for (int literal : conflict.literals) deepest = Math.max(deepest, level[literal >> 1]);
        if (deepest == 0) {
            refute(conflict);
            return;
        }
        backtrack(deepest);
        antecedents.clear();
        learnedLiterals.clear();
        learnedLiterals.add(NONE);
        int open = 0;
        int at = trail.size();
        int literal = NONE;
        Clause clause = conflict;
        IntList marked = new IntList();
        do {
            antecedents.add(clause.proof);
            bump(clause);
            for (int other : clause.literals) {
                int question = other >> 1;
                if (other == literal || seen[question]) continue;
                seen[question] = true;
                marked.add(question);
                if (level[question] == 0) {
                    antecedents.add(reason[question].proof);
                    continue;
                }
                activity.bump(question);
                if (level[question] == deepest) open++;
                else learnedLiterals.add(other);
            }
            do literal = trail.get(--at); while (!seen[literal >> 1] || level[literal >> 1] != deepest);
            clause = reason[literal >> 1];
        } while (--open > 0);
        learnedLiterals.set(0, literal ^ 1);
        for (int i = 0; i < marked.size(); i++) seen[marked.get(i)] = false;
        activity.decay();
        clauseStep *= 1.001f;
        int[] literals = learnedLiterals.toArray();
        int back = 0;
        for (int i = 1; i < literals.length; i++) {
            if (level[literals[i] >> 1] <= back) continue;
            back = level[literals[i] >> 1];
            int swapped = literals[1];
            literals[1] = literals[i];
            literals[i] = swapped;
        }
        Clause result = new Clause(literals, proof.resolved(antecedents));
        backtrack(back);
        if (literals.length > 1) {
            watch(result);
            bump(result);
            learned.add(result);
        }
        assign(literals[0], result);
    }

    private void bump(Clause clause) {
        clause.activity += clauseStep;
        if (clause.activity < 1e20f) return;
        for (Clause other : learned) other.activity *= 1e-20f;
        clauseStep *= 1e-20f;
    }

    /** Drops the less active half of the learned clauses, at the root, where none but certain answers rest on any. */
    private void forget() {
        learned.sort(Comparator.comparingDouble((Clause clause) -> -clause.activity));
        for (int i = learned.size() / 2; i < learned.size(); i++) {
            if (learned.get(i).literals.length > 2) learned.get(i).dropped = true;
        }
        learned.removeIf(clause -> clause.dropped);
        learnedLimit += learnedLimit / 10;
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
