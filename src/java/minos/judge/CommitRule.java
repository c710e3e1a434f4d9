package minos.judge;

import java.util.List;
import java.util.Optional;
import minos.graph.TopologicalOrder;
import minos.infer.Options;
import minos.infer.Relations;
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
    /** t2 comes before t3 in the order asked for. */
    READ_YOUR_WRITES(Level.READ_YOUR_WRITES, AnomalyType.READ_YOUR_WRITES_VIOLATION),
    /** One that comes before t3 in the order asked for read from t2. */
    MONOTONIC_READS(Level.MONOTONIC_READS, AnomalyType.MONOTONIC_READS_VIOLATION),
    /** t3 read earlier from one that comes after t2 in the order asked for. */
    MONOTONIC_WRITES(Level.MONOTONIC_WRITES, AnomalyType.MONOTONIC_WRITES_VIOLATION),
    /** t3 read earlier from one that read from t2, or that a path leads to from one that did. */
    WRITES_FOLLOW_READS(Level.WRITES_FOLLOW_READS, AnomalyType.WRITES_FOLLOW_READS_VIOLATION),
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

    CommitRule(Level level, AnomalyType violation) {
        this(level, violation, violation);
    }

    /** The rule of a level, if it has one. */
    static Optional<CommitRule> of(Level level) {
        for (CommitRule rule : values()) if (rule.level == level) return Optional.of(rule);
        return Optional.empty();
    }

    Level level() {
        return level;
    }

    /** Whether it adds all edges that another adds. */
    boolean implies(CommitRule other, Relations relations) {
        return level.implies(other.level) && (!readsOnce() || other.readsOnce() || !relations.hasUnrepeatableReads());
    }

    /** Whether its level wants a transaction to read each key from one transaction. */
    private boolean readsOnce() {
        return level.implies(Level.CUT_ISOLATION);
    }

    /** Whether it is that of a session guarantee. Of what breaks a stronger level, too, the patterns of that level tell. */
    boolean isOfSessions() {
        return direct == indirect;
    }

    /**
     * Whether a read may enforce edges. Where reads of one key must have one source, those that have several are a violation by
     * themselves, and no others follow from their being at odds.
     */
    boolean enforces(Relations relations, int read) {
        return !readsOnce() || !relations.isContradicted(read);
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
