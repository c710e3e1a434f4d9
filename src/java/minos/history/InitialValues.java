package minos.history;

import java.util.Arrays;
import java.util.BitSet;
import minos.util.IntList;
import minos.util.LongList;

/** Tells, in formats that do not mark them, which of the values that nobody wrote are initial ones. */
final class InitialValues {
    private static final int NONE = -1;
    private static final int SEVERAL = -2;

    private final HistoryBuilder.Initial rule;
    private final LongList value;
    private final IntList key;
    /** For {@link HistoryBuilder.Initial#INFER}, by key: the only candidate that it has. */
    private int[] only;

    /** @param key the keys of the versions that nobody wrote; {@code value} their values */
    InitialValues(HistoryBuilder.Initial rule, int keys, IntList key, LongList value) {
        this.rule = rule;
        this.key = key;
        this.value = value;
        if (rule != HistoryBuilder.Initial.INFER) return;
        only = new int[keys];
        Arrays.fill(only, NONE);
        for (int i = 0; i < key.size(); i++) only[key.get(i)] = only[key.get(i)] == NONE ? i : SEVERAL;
    }

    /** Whether the version at that place of the lists is an initial one. */
    boolean isInitial(int candidate) {
        return switch (rule) {
            case EXPLICIT -> false;
            case ZERO -> value.get(candidate) == 0;
            case INFER -> only[key.get(candidate)] == candidate;
        };
    }

    /** Gives reads of initial values {@link History#INITIAL} as their version. */
    static void resolve(History.Parts parts, HistoryBuilder.Initial rule) {
        if (parts.model == Model.LIST_APPEND) return; // lists begin empty
        int versions = parts.versions.size();
        BitSet written = new BitSet(versions);
        for (int op = 0; op < parts.opKey.length; op++) {
            if ((parts.opKey[op] & 1) != 0) written.set(parts.opVersion[op]);
        }
        IntList version = new IntList();
        IntList key = new IntList();
        LongList value = new LongList();
        for (int v = written.nextClearBit(0); v < versions; v = written.nextClearBit(v + 1)) {
            version.add(v);
            key.add(parts.versions.key(v));
            value.add(parts.versions.atom(v));
        }
        InitialValues values = new InitialValues(rule, parts.keyAtom.length, key, value);
        BitSet initial = new BitSet(versions);
        for (int i = 0; i < version.size(); i++) if (values.isInitial(i)) initial.set(version.get(i));
        for (int op = 0; op < parts.opVersion.length; op++) {
            if (parts.opVersion[op] >= 0 && initial.get(parts.opVersion[op])) parts.opVersion[op] = History.INITIAL;
        }
    }
}
