package minos.model;

import static minos.model.Level.ADYA_READ_COMMITTED;
import static minos.model.Level.CAUSAL;
import static minos.model.Level.CUT_ISOLATION;
import static minos.model.Level.MONOTONIC_READS;
import static minos.model.Level.MONOTONIC_WRITES;
import static minos.model.Level.PARALLEL_SNAPSHOT_ISOLATION;
import static minos.model.Level.PREFIX;
import static minos.model.Level.READ_ATOMIC;
import static minos.model.Level.READ_COMMITTED;
import static minos.model.Level.READ_UNCOMMITTED;
import static minos.model.Level.READ_YOUR_WRITES;
import static minos.model.Level.SERIALIZABLE;
import static minos.model.Level.SNAPSHOT_ISOLATION;
import static minos.model.Level.STRICT_SERIALIZABLE;
import static minos.model.Level.WRITES_FOLLOW_READS;

import java.util.EnumSet;
import java.util.Set;

/**
 * What can be wrong with a history, with the names that others have for it. {@link Violation} has one of these as its
 * type. The order is that in which types are listed.
 *
 * <p>In the patterns of the weak levels, t3 reads the key x from t1, and t2 is another transaction that writes x.
 * <i>Causally</i> means by a path of reads and of the order asked for, session order as a rule. What fits several
 * patterns is the first of them.
 *
 * <p>The names of edges are those of {@link Edge.Kind}. A cycle with inferred edges stands for several: itself, and
 * those that the opposites of these edges would close. Its type is that of the one which the fewest levels forbid.
 */
public enum AnomalyType {
    /** A read returned, or has in its list, a value that nobody wrote. Initial values count as written. */
    THIN_AIR_READ(
            "thin-air-read",
            READ_COMMITTED,
            ADYA_READ_COMMITTED,
            new Names("a", "a", "", "thin-air-read"),
            "a read of a value that nobody wrote"),
    /** A read shows a write of an aborted transaction. */
    ABORTED_READ(
            "aborted-read",
            READ_COMMITTED,
            ADYA_READ_COMMITTED,
            new Names("b", "b", "G1a", "G1a"),
            "a read from an aborted transaction"),
    /** A read shows a write that its own transaction made only after it. */
    FUTURE_READ(
            "future-read",
            READ_COMMITTED,
            ADYA_READ_COMMITTED,
            new Names("c", "c", "", "future-read"),
            "a read from a later write of the same transaction"),
    /** A transaction wrote a key, then read it, and found what another wrote, or a list that lacks an own append. */
    NOT_MY_OWN_WRITE(
            "not-my-own-write",
            READ_COMMITTED,
            ADYA_READ_COMMITTED,
            new Names("d", "d", "", "internal"),
            "a read of another's value after an own write of the key"),
    /** A read shows an own write of its key, but not the last one before it. */
    NOT_MY_LAST_WRITE(
            "not-my-last-write",
            READ_COMMITTED,
            ADYA_READ_COMMITTED,
            new Names("e", "", "", "internal"),
            "a read of an own write that is not the last before the read"),
    /** A read shows a write of another transaction that wrote the key once more afterwards. */
    INTERMEDIATE_READ(
            "intermediate-read",
            READ_COMMITTED,
            ADYA_READ_COMMITTED,
            new Names("f", "e", "G1b", "G1b"),
            "a read of another transaction's write that is not its last to the key"),
    /** The order asked for and reads lead from a transaction back to itself. */
    CYCLIC_CAUSALITY(
            "cyclic-causality",
            READ_COMMITTED,
            ADYA_READ_COMMITTED,
            new Names("g", "g", "G1c", "G1c"),
            "a cycle of session order and reads"),
    /** t3 had read from t2 before it read x from t1, and t1 comes causally before t2. */
    NON_MONOTONIC_READ(
            "non-monotonic-read",
            READ_COMMITTED,
            READ_COMMITTED,
            new Names("h", "hj", "G-single", "G-single-item"),
            "a read of a version older than one already seen"),
    /** As {@link #NON_MONOTONIC_READ}, but t1 comes before t2 only with commit edges of read committed. */
    NON_MONOTONIC_READ_CM(
            "non-monotonic-read-cm",
            READ_COMMITTED,
            READ_COMMITTED,
            new Names("i", "i", "G-single", "G-single-item"),
            "a read of a version older than one already seen, by the commit order that such reads enforce"),
    /** A transaction's external reads of one key have different sources. */
    NON_REPEATABLE_READ(
            "non-repeatable-read",
            CUT_ISOLATION,
            CUT_ISOLATION,
            new Names("j", "f", "", "internal"),
            "reads of one key from two transactions"),
    /** t2 precedes t3 in the order asked for, or t3 reads from t2; and t1 comes causally before t2. */
    FRACTURED_READ(
            "fractured-read",
            READ_ATOMIC,
            READ_ATOMIC,
            new Names("k", "hj", "G-single", "G-single-item"),
            "a transaction seen in part"),
    /** As {@link #FRACTURED_READ}, but t1 comes before t2 only with commit edges of read atomic. */
    FRACTURED_READ_CM(
            "fractured-read-cm",
            READ_ATOMIC,
            READ_ATOMIC,
            new Names("l", "i", "G-single", "G-single-item"),
            "a transaction seen in part, by the commit order that such reads enforce"),
    /** t2 comes causally before t3, and t1 causally before t2. */
    CAUSALITY_VIOLATION(
            "causality-violation",
            CAUSAL,
            CAUSAL,
            new Names("m", "jk", "G-single", "G-single-item"),
            "a read of a version overwritten in the reader's own past"),
    /** As {@link #CAUSALITY_VIOLATION}, but t1 comes before t2 only with commit edges of causal consistency. */
    CAUSALITY_VIOLATION_CM(
            "causality-violation-cm",
            CAUSAL,
            CAUSAL,
            new Names("n", "l", "G-single", "G-single-item"),
            "a read of a version overwritten in the reader's own past, by the commit order that such reads enforce"),
    /** t2 precedes t3 in its session, and t1 comes before t2 causally or with commit edges of read your writes. */
    READ_YOUR_WRITES_VIOLATION(
            "read-your-writes-violation",
            READ_YOUR_WRITES,
            READ_YOUR_WRITES,
            Names.cycle("", "G-single-item"),
            "a session that misses what it wrote"),
    /** As above, where one that precedes t3 in its session read from t2. */
    MONOTONIC_READS_VIOLATION(
            "monotonic-reads-violation",
            MONOTONIC_READS,
            MONOTONIC_READS,
            Names.cycle("", "G-single-item"),
            "a session that misses what it saw before"),
    /** As above, where t3 had read from one that t2 precedes in its session. */
    MONOTONIC_WRITES_VIOLATION(
            "monotonic-writes-violation",
            MONOTONIC_WRITES,
            MONOTONIC_WRITES,
            Names.cycle("", "G-single-item"),
            "a write seen without an earlier one of its session"),
    /** As above, where t3 had read from one that had read from t2, or that one which had comes causally before. */
    WRITES_FOLLOW_READS_VIOLATION(
            "writes-follow-reads-violation",
            WRITES_FOLLOW_READS,
            WRITES_FOLLOW_READS,
            Names.cycle("", "G-single-item"),
            "a write seen without what had been read before it"),

    /** Two reads of one list of which neither is a prefix of the other. */
    INCOMPATIBLE_ORDER(
            "incompatible-order",
            READ_UNCOMMITTED,
            READ_UNCOMMITTED,
            new Names("", "", "", "incompatible-order"),
            "two reads of one list of which neither is a prefix of the other"),
    /** A read returned a list that has one element twice. */
    DUPLICATE_ELEMENTS(
            "duplicate-elements",
            READ_UNCOMMITTED,
            READ_UNCOMMITTED,
            new Names("", "", "", "duplicate-elements"),
            "an element twice in one list"),
    /** A list shows a committed append after one of an aborted transaction: the one built on the other. */
    DIRTY_UPDATE(
            "dirty-update",
            READ_COMMITTED,
            ADYA_READ_COMMITTED,
            new Names("", "", "", "dirty-update"),
            "an update of what an aborted transaction wrote"),
    /** What was assumed about the versions of a key leads from one back to itself, or to the initial one. */
    CYCLIC_VERSIONS(
            "cyclic-versions",
            READ_UNCOMMITTED,
            READ_UNCOMMITTED,
            new Names("", "", "", "cyclic-versions"),
            "versions of a key that contradict what was assumed of their order"),

    /** A row was not found, by a predicate or by its key, although it was there in every version that it ever had. */
    PREDICATE_READ_MISS(
            "predicate-read-miss",
            READ_ATOMIC,
            READ_ATOMIC,
            new Names("", "", "G1-predicate", "predicate-read-miss"),
            "a row that was not found, although no version of it can have been passed over"),

    /** A cycle of ww edges, and of the order asked for. */
    G0("G0", READ_UNCOMMITTED, READ_UNCOMMITTED, Names.cycle("G0", "G0"), "a cycle of write dependencies"),
    /** A cycle of ww and wr edges, and of the order asked for. */
    G1C(
            "G1c",
            ADYA_READ_COMMITTED,
            ADYA_READ_COMMITTED,
            Names.cycle("G1c", "G1c"),
            "a cycle of write and read dependencies"),
    /** Two transactions read the same version of a key, and both wrote the key. */
    LOST_UPDATE(
            "lost-update",
            PARALLEL_SNAPSHOT_ISOLATION,
            PARALLEL_SNAPSHOT_ISOLATION,
            Names.cycle("P4", "lost-update"),
            "two transactions that read the same version of a key and both wrote it"),
    /** Two readers each saw one of two writes, to different keys, and missed the other. */
    LONG_FORK(
            "long-fork",
            PREFIX,
            PREFIX,
            Names.cycle("G-nonadjacent", "G-nonadjacent-item"),
            "two transactions that saw two independent writes in opposite orders"),
    /** A cycle of two rw edges: two transactions each overwrote what the other had read. */
    WRITE_SKEW(
            "write-skew",
            SERIALIZABLE,
            SERIALIZABLE,
            Names.cycle("G2-item", "G2-item"),
            "two transactions that each overwrote what the other had read"),
    /**
     * A cycle of an rt and an rw edge: a write had completed before a transaction was invoked that read an older
     * version.
     */
    REAL_TIME_VIOLATION(
            "real-time-violation",
            STRICT_SERIALIZABLE,
            PARALLEL_SNAPSHOT_ISOLATION,
            Names.cycle("G-single", "G-single-item"),
            "a read that misses what had completed before it began"),
    /** A cycle with one rw edge that has no name of its own. */
    G_SINGLE(
            "G-single",
            PARALLEL_SNAPSHOT_ISOLATION,
            PARALLEL_SNAPSHOT_ISOLATION,
            Names.cycle("G-single", "G-single-item"),
            "a cycle with one anti-dependency"),
    /** A cycle with several rw edges, no two of them adjacent, that is no {@link #LONG_FORK}. */
    G_NONADJACENT(
            "G-nonadjacent",
            SNAPSHOT_ISOLATION,
            SNAPSHOT_ISOLATION,
            Names.cycle("G-nonadjacent", "G-nonadjacent-item"),
            "a cycle with anti-dependencies, no two of them adjacent"),
    /** A cycle with adjacent rw edges that is no {@link #WRITE_SKEW}. */
    G2_ITEM(
            "G2-item",
            SERIALIZABLE,
            SERIALIZABLE,
            Names.cycle("G2-item", "G2-item"),
            "a cycle with adjacent anti-dependencies"),
    /** A cycle with adjacent rw edges, one of them of a predicate read that does not show what was written later. */
    G2(
            "G2",
            SERIALIZABLE,
            SERIALIZABLE,
            Names.cycle("G2", "G2"),
            "a cycle with adjacent anti-dependencies, one of them by a predicate: a phantom"),
    /** A {@link #G0} that needs real time. */
    G0_REALTIME(
            "G0-realtime",
            STRICT_SERIALIZABLE,
            READ_UNCOMMITTED,
            Names.cycle("G0", "G0"),
            "a G0 cycle closed by real time"),
    /** A {@link #G1C} that needs real time. */
    G1C_REALTIME(
            "G1c-realtime",
            STRICT_SERIALIZABLE,
            ADYA_READ_COMMITTED,
            Names.cycle("G1c", "G1c"),
            "a G1c cycle closed by real time"),
    /** A {@link #G_SINGLE} that needs real time and is no {@link #REAL_TIME_VIOLATION}. */
    G_SINGLE_REALTIME(
            "G-single-realtime",
            STRICT_SERIALIZABLE,
            PARALLEL_SNAPSHOT_ISOLATION,
            Names.cycle("G-single", "G-single-item"),
            "a G-single cycle closed by real time"),
    /** A {@link #G_NONADJACENT} that needs real time. */
    G_NONADJACENT_REALTIME(
            "G-nonadjacent-realtime",
            STRICT_SERIALIZABLE,
            SNAPSHOT_ISOLATION,
            Names.cycle("G-nonadjacent", "G-nonadjacent-item"),
            "a G-nonadjacent cycle closed by real time"),
    /** A {@link #G2_ITEM} that needs real time. */
    G2_ITEM_REALTIME(
            "G2-item-realtime",
            STRICT_SERIALIZABLE,
            SERIALIZABLE,
            Names.cycle("G2-item", "G2-item"),
            "a G2-item cycle closed by real time"),
    /** A {@link #G2} that needs real time. */
    G2_REALTIME(
            "G2-realtime",
            STRICT_SERIALIZABLE,
            SERIALIZABLE,
            Names.cycle("G2", "G2"),
            "a G2 cycle closed by real time"),
    /** A read of a counter that no choice of the adds before it explains. */
    COUNT_OUT_OF_BOUNDS(
            "count-out-of-bounds",
            STRICT_SERIALIZABLE,
            SERIALIZABLE,
            new Names("", "", "", ""),
            "a read of a counter that is less than what had been added, or more than what may have been"),
    /** A read of a counter that only grows, of less than an earlier read had returned. */
    COUNT_GOES_BACK(
            "count-goes-back",
            STRICT_SERIALIZABLE,
            SERIALIZABLE,
            new Names("", "", "", ""),
            "a read of a counter that returns less than an earlier one"),
    /** Reads of all accounts whose sums differ, although transfers keep the sum. */
    WRONG_TOTAL(
            "wrong-total",
            PARALLEL_SNAPSHOT_ISOLATION,
            PARALLEL_SNAPSHOT_ISOLATION,
            new Names("", "", "", "wrong-total"),
            "a read of all accounts whose sum is not that of other reads, although transfers keep it"),
    /** A read of a negative balance, although no transfer overdraws an account. */
    NEGATIVE_BALANCE(
            "negative-balance",
            PARALLEL_SNAPSHOT_ISOLATION,
            PARALLEL_SNAPSHOT_ISOLATION,
            new Names("", "", "", "negative-value"),
            "a read of a negative balance, although no transfer overdraws an account"),
    /** A wr edge against the database's own order. */
    CLAIMED_FUTURE_READ(
            "claimed-future-read",
            PREFIX,
            PREFIX,
            new Names("", "", "", ""),
            "a read of what, by the database's word, had not been committed yet"),
    /** An rw edge against the database's own order. */
    CLAIMED_STALE_READ(
            "claimed-stale-read",
            PREFIX,
            PREFIX,
            new Names("", "", "", ""),
            "a read that misses what, by the database's word, had been committed before"),
    /** Two transactions that wrote one key, while by the database's own order neither saw the other. */
    CLAIMED_CONFLICT(
            "claimed-conflict",
            SNAPSHOT_ISOLATION,
            SNAPSHOT_ISOLATION,
            new Names("", "", "", ""),
            "two writes of one key by transactions that, by the database's word, ran at the same time"),
    /** An edge of session order, of real time or of lists against the database's own order, or that order against itself. */
    CLAIMED_ORDER(
            "claimed-order",
            PREFIX,
            PREFIX,
            new Names("", "", "", ""),
            "an order of the database's own that goes against that of sessions, of real time or of lists, or against itself"),
    /** Transactions that no commit order explains, while no single cycle was found that tells why. */
    UNORDERABLE(
            "unorderable",
            PREFIX,
            PREFIX,
            new Names("", "", "", ""),
            "writes that no order can explain: each way to order them closes a cycle"),
    /** Operations on one object that no order in real time explains, whoever wrote what was read. */
    NONLINEARIZABLE(
            "nonlinearizable",
            STRICT_SERIALIZABLE,
            STRICT_SERIALIZABLE,
            new Names("", "", "", ""),
            "operations on one object that no order in real time explains");

    /**
     * What others call it; empty where they have no name for it.
     *
     * @param plume the letter of the Plume paper's table 1
     * @param c4    the letters of the C4 paper's table 1, which has fewer patterns, but one (j) of its own for initial versions
     * @param adya  the phenomenon of Adya's thesis or, for P4, of Berenson et al.
     * @param elle  Elle's keyword, for a cycle without the suffix that says which order it needs
     */
    public record Names(String plume, String c4, String adya, String elle) {
        private static Names cycle(String adya, String elle) {
            return new Names("", "", adya, elle);
        }
    }

    private final String text;
    private final Level level;
    private final Level rulesOut;
    private final Names names;
    private final String meaning;

    AnomalyType(String text, Level level, Level rulesOut, Names names, String meaning) {
        this.text = text;
        this.level = level;
        this.rulesOut = rulesOut;
        this.names = names;
        this.meaning = meaning;
    }

    /** {@return its name in output} */
    public String text() {
        return text;
    }

    /**
     * {@return the lowest level that it is reported at: of those in their usual form, with session order, and of the
     * papers' levels} What cannot be ordered has a level of its own: {@link Violation#level}.
     */
    public Level level() {
        return level;
    }

    /**
     * {@return the lowest level that it rules out, in the order that its edges need} Adya's read committed for what the
     * papers count against their stronger one, and for a cycle closed by real time the level of the plain cycle.
     */
    public Level rulesOut() {
        return rulesOut;
    }

    /** {@return what others call it} */
    public Names names() {
        return names;
    }

    /**
     * {@return the types that somebody calls by a name; empty if nobody does}
     *
     * @param name our own, Plume's letter, Adya's or Elle's name; {@code plume:}, {@code c4:}, {@code adya:} or {@code elle:}
     *             before it says whose it is, which C4's letters need. Case matters, as it does to Adya. Elle's may have the colon of a
     *             keyword, and say at the end whether sessions ({@code -process}) or real time ({@code -realtime}) take part; without the
     *             latter a name of Elle's or Adya's is of what needs no real time
     */
    public static Set<AnomalyType> named(String name) {
        Set<AnomalyType> types = EnumSet.noneOf(AnomalyType.class);
        int colon = name.indexOf(':');
        String whose = colon < 0 ? "" : name.substring(0, colon);
        String wanted = name.substring(colon + 1);
        if (wanted.startsWith(":")) wanted = wanted.substring(1);
        if (wanted.isEmpty()) return types;
        for (AnomalyType type : values()) {
            boolean called =
                    switch (whose) {
                        case "" ->
                            type.text.equals(wanted)
                                    || type.names.plume.equals(wanted)
                                    || type.isAdyas(wanted)
                                    || type.isElles(wanted);
                        case "plume" -> type.names.plume.equals(wanted);
                        case "c4" -> wanted.length() == 1 && type.names.c4.contains(wanted);
                        case "adya" -> type.isAdyas(wanted);
                        case "elle" -> type.isElles(wanted);
                        default -> false;
                    };
            if (called) types.add(type);
        }
        return types;
    }

    private boolean isAdyas(String name) {
        return !needsRealTime() && names.adya.equals(name);
    }

    private boolean isElles(String name) {
        String suffix = needsRealTime() ? "-realtime" : name.endsWith("-process") ? "-process" : "";
        return !names.elle.isEmpty() && name.equals(names.elle + suffix);
    }

    /** Whether it is closed by real time. */
    private boolean needsRealTime() {
        return level == STRICT_SERIALIZABLE;
    }

    /** {@return whether it is one of the fourteen patterns of the weak levels, which have a letter} */
    public boolean isWeakPattern() {
        return !names.plume.isEmpty();
    }

    /** {@return what it means, in a phrase that completes "this is …"} */
    public String meaning() {
        return meaning;
    }

    @Override
    public String toString() {
        return text;
    }
}
