package minos.history;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import minos.util.IntList;

/**
 * Reads of lists, as their elements come in. Each is compared with the longest list of its key that was read so far, so that a long
 * list that is read again and again is neither stored nor hashed again: of most reads the last element says all. A read that is
 * no prefix of the longest list keeps its own elements.
 */
final class ListReads {
    /** By key; null for those that no list was read of. */
    private Longest[] longest = new Longest[16];
    /** By version, its place in the longest list of its key, or -1; shorter than there are versions. */
    private final IntList position = new IntList();
    /** By list read that is no prefix of the longest list: its elements. */
    private final Map<Integer, int[]> deviant = new HashMap<>();

    private int key;
    /** That of the list read whose elements are coming in; null between list reads. */
    private Longest known;

    private int matched;
    private final IntList tail = new IntList();

    /** Whether the elements of a list read are coming in. */
    boolean isOpen() {
        return known != null;
    }

    /** The key of the list read whose elements are coming in. */
    int key() {
        return key;
    }

    void begin(int read) {
        key = read;
        if (key >= longest.length) longest = Arrays.copyOf(longest, Math.max(key + 1, longest.length * 2));
        if (longest[key] == null) longest[key] = new Longest();
        known = longest[key];
        matched = 0;
        tail.clear();
    }

    void element(long value, VersionTable versions) {
        if (tail.isEmpty() && matched < known.size && known.atoms[matched] == value) matched++;
        else tail.add(versions.intern(key, value));
    }

    /** The values from {@code from} to {@code to - 1}. */
    void elements(long[] values, int from, int to, VersionTable versions) {
        int i = from;
        if (tail.isEmpty()) {
            int same = known.matching(matched, values, from, to);
            matched += same;
            i += same;
        }
        for (; i < to; i++) tail.add(versions.intern(key, values[i]));
    }

    /**
     * The version of the list read that ends, that of its last element.
     *
     * @param operation its id
     */
    int end(int operation, boolean committed, VersionTable versions) {
        int length = matched + tail.size();
        int last = length == 0 ? History.INITIAL : tail.isEmpty() ? known.versions[matched - 1] : tail.last();
        if (!tail.isEmpty() && !(committed && extendsLongest(versions))) {
            int[] own = Arrays.copyOf(Arrays.copyOf(known.versions, matched), length);
            System.arraycopy(tail.array(), 0, own, matched, tail.size());
            deviant.put(operation, own);
        }
        known = null;
        return last;
    }

    /**
     * Makes the tail part of the longest list, if it is one more step of it: what came before the tail is all of the longest
     * list, and no element stands twice. What transactions say that did not commit might not have been.
     */
    private boolean extendsLongest(VersionTable versions) {
        if (matched < known.size) return false;
        while (position.size() < versions.size()) position.add(-1);
        for (int i = 0; i < tail.size(); i++) {
            int version = tail.get(i);
            if (position.get(version) >= 0) {
                for (int j = 0; j < i; j++) position.set(tail.get(j), -1);
                return false;
            }
            position.set(version, matched + i);
        }
        for (int i = 0; i < tail.size(); i++) known.add(tail.get(i), versions.atom(tail.get(i)));
        return true;
    }

    /** Leaves out list reads, the last ones: operations from {@code from} to {@code to - 1}. */
    void forget(int from, int to) {
        for (int op = from; op < to && !deviant.isEmpty(); op++) deviant.remove(op);
    }

    /** The elements of a list read that is no prefix of the longest list; null for others. */
    int[] deviant(int operation) {
        return deviant.isEmpty() ? null : deviant.get(operation);
    }

    /** How many elements the longest list of a key has. */
    int longest(int key) {
        return key < longest.length && longest[key] != null ? longest[key].size : 0;
    }

    /** The version at a place of the longest list of a key. */
    int longest(int key, int index) {
        return longest[key].versions[index];
    }

    /** The place of a version in the longest list of its key, or -1. */
    int position(int version) {
        return version < position.size() ? position.get(version) : -1;
    }

    /** Says of a history of lists what was read. */
    void describe(History.Parts parts) {
        int keys = parts.keyAtom.length;
        parts.listBegin = new int[keys + 1];
        for (int k = 0; k < keys; k++) parts.listBegin[k + 1] = parts.listBegin[k] + longest(k);
        parts.listVersion = new int[parts.listBegin[keys]];
        for (int k = 0; k < keys; k++) {
            if (longest(k) > 0)
                System.arraycopy(longest[k].versions, 0, parts.listVersion, parts.listBegin[k], longest(k));
        }
        int versions = parts.versions.size();
        parts.listPosition = Arrays.copyOf(position.array(), versions);
        if (position.size() < versions) Arrays.fill(parts.listPosition, position.size(), versions, -1);
        parts.deviant = Map.copyOf(deviant);
    }

    /** The longest list of a key that was read so far, with its values, so that the next ones are compared in one place. */
    private static final class Longest {
        int[] versions = new int[4];
        long[] atoms = new long[4];
        int size;

        void add(int version, long atom) {
            if (size == versions.length) {
                versions = Arrays.copyOf(versions, size * 2);
                atoms = Arrays.copyOf(atoms, size * 2);
            }
            versions[size] = version;
            atoms[size++] = atom;
        }

        /** How many of the values from {@code from} to {@code to - 1} stand here in a row, from {@code position} on. */
        int matching(int position, long[] values, int from, int to) {
            int most = Math.min(to - from, size - position);
            int same = 0;
            while (same < most && atoms[position + same] == values[from + same]) same++;
            return same;
        }
    }
}
