package minos.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import minos.history.History;
import minos.history.Status;

/**
 * The transactions that take part, numbered from 0 in the order of the history: committed ones, and indeterminate ones
 * of which a participant saw something. Who reads a register that it wrote before sees nothing of others, whatever it reads.
 */
final class Participants {
    /** No transaction. */
    static final int NOBODY = -2;

    private final History history;
    /** By version: the transaction of the history that committed it, or may have. */
    private final int[] writer;
    /** By version: the first transaction of the history that wrote it and aborted. */
    private final int[] abortedWriter;

    private final List<Integer> ids = new ArrayList<>();
    /** By participant, then by key: what it writes, in program order. */
    private final List<List<List<Integer>>> writes = new ArrayList<>();

    private boolean duplicateWrites;

    Participants(History history) {
        this.history = history;
        writer = new int[history.versions()];
        abortedWriter = new int[history.versions()];
        Arrays.fill(writer, NOBODY);
        Arrays.fill(abortedWriter, NOBODY);
        findWriters();
        boolean[] part = takePart();
        for (int id = 0; id < part.length; id++) if (part[id]) add(id);
    }

    private void findWriters() {
        for (int id = 0; id < history.transactions(); id++) {
            for (int op = history.begin(id); op < history.end(id); op++) {
                if (!history.isWrite(op)) continue;
                int version = history.version(op);
                if (history.status(id) == Status.ABORTED) {
                    if (abortedWriter[version] == NOBODY) abortedWriter[version] = id;
                } else {
                    if (writer[version] != NOBODY) duplicateWrites = true;
                    writer[version] = id;
                }
            }
        }
    }

    private boolean[] takePart() {
        boolean[] part = new boolean[history.transactions()];
        for (int id = 0; id < part.length; id++) part[id] = history.status(id) == Status.COMMITTED;
        for (boolean more = true; more; ) {
            more = false;
            for (int id = 0; id < part.length; id++) {
                for (int op = history.begin(id); part[id] && op < history.end(id); op++) {
                    boolean wrote = !writesBetween(history.key(op), history.begin(id), op)
                            .isEmpty();
                    if (wrote && !history.isList()) continue;
                    for (int version : versionsSeen(op)) {
                        int from = writer[version];
                        if (from == NOBODY || part[from]) continue;
                        part[from] = true;
                        more = true;
                    }
                }
            }
        }
        return part;
    }

    private void add(int id) {
        List<List<Integer>> byKey = new ArrayList<>();
        for (int k = 0; k < history.keys(); k++) byKey.add(writesBetween(k, history.begin(id), history.end(id)));
        ids.add(id);
        writes.add(byKey);
    }

    /** Whether a value was written twice, so that nobody can say who read from whom. */
    boolean hasDuplicateWrites() {
        return duplicateWrites;
    }

    int size() {
        return ids.size();
    }

    /** The participant's place in the history. */
    int id(int participant) {
        return ids.get(participant);
    }

    /** The participant that wrote a version; {@link #NOBODY} if none did. */
    int writer(int version) {
        int at = ids.indexOf(writer[version]);
        return at < 0 ? NOBODY : at;
    }

    /** Whether a transaction wrote a version that did not abort, even if it does not take part. */
    boolean isWritten(int version) {
        return writer[version] != NOBODY;
    }

    /** The transaction of the history that wrote a version and aborted; {@link #NOBODY} if none did. */
    int abortedWriter(int version) {
        return abortedWriter[version];
    }

    /** What a participant writes to a key, in program order. */
    List<Integer> writes(int participant, int key) {
        return writes.get(participant).get(key);
    }

    /** What is written to a key from one operation up to another. */
    List<Integer> writesBetween(int key, int begin, int end) {
        List<Integer> versions = new ArrayList<>();
        for (int op = begin; op < end; op++) {
            if (history.isWrite(op) && history.key(op) == key) versions.add(history.version(op));
        }
        return versions;
    }

    /** What an operation shows: nothing, one version, or the elements of a list. */
    List<Integer> versionsSeen(int op) {
        List<Integer> versions = new ArrayList<>();
        if (history.isWrite(op) || history.version(op) < 0) return versions;
        if (!history.isList()) versions.add(history.version(op));
        for (int i = 0; history.isList() && i < history.length(op); i++) versions.add(history.element(op, i));
        return versions;
    }
}
