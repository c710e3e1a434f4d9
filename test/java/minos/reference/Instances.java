package minos.reference;

import static minos.reference.Observations.BOTTOM;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import minos.model.AnomalyType;
import minos.model.Level;

/**
 * Counts, combination by combination, what is read off at the strong levels, and the triples of session guarantees, of histories
 * whose reads are right by themselves. Of a transaction's reads of a key the first counts.
 */
final class Instances {
    private static final Map<Level, AnomalyType> GUARANTEES = Map.of(
            Level.READ_YOUR_WRITES, AnomalyType.READ_YOUR_WRITES_VIOLATION,
            Level.MONOTONIC_READS, AnomalyType.MONOTONIC_READS_VIOLATION,
            Level.MONOTONIC_WRITES, AnomalyType.MONOTONIC_WRITES_VIOLATION,
            Level.WRITES_FOLLOW_READS, AnomalyType.WRITES_FOLLOW_READS_VIOLATION);

    private final Observations observations;
    private final Relation so;
    private final List<Observations.Read> reads = new ArrayList<>();
    /** By key: who wrote its versions, one after the other; empty where updates and lists leave that open, or contradict it. */
    private final List<Optional<List<Integer>>> versions = new ArrayList<>();

    /** @param so session order and, where it counts, real time */
    Instances(Observations observations, Relation so) {
        this.observations = observations;
        this.so = so;
        Set<List<Integer>> seen = new HashSet<>();
        for (Observations.Read read : observations.reads()) {
            if (seen.add(List.of(read.reader(), read.key()))) reads.add(read);
        }
        for (int key = 0; key < observations.keys(); key++) {
            List<List<Integer>> possible = new ArrayList<>();
            orders(key, new ArrayList<>(), possible);
            versions.add(possible.size() == 1 ? Optional.of(possible.get(0)) : Optional.empty());
        }
    }

    private void orders(int key, List<Integer> begun, List<List<Integer>> into) {
        List<Integer> writers = observations.writers(key);
        if (begun.size() == writers.size() && fits(key, begun)) into.add(List.copyOf(begun));
        for (int writer : writers) {
            if (begun.contains(writer)) continue;
            begun.add(writer);
            orders(key, begun, into);
            begun.remove(begun.size() - 1);
        }
    }

    /** Whether lists show such an order, and who read a version and wrote the key wrote the next one. */
    private boolean fits(int key, List<Integer> order) {
        for (Observations.Read read : reads) {
            if (read.key() != key) continue;
            if (read.list() != null && !observations.isPrefix(read, order)) return false;
            int place = order.indexOf(read.reader());
            if (place >= 0 && read.source() != (place == 0 ? BOTTOM : order.get(place - 1))) return false;
        }
        return true;
    }

    /** Whether it is plain of each key how its versions follow each other. */
    boolean areVersionsKnown() {
        return versions.stream().allMatch(Optional::isPresent);
    }

    /** Those after the one that a read saw, by who wrote them. */
    private List<Integer> later(Observations.Read read) {
        List<Integer> order = versions.get(read.key()).orElseThrow();
        return order.subList(order.indexOf(read.source()) + 1, order.size());
    }

    /** Whether a read saw the version right before that of another transaction. */
    private boolean misses(Observations.Read read, int writer) {
        return read.reader() != writer && later(read).indexOf(writer) == 0;
    }

    private boolean misses(int reader, int writer) {
        return reads.stream().anyMatch(read -> read.reader() == reader && misses(read, writer));
    }

    /** What can be counted where the order of all versions is known, and lost updates. */
    Map<AnomalyType, Integer> counts() {
        Map<AnomalyType, Integer> counts = new EnumMap<>(AnomalyType.class);
        counts.put(AnomalyType.LOST_UPDATE, lostUpdates());
        if (!areVersionsKnown()) return counts;
        counts.put(AnomalyType.WRITE_SKEW, writeSkews());
        counts.put(AnomalyType.LONG_FORK, longForks());
        return counts;
    }

    /** A version, and two transactions that read it and wrote the key. */
    private int lostUpdates() {
        int found = 0;
        for (Observations.Read one : reads) {
            for (Observations.Read other : reads) {
                boolean both = observations.writesTo(one.reader(), one.key())
                        && observations.writesTo(other.reader(), other.key());
                if (both && one.reader() < other.reader() && one.key() == other.key() && one.source() == other.source())
                    found++;
            }
        }
        return found;
    }

    /** Two transactions of which each wrote the version after one that the other read. */
    private int writeSkews() {
        int found = 0;
        for (int t = 0; t < observations.size(); t++) {
            for (int u = 0; u < t; u++) if (misses(t, u) && misses(u, t)) found++;
        }
        return found;
    }

    /**
     * Two versions, and two readers of which each read one of them and of the other's key the version before; none of the four
     * wrote that.
     */
    private int longForks() {
        int found = 0;
        for (Observations.Read saw : reads) {
            for (Observations.Read missed : reads) {
                for (Observations.Read otherSaw : reads) {
                    for (Observations.Read otherMissed : reads) {
                        if (isLongFork(saw, missed, otherSaw, otherMissed)) found++;
                    }
                }
            }
        }
        return found;
    }

    private boolean isLongFork(
            Observations.Read saw,
            Observations.Read missed,
            Observations.Read otherSaw,
            Observations.Read otherMissed) {
        int reader = saw.reader();
        int other = otherSaw.reader();
        int first = saw.source();
        int second = otherSaw.source();
        Set<Integer> four = Set.copyOf(List.of(reader, other, first, second));
        return reader < other
                && missed.reader() == reader
                && otherMissed.reader() == other
                && saw.key() != otherSaw.key()
                && saw.key() == otherMissed.key()
                && otherSaw.key() == missed.key()
                && four.size() == 4
                && !four.contains(missed.source())
                && !four.contains(otherMissed.source())
                && first != BOTTOM
                && second != BOTTOM
                && misses(missed, second)
                && misses(otherMissed, first)
                && !isOrdered(reader, other)
                && !isOrdered(first, second)
                && !so.has(second, reader)
                && !so.has(first, other);
    }

    private boolean isOrdered(int one, int other) {
        return so.has(one, other) || so.has(other, one);
    }

    /** How many reads miss a version that had been completed, in another session, before their transaction was invoked. */
    int staleReads(Relation sessions) {
        return (int) reads.stream()
                .filter(read -> later(read).stream()
                        .anyMatch(writer -> so.has(writer, read.reader()) && !sessions.has(writer, read.reader())))
                .count();
    }

    /**
     * Triples of a read, the writer that it read from, and another that a session guarantee wants to come before that one, although it
     * comes after it: causally or, if none does of the read, by commit edges.
     */
    Map<AnomalyType, Integer> guarantees() {
        Map<AnomalyType, Integer> counts = new EnumMap<>(AnomalyType.class);
        CommitOrders axioms = new CommitOrders(observations, so, new int[observations.size()]);
        GUARANTEES.forEach((level, type) -> counts.put(type, guarantee(level, axioms)));
        return counts;
    }

    private int guarantee(Level level, CommitOrders axioms) {
        Relation seen = so.union(observations.writeRead());
        Relation edges = seen.union(observations.versionOrder());
        for (Observations.Read read : observations.reads()) {
            for (int t2 : wantedBefore(level, axioms, read)) if (read.source() != BOTTOM) edges.add(t2, read.source());
        }
        Relation causal = seen.closure();
        Relation before = edges.closure();
        int found = 0;
        for (Observations.Read read : observations.reads()) {
            List<Integer> others = wantedBefore(level, axioms, read);
            int plain = comeAfter(read, others, causal);
            found += plain > 0 ? plain : comeAfter(read, others, before);
        }
        return found;
    }

    private List<Integer> wantedBefore(Level level, CommitOrders axioms, Observations.Read read) {
        return observations.writers(read.key()).stream()
                .filter(t2 -> t2 != read.source() && t2 != read.reader() && axioms.mustBeBefore(level, t2, read))
                .toList();
    }

    private static int comeAfter(Observations.Read read, List<Integer> others, Relation before) {
        return (int) others.stream()
                .filter(t2 -> read.source() == BOTTOM || before.has(read.source(), t2))
                .count();
    }

    /** How many ways there are round by reads and by who comes next in a session, through no transaction twice. */
    int causalCycles() {
        Relation steps = new Relation(observations.size()).union(observations.writeRead());
        for (int a = 0; a < observations.size(); a++) {
            for (int b = 0; b < observations.size(); b++)
                if (so.has(a, b) && !so.then(so).has(a, b)) steps.add(a, b);
        }
        int found = 0;
        for (int first = 0; first < observations.size(); first++) found += cycles(steps, first, first, 1 << first);
        return found;
    }

    /** Those through one transaction, and besides through later ones. */
    private static int cycles(Relation steps, int first, int last, int passed) {
        int found = steps.has(last, first) ? 1 : 0;
        for (int next = first + 1; next < steps.size(); next++) {
            if (steps.has(last, next) && (passed >> next & 1) == 0)
                found += cycles(steps, first, next, passed | 1 << next);
        }
        return found;
    }
}
