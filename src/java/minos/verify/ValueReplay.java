package minos.verify;

import java.util.Arrays;
import minos.history.History;

/**
 * Serializability of registers by value, where values repeat and a read may be of several writes: runs the transactions one after
 * another in commit order, and each read must find the value that it returned. Linear.
 */
final class ValueReplay {
    private final CommitOrder order;
    private final History history;

    ValueReplay(CommitOrder order) {
        this.order = order;
        this.history = order.history;
    }

    void verify() throws Refused {
        int[] value = new int[history.keys()];
        Arrays.fill(value, History.INITIAL);
        for (int t : order.certificate.commits()) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                int key = history.key(op);
                if (history.isWrite(op)) {
                    value[key] = history.version(op);
                } else if (history.version(op) != History.UNKNOWN && history.version(op) != value[key]) {
                    throw new Refused("T" + t + ": the read of " + history.keyText(key) + " shows "
                            + history.valueText(history.version(op)) + " where it was "
                            + history.valueText(value[key]));
                }
            }
        }
    }
}
