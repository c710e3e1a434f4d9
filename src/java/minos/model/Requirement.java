package minos.model;

/**
 * What is asked of a history: a level, in one of its forms.
 *
 * @param level the isolation level
 * @param order the order that its commit order must respect; {@link Order#REAL_TIME} for the levels that
 *              {@linkplain Level#needsRealTime speak of real time} whatever is asked for
 * @param use   {@link DatabaseOrder#CLAIM} if it is the database's own order that must be such a commit order;
 *              {@link DatabaseOrder#ASSUME} if that order is taken for granted
 */
public record Requirement(Level level, Order order, DatabaseOrder use) {
    /**
     * A level in the form that {@code order} gives it.
     *
     * @param level the isolation level
     * @param order the order that its commit order must respect
     * @param use   what is done with the database's own order
     */
    public Requirement {
        if (level.needsRealTime()) order = Order.REAL_TIME;
    }

    /**
     * A level in the form that {@code order} gives it, whatever the database says of its own order.
     *
     * @param level the isolation level
     * @param order the order that its commit order must respect
     */
    public Requirement(Level level, Order order) {
        this(level, order, DatabaseOrder.GUESS);
    }

    /**
     * {@return the same with another use of the database's own order}
     *
     * @param other what is done with that order
     */
    public Requirement with(DatabaseOrder other) {
        return new Requirement(level, order, other);
    }

    /**
     * {@return the same at another level}
     *
     * @param other the level
     */
    public Requirement at(Level other) {
        return new Requirement(other, order, use);
    }

    /**
     * Whether every history that satisfies this also satisfies {@code other}.
     *
     * @param other another requirement
     * @return whether this is at least as strong
     */
    public boolean implies(Requirement other) {
        return level.implies(other.level)
                && order.implies(other.order)
                && (other.use == use || other.use == DatabaseOrder.GUESS);
    }

    // Written out, as every run asks for them, and Java takes ten milliseconds to make the first that a record leaves
    // to it.

    @Override
    public boolean equals(Object other) {
        return other instanceof Requirement requirement
                && requirement.level == level
                && requirement.order == order
                && requirement.use == use;
    }

    @Override
    public int hashCode() {
        return 31 * (31 * level.hashCode() + order.hashCode()) + use.hashCode();
    }

    @Override
    public String toString() {
        return level + " (order: " + order + (use == DatabaseOrder.GUESS ? "" : ", the database's: " + use) + ")";
    }
}
