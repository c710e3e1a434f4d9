package minos.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import minos.graph.TopologicalOrder;
import minos.infer.Findings;
import minos.infer.Options;
import minos.infer.Relations;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Certificate;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.util.IntList;

/**
 * Decides the levels up to causal consistency. A level holds when no read is wrong by itself, the base graph has no cycle,
 * and the commit edges of the level's rule close none.
 */
final class WeakJudge {
    private final Relations relations;
    private final Order order;
    private final Options options;
    private final BaseGraphs graphs;
    private final WeakRules rules;

    WeakJudge(Relations relations, Order order, Options options) {
        this.relations = relations;
        this.order = order;
        this.options = options;
        graphs = new BaseGraphs(relations, order, options);
        rules = new WeakRules(relations, graphs, order, options);
    }

    Verdict verdict(Level level) {
        List<Anomaly> anomalies = new ArrayList<>();
        for (Anomaly anomaly : relations.anomalies()) if (breaks(anomaly.type(), level)) anomalies.add(anomaly);
        if (level == Level.CUT_ISOLATION) return answer(level, anomalies, null);
        boolean readsCount = level != Level.READ_UNCOMMITTED;
        TopologicalOrder proof = readsCount ? graphs.fullOrder() : graphs.writesOrder();
        if (proof == null) {
            anomalies.addAll(
                    (readsCount ? BaseCycles.of(graphs, options) : BaseCycles.ofWrites(graphs, options)).anomalies());
        }
        if (level.implies(Level.READ_COMMITTED) && (options.all() || anomalies.isEmpty())) {
            List<Anomaly> cycles = commitCycles(level);
            anomalies.addAll(cycles);
            if (anomalies.isEmpty()) proof = rules.outcome(CommitRule.of(level)).proof();
        }
        return answer(level, anomalies, proof);
    }

    private Verdict answer(Level level, List<Anomaly> anomalies, TopologicalOrder proof) {
        if (!anomalies.isEmpty()) return Verdict.violated(level, order, anomalies);
        return options.certificate() && proof != null
                ? Verdict.proved(certificate(level, proof))
                : Verdict.holds(level, order);
    }

    private Certificate certificate(Level level, TopologicalOrder proof) {
        IntList commits = new IntList();
        for (int place = 0; place < proof.size(); place++) {
            int node = proof.vertex(place);
            if (node < relations.history().transactions() && relations.participates(node)) commits.add(node);
        }
        return new Certificate(level, order, commits.toArray(), Optional.empty());
    }

    /** Whether an anomaly of single reads or lists breaks the level. */
    static boolean breaks(AnomalyType type, Level level) {
        return level.implies(type.rulesOut());
    }

    /** The violations of the level's rule: those of the weakest rule that is violated, or of all if asked for. */
    private List<Anomaly> commitCycles(Level level) {
        if (graphs.causalOrder() == null || rules.outcome(CommitRule.of(level)).holds()) return List.of();
        List<Anomaly> anomalies = new ArrayList<>();
        CommitCycles weaker = null;
        for (CommitRule rule : CommitRule.values()) {
            if (!level.implies(rule.level()) || rules.outcome(rule).holds()) continue;
            CommitCycles cycles = rules.cycles(rule);
            Findings found = cycles.find(weaker);
            anomalies.addAll(found.anomalies());
            if (!options.all()) break;
            weaker = cycles;
        }
        return anomalies;
    }
}
