package minos.model;

/**
 * What is asked of a history: a level, in one of its three forms.
 *
 * @param level the isolation level
 * @param order the order that its commit order must respect; {@link Order#REAL_TIME} for the levels that
 *              {@linkplain Level#needsRealTime speak of real time} whatever is asked for
 */
public record Requirement(Level level, Order order) {
    /**
     * A level in the form that {@code order} gives it.
     *
     * @param level the isolation level
     * @param order the order that its commit order must respect
     */
    public Requirement {
        if (level.needsRealTime()) order = Order.REAL_TIME;
    }

    /**
     * Whether every history that satisfies this also satisfies {@code other}.
     *
     * @param other another requirement
     * @return whether this is at least as strong
     */
    public boolean implies(Requirement other) {
        return level.implies(other.level) && order.compareTo(other.order) >= 0;
    }

    // Written out, as every run asks for them, and Java takes ten milliseconds to make the first that a record leaves
    // to it.

    @Override
    public boolean equals(Object other) {
        return other instanceof Requirement requirement && requirement.level == level && requirement.order == order;
    }

    @Override
    public int hashCode() {
        return 31 * level.hashCode() + order.hashCode();
    }

    @Override
    public String toString() {
        return level + " (order: " + order + ")";
    }
}
