package minos.collect;

import java.sql.Connection;

/** Isolation levels as databases name them, which says little about what they give. */
public enum Isolation {
    READ_UNCOMMITTED("read-uncommitted", Connection.TRANSACTION_READ_UNCOMMITTED),
    READ_COMMITTED("read-committed", Connection.TRANSACTION_READ_COMMITTED),
    REPEATABLE_READ("repeatable-read", Connection.TRANSACTION_REPEATABLE_READ),
    /** Not in JDBC: the number is H2's, {@link Dialect#code} knows others. */
    SNAPSHOT("snapshot", 6),
    SERIALIZABLE("serializable", Connection.TRANSACTION_SERIALIZABLE);

    private final String text;
    private final int code;

    Isolation(String text, int code) {
        this.text = text;
        this.code = code;
    }

    /** The level of that name; null if there is none. */
    public static Isolation named(String name) {
        for (Isolation isolation : values()) if (isolation.text.equals(name)) return isolation;
        return null;
    }

    int code() {
        return code;
    }

    @Override
    public String toString() {
        return text;
    }
}
