package minos.io;

import minos.history.History;

/**
 * How transactions look that are single reads, writes or compare-and-sets of a register; {@link SingleOps} reads them.
 */
final class SingleShape {
    private SingleShape() {}

    /** Whether all transactions of the history are single operations. */
    static boolean fits(History history) {
        for (int t = 0; t < history.transactions(); t++) {
            int op = history.begin(t);
            int count = history.end(t) - op;
            boolean cas = count == 2
                    && !history.isWrite(op)
                    && history.version(op) != History.UNKNOWN
                    && history.isWrite(op + 1)
                    && history.key(op) == history.key(op + 1);
            if (count != 1 && !cas) return false;
        }
        return true;
    }

    static String function(History history, int transaction) {
        int op = history.begin(transaction);
        if (history.end(transaction) - op == 2) return ":cas";
        return history.isWrite(op) ? ":write" : ":read";
    }
}
