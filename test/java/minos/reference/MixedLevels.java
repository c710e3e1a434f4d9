package minos.reference;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import minos.history.History;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Order;

/**
 * Histories whose transactions have levels of their own, by brute force: tries every commit order, and for each read looks at the
 * axiom of its reader's level. At most n! orders of n transactions.
 *
 * <p>An append is an update of the list that it appends to: at snapshot isolation and above, what a list shows before a transaction's
 * appends is from the last writer of the key before it, with that one's last append, and the own ones are shown from the first one
 * on. Whether those that follow are there is a matter of the next.
 */
final class MixedLevels {
    private static final Set<AnomalyType> EVERY_LEVEL =
            EnumSet.range(AnomalyType.THIN_AIR_READ, AnomalyType.INTERMEDIATE_READ);

    static {
        EVERY_LEVEL.addAll(EnumSet.of(AnomalyType.INCOMPATIBLE_ORDER, AnomalyType.DUPLICATE_ELEMENTS));
    }

    private final Observations observations;
    private final IntFunction<Level> levels;
    private final CommitOrders axioms;
    private final Relation contained;
    private final int[] place;

    private MixedLevels(Observations observations, Relation so, IntFunction<Level> levels) {
        this.observations = observations;
        this.levels = levels;
        place = new int[observations.size()];
        axioms = new CommitOrders(observations, so, place);
        contained = so.union(observations.writeRead()).union(observations.versionOrder());
    }

    /**
     * Whether one commit order satisfies every reader's level.
     *
     * @param levels by transaction of the history
     */
    static boolean hold(History history, Order order, IntFunction<Level> levels) {
        return hold(new Observations(history), order, levels);
    }

    /** The same, where more was observed than the history says by itself. */
    static boolean hold(Observations observations, Order order, IntFunction<Level> levels) {
        if (isWrongAlone(observations)) return false;
        Relation so = observations.sessionOrder(order);
        return new MixedLevels(observations, so, t -> levels.apply(observations.id(t))).extend(0, 0);
    }

    /** Whether a commit order, by participant, satisfies every reader's level. */
    static boolean holdIn(List<Integer> commits, Observations observations, Relation so, IntFunction<Level> levels) {
        MixedLevels mixed = new MixedLevels(observations, so, t -> levels.apply(observations.id(t)));
        int chosen = 0;
        for (int t : commits) {
            if (!mixed.contained.nothingMissingBefore(t, chosen)) return false;
            mixed.place[t] = Integer.bitCount(chosen);
            chosen |= 1 << t;
        }
        return mixed.listsFit() && mixed.readsFit();
    }

    /** Whether what is wrong with a read or a list alone breaks every level. */
    static boolean isWrongAlone(Observations observations) {
        return observations.patterns().stream().anyMatch(EVERY_LEVEL::contains);
    }

    private boolean extend(int length, int chosen) {
        if (length == place.length) return listsFit() && readsFit();
        for (int t = 0; t < place.length; t++) {
            if ((chosen >> t & 1) != 0 || !contained.nothingMissingBefore(t, chosen)) continue;
            place[t] = length;
            if (extend(length + 1, chosen | 1 << t)) return true;
        }
        return false;
    }

    private boolean readsFit() {
        for (Observations.Read read : observations.reads()) {
            Level level = levels.apply(read.reader());
            if (level != Level.ADYA_READ_COMMITTED && !axioms.axiomHolds(level, read)) return false;
        }
        return true;
    }

    private boolean listsFit() {
        for (Observations.Read read : observations.reads()) if (read.list() != null && !listFits(read)) return false;
        return true;
    }

    private boolean listFits(Observations.Read read) {
        List<Integer> writers = new ArrayList<>(observations.writers(read.key()));
        writers.sort(Comparator.comparing(t -> place[t]));
        int before = Observations.BOTTOM;
        for (int at = 0; at < read.list().size(); ) {
            int t = observations.writer(read.list().get(at));
            if (!levels.apply(t).implies(Level.SNAPSHOT_ISOLATION)) {
                at++;
            } else {
                int index = writers.indexOf(t);
                if (before != (index == 0 ? Observations.BOTTOM : writers.get(index - 1))) return false;
                if (before != Observations.BOTTOM && !read.list().subList(0, at).contains(last(before, read.key()))) {
                    return false;
                }
                List<Integer> own = observations.writes(t, read.key());
                int first = at;
                for (int i = 0; i < own.size() && at < read.list().size(); i++) {
                    if (!read.list().get(at).equals(own.get(i))) break;
                    at++;
                }
                if (at == first) return false;
            }
            before = t;
        }
        return true;
    }

    private Integer last(int t, int key) {
        List<Integer> own = observations.writes(t, key);
        return own.get(own.size() - 1);
    }
}
