package minos.model;

/** Which order between transactions a commit order must respect, beside who read from whom. */
public enum Order {
    /** None: only the initial transaction comes first. What Elle and Adya mean by the plain name of a level. */
    NONE("none"),
    /** The transactions of one session, one after another. The papers' definitions, and the default. */
    SESSION("session"),
    /** Session order, and a transaction that completed before another was invoked. */
    REAL_TIME("real-time");

    private final String text;

    Order(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    /** The order of that name; null if there is none. */
    public static Order named(String name) {
        for (Order order : values()) if (order.text.equals(name)) return order;
        return null;
    }

    @Override
    public String toString() {
        return text;
    }
}
