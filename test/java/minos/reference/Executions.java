package minos.reference;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import minos.model.Level;

/**
 * The levels from read atomic on a second time, as what an imagined database does: transactions commit one after
 * another, and each of them sees the whole effect of some that committed before it; a read returns the last of the
 * writes seen (a list read all of them, where no append may be lost). A level says which sets may be seen:
 * <ul>
 * <li>ra: any with the predecessors in so;
 * <li>ua: the same, and all that wrote a key that it writes; a list is what the last of its writers left that is seen;
 * <li>tcc: with each transaction seen also what that one saw;
 * <li>pc: all that committed until some moment, its snapshot;
 * <li>psi and si: as tcc and pc, and also all that wrote a key that it writes (no two writers of a key are concurrent);
 * <li>ser: all that committed before.
 * </ul>
 * This is the style of Cerone, Bernardi and Gotsman, with visibility and arbitration, and shares no formula with the
 * definitions by commit orders and dependency graphs. All executions are tried, so keep to five transactions.
 */
final class Executions {
    static final Set<Level> LEVELS = EnumSet.of(
            Level.READ_ATOMIC,
            Level.CAUSAL,
            Level.PREFIX,
            Level.UPDATE_ATOMIC,
            Level.PARALLEL_SNAPSHOT_ISOLATION,
            Level.SNAPSHOT_ISOLATION,
            Level.SERIALIZABLE);

    private final Observations observations;
    private final Relation so;
    private final Relation versionOrder;
    private final Level level;
    private final List<Integer> committed = new ArrayList<>();
    /** By transaction that has committed, the set that it saw, as bits. */
    private final int[] saw;

    private Executions(Observations observations, Relation so, Level level) {
        this.observations = observations;
        this.so = so;
        this.level = level;
        versionOrder = observations.versionOrder();
        saw = new int[observations.size()];
    }

    /** Whether the database, run at that level, can show this history. */
    static boolean exists(Observations observations, Relation so, Level level) {
        return new Executions(observations, so, level).proceed(0);
    }

    private boolean proceed(int before) {
        if (committed.size() == saw.length) return true;
        for (int t = 0; t < saw.length; t++) {
            boolean ready = (before >> t & 1) == 0
                    && so.nothingMissingBefore(t, before)
                    && (losesNoAppend() || versionOrder.nothingMissingBefore(t, before));
            if (!ready) continue;
            for (int seen = before; seen >= 0; seen = seen == 0 ? -1 : (seen - 1) & before) { // every subset of before
                if (!maySee(t, seen) || !readsFit(t, seen)) continue;
                saw[t] = seen;
                committed.add(t);
                boolean done = proceed(before | 1 << t);
                committed.remove(committed.size() - 1);
                if (done) return true;
            }
        }
        return false;
    }

    private boolean losesNoAppend() {
        return level.keepsUpdates();
    }

    private boolean maySee(int t, int seen) {
        boolean basic = so.nothingMissingBefore(t, seen);
        return basic
                && switch (level) {
                    case READ_ATOMIC -> true;
                    case UPDATE_ATOMIC -> seesRivals(t, seen);
                    case CAUSAL -> isClosed(seen);
                    case PREFIX -> isSnapshot(seen);
                    case PARALLEL_SNAPSHOT_ISOLATION -> isClosed(seen) && seesRivals(t, seen);
                    case SNAPSHOT_ISOLATION -> isSnapshot(seen) && seesRivals(t, seen);
                    case SERIALIZABLE -> Integer.bitCount(seen) == committed.size();
                    default -> throw new IllegalArgumentException(level.text());
                };
    }

    private boolean isClosed(int seen) {
        for (int u : committed) if ((seen >> u & 1) != 0 && (saw[u] & ~seen) != 0) return false;
        return true;
    }

    private boolean isSnapshot(int seen) {
        for (int i = 0; i < Integer.bitCount(seen); i++) if ((seen >> committed.get(i) & 1) == 0) return false;
        return true;
    }

    private boolean seesRivals(int t, int seen) {
        for (int u : committed) {
            for (int key = 0; key < observations.keys(); key++) {
                boolean rivals = observations.writesTo(u, key) && observations.writesTo(t, key);
                if (rivals && (seen >> u & 1) == 0) return false;
            }
        }
        return true;
    }

    private boolean readsFit(int t, int seen) {
        for (Observations.Read read : observations.reads()) {
            if (read.reader() != t) continue;
            int last = Observations.BOTTOM;
            List<Integer> list = new ArrayList<>();
            List<Integer> unseen = new ArrayList<>();
            for (int u : committed) {
                if (!observations.writesTo(u, read.key())) continue;
                boolean isSeen = (seen >> u & 1) != 0;
                if (!isSeen && level != Level.UPDATE_ATOMIC) continue;
                unseen.addAll(observations.writes(u, read.key()));
                if (!isSeen) continue;
                last = u;
                list.addAll(unseen);
                unseen.clear();
            }
            if (last != read.source()) return false;
            if (read.list() != null && losesNoAppend() && !list.equals(read.list())) return false;
        }
        return true;
    }
}
