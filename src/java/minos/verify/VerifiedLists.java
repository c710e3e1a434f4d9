package minos.verify;

import java.util.Arrays;
import java.util.BitSet;
import minos.history.History;
import minos.history.Status;
import minos.util.IntList;

/** Checks that all reads of a list are prefixes of one list, and that this list grows in commit order. */
final class VerifiedLists {
    private final Verifier verifier;
    private final History history;

    VerifiedLists(Verifier verifier) {
        this.verifier = verifier;
        this.history = verifier.history;
    }

    void verify() throws Refused {
        int[] longest = new int[history.keys()];
        Arrays.fill(longest, -1);
        IntList reads = new IntList();
        for (int t = 0; t < history.transactions(); t++) {
            if (verifier.place[t] < 0) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op) || history.version(op) == History.UNKNOWN) continue;
                reads.add(op);
                int known = longest[history.key(op)];
                if (known < 0 || history.length(op) > history.length(known)) longest[history.key(op)] = op;
            }
        }
        for (int i = 0; i < reads.size(); i++) {
            int op = reads.get(i);
            int known = longest[history.key(op)];
            for (int e = 0; e < history.length(op); e++) {
                if (history.element(op, e) != history.element(known, e)) {
                    throw new Refused(
                            "two reads of " + history.keyText(history.key(op)) + " are no prefixes of each other");
                }
            }
        }
        int[] writeOf = new int[history.versions()];
        Arrays.fill(writeOf, -1);
        for (int t = 0; t < history.transactions(); t++) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op) && history.status(t) != Status.ABORTED) writeOf[history.version(op)] = op;
            }
        }
        for (int op : longest) if (op >= 0) growing(op, writeOf);
    }

    /** From parallel snapshot isolation on no append is lost: a list shows all appends up to its last writer's. */
    void verifyComplete(VerifiedReads reads) throws Refused {
        KeyHistory keys = new KeyHistory(verifier);
        for (int t = 0; t < history.transactions(); t++) {
            if (verifier.place[t] < 0) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (reads.source(op) == VerifiedReads.NONE) continue;
                if (reads.externalLength(op) != keys.writesUpTo(history.key(op), reads.source(op))) {
                    throw new Refused(reads.wrong(t, op, "misses an append"));
                }
            }
        }
    }

    private void growing(int op, int[] writeOf) throws Refused {
        String list = "the list " + history.keyText(history.key(op));
        BitSet elements = new BitSet();
        int last = -1;
        for (int e = 0; e < history.length(op); e++) {
            if (elements.get(history.element(op, e))) throw new Refused(list + " has an element twice");
            elements.set(history.element(op, e));
            int write = writeOf[history.element(op, e)];
            int t = write < 0 ? -1 : history.transactionOf(write);
            if (t < 0 || verifier.place[t] < 0) continue; // at read uncommitted, nobody asks who wrote it
            if (last >= 0 && verifier.place[last] > verifier.place[t]) {
                throw new Refused(list + " has T" + last + "'s element before T" + t + "'s, against the commit order");
            }
            last = t;
        }
    }
}
