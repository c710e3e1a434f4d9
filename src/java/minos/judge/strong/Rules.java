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
 * <tr><td>parallel</td><td>s → t</td><td>s → t</td><td>not an edge: forbids a path t → s</td><td>one</td></tr>
 * </table>
 */
enum Rules {
    PREFIX,
    PARALLEL,
    SNAPSHOT,
    SERIAL;

    static Rules of(Level level) {
        return switch (level) {
            case PREFIX -> PREFIX;
            case PARALLEL_SNAPSHOT_ISOLATION -> PARALLEL;
            case SNAPSHOT_ISOLATION -> SNAPSHOT;
            case SERIALIZABLE, STRICT_SERIALIZABLE, LINEARIZABLE -> SERIAL;
            case READ_UNCOMMITTED, ADYA_READ_COMMITTED, CUT_ISOLATION, READ_COMMITTED, READ_ATOMIC, CAUSAL ->
                throw new IllegalArgumentException("not a strong level: " + level);
        };
    }

    /** Whether begin and commit are two points. */
    boolean split() {
        return this == PREFIX || this == SNAPSHOT;
    }

    /** Whether no update is lost: who reads a version and writes the key writes the next; no append goes missing. */
    boolean keepsUpdates() {
        return this != PREFIX;
    }

    /** Whether an anti-dependency is an edge. */
    boolean antiDependencies() {
        return this != PARALLEL;
    }
}
