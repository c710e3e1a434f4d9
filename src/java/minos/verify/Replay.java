package minos.verify;

import java.util.Arrays;
import minos.history.History;

/** Serializability: runs the transactions one after another in commit order; each read must find the latest version. */
final class Replay {
    private final Verifier verifier;
    private final VerifiedReads reads;
    private final History history;

    Replay(Verifier verifier, VerifiedReads reads) {
        this.verifier = verifier;
        this.reads = reads;
        this.history = verifier.history;
    }

    void verify() throws Refused {
        int[] last = new int[history.keys()];
        Arrays.fill(last, History.INITIAL);
        for (int t : verifier.certificate.commits()) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                int source = reads.source(op);
                int key = history.key(op);
                if (source != VerifiedReads.NONE && source != last[key]) {
                    throw new Refused(reads.wrong(t, op, "is not from the last writer, " + name(last[key])));
                }
            }
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op)) last[history.key(op)] = t;
            }
        }
    }

    private static String name(int t) {
        return t == History.INITIAL ? "the initial state" : "T" + t;
    }
}
