package minos.history;

import java.util.Arrays;
import java.util.BitSet;

/** Finds the reads of initial values in formats that do not mark them, and gives them {@link History#INITIAL}. */
final class InitialValues {
    private static final int NONE = -1;
    private static final int SEVERAL = -2;

    private InitialValues() {
    }

    static void resolve(History.Parts parts, HistoryBuilder.Initial initial) {
        if (parts.model == Model.LIST_APPEND) return; // lists begin empty
        BitSet written = new BitSet(parts.versionAtom.length);
        for (int op = 0; op < parts.opKey.length; op++) {
            if ((parts.opKey[op] & 1) != 0) written.set(parts.opVersion[op]);
        }
        int[] candidate = null;
        if (initial == HistoryBuilder.Initial.INFER) {
            candidate = new int[parts.keyAtom.length];
            Arrays.fill(candidate, NONE);
            for (int v = written.nextClearBit(0); v < parts.versionAtom.length; v = written.nextClearBit(v + 1)) {
                int key = parts.versionKey[v];
                candidate[key] = candidate[key] == NONE ? v : SEVERAL;
            }
        }
        for (int op = 0; op < parts.opVersion.length; op++) {
            int version = parts.opVersion[op];
            if (version < 0 || written.get(version)) continue;
            boolean isInitial = candidate == null ? parts.versionAtom[version] == 0
                    : candidate[parts.versionKey[version]] == version;
            if (isInitial) parts.opVersion[op] = History.INITIAL;
        }
    }
}
