package minos.reference;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import minos.history.History;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict.Answer;
import minos.util.Sentinel;

/**
 * Orders that a database claims, by brute force: runs its transactions in every order of begins and commits that respects the times
 * that it gives them, and looks whether each reads what it read. At serializability a transaction is one point, at its commit; at
 * the levels with snapshots it reads at its begin, and at snapshot isolation nobody else may have committed a key that it writes
 * before it commits itself. The levels that know no begins want an order of the commits alone.
 */
final class ClaimedOrders {
    private static final Set<AnomalyType> EVERY_LEVEL =
            EnumSet.range(AnomalyType.THIN_AIR_READ, AnomalyType.INTERMEDIATE_READ);

    static {
        EVERY_LEVEL.addAll(EnumSet.of(
                AnomalyType.INCOMPATIBLE_ORDER, AnomalyType.DUPLICATE_ELEMENTS, AnomalyType.NON_REPEATABLE_READ));
    }

    /** Those of begins and commits. */
    private static final Set<Level> BY_POINTS = EnumSet.of(Level.PREFIX, Level.SNAPSHOT_ISOLATION, Level.SERIALIZABLE);

    private final Observations observations;
    private final Relation so;
    private final Relation versionOrder;
    /** By participant. */
    private final IntFunction<Level> levels;
    /** What else the order of the commits must do. */
    private final Predicate<List<Integer>> fits;
    /** By point, two a transaction: when it is claimed to be, or {@code NONE}. */
    private final int[] claimed;
    /** The participants that have committed, in that order. */
    private final List<Integer> commits = new ArrayList<>();
    /** By participant: how many had committed when it began; -1 before. */
    private final int[] begun;

    private ClaimedOrders(
            History history,
            Observations observations,
            IntFunction<Level> levels,
            Order order,
            Predicate<List<Integer>> fits) {
        this.observations = observations;
        this.levels = levels;
        this.fits = fits;
        so = observations.sessionOrder(order);
        versionOrder = observations.versionOrder();
        int n = observations.size();
        begun = new int[n];
        claimed = new int[2 * n];
        for (int t = 0; t < n; t++) {
            begun[t] = -1;
            claimed[2 * t] = history.started(observations.id(t));
            claimed[2 * t + 1] = committed(history, observations, t);
        }
    }

    /** A transaction that writes nothing commits when it begins, if that is all that is said. */
    static int committed(History history, Observations observations, int t) {
        int id = observations.id(t);
        boolean writes = false;
        for (int key = 0; key < observations.keys(); key++) writes |= observations.writesTo(t, key);
        return history.committed(id) == Sentinel.NONE && !writes ? history.started(id) : history.committed(id);
    }

    /** Whether an order that respects the claimed times explains the history. */
    static boolean explain(History history, Level level, Order order) {
        Observations observations = new Observations(history);
        if (!BY_POINTS.contains(level)) return explainCommits(history, observations, level, order);
        if (observations.patterns().stream().anyMatch(EVERY_LEVEL::contains)) return false;
        return new ClaimedOrders(
                        history, observations, t -> level, order, commits -> listsFit(observations, level, commits))
                .extend();
    }

    /** The same, where each transaction has its own level: those with snapshots read when they begin, the others when they commit. */
    static boolean explain(History history, IntFunction<Level> levels, Order order) {
        Observations observations = new Observations(history);
        if (MixedLevels.isWrongAlone(observations)) return false;
        Relation so = observations.sessionOrder(order);
        return new ClaimedOrders(
                        history,
                        observations,
                        t -> levels.apply(observations.id(t)),
                        order,
                        commits -> MixedLevels.holdIn(commits, observations, so, levels))
                .extend();
    }

    /** Whether a transaction reads at its begin. */
    private boolean split(int t) {
        return levels.apply(t) == Level.PREFIX || levels.apply(t) == Level.SNAPSHOT_ISOLATION;
    }

    /**
     * The levels that know no begins: a total order of the commits that respects the times, in which nothing comes before what it
     * must come after, and with the versions of each key in this order the level holds.
     */
    private static boolean explainCommits(History history, Observations observations, Level level, Order order) {
        Relation contained = observations.sessionOrder(order).union(observations.versionOrder());
        if (level != Level.READ_UNCOMMITTED) contained = contained.union(observations.writeRead());
        for (int t = 0; t < observations.size(); t++) {
            for (int u = 0; u < observations.size(); u++) {
                int first = committed(history, observations, t);
                int second = committed(history, observations, u);
                if (first != Sentinel.NONE && second != Sentinel.NONE && first < second) contained.add(t, u);
            }
        }
        return extend(contained, new ArrayList<>(), commits -> {
            List<Integer> ids = commits.stream().map(observations::id).toList();
            Observations ordered = new Observations(history, (one, other) -> ids.indexOf(one) < ids.indexOf(other));
            return Reference.judge(history, ordered, order).get(level) == Answer.TRUE;
        });
    }

    private static boolean extend(Relation contained, List<Integer> commits, Predicate<List<Integer>> found) {
        if (commits.size() == contained.size()) return found.test(commits);
        int chosen = commits.stream().mapToInt(t -> 1 << t).sum();
        for (int t = 0; t < contained.size(); t++) {
            if (commits.contains(t) || !contained.nothingMissingBefore(t, chosen)) continue;
            commits.add(t);
            if (extend(contained, commits, found)) return true;
            commits.remove(commits.size() - 1);
        }
        return false;
    }

    private boolean extend() {
        if (commits.size() == begun.length) return fits.test(commits);
        for (int t = 0; t < begun.length; t++) {
            if (begun[t] < 0 && split(t) ? begin(t) : !commits.contains(t) && commit(t)) return true;
        }
        return false;
    }

    private boolean begin(int t) {
        if (!isNext(2 * t) || !maySee(t)) return false;
        begun[t] = commits.size();
        boolean found = extend();
        begun[t] = -1;
        return found;
    }

    private boolean commit(int t) {
        if (!isNext(2 * t + 1) || !split(t) && !maySee(t) || hasConflict(t)) return false;
        for (int u : commits) if (versionOrder.has(t, u)) return false;
        commits.add(t);
        boolean found = extend();
        commits.remove(commits.size() - 1);
        return found;
    }

    /** Whether nothing that is left is claimed to be before a point. */
    private boolean isNext(int point) {
        for (int other = 0; other < claimed.length; other++) {
            boolean left = (other & 1) == 0 ? split(other / 2) && begun[other / 2] < 0 : !commits.contains(other / 2);
            boolean said = claimed[other] != Sentinel.NONE && claimed[point] != Sentinel.NONE;
            if (left && said && claimed[other] < claimed[point]) return false;
        }
        return true;
    }

    /** Whether a transaction that reads now reads what it read, after all that it must come after. */
    private boolean maySee(int t) {
        for (int u = 0; u < begun.length; u++) if (so.has(u, t) && !commits.contains(u)) return false;
        if (!split(t) && levels.apply(t) != Level.SERIALIZABLE) return true; // its rule looks at the whole order
        for (Observations.Read read : observations.reads()) {
            if (read.reader() != t) continue;
            int last = Observations.BOTTOM;
            for (int u : commits) if (observations.writesTo(u, read.key())) last = u;
            if (last != read.source()) return false;
        }
        return true;
    }

    private boolean hasConflict(int t) {
        if (levels.apply(t) != Level.SNAPSHOT_ISOLATION) return false;
        for (int u : commits.subList(begun[t], commits.size())) {
            for (int key = 0; key < observations.keys(); key++) {
                if (observations.writesTo(t, key) && observations.writesTo(u, key)) return true;
            }
        }
        return false;
    }

    /** From parallel snapshot isolation on no append is lost: a list shows the first of all appends to its key. */
    private static boolean listsFit(Observations observations, Level level, List<Integer> commits) {
        if (level == Level.PREFIX) return true;
        for (Observations.Read read : observations.reads()) {
            if (read.list() == null) continue;
            List<Integer> writers = new ArrayList<>(observations.writers(read.key()));
            writers.sort(Comparator.comparing(commits::indexOf));
            if (!observations.isPrefix(read, writers)) return false;
        }
        return true;
    }

    /** Whether it is not claimed when somebody committed, or two are claimed to have committed a key at the same time. */
    static boolean haveGaps(History history) {
        Observations observations = new Observations(history);
        for (int t = 0; t < observations.size(); t++) {
            int at = committed(history, observations, t);
            if (at == Sentinel.NONE) return true;
            for (int u = 0; u < t; u++) {
                for (int key = 0; key < observations.keys(); key++) {
                    boolean both = observations.writesTo(t, key) && observations.writesTo(u, key);
                    if (both && at == committed(history, observations, u)) return true;
                }
            }
        }
        return false;
    }
}
