package minos.model;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The isolation levels, weakest first; each constant says all that is known about its level. The levels form a lattice,
 * not a chain: cut isolation stands beside read committed, the session guarantees beside each other, and prefix consistency
 * beside parallel snapshot isolation; {@link #implies} knows. Last comes {@link #MIXED}, which is as weak or strong as the levels
 * in it. doc/levels.md has the definitions in full.
 */
public enum Level {
    /** Looks at writes alone, as far as lists show their order. In order {@code none}, Adya's PL-1. */
    READ_UNCOMMITTED(
            "read-uncommitted",
            List.of("ru", "pl-1"),
            List.of(),
            Axiom.VERSION_ORDERS,
            "writes to one key take effect in one order, the same across keys"),
    /** Looks at the reads of each transaction alone, and at no order. */
    CUT_ISOLATION(
            "cut-isolation",
            List.of("ci"),
            List.of(),
            Axiom.REPEATABLE_READS,
            "a transaction that reads a key twice sees the same version"),
    /** In order {@code none}, Adya's PL-2: what SQL and Elle call read committed. */
    ADYA_READ_COMMITTED(
            "adya-read-committed",
            List.of("pl-2"),
            List.of(READ_UNCOMMITTED),
            Axiom.READ_CONSISTENCY,
            "reads return final values of committed transactions: SQL's read committed"),
    /** Biswas and Enea's read committed, elsewhere <i>monotonic atomic view</i>: stronger than SQL's. */
    READ_COMMITTED(
            "read-committed",
            List.of("rc"),
            List.of(ADYA_READ_COMMITTED),
            Axiom.READ_COMMITTED,
            "also, once a transaction has read from another it sees nothing older (monotonic atomic view)"),
    /** Terry et al.'s session guarantee, for transactions, as are the next three. */
    READ_YOUR_WRITES(
            "read-your-writes",
            List.of("ryw"),
            List.of(ADYA_READ_COMMITTED),
            Axiom.OWN_WRITES,
            "a session sees what it wrote"),
    /** Within one transaction that is a matter of {@link #READ_COMMITTED}. */
    MONOTONIC_READS(
            "monotonic-reads",
            List.of("mr"),
            List.of(ADYA_READ_COMMITTED),
            Axiom.OWN_READS,
            "a session sees nothing older than what it saw"),
    /** What a session wrote is seen in the order in which it was written. */
    MONOTONIC_WRITES(
            "monotonic-writes",
            List.of("mw"),
            List.of(ADYA_READ_COMMITTED),
            Axiom.WRITES_OF_SEEN,
            "whoever saw a write sees what its session wrote before"),
    /** What a transaction knew when it wrote is seen with what it wrote. */
    WRITES_FOLLOW_READS(
            "writes-follow-reads",
            List.of("wfr"),
            List.of(ADYA_READ_COMMITTED),
            Axiom.READS_OF_SEEN,
            "whoever saw a write sees what it may depend on by reads"),
    /** Biswas and Enea's read atomic: no read is fractured. */
    READ_ATOMIC(
            "read-atomic",
            List.of("ra"),
            List.of(READ_COMMITTED, CUT_ISOLATION, READ_YOUR_WRITES),
            Axiom.READ_ATOMIC,
            "all or nothing of each transaction is seen"),
    /** Transactional causal consistency: the strongest level here that polynomial time always decides. */
    CAUSAL(
            "causal",
            List.of("tcc", "cc"),
            List.of(READ_ATOMIC, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS),
            Axiom.CAUSAL,
            "what a transaction depends on is seen with it"),
    /** Prefix consistency: updates may be lost, but all see them happen in one order. */
    PREFIX(
            "prefix",
            List.of("pc"),
            List.of(CAUSAL),
            Axiom.PREFIX,
            "each transaction sees a prefix of one commit order"),
    /** {@link #READ_ATOMIC}, and of two transactions that write one key, one sees the other; what is seen need not be closed. */
    UPDATE_ATOMIC(
            "update-atomic",
            List.of("ua"),
            List.of(READ_ATOMIC),
            Axiom.NO_CONFLICTS,
            "read atomic, and no update is lost"),
    /** No update is lost, but independent ones may be seen in different orders (long forks). */
    PARALLEL_SNAPSHOT_ISOLATION(
            "parallel-snapshot-isolation",
            List.of("psi"),
            List.of(CAUSAL, UPDATE_ATOMIC),
            Axiom.PARALLEL_SNAPSHOTS,
            "causal, and no update is lost"),
    /** No lost update and no long fork, but write skews. In order {@code real-time}, strong snapshot isolation. */
    SNAPSHOT_ISOLATION(
            "snapshot-isolation",
            List.of("si"),
            List.of(PREFIX, PARALLEL_SNAPSHOT_ISOLATION),
            Axiom.SNAPSHOTS,
            "each transaction reads one snapshot, and no update is lost"),
    /** In order {@code none}, Adya's PL-3U. Beside {@link #SNAPSHOT_ISOLATION}: no write skews, but long forks. */
    UPDATE_SERIALIZABLE(
            "update-serializable",
            List.of("us", "pl-3u"),
            List.of(PARALLEL_SNAPSHOT_ISOLATION),
            Axiom.UPDATES_IN_ORDER,
            "serializable for those that write; whoever only reads sees a state that these may have left"),
    /**
     * In order {@code none}, Adya's PL-2.99: {@link #SERIALIZABLE} but for what predicates did not return. The same where no
     * predicates occur.
     */
    REPEATABLE_READ(
            "repeatable-read",
            List.of("rr", "pl-2.99"),
            List.of(ADYA_READ_COMMITTED),
            Axiom.TOTAL_ORDER,
            "serializable, but predicate reads may miss rows: phantoms"),
    /** The commit order alone explains every read. */
    SERIALIZABLE(
            "serializable",
            List.of("ser"),
            List.of(SNAPSHOT_ISOLATION, UPDATE_SERIALIZABLE, REPEATABLE_READ),
            Axiom.TOTAL_ORDER,
            "as if the transactions ran one after another"),
    /** {@link #SERIALIZABLE} in {@link Order#REAL_TIME}, whatever order is asked for. */
    STRICT_SERIALIZABLE(
            "strict-serializable",
            List.of("sser"),
            List.of(SERIALIZABLE),
            Axiom.TOTAL_ORDER,
            "serializable, in an order that real time allows"),
    /** {@link #STRICT_SERIALIZABLE} for histories in which every transaction uses one key; unknown of others. */
    LINEARIZABLE(
            "linearizable",
            List.of("lin"),
            List.of(STRICT_SERIALIZABLE),
            Axiom.TOTAL_ORDER,
            "strict-serializable, for operations on single objects"),
    /** Each transaction at the level that it was run at: the reader's level decides. For histories that record it. */
    MIXED(
            "mixed",
            List.of("mix"),
            List.of(ADYA_READ_COMMITTED),
            Axiom.OWN,
            "each transaction has what its own level promises, in one commit order");

    /**
     * What a level demands, weakest first. Those from {@link #READ_COMMITTED} on but {@link #NO_CONFLICTS}, {@link
     * #PARALLEL_SNAPSHOTS} and {@link #UPDATES_IN_ORDER} are axioms of Biswas and Enea's: for every external read of x in t3 from t1, and every other transaction t2 that
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
        /** t2 precedes t3 in its session. */
        OWN_WRITES,
        /** A transaction that precedes t3 in its session reads from t2. */
        OWN_READS,
        /** An earlier read of t3 is from a transaction that t2 precedes in its session. */
        WRITES_OF_SEEN,
        /** An earlier read of t3 is from a transaction that reads from t2, or that one which does precedes by sessions and reads. */
        READS_OF_SEEN,
        /** t2 precedes t3 in its session, or t3 reads from t2. */
        READ_ATOMIC,
        /** t2 precedes t3 by sessions and reads. */
        CAUSAL,
        /** t2 comes, at the latest, with some u that precedes t3 in its session or that t3 reads from. */
        PREFIX,
        /** No anti-dependency goes against a dependency, and dependencies have no cycle (Cerone, Bernardi and Gotsman). */
        NO_CONFLICTS,
        /** No anti-dependency goes against a path of dependencies (Cerone and Gotsman). */
        PARALLEL_SNAPSHOTS,
        /** As prefix; and of two transactions that write one key, one sees the other. */
        SNAPSHOTS,
        /**
         * No anti-dependency of one that only reads goes against a path of dependencies and anti-dependencies of those that write, and
         * these have no cycle (Adya).
         */
        UPDATES_IN_ORDER,
        /** t2 comes before t3. */
        TOTAL_ORDER,
        /** That of t3's own level. */
        OWN;

        /** {@return whether the commit order follows from the history, without a search: up to causal consistency} */
        public boolean isSaturable() {
            return compareTo(CAUSAL) <= 0;
        }
    }

    private final String text;
    private final List<String> aliases;
    /** A bit for each level that it implies, itself among them. */
    private final int implied;

    private final Axiom axiom;
    private final String meaning;

    Level(String text, List<String> aliases, List<Level> below, Axiom axiom, String meaning) {
        this.text = text;
        this.aliases = aliases;
        int known = 1 << ordinal();
        for (Level level : below) known |= level.implied;
        implied = known;
        this.axiom = axiom;
        this.meaning = meaning;
    }

    /** {@return its name in output and on the command line} */
    public String text() {
        return text;
    }

    /** {@return the short name that the papers use} */
    public String alias() {
        return aliases.get(0);
    }

    /** {@return all short names, that of the papers first} */
    public List<String> aliases() {
        return aliases;
    }

    /** {@return what it promises, in a phrase} */
    public String meaning() {
        return meaning;
    }

    /** {@return what it demands of a commit order} */
    public Axiom axiom() {
        return axiom;
    }

    /**
     * {@return the level of a name; empty if there is none}
     *
     * @param name the level's {@linkplain #text name} or one of its {@linkplain #aliases aliases}; case does not matter
     */
    public static Optional<Level> named(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        for (Level level : values()) {
            if (level.text.equals(wanted) || level.aliases.contains(wanted)) return Optional.of(level);
        }
        return Optional.empty();
    }

    /**
     * {@return whether every history that satisfies this level also satisfies another, in the same order}
     *
     * @param other a level; this one is implied, too
     */
    public boolean implies(Level other) {
        return (implied >> other.ordinal() & 1) != 0;
    }

    /** {@return whether the level speaks of real time whatever order is asked for} */
    public boolean needsRealTime() {
        return implies(STRICT_SERIALIZABLE);
    }

    /**
     * {@return whether a transaction at this level can be judged beside others at other levels} That takes an axiom about one
     * commit order, and about what one transaction reads: real time, say, is kept by all or not at all.
     */
    public boolean isMixable() {
        return implies(ADYA_READ_COMMITTED)
                && !isSessionGuarantee()
                && axiom != Axiom.NO_CONFLICTS
                && axiom != Axiom.PARALLEL_SNAPSHOTS
                && axiom != Axiom.UPDATES_IN_ORDER
                && axiom != Axiom.OWN
                && this != REPEATABLE_READ
                && !needsRealTime();
    }

    /** {@return whether no update is lost: of two transactions that write one key, one knows of the other} */
    public boolean keepsUpdates() {
        return implies(UPDATE_ATOMIC);
    }

    /**
     * {@return whether it is judged only if it is asked for by its name} No database is known to promise it and no more, so that it says
     * little of one that it holds.
     */
    public boolean isByNameAlone() {
        return this == UPDATE_ATOMIC || this == UPDATE_SERIALIZABLE;
    }

    /** {@return whether it is one of the four guarantees that promise something about what sessions have done before} */
    public boolean isSessionGuarantee() {
        return axiom.compareTo(Axiom.OWN_WRITES) >= 0 && axiom.compareTo(Axiom.READS_OF_SEEN) <= 0;
    }

    /** {@return whether the level is about operations on single objects alone} */
    public boolean isOfSingleObjects() {
        return this == LINEARIZABLE;
    }

    @Override
    public String toString() {
        return text;
    }
}
