package minos.judge;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import minos.graph.StronglyConnectedComponents;
import minos.graph.TopologicalOrder;
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
    private final Map<CommitRule, CommitCycles> cycles = new EnumMap<>(CommitRule.class);
    private WeakRules rules;
    /** The cycles of the base graph, and those of its writes alone, where there are any. */
    private List<Anomaly> baseCycles;

    private List<Anomaly> writeCycles;
    private final Map<Level, Verdict> known = new EnumMap<>(Level.class);

    WeakJudge(Relations relations, Order order, Options options) {
        this.relations = relations;
        this.order = order;
        this.options = options;
        graphs = new BaseGraphs(relations, order, options);
    }

    Verdict verdict(Level level) {
        Verdict verdict = known.get(level);
        if (verdict == null) known.put(level, verdict = judge(level));
        return verdict;
    }

    private Verdict judge(Level level) {
        List<Anomaly> anomalies = new ArrayList<>();
        for (Anomaly anomaly : relations.anomalies()) if (breaks(anomaly.type(), level)) anomalies.add(anomaly);
        if (level == Level.CUT_ISOLATION) return answer(level, anomalies, null);
        boolean readsCount = level != Level.READ_UNCOMMITTED;
        TopologicalOrder proof = readsCount ? graphs.fullOrder() : graphs.writesOrder();
        if (proof == null) anomalies.addAll(readsCount ? baseCycles() : writeCycles());
        CommitRule rule = CommitRule.of(level).orElse(null);
        if (rule != null && (options.all() || anomalies.isEmpty())) {
            anomalies.addAll(commitCycles(rule));
            if (anomalies.isEmpty()) proof = outcome(rule).proof();
            if (anomalies.isEmpty() && proof == null) throw new IllegalStateException(level + ": violated by nothing");
        }
        return answer(level, anomalies, proof);
    }

    private List<Anomaly> baseCycles() {
        if (baseCycles == null) baseCycles = BaseCycles.of(graphs, options).anomalies();
        return baseCycles;
    }

    private List<Anomaly> writeCycles() {
        if (writeCycles == null)
            writeCycles = BaseCycles.ofWrites(graphs, options).anomalies();
        return writeCycles;
    }

    /** Of an order of time: cycles over real time of each kind that needs no search, as the strong levels call them. */
    List<Anomaly> cyclesOverTime() {
        return BaseCycles.overTime(graphs, options.toTell()).anomalies();
    }

    /** Whether a level is violated, without telling by what. */
    boolean isViolated(Level level) {
        if (known.containsKey(level)) return known.get(level).answer() == Verdict.Answer.FALSE;
        if (relations.anomalies().stream().anyMatch(anomaly -> breaks(anomaly.type(), level))) return true;
        if (level == Level.CUT_ISOLATION) return false;
        TopologicalOrder base = level == Level.READ_UNCOMMITTED ? graphs.writesOrder() : graphs.fullOrder();
        return base == null
                || CommitRule.of(level).map(rule -> !outcome(rule).holds()).orElse(false);
    }

    private Verdict answer(Level level, List<Anomaly> anomalies, TopologicalOrder proof) {
        if (!anomalies.isEmpty()) return Verdict.violated(level, order, anomalies);
        return options.certificate() && proof != null
                ? Verdict.proved(certificate(level, proof))
                : Verdict.holds(level, order);
    }

    private Certificate certificate(Level level, TopologicalOrder proof) {
        return new Certificate(level, order, commits(relations, proof), Optional.empty());
    }

    /** The transactions that take part, in an order of a base graph. */
    static int[] commits(Relations relations, TopologicalOrder proof) {
        IntList commits = new IntList();
        for (int place = 0; place < proof.size(); place++) {
            int node = proof.vertex(place);
            if (node < relations.history().transactions() && relations.participates(node)) commits.add(node);
        }
        return commits.toArray();
    }

    /** Whether an anomaly of single reads or lists breaks the level. */
    static boolean breaks(AnomalyType type, Level level) {
        return level.implies(type.rulesOut());
    }

    /**
     * The violations of a level's rule: those of the weakest rule that is violated, or of all if asked for. Cycles of the
     * base graph do not hide them: what those rest on is left out, and not counted.
     */
    private List<Anomaly> commitCycles(CommitRule asked) {
        if (outcome(asked).holds() && !options.all()) return List.of();
        List<Anomaly> anomalies = new ArrayList<>();
        boolean inAll = rules().relations() == relations;
        CommitCycles weaker = null;
        for (CommitRule rule : CommitRule.values()) {
            boolean tells =
                    rule == asked || !rule.isOfSessions() && asked.level().implies(rule.level());
            if (!tells || outcome(rule).holds()) continue;
            CommitCycles found = cycles(rule);
            for (Anomaly anomaly : found.find(weaker).anomalies()) anomalies.add(inAll ? anomaly : anomaly.orMore());
            if (!options.all()) break;
            weaker = found;
        }
        return anomalies;
    }

    private CommitCycles cycles(CommitRule rule) {
        return cycles.computeIfAbsent(rule, rules()::cycles);
    }

    /**
     * What is left without the reads that break a weak level with a rule, or one below it: wrong ones, those that contradict an earlier one, those
     * within cycles of the base graph, and those whose commit edges close cycles.
     */
    Relations without(Level level) {
        CommitRule rule = CommitRule.of(level).orElseThrow();
        Relations repeatable = rules().relations().withoutUnrepeatableReads();
        WeakRules left = repeatable == rules().relations() ? rules() : rules(repeatable);
        BitSet reads = left.outcome(rule).holds()
                ? new BitSet()
                : (left == rules() ? cycles(rule) : left.cycles(rule)).reads();
        return repeatable.without(reads, new BitSet()).withoutWrongReads();
    }

    private WeakRules.Outcome outcome(CommitRule rule) {
        return rules().outcome(rule);
    }

    /** The rules for what cycles of the base graph leave: they hide nothing, as what they rest on is left out. */
    private WeakRules rules() {
        if (rules == null) rules = rules(graphs.fullOrder() != null ? relations : withoutCycles());
        return rules;
    }

    private WeakRules rules(Relations left) {
        return new WeakRules(left, left == relations ? graphs : new BaseGraphs(left, order, options), order, options);
    }

    /** What is left without the reads and version orders that lie within cycles of the base graph: that has none. */
    private Relations withoutCycles() {
        Relations causal = relations;
        if (graphs.causalOrder() == null) {
            StronglyConnectedComponents cycles = graphs.causal().components(options.deadline());
            causal = relations.without(relations.readsWithin(cycles::together), new BitSet());
        }
        if (causal.orderedPairs() == 0) return causal;
        StronglyConnectedComponents cycles =
                BaseGraph.full(causal, order, options.threads()).components(options.deadline());
        return causal.without(new BitSet(), causal.pairsWithin(cycles::together));
    }
}
