package minos.infer;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Violation;

/**
 * Counts violations by type and keeps the first few witnesses of each. One for each thread, added up at the end. Each type has
 * a witness: it begins with one, and only then can more be counted.
 */
public final class Findings {
    private final int maxWitnesses;
    private final Map<AnomalyType, Entry> entries = new EnumMap<>(AnomalyType.class);

    private static final class Entry {
        long count;
        boolean exact = true;
        final List<Violation> witnesses = new ArrayList<>();
    }

    public Findings(int maxWitnesses) {
        if (maxWitnesses < 1) throw new IllegalArgumentException("no witnesses wanted");
        this.maxWitnesses = maxWitnesses;
    }

    /** Whether the next violation of that type would only be counted; saves making its witness. */
    public boolean isFull(AnomalyType type) {
        Entry entry = entries.get(type);
        return entry != null && entry.witnesses.size() >= maxWitnesses;
    }

    /** Counts more of a type that was added. */
    public void count(AnomalyType type, long more) {
        added(type).count += more;
    }

    /** Says that there may be more of a type that was added than were counted. */
    public void inexact(AnomalyType type) {
        added(type).exact = false;
    }

    public void add(Violation witness) {
        Entry entry = entry(witness.type());
        entry.count++;
        if (entry.witnesses.size() < maxWitnesses) entry.witnesses.add(witness);
    }

    /** Adds one more of that type; it is made only if it is kept. */
    public void add(AnomalyType type, Supplier<Violation> witness) {
        if (isFull(type)) count(type, 1);
        else add(witness.get());
    }

    public void addAll(Findings others) {
        others.entries.forEach((type, other) -> {
            Entry entry = entry(type);
            entry.count += other.count;
            entry.exact &= other.exact;
            for (Violation witness : other.witnesses) {
                if (entry.witnesses.size() < maxWitnesses) entry.witnesses.add(witness);
            }
        });
    }

    public boolean has(AnomalyType type) {
        return entries.containsKey(type);
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /** All that was found, in the order of the types. */
    public List<Anomaly> anomalies() {
        List<Anomaly> anomalies = new ArrayList<>();
        entries.forEach((type, entry) -> anomalies.add(new Anomaly(type, entry.count, entry.exact, entry.witnesses)));
        return anomalies;
    }

    private Entry added(AnomalyType type) {
        Entry entry = entries.get(type);
        if (entry == null) throw new IllegalStateException(type + " has no witness");
        return entry;
    }

    private Entry entry(AnomalyType type) {
        return entries.computeIfAbsent(type, ignored -> new Entry());
    }
}
