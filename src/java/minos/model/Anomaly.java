package minos.model;

import java.util.List;

/**
 * All that was found of one type.
 *
 * @param type      what was found
 * @param count     how many there are, or how many were counted before counting stopped
 * @param exact     whether {@code count} is all of them
 * @param witnesses the shortest few, shortest first; never empty
 */
public record Anomaly(AnomalyType type, long count, boolean exact, List<Violation> witnesses) {
    /**
     * All that was found of one type.
     *
     * @param type      what was found
     * @param count     how many, as far as they were counted
     * @param exact     whether that is all of them
     * @param witnesses at least one, shortest first
     * @throws IllegalArgumentException if there is no witness
     */
    public Anomaly {
        witnesses = List.copyOf(witnesses);
        if (witnesses.isEmpty()) throw new IllegalArgumentException(type + " without a witness");
    }

    /**
     * The same where there may be more.
     *
     * @return one whose count is not exact
     */
    public Anomaly orMore() {
        return exact ? new Anomaly(type, count, false, witnesses) : this;
    }

    /**
     * The lowest level that it breaks.
     *
     * @return that of its first witness
     */
    public Level level() {
        return witnesses.get(0).level();
    }
}
