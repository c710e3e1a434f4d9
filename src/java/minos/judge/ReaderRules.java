package minos.judge;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import minos.infer.Mix;
import minos.model.Level;

/** Which rule each reader is bound by: all by the same, or each by that of its own level. */
final class ReaderRules {
    private final CommitRule same;
    private final Mix mix;
    private final CommitRule aboveCausal;
    private final Set<CommitRule> present;

    private ReaderRules(CommitRule same, Mix mix, CommitRule aboveCausal, Set<CommitRule> present) {
        this.same = same;
        this.mix = mix;
        this.aboveCausal = aboveCausal;
        this.present = present;
    }

    static ReaderRules all(CommitRule rule) {
        return new ReaderRules(rule, null, null, EnumSet.of(rule));
    }

    /**
     * Each by its own level.
     *
     * @param aboveCausal the rule of those at stronger levels, which demand more; null to demand nothing of them
     */
    static ReaderRules each(Mix mix, int transactions, CommitRule aboveCausal) {
        Set<CommitRule> present = EnumSet.noneOf(CommitRule.class);
        ReaderRules rules = new ReaderRules(null, mix, aboveCausal, present);
        for (int t = 0; t < transactions; t++) {
            CommitRule rule = rules.of(t);
            if (rule != null) present.add(rule);
        }
        return rules;
    }

    /** The rule of a reader; null if it is bound by none. */
    CommitRule of(int reader) {
        if (mix == null) return same;
        return switch (mix.of(reader)) {
            case READ_COMMITTED -> CommitRule.READ_COMMITTED;
            case READ_ATOMIC -> CommitRule.READ_ATOMIC;
            case CAUSAL -> CommitRule.CAUSAL;
            case PREFIX, SNAPSHOT_ISOLATION, SERIALIZABLE -> aboveCausal;
            case READ_UNCOMMITTED,
                    CUT_ISOLATION,
                    ADYA_READ_COMMITTED,
                    READ_YOUR_WRITES,
                    MONOTONIC_READS,
                    MONOTONIC_WRITES,
                    WRITES_FOLLOW_READS,
                    UPDATE_ATOMIC,
                    PARALLEL_SNAPSHOT_ISOLATION,
                    UPDATE_SERIALIZABLE,
                    REPEATABLE_READ,
                    STRICT_SERIALIZABLE,
                    LINEARIZABLE,
                    MIXED -> null;
        };
    }

    /** Whether some reader is bound by a rule. */
    boolean has(CommitRule rule) {
        return present.contains(rule);
    }

    /** Whether some rule looks at more than what the reader itself has read. */
    boolean lookFurther() {
        return present.stream().anyMatch(rule -> rule != CommitRule.READ_COMMITTED);
    }

    /** Whether some rule speaks of paths of the order asked for and of reads. */
    boolean areOfPaths() {
        return present.contains(CommitRule.CAUSAL) || present.contains(CommitRule.WRITES_FOLLOW_READS);
    }

    /** Whether they are that of a session guarantee. */
    boolean areOfSessions() {
        return present.stream().anyMatch(CommitRule::isOfSessions);
    }

    /** Whether no reader is bound at all. */
    boolean areNone() {
        return present.isEmpty();
    }

    /** Whether each reader has the rule of its own level. */
    boolean areMixed() {
        return mix != null;
    }

    /** The level of a reader, where each has its own. */
    Optional<Level> level(int reader) {
        return mix == null ? Optional.empty() : Optional.of(mix.of(reader));
    }

    /** What to call the work. */
    String text() {
        return mix == null ? same.level().text() : Level.MIXED.text();
    }
}
