package minos.reference;

import static minos.model.AnomalyType.CAUSALITY_VIOLATION;
import static minos.model.AnomalyType.CAUSALITY_VIOLATION_CM;
import static minos.model.AnomalyType.CYCLIC_CAUSALITY;
import static minos.model.AnomalyType.FRACTURED_READ;
import static minos.model.AnomalyType.FRACTURED_READ_CM;
import static minos.model.AnomalyType.NON_MONOTONIC_READ;
import static minos.model.AnomalyType.NON_MONOTONIC_READ_CM;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import minos.model.AnomalyType;
import minos.model.Level;

/**
 * Names the patterns g to n. Each triple of a transaction t3, one that it reads a key from (t1) and another that writes
 * the key (t2) has at most one name. If t1 CO t2, it is h, k or m by the first of the premises of rc, ra and tcc that
 * holds; otherwise i, l or n by the first of these levels whose premise holds and whose own commit edges put t1 before
 * t2, unless another t2 has given the read one of the names h, k and m for the same level or a weaker one. The commit edges of a
 * level are so, wr, the version orders, and t2 → t1 for each triple with its premise whose read has no such name.
 *
 * <p>Where t3 reads a key from several transactions, that is pattern j, a violation of ra by itself: from ra on none of these reads
 * is in a triple.
 */
final class Patterns {
    private final Observations observations;
    private final List<Observations.Read> reads;
    private final Relation seen;
    private final Relation causal;
    /** What causality alone makes of each read. */
    private final Map<Observations.Read, List<AnomalyType>> plain = new HashMap<>();

    private Patterns(Observations observations, List<Observations.Read> reads, Relation so) {
        this.observations = observations;
        this.reads = reads;
        Relation writeRead = new Relation(observations.size());
        for (Observations.Read read : reads) {
            if (read.source() != Observations.BOTTOM) writeRead.add(read.source(), read.reader());
        }
        seen = so.union(writeRead);
        causal = seen.closure();
    }

    /** Where causality has cycles: that, and what else there is without the reads that are part of them. */
    static Set<AnomalyType> of(Observations observations, Relation so) {
        Set<AnomalyType> found = EnumSet.noneOf(AnomalyType.class);
        if (!new Patterns(observations, observations.reads(), so).causal.isIrreflexive()) found.add(CYCLIC_CAUSALITY);
        found.addAll(counts(observations, so).keySet());
        return found;
    }

    /** How many triples have each of the names h to n. */
    static Map<AnomalyType, Integer> counts(Observations observations, Relation so) {
        Patterns all = new Patterns(observations, observations.reads(), so);
        if (all.causal.isIrreflexive()) return all.find();
        List<Observations.Read> others = observations.reads().stream()
                .filter(read -> read.source() == Observations.BOTTOM || !all.causal.has(read.reader(), read.source()))
                .toList();
        return new Patterns(observations, others, so).find();
    }

    private Map<AnomalyType, Integer> find() {
        Map<AnomalyType, Integer> found = new EnumMap<>(AnomalyType.class);
        for (Observations.Read read : reads) plain.put(read, plain(read));
        Relation rc = commitEdges(Level.READ_COMMITTED);
        Relation ra = commitEdges(Level.READ_ATOMIC);
        Relation tcc = commitEdges(Level.CAUSAL);
        for (Observations.Read read : reads) {
            for (AnomalyType type : plain.get(read)) found.merge(type, 1, Integer::sum);
            for (int t2 : observations.writers(read.key())) {
                boolean other = t2 != read.source() && t2 != read.reader() && !before(causal, read.source(), t2);
                AnomalyType type = other ? byCommitEdges(t2, read, rc, ra, tcc) : null;
                if (type != null && !isExplained(read, type.level())) found.merge(type, 1, Integer::sum);
            }
        }
        return found;
    }

    private List<AnomalyType> plain(Observations.Read read) {
        List<AnomalyType> types = new ArrayList<>();
        for (int t2 : observations.writers(read.key())) {
            boolean known = t2 != read.source() && t2 != read.reader() && before(causal, read.source(), t2);
            AnomalyType type = known ? byCausality(t2, read) : null;
            if (type != null) types.add(type);
        }
        return types;
    }

    /** Whether a read has a name by causality alone that breaks a level. */
    private boolean isExplained(Observations.Read read, Level level) {
        return plain.get(read).stream().anyMatch(known -> level.implies(known.level()));
    }

    private AnomalyType byCausality(int t2, Observations.Read read) {
        if (premise(Level.READ_COMMITTED, t2, read)) return NON_MONOTONIC_READ;
        if (premise(Level.READ_ATOMIC, t2, read)) return FRACTURED_READ;
        return premise(Level.CAUSAL, t2, read) ? CAUSALITY_VIOLATION : null;
    }

    private AnomalyType byCommitEdges(int t2, Observations.Read read, Relation rc, Relation ra, Relation tcc) {
        int t1 = read.source();
        if (premise(Level.READ_COMMITTED, t2, read) && before(rc, t1, t2)) return NON_MONOTONIC_READ_CM;
        if (premise(Level.READ_ATOMIC, t2, read) && before(ra, t1, t2)) return FRACTURED_READ_CM;
        return premise(Level.CAUSAL, t2, read) && before(tcc, t1, t2) ? CAUSALITY_VIOLATION_CM : null;
    }

    private static boolean before(Relation relation, int t1, int t2) {
        return t1 == Observations.BOTTOM || relation.has(t1, t2);
    }

    private Relation commitEdges(Level level) {
        Relation edges = seen.union(observations.versionOrder());
        for (Observations.Read read : reads) {
            if (isExplained(read, level)) continue;
            for (int t2 : observations.writers(read.key())) {
                boolean both = t2 != read.source() && read.source() != Observations.BOTTOM;
                if (both && premise(level, t2, read)) edges.add(t2, read.source());
            }
        }
        return edges.closure();
    }

    private boolean premise(Level level, int t2, Observations.Read read) {
        if (level != Level.READ_COMMITTED && isAtOdds(read)) return false;
        return switch (level) {
            case READ_COMMITTED ->
                reads.stream()
                        .anyMatch(earlier -> earlier.reader() == read.reader()
                                && earlier.operation() < read.operation()
                                && earlier.source() == t2);
            case READ_ATOMIC -> seen.has(t2, read.reader());
            case CAUSAL -> causal.has(t2, read.reader());
            default -> throw new IllegalArgumentException(level.text());
        };
    }

    private boolean isAtOdds(Observations.Read read) {
        return reads.stream()
                .anyMatch(other -> other.reader() == read.reader()
                        && other.key() == read.key()
                        && other.source() != read.source());
    }
}
