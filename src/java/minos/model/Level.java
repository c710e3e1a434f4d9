package minos.model;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The isolation levels, weakest first; each constant says all that is known about its level. The levels form a lattice,
 * not a chain: cut isolation stands beside read committed, and prefix consistency beside parallel snapshot isolation;
 * {@link #implies} knows. doc/levels.md has the definitions in full.
 */
public enum Level {
    READ_UNCOMMITTED(
            "read-uncommitted",
            List.of("ru", "pl-1"),
            List.of(),
            Axiom.VERSION_ORDERS,
            "writes to one key take effect in one order, the same across keys"),
    CUT_ISOLATION(
            "cut-isolation",
            List.of("ci"),
            List.of(),
            Axiom.REPEATABLE_READS,
            "a transaction that reads a key twice sees the same version"),
    ADYA_READ_COMMITTED(
            "adya-read-committed",
            List.of("pl-2"),
            List.of(READ_UNCOMMITTED),
            Axiom.READ_CONSISTENCY,
            "reads return final values of committed transactions: SQL's read committed"),
    READ_COMMITTED(
            "read-committed",
            List.of("rc"),
            List.of(ADYA_READ_COMMITTED),
            Axiom.READ_COMMITTED,
            "also, once a transaction has read from another it sees nothing older (monotonic atomic view)"),
    READ_ATOMIC(
            "read-atomic",
            List.of("ra"),
            List.of(READ_COMMITTED, CUT_ISOLATION),
            Axiom.READ_ATOMIC,
            "all or nothing of each transaction is seen"),
    CAUSAL(
            "causal",
            List.of("tcc", "cc"),
            List.of(READ_ATOMIC),
            Axiom.CAUSAL,
            "what a transaction depends on is seen with it"),
    PREFIX(
            "prefix",
            List.of("pc"),
            List.of(CAUSAL),
            Axiom.PREFIX,
            "each transaction sees a prefix of one commit order"),
    PARALLEL_SNAPSHOT_ISOLATION(
            "parallel-snapshot-isolation",
            List.of("psi"),
            List.of(CAUSAL),
            Axiom.PARALLEL_SNAPSHOTS,
            "causal, and no update is lost"),
    SNAPSHOT_ISOLATION(
            "snapshot-isolation",
            List.of("si"),
            List.of(PREFIX, PARALLEL_SNAPSHOT_ISOLATION),
            Axiom.SNAPSHOTS,
            "each transaction reads one snapshot, and no update is lost"),
    SERIALIZABLE(
            "serializable",
            List.of("ser"),
            List.of(SNAPSHOT_ISOLATION),
            Axiom.TOTAL_ORDER,
            "as if the transactions ran one after another"),
    STRICT_SERIALIZABLE(
            "strict-serializable",
            List.of("sser"),
            List.of(SERIALIZABLE),
            Axiom.TOTAL_ORDER,
            "serializable, in an order that real time allows"),
    LINEARIZABLE(
            "linearizable",
            List.of("lin"),
            List.of(STRICT_SERIALIZABLE),
            Axiom.TOTAL_ORDER,
            "strict-serializable, for operations on single objects");

    /**
     * What a level demands, weakest first. Those from {@link #READ_COMMITTED} on but {@link #PARALLEL_SNAPSHOTS} are
     * axioms of Biswas and Enea's: for every external read of x in t3 from t1, and every other transaction t2 that
     * writes x, t2 comes before t1 in the commit order whenever the axiom's condition holds.
     */
    public enum Axiom {
        /** The version orders that lists show have no cycle and do not contradict each other. */
        VERSION_ORDERS,
        /** A transaction's external reads of one key have one source. */
        REPEATABLE_READS,
        /** No read is wrong by itself, and reads and version orders have no cycle. */
        READ_CONSISTENCY,
        /** An earlier read of t3 is from t2. */
        READ_COMMITTED,
        /** t2 precedes t3 in its session, or t3 reads from t2. */
        READ_ATOMIC,
        /** t2 precedes t3 by sessions and reads. */
        CAUSAL,
        /** t2 comes, at the latest, with some u that precedes t3 in its session or that t3 reads from. */
        PREFIX,
        /** No anti-dependency goes against a path of dependencies (Cerone and Gotsman). */
        PARALLEL_SNAPSHOTS,
        /** As prefix; and of two transactions that write one key, one sees the other. */
        SNAPSHOTS,
        /** t2 comes before t3. */
        TOTAL_ORDER;

        /** Whether the commit order follows from the history, without a search: up to causal consistency. */
        public boolean isSaturable() {
            return compareTo(CAUSAL) <= 0;
        }
    }

    private final String text;
    private final List<String> aliases;
    private final List<Level> below;
    private final Axiom axiom;
    private final String meaning;

    Level(String text, List<String> aliases, List<Level> below, Axiom axiom, String meaning) {
        this.text = text;
        this.aliases = aliases;
        this.below = below;
        this.axiom = axiom;
        this.meaning = meaning;
    }

    /** The name in output and on the command line. */
    public String text() {
        return text;
    }

    /** The short name that the papers use. */
    public String alias() {
        return aliases.get(0);
    }

    /** All short names. */
    public List<String> aliases() {
        return aliases;
    }

    /** What it promises, in a phrase. */
    public String meaning() {
        return meaning;
    }

    /** What it demands of a commit order. */
    public Axiom axiom() {
        return axiom;
    }

    /** The level of that name or alias, in any case. */
    public static Optional<Level> named(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        for (Level level : values()) {
            if (level.text.equals(wanted) || level.aliases.contains(wanted)) return Optional.of(level);
        }
        return Optional.empty();
    }

    /** Whether every history that satisfies this level also satisfies {@code other}, by the same order. */
    public boolean implies(Level other) {
        if (this == other) return true;
        for (Level level : below) if (level.implies(other)) return true;
        return false;
    }

    /** Whether the level speaks of real time whatever order is asked for. */
    public boolean needsRealTime() {
        return implies(STRICT_SERIALIZABLE);
    }

    /** Whether the level is about operations on single objects alone. */
    public boolean isOfSingleObjects() {
        return this == LINEARIZABLE;
    }

    @Override
    public String toString() {
        return text;
    }
}
