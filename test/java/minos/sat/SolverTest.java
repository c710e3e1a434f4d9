package minos.sat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import minos.util.Deadline;
import minos.util.IntList;
import org.junit.jupiter.api.Test;

/** Against all assignments, one by one: random clauses, with and without a theory; models, refutations and their cores. */
class SolverTest {
    private static final long NO_LIMIT = Long.MAX_VALUE;

    @Test
    void randomClauses() {
        int refuted = 0;
        for (long seed = 0; seed < 3_000; seed++) {
            Random random = new Random(seed);
            int variables = 3 + random.nextInt(9);
            List<int[]> clauses = clauses(random, variables, variables * (2 + random.nextInt(5)));
            Solver solver = solver(new EmptyTheory(), variables);
            boolean okay = add(solver, clauses);
            boolean expected = hasModel(variables, clauses, assignment -> true);
            assertTrue(okay || !expected, "seed " + seed);
            assertEquals(expected, solver.solve(NO_LIMIT) == Solver.Result.SAT, "seed " + seed);
            if (expected) {
                assertTrue(satisfies(assignment(solver), clauses), "seed " + seed);
            } else {
                refuted++;
                List<int[]> core = new ArrayList<>();
                solver.core().premises().stream().forEach(clause -> core.add(clauses.get(clause)));
                assertFalse(hasModel(variables, core, assignment -> true), "seed " + seed);
            }
        }
        assertTrue(refuted > 500 && refuted < 2_500, refuted + " of 3000 refuted");
    }

    /** Variables are edges of a small graph, one way or the other, and cycles are refused as soon as they are closed. */
    @Test
    void randomClausesModuloAcyclicity() {
        int refuted = 0;
        for (long seed = 0; seed < 3_000; seed++) {
            Random random = new Random(seed);
            Tournament theory = new Tournament(random, random.nextBoolean());
            int variables = theory.edges.length;
            List<int[]> clauses = clauses(random, variables, variables + random.nextInt(variables * 4));
            Solver solver = solver(theory, variables);
            theory.solver = solver;
            add(solver, clauses);
            boolean expected = hasModel(variables, clauses, theory::isAcyclic);
            assertEquals(expected, solver.solve(NO_LIMIT) == Solver.Result.SAT, "seed " + seed);
            if (expected) {
                assertTrue(satisfies(assignment(solver), clauses), "seed " + seed);
                assertTrue(theory.isAcyclic(assignment(solver)), "seed " + seed);
            } else {
                refuted++;
                Solver.Core core = solver.core();
                List<int[]> used = new ArrayList<>();
                core.premises().stream()
                        .filter(premise -> premise < clauses.size())
                        .forEach(clause -> used.add(clauses.get(clause)));
                // A lemma is a cycle of all its literals' edges: with those edges and no others there is no model
                // either.
                assertFalse(
                        hasModel(variables, used, assignment -> theory.isAcyclic(assignment, core.literals())),
                        "seed " + seed);
            }
        }
        assertTrue(refuted > 500 && refuted < 2_500, refuted + " of 3000 refuted");
    }

    /** Enough conflicts for restarts. */
    @Test
    void pigeonsDoNotFit() {
        int holes = 7;
        Solver solver = solver(new EmptyTheory(), (holes + 1) * holes);
        List<int[]> clauses = new ArrayList<>();
        for (int pigeon = 0; pigeon <= holes; pigeon++) {
            int[] somewhere = new int[holes];
            for (int hole = 0; hole < holes; hole++) somewhere[hole] = (pigeon * holes + hole) * 2;
            clauses.add(somewhere);
            for (int other = 0; other < pigeon; other++) {
                for (int hole = 0; hole < holes; hole++) {
                    clauses.add(new int[] {(pigeon * holes + hole) * 2 + 1, (other * holes + hole) * 2 + 1});
                }
            }
        }
        add(solver, clauses);
        assertEquals(Solver.Result.UNSAT, solver.solve(NO_LIMIT));
        assertEquals(clauses.size(), solver.core().premises().cardinality(), "every clause is needed");
    }

    /**
     * Enough conflicts for learnt clauses to be dropped, more than once. Each node of a connected graph demands that an even number of its
     * edges is true, but for one that demands an odd number: impossible, as each edge counts twice (Tseitin).
     */
    @Test
    void parities() {
        for (int nodes : new int[] {40, 50}) {
            List<int[]> edges = new ArrayList<>();
            List<Integer> ends = new ArrayList<>();
            for (int node = 0; node < nodes; node++) {
                edges.add(new int[] {node, (node + 1) % nodes});
                ends.add(node);
            }
            Collections.shuffle(ends, new Random(1));
            for (int i = 0; i < nodes; i += 2) edges.add(new int[] {ends.get(i), ends.get(i + 1)});
            List<int[]> clauses = new ArrayList<>();
            for (int node = 0; node < nodes; node++) {
                IntList own = new IntList();
                for (int e = 0; e < edges.size(); e++)
                    if (edges.get(e)[0] == node || edges.get(e)[1] == node) own.add(e);
                for (int refused = 0; refused < 1 << own.size(); refused++) {
                    if (Integer.bitCount(refused) % 2 == (node == 0 ? 1 : 0)) continue;
                    int[] clause = new int[own.size()];
                    for (int i = 0; i < clause.length; i++) clause[i] = own.get(i) * 2 + (refused >> i & 1);
                    clauses.add(clause);
                }
            }
            Solver solver = solver(new EmptyTheory(), edges.size());
            add(solver, clauses);
            assertEquals(Solver.Result.UNSAT, solver.solve(NO_LIMIT));
            assertEquals(clauses.size(), solver.core().premises().cardinality(), "every clause is needed");
            assertTrue(solver.conflicts() > 5_000, solver.conflicts() + " conflicts");
        }
    }

    @Test
    void aSearchThatRanOutOfItsBudgetGoesOn() {
        Random random = new Random(1);
        List<int[]> clauses = clauses(random, 60, 240);
        Solver solver = solver(new EmptyTheory(), 60);
        add(solver, clauses);
        Solver whole = solver(new EmptyTheory(), 60);
        add(whole, clauses);
        assertEquals(Solver.Result.UNKNOWN, solver.solve(1));
        Solver.Result result = Solver.Result.UNKNOWN;
        while (result == Solver.Result.UNKNOWN) result = solver.solve(10);
        assertEquals(whole.solve(NO_LIMIT), result);
    }

    /** What was found satisfiable takes further variables and clauses, until there is no model. */
    @Test
    void problemsGrow() {
        Solver solver = solver(new EmptyTheory(), 3);
        List<int[]> clauses = new ArrayList<>();
        boolean okay = true;
        while (okay && solver.solve(NO_LIMIT) == Solver.Result.SAT) {
            int[] refused = new int[3];
            for (int v = 0; v < 3; v++) refused[v] = solver.value(v * 2) == Solver.TRUE ? v * 2 + 1 : v * 2;
            clauses.add(refused);
            okay = solver.addClause(list(refused), list(clauses.size() - 1));
            if (okay) assertEquals(3 + clauses.size(), solver.newVar() + 1);
        }
        assertEquals(8, clauses.size(), "all models of three variables were refused");
        assertEquals(Solver.Result.UNSAT, solver.solve(NO_LIMIT));
        assertEquals(8, solver.core().premises().cardinality());
    }

    @Test
    void unitsAreKnownWithoutDecisions() {
        Solver solver = solver(new EmptyTheory(), 3);
        add(solver, List.of(new int[] {0}, new int[] {1, 2}, new int[] {3, 4}));
        assertTrue(solver.simplify());
        assertEquals(Solver.TRUE, solver.value(4));
        assertEquals(0, solver.decisionLevel());
        assertFalse(solver.addClause(list(5, 1), list(3)));
        assertEquals("{0, 1, 2, 3}", solver.core().premises().toString());
    }

    /** The last decision goes against the first: going back to that one takes back all in between, which the model agrees with. */
    @Test
    void whatNoClauseSpeaksOfIsNotDecidedAgain() {
        int variables = 100;
        Agreeable theory = new Agreeable(variables);
        Solver solver = solver(theory, variables);
        assertEquals(Solver.Result.SAT, solver.solve(NO_LIMIT));
        assertEquals(1, solver.conflicts());
        assertEquals(variables, solver.decisions());
        assertEquals(Solver.FALSE, solver.value(theory.last));
    }

    @Test
    void givesUpWhenTheTimeIsOver() {
        Deadline deadline = Deadline.whenCancelled();
        deadline.cancel("over");
        Solver solver = new Solver(new EmptyTheory(), deadline);
        solver.newVar();
        assertThrows(Deadline.Expired.class, () -> solver.solve(NO_LIMIT));
    }

    // Brute force

    private interface Model {
        boolean isFine(int assignment);
    }

    private static boolean hasModel(int variables, List<int[]> clauses, Model model) {
        for (int assignment = 0; assignment < 1 << variables; assignment++) {
            if (satisfies(assignment, clauses) && model.isFine(assignment)) return true;
        }
        return false;
    }

    private static boolean satisfies(int assignment, List<int[]> clauses) {
        for (int[] clause : clauses) {
            boolean satisfied = false;
            for (int literal : clause) satisfied |= isTrue(assignment, literal);
            if (!satisfied) return false;
        }
        return true;
    }

    /** Bit v of an assignment is set if variable v is true. */
    private static boolean isTrue(int assignment, int literal) {
        return (assignment >> (literal >> 1) & 1) == 1 - (literal & 1);
    }

    private static int assignment(Solver solver) {
        int assignment = 0;
        for (int v = 0; v < solver.nVars(); v++) {
            assertNotEquals(Solver.UNDEF, solver.value(v * 2));
            if (solver.value(v * 2) == Solver.TRUE) assignment |= 1 << v;
        }
        return assignment;
    }

    // Problems

    private static Solver solver(Theory theory, int variables) {
        Solver solver = new Solver(theory, Deadline.NEVER);
        for (int v = 0; v < variables; v++) assertEquals(v, solver.newVar());
        return solver;
    }

    /** Each clause is its own premise. */
    private static boolean add(Solver solver, List<int[]> clauses) {
        boolean okay = true;
        for (int c = 0; c < clauses.size() && okay; c++) okay = solver.addClause(list(clauses.get(c)), list(c));
        return okay;
    }

    private static List<int[]> clauses(Random random, int variables, int count) {
        List<int[]> clauses = new ArrayList<>();
        for (int c = 0; c < count; c++) {
            int[] clause = new int[Math.min(variables, 3)];
            for (int i = 0; i < clause.length; i++) {
                boolean again = true;
                while (again) {
                    clause[i] = random.nextInt(variables * 2);
                    again = false;
                    for (int j = 0; j < i; j++) again |= clause[i] >> 1 == clause[j] >> 1;
                }
            }
            clauses.add(clause);
        }
        return clauses;
    }

    private static IntList list(int... items) {
        IntList list = new IntList();
        for (int item : items) list.add(item);
        return list;
    }

    /** Its model keeps what was once assigned; the literals that are assigned first and last cannot both be true. */
    private static final class Agreeable extends EmptyTheory {
        private final BitSet model = new BitSet();
        private final int variables;
        private int first = -1;
        private int last = -1;

        Agreeable(int variables) {
            this.variables = variables;
        }

        @Override
        public boolean assign(int literal) {
            if (first < 0) first = literal;
            model.set(literal >> 1);
            if (last >= 0 || model.cardinality() < variables) return true;
            last = literal;
            return false;
        }

        @Override
        public void explain(IntList clause, IntList premises) {
            clause.add(first ^ 1);
            clause.add(last ^ 1);
        }

        @Override
        public boolean isDecision(int variable) {
            return !model.get(variable);
        }
    }

    /** Variable v is an edge between two nodes: from the first to the second if true, the other way if false. */
    private static final class Tournament implements Theory {
        private static final int NODES = 5;
        private static final int PREMISES = 1_000;

        final int[][] edges;
        /** Whether it says that there is a cycle only when all variables are assigned, by a clause. */
        private final boolean late;

        private final IntList assigned = new IntList();
        private final IntList cycle = new IntList();
        Solver solver;

        Tournament(Random random, boolean late) {
            this.late = late;
            edges = new int[3 + random.nextInt(8)][];
            for (int v = 0; v < edges.length; v++) {
                int from = random.nextInt(NODES);
                edges[v] = new int[] {from, (from + 1 + random.nextInt(NODES - 1)) % NODES};
            }
        }

        private int from(int literal) {
            return edges[literal >> 1][literal & 1];
        }

        private int to(int literal) {
            return edges[literal >> 1][1 - (literal & 1)];
        }

        @Override
        public boolean assign(int literal) {
            assertEquals(Solver.TRUE, solver.value(literal));
            assigned.add(literal);
            return late || !findCycle(literal);
        }

        /** Leaves the literals of a cycle through the edge of one, if there is any. */
        private boolean findCycle(int literal) {
            cycle.clear();
            int[] into = new int[NODES];
            Arrays.fill(into, -1);
            IntList work = new IntList();
            work.add(to(literal));
            while (!work.isEmpty()) {
                int node = work.pop();
                for (int i = 0; i < assigned.size(); i++) {
                    int edge = assigned.get(i);
                    if (from(edge) != node || into[to(edge)] >= 0 || edge == literal) continue;
                    into[to(edge)] = edge;
                    work.add(to(edge));
                }
            }
            int node = from(literal);
            if (into[node] < 0) return false;
            cycle.add(literal);
            while (node != to(literal)) {
                cycle.add(into[node]);
                node = from(into[node]);
            }
            return true;
        }

        @Override
        public void explain(IntList clause, IntList premises) {
            for (int i = 0; i < cycle.size(); i++) {
                clause.add(cycle.get(i) ^ 1);
                premises.add(PREMISES + cycle.get(i));
            }
        }

        @Override
        public void backtrack(int size) {
            assertTrue(size < assigned.size());
            while (assigned.size() > size) assigned.pop();
        }

        @Override
        public boolean isDecision(int variable) {
            return true;
        }

        @Override
        public int polarity(int variable) {
            return variable * 2;
        }

        @Override
        public boolean check() {
            assertEquals(edges.length, assigned.size());
            for (int i = 0; i < assigned.size(); i++) {
                if (!findCycle(assigned.get(i))) continue;
                assertTrue(late, "a cycle was not noticed");
                IntList clause = new IntList();
                IntList premises = new IntList();
                explain(clause, premises);
                solver.addClause(clause, premises);
                return false;
            }
            return true;
        }

        @Override
        public long steps() {
            return 0;
        }

        boolean isAcyclic(int assignment) {
            BitSet all = new BitSet();
            all.set(0, edges.length * 2);
            return isAcyclic(assignment, all);
        }

        /** Whether the edges of literals of which the negations are in some lemma have no cycle. */
        boolean isAcyclic(int assignment, BitSet lemmas) {
            boolean[][] reaches = new boolean[NODES][NODES];
            for (int literal = 0; literal < edges.length * 2; literal++) {
                if (isTrue(assignment, literal) && lemmas.get(literal ^ 1)) reaches[from(literal)][to(literal)] = true;
            }
            for (int k = 0; k < NODES; k++) {
                for (int i = 0; i < NODES; i++) {
                    for (int j = 0; j < NODES; j++) reaches[i][j] |= reaches[i][k] && reaches[k][j];
                }
            }
            for (int i = 0; i < NODES; i++) if (reaches[i][i]) return false;
            return true;
        }
    }
}
