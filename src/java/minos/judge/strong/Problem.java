package minos.judge.strong;

import java.util.Arrays;
import minos.history.History;
import minos.history.Status;
import minos.infer.Relations;
import minos.model.Order;
import minos.util.IntList;

/**
 * What is to be ordered: transactions with their external reads and their last writes of each key, all numbered
 * densely, the order asked for, and what lists show. Made from a history without violations of read consistency, or
 * as a part of another problem.
 *
 * <p><b>Versions</b> are the last writes; <b>slots</b> are the versions and, after them, each key's initial version.
 *
 * <p>A part keeps a subset of the transactions. A read whose writer is left out constrains nothing; session order and
 * real time among the rest stay. So whatever orders the whole orders the part, and a part that cannot be ordered proves
 * the same of the whole.
 */
final class Problem {
    /** The slot of a read whose writer was left out. */
    static final int LEFT_OUT = -1;

    final History history;
    final Order order;
    /** By transaction: its id in the history. */
    final int[] id;
    final int keys;

    final int[] readBegin;
    final int[] readSlot;
    final int[] readKey;
    final int[] readOp;
    /** Lists only, else null: how many elements the read saw before its own. */
    final int[] readLength;

    final int[] writeBegin;
    final int[] versionKey;
    final int[] versionWriter;
    final int[] versionOp;

    /** Lists only, else null: by key, where its elements begin, in the order that reads show. */
    final int[] elementBegin;
    final int[] elementVersion;
    /** The element's place in the lists of the whole history. */
    final int[] elementPlace;
    /** Whether the element is the last that its transaction appended to the key. */
    final boolean[] elementLast;
    /** How many elements its transaction had appended to the key before. */
    final int[] elementNumber;

    private Problem(History history, Order order, int keys, Parts parts) {
        this.history = history;
        this.order = order;
        this.keys = keys;
        id = parts.id.toArray();
        readBegin = parts.readBegin.toArray();
        readSlot = parts.readSlot.toArray();
        readKey = parts.readKey.toArray();
        readOp = parts.readOp.toArray();
        readLength = history.isList() ? parts.readLength.toArray() : null;
        writeBegin = parts.writeBegin.toArray();
        versionKey = parts.versionKey.toArray();
        versionWriter = parts.versionWriter.toArray();
        versionOp = parts.versionOp.toArray();
        elementBegin = history.isList() ? parts.elementBegin.toArray() : null;
        elementVersion = parts.elementVersion.toArray();
        elementPlace = parts.elementPlace.toArray();
        elementLast = new boolean[elementVersion.length];
        elementNumber = parts.elementNumber.toArray();
        for (int e = 0; e < elementLast.length; e++) elementLast[e] = parts.elementLast.get(e) != 0;
        for (int r = 0; r < readSlot.length; r++) {
            if (readSlot[r] == Parts.INITIAL) readSlot[r] = versions() + readKey[r];
        }
    }

    /** The arrays of a problem under construction. */
    private static final class Parts {
        static final int INITIAL = -3;

        final IntList id;
        final IntList readBegin;
        final IntList readSlot;
        final IntList readKey;
        final IntList readOp;
        final IntList readLength = new IntList();
        final IntList writeBegin;
        final IntList versionKey;
        final IntList versionWriter;
        final IntList versionOp;
        final IntList elementBegin = new IntList();
        final IntList elementVersion = new IntList();
        final IntList elementPlace = new IntList();
        final IntList elementLast = new IntList();
        final IntList elementNumber = new IntList();

        Parts(int transactions, int operations) {
            id = new IntList(transactions);
            readBegin = new IntList(transactions + 1);
            writeBegin = new IntList(transactions + 1);
            readSlot = new IntList(operations / 2);
            readKey = new IntList(operations / 2);
            readOp = new IntList(operations / 2);
            versionKey = new IntList(operations / 2);
            versionWriter = new IntList(operations / 2);
            versionOp = new IntList(operations / 2);
        }

        void begin(int transaction) {
            id.add(transaction);
            readBegin.add(readSlot.size());
            writeBegin.add(versionKey.size());
        }

        void end() {
            readBegin.add(readSlot.size());
            writeBegin.add(versionKey.size());
        }

        void write(int key, int op) {
            versionKey.add(key);
            versionWriter.add(id.size() - 1);
            versionOp.add(op);
        }

        void read(int key, int slot, int op) {
            readKey.add(key);
            readSlot.add(slot);
            readOp.add(op);
        }

        void element(int version, int place, boolean last, int number) {
            elementVersion.add(version);
            elementPlace.add(place);
            elementLast.add(last ? 1 : 0);
            elementNumber.add(number);
        }
    }

    int size() {
        return id.length;
    }

    int versions() {
        return versionKey.length;
    }

    int slots() {
        return versions() + keys;
    }

    boolean isInitial(int slot) {
        return slot >= versions();
    }

    int key(int slot) {
        return isInitial(slot) ? slot - versions() : versionKey[slot];
    }

    boolean isList() {
        return elementBegin != null;
    }

    int session(int t) {
        return history.session(id[t]);
    }

    int invocation(int t) {
        return history.invocation(id[t]);
    }

    int completion(int t) {
        return history.completion(id[t]);
    }

    /** Whether the transaction surely completed at its completion. */
    boolean completes(int t) {
        return history.status(id[t]) == Status.COMMITTED;
    }

    /** The version of {@code key} that {@code t} writes, or -1. */
    int written(int t, int key) {
        for (int v = writeBegin[t]; v < writeBegin[t + 1]; v++) if (versionKey[v] == key) return v;
        return -1;
    }

    // The whole

    static Problem of(Relations relations, Order order) {
        History history = relations.history();
        Parts parts = new Parts(history.transactions(), history.operations());
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
                int source = relations.source(op);
                if (source == Relations.NONE || stamp[history.key(op)] == next) continue;
                stamp[history.key(op)] = next;
                parts.read(history.key(op), source == History.INITIAL ? Parts.INITIAL
                        : finalVersion[relations.externalVersion(op)], op);
            }
        }
        parts.readBegin.add(parts.readSlot.size());
        if (history.isList()) elements(relations, parts, finalVersion);
        return new Problem(history, order, history.keys(), parts);
    }

    /** The elements of each key in the order of its longest read, and how much of that each read saw. */
    private static void elements(Relations relations, Parts parts, int[] finalVersion) {
        History history = relations.history();
        int[] longestRead = new int[history.keys()];
        Arrays.fill(longestRead, -1);
        for (int r = 0; r < parts.readOp.size(); r++) {
            int op = parts.readOp.get(r);
            int key = history.key(op);
            parts.readLength.add(externalLength(relations, op));
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
                        appendsBefore(history, writer, version));
            }
        }
        parts.elementBegin.add(parts.elementVersion.size());
    }

    private static int appendsBefore(History history, int t, int version) {
        int count = 0;
        for (int op = history.begin(t); !history.isWrite(op) || history.version(op) != version; op++) {
            if (history.isWrite(op) && history.key(op) == history.versionKey(version)) count++;
        }
        return count;
    }

    private static int externalLength(Relations relations, int op) {
        History history = relations.history();
        int source = relations.source(op);
        if (source == History.INITIAL) return 0;
        int length = history.length(op);
        while (relations.writer(history.element(op, length - 1)) != source) length--;
        return length;
    }

    // A part

    /** The problem of some of the transactions, given in ascending order. */
    Problem part(int[] chosen) {
        int operations = 0;
        for (int t : chosen) operations += readBegin[t + 1] - readBegin[t] + writeBegin[t + 1] - writeBegin[t];
        Parts parts = new Parts(chosen.length, operations * 2);
        KeyNumbers numbers = new KeyNumbers(this, chosen);
        int[] newVersion = numbers.newVersion;
        for (int t : chosen) {
            parts.begin(id[t]);
            for (int v = writeBegin[t]; v < writeBegin[t + 1]; v++) {
                newVersion[v] = parts.versionKey.size();
                parts.write(numbers.newKey[versionKey[v]], versionOp[v]);
            }
        }
        parts.end();
        parts.readBegin.clear();
        for (int t : chosen) {
            parts.readBegin.add(parts.readSlot.size());
            for (int r = readBegin[t]; r < readBegin[t + 1]; r++) {
                int slot = readSlot[r];
                if (slot != LEFT_OUT) slot = isInitial(slot) ? Parts.INITIAL : newVersion[slot];
                parts.read(numbers.newKey[readKey[r]], slot, readOp[r]);
                if (isList()) parts.readLength.add(readLength[r]);
            }
        }
        parts.readBegin.add(parts.readSlot.size());
        if (isList()) {
            for (int key : numbers.oldKeys) {
                parts.elementBegin.add(parts.elementVersion.size());
                for (int e = elementBegin[key]; e < elementBegin[key + 1]; e++) {
                    int version = newVersion[elementVersion[e]];
                    if (version >= 0) parts.element(version, elementPlace[e], elementLast[e], elementNumber[e]);
                }
            }
            parts.elementBegin.add(parts.elementVersion.size());
        }
        Problem part = new Problem(history, order, numbers.oldKeys.length, parts);
        numbers.clear();
        return part;
    }

    private int[] scratchKeys;
    private int[] scratchVersions;

    /** Numbers the keys of a part; its arrays, as large as the whole, are used again for the next part. */
    private static final class KeyNumbers {
        final int[] newKey;
        final int[] newVersion;
        final int[] oldKeys;
        private final Problem whole;
        private final int[] chosen;

        KeyNumbers(Problem whole, int[] chosen) {
            this.whole = whole;
            this.chosen = chosen;
            if (whole.scratchKeys == null) {
                whole.scratchKeys = new int[whole.keys];
                whole.scratchVersions = new int[whole.versions()];
                Arrays.fill(whole.scratchKeys, -1);
                Arrays.fill(whole.scratchVersions, -1);
            }
            newKey = whole.scratchKeys;
            newVersion = whole.scratchVersions;
            IntList old = new IntList();
            for (int t : chosen) {
                for (int v = whole.writeBegin[t]; v < whole.writeBegin[t + 1]; v++) number(whole.versionKey[v], old);
                for (int r = whole.readBegin[t]; r < whole.readBegin[t + 1]; r++) number(whole.readKey[r], old);
            }
            oldKeys = old.toArray();
        }

        private void number(int key, IntList old) {
            if (newKey[key] >= 0) return;
            newKey[key] = old.size();
            old.add(key);
        }

        void clear() {
            for (int key : oldKeys) newKey[key] = -1;
            for (int t : chosen) Arrays.fill(newVersion, whole.writeBegin[t], whole.writeBegin[t + 1], -1);
        }
    }
}
