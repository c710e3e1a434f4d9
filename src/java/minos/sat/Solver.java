package minos.sat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * A solver of boolean satisfiability modulo a {@link Theory}, by conflict-driven clause learning: MiniSat (Eén and Sörensson,
 * <i>An Extensible SAT-solver</i>, SAT 2003), in its words. Literal {@code 2 * var} is the variable, {@code 2 * var + 1} its
 * negation. See the package for what differs from MiniSat, and why.
 */
public final class Solver {
    /** The values of a literal. */
    public static final byte TRUE = 1;

    public static final byte FALSE = -1;
    public static final byte UNDEF = 0;

    private static final int RESTART_FIRST = 64;
    private static final int LEARNTS_FIRST = 4000;
    private static final float CLAUSE_GROWTH = 1.001f;
    private static final float CLAUSE_RESCALE = 1e20f;

    /** A disjunction of literals, of which the first two are watched. */
    private static final class Clause {
        final int[] literals;
        /** Its number in the {@link Proof}. */
        final int id;

        float activity;
        boolean removed;

        Clause(int[] literals, int id) {
            this.literals = literals;
            this.id = id;
        }

        int size() {
            return literals.length;
        }
    }

    /** How a search ended; unknown if the budget was not enough. */
    public enum Result {
        SAT,
        UNSAT,
        UNKNOWN
    }

    /**
     * What a refutation takes of what was given: of the clauses added and of those that the theory explained conflicts with.
     *
     * @param premises all their premises
     * @param literals all their literals
     */
    public record Core(BitSet premises, BitSet literals) {}

    private final Theory theory;
    private final Deadline deadline;
    private final Proof proof = new Proof();

    // Clauses
    private final List<Clause> learnts = new ArrayList<>();
    private int maxLearnts = LEARNTS_FIRST;
    private float clauseIncrement = 1;
    /** By literal: the clauses to look at once it is false. */
    private Clause[][] watches = new Clause[0][];

    private int[] watching = new int[0];

    // Variables
    private int variables;
    /** By literal. */
    private byte[] assigns = new byte[0];
    /** By variable: the decision level at which it was assigned. */
    private int[] level = new int[0];
    /** By variable: the clause that it follows from; null if it was decided, or is known without any decision. */
    private Clause[] reason = new Clause[0];
    /** By variable that is known without any decision: the number of the clause that says just that. */
    private int[] unitId = new int[0];
    /** By variable: its last value. */
    private byte[] polarity = new byte[0];

    /** By variable: whether a clause speaks of it, or did. */
    private boolean[] occurs = new boolean[0];

    private final VarOrder order = new VarOrder();

    // The assignment
    private final IntList trail = new IntList();
    private final IntList trailLimits = new IntList();
    private int propagationHead;
    private int theoryHead;
    /** The number of the empty clause, once there is one. */
    private int emptyClause = -1;

    private long decisions;
    private long conflicts;

    // Of one analysis
    private boolean[] seen = new boolean[0];
    private final IntList toClear = new IntList();
    private final IntList learnt = new IntList();
    private final IntList chain = new IntList();
    private final IntList premises = new IntList();

    public Solver(Theory theory, Deadline deadline) {
        this.theory = theory;
        this.deadline = deadline;
    }

    // The problem

    /** A new variable. */
    public int newVar() {
        int variable = variables++;
        if (variable == level.length) {
            int capacity = Math.max(16, variable * 2);
            watches = Arrays.copyOf(watches, capacity * 2);
            watching = Arrays.copyOf(watching, capacity * 2);
            assigns = Arrays.copyOf(assigns, capacity * 2);
            level = Arrays.copyOf(level, capacity);
            reason = Arrays.copyOf(reason, capacity);
            unitId = Arrays.copyOf(unitId, capacity);
            polarity = Arrays.copyOf(polarity, capacity);
            seen = Arrays.copyOf(seen, capacity);
            occurs = Arrays.copyOf(occurs, capacity);
        }
        order.newVar(variable);
        return variable;
    }

    public int nVars() {
        return variables;
    }

    /**
     * Adds a clause; takes back all decisions.
     *
     * @param clause  each variable at most once
     * @param because what it rests on, in numbers that are not negative, for the {@link Core}
     * @return false if there is no model any more
     */
    public boolean addClause(IntList clause, IntList because) {
        cancelUntil(0);
        chain.clear();
        chain.add(proof.root(clause, because));
        IntList open = new IntList(clause.size());
        for (int i = 0; i < clause.size(); i++) {
            int literal = clause.get(i);
            if (assigns[literal] == TRUE) return okay();
            if (assigns[literal] == FALSE) chain.add(unitId[literal >> 1]);
            else open.add(literal);
        }
        Clause added = new Clause(open.toArray(), chain.size() == 1 ? chain.get(0) : proof.chain(chain));
        if (added.size() == 0) {
            emptyClause = added.id;
        } else if (added.size() == 1) {
            uncheckedEnqueue(added.literals[0], added);
        } else {
            attachClause(added);
            for (int literal : added.literals) order.insert(literal >> 1);
        }
        return okay();
    }

    /** False once it is known that there is no model. */
    public boolean okay() {
        return emptyClause < 0;
    }

    /** After {@link Result#UNSAT}: what the refutation takes; null if too much has happened to be recorded. */
    public Core core() {
        return proof.core(emptyClause);
    }

    /** What a literal takes that is true without any decision; null if too much has happened to be recorded. */
    public Core core(int literal) {
        return proof.core(unitId[literal >> 1]);
    }

    /** {@link #TRUE}, {@link #FALSE} or {@link #UNDEF}. */
    public byte value(int literal) {
        return assigns[literal];
    }

    public boolean isAssigned(int variable) {
        return assigns[variable * 2] != UNDEF;
    }

    /** How many variables are assigned. */
    public int nAssigns() {
        return trail.size();
    }

    /** How many decisions the present assignment rests on. */
    public int decisionLevel() {
        return trailLimits.size();
    }

    // Solving

    /** Looks for a model that the theory accepts; gives up after about so many decisions and steps of the theory. */
    public Result solve(long budget) {
        long end = decisions + theory.steps() + budget;
        if (end < budget) end = Long.MAX_VALUE;
        long conflicts = 0;
        int restarts = 1;
        long restartAt = RESTART_FIRST;
        while (okay()) {
            Clause conflict = propagate();
            if (conflict != null) {
                this.conflicts++;
                if ((++conflicts & 0x3F) == 0) deadline.check();
                resolveConflict(conflict);
                continue;
            }
            if (decisions + theory.steps() > end) return Result.UNKNOWN;
            if (conflicts >= restartAt) {
                restartAt = conflicts + RESTART_FIRST * luby(++restarts);
                cancelUntil(0);
                reduceDB();
                continue;
            }
            int next = pickBranchLit();
            if (next >= 0) decide(next);
            else if (theory.check()) return Result.SAT;
        }
        return Result.UNSAT;
    }

    /** How many decisions were made, in all searches together. */
    public long decisions() {
        return decisions;
    }

    /** How many conflicts there were, in all searches together. */
    public long conflicts() {
        return conflicts;
    }

    /** Takes back all decisions, and propagates what is known without any. False if there is no model. */
    public boolean simplify() {
        if (!okay()) return false;
        cancelUntil(0);
        Clause conflict = propagate();
        if (conflict != null) analyzeFinal(conflict);
        return okay();
    }

    /** The literal to decide for: of the most active variable that is open, by its last value; -1 if all is decided. */
    private int pickBranchLit() {
        int next = unassigned();
        if (next < 0) {
            for (int v = 0; v < variables; v++) {
                if ((v & 0xFFFF) == 0) deadline.check();
                if (!isAssigned(v) && theory.isDecision(v)) order.insert(v);
            }
            next = unassigned();
        }
        return next < 0 ? -1 : theory.decision(next, polarity[next]);
    }

    private int unassigned() {
        while (!order.isEmpty()) {
            int next = order.removeMax();
            if (!isAssigned(next)) return next;
        }
        return -1;
    }

    private void decide(int literal) {
        if ((++decisions & 0x3FF) == 0) deadline.check();
        trailLimits.add(trail.size());
        uncheckedEnqueue(literal, null);
    }

    /** @param from a clause of which all other literals are false; null for a decision */
    private void uncheckedEnqueue(int literal, Clause from) {
        int variable = literal >> 1;
        assigns[literal] = TRUE;
        assigns[literal ^ 1] = FALSE;
        polarity[variable] = (literal & 1) == 0 ? TRUE : FALSE;
        level[variable] = decisionLevel();
        if (decisionLevel() == 0) unitId[variable] = unit(literal, from);
        else reason[variable] = from;
        trail.add(literal);
    }

    /** The clause that says just this literal, as all others of a clause are known to be false. */
    private int unit(int literal, Clause from) {
        if (from.size() == 1) return from.id;
        IntList resolved = new IntList(from.size());
        resolved.add(from.id);
        for (int other : from.literals) if (other != literal) resolved.add(unitId[other >> 1]);
        return proof.chain(resolved);
    }

    /**
     * Takes back all decisions after a level, and what followed from them. Of the variables, those that no clause speaks of wait again:
     * the theory's model is still as they had it, and there may be thousands between a conflict and the level to go back to.
     */
    private void cancelUntil(int toLevel) {
        if (decisionLevel() <= toLevel) return;
        int size = trailLimits.get(toLevel);
        if (theoryHead > size) theory.backtrack(size);
        theoryHead = Math.min(theoryHead, size);
        propagationHead = size;
        while (trail.size() > size) {
            int literal = trail.pop();
            assigns[literal] = UNDEF;
            assigns[literal ^ 1] = UNDEF;
            reason[literal >> 1] = null;
            if (occurs[literal >> 1]) order.insert(literal >> 1);
        }
        while (decisionLevel() > toLevel) trailLimits.pop();
    }

    // Propagation

    /** Clauses first, as they are cheap; then one more literal for the theory, until nothing follows. A conflict, or null. */
    private Clause propagate() {
        while (true) {
            while (propagationHead < trail.size()) {
                Clause conflict = propagate(trail.get(propagationHead++) ^ 1);
                if (conflict != null) return conflict;
            }
            if (theoryHead == trail.size()) return null;
            if (!theory.assign(trail.get(theoryHead++))) return explanation();
        }
    }

    /** Enqueues what follows from a literal being false. */
    private Clause propagate(int falsified) {
        Clause[] list = watches[falsified];
        if (list == null) return null;
        int kept = 0;
        int length = watching[falsified];
        Clause conflict = null;
        for (int i = 0; i < length; i++) {
            Clause clause = list[i];
            if (conflict != null) {
                list[kept++] = clause;
                continue;
            }
            if (clause.removed) continue;
            int[] literals = clause.literals;
            if (literals[0] == falsified) {
                literals[0] = literals[1];
                literals[1] = falsified;
            }
            if (assigns[literals[0]] == TRUE || !watchAnother(clause)) {
                list[kept++] = clause;
                if (assigns[literals[0]] == FALSE) conflict = clause;
                else if (assigns[literals[0]] == UNDEF) uncheckedEnqueue(literals[0], clause);
            }
        }
        Arrays.fill(list, kept, length, null);
        watching[falsified] = kept;
        return conflict;
    }

    /** Watches a literal that is not false instead of the second; false if there is none. */
    private boolean watchAnother(Clause clause) {
        int[] literals = clause.literals;
        for (int k = 2; k < literals.length; k++) {
            if (assigns[literals[k]] == FALSE) continue;
            int found = literals[k];
            literals[k] = literals[1];
            literals[1] = found;
            watch(found, clause);
            return true;
        }
        return false;
    }

    private void watch(int literal, Clause clause) {
        Clause[] list = watches[literal];
        if (list == null) watches[literal] = list = new Clause[4];
        if (watching[literal] == list.length) watches[literal] = list = Arrays.copyOf(list, list.length * 2);
        list[watching[literal]++] = clause;
    }

    private void attachClause(Clause clause) {
        watch(clause.literals[0], clause);
        watch(clause.literals[1], clause);
        for (int literal : clause.literals) occurs[literal >> 1] = true;
    }

    /** The clause by which the theory refuses the literals assigned. */
    private Clause explanation() {
        IntList literals = new IntList();
        premises.clear();
        theory.explain(literals, premises);
        return new Clause(literals.toArray(), proof.root(literals, premises));
    }

    // Conflicts

    /** Learns from a conflict, and goes back to where what was learnt says something new. */
    private void resolveConflict(Clause conflict) {
        int deepest = 0;
        for (int literal : conflict.literals) deepest = Math.max(deepest, level[literal >> 1]);
        if (deepest == 0) {
            analyzeFinal(conflict);
            return;
        }
        cancelUntil(deepest);
        analyze(conflict);
        order.decayActivity();
        clauseIncrement *= CLAUSE_GROWTH;
        int[] literals = learnt.toArray();
        int backtrackLevel = watchDeepest(literals);
        Clause clause = new Clause(literals, proof.chain(chain));
        cancelUntil(backtrackLevel);
        if (clause.size() > 1) {
            attachClause(clause);
            bumpActivity(clause);
            learnts.add(clause);
        }
        uncheckedEnqueue(literals[0], clause);
    }

    /**
     * Resolves a conflict with the reasons of its literals until one of the present level is left, the first unique
     * implication point: leaves the clause in {@link #learnt}, that literal first, and what it was resolved from in {@link
     * #chain}.
     */
    private void analyze(Clause conflict) {
        chain.clear();
        learnt.clear();
        learnt.add(-1);
        toClear.clear();
        int pathCount = 0;
        int at = trail.size();
        int literal = -1;
        Clause clause = conflict;
        do {
            chain.add(clause.id);
            bumpActivity(clause);
            for (int other : clause.literals) {
                int variable = other >> 1;
                if (other == literal || seen[variable]) continue;
                seen[variable] = true;
                toClear.add(variable);
                if (level[variable] == 0) {
                    chain.add(unitId[variable]);
                    continue;
                }
                order.bumpActivity(variable);
                if (level[variable] == decisionLevel()) pathCount++;
                else learnt.add(other);
            }
            do literal = trail.get(--at);
            while (!seen[literal >> 1] || level[literal >> 1] != decisionLevel());
            clause = reason[literal >> 1];
        } while (--pathCount > 0);
        learnt.set(0, literal ^ 1);
        for (int i = 0; i < toClear.size(); i++) seen[toClear.get(i)] = false;
    }

    /** A conflict among what is known without any decision: there is no model. */
    private void analyzeFinal(Clause conflict) {
        chain.clear();
        chain.add(conflict.id);
        for (int literal : conflict.literals) chain.add(unitId[literal >> 1]);
        emptyClause = proof.chain(chain);
    }

    /** Puts a literal of the deepest level but that of the first in the second place, to be watched; that level. */
    private int watchDeepest(int[] literals) {
        int deepest = 0;
        for (int i = 1; i < literals.length; i++) {
            if (level[literals[i] >> 1] <= deepest) continue;
            deepest = level[literals[i] >> 1];
            int swapped = literals[1];
            literals[1] = literals[i];
            literals[i] = swapped;
        }
        return deepest;
    }

    private void bumpActivity(Clause clause) {
        clause.activity += clauseIncrement;
        if (clause.activity < CLAUSE_RESCALE) return;
        for (Clause other : learnts) other.activity *= 1 / CLAUSE_RESCALE;
        clauseIncrement *= 1 / CLAUSE_RESCALE;
    }

    /** Removes the less active half of the learnt clauses if there are many. Without decisions, so that none is a reason. */
    private void reduceDB() {
        if (learnts.size() <= maxLearnts) return;
        learnts.sort(Comparator.comparingDouble((Clause clause) -> -clause.activity));
        for (int i = learnts.size() / 2; i < learnts.size(); i++) {
            if (learnts.get(i).size() > 2) learnts.get(i).removed = true;
        }
        learnts.removeIf(clause -> clause.removed);
        maxLearnts += maxLearnts / 10;
    }

    /** Luby's sequence, 1 1 2 1 1 2 4 …: restarts that are good whatever the problem. */
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
