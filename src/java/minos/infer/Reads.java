package minos.infer;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import minos.history.History;
import minos.history.Status;
import minos.model.AnomalyType;
import minos.model.Edge;
import minos.model.Options;
import minos.model.Witness;
import minos.util.Deadline;
import minos.util.Parallel;

/**
 * Judges each read against its own transaction and the write that it came from (patterns a to f and j), and finds the
 * source of each external read. One pass over the operations, with a few ints a key that are stamped with the
 * transaction rather than cleared.
 */
abstract class Reads {
    final History history;
    private final Relations relations;
    final int[] writer;
    final BitSet participants;
    final int[] source;
    final Findings findings;

    /** By key: the transaction (plus one) that the next two speak of. */
    private final int[] ownStamp;
    private final int[] lastOwn;
    private final int[] externalStamp;
    private final int[] firstExternal;
    private final int[] firstOrigin;

    Reads(Relations relations, int[] source, Findings findings) {
        history = relations.history();
        writer = relations.writer();
        this.relations = relations;
        participants = relations.participants();
        this.source = source;
        this.findings = findings;
        ownStamp = new int[history.keys()];
        lastOwn = new int[history.keys()];
        externalStamp = new int[history.keys()];
        firstExternal = new int[history.keys()];
        firstOrigin = new int[history.keys()];
    }

    /** Judges all reads, a thread for each range between {@code cuts}, and fills in {@code source}. */
    static List<Findings> judgeAll(Relations relations, int[] source, int[] cuts, Options options) {
        int[] firstThinAir = relations.history().isList() ? ListReads.firstThinAir(relations) : null;
        int[] firstAborted = relations.history().isList() ? ListReads.firstAborted(relations) : null;
        return Parallel.ranges(cuts, (from, to) -> {
            Findings findings = new Findings(options.maxWitnesses());
            Reads reads = relations.history().isList()
                    ? new ListReads(relations, source, findings, firstThinAir, firstAborted)
                    : new RegisterReads(relations, source, findings);
            return reads.judge(from, to, options.deadline());
        });
    }

    /** Judges the reads of a range of transactions. */
    private Findings judge(int from, int to, Deadline deadline) {
        for (int t = from; t < to; t++) {
            if ((t & 0xFFF) == 0) deadline.check();
            Arrays.fill(source, history.begin(t), history.end(t), Relations.NONE);
            if (!participants.get(t)) continue;
            enter(t);
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op)) {
                    wrote(t, op);
                    int key = history.key(op);
                    ownStamp[key] = t + 1;
                    lastOwn[key] = op;
                } else if (history.version(op) != History.UNKNOWN) {
                    read(t, op);
                }
            }
        }
        return findings;
    }

    /** A transaction begins. */
    void enter(int t) {
    }

    /** It wrote; called before {@link #lastOwn} knows of it. */
    void wrote(int t, int op) {
    }

    abstract void read(int t, int op);

    /** The last write of the key by {@code t} so far, or {@link Relations#NONE}. */
    final int lastOwn(int t, int key) {
        return ownStamp[key] == t + 1 ? lastOwn[key] : Relations.NONE;
    }

    /** An external read of {@code version}: checks that its writer may be read from, and that the key's source stays the same. */
    final void external(int t, int op, int version) {
        int origin = version == History.INITIAL ? History.INITIAL : writer[version];
        if (origin == Writers.NONE || origin == t) return;
        if (origin != History.INITIAL && relations.isOverwritten(version) && history.status(origin) != Status.ABORTED) {
            report(AnomalyType.INTERMEDIATE_READ, version, op, write(origin, version), laterWrite(origin, version));
        }
        if (origin == History.INITIAL || participants.get(origin)) source[op] = origin;
        int key = history.key(op);
        if (externalStamp[key] != t + 1) {
            externalStamp[key] = t + 1;
            firstExternal[key] = op;
            firstOrigin[key] = origin;
        } else if (firstOrigin[key] != origin) {
            report(AnomalyType.NON_REPEATABLE_READ, Edge.NONE, firstExternal[key], op);
        }
    }

    final void report(AnomalyType type, int version, Integer... operations) {
        if (findings.isFull(type)) findings.count(type);
        else findings.add(Witness.of(type, version, operations));
    }

    /** The operation of {@code t} that wrote {@code version}. */
    final int write(int t, int version) {
        return Relations.write(history, t, version);
    }

    private int laterWrite(int t, int version) {
        int key = history.versionKey(version);
        for (int op = history.end(t) - 1; op >= history.begin(t); op--) {
            if (history.isWrite(op) && history.key(op) == key) return op;
        }
        throw new IllegalStateException("no write of key " + key + " in T" + t);
    }
}
