package minos.collect;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What a run has done so far. Sessions add to it side by side. */
public final class Tally {
    private final LongAdder committed = new LongAdder();
    private final LongAdder aborted = new LongAdder();
    private final LongAdder unknown = new LongAdder();
    private final LongAdder reconnected = new LongAdder();
    private final LongAdder disturbed = new LongAdder();
    private final Map<String, Errors> errors = new ConcurrentHashMap<>();
    private final AtomicInteger connected = new AtomicInteger();

    private record Errors(String message, LongAdder count) {}

    /**
     * Errors of one kind.
     *
     * @param kind    what they have in common: in SQL the SQLState and the database's own number
     * @param message of the first of them
     */
    public record ErrorKind(String kind, long count, String message) {}

    Tally() {}

    void add(Outcome outcome) {
        switch (outcome.status()) {
            case COMMITTED -> committed.increment();
            case ABORTED -> aborted.increment();
            case INDETERMINATE -> unknown.increment();
        }
        if (outcome.kind() == null) return;
        errors.computeIfAbsent(outcome.kind(), k -> new Errors(outcome.message(), new LongAdder()))
                .count
                .increment();
    }

    void connected(boolean again) {
        connected.incrementAndGet();
        if (again) reconnected.increment();
    }

    void disturbed() {
        disturbed.increment();
    }

    void disconnected() {
        connected.decrementAndGet();
    }

    /** How many sessions have a connection now. */
    int connected() {
        return connected.get();
    }

    /** All transactions that have ended, in whatever way. */
    public long transactions() {
        return committed() + aborted() + unknown();
    }

    public long committed() {
        return committed.sum();
    }

    public long aborted() {
        return aborted.sum();
    }

    /** Transactions of which nobody knows whether they took effect. */
    public long unknown() {
        return unknown.sum();
    }

    /** How often a session came back after it had lost its connection. */
    public long reconnected() {
        return reconnected.sum();
    }

    /** How many faults were injected. */
    public long faults() {
        return disturbed.sum();
    }

    /** What went wrong, most frequent first. */
    public List<ErrorKind> errors() {
        return errors.entrySet().stream()
                .map(e -> new ErrorKind(e.getKey(), e.getValue().count.sum(), e.getValue().message))
                .sorted(Comparator.comparingLong(ErrorKind::count).reversed().thenComparing(ErrorKind::kind))
                .toList();
    }
}
