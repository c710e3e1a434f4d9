package minos.judge.phenomena;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.Set;
import minos.history.History;
import minos.infer.Findings;
import minos.infer.Relations;
import minos.model.AnomalyType;
import minos.model.Violation;

/**
 * Reads that differ from what their transaction wrote or read before, and those of what another wrote and then replaced. Where a
 * read is wrong in several ways the judges name the worst; here it has all its names.
 */
final class WrongReads {
    /** What is told here, of all that is told of single reads. */
    static final Set<AnomalyType> TYPES = EnumSet.of(
            AnomalyType.NOT_MY_OWN_WRITE,
            AnomalyType.NOT_MY_LAST_WRITE,
            AnomalyType.NON_REPEATABLE_READ,
            AnomalyType.INTERMEDIATE_READ);

    private final Relations relations;
    private final History history;
    private final Findings findings;
    /** By key, of the current transaction: its last write and its last read that fits; {@code NONE} if there is none. */
    private final int[] lastOwn;

    private final int[] lastRead;

    private WrongReads(Relations relations, Findings findings) {
        this.relations = relations;
        this.history = relations.history();
        this.findings = findings;
        lastOwn = new int[history.keys()];
        lastRead = new int[history.keys()];
        Arrays.fill(lastOwn, NONE);
        Arrays.fill(lastRead, NONE);
    }

    static void find(Relations relations, Findings findings) {
        WrongReads reads = new WrongReads(relations, findings);
        for (int t = 0; t < reads.history.transactions(); t++) {
            if (relations.participates(t)) reads.find(t);
        }
    }

    private void find(int t) {
        for (int op = history.begin(t); op < history.end(t); op++) {
            int key = history.key(op);
            if (history.isWrite(op)) {
                lastOwn[key] = op;
            } else if (history.version(op) != History.UNKNOWN) {
                intermediate(t, op);
                if (fits(t, op)) lastRead[key] = op;
                else internal(t, op);
            }
        }
        for (int op = history.begin(t); op < history.end(t); op++) {
            lastOwn[history.key(op)] = NONE;
            lastRead[history.key(op)] = NONE;
        }
    }

    /** Whether a read shows what its transaction left of the key, as far as that is known. */
    private boolean fits(int t, int read) {
        int key = history.key(read);
        int before = Math.max(lastOwn[key], lastRead[key]);
        if (before == NONE) return true;
        if (!history.isList()) return history.version(read) == history.version(before);
        int rest = withoutOwn(read, lastRead[key] == NONE ? history.begin(t) : lastRead[key] + 1);
        return rest >= 0 && (lastRead[key] == NONE || isSame(lastRead[key], read, rest));
    }

    /** How much of a list stands before the own appends from an operation on; -1 if it does not end with them. */
    private int withoutOwn(int read, int from) {
        int rest = history.length(read);
        for (int own = read - 1; own >= from; own--) {
            if (!history.isWrite(own) || history.key(own) != history.key(read)) continue;
            if (rest == 0 || history.element(read, --rest) != history.version(own)) return -1;
        }
        return rest;
    }

    /** Whether a list is what another begins with. */
    private boolean isSame(int list, int other, int length) {
        if (history.length(list) != length) return false;
        if (!history.deviates(list) && !history.deviates(other)) return true;
        for (int i = 0; i < length; i++) if (history.element(list, i) != history.element(other, i)) return false;
        return true;
    }

    private void internal(int t, int read) {
        int own = lastOwn[history.key(read)];
        boolean asOwn = own != NONE && !(history.isList() && withoutOwn(read, history.begin(t)) >= 0);
        if (!asOwn) {
            findings.add(new Violation.NonRepeatableRead(lastRead[history.key(read)], read));
            return;
        }
        int shown = history.version(read);
        int writer = shown < 0 ? NONE : relations.writer(shown);
        int write = writer < 0 ? NONE : relations.write(writer, shown);
        if (writer == t && write < read && write != own) {
            findings.add(new Violation.NotMyLastWrite(own, read, write));
        } else {
            OptionalInt source = writer < 0 || writer == t ? OptionalInt.empty() : OptionalInt.of(write);
            findings.add(new Violation.NotMyOwnWrite(own, read, source));
        }
    }

    /** What a read took from elsewhere, or else the end of its list, is what somebody wrote and then replaced. */
    private void intermediate(int t, int read) {
        int version = relations.hasSource(read) ? relations.externalVersion(read) : history.version(read);
        int writer = version < 0 ? NONE : relations.writer(version);
        if (writer < 0 || writer == t) return;
        if (relations.participates(writer) && !relations.isOverwritten(version)) return;
        int write = relations.write(writer, version);
        int last = relations.lastWrite(writer, history.key(read));
        if (write != last) findings.add(new Violation.IntermediateRead(read, write, last));
    }
}
