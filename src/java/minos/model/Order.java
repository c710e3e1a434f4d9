package minos.model;

import java.util.Optional;

/** Which order between transactions a commit order must respect, beside who read from whom. */
public enum Order {
    /** None: only the initial transaction comes first. What Elle and Adya mean by the plain name of a level. */
    NONE("none"),
    /** The transactions of one session, one after another. The papers' definitions, and the default. */
    SESSION("session"),
    /** Session order, and a transaction that completed before another of its group was invoked: groups are sessions of many clients. */
    PER_GROUP_REAL_TIME("per-group-real-time"),
    /** Session order, and a transaction that completed before another was invoked which reads or writes a key that it did, too. */
    PER_KEY_REAL_TIME("per-key-real-time"),
    /** Session order, and a transaction that completed before another was invoked. */
    REAL_TIME("real-time");

    private final String text;

    Order(String text) {
        this.text = text;
    }

    /** {@return its name, as users write it} */
    public String text() {
        return text;
    }

    /** {@return whether it speaks of invocations and completions} */
    public boolean isTimed() {
        return this == REAL_TIME || isPartlyTimed();
    }

    /** {@return whether it speaks of the invocations and completions of some transactions alone, which have something in common} */
    public boolean isPartlyTimed() {
        return this == PER_KEY_REAL_TIME || this == PER_GROUP_REAL_TIME;
    }

    /**
     * {@return whether it contains all that another does}
     *
     * @param other the other one
     */
    public boolean implies(Order other) {
        return this == other || compareTo(other) > 0 && !(isPartlyTimed() && other.isPartlyTimed());
    }

    /**
     * {@return the order of a name; empty if there is none}
     *
     * @param name as users write it
     */
    public static Optional<Order> named(String name) {
        for (Order order : values()) if (order.text.equals(name)) return Optional.of(order);
        return Optional.empty();
    }

    @Override
    public String toString() {
        return text;
    }
}
