package minos.judge;

import java.util.List;
import minos.graph.TopologicalOrder;
import minos.infer.Options;
import minos.model.AnomalyType;
import minos.model.Level;

/**
 * The axioms of the weak levels, weakest first. Each is a rule that adds commit edges: a read of x by t3 from t1 puts t2, which
 * writes x too, before t1 if t2 comes before t3 in the sense of the rule. The level holds exactly when the base graph and
 * these edges have no cycle.
 */
enum CommitRule {
    /** t3 read from t2 earlier. */
    READ_COMMITTED(Level.READ_COMMITTED, AnomalyType.NON_MONOTONIC_READ, AnomalyType.NON_MONOTONIC_READ_CM),
    /** t2 comes before t3 in the order asked for, or t3 reads from t2. */
    READ_ATOMIC(Level.READ_ATOMIC, AnomalyType.FRACTURED_READ, AnomalyType.FRACTURED_READ_CM),
    /** A path of the order asked for and of reads leads from t2 to t3. */
    CAUSAL(Level.CAUSAL, AnomalyType.CAUSALITY_VIOLATION, AnomalyType.CAUSALITY_VIOLATION_CM);

    private final Level level;
    private final AnomalyType direct;
    private final AnomalyType indirect;

    CommitRule(Level level, AnomalyType direct, AnomalyType indirect) {
        this.level = level;
        this.direct = direct;
        this.indirect = indirect;
    }

    /** The rule of a level that has one. */
    static CommitRule of(Level level) {
        for (CommitRule rule : values()) if (rule.level == level) return rule;
        throw new IllegalArgumentException(level + " has no rule");
    }

    Level level() {
        return level;
    }

    /** Whether it adds all edges that another adds. */
    boolean implies(CommitRule other) {
        return compareTo(other) >= 0;
    }

    /** What a cycle of one of its edges is: with causality alone, or with further such edges. */
    AnomalyType type(boolean byCausality) {
        return byCausality ? direct : indirect;
    }

    /** Infers a minimal set of a rule's edges for a whole history: what follows from these and the base is left out. */
    interface Saturation {
        /**
         * The edges, in the parts that different threads found.
         *
         * @param order a topological order of the causal graph; where there are too many edges to keep, those that agree
         *              with it are dropped, and the parts say so
         */
        List<CommitEdges> infer(TopologicalOrder order, Options options);
    }
}
