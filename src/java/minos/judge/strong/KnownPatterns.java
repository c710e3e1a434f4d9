package minos.judge.strong;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import minos.graph.Csr;
import minos.infer.Findings;
import minos.infer.RealTimeOrder;
import minos.model.AnomalyType;
import minos.model.Edge;
import minos.model.Order;
import minos.model.Violation;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Finds and counts what can be read off without a search: lost updates (each two transactions that read one version and
 * wrote the key), write skews (each two that directly overwrote what the other had read), long forks (each two writers
 * with two readers) and reads that miss what had completed before. Lost updates are all found, the others as far as the
 * {@link Overwrites next version} is plain.
 */
final class KnownPatterns {
    /** How many combinations to look at before counting stops. */
    private static final long BUDGET = 5_000_000;

    private static final List<AnomalyType> READ_OFF =
            List.of(AnomalyType.WRITE_SKEW, AnomalyType.G2, AnomalyType.LONG_FORK, AnomalyType.REAL_TIME_VIOLATION);

    private final Problem problem;
    private final Rules rules;
    private final BitSet suspects;
    private final Findings findings;
    private final Deadline deadline;
    private final Overwrites overwrites;
    private final VersionChains chains;
    /** By slot: its reads, in order of their transactions. */
    private final Csr reads;
    /** By read: its transaction. */
    private final int[] reader;

    private final Partners skews;
    private final Partners forks;
    /** By slot: the read of the present transaction (plus one) that saw it, if that is no read of an earlier one. */
    private final int[] lastSeen;

    private final BitSet involved = new BitSet();
    private final BitSet involvedFarther = new BitSet();
    /** Whether long forks are sought that rest on more than the next versions. */
    private boolean farther;
    /** Whom a write skew of the present transaction was found with. */
    private final IntList skewed = new IntList();

    /** By version; null until it is asked for. */
    private int[] completedFrom;

    private long steps;

    /** @param suspects of each pattern but a lost update all transactions, and maybe others */
    KnownPatterns(Problem problem, Rules rules, BitSet suspects, Findings findings, Deadline deadline) {
        this.problem = problem;
        this.rules = rules;
        this.suspects = suspects;
        this.findings = findings;
        this.deadline = deadline;
        chains = problem.chains(rules);
        overwrites = new Overwrites(problem, chains, deadline);
        reader = problem.readers();
        reads = Csr.build(problem.slots(), rows -> {
            for (int r = 0; r < problem.readSlot.length; r++) {
                if (problem.readSlot[r] != Problem.LEFT_OUT) rows.add(problem.readSlot[r], r);
            }
        });
        skews = new Partners();
        forks = new Partners();
        lastSeen = new int[problem.slots()];
    }

    /** Finds all; one transaction of each violation, so that none of those is left without them. */
    BitSet find() {
        if (chains.lostUpdateFirst >= 0) lostUpdates();
        realTime();
        if (!rules.forbidReturns()) overwritten();
        limits();
        return involved;
    }

    /**
     * If there are no other long forks, finds those of registers that miss not the very next versions but such as the writer of what
     * was read is known to come before: some, not all; one transaction of each. A search may come by other violations of the
     * same transactions first.
     */
    BitSet findFartherForks() {
        boolean possible = !problem.isList() && !rules.forbidReturns() && rules != Rules.MIXED;
        if (!possible || findings.has(AnomalyType.LONG_FORK)) return new BitSet();
        farther = true;
        Arrays.fill(lastSeen, 0);
        suspects.set(0, problem.size()); // what is known need have no cycle
        overwrites.farther();
        overwritten();
        if (findings.has(AnomalyType.LONG_FORK)) findings.inexact(AnomalyType.LONG_FORK);
        return involvedFarther;
    }

    private long steps() {
        return steps + overwrites.steps();
    }

    private void overwritten() {
        for (int t = next(0); t >= 0 && steps() < BUDGET; t = next(t + 1)) {
            enter(t);
            for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) overwritten(t, r);
        }
    }

    /** The same, of what rests on real time. */
    BitSet findRealTime() {
        if (chains.lostUpdateFirst >= 0) return find(); // these make some next versions uncertain
        realTime();
        limits();
        return involved;
    }

    private void limits() {
        if (steps() < BUDGET && overwrites.isComplete()) return;
        for (AnomalyType type : READ_OFF) if (findings.has(type)) findings.inexact(type);
    }

    private void realTime() {
        if (!problem.order.isTimed()) return;
        boolean farther = false;
        for (int t = next(0); t >= 0; t = next(t + 1)) {
            for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
                farther |= !late(t, r) && !farther && isLateFarther(t, r);
            }
        }
        if (farther && findings.has(AnomalyType.REAL_TIME_VIOLATION)) findings.inexact(AnomalyType.REAL_TIME_VIOLATION);
    }

    /** The next suspect from {@code t} on, or -1. */
    private int next(int t) {
        if ((t & 0xFF) == 0) deadline.check();
        return suspects.nextSetBit(t);
    }

    /** A read that misses what was overwritten by one that had completed before; says whether it is. */
    private boolean late(int t, int r) {
        if (!rules(t).bindReads()) return false;
        for (int version : overwrites.of(r)) {
            int writer = problem.versionWriter[version];
            if (!completedBefore(writer, t)) continue;
            found(
                    t,
                    AnomalyType.REAL_TIME_VIOLATION,
                    RealTimeOrder.edge(problem.history, problem.order, problem.id[writer], problem.id[t]),
                    overwrites.antiDependency(t, r, version));
            return true;
        }
        return false;
    }

    /** Whether what had completed before wrote not the next version but a later one: such reads are not counted. */
    private boolean isLateFarther(int t, int r) {
        if (!rules(t).bindReads()) return false;
        int invoked = problem.history.invocation(problem.id[t]);
        for (int next : overwrites.of(r)) {
            for (int v = next; v >= 0 && completedFrom(v) < invoked && steps() < BUDGET; v = overwrites.after(v)) {
                steps++;
                if (completedBefore(problem.versionWriter[v], t)) return true;
            }
        }
        return false;
    }

    /** When the first of those completed who wrote a version, or one known to come after it. */
    private int completedFrom(int version) {
        if (completedFrom == null) {
            completedFrom = new int[problem.versions()];
            // Ends of chains first; of those, what others are followed by.
            for (int head : chains.heads) completedFromChain(chains.tail[head]);
            for (int key = 0; key < problem.keys; key++) completedFromChain(chains.tail[problem.versions() + key]);
        }
        return completedFrom[version];
    }

    private void completedFromChain(int tail) {
        int last = problem.isInitial(tail) ? -1 : overwrites.after(tail);
        int earliest = last < 0 ? Integer.MAX_VALUE : completedFrom[last];
        for (int v = tail; v >= 0 && !problem.isInitial(v); v = chains.previous(v)) {
            int writer = problem.versionWriter[v];
            if (problem.completes(writer))
                earliest = Math.min(earliest, problem.history.completion(problem.id[writer]));
            completedFrom[v] = earliest;
        }
    }

    private Rules rules(int t) {
        return rules.of(problem, t);
    }

    private void enter(int t) {
        skewed.clear();
        skews.begin(t);
        forks.begin(t);
        boolean serial = rules(t) == Rules.SERIAL;
        for (int v = problem.writeBegin[t]; serial && v < problem.writeBegin[t + 1]; v++) skews.add(v);
        for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
            int slot = problem.readSlot[r];
            if (slot == Problem.LEFT_OUT) continue;
            lastSeen[slot] = r + 1;
            if (!problem.isInitial(slot)) forks.add(slot);
        }
    }

    private void overwritten(int t, int r) {
        if (!rules(t).bindReads()) return;
        steps++;
        for (int version : overwrites.of(r)) {
            int writer = problem.versionWriter[version];
            if (writer == t) continue;
            if (farther) {
                longForks(t, r, version, writer);
                continue;
            }
            boolean serial = rules(t) == Rules.SERIAL && rules(writer) == Rules.SERIAL;
            if (serial && writer > t) writeSkew(t, r, version, writer);
            longForks(t, r, version, writer);
        }
    }

    /** Whether real time alone, not their session, puts one before the other. */
    private boolean completedBefore(int earlier, int later) {
        return problem.session(earlier) != problem.session(later)
                && problem.completes(earlier)
                && RealTimeOrder.isBefore(problem.history, problem.order, problem.id[earlier], problem.id[later]);
    }

    /** Whether the order asked for puts one before the other. */
    private boolean precedes(int earlier, int later) {
        boolean inSession =
                problem.order != Order.NONE && earlier < later && problem.session(earlier) == problem.session(later);
        return inSession || completedBefore(earlier, later);
    }

    // Lost updates

    private void lostUpdates() {
        int[] updates = new int[problem.slots() + 1];
        updates(updates, null);
        for (int slot = 0; slot < problem.slots(); slot++) updates[slot + 1] += updates[slot];
        int[] reads = new int[updates[problem.slots()]];
        updates(updates.clone(), reads);
        for (int slot = 0; slot < problem.slots(); slot++) {
            if (updates[slot + 1] - updates[slot] > 1) lostUpdates(slot, reads, updates[slot], updates[slot + 1]);
        }
    }

    /** Counts the reads of each slot by transactions that wrote the key; or, given places, writes them down. */
    private void updates(int[] place, int[] reads) {
        for (int t = 0; t < problem.size(); t++) {
            if (!rules(t).keepsUpdates()) continue;
            for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
                int slot = problem.readSlot[r];
                if (slot == Problem.LEFT_OUT || problem.written(t, problem.readKey[r]) < 0) continue;
                if (reads == null) place[slot + 1]++;
                else reads[place[slot]++] = r;
            }
        }
    }

    private void lostUpdates(int slot, int[] reads, int from, int to) {
        overwrites.ambiguous(slot);
        for (int i = from + 1; i < to; i++) {
            involved.set(reader[reads[i]]);
            int shown = 0;
            while (shown < i - from && !findings.isFull(AnomalyType.LOST_UPDATE)) {
                findings.add(lostUpdate(reads[from + shown++], reads[i]));
            }
            if (shown < i - from) findings.count(AnomalyType.LOST_UPDATE, i - from - shown);
        }
    }

    /** Two transactions that read one version and both wrote the key: whichever comes first, the other lost it. */
    private Violation lostUpdate(int first, int second) {
        int one = reader[first];
        int other = reader[second];
        return new Violation.Cycle(
                AnomalyType.LOST_UPDATE,
                List.of(
                        overwrites.antiDependency(one, first, problem.written(other, problem.readKey[second])),
                        overwrites.antiDependency(other, second, problem.written(one, problem.readKey[first]))));
    }

    // Cycles of two and of four

    private void writeSkew(int t, int r, int version, int writer) {
        if (!skews.has(writer)) return;
        for (int i = 0; i < skewed.size(); i++) if (skewed.get(i) == writer) return;
        for (int back = problem.readBegin[writer]; back < problem.readBegin[writer + 1]; back++) {
            for (int own : overwrites.of(back)) {
                steps++;
                if (problem.versionWriter[own] != t) continue;
                skewed.add(writer);
                Edge missed = overwrites.antiDependency(t, r, version);
                Edge missedToo = overwrites.antiDependency(writer, back, own);
                boolean phantom = CycleNames.hasPhantom(List.of(missed, missedToo), problem.history);
                found(t, phantom ? AnomalyType.G2 : AnomalyType.WRITE_SKEW, missed, missedToo);
                return;
            }
        }
    }

    /** The reader {@code t} missed {@code version}; others read it, and missed what {@code t} read. */
    private void longForks(int t, int r, int version, int writer) {
        int end = reads.end(version);
        steps += end - reads.begin(version);
        for (int i = reads.begin(version); i < end && steps() < BUDGET; i++) {
            int read = reads.get(i);
            int other = reader[read];
            if (other > t && (farther || forks.has(other)) && rules(other).bindReads())
                longFork(t, r, version, writer, other, read); // else from the other side
        }
    }

    private void longFork(int t, int r, int version, int writer, int other, int otherRead) {
        for (int back = problem.readBegin[other]; back < problem.readBegin[other + 1]; back++) {
            for (int missed : overwrites.of(back)) {
                steps++;
                int source = problem.versionWriter[missed];
                if (source == t || source == other || source == writer) continue;
                int seen = readOf(t, missed);
                if (seen < 0 || problem.readKey[seen] == problem.versionKey[version]) continue;
                if (isBound(t, other, writer, source)) continue;
                if (isShorter(r, back, t, other, writer, source)) continue;
                found(
                        t,
                        AnomalyType.LONG_FORK,
                        overwrites.dependency(t, seen),
                        overwrites.antiDependency(t, r, version),
                        overwrites.dependency(other, otherRead),
                        overwrites.antiDependency(other, back, missed));
            }
        }
    }

    /**
     * Whether the order asked for makes fewer than all of a long fork wrong: it binds one reader to what the other saw, a reader to
     * the write that it missed, or one write to the other.
     */
    private boolean isBound(int reader, int otherReader, int missed, int missedByOther) {
        return precedes(reader, otherReader)
                || precedes(otherReader, reader)
                || precedes(missed, reader)
                || precedes(missedByOther, otherReader)
                || precedes(missed, missedByOther)
                || precedes(missedByOther, missed);
    }

    /**
     * Whether a cycle needs fewer of the four, as one of them wrote the version that a reader saw in place of what it missed. Where the
     * writer of that version is told of, too, the order asked for may also lead to it from one of the four.
     */
    private boolean isShorter(int read, int otherRead, int... four) {
        for (int stale : new int[] {read, otherRead}) {
            int slot = problem.readSlot[stale];
            if (problem.isInitial(slot)) continue;
            int replaced = problem.versionWriter[slot];
            for (int one : four) if (one == replaced || farther && precedes(one, replaced)) return true;
        }
        return false;
    }

    /** The read of {@code t}, the present transaction, that saw the version, or -1. */
    private int readOf(int t, int version) {
        int read = lastSeen[version] - 1;
        return read >= problem.readBegin[t] ? read : -1;
    }

    private void found(int transaction, AnomalyType type, Edge... cycle) {
        (farther ? involvedFarther : involved).set(transaction);
        findings.add(type, () -> new Violation.Cycle(type, List.of(cycle)));
    }

    // With whom

    /**
     * With whom the present transaction may have a pattern: those who read what was overwritten by one of some versions.
     * Says so far too often rather than once too seldom, but mostly no, so that few pairs of transactions are compared read
     * by read.
     */
    private final class Partners {
        /** Where so many read a version that to mark them is no gain, all transactions are taken for partners. */
        private static final int MANY = 64;

        /** By transaction: the one (plus one) whose partner it was last. */
        private final int[] partnerOf = new int[problem.size()];

        private int present;
        private boolean all;

        void begin(int transaction) {
            present = transaction + 1;
            all = false;
        }

        /** Adds those who read what {@code version} overwrote, as far as that is known. */
        void add(int version) {
            int before = chains.previous(version);
            if (before < 0) before = chains.tail[problem.versions() + problem.versionKey[version]];
            int end = reads.end(before);
            if (end - reads.begin(before) > MANY) all = true;
            for (int i = reads.begin(before); i < end && !all; i++) partnerOf[reader[reads.get(i)]] = present;
        }

        boolean has(int transaction) {
            return all || partnerOf[transaction] == present;
        }
    }
}
