package minos.infer;

import java.util.BitSet;
import java.util.List;
import minos.history.History;
import minos.history.Status;
import minos.model.AnomalyType;
import minos.model.Options;
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
        int[] firstBad = relations.history().isList() ? ListReads.firstBad(relations) : null;
        return Parallel.ranges(cuts, (from, to) -> {
            Findings findings = new Findings(options.maxWitnesses());
            Reads reads = relations.history().isList()
                    ? new ListReads(relations, externalVersion, findings, firstBad)
                    : new RegisterReads(relations, findings);
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

    int backward() {
        return backward;
    }

    /** A transaction begins. */
    void enter(int t) {}

    /** It wrote; called before {@link #lastOwn} knows of it. */
    void wrote(int t, int op) {}

    abstract void read(int t, int op);

    /** The transaction's last write of the current operation's key so far, or {@link Relations#NONE}. */
    final int lastOwn() {
        return touched.lastOwn[slot];
    }

    /** An external read of {@code version}: checks that its writer may be read from, and that the key's source stays the same. */
    final void external(int t, int op, int version) {
        int origin = version == History.INITIAL ? History.INITIAL : writer[version];
        if (origin == Writers.NONE || origin == t) return;
        if (origin != History.INITIAL && relations.isOverwritten(version) && !isAborted(origin)) {
            findings.add(
                    AnomalyType.INTERMEDIATE_READ,
                    () -> new Violation.IntermediateRead(op, write(origin, version), lastWrite(origin, version)));
        }
        if (origin == History.INITIAL || relations.participates(origin)) {
            external.set(op);
            if (externalVersion != null) externalVersion[op] = version;
            if (origin > t) backward++;
        }
        if (touched.firstExternal[slot] == Relations.NONE) {
            touched.firstExternal[slot] = op;
            touched.firstOrigin[slot] = origin;
        } else if (touched.firstOrigin[slot] != origin) {
            int first = touched.firstExternal[slot];
            findings.add(AnomalyType.NON_REPEATABLE_READ, () -> new Violation.NonRepeatableRead(first, op));
        }
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
}
