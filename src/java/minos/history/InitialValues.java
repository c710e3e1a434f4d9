package minos.history;

import java.util.Arrays;
import java.util.BitSet;
import minos.util.IntList;
import minos.util.LongList;

/**
 * How a recording says that a read found the initial value of its key. Formats differ: some have a word for it, some use a
 * number; and where the database was filled before the recording began, nobody may have said what was in it.
 */
public enum InitialValues {
    /** The recording says so itself, read by read. */
    EXPLICIT("nil"),
    /** The value 0 is the initial one of a register, unless somebody wrote 0 to it. */
    ZERO("0"),
    /** A value that nobody wrote is the initial one of its register, if it is the only such value there. */
    INFER("initial");

    private static final int NONE = -1;
    private static final int SEVERAL = -2;

    private final String text;

    InitialValues(String text) {
        this.text = text;
    }

    /** How initial values print then: not as any value of the history, if these differ from key to key. */
    String text() {
        return text;
    }

    /**
     * Which of the versions that nobody wrote are initial ones, by their place in the lists.
     *
     * @param keys  how many keys the history has
     * @param key   the keys of these versions
     * @param value their values
     */
    BitSet among(int keys, IntList key, LongList value) {
        BitSet initial = new BitSet(key.size());
        switch (this) {
            case EXPLICIT -> {}
            case ZERO -> {
                for (int i = 0; i < value.size(); i++) initial.set(i, value.get(i) == 0);
            }
            case INFER -> {
                int[] only = new int[keys];
                Arrays.fill(only, NONE);
                for (int i = 0; i < key.size(); i++) only[key.get(i)] = only[key.get(i)] == NONE ? i : SEVERAL;
                for (int i = 0; i < key.size(); i++) initial.set(i, only[key.get(i)] == i);
            }
        }
        return initial;
    }

    /** Gives reads of initial values {@link History#INITIAL} as their version. */
    void resolve(History.Parts parts) {
        if (this == EXPLICIT || parts.model == Model.LIST_APPEND) return; // lists begin empty
        int versions = parts.versions.size();
        BitSet written = new BitSet(versions);
        for (int op = 0; op < parts.opKey.length; op++) {
            if ((parts.opKey[op] & 1) != 0 && parts.opVersion[op] >= 0) written.set(parts.opVersion[op]);
        }
        IntList version = new IntList();
        IntList key = new IntList();
        LongList value = new LongList();
        for (int v = written.nextClearBit(0); v < versions; v = written.nextClearBit(v + 1)) {
            version.add(v);
            key.add(parts.versions.key(v));
            value.add(parts.versions.atom(v));
        }
        BitSet candidates = among(parts.keyAtom.length, key, value);
        BitSet initial = new BitSet(versions);
        for (int i = 0; i < version.size(); i++) initial.set(version.get(i), candidates.get(i));
        for (int op = 0; op < parts.opVersion.length; op++) {
            if (parts.opVersion[op] >= 0 && initial.get(parts.opVersion[op])) parts.opVersion[op] = History.INITIAL;
        }
    }
}
