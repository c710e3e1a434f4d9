package minos.verify;

import minos.history.History;
import minos.model.Level;

/**
 * Prefix consistency and snapshot isolation: each read finds the last version in its transaction's snapshot; and at
 * snapshot isolation nobody else wrote a key between the snapshot and the commit of a transaction that writes it.
 */
final class Snapshots {
    private final Verifier verifier;
    private final VerifiedReads reads;
    private final History history;
    private final KeyHistory keys;

    Snapshots(Verifier verifier, VerifiedReads reads) {
        this.verifier = verifier;
        this.reads = reads;
        this.history = verifier.history;
        keys = new KeyHistory(verifier);
    }

    void verify() throws Refused {
        boolean conflicts = verifier.certificate.level() == Level.SNAPSHOT_ISOLATION;
        for (int i = 0; i < verifier.certificate.commits().length; i++) {
            int t = verifier.certificate.commits()[i];
            int snapshot = verifier.certificate.snapshots()[i];
            if (snapshot < 0 || snapshot > i)
                throw new Refused("the snapshot of T" + t + " contains what commits later");
            for (int op = history.begin(t); op < history.end(t); op++) {
                int key = history.key(op);
                if (history.isWrite(op)) {
                    int before = keys.lastBefore(key, i);
                    if (conflicts && before >= 0 && verifier.place[before] >= snapshot) {
                        throw new Refused("T" + before + " and T" + t + " both write " + history.keyText(key)
                                + " at the same time");
                    }
                } else if (reads.source(op) != VerifiedReads.NONE
                        && reads.source(op) != keys.lastBefore(key, snapshot)) {
                    throw new Refused(reads.wrong(t, op, "is not the last version in its snapshot"));
                }
            }
        }
    }
}
