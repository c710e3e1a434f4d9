package minos.model;

import java.util.List;

/**
 * All that was found of one type.
 *
 * @param count     how many there are, or how many were counted before counting stopped
 * @param exact     whether {@code count} is all of them
 * @param witnesses the shortest few, shortest first; never empty
 */
public record Anomaly(AnomalyType type, long count, boolean exact, List<Violation> witnesses) {
    public Anomaly {
        witnesses = List.copyOf(witnesses);
    }

    /** The lowest level that it breaks. */
    public Level level() {
        return witnesses.isEmpty() ? type.level() : witnesses.get(0).level();
    }
}
