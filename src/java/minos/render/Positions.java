package minos.render;

import minos.history.History;

/** The places of transactions in their sessions, counted from 1. */
final class Positions {
    private final History history;
    private int[] positions;

    Positions(History history) {
        this.history = history;
    }

    int of(int transaction) {
        if (positions == null) positions = count();
        return positions[transaction];
    }

    /**
     * Session and place in it, as in {@code session 3 #2}; from where to where in the history, {@code @4–7}, if that is
     * known; and what became of it, unless it committed.
     */
    String place(int transaction) {
        String session = Printable.shown(history.sessionText(history.session(transaction)));
        return "session " + session + " #" + of(transaction) + span(transaction)
                + switch (history.status(transaction)) {
                    case COMMITTED -> "";
                    case ABORTED -> " (aborted)";
                    case INDETERMINATE -> " (indeterminate)";
                };
    }

    private String span(int transaction) {
        if (!history.hasRealTime()) return "";
        int completion = history.completion(transaction);
        return " @" + history.invocation(transaction) + '–' + (completion == Integer.MAX_VALUE ? "" : completion);
    }

    private int[] count() {
        int[] last = new int[history.sessions()];
        int[] all = new int[history.transactions()];
        for (int t = 0; t < all.length; t++) all[t] = ++last[history.session(t)];
        return all;
    }
}
