package minos.reference;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import minos.model.Level;

/**
 * The levels that are defined by a commit order: tries every total order that contains so, wr and the version orders,
 * and looks at the axiom of each level read by read. At most n! orders of n transactions.
 */
final class CommitOrders {
    /** The levels decided here. */
    static final Set<Level> LEVELS = EnumSet.of(
            Level.READ_COMMITTED,
            Level.READ_YOUR_WRITES,
            Level.MONOTONIC_READS,
            Level.MONOTONIC_WRITES,
            Level.WRITES_FOLLOW_READS,
            Level.READ_ATOMIC,
            Level.CAUSAL,
            Level.PREFIX,
            Level.SNAPSHOT_ISOLATION,
            Level.SERIALIZABLE);

    private final Observations observations;
    private final Relation so;
    private final Relation writeRead;
    private final Relation seen;
    private final Relation causal;
    private final Relation contained;
    private final Set<Level> wanted;
    private final Set<Level> satisfied = EnumSet.noneOf(Level.class);
    /** By transaction, its place in the commit order at hand. */
    private final int[] place;

    private CommitOrders(Observations observations, Relation so, Set<Level> wanted) {
        this(observations, so, wanted, new int[observations.size()]);
    }

    /** The axioms, for somebody else who tries orders: {@code place} is the one at hand. */
    CommitOrders(Observations observations, Relation so, int[] place) {
        this(observations, so, Set.of(), place);
    }

    private CommitOrders(Observations observations, Relation so, Set<Level> wanted, int[] place) {
        this.observations = observations;
        this.wanted = wanted;
        this.place = place;
        this.so = so;
        writeRead = observations.writeRead();
        seen = so.union(writeRead);
        causal = seen.closure();
        contained = seen.union(observations.versionOrder());
    }

    /** Those of the wanted levels for which there is a commit order. */
    static Set<Level> satisfied(Observations observations, Relation so, Set<Level> wanted) {
        CommitOrders orders = new CommitOrders(observations, so, wanted);
        orders.extend(0, 0);
        return orders.satisfied;
    }

    private void extend(int length, int chosen) {
        if (length == place.length) {
            for (Level level : wanted) if (!satisfied.contains(level) && axiomHolds(level)) satisfied.add(level);
            return;
        }
        for (int t = 0; t < place.length && satisfied.size() < wanted.size(); t++) {
            if ((chosen >> t & 1) != 0 || !contained.nothingMissingBefore(t, chosen)) continue;
            place[t] = length;
            extend(length + 1, chosen | 1 << t);
        }
    }

    private boolean axiomHolds(Level level) {
        if (level.implies(Level.PARALLEL_SNAPSHOT_ISOLATION) && !listsFit()) return false;
        for (Observations.Read read : observations.reads()) if (!axiomHolds(level, read)) return false;
        return true;
    }

    /** Whether the order at hand satisfies a level's axiom for one read. */
    boolean axiomHolds(Level level, Observations.Read read) {
        for (int t2 = 0; t2 < place.length; t2++) {
            if (t2 == read.source() || !observations.writesTo(t2, read.key())) continue;
            boolean before = read.source() != Observations.BOTTOM && place[t2] < place[read.source()];
            if (!before && mustBeBefore(level, t2, read)) return false;
        }
        return true;
    }

    /** From parallel snapshot isolation on no append is lost: a list shows the first of all appends to its key. */
    private boolean listsFit() {
        for (Observations.Read read : observations.reads()) {
            if (read.list() == null) continue;
            List<Integer> writers = new ArrayList<>(observations.writers(read.key()));
            writers.sort(Comparator.comparing(t -> place[t]));
            if (!observations.isPrefix(read, writers)) return false;
        }
        return true;
    }

    /** The table of the levels: when t2 must be before the transaction that t3 reads from. */
    boolean mustBeBefore(Level level, int t2, Observations.Read read) {
        int t3 = read.reader();
        return switch (level) {
            case READ_COMMITTED -> earlierReadFrom(t2, read);
            case READ_YOUR_WRITES -> so.has(t2, t3);
            case MONOTONIC_READS -> someone(u -> writeRead.has(t2, u) && so.has(u, t3));
            case MONOTONIC_WRITES -> someone(u -> so.has(t2, u) && earlierReadFrom(u, read));
            case WRITES_FOLLOW_READS ->
                someone(u ->
                        writeRead.has(t2, u) && someone(v -> (u == v || causal.has(u, v)) && earlierReadFrom(v, read)));
            case READ_ATOMIC -> seen.has(t2, t3);
            case CAUSAL -> causal.has(t2, t3);
            case PREFIX -> inPrefix(t2, t3);
            case SNAPSHOT_ISOLATION -> inPrefix(t2, t3) || beforeConflict(t2, t3);
            case SERIALIZABLE -> place[t2] < place[t3];
            default -> throw new IllegalArgumentException(level.text());
        };
    }

    private boolean someone(IntPredicate condition) {
        return IntStream.range(0, place.length).anyMatch(condition);
    }

    private boolean earlierReadFrom(int t2, Observations.Read read) {
        for (Observations.Read earlier : observations.reads()) {
            if (earlier.reader() == read.reader() && earlier.operation() < read.operation() && earlier.source() == t2) {
                return true;
            }
        }
        return false;
    }

    private boolean inPrefix(int t2, int t3) {
        for (int u = 0; u < place.length; u++) if (place[t2] <= place[u] && seen.has(u, t3)) return true;
        return false;
    }

    /** Biswas and Enea's axiom <i>Conflict</i>: t2 co* u, u co t3, and u and t3 write a common key. */
    private boolean beforeConflict(int t2, int t3) {
        for (int u = 0; u < place.length; u++) {
            if (place[t2] <= place[u] && place[u] < place[t3] && conflict(u, t3)) return true;
        }
        return false;
    }

    private boolean conflict(int a, int b) {
        for (int key = 0; key < observations.keys(); key++) {
            if (observations.writesTo(a, key) && observations.writesTo(b, key)) return true;
        }
        return false;
    }
}
