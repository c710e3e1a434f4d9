package minos.model;

import java.util.Optional;

/** What is done with the order in which a database says that it committed its transactions. */
public enum DatabaseOrder {
    /** It is the first order to try: verdicts are the same as without it. */
    GUESS("guess"),
    /** It is judged: does this very order explain what was read? A verdict of its own, beside that on the level. */
    CLAIM("claim"),
    /** It is taken for granted: verdicts are about the history and the order, and each edge that rests on it says so. */
    ASSUME("assume");

    private final String text;

    DatabaseOrder(String text) {
        this.text = text;
    }

    /** {@return its name, as users write it} */
    public String text() {
        return text;
    }

    /**
     * {@return the use of a name; empty if there is none}
     *
     * @param name as users write it
     */
    public static Optional<DatabaseOrder> named(String name) {
        for (DatabaseOrder use : values()) if (use.text.equals(name)) return Optional.of(use);
        return Optional.empty();
    }

    @Override
    public String toString() {
        return text;
    }
}
