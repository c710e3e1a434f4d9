package minos.reference;

import static minos.model.AnomalyType.DUPLICATE_ELEMENTS;
import static minos.model.AnomalyType.INCOMPATIBLE_ORDER;
import static minos.model.AnomalyType.NON_REPEATABLE_READ;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import minos.history.History;
import minos.judge.Judge;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict.Answer;

/**
 * Decides every level by brute force, straight from its definition, for histories of up to about eight transactions.
 *
 * <p>A history that writes a value twice is answered {@link Answer#UNKNOWN}; so is linearizability where a transaction
 * touches two keys. A real-time form needs a history with real time, and it is an error to ask for it otherwise.
 */
public final class Reference {
    private static final Set<AnomalyType> READ_CONSISTENCY =
            EnumSet.range(AnomalyType.THIN_AIR_READ, AnomalyType.INTERMEDIATE_READ);
    private static final Set<Level> BY_COMMIT_ORDER = EnumSet.range(Level.READ_COMMITTED, Level.PREFIX);
    private static final Set<Level> BY_DEPENDENCIES = EnumSet.of(
            Level.UPDATE_ATOMIC,
            Level.PARALLEL_SNAPSHOT_ISOLATION,
            Level.SNAPSHOT_ISOLATION,
            Level.UPDATE_SERIALIZABLE,
            Level.SERIALIZABLE);

    private Reference() {}

    /** The levels that a history can be asked for, and those that are judged by name alone. */
    public static List<Level> askable(History history, Order order) {
        List<Level> levels = new ArrayList<>(Judge.askable(history, order));
        if (levels.isEmpty()) return levels;
        for (Level level : Level.values()) if (level.isByNameAlone()) levels.add(level);
        return levels;
    }

    /** Whether the level holds in the form that {@code order} names. */
    public static Answer holds(History history, Level level, Order order) {
        return level.needsRealTime()
                ? judge(history, Order.REAL_TIME).get(level)
                : judge(history, order).get(level);
    }

    /**
     * All levels of whole histories in one form. Those that speak of real time whatever the form are there when the form is
     * real-time, and only then. {@link MixedLevels} has levels of single transactions.
     */
    public static Map<Level, Answer> judge(History history, Order order) {
        return judge(history, new Observations(history), order);
    }

    /** The same, where more was observed than the history says by itself. */
    static Map<Level, Answer> judge(History history, Observations observations, Order order) {
        Map<Level, Answer> answers = new EnumMap<>(Level.class);
        Set<Level> satisfied = observations.hasDuplicateWrites() ? Set.of() : satisfied(observations, order);
        for (Level level : Level.values()) {
            if (level.needsRealTime() && order != Order.REAL_TIME || level == Level.MIXED) continue;
            boolean known =
                    !observations.hasDuplicateWrites() && (level != Level.LINEARIZABLE || isSingleKeyed(history));
            boolean serial = level.needsRealTime() || level == Level.REPEATABLE_READ; // there are no predicates
            Level same = serial ? Level.SERIALIZABLE : level;
            answers.put(level, !known ? Answer.UNKNOWN : satisfied.contains(same) ? Answer.TRUE : Answer.FALSE);
        }
        return answers;
    }

    /** The patterns a to n that are present, and what is wrong with lists as such. */
    public static Set<AnomalyType> patterns(History history, Order order) {
        Observations observations = new Observations(history);
        Set<AnomalyType> patterns = EnumSet.noneOf(AnomalyType.class);
        if (observations.hasDuplicateWrites()) return patterns;
        patterns.addAll(observations.patterns());
        patterns.addAll(Patterns.of(observations, observations.sessionOrder(order)));
        return patterns;
    }

    private static Set<Level> satisfied(Observations observations, Order order) {
        Set<Level> satisfied = EnumSet.noneOf(Level.class);
        Relation so = observations.sessionOrder(order);
        Set<AnomalyType> patterns = observations.patterns();
        if (!patterns.contains(NON_REPEATABLE_READ)) satisfied.add(Level.CUT_ISOLATION);

        boolean listsAgree = !patterns.contains(INCOMPATIBLE_ORDER) && !patterns.contains(DUPLICATE_ELEMENTS);
        Relation installed = so.union(observations.versionOrder());
        if (!listsAgree || !installed.isAcyclic()) return satisfied;
        satisfied.add(Level.READ_UNCOMMITTED);

        boolean consistent = patterns.stream().noneMatch(READ_CONSISTENCY::contains);
        if (!consistent || !installed.union(observations.writeRead()).isAcyclic()) return satisfied;
        satisfied.add(Level.ADYA_READ_COMMITTED);

        satisfied.addAll(CommitOrders.satisfied(observations, so, BY_COMMIT_ORDER));
        DependencyGraphs graphs = new DependencyGraphs(observations, so);
        for (Level level : BY_DEPENDENCIES) if (graphs.exists(level)) satisfied.add(level);
        return satisfied;
    }

    private static boolean isSingleKeyed(History history) {
        for (int t = 0; t < history.transactions(); t++) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.key(op) != history.key(history.begin(t))) return false;
            }
        }
        return true;
    }
}
