package minos.judge.strong;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import minos.history.History;
import minos.infer.Mix;
import minos.infer.Relations;
import minos.model.Order;
import minos.util.Parallel;

/** Makes the problem of a whole history: who read from whom and last wrote what, and what lists show. */
final class ProblemReader {
    /** From how many operations on another thread is worth while. */
    private static final int MANY = 10_000;

    private final Relations relations;
    private final History history;
    private final Mix mix;
    private final boolean eachRead;
    private final Problem.Builder parts;
    /** By version of the history: the problem's, or -1. */
    private final int[] finalVersion;
    /** By version of the history: how many appends to its key its transaction made before. Null until there are any. */
    private int[] appendsBefore;

    private int[] appends;

    private ProblemReader(Relations relations, Mix mix, boolean eachRead) {
        this.relations = relations;
        this.mix = mix;
        this.eachRead = eachRead;
        history = relations.history();
        parts = new Problem.Builder(history.transactions(), history.operations(), history.isList());
        finalVersion = new int[history.versions()];
        Arrays.fill(finalVersion, -1);
    }

    static Problem read(Relations relations, Mix mix, boolean eachRead, Order order, int threads) {
        ProblemReader reader = new ProblemReader(relations, mix, eachRead);
        reader.writes();
        if (reader.history.isList()) reader.lists(threads > 1 && reader.history.operations() >= MANY);
        else reader.reads();
        reader.assumed();
        return reader.parts.build(reader.history, order, reader.history.keys());
    }

    /** Few or many, by the same two tasks: what only long histories need is not in the launcher's archive of classes. */
    private void lists(boolean many) {
        Callable<Void> reads = this::reads;
        Callable<Void> elements = this::elements;
        if (many) {
            Parallel.run(List.of(reads, elements));
        } else {
            reads();
            elements();
        }
    }

    private void writes() {
        for (int t = 0; t < history.transactions(); t++) if (relations.participates(t)) writes(t);
        parts.end();
    }

    private void writes(int t) {
        parts.begin(t);
        boolean several = false;
        for (int op = history.begin(t), end = history.end(t); op < end; op++) {
            if (!history.isWrite(op)) continue;
            int version = history.version(op);
            if (relations.isOverwritten(version)) {
                several = true;
            } else {
                finalVersion[version] = parts.versionKey.size();
                parts.write(history.key(op), op);
            }
        }
        if (several && history.isList()) numberAppends(t);
    }

    private void numberAppends(int t) {
        if (appendsBefore == null) {
            appendsBefore = new int[history.versions()];
            appends = new int[history.keys()];
        }
        for (int op = history.begin(t); op < history.end(t); op++) {
            if (history.isWrite(op)) appendsBefore[history.version(op)] = appends[history.key(op)]++;
        }
        for (int op = history.begin(t); op < history.end(t); op++) appends[history.key(op)] = 0;
    }

    private Void reads() {
        int[] stamp = new int[history.keys()];
        parts.readBegin.clear();
        int next = 0;
        for (int t = 0; t < history.transactions(); t++) if (relations.participates(t)) reads(t, stamp, ++next);
        parts.readBegin.add(parts.readSlot.size());
        return null;
    }

    private void reads(int t, int[] stamp, int now) {
        parts.readBegin.add(parts.readSlot.size());
        for (int op = history.begin(t), end = history.end(t); op < end; op++) {
            if (!relations.hasSource(op)) continue;
            int key = history.key(op);
            if (stamp[key] == now && !mayReadTwice(t)) continue;
            stamp[key] = now;
            int version = relations.externalVersion(op);
            parts.read(key, version == History.INITIAL ? Problem.Builder.INITIAL : finalVersion[version], op);
            if (history.isList()) parts.readLength.add(lengthUpTo(version, op));
        }
    }

    /** Whether the level of a transaction lets it read a key from several, each of which then counts. */
    private boolean mayReadTwice(int t) {
        return eachRead || mix != null && !Rules.of(mix.of(t)).bindReads();
    }

    /** How much of a list stands before the own appends: all up to a version. */
    private int lengthUpTo(int version, int op) {
        if (version == History.INITIAL) return 0;
        if (!history.deviates(op)) return history.position(version) + 1;
        int length = history.length(op);
        while (history.element(op, length - 1) != version) length--;
        return length;
    }

    /** The orders of register versions that are assumed; of a transaction's writes of a key, the last stands for all. */
    private void assumed() {
        for (int pair = 0; pair < relations.assumedPairs(); pair++) {
            if (relations.assumedEarlier(pair) < 0) continue; // initial ones come first anyhow
            int earlier = lastOf(relations.assumedEarlier(pair));
            int later = lastOf(relations.assumedLater(pair));
            if (earlier < 0 || later < 0 || earlier == later) continue;
            parts.assume(earlier, later, relations.assumption(pair).ordinal());
        }
    }

    /** The problem's version that stands for one of the history's; -1 if nobody who takes part wrote it. */
    private int lastOf(int version) {
        int writer = relations.writer(version);
        if (writer < 0 || !relations.participates(writer)) return -1;
        boolean last = finalVersion[version] >= 0;
        int key = history.versionKey(version);
        return finalVersion[last ? version : history.version(relations.lastWrite(writer, key))];
    }

    /** The elements of each key in the order of its longest read. */
    private Void elements() {
        int[] longestRead = longestReads();
        for (int key = 0; key < history.keys(); key++) {
            parts.elementBegin.add(parts.elementVersion.size());
            int read = longestRead[key];
            int length = read < 0 ? history.longest(key) : history.length(read);
            for (int place = 0; place < length; place++) {
                element(key, place, read < 0 ? history.longest(key, place) : history.element(read, place));
            }
        }
        parts.elementBegin.add(parts.elementVersion.size());
        return null;
    }

    private void element(int key, int place, int version) {
        int writer = relations.writer(version);
        if (writer < 0 || !relations.participates(writer)) return;
        boolean last = finalVersion[version] >= 0;
        parts.element(
                finalVersion[last ? version : history.version(relations.lastWrite(writer, key))],
                place,
                last,
                appendsBefore == null ? 0 : appendsBefore[version]);
    }

    /** By key: of the reads that deviate and show more than its longest list the longest, or -1. */
    private int[] longestReads() {
        int[] longest = new int[history.keys()];
        Arrays.fill(longest, -1);
        for (int op : history.deviants()) {
            if (!relations.hasSource(op) || !relations.participates(history.transactionOf(op))) continue;
            int key = history.key(op);
            int known = longest[key] < 0 ? history.longest(key) : history.length(longest[key]);
            if (history.length(op) > known) longest[key] = op;
        }
        return longest;
    }
}
