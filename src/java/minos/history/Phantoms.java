package minos.history;

import java.util.BitSet;
import minos.util.IntList;
import minos.util.LongList;

/**
 * Makes a history of one with predicates that says nothing of phantoms. A read of a view then only asks that there was, at some time
 * before, a version of the row that looks as it says: each look of a view is a register of its own, which only those write whose
 * last version of the row looks so. A read of a view that its own transaction wrote before, or that never looked so, says nothing.
 */
final class Phantoms {
    private final History.Parts parts;
    private final Rows rows;
    private final int[] opKey;
    private final int[] opVersion;
    private final BitSet views = new BitSet();
    /** By view: the transaction, plus one, that wrote it last. */
    private final int[] writer;

    private Phantoms(History.Parts parts) {
        this.parts = parts;
        rows = parts.rows;
        opKey = parts.opKey.clone();
        opVersion = parts.opVersion.clone();
        for (int key = 0; key < parts.keyAtom.length; key++) views.set(key, rows.isView(parts.keyAtom[key]));
        writer = new int[parts.keyAtom.length];
    }

    static void allow(History.Parts parts) {
        new Phantoms(parts).allow();
    }

    /** By key that would be new: the view that it is a look of. */
    static int[] looks(History.Parts parts) {
        IntList views = new IntList();
        for (int v = 0; parts.rows != null && v < parts.versions.size(); v++) {
            int key = parts.versions.key(v);
            if (parts.rows.isView(parts.keyAtom[key])) views.add(key);
        }
        return views.toArray();
    }

    private void allow() {
        for (int t = 0; t < parts.session.length; t++) {
            forgetOwn(t);
            forgetOverwritten(t);
        }
        forgetMissed();
        int[] look = looks();
        for (int op = 0; op < opKey.length; op++) {
            if (opVersion[op] >= 0) opKey[op] = look[opVersion[op]] << 1 | opKey[op] & 1;
        }
        parts.opKey = opKey;
        parts.opVersion = opVersion;
        History.Versions before = parts.versions;
        parts.versions = new History.Versions() {
            @Override
            public int size() {
                return look.length;
            }

            @Override
            public int key(int version) {
                return look[version];
            }

            @Override
            public long atom(int version) {
                return before.atom(version);
            }
        };
    }

    /** By version: its key, which of a view is that of a look. */
    private int[] looks() {
        LongList names = new LongList();
        for (long name : parts.keyAtom) names.add(name);
        int[] look = new int[parts.versions.size()];
        for (int v = 0; v < look.length; v++) {
            look[v] = parts.versions.key(v);
            if (!views.get(look[v])) continue;
            names.add(rows.look(parts.keyAtom[look[v]], parts.versions.atom(v)));
            look[v] = names.size() - 1;
        }
        parts.keyAtom = names.toArray();
        return look;
    }

    private boolean isWrite(int op) {
        return (opKey[op] & 1) != 0;
    }

    private void forget(int op) {
        opKey[op] &= ~1;
        opVersion[op] = History.UNKNOWN;
    }

    private void forgetOwn(int t) {
        for (int op = parts.begin[t]; op < parts.begin[t + 1]; op++) {
            int key = opKey[op] >>> 1;
            if (!views.get(key)) continue;
            if (isWrite(op)) writer[key] = t + 1;
            else if (writer[key] == t + 1) forget(op);
        }
    }

    private void forgetOverwritten(int t) {
        for (int op = parts.begin[t + 1] - 1; op >= parts.begin[t]; op--) {
            int key = opKey[op] >>> 1;
            if (!views.get(key) || !isWrite(op)) continue;
            if (writer[key] != -t - 1) writer[key] = -t - 1;
            else forget(op);
        }
    }

    private void forgetMissed() {
        BitSet written = new BitSet();
        for (int op = 0; op < opKey.length; op++) if (isWrite(op) && opVersion[op] >= 0) written.set(opVersion[op]);
        for (int op = 0; op < opKey.length; op++) {
            if (isWrite(op) || opVersion[op] < 0 || !views.get(opKey[op] >>> 1)) continue;
            boolean absent = parts.versions.atom(opVersion[op]) == rows.absent();
            if (absent && !written.get(opVersion[op])) forget(op);
        }
    }
}
