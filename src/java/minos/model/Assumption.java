package minos.model;

/**
 * What may be taken for granted about the order of versions, where no read shows it. It is never assumed unless asked for: a
 * verdict that rests on an assumption is about the history <i>and</i> the assumption. The order is that in which they are made.
 */
public enum Assumption {
    /** A transaction that reads a version of a key, and writes the key, writes a later one. */
    WRITES_FOLLOW_READS("writes-follow-reads", "a transaction writes a later version than it read"),
    /** The database's own order of its transactions is that of the versions that they wrote. */
    TRANSACTION_ORDER("transaction-order", "by the database's word"),
    /** The versions of each register are in the order of the numbers that the database gives them. */
    VERSION_NUMBERS("version-numbers", "by the database's word"),
    /** A transaction of a session meets no earlier version of a key than those before it in the session. */
    SEQUENTIAL_KEYS("sequential-keys", "each key follows the order of every session"),
    /** A transaction meets no earlier version of a key than those that had completed when it was invoked. */
    LINEARIZABLE_KEYS("linearizable-keys", "each key follows real time");

    private final String text;
    private final String meaning;

    Assumption(String text, String meaning) {
        this.text = text;
        this.meaning = meaning;
    }

    /** {@return its name in output} */
    public String text() {
        return text;
    }

    /** {@return what it means, in a clause that completes "as …"} */
    public String meaning() {
        return meaning;
    }

    @Override
    public String toString() {
        return text;
    }
}
