package minos.infer;

import java.util.Arrays;
import java.util.OptionalInt;
import minos.history.History;
import minos.history.Status;
import minos.model.AnomalyType;
import minos.model.Violation;

/**
 * {@link Reads} of lists: a read must end with the transaction's own appends so far; what stands before them is external,
 * read from the writer of its last element. A list that is a prefix of its key's longest costs constant time beyond the
 * own appends: the first bad element of each longest list is known beforehand.
 */
final class ListReads extends Reads {
    private final int[] firstBad;
    /** By key: the transaction (plus one) that {@link #firstOwnPosition} speaks of. */
    private final int[] positionStamp;
    /** By key: the lowest place that any own append has in the longest list. */
    private final int[] firstOwnPosition;
    /** By place in the transaction: the previous append to the same key, or {@link Relations#NONE}. */
    private int[] previousOwn = new int[16];

    ListReads(Relations relations, int[] externalVersion, Findings findings, int[] firstBad) {
        super(relations, externalVersion, findings);
        this.firstBad = firstBad;
        positionStamp = new int[history.keys()];
        firstOwnPosition = new int[history.keys()];
    }

    /** By key: the place of the first element of its longest list that nobody, or an aborted transaction, appended; or its length. */
    static int[] firstBad(Relations relations) {
        int[] first = new int[relations.history().keys()];
        for (int key = 0; key < first.length; key++) first[key] = firstBad(relations, key);
        return first;
    }

    private static int firstBad(Relations relations, int key) {
        History history = relations.history();
        int length = history.longest(key);
        for (int i = 0; i < length; i++) {
            int writer = relations.writer(history.longest(key, i));
            boolean bad = writer == Writers.NONE
                    || !relations.participates(writer) && history.status(writer) == Status.ABORTED;
            if (bad) return i;
        }
        return length;
    }

    @Override
    void enter(int t) {
        int length = history.end(t) - history.begin(t);
        if (length > previousOwn.length) previousOwn = new int[Math.max(length, previousOwn.length * 2)];
        for (int op = history.begin(t); op < history.end(t); op++) {
            if (!history.isWrite(op)) continue;
            int position = history.position(history.version(op));
            if (position < 0) continue;
            int key = history.key(op);
            if (positionStamp[key] != t + 1 || position < firstOwnPosition[key]) firstOwnPosition[key] = position;
            positionStamp[key] = t + 1;
        }
    }

    @Override
    void wrote(int t, int op) {
        previousOwn[op - history.begin(t)] = lastOwn();
    }

    @Override
    void read(int t, int op) {
        int key = history.key(op);
        int length = history.length(op);
        int external = withoutOwn(t, op, length);
        boolean future = elements(t, op, external < 0 ? length : external);
        if (external >= 0) {
            external(t, op, external == 0 ? History.INITIAL : history.element(op, external - 1));
        } else if (!future) {
            int own = lastOwn();
            int last = length == 0 ? History.INITIAL : history.element(op, length - 1);
            int origin = last == History.INITIAL ? History.INITIAL : writer[last];
            if (origin == t && last != history.version(own)) {
                findings.add(
                        AnomalyType.NOT_MY_LAST_WRITE, () -> new Violation.NotMyLastWrite(own, op, write(t, last)));
            } else {
                OptionalInt source =
                        origin < 0 || origin == t ? OptionalInt.empty() : OptionalInt.of(write(origin, last));
                findings.add(AnomalyType.NOT_MY_OWN_WRITE, () -> new Violation.NotMyOwnWrite(own, op, source));
            }
        }
    }

    /** How much of the list stands before the own appends so far; -1 if the list does not end with them. */
    private int withoutOwn(int t, int op, int length) {
        int rest = length;
        for (int own = lastOwn(); own >= 0; own = previousOwn[own - history.begin(t)]) {
            if (rest == 0 || history.element(op, rest - 1) != history.version(own)) return -1;
            rest--;
        }
        return rest;
    }

    /** Judges the first {@code length} elements one by one; says whether one is an own append that is still to come. */
    private boolean elements(int t, int op, int length) {
        int key = history.key(op);
        if (!history.deviates(op)
                && length <= firstBad[key]
                && (positionStamp[key] != t + 1 || firstOwnPosition[key] >= length)) {
            return false;
        }
        boolean future = false;
        for (int i = 0; i < length; i++) {
            int version = history.element(op, i);
            int origin = writer[version];
            if (origin == Writers.NONE) {
                findings.add(AnomalyType.THIN_AIR_READ, () -> new Violation.ThinAirRead(op, version));
            } else if (isAborted(origin)) {
                findings.add(AnomalyType.ABORTED_READ, () -> new Violation.AbortedRead(op, write(origin, version)));
            } else if (origin == t && write(t, version) > op) {
                findings.add(AnomalyType.FUTURE_READ, () -> new Violation.FutureRead(op, write(t, version)));
                future = true;
            }
        }
        if (history.deviates(op)) duplicates(op);
        return future;
    }

    private void duplicates(int op) {
        int[] elements = new int[history.length(op)];
        for (int i = 0; i < elements.length; i++) elements[i] = history.element(op, i);
        Arrays.sort(elements);
        for (int i = 1; i < elements.length; i++) {
            if (elements[i] == elements[i - 1]) {
                int twice = elements[i];
                findings.add(AnomalyType.DUPLICATE_ELEMENTS, () -> new Violation.DuplicateElements(op, twice));
                return;
            }
        }
    }
}
