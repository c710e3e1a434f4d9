package minos.judge.strong;

import java.util.Arrays;
import minos.history.History;
import minos.infer.Relations;
import minos.model.Order;

/** Makes the problem of a whole history: who read from whom and last wrote what, and what lists show. */
final class ProblemReader {
    private ProblemReader() {
    }

    static Problem read(Relations relations, Order order) {
        History history = relations.history();
        ProblemParts parts = new ProblemParts(history.transactions(), history.operations(), history.isList());
        int[] finalVersion = new int[history.versions()];
        Arrays.fill(finalVersion, -1);
        for (int t = 0; t < history.transactions(); t++) {
            if (!relations.participates(t)) continue;
            parts.begin(t);
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!history.isWrite(op) || relations.isOverwritten(history.version(op))) continue;
                finalVersion[history.version(op)] = parts.versionKey.size();
                parts.write(history.key(op), op);
            }
        }
        parts.end();
        int[] stamp = new int[history.keys()];
        int next = 0;
        parts.readBegin.clear();
        for (int t = 0; t < history.transactions(); t++) {
            if (!relations.participates(t)) continue;
            next++;
            parts.readBegin.add(parts.readSlot.size());
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!relations.hasSource(op) || stamp[history.key(op)] == next) continue;
                stamp[history.key(op)] = next;
                int version = relations.externalVersion(op);
                parts.read(history.key(op), version == History.INITIAL ? ProblemParts.INITIAL : finalVersion[version], op);
                if (history.isList()) parts.readLength.add(lengthUpTo(version, history, op));
            }
        }
        parts.readBegin.add(parts.readSlot.size());
        if (history.isList()) elements(relations, parts, finalVersion);
        return new Problem(history, order, history.keys(), parts);
    }

    /** How much of a list stands before the own appends: all up to a version. */
    private static int lengthUpTo(int version, History history, int op) {
        if (version == History.INITIAL) return 0;
        if (!history.deviates(op)) return history.position(version) + 1;
        int length = history.length(op);
        while (history.element(op, length - 1) != version) length--;
        return length;
    }

    /** The elements of each key in the order of its longest read. */
    private static void elements(Relations relations, ProblemParts parts, int[] finalVersion) {
        History history = relations.history();
        int[] appendsBefore = appendsBefore(relations);
        int[] longestRead = new int[history.keys()];
        Arrays.fill(longestRead, -1);
        for (int r = 0; r < parts.readOp.size(); r++) {
            int op = parts.readOp.get(r);
            int key = history.key(op);
            if (history.deviates(op) && history.length(op)
                    > (longestRead[key] < 0 ? history.longest(key) : history.length(longestRead[key]))) {
                longestRead[key] = op;
            }
        }
        for (int key = 0; key < history.keys(); key++) {
            parts.elementBegin.add(parts.elementVersion.size());
            int read = longestRead[key];
            int length = read < 0 ? history.longest(key) : history.length(read);
            for (int place = 0; place < length; place++) {
                int version = read < 0 ? history.longest(key, place) : history.element(read, place);
                int writer = relations.writer(version);
                if (writer < 0 || !relations.participates(writer)) continue;
                boolean last = finalVersion[version] >= 0;
                int op = last ? -1 : relations.lastWrite(writer, key);
                parts.element(last ? finalVersion[version] : finalVersion[history.version(op)], place, last,
                        appendsBefore[version]);
            }
        }
        parts.elementBegin.add(parts.elementVersion.size());
    }

    /** By version: how many appends to its key its transaction made before. */
    private static int[] appendsBefore(Relations relations) {
        History history = relations.history();
        int[] appendsBefore = new int[history.versions()];
        int[] stamp = new int[history.keys()];
        int[] appends = new int[history.keys()];
        for (int t = 0; t < history.transactions(); t++) {
            if (!relations.participates(t)) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!history.isWrite(op)) continue;
                int key = history.key(op);
                if (stamp[key] != t + 1) appends[key] = 0;
                stamp[key] = t + 1;
                appendsBefore[history.version(op)] = appends[key]++;
            }
        }
        return appendsBefore;
    }
}
