package minos.judge;

import static minos.util.Sentinel.NONE;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import minos.graph.TopologicalOrder;
import minos.history.History;
import minos.infer.Findings;
import minos.infer.Mix;
import minos.infer.Options;
import minos.infer.Relations;
import minos.judge.strong.ClaimedOrder;
import minos.judge.strong.Demands;
import minos.judge.strong.Ordering;
import minos.judge.strong.Problems;
import minos.model.Anomaly;
import minos.model.Certificate;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Violation;
import minos.util.Deadline;

/**
 * Decides histories whose transactions have isolation levels of their own: is there one commit order that satisfies for each read
 * the axiom of its reader's level? (Bouajjani, Enea and Román-Calvo, <i>On the complexity of checking mixed isolation levels for SQL
 * transactions</i>, CAV 2025.) The engine is that of one level for all, where a reader's level is looked up.
 *
 * <p>Up to causal consistency each reader's rule adds its commit edges, and their union closes a cycle or does not: the bounds are
 * those of the levels. Above, transactions are {@linkplain Ordering ordered} by points, and what the weak readers demand is found as
 * it is needed: only where an order goes against one of their rules does that rule's edge become part of the question.
 */
final class MixedJudge {
    /** After so many orders that went against the weak readers, all that these demand is inferred. */
    private static final int FEW = 4;

    private final Relations relations;
    private final History history;
    private final Mix mix;
    private final Order order;
    private final Options options;
    private final MixedJudge bySession;
    private final Relations sound;
    private final BaseGraphs graphs;
    private final WeakRules weak;
    private Verdict known;

    /** @param bySession for real time, the judge by session order alone; otherwise null */
    MixedJudge(Relations relations, Mix mix, Order order, Options options, MixedJudge bySession) {
        this.relations = relations;
        this.history = relations.history();
        this.mix = mix;
        this.order = order;
        this.options = options;
        this.bySession = bySession;
        sound = relations.withoutWrongReads().without(unrepeatable(), new BitSet());
        graphs = new BaseGraphs(sound, order, options);
        weak = new WeakRules(sound, graphs, order, options);
    }

    Verdict verdict() {
        if (known == null) known = judge();
        return known;
    }

    private Verdict judge() {
        List<Anomaly> anomalies = ofSingleReads();
        if (!anomalies.isEmpty() && !options.all()) return violated(anomalies);
        Verdict rest = hasStrong() ? ordered() : saturated();
        anomalies.addAll(rest.anomalies());
        return anomalies.isEmpty() ? rest : violated(anomalies);
    }

    private boolean hasStrong() {
        for (int t = 0; t < history.transactions(); t++) {
            if (sound.participates(t) && !mix.of(t).axiom().isSaturable()) return true;
        }
        return false;
    }

    private Verdict violated(List<Anomaly> anomalies) {
        return Verdict.violated(Level.MIXED, order, anomalies);
    }

    /** What the database's times say of it: whether they agree with what comes before what. */
    ClaimedOrder claimed() {
        return new ClaimedOrder(new Problems(sound, mix, options.threads()), Level.MIXED, order, options);
    }

    // What is wrong with single reads

    private List<Anomaly> ofSingleReads() {
        List<Anomaly> anomalies = new ArrayList<>();
        for (Anomaly anomaly : relations.anomalies()) {
            if (WeakJudge.breaks(anomaly.type(), Level.MIXED)) anomalies.add(anomaly);
        }
        Findings findings = new Findings(options.maxWitnesses());
        unrepeatable().stream().forEach(op -> findings.add(new Violation.NonRepeatableRead(firstRead(op), op)));
        anomalies.addAll(findings.anomalies());
        return anomalies;
    }

    /** Reads of a key that their transaction had read before, from elsewhere, where its level does not allow that. */
    private BitSet unrepeatable() {
        BitSet reads = relations.unrepeatableReads();
        for (int op = reads.nextSetBit(0); op >= 0; op = reads.nextSetBit(op + 1)) {
            if (!mix.of(history.transactionOf(op)).implies(Level.CUT_ISOLATION)) reads.clear(op);
        }
        return reads;
    }

    /** The first read of the key before it that shows another version: one that has a source, if there is such. */
    private int firstRead(int read) {
        int first = NONE;
        int without = NONE; // from an aborted transaction, say
        for (int op = history.begin(history.transactionOf(read)); op < read; op++) {
            if (history.isWrite(op) || history.key(op) != history.key(read)) continue;
            if (first == NONE) first = op;
            if (shown(op) == shown(read)) continue;
            if (relations.hasSource(op)) return op;
            if (without == NONE) without = op;
        }
        return without == NONE ? first : without;
    }

    private int shown(int read) {
        return relations.hasSource(read) ? relations.externalVersion(read) : history.version(read);
    }

    // Up to causal consistency

    private Verdict saturated() {
        TopologicalOrder proof = graphs.fullOrder();
        if (proof == null) return violated(BaseCycles.of(graphs, options).anomalies());
        ReaderRules rules = ReaderRules.each(mix, history.transactions(), null);
        WeakRules.Outcome outcome = weak.outcome(rules);
        if (!outcome.holds())
            return violated(weak.cycles(rules, outcome).find(null).anomalies());
        return options.certificate() ? Verdict.proved(certificate(outcome.proof())) : Verdict.holds(Level.MIXED, order);
    }

    private Certificate certificate(TopologicalOrder proof) {
        int[] commits = WeakJudge.commits(sound, proof);
        int[] snapshots = new int[commits.length]; // each of them sees what it sees when it commits
        for (int place = 0; place < snapshots.length; place++) snapshots[place] = place;
        return new Certificate(Level.MIXED, order, commits, Optional.of(snapshots));
    }

    // Above

    private Verdict ordered() {
        Problems problems = new Problems(sound, mix, options.threads());
        ReaderRules rules = ReaderRules.each(mix, history.transactions(), null);
        CommitEdges demanded = null;
        for (int round = 0; ; round++) {
            options.progress().phase(Level.MIXED.text(), 0);
            Ordering ordering = demanded == null
                    ? new Ordering(problems, Level.MIXED, order, options)
                    : new Ordering(problems, new Demanded(demanded, rules), order, options);
            if (!ordering.exists()) return violated(anomalies(ordering));
            Certificate proof = ordering.certificate();
            CommitEdges against = rules.areNone() ? null : against(rules, proof, round < FEW);
            if (against == null || against.size() == 0) {
                return options.certificate() ? Verdict.proved(proof) : Verdict.holds(Level.MIXED, order);
            }
            if (against.intoInitial()) return violated(anomalies(ordering));
            if (demanded == null) demanded = against;
            else demanded.addAll(against);
        }
    }

    private CommitEdges against(ReaderRules rules, Certificate proof, boolean few) {
        BaseGraph full = graphs.full();
        TopologicalOrder commits = TopologicalOrder.near(proof.commits(), full.predecessors(), options.deadline());
        return weak.against(rules, commits, few);
    }

    /** What the levels up to causal consistency say of it; if nothing, what the others do. */
    private List<Anomaly> anomalies(Ordering ordering) {
        try {
            Verdict weaker = bySession == null ? atMostCausal() : bySession.verdict();
            if (weaker.answer() == Verdict.Answer.FALSE) return weaker.anomalies();
            if (bySession != null) {
                weaker = atMostCausal();
                if (weaker.answer() == Verdict.Answer.FALSE) return weaker.anomalies();
            }
        } catch (Deadline.Expired e) {
            if (ordering.exists()) throw e; // otherwise it is violated all the same
        }
        return ordering.anomalies();
    }

    /** The verdict if no reader's level were stronger than causal consistency. */
    private Verdict atMostCausal() {
        if (graphs.fullOrder() == null)
            return violated(BaseCycles.of(graphs, options).anomalies());
        ReaderRules rules = ReaderRules.each(mix, history.transactions(), CommitRule.CAUSAL);
        WeakRules.Outcome outcome = weak.outcome(rules);
        return outcome.holds()
                ? Verdict.holds(Level.MIXED, order)
                : violated(weak.cycles(rules, outcome).find(null).anomalies());
    }

    /** Commit edges of weak readers. */
    private final class Demanded implements Demands {
        private final CommitEdges edges;
        private final ReaderRules rules;

        Demanded(CommitEdges edges, ReaderRules rules) {
            this.edges = edges;
            this.rules = rules;
        }

        @Override
        public int size() {
            return edges.size();
        }

        @Override
        public int from(int demand) {
            return edges.from(demand);
        }

        @Override
        public int to(int demand) {
            return edges.to(demand);
        }

        @Override
        public int reader(int demand) {
            return history.transactionOf(edges.read(demand));
        }

        @Override
        public Edge edge(int demand) {
            return graphs.edgeWriter().commit(edges, demand, rules);
        }
    }
}
