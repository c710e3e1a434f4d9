package minos.judge.strong;

import minos.model.Level;

/**
 * How a level places dependencies between the points of transactions.
 *
 * <table>
 * <caption>An edge for each dependency of t on s</caption>
 * <tr><th></th><th>so, wr, rt</th><th>ww</th><th>rw</th><th>points</th></tr>
 * <tr><td>serial</td><td>s → t</td><td>s → t</td><td>s → t</td><td>begin and commit are one</td></tr>
 * <tr><td>snapshot</td><td>C(s) → B(t)</td><td>C(s) → B(t)</td><td>B(s) → C(t)</td><td>two</td></tr>
 * <tr><td>prefix</td><td>C(s) → B(t)</td><td>C(s) → C(t)</td><td>B(s) → C(t)</td><td>two</td></tr>
 * <tr><td>weak</td><td>s → t</td><td>s → t</td><td>none</td><td>one</td></tr>
 * <tr><td>parallel</td><td>s → t</td><td>s → t</td><td>not an edge: forbids a path t → s</td><td>one</td></tr>
 * <tr><td>atomic</td><td>s → t</td><td>s → t</td><td>not an edge: forbids an edge t → s</td><td>one</td></tr>
 * </table>
 *
 * Update serializability places those that write as serial does, and those that only read as parallel does. Where transactions have
 * levels of their own, so, wr, rt and ww go into t as t's level places them, and rw leaves s as s's level
 * does: the reader's level decides. What those at weak levels demand besides are {@link Demands}.
 */
enum Rules {
    /** Of one transaction, at a level up to causal consistency, beside others at levels above. */
    WEAK,
    PREFIX,
    ATOMIC,
    PARALLEL,
    SNAPSHOT,
    /** Those of writers and those of readers. */
    UPDATES,
    SERIAL,
    /** Those of each transaction's own level. */
    MIXED;

    static Rules of(Level level) {
        return switch (level) {
            case PREFIX -> PREFIX;
            case UPDATE_ATOMIC -> ATOMIC;
            case PARALLEL_SNAPSHOT_ISOLATION -> PARALLEL;
            case SNAPSHOT_ISOLATION -> SNAPSHOT;
            case UPDATE_SERIALIZABLE -> UPDATES;
            case REPEATABLE_READ, SERIALIZABLE, STRICT_SERIALIZABLE, LINEARIZABLE -> SERIAL;
            case MIXED -> MIXED;
            case READ_UNCOMMITTED,
                    ADYA_READ_COMMITTED,
                    CUT_ISOLATION,
                    READ_COMMITTED,
                    READ_YOUR_WRITES,
                    MONOTONIC_READS,
                    MONOTONIC_WRITES,
                    WRITES_FOLLOW_READS,
                    READ_ATOMIC,
                    CAUSAL -> WEAK;
        };
    }

    /** Those that a transaction is placed by. */
    Rules of(Problem problem, int t) {
        return switch (this) {
            case UPDATES -> problem.writeBegin[t] < problem.writeBegin[t + 1] ? SERIAL : PARALLEL;
            case MIXED -> of(problem.ownLevel(t));
            case WEAK, PREFIX, ATOMIC, PARALLEL, SNAPSHOT, SERIAL -> this;
        };
    }

    /** Whether begin and commit are two points, of some transactions at least. */
    boolean split() {
        return this == PREFIX || this == SNAPSHOT || this == MIXED;
    }

    /** Whether no update is lost: who reads a version and writes the key writes the next; no append goes missing. */
    boolean keepsUpdates() {
        return this != PREFIX && this != WEAK;
    }

    /** Whether an anti-dependency is an edge, of some transactions at least. */
    boolean antiDependencies() {
        return this != PARALLEL && this != ATOMIC && this != WEAK;
    }

    /** Whether an anti-dependency forbids what leads back, of some transactions at least, though it is no edge. */
    boolean forbidReturns() {
        return this == PARALLEL || this == ATOMIC || this == UPDATES;
    }

    /** Whether what leads back is forbidden only where it is a single edge. */
    boolean seeDirectly() {
        return this == ATOMIC;
    }

    /** Whether reads count at all beyond whom they are from. */
    boolean bindReads() {
        return this != WEAK;
    }
}
