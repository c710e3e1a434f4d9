package minos.render;

import minos.history.History;
import minos.history.Status;

/** How large a history is. */
record Counts(int sessions, int transactions, int aborted, int indeterminate, int operations, int keys) {

    static Counts of(History history) {
        int aborted = 0;
        int indeterminate = 0;
        for (int t = 0; t < history.transactions(); t++) {
            Status status = history.status(t);
            if (status == Status.ABORTED) aborted++;
            if (status == Status.INDETERMINATE) indeterminate++;
        }
        return new Counts(
                history.sessions(),
                history.transactions(),
                aborted,
                indeterminate,
                history.operations(),
                history.keys());
    }

    /** In a phrase. */
    String phrase() {
        StringBuilder out = new StringBuilder(plural(transactions, "transaction"));
        if (aborted + indeterminate > 0) {
            out.append(" (")
                    .append(aborted)
                    .append(" aborted, ")
                    .append(indeterminate)
                    .append(" indeterminate)");
        }
        return out.append(" in ")
                .append(plural(sessions, "session"))
                .append(", ")
                .append(plural(operations, "operation"))
                .append(" on ")
                .append(plural(keys, "key"))
                .toString();
    }

    private static String plural(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
