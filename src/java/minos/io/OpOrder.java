package minos.io;

/** Watches that operations come in the order of their {@code :index}; that matters only if all of them have one. */
final class OpOrder {
    private boolean all = true;
    private long last = Long.MIN_VALUE;
    private EdnError problem;

    void next(boolean indexed, long index, long place) {
        all &= indexed;
        if (!all) return;
        if (index < last && problem == null) {
            problem = new EdnError(
                    place, ":index " + index + " after :index " + last, "operations in the order of their :index");
        }
        last = index;
    }

    /** The first operation out of order, or null. */
    EdnError problem() {
        return all ? problem : null;
    }
}
