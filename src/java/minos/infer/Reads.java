package minos.infer;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Supplier;
import minos.history.History;
import minos.history.Status;
import minos.model.AnomalyType;
import minos.model.Violation;
import minos.util.Deadline;
import minos.util.Parallel;

/**
 * Judges each read against its own transaction and the write that it came from (patterns a to f and j), and finds the
 * source of each external read. One pass over the operations.
 */
abstract class Reads {
    final History history;
    private final Relations relations;
    final int[] writer;
    /** Those of the external reads that have a source; for lists, with the version that each took from there. */
    private final BitSet external;

    /** Those of them that are wrong by themselves all the same. */
    private final BitSet wrong = new BitSet();

    /** Those of them that have another source than an earlier one of the same key. */
    private final BitSet unrepeatable = new BitSet();

    private final int[] externalVersion;
    final Findings findings;
    /** How many reads have a source with a larger id than their own transaction. */
    private int backward;

    private final TouchedKeys touched;
    /** That of the current operation's key. */
    private int slot;

    Reads(Relations relations, int[] externalVersion, Findings findings) {
        history = relations.history();
        writer = relations.writer();
        this.relations = relations;
        this.externalVersion = externalVersion;
        external = new BitSet(history.operations());
        touched = new TouchedKeys(history.keys());
        this.findings = findings;
    }

    /**
     * Judges all reads, a thread for each range between {@code cuts}, and fills in {@code externalVersion} (null for
     * registers).
     */
    static List<Reads> judgeAll(Relations relations, int[] externalVersion, int[] cuts, Options options) {
        int[] firstBad = relations.history().isList() ? OfLists.firstBad(relations) : null;
        return Parallel.ranges(cuts, (from, to) -> {
            Findings findings = new Findings(options.maxWitnesses());
            Reads reads = relations.history().isList()
                    ? new OfLists(relations, externalVersion, findings, firstBad)
                    : new OfRegisters(relations, findings);
            return reads.judge(from, to, options.deadline());
        });
    }

    /** Judges the reads of a range of transactions. */
    private Reads judge(int from, int to, Deadline deadline) {
        for (int t = from; t < to; t++) {
            if ((t & 0xFFF) == 0) deadline.check();
            if (!relations.participates(t)) continue;
            touched.enter(t, history.end(t) - history.begin(t));
            enter(t);
            for (int op = history.begin(t); op < history.end(t); op++) {
                slot = touched.slot(history.key(op));
                if (history.isWrite(op)) {
                    wrote(t, op);
                    touched.lastOwn[slot] = op;
                } else if (history.version(op) != History.UNKNOWN) {
                    read(t, op);
                }
            }
        }
        return this;
    }

    BitSet external() {
        return external;
    }

    BitSet wrong() {
        return wrong;
    }

    BitSet unrepeatable() {
        return unrepeatable;
    }

    int backward() {
        return backward;
    }

    /** A transaction begins. */
    void enter(int t) {}

    /** It wrote; called before {@link #lastOwn} knows of it. */
    void wrote(int t, int op) {}

    abstract void read(int t, int op);

    /** The transaction's last write of the current operation's key so far, or {@code NONE}. */
    final int lastOwn() {
        return touched.lastOwn[slot];
    }

    /** An external read of {@code version}: checks that its writer may be read from, and that the key's source stays the same. */
    final void external(int t, int op, int version) {
        int origin = version == History.INITIAL ? History.INITIAL : writer[version];
        if (origin == NONE || origin == t) return;
        if (origin != History.INITIAL && relations.isOverwritten(version) && !isAborted(origin)) {
            wrong(
                    op,
                    AnomalyType.INTERMEDIATE_READ,
                    () -> new Violation.IntermediateRead(op, write(origin, version), lastWrite(origin, version)));
        }
        if (origin == History.INITIAL || relations.participates(origin)) {
            external.set(op);
            if (externalVersion != null) externalVersion[op] = version;
            if (origin > t) backward++;
        }
        if (touched.firstExternal[slot] == NONE) {
            touched.firstExternal[slot] = op;
            touched.firstOrigin[slot] = origin;
        } else if (touched.firstOrigin[slot] != origin) {
            unrepeatable.set(op);
            int first = touched.firstExternal[slot];
            findings.add(AnomalyType.NON_REPEATABLE_READ, () -> new Violation.NonRepeatableRead(first, op));
        }
    }

    /** Finds something wrong with a read that may have a source all the same. */
    final void wrong(int op, AnomalyType type, Supplier<Violation> violation) {
        wrong.set(op);
        findings.add(type, violation);
    }

    /** Whether a transaction was aborted; asks first what is known of nearly all, and stays in the cache. */
    final boolean isAborted(int transaction) {
        return !relations.participates(transaction) && history.status(transaction) == Status.ABORTED;
    }

    /** The operation of {@code t} that wrote {@code version}. */
    final int write(int t, int version) {
        return Relations.write(history, t, version);
    }

    private int lastWrite(int t, int version) {
        int key = history.versionKey(version);
        for (int op = history.end(t) - 1; op >= history.begin(t); op--) {
            if (history.isWrite(op) && history.key(op) == key) return op;
        }
        throw new IllegalStateException("no write of key " + key + " in T" + t);
    }

    /** Those of registers: a read after an own write is internal, and must return that write. */
    private static final class OfRegisters extends Reads {
        OfRegisters(Relations relations, Findings findings) {
            super(relations, null, findings);
        }

        @Override
        void read(int t, int op) {
            int version = history.version(op);
            int own = lastOwn();
            if (own != NONE && history.version(own) == version) return;
            int origin = version == History.INITIAL ? History.INITIAL : writer[version];
            if (origin == NONE && history.isAbsent(op) && own == NONE) {
                findings.add(AnomalyType.PREDICATE_READ_MISS, () -> new Violation.MissedRow(op));
            } else if (origin == NONE && history.isAbsent(op)) {
                findings.add(
                        AnomalyType.NOT_MY_OWN_WRITE, () -> new Violation.NotMyOwnWrite(own, op, OptionalInt.empty()));
            } else if (origin == NONE) {
                findings.add(AnomalyType.THIN_AIR_READ, () -> new Violation.ThinAirRead(op, version));
            } else if (origin == t) {
                int write = write(t, version);
                if (write > op) findings.add(AnomalyType.FUTURE_READ, () -> new Violation.FutureRead(op, write));
                else findings.add(AnomalyType.NOT_MY_LAST_WRITE, () -> new Violation.NotMyLastWrite(own, op, write));
            } else if (origin != History.INITIAL && isAborted(origin)) {
                findings.add(AnomalyType.ABORTED_READ, () -> new Violation.AbortedRead(op, write(origin, version)));
                if (own == NONE) external(t, op, version);
            } else if (own != NONE) {
                findings.add(
                        AnomalyType.NOT_MY_OWN_WRITE,
                        () -> new Violation.NotMyOwnWrite(
                                own,
                                op,
                                origin == History.INITIAL
                                        ? OptionalInt.empty()
                                        : OptionalInt.of(write(origin, version))));
            } else {
                external(t, op, version);
            }
        }
    }

    /**
     * Those of lists: a read must end with the transaction's own appends so far; what stands before them is external,
     * read from the writer of its last element. A list that is a prefix of its key's longest costs constant time beyond the
     * own appends: the first bad element of each longest list is known beforehand.
     */
    private static final class OfLists extends Reads {
        private final int[] firstBad;
        /** By key: the transaction (plus one) that {@link #firstOwnPosition} speaks of. */
        private final int[] positionStamp;
        /** By key: the lowest place that any own append has in the longest list. */
        private final int[] firstOwnPosition;
        /** By place in the transaction: the previous append to the same key, or {@code NONE}. */
        private int[] previousOwn = new int[16];

        OfLists(Relations relations, int[] externalVersion, Findings findings, int[] firstBad) {
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
                boolean bad =
                        writer == NONE || !relations.participates(writer) && history.status(writer) == Status.ABORTED;
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
                if (origin == NONE) {
                    wrong(op, AnomalyType.THIN_AIR_READ, () -> new Violation.ThinAirRead(op, version));
                } else if (isAborted(origin)) {
                    wrong(op, AnomalyType.ABORTED_READ, () -> new Violation.AbortedRead(op, write(origin, version)));
                } else if (origin == t && write(t, version) > op) {
                    wrong(op, AnomalyType.FUTURE_READ, () -> new Violation.FutureRead(op, write(t, version)));
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
                    wrong(op, AnomalyType.DUPLICATE_ELEMENTS, () -> new Violation.DuplicateElements(op, twice));
                    return;
                }
            }
        }
    }
}
