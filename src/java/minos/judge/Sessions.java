package minos.judge;

import minos.history.History;
import minos.infer.Relations;

/** The transactions that take part, session by session, each in session order. */
final class Sessions {
    private final int[] begin;
    private final int[] transaction;

    Sessions(Relations relations) {
        History history = relations.history();
        begin = new int[history.sessions() + 1];
        for (int t = 0; t < history.transactions(); t++) {
            if (relations.participates(t)) begin[history.session(t) + 1]++;
        }
        for (int s = 0; s < history.sessions(); s++) begin[s + 1] += begin[s];
        transaction = new int[begin[history.sessions()]];
        int[] next = begin.clone();
        for (int t = 0; t < history.transactions(); t++) {
            if (relations.participates(t)) transaction[next[history.session(t)]++] = t;
        }
    }

    int begin(int session) {
        return begin[session];
    }

    int end(int session) {
        return begin[session + 1];
    }

    int transaction(int index) {
        return transaction[index];
    }

    /** Cuts the sessions into parts with about the same number of transactions. */
    int[] cuts(int parts) {
        int sessions = begin.length - 1;
        int wanted = Math.max(1, Math.min(parts, Math.min(sessions, transaction.length / 1000)));
        int[] cuts = new int[wanted + 1];
        int session = 0;
        for (int i = 1; i < wanted; i++) {
            while (session < sessions && begin[session] < (long) transaction.length * i / wanted) session++;
            cuts[i] = session;
        }
        cuts[wanted] = sessions;
        return cuts;
    }
}
