package minos.infer;

import java.util.Optional;
import java.util.function.IntPredicate;
import minos.history.History;
import minos.model.Level;

/**
 * The isolation level of each transaction of a history that records them: the one that it says, and Adya's read committed, which
 * asks nothing of a transaction by itself, where it says none. A byte a transaction.
 */
public final class Mix {
    /** The level of those that do not say theirs. */
    public static final Level UNMARKED = Level.ADYA_READ_COMMITTED;

    private static final Level[] LEVELS = Level.values();

    private final byte[] level;
    private final String refusal;
    private final Level only;

    /** Only those that take part count. */
    public Mix(Relations relations) {
        this(relations.history(), relations::participates);
    }

    /** @param participates says whether a transaction takes part */
    public Mix(History history, IntPredicate participates) {
        level = new byte[history.transactions()];
        String refused = null;
        Level last = null;
        boolean same = true;
        for (int t = 0; t < level.length; t++) {
            Optional<String> name = history.isolation(t);
            Level own = name.isEmpty() ? UNMARKED : Level.named(name.get()).orElse(Level.MIXED);
            level[t] = (byte) own.ordinal();
            if (!participates.test(t)) continue;
            same &= last == null || own == last;
            last = own;
            if (refused == null && !own.isMixable()) refused = refusal(t, name.orElse(""), own);
        }
        refusal = refused;
        only = same && last != Level.MIXED ? last : null;
    }

    private static String refusal(int t, String name, Level level) {
        String ran = "T" + t + " ran at " + name + ", ";
        return switch (level) {
            case MIXED -> ran + "which is not a level of one transaction";
            case UPDATE_ATOMIC, PARALLEL_SNAPSHOT_ISOLATION, UPDATE_SERIALIZABLE ->
                ran + "which has no commit order, and so cannot be mixed with other levels";
            case CUT_ISOLATION -> ran + "which speaks of no commit order, and so cannot be mixed with levels that do";
            case READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS ->
                ran + "which is a promise to a session and not to one transaction, and so cannot be mixed";
            case REPEATABLE_READ -> ran + "which differs from serializable for predicates alone: say serializable";
            case READ_UNCOMMITTED -> ran + "which does not count reads, and so cannot be mixed with levels that do";
            case STRICT_SERIALIZABLE, LINEARIZABLE ->
                ran + "which all transactions keep or none: ask for serializable in the order real-time instead";
            case ADYA_READ_COMMITTED, READ_COMMITTED, READ_ATOMIC, CAUSAL, PREFIX, SNAPSHOT_ISOLATION, SERIALIZABLE ->
                throw new IllegalArgumentException(level + " can be mixed");
        };
    }

    /** The level of a transaction. */
    public Level of(int transaction) {
        return LEVELS[level[transaction]];
    }

    /** The only level, where all transactions have the same. */
    public Optional<Level> only() {
        return Optional.ofNullable(only);
    }

    /** Why these levels cannot be judged together; empty if they can. */
    public Optional<String> refusal() {
        return Optional.ofNullable(refusal);
    }
}
