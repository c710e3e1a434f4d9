package minos.infer;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.BitSet;
import minos.history.History;
import minos.history.Status;
import minos.util.IntList;
import minos.util.Parallel;

/** Which transaction wrote each version, found in one pass over all writes. */
final class Writers {
    private static final int EXAMPLES = 3;

    /** By version: the transaction that wrote it, or {@code NONE}. */
    final int[] writer;
    /** The versions that their own transaction overwrote. */
    final BitSet overwritten;

    private Writers(int[] writer, BitSet overwritten) {
        this.writer = writer;
        this.overwritten = overwritten;
    }

    /** @throws AmbiguousHistory if committed or indeterminate transactions wrote a version twice */
    static Writers of(History history, int[] cuts) {
        int[] writer = new int[history.versions()];
        Arrays.fill(writer, NONE);
        BitSet overwritten = new BitSet();
        long writes = 0;
        for (Part part : Parallel.ranges(cuts, (from, to) -> Part.scan(history, from, to, writer))) {
            writes += part.writes;
            for (int i = 0; i < part.overwritten.size(); i++) overwritten.set(part.overwritten.get(i));
        }
        long versions = 0;
        for (int w : writer) if (w != NONE) versions++;
        if (versions < writes) throw duplicates(history);
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) != Status.ABORTED) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!history.isWrite(op) || history.version(op) < 0) continue;
                if (writer[history.version(op)] == NONE) writer[history.version(op)] = t;
            }
        }
        return new Writers(writer, overwritten);
    }

    /** What one thread finds among its transactions. */
    private static final class Part {
        long writes;
        final IntList overwritten = new IntList();

        static Part scan(History history, int from, int to, int[] writer) {
            Part part = new Part();
            int[] seen = new int[history.keys()];
            for (int t = from; t < to; t++) {
                if (history.status(t) == Status.ABORTED) continue;
                for (int op = history.end(t) - 1; op >= history.begin(t); op--) {
                    if (!history.isWrite(op)) continue;
                    int version = history.version(op);
                    part.writes++;
                    if (version < 0)
                        continue; // a delete: what it leaves was there before, so it is no version of its own
                    writer[version] = t;
                    if (seen[history.key(op)] == t + 1) part.overwritten.add(version);
                    else seen[history.key(op)] = t + 1;
                }
            }
            return part;
        }
    }

    private static AmbiguousHistory duplicates(History history) {
        int[] first = new int[history.versions()];
        Arrays.fill(first, NONE);
        StringBuilder examples = new StringBuilder();
        long count = 0;
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) == Status.ABORTED) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!history.isWrite(op)) continue;
                int version = history.version(op);
                if (version < 0) {
                    count++;
                } else if (first[version] == NONE) {
                    first[version] = t;
                } else if (++count <= EXAMPLES) {
                    examples.append(count == 1 ? "" : "; ")
                            .append("key ")
                            .append(history.keyText(history.key(op)))
                            .append(" is given the value ")
                            .append(history.valueText(version))
                            .append(" by ")
                            .append(name(history, first[version]));
                    if (first[version] == t) examples.append(" twice");
                    else examples.append(" and by ").append(name(history, t));
                }
            }
        }
        if (count > EXAMPLES) examples.append("; and ").append(count - EXAMPLES).append(" more");
        return new AmbiguousHistory("written values are not unique, so reads cannot be tied to writes: " + examples);
    }

    private static String name(History history, int transaction) {
        return "T" + transaction + " (session " + history.sessionText(history.session(transaction)) + ")";
    }
}
