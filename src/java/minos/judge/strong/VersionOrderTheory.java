package minos.judge.strong;

import static minos.util.Sentinel.NONE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import minos.graph.Csr;
import minos.graph.DynamicOrder;
import minos.sat.Solver;
import minos.sat.Theory;
import minos.util.Deadline;
import minos.util.IntList;
import minos.util.LongInterner;
import minos.util.Parallel;

/**
 * The theory that the solver decides modulo: a variable asks which of two chains of a key comes first, each of its literals
 * is one or two edges between points, and what is assigned has a model if the graph with these edges has no cycle. A {@link
 * DynamicOrder} keeps that model, an order of the points, and refuses an edge with the cycle that it would close; the clause
 * is that not all literals on the cycle can be true.
 *
 * <p>The present order is the guess: a variable is first decided as the order has it, and not decided at all while the order
 * is as one of its literals wants it. So the search is about the few variables that are in each other's way, and the others
 * cost nothing. A complete assignment is {@linkplain #check checked} by replaying the order, which may ask more.
 */
final class VersionOrderTheory implements Theory {
    private static final int[] NOTHING = {};
    /** A round that settles less than one question for so many nodes takes more time than it saves the search, */
    private static final int WORTH = 64;
    /** unless all rounds so far looked at no more nodes than this. */
    private static final long CHEAP = 200_000;
    /** How many variables to settle at once. */
    private static final int BATCH = 4096;
    /** From how many on another thread is worth while. */
    private static final int MANY = 256;

    private final PointGraph graph;
    private final VersionChains chains;
    private final OrderReplay replay;
    private final ParallelCheck parallel;
    private final DynamicOrder order;
    private final Deadline deadline;
    private final Solver solver;
    private final int threads;
    /** One a thread. */
    private final List<DynamicOrder.Search> searches = new ArrayList<>();
    /** How many more vertices may be looked at to settle what needs no decision. */
    private long settling;

    /** By variable: the heads of its two chains; literal 2v says that the first comes first. */
    private final LongInterner pairs = new LongInterner();
    /** Four for each literal: the ends of its edges, -1 where it has only one. */
    private final IntList ends = new IntList();
    /** By place of a literal that was assigned: how many edges there were before its edges. */
    private final IntList edgesBefore = new IntList();
    /** A literal on the cycle that was found last. */
    private int refused;

    /** Null if there are none. */
    private final OpenReads open;
    /** By open read: the variable that says that it is from its first candidate; {@code NONE} until it is asked. */
    private final int[] firstSource;
    /** By variable: its open read; {@code NONE} for the order of two chains. */
    private final IntList openOf = new IntList();
    /** Whether what was found last has been asked about: a new variable, or a new clause. */
    private boolean asked;

    /**
     * @param parallel where anti-dependencies are no edges; otherwise null
     * @param open     reads that may be from several; null if there are none
     */
    VersionOrderTheory(
            PointGraph graph,
            DynamicOrder order,
            OrderReplay replay,
            ParallelCheck parallel,
            OpenReads open,
            int threads,
            Deadline deadline) {
        this.graph = graph;
        this.open = open;
        firstSource = new int[open == null ? 0 : open.size()];
        Arrays.fill(firstSource, NONE);
        this.order = order;
        this.replay = replay;
        this.parallel = parallel;
        this.deadline = deadline;
        chains = graph.chains;
        solver = new Solver(this, deadline);
        this.threads = graph.rules.forbidReturns() ? 1 : threads; // barriers are looked up one after another
    }

    Solver solver() {
        return solver;
    }

    // Variables

    /** The literal that puts the chain of {@code earlier} before that of {@code later}; of a new variable, maybe. */
    private int literal(int earlier, int later) {
        int a = chains.head[earlier];
        int b = chains.head[later];
        if (a == b || chains.isFirst(a) || chains.isFirst(b)) {
            throw new IllegalStateException("the order of these versions is known");
        }
        int known = pairs.size();
        int variable = pairs.intern((long) Math.min(a, b) << 32 | Math.max(a, b));
        if (variable == known) {
            edges(Math.min(a, b), Math.max(a, b));
            edges(Math.max(a, b), Math.min(a, b));
            openOf.add(NONE);
            solver.newVar();
            asked = true;
        }
        return variable * 2 + (a < b ? 0 : 1);
    }

    // Sources

    /** Asks which of its candidates a read is from: a variable for each, of which one is true. */
    private void askSource(int read) {
        if (firstSource[read] != NONE) return;
        firstSource[read] = solver.nVars();
        IntList clause = new IntList();
        IntList because = new IntList();
        because.add(graph.begin(open.reader[read]));
        boolean updates = open.update(read) >= 0;
        for (int slot : open.candidates[read]) {
            int size = ends.size();
            graph.read(open.reader[read], slot, updates, (from, to) -> {
                ends.add(from);
                ends.add(to);
            });
            while (ends.size() < size + 8) ends.add(NONE);
            pairs.intern(-1L - pairs.size()); // keeps the numbers of variables and pairs the same
            openOf.add(read);
            clause.add(solver.newVar() * 2);
            if (!graph.problem.isInitial(slot)) because.add(graph.commit(graph.problem.versionWriter[slot]));
        }
        solver.addClause(clause, because);
        asked = true;
    }

    private int slot(int variable) {
        int read = openOf.get(variable);
        return open.candidates[read][variable - firstSource[read]];
    }

    /** As its transaction writes the key, it comes right after the version that it is from: no other is in between. */
    private void askNext(int read, int seen) {
        IntList clause = new IntList();
        IntList because = new IntList();
        because.add(graph.commit(open.reader[read]));
        int source = firstSource[read];
        while (slot(source) != open.slot[read]) source++;
        clause.add(source * 2 + 1);
        addOrder(seen, open.slot[read], clause);
        addOrder(open.update(read), seen, clause);
        solver.addClause(clause, because);
        asked = true;
    }

    /** Adds the literal that puts one version before another, unless it is known that they are the other way round. */
    private void addOrder(int earlier, int later, IntList clause) {
        int a = chains.head[earlier];
        int b = chains.head[later];
        if (a != b && !chains.isFirst(a) && !chains.isFirst(b)) clause.add(literal(earlier, later));
    }

    private final OrderReplay.Contradictions questions = new OrderReplay.Contradictions() {
        @Override
        public void pair(int slot, int version) {
            literal(slot, version);
        }

        @Override
        public void unexplained(int read) {
            askSource(read);
        }

        @Override
        public void overwritten(int read, int seen) {
            askNext(read, seen);
        }
    };

    private void chooseSources() {
        if (open == null) return;
        open.chooseNone();
        for (int read = 0; read < firstSource.length; read++) {
            int first = firstSource[read];
            if (first == NONE) continue;
            for (int i = 0; i < open.candidates[read].length; i++) {
                if (solver.value((first + i) * 2) != Solver.TRUE) continue;
                open.choose(read, open.candidates[read][i]);
                break;
            }
        }
    }

    private void edges(int earlier, int later) {
        int size = ends.size();
        graph.chainOrder(chains.tail[earlier], later, (from, to) -> {
            ends.add(from);
            ends.add(to);
        });
        while (ends.size() < size + 4) ends.add(NONE);
    }

    /** The beginning of an edge that the literal means, 0 or 1; -1 if there is none. */
    private int from(int literal, int edge) {
        return ends.get(literal * 4 + edge * 2);
    }

    private int to(int literal, int edge) {
        return ends.get(literal * 4 + edge * 2 + 1);
    }

    /** The first version of the chain that the literal puts first. */
    private int earlierHead(int literal) {
        long pair = pairs.get(literal >> 1);
        return (literal & 1) == 0 ? (int) (pair >>> 32) : (int) pair;
    }

    private int laterHead(int literal) {
        return earlierHead(literal ^ 1);
    }

    /**
     * The points that must not, in any number of steps, come after the chain that the literal puts second, though no edge says so: where
     * anti-dependencies are no edges, the readers of the last version of the other.
     */
    private int[] barriers(int literal) {
        boolean forbidden = graph.rules.forbidReturns() && !graph.rules.seeDirectly();
        return forbidden ? graph.readers(chains.tail[earlierHead(literal)]) : NOTHING;
    }

    /** The point that must not lead to a {@link #barriers barrier}. */
    private int overwriting(int literal) {
        return graph.commit(graph.problem.versionWriter[laterHead(literal)]);
    }

    // Literals come and go

    @Override
    public boolean assign(int literal) {
        refused = literal;
        edgesBefore.add(order.edges());
        for (int edge = 0; edge < 2; edge++) {
            int from = from(literal, edge);
            if (from >= 0 && !order.add(from, to(literal, edge), literal)) return false;
        }
        return !breaksBarrier(literal, order.search);
    }

    /** Not all literals on the cycle found last can be true; it rests on the nodes of the cycle. */
    @Override
    public void explain(IntList clause, IntList premises) {
        explain(refused, order.search, clause, premises);
    }

    private static void explain(int refused, DynamicOrder.Search found, IntList clause, IntList premises) {
        clause.add(refused ^ 1);
        for (int i = 0; i < found.cycleLabels.size(); i++) {
            int label = found.cycleLabels.get(i);
            if (label >= 0 && label != refused && !contains(clause, label ^ 1)) clause.add(label ^ 1);
        }
        for (int i = 0; i < found.cycleVertices.size(); i++) premises.add(found.cycleVertices.get(i));
    }

    private static boolean contains(IntList clause, int literal) {
        for (int i = 0; i < clause.size(); i++) if (clause.get(i) == literal) return true;
        return false;
    }

    @Override
    public void backtrack(int size) {
        order.removeTo(edgesBefore.get(size));
        while (edgesBefore.size() > size) edgesBefore.pop();
    }

    // The order as a guess

    @Override
    public boolean isDecision(int variable) {
        if (openOf.get(variable) != NONE) return false; // its clause decides
        return disagreements(variable * 2) > 0 && disagreements(variable * 2 + 1) > 0;
    }

    @Override
    public int polarity(int variable) {
        if (openOf.get(variable) != NONE) return nearestSource(variable);
        int first = variable * 2;
        int second = variable * 2 + 1;
        int difference = disagreements(first) - disagreements(second);
        boolean prefersFirst = difference != 0 ? difference < 0 : order.agrees(from(first, 0), from(second, 0));
        return prefersFirst ? first : second;
    }

    /** True of the candidate that the order agrees with most, of those that are left; the first of several. */
    private int nearestSource(int variable) {
        int read = openOf.get(variable);
        int own = disagreements(variable * 2);
        for (int i = 0; i < open.candidates[read].length; i++) {
            int other = firstSource[read] + i;
            byte value = solver.value(other * 2);
            if (value == Solver.TRUE) return variable * 2 + 1;
            int theirs = value == Solver.FALSE ? Integer.MAX_VALUE : disagreements(other * 2);
            if (theirs < own || theirs == own && other < variable) return variable * 2 + 1;
        }
        return variable * 2;
    }

    private int disagreements(int literal) {
        int count = 0;
        for (int edge = 0; edge < 2; edge++) {
            int from = from(literal, edge);
            if (from >= 0 && !order.agrees(from, to(literal, edge))) count++;
        }
        return count;
    }

    @Override
    public boolean check() {
        asked = false;
        chooseSources();
        int known = solver.nVars();
        int[] places = order.order();
        if (replay.run(places, questions, deadline) > 0) {
            if (!asked) throw new IllegalStateException("a decided variable was raised again");
            if (settling > 0) settle(known);
            return false;
        }
        return parallel == null || parallel.run(places, replay.replaced, this::forbid) == 0;
    }

    /** Not all of these pairs of versions can be in this order. */
    private void forbid(IntList nodes, IntList earlier, IntList later) {
        IntList clause = new IntList();
        for (int i = 0; i < earlier.size(); i++) clause.add(literal(earlier.get(i), later.get(i)) ^ 1);
        solver.addClause(clause, nodes);
    }

    @Override
    public long steps() {
        long steps = order.search.steps();
        for (DynamicOrder.Search search : searches) steps += search.steps();
        return steps;
    }

    // What a refutation speaks of

    /** The transactions that a core speaks of, with those that they read from. */
    void involved(Solver.Core core, BitSet into) {
        core.premises().stream().forEach(node -> graph.involved(node, into));
        int[] writer = graph.problem.versionWriter;
        core.literals().stream().forEach(negated -> {
            int literal = negated ^ 1;
            int read = openOf.get(literal >> 1);
            if (read != NONE) {
                into.set(open.reader[read]);
                if (!graph.problem.isInitial(slot(literal >> 1))) into.set(writer[slot(literal >> 1)]);
                return;
            }
            into.set(writer[earlierHead(literal)]);
            into.set(writer[chains.tail[earlierHead(literal)]]);
            into.set(writer[laterHead(literal)]);
        });
    }

    /**
     * After a refutation: a short cycle of what is known and what was found to follow; null if there is none, as the
     * refutation takes decisions.
     *
     * <p>What was settled last fails both ways: each way closes a cycle. The longer of the two is told, as the shorter is
     * then the reason for one of its edges.
     *
     * @param core the transactions that the refutation speaks of
     */
    KnownCycle cycle(BitSet core) {
        Certain certain = new Certain(NONE, new int[0]);
        KnownCycle cycle = certain.cycle(core);
        if (cycle == null) return null;
        int last = certain.longestStory(cycle);
        if (last == NONE) return cycle;
        BitSet why = new BitSet();
        for (int t : cycle.transactions()) graph.involved(graph.commit(t), why);
        KnownCycle other = new Certain(last, why.stream().toArray()).cycle(core);
        return other == null || other.nodes().length < cycle.nodes().length ? cycle : other;
    }

    /** The graph with the edges of all literals that are true without any decision, but for one that may be false instead. */
    private final class Certain implements KnownCycle.Reasons {
        private final int negated;
        private final int[] why;
        /** By edge, {@code from << 32 | to}: the literal. */
        private final Map<Long, Integer> literals = new HashMap<>();

        private final Csr predecessors;

        /** @param why what the negation rests on */
        Certain(int negated, int[] why) {
            this.negated = negated;
            this.why = why;
            predecessors = Csr.build(graph.nodes, this::edges);
        }

        private void edges(Csr.Builder edges) {
            for (int node = 0; node < graph.nodes; node++) {
                for (int i = graph.predecessors.begin(node); i < graph.predecessors.end(node); i++) {
                    edges.add(node, graph.predecessors.get(i));
                }
            }
            for (int literal = 0; literal < solver.nVars() * 2; literal++) {
                if (!holds(literal)) continue;
                for (int edge = 0; edge < 2; edge++) {
                    int from = from(literal, edge);
                    if (from < 0) continue;
                    edges.add(to(literal, edge), from);
                    literals.put(key(from, to(literal, edge)), literal);
                }
            }
        }

        private boolean holds(int literal) {
            return literal >> 1 == negated >> 1 ? literal == (negated ^ 1) : solver.value(literal) == Solver.TRUE;
        }

        private static long key(int from, int to) {
            return (long) from << 32 | to;
        }

        KnownCycle cycle(BitSet core) {
            KnownCycle cycle = new KnownCycles(graph, predecessors, this).next(new BitSet());
            boolean sought = cycle == null && parallel != null && !graph.rules.seeDirectly();
            return !sought ? cycle : parallel.cycle(core, predecessors, this::isBefore, this);
        }

        /** Of the literals on a cycle, the one that takes most, if it takes more than the cycle has; otherwise none. */
        int longestStory(KnownCycle cycle) {
            int[] nodes = cycle.nodes();
            int longest = NONE;
            int most = nodes.length;
            for (int i = 0; i < nodes.length; i++) {
                Integer literal = literals.get(key(nodes[i], nodes[(i + 1) % nodes.length]));
                if (literal == null) continue;
                int story = of(nodes[i], nodes[(i + 1) % nodes.length]).length;
                if (story > most) longest = literal;
                most = Math.max(most, story);
            }
            return longest;
        }

        @Override
        public int[] of(int from, int to) {
            Integer literal = literals.get(key(from, to));
            if (literal == null) return new int[0];
            if (literal == (negated ^ 1)) return why;
            Solver.Core core = solver.core(literal);
            BitSet involved = new BitSet();
            if (core != null) involved(core, involved);
            return involved.stream().toArray();
        }

        /** Whether a version is known to come after a slot of the same key. */
        private boolean isBefore(int slot, int version) {
            int a = chains.head[slot];
            int b = chains.head[version];
            if (a == b) return chains.next[slot] == version;
            if (chains.isFirst(a) || chains.isFirst(b)) return chains.isFirst(a);
            int variable = pairs.find((long) Math.min(a, b) << 32 | Math.max(a, b));
            return variable >= 0 && holds(variable * 2 + (a < b ? 0 : 1));
        }
    }

    // What needs no decision

    /**
     * Before any decision: asks what replaying the order raises and settles what follows from the rest, round by round, as long as
     * that is quicker than to search; ends when about so many nodes were looked at.
     */
    void saturate(long budget) {
        settling = budget;
        while (true) {
            int before = solver.nAssigns();
            replay.suggest(order.order(), questions, deadline);
            settle(0);
            int settled = solver.nAssigns() - before;
            boolean pays = budget - settling < CHEAP ? settled > 0 : settled > graph.nodes / WORTH;
            if (!pays || !solver.okay() || settling <= 0) return;
        }
    }

    /**
     * Theory propagation: a literal that closes a cycle with what is known is false. For variables from one on, some at a time: several threads
     * look for the cycles in the graph as it is, and what they find is the same whoever finds it.
     */
    private void settle(int first) {
        long begin = steps();
        long end = begin + settling;
        int variables = solver.nVars();
        for (int from = first; solver.simplify() && from < variables && steps() < end; from += BATCH) {
            deadline.check();
            for (List<Exclusion> found : excluded(from, Math.min(from + BATCH, variables))) {
                for (Exclusion exclusion : found) {
                    if (!solver.isAssigned(exclusion.literal >> 1)) solver.addClause(exclusion.clause, exclusion.nodes);
                }
            }
        }
        settling -= steps() - begin;
    }

    /** A literal that closes a cycle: the clause that says so, and what that rests on. */
    private record Exclusion(int literal, IntList clause, IntList nodes) {}

    private List<List<Exclusion>> excluded(int from, int to) {
        int parts = to - from < MANY ? 1 : threads;
        List<Callable<List<Exclusion>>> tasks = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            if (searches.size() == part) searches.add(order.newSearch());
            DynamicOrder.Search search = searches.get(part);
            int begin = from + (to - from) * part / parts;
            int end = from + (to - from) * (part + 1) / parts;
            tasks.add(() -> excluded(begin, end, search));
        }
        return Parallel.run(tasks);
    }

    private List<Exclusion> excluded(int from, int to, DynamicOrder.Search search) {
        List<Exclusion> found = new ArrayList<>();
        for (int variable = from; variable < to; variable++) {
            if (solver.isAssigned(variable)) continue;
            for (int literal = variable * 2; literal < variable * 2 + 2; literal++) {
                if (!closesCycle(literal, search)) continue;
                Exclusion exclusion = new Exclusion(literal, new IntList(4), new IntList());
                explain(literal, search, exclusion.clause, exclusion.nodes);
                found.add(exclusion);
                break;
            }
        }
        return found;
    }

    /** Whether a literal closes a cycle with what was assigned, which the search then has. */
    private boolean closesCycle(int literal, DynamicOrder.Search search) {
        for (int edge = 0; edge < 2; edge++) {
            int from = from(literal, edge);
            if (from >= 0 && search.closesCycle(from, to(literal, edge), literal)) return true;
        }
        return breaksBarrier(literal, search);
    }

    private boolean breaksBarrier(int literal, DynamicOrder.Search search) {
        for (int barrier : barriers(literal)) {
            if (search.closesCycle(barrier, overwriting(literal), literal)) return true;
        }
        return false;
    }
}
