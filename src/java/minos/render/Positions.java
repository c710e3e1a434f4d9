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

    private int[] count() {
        int[] last = new int[history.sessions()];
        int[] all = new int[history.transactions()];
        for (int t = 0; t < all.length; t++) all[t] = ++last[history.session(t)];
        return all;
    }
}
