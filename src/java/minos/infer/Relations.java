package minos.infer;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import minos.history.History;
import minos.history.Participation;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Assumption;
import minos.util.IntList;

/**
 * What follows from a history before any level is asked for: who takes part, who read from whom (wr), the version orders
 * that lists show, and the violations of read consistency (patterns a to f), of cut isolation (j) and of lists.
 * Linear in the size of the history; immutable.
 */
public final class Relations {
    private final History history;
    private final int[] writer;
    private final BitSet overwritten;
    private final boolean anyOverwritten;
    private final BitSet participants;
    private final boolean allParticipate;
    /** Bits, by operation: the external reads that have a source. */
    private final long[] external;
    /** Lists only, else null; by external read that has a source: see {@link #externalVersion}. */
    private final int[] externalVersion;

    private final VersionOrders.Pairs orders;
    private final AssumedOrders.Facts assumed;
    /** How many reads, and neighbouring versions, come from a later transaction than one that comes after it. */
    private final int backward;

    private final List<Anomaly> anomalies;
    /** External reads that have a source, but are wrong by themselves. */
    private final BitSet wrong = new BitSet();

    private Relations sound;
    /** External reads that have another source than an earlier one of the same key. */
    private final BitSet unrepeatable = new BitSet();

    /** @throws AmbiguousHistory if written values are not unique */
    public static Relations of(History history, Options options) {
        return new Relations(history, options);
    }

    private Relations(History history, Options options) {
        this.history = history;
        int[] cuts = history.cuts(options.threads());
        options.progress().phase("tying reads to writes", history.operations());
        Writers writers = Writers.of(history, cuts);
        options.deadline().check();
        writer = writers.writer;
        overwritten = writers.overwritten;
        anyOverwritten = !overwritten.isEmpty();
        participants = Participation.of(history, writer);
        allParticipate = participants.cardinality() == history.transactions();
        externalVersion = history.isList() ? new int[history.operations()] : null;
        Findings findings = new Findings(options.maxWitnesses());
        BitSet external = new BitSet(history.operations());
        int backward = 0;
        for (Reads part : Reads.judgeAll(this, externalVersion, cuts, options)) {
            findings.addAll(part.findings);
            external.or(part.external());
            wrong.or(part.wrong());
            unrepeatable.or(part.unrepeatable());
            backward += part.backward();
        }
        this.external = Arrays.copyOf(external.toLongArray(), (history.operations() >> 6) + 1);
        VersionOrders.Pairs shown = history.isList() ? new VersionOrders(this, findings, wrong).infer() : null;
        assumed = options.assumptions().isEmpty()
                ? AssumedOrders.Facts.NONE
                : new AssumedOrders(this, findings, options.deadline()).of(options.assumptions(), shown);
        VersionOrders.Pairs taken = VersionOrders.between(this, assumed.earlier(), assumed.later());
        orders = shown == null ? taken : shown.and(taken);
        for (int pair = 0; pair < orderedPairs(); pair++) if (writer[earlier(pair)] > writer[later(pair)]) backward++;
        this.backward = backward;
        anomalies = findings.anomalies();
    }

    /** Without some reads and orders of versions. */
    private Relations(Relations whole, BitSet reads, VersionOrders.Pairs orders) {
        history = whole.history;
        writer = whole.writer;
        overwritten = whole.overwritten;
        anyOverwritten = whole.anyOverwritten;
        participants = whole.participants;
        allParticipate = whole.allParticipate;
        externalVersion = whole.externalVersion;
        this.orders = orders;
        backward = whole.backward;
        anomalies = List.of();
        assumed = whole.assumed.among(orders, true);
        wrong.or(whole.wrong);
        unrepeatable.or(whole.unrepeatable);
        external = whole.external.clone();
        for (int op = reads.nextSetBit(0); op >= 0; op = reads.nextSetBit(op + 1)) external[op >> 6] &= ~(1L << op);
    }

    /**
     * What is left without some reads, which have no source then, and without some of the {@link #orderedPairs}. Asks for
     * less: whatever is wrong with it is wrong with the whole. Tells nothing of single reads.
     */
    public Relations without(BitSet reads, BitSet pairs) {
        if (reads.isEmpty() && pairs.isEmpty()) return this;
        IntList from = new IntList();
        IntList to = new IntList();
        for (int pair = pairs.nextClearBit(0); pair < orderedPairs(); pair = pairs.nextClearBit(pair + 1)) {
            from.add(earlier(pair));
            to.add(later(pair));
        }
        return new Relations(this, reads, new VersionOrders.Pairs(from.toArray(), to.toArray()));
    }

    /** The external reads whose reader and source a relation ties together. */
    public BitSet readsWithin(Tie tie) {
        BitSet reads = new BitSet();
        for (int t = 0; t < history.transactions(); t++) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                int source = source(op);
                if (source >= 0 && tie.together(source, t)) reads.set(op);
            }
        }
        return reads;
    }

    /** The {@link #orderedPairs} whose writers a relation ties together. */
    public BitSet pairsWithin(Tie tie) {
        BitSet pairs = new BitSet();
        for (int pair = 0; pair < orderedPairs(); pair++) {
            if (tie.together(writer[earlier(pair)], writer[later(pair)])) pairs.set(pair);
        }
        return pairs;
    }

    /** Says of two transactions whether they belong together. */
    public interface Tie {
        boolean together(int transaction, int other);
    }

    /** What is left without the reads that are wrong by themselves. */
    public Relations withoutWrongReads() {
        if (sound == null) sound = without(wrong, new BitSet());
        return sound;
    }

    /** Whether some transaction read a key from several others. */
    public boolean hasUnrepeatableReads() {
        return !unrepeatable.isEmpty();
    }

    /** Whether the transaction of a read has several sources of its key, so that its reads contradict each other. */
    public boolean isContradicted(int read) {
        if (unrepeatable.isEmpty()) return false;
        int reader = history.transactionOf(read);
        int some = unrepeatable.nextSetBit(history.begin(reader));
        if (some < 0 || some >= history.end(reader)) return false;
        for (int op = history.begin(reader); op < history.end(reader); op++) {
            if (hasSource(op) && history.key(op) == history.key(read) && source(op) != source(read)) return true;
        }
        return false;
    }

    /** What is left without the reads of a key that their transaction had read before, from elsewhere. */
    public Relations withoutUnrepeatableReads() {
        return without(unrepeatable, new BitSet());
    }

    /** The reads of a key that their transaction had read before, from elsewhere. */
    public BitSet unrepeatableReads() {
        return (BitSet) unrepeatable.clone();
    }

    public History history() {
        return history;
    }

    /** Whether the transaction counts as committed. */
    public boolean participates(int transaction) {
        return allParticipate || participants.get(transaction);
    }

    /**
     * For an external read, the transaction that it read from: one that takes part, or {@link History#INITIAL}.
     * {@code NONE} for writes, internal and unknown reads, and reads that break read consistency without having a source.
     */
    public int source(int operation) {
        if (!hasSource(operation)) return NONE;
        int version = externalVersion(operation);
        return version == History.INITIAL ? History.INITIAL : writer[version];
    }

    /** Whether the operation is a read that has a {@link #source}. */
    public boolean hasSource(int operation) {
        return (external[operation >> 6] >>> operation & 1) != 0;
    }

    /** The version that an external read took from its source: for lists, what stands before the own appends. */
    public int externalVersion(int operation) {
        return externalVersion == null ? history.version(operation) : externalVersion[operation];
    }

    /** The transaction that wrote a version, also an aborted one; {@code NONE} if nobody did. */
    public int writer(int version) {
        return writer[version];
    }

    /** Whether the transaction that wrote a version wrote the key once more. */
    public boolean isOverwritten(int version) {
        return anyOverwritten && overwritten.get(version);
    }

    /** How many pairs of versions list reads show to be neighbours, or are assumed to be ordered, with different writers that take part. */
    public int orderedPairs() {
        return orders.from().length;
    }

    /** The earlier version of a pair. */
    public int earlier(int pair) {
        return orders.from()[pair];
    }

    /** The later version of a pair. */
    public int later(int pair) {
        return orders.to()[pair];
    }

    /** How many orders of two versions of registers are assumed, whoever wrote them. */
    public int assumedPairs() {
        return assumed.by().length;
    }

    /** The earlier version of a pair that is assumed; maybe {@link History#INITIAL}, which needs no assumption. */
    public int assumedEarlier(int pair) {
        return assumed.earlier()[pair];
    }

    /** The later version of a pair that is assumed; {@link History#INITIAL} cannot be. */
    public int assumedLater(int pair) {
        return assumed.later()[pair];
    }

    /** On what the order of a pair rests. */
    public Assumption assumption(int pair) {
        return Assumption.values()[assumed.by()[pair]];
    }

    /** On what the order of two versions rests; empty if it is not assumed. */
    public Optional<Assumption> assumption(int earlier, int later) {
        return assumed.find(earlier, later).map(pair -> Assumption.values()[assumed.by()[pair]]);
    }

    /** Whether reads and version orders all agree with the order of the transactions' ids, that of the history. */
    public boolean isInOrder() {
        return backward == 0;
    }

    /** Whether nearly all do. */
    public boolean isNearlyInOrder() {
        return backward <= history.transactions() / 8;
    }

    /** What was found: patterns a to f and j, incompatible orders, duplicate elements. */
    public List<Anomaly> anomalies() {
        return anomalies;
    }

    public boolean has(AnomalyType type) {
        return anomalies.stream().anyMatch(anomaly -> anomaly.type() == type);
    }

    /** The write of {@code version} by {@code transaction}. */
    public int write(int transaction, int version) {
        return write(history, transaction, version);
    }

    /** The last write of {@code key} by {@code transaction}; {@code NONE} if it wrote none. */
    public int lastWrite(int transaction, int key) {
        for (int op = history.end(transaction) - 1; op >= history.begin(transaction); op--) {
            if (history.isWrite(op) && history.key(op) == key) return op;
        }
        return NONE;
    }

    /** The first read that shows the element at a place of the longest list of a key. */
    public int readShowing(int key, int place) {
        for (int t = 0; t < history.transactions(); t++) {
            if (!participates(t)) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!history.isWrite(op)
                        && history.key(op) == key
                        && !history.deviates(op)
                        && history.version(op) >= 0
                        && history.length(op) > place) {
                    return op;
                }
            }
        }
        return NONE;
    }

    /** The first read that shows two versions of a key in this order, of those that are no prefix of its longest list. */
    public int deviantShowing(int earlier, int later) {
        for (int t = 0; t < history.transactions(); t++) {
            if (!participates(t)) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op) || history.key(op) != history.versionKey(later) || !history.deviates(op))
                    continue;
                boolean begun = false;
                for (int i = 0; i < history.length(op); i++) {
                    if (begun && history.element(op, i) == later) return op;
                    begun |= history.element(op, i) == earlier;
                }
            }
        }
        return NONE;
    }

    static int write(History history, int transaction, int version) {
        for (int op = history.begin(transaction); op < history.end(transaction); op++) {
            if (history.version(op) == version && history.isWrite(op)) return op;
        }
        throw new IllegalArgumentException("T" + transaction + " does not write version " + version);
    }

    int[] writer() {
        return writer;
    }
}
