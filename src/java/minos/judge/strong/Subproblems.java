package minos.judge.strong;

import java.util.Arrays;
import minos.util.IntList;

/**
 * Makes the problems of parts of a problem. Keys that only one of the chosen transactions uses are left out, as they tell
 * nothing of the others. Takes time in the size of the part: its arrays, as large as the whole, are cleaned after use and used
 * again.
 */
final class Subproblems {
    private static final int UNUSED = -1;
    private static final int SHARED = -2;
    /** Less {@code t}: that is the only transaction so far that uses the key. */
    private static final int ALONE = -3;

    private final Problem whole;
    /** By key: its number in the part, if that has it. */
    private final int[] newKey;

    private final int[] newVersion;

    Subproblems(Problem whole) {
        this.whole = whole;
        newKey = new int[whole.keys];
        newVersion = new int[whole.versions()];
        Arrays.fill(newKey, UNUSED);
        Arrays.fill(newVersion, -1);
    }

    /** @param chosen the transactions of the part, in ascending order */
    Problem of(int[] chosen) {
        int operations = 0;
        for (int t : chosen) {
            operations += whole.readBegin[t + 1] - whole.readBegin[t] + whole.writeBegin[t + 1] - whole.writeBegin[t];
        }
        Problem.Builder parts = new Problem.Builder(chosen.length, operations, whole.isList());
        int[] oldKeys = number(chosen);
        writes(chosen, parts);
        reads(chosen, parts);
        if (whole.isList()) elements(oldKeys, parts);
        for (int pair = 0; pair < whole.assumption.length; pair++) {
            int earlier = newVersion[whole.assumedEarlier[pair]];
            int later = newVersion[whole.assumedLater[pair]];
            if (earlier >= 0 && later >= 0) parts.assume(earlier, later, whole.assumption[pair]);
        }
        for (int key : oldKeys) newKey[key] = UNUSED;
        for (int t : chosen) Arrays.fill(newVersion, whole.writeBegin[t], whole.writeBegin[t + 1], -1);
        Problem part = parts.build(whole.history, whole.order, oldKeys.length);
        whole.inherit(chosen, part);
        return part;
    }

    /** Numbers the keys of the part; what they are in the whole. */
    private int[] number(int[] chosen) {
        IntList used = new IntList();
        for (int t : chosen) {
            for (int v = whole.writeBegin[t]; v < whole.writeBegin[t + 1]; v++) use(whole.versionKey[v], t, used);
            for (int r = whole.readBegin[t]; r < whole.readBegin[t + 1]; r++) use(whole.readKey[r], t, used);
        }
        IntList old = new IntList();
        for (int i = 0; i < used.size(); i++) {
            int key = used.get(i);
            boolean shared = newKey[key] == SHARED;
            newKey[key] = shared ? old.size() : UNUSED;
            if (shared) old.add(key);
        }
        return old.toArray();
    }

    private void use(int key, int t, IntList used) {
        int known = newKey[key];
        if (known == SHARED || known == ALONE - t) return;
        newKey[key] = known == UNUSED ? ALONE - t : SHARED;
        if (known == UNUSED) used.add(key);
    }

    private void writes(int[] chosen, Problem.Builder parts) {
        for (int t : chosen) {
            parts.begin(whole.id[t]);
            for (int v = whole.writeBegin[t]; v < whole.writeBegin[t + 1]; v++) {
                if (newKey[whole.versionKey[v]] == UNUSED) continue;
                newVersion[v] = parts.versionKey.size();
                parts.write(newKey[whole.versionKey[v]], whole.versionOp[v]);
            }
        }
        parts.end();
    }

    private void reads(int[] chosen, Problem.Builder parts) {
        parts.readBegin.clear();
        for (int t : chosen) {
            parts.readBegin.add(parts.readSlot.size());
            for (int r = whole.readBegin[t]; r < whole.readBegin[t + 1]; r++) {
                if (newKey[whole.readKey[r]] == UNUSED) continue;
                int slot = whole.readSlot[r];
                if (slot != Problem.LEFT_OUT) slot = whole.isInitial(slot) ? Problem.Builder.INITIAL : newVersion[slot];
                parts.read(newKey[whole.readKey[r]], slot, whole.readOp[r]);
                if (whole.isList()) parts.readLength.add(whole.readLength[r]);
            }
        }
        parts.readBegin.add(parts.readSlot.size());
    }

    private void elements(int[] oldKeys, Problem.Builder parts) {
        for (int key : oldKeys) {
            parts.elementBegin.add(parts.elementVersion.size());
            for (int e = whole.elementBegin[key]; e < whole.elementBegin[key + 1]; e++) {
                int version = newVersion[whole.elementVersion[e]];
                if (version < 0) continue;
                parts.element(version, whole.elementPlace[e], whole.elementLast[e], whole.elementNumber[e]);
            }
        }
        parts.elementBegin.add(parts.elementVersion.size());
    }
}
