package minos.model;

/** What can be wrong with a history. Weak patterns carry the letter that the Plume paper gave them. */
public enum AnomalyType {
    THIN_AIR_READ("thin-air-read", 'a', Level.READ_COMMITTED, "a read of a value that nobody wrote"),
    ABORTED_READ("aborted-read", 'b', Level.READ_COMMITTED, "a read from an aborted transaction"),
    FUTURE_READ("future-read", 'c', Level.READ_COMMITTED, "a read from a later write of the same transaction"),
    NOT_MY_OWN_WRITE(
            "not-my-own-write", 'd', Level.READ_COMMITTED, "a read of another's value after an own write of the key"),
    NOT_MY_LAST_WRITE(
            "not-my-last-write",
            'e',
            Level.READ_COMMITTED,
            "a read of an own write that is not the last before the read"),
    INTERMEDIATE_READ(
            "intermediate-read",
            'f',
            Level.READ_COMMITTED,
            "a read of another transaction's write that is not its last to the key"),
    CYCLIC_CAUSALITY("cyclic-causality", 'g', Level.READ_COMMITTED, "a cycle of session order and reads"),
    NON_MONOTONIC_READ(
            "non-monotonic-read", 'h', Level.READ_COMMITTED, "a read of a version older than one already seen"),
    NON_MONOTONIC_READ_CM(
            "non-monotonic-read-cm",
            'i',
            Level.READ_COMMITTED,
            "a read of a version older than one already seen, by the commit order that such reads enforce"),
    NON_REPEATABLE_READ("non-repeatable-read", 'j', Level.CUT_ISOLATION, "reads of one key from two transactions"),
    FRACTURED_READ("fractured-read", 'k', Level.READ_ATOMIC, "a transaction seen in part"),
    FRACTURED_READ_CM(
            "fractured-read-cm",
            'l',
            Level.READ_ATOMIC,
            "a transaction seen in part, by the commit order that such reads enforce"),
    CAUSALITY_VIOLATION(
            "causality-violation", 'm', Level.CAUSAL, "a read of a version overwritten in the reader's own past"),
    CAUSALITY_VIOLATION_CM(
            "causality-violation-cm",
            'n',
            Level.CAUSAL,
            "a read of a version overwritten in the reader's own past, by the commit order that such reads enforce"),

    INCOMPATIBLE_ORDER(
            "incompatible-order",
            '-',
            Level.READ_UNCOMMITTED,
            "two reads of one list of which neither is a prefix of the other"),
    DUPLICATE_ELEMENTS("duplicate-elements", '-', Level.READ_UNCOMMITTED, "an element twice in one list"),

    G0("G0", '-', Level.READ_UNCOMMITTED, "a cycle of write dependencies"),
    G1C("G1c", '-', Level.ADYA_READ_COMMITTED, "a cycle of write and read dependencies"),
    LOST_UPDATE(
            "lost-update",
            '-',
            Level.PARALLEL_SNAPSHOT_ISOLATION,
            "two transactions that read the same version of a key and both wrote it"),
    LONG_FORK("long-fork", '-', Level.PREFIX, "two transactions that saw two independent writes in opposite orders"),
    WRITE_SKEW("write-skew", '-', Level.SERIALIZABLE, "two transactions that each overwrote what the other had read"),
    REAL_TIME_VIOLATION(
            "real-time-violation",
            '-',
            Level.STRICT_SERIALIZABLE,
            "a read that misses what had completed before it began"),
    G_SINGLE("G-single", '-', Level.PARALLEL_SNAPSHOT_ISOLATION, "a cycle with one anti-dependency"),
    G_NONADJACENT(
            "G-nonadjacent", '-', Level.SNAPSHOT_ISOLATION, "a cycle with anti-dependencies, no two of them adjacent"),
    G2_ITEM("G2-item", '-', Level.SERIALIZABLE, "a cycle with adjacent anti-dependencies"),
    G0_REALTIME("G0-realtime", '-', Level.STRICT_SERIALIZABLE, "a G0 cycle closed by real time"),
    G1C_REALTIME("G1c-realtime", '-', Level.STRICT_SERIALIZABLE, "a G1c cycle closed by real time"),
    G_SINGLE_REALTIME("G-single-realtime", '-', Level.STRICT_SERIALIZABLE, "a G-single cycle closed by real time"),
    G_NONADJACENT_REALTIME(
            "G-nonadjacent-realtime", '-', Level.STRICT_SERIALIZABLE, "a G-nonadjacent cycle closed by real time"),
    G2_ITEM_REALTIME("G2-item-realtime", '-', Level.STRICT_SERIALIZABLE, "a G2-item cycle closed by real time"),
    UNORDERABLE(
            "unorderable",
            '-',
            Level.PREFIX,
            "writes that no order can explain: each way to order them closes a cycle");

    private final String text;
    private final char tap;
    private final Level level;
    private final String meaning;

    AnomalyType(String text, char tap, Level level, String meaning) {
        this.text = text;
        this.tap = tap;
        this.level = level;
        this.meaning = meaning;
    }

    public String text() {
        return text;
    }

    /** The letter of the weak pattern, or {@code '-'}. */
    public char tap() {
        return tap;
    }

    public boolean hasTap() {
        return tap != '-';
    }

    /** The lowest level that it breaks. */
    public Level level() {
        return level;
    }

    /** What it means, in a phrase that completes "this is …". */
    public String meaning() {
        return meaning;
    }

    @Override
    public String toString() {
        return text;
    }
}
