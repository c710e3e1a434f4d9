package minos.history;

import java.util.BitSet;
import minos.util.IntList;
import minos.util.LongInterner;
import minos.util.LongList;

/** Transactions in order of appearance, found by id, or by session for the one that takes a session's aborted operations. */
final class BulkTransactions {
    /** By transaction: id (0 for the aborted), session, and the place in the text where it was first seen. */
    final LongList id = new LongList();

    final LongList session = new LongList();
    final LongList place = new LongList();
    final BitSet isAborted = new BitSet();

    private final LongInterner committed = new LongInterner();
    private final IntList committedTransaction = new IntList();
    private final LongInterner aborted = new LongInterner();
    private final IntList abortedTransaction = new IntList();

    int size() {
        return place.size();
    }

    /**
     * The transaction of that id, new or known.
     *
     * @throws TwoSessions if it belongs to another session
     */
    int committed(long id, long session, long place) {
        int known = committed.intern(id);
        if (known == committedTransaction.size()) committedTransaction.add(add(id, session, place));
        int transaction = committedTransaction.get(known);
        if (this.session.get(transaction) != session) {
            throw new TwoSessions(id, this.session.get(transaction), this.place.get(transaction), session, place);
        }
        return transaction;
    }

    int aborted(long session, long place) {
        int known = aborted.intern(session);
        if (known == abortedTransaction.size()) {
            isAborted.set(size());
            abortedTransaction.add(add(0, session, place));
        }
        return abortedTransaction.get(known);
    }

    private int add(long id, long session, long place) {
        this.id.add(id);
        this.session.add(session);
        this.place.add(place);
        return size() - 1;
    }

    /** Takes in the transactions of the text's next stretch, and tells what they are here. */
    int[] addAll(BulkTransactions next) {
        int[] here = new int[next.size()];
        for (int t = 0; t < here.length; t++) {
            long place = next.place.get(t);
            here[t] = next.isAborted.get(t)
                    ? aborted(next.session.get(t), place)
                    : committed(next.id.get(t), next.session.get(t), place);
        }
        return here;
    }
}
