package minos.model;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The isolation levels, weakest first. The levels form a lattice, not a chain: cut isolation stands beside read
 * committed, and prefix consistency beside parallel snapshot isolation; {@link #implies} knows.
 */
public enum Level {
    READ_UNCOMMITTED("read-uncommitted", "ru", "pl-1"),
    CUT_ISOLATION("cut-isolation", "ci"),
    ADYA_READ_COMMITTED("adya-read-committed", "pl-2"),
    READ_COMMITTED("read-committed", "rc"),
    READ_ATOMIC("read-atomic", "ra"),
    CAUSAL("causal", "tcc", "cc"),
    PREFIX("prefix", "pc"),
    PARALLEL_SNAPSHOT_ISOLATION("parallel-snapshot-isolation", "psi"),
    SNAPSHOT_ISOLATION("snapshot-isolation", "si"),
    SERIALIZABLE("serializable", "ser"),
    STRICT_SERIALIZABLE("strict-serializable", "sser"),
    LINEARIZABLE("linearizable", "lin");

    private final String text;
    private final String[] aliases;

    Level(String text, String... aliases) {
        this.text = text;
        this.aliases = aliases;
    }

    /** The name in output and on the command line. */
    public String text() {
        return text;
    }

    /** The short name that the papers use. */
    public String alias() {
        return aliases[0];
    }

    /** All short names. */
    public List<String> aliases() {
        return List.of(aliases);
    }

    /** The level of that name or alias, in any case; null if there is none. */
    public static Level named(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        for (Level level : values()) {
            if (level.text.equals(wanted)) return level;
            for (String alias : level.aliases) if (alias.equals(wanted)) return level;
        }
        return null;
    }

    /** The levels directly below this one. */
    private Set<Level> below() {
        return switch (this) {
            case READ_UNCOMMITTED, CUT_ISOLATION -> EnumSet.noneOf(Level.class);
            case ADYA_READ_COMMITTED -> EnumSet.of(READ_UNCOMMITTED);
            case READ_COMMITTED -> EnumSet.of(ADYA_READ_COMMITTED);
            case READ_ATOMIC -> EnumSet.of(READ_COMMITTED, CUT_ISOLATION);
            case CAUSAL -> EnumSet.of(READ_ATOMIC);
            case PREFIX, PARALLEL_SNAPSHOT_ISOLATION -> EnumSet.of(CAUSAL);
            case SNAPSHOT_ISOLATION -> EnumSet.of(PREFIX, PARALLEL_SNAPSHOT_ISOLATION);
            case SERIALIZABLE -> EnumSet.of(SNAPSHOT_ISOLATION);
            case STRICT_SERIALIZABLE -> EnumSet.of(SERIALIZABLE);
            case LINEARIZABLE -> EnumSet.of(STRICT_SERIALIZABLE);
        };
    }

    /** Whether every history that satisfies this level also satisfies {@code other}. */
    public boolean implies(Level other) {
        if (this == other) return true;
        for (Level level : below()) if (level.implies(other)) return true;
        return false;
    }

    /** Whether the level speaks of real time whatever order is asked for. */
    public boolean needsRealTime() {
        return this == STRICT_SERIALIZABLE || this == LINEARIZABLE;
    }

    @Override
    public String toString() {
        return text;
    }
}
