package minos.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import minos.graph.Csr;
import minos.graph.TopologicalOrder;
import minos.history.Atoms;
import minos.history.History;
import minos.history.HistoryBuilder;
import minos.history.InitialValues;
import minos.history.Model;
import minos.history.Origin;
import minos.history.Status;
import minos.infer.Options;
import minos.infer.Relations;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict.Answer;
import minos.reference.Draft;
import minos.reference.Reference;
import minos.reference.Trials;
import minos.util.Deadline;
import minos.util.Sentinel;
import org.junit.jupiter.api.Test;

/**
 * Each rule by itself decides its level: its edges close a cycle exactly when the reference says that the level is violated.
 * Run in the variants that only large histories would use: rows of some columns at a time, and transactions looked up rather than scanned.
 */
class RulesTest {
    private static final int HISTORIES = 2_000;

    @Test
    void readCommitted() {
        Trials.run(
                HISTORIES,
                draft -> compare(
                        draft,
                        Level.READ_COMMITTED,
                        (relations, order, causal) -> new ReadCommittedRule(
                                relations, new WrittenKeys(relations), ReaderRules.all(CommitRule.READ_COMMITTED))));
    }

    @Test
    void readCommittedWithLargeTransactions() {
        Trials.run(
                HISTORIES,
                draft -> compare(
                        draft,
                        Level.READ_COMMITTED,
                        (relations, order, causal) -> new ReadCommittedRule(
                                relations, new WrittenKeys(relations, 0), ReaderRules.all(CommitRule.READ_COMMITTED))));
    }

    @Test
    void readAtomic() {
        Trials.run(
                HISTORIES,
                draft -> compare(
                        draft,
                        Level.READ_ATOMIC,
                        (relations, order, causal) -> new ReadAtomicRule(
                                relations,
                                new WrittenKeys(relations),
                                order,
                                ReaderRules.all(CommitRule.READ_ATOMIC))));
    }

    @Test
    void readAtomicWithLargeTransactions() {
        Trials.run(
                HISTORIES,
                draft -> compare(
                        draft,
                        Level.READ_ATOMIC,
                        (relations, order, causal) -> new ReadAtomicRule(
                                relations,
                                new WrittenKeys(relations, 0),
                                order,
                                ReaderRules.all(CommitRule.READ_ATOMIC))));
    }

    @Test
    void causal() {
        Trials.run(
                HISTORIES,
                draft -> compare(
                        draft,
                        Level.CAUSAL,
                        (relations, order, causal) -> new CausalRule(causal, ReaderRules.all(CommitRule.CAUSAL))));
    }

    @Test
    void causalSomeColumnsAtATime() {
        Trials.run(
                HISTORIES,
                draft -> compare(
                        draft,
                        Level.CAUSAL,
                        (relations, order, causal) -> new CausalRule(causal, ReaderRules.all(CommitRule.CAUSAL), 1)));
    }

    /** Several words of bits, several blocks, keys that many write: against all instances of the axiom. */
    @Test
    void causalOnHundredsOfTransactions() {
        int[] answers = new int[2];
        for (int seed = 0; seed < 120; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            History history = causalHistory(random);
            Relations relations = Relations.of(history, Options.DEFAULT);
            Csr causal = BaseGraph.causal(relations, Order.SESSION, 1).predecessors();
            TopologicalOrder sideBySide = TopologicalOrder.breadthFirst(causal, Deadline.NEVER);
            if (sideBySide == null) continue;
            boolean expected = isCausal(relations, causal, sideBySide);
            answers[expected ? 1 : 0]++;
            for (TopologicalOrder order : List.of(sideBySide, sideBySide.byDepth(causal))) {
                for (long room : new long[] {0, Long.MAX_VALUE}) {
                    BaseGraph graph = BaseGraph.causal(relations, Order.SESSION, 1);
                    CommitEdges edges = new CommitEdges(order);
                    new CausalRule(graph, ReaderRules.all(CommitRule.CAUSAL), room)
                            .infer(order, Options.DEFAULT)
                            .forEach(edges::addAll);
                    boolean holds = !edges.intoInitial()
                            && order.near(causal.with(edges.predecessors(causal.rows())), Deadline.NEVER) != null;
                    assertEquals(expected, holds, "seed " + seed + ", room " + room);
                }
            }
        }
        assertTrue(answers[0] > 20 && answers[1] > 20, Arrays.toString(answers));
    }

    /**
     * What clients see of a causal database: each knows of some versions, and of all that another knows when it hears of that one. Where
     * there are faults, it forgets what the other does not know.
     */
    private static History causalHistory(SplittableRandom random) {
        int clients = 2 + random.nextInt(30);
        int keys = 1 + random.nextInt(40);
        int hearing = 1 + random.nextInt(6);
        int faults = random.nextInt(2) * (1 + random.nextInt(6));
        HistoryBuilder builder = new HistoryBuilder(new Atoms(false));
        builder.model(Model.RW_REGISTER);
        int[][] known = new int[clients][keys]; // the version of each key; 0 is the initial one
        int versions = 0;
        for (int t = 50 + random.nextInt(500); t > 0; t--) {
            int client = random.nextInt(clients);
            if (random.nextInt(hearing) == 0) {
                int other = random.nextInt(clients);
                boolean fault = faults > 0 && random.nextInt(30) == 0 && faults-- > 0;
                for (int key = 0; key < keys; key++) {
                    int heard = known[other][key];
                    known[client][key] = fault ? heard : Math.max(known[client][key], heard);
                }
            }
            builder.begin(builder.session(client), Status.COMMITTED, -1, Integer.MAX_VALUE, -1);
            for (int i = random.nextInt(4); i > 0; i--) {
                int key = random.nextInt(keys);
                if (known[client][key] == 0) builder.readInitial(key);
                else builder.read(key, known[client][key]);
            }
            for (int i = random.nextInt(3); i > 0; i--) {
                int key = random.nextInt(keys);
                builder.write(key, known[client][key] = ++versions);
            }
            builder.end();
        }
        return builder.build(Origin.MEMORY, InitialValues.EXPLICIT);
    }

    /** By all instances of the axiom, and the closure of the base graph. */
    private static boolean isCausal(Relations relations, Csr causal, TopologicalOrder order) {
        History history = relations.history();
        BitSet[] past = new BitSet[causal.rows()];
        Map<Integer, BitSet> writers = new HashMap<>();
        for (int place = 0; place < past.length; place++) {
            int t = order.vertex(place);
            past[t] = new BitSet();
            for (int i = causal.begin(t); i < causal.end(t); i++) {
                past[t].or(past[causal.get(i)]);
                past[t].set(causal.get(i));
            }
            for (int op = history.begin(t); op < history.end(t); op++)
                if (history.isWrite(op))
                    writers.computeIfAbsent(history.key(op), key -> new BitSet())
                            .set(t);
        }
        CommitEdges edges = new CommitEdges(order);
        for (int op = 0; op < history.operations(); op++) {
            int source = relations.source(op);
            if (source == Sentinel.NONE) continue;
            int key = history.key(op);
            BitSet earlier = (BitSet) past[history.transactionOf(op)].clone();
            earlier.and(writers.getOrDefault(key, new BitSet()));
            for (int t = earlier.nextSetBit(0); t >= 0; t = earlier.nextSetBit(t + 1))
                if (t != source) edges.add(t, source, op);
        }
        return !edges.intoInitial()
                && order.near(causal.with(edges.predecessors(causal.rows())), Deadline.NEVER) != null;
    }

    private interface RuleMaker {
        CommitRule.Saturation make(Relations relations, Order order, BaseGraph causal);
    }

    private static String compare(Draft draft, Level level, RuleMaker maker) {
        History history = draft.build();
        for (Order order : draft.orders()) {
            Answer expected = Reference.holds(history, level, order);
            if (expected == Answer.UNKNOWN) continue;
            Relations relations = Relations.of(history, Options.DEFAULT);
            if (relations.anomalies().stream().anyMatch(a -> WeakJudge.breaks(a.type(), level))) continue;
            BaseGraph full = BaseGraph.full(relations, order, 1);
            TopologicalOrder topological = full.topologicalOrder(Deadline.NEVER);
            if (topological == null) continue;
            List<CommitEdges> parts = maker.make(relations, order, BaseGraph.causal(relations, order, 1))
                    .infer(topological, Options.DEFAULT);
            CommitEdges edges = new CommitEdges(topological);
            for (CommitEdges part : parts) edges.addAll(part);
            Csr both = full.predecessors().with(edges.predecessors(full.nodes()));
            boolean holds = !edges.intoInitial() && topological.near(both, Deadline.NEVER) != null;
            if (holds != (expected == Answer.TRUE))
                return level + " in form " + order + " is " + expected + ", the rule says " + holds;
        }
        return null;
    }
}
