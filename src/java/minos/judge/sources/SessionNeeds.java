package minos.judge.sources;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.BitSet;
import minos.graph.Csr;
import minos.history.History;
import minos.history.Status;
import minos.infer.TouchedKeys;
import minos.model.Level;
import minos.util.IntList;
import minos.util.LongInterner;

/**
 * What the reads of registers need of the writes before them, where a level promises something to each session and key by itself:
 * read your writes does, and monotonic reads as far as nobody who was seen writes another key, too. A <b>need</b> is a value that a session must find. It is answered by a write of that value which comes when the need is <b>open</b>; a
 * need of
 *
 * <ul>
 *   <li>monotonic reads opens when the needs of the session's transactions before it are answered: with what answers the last of them,
 *       as that is not older;
 *   <li>read your writes opens with what its session wrote to the key last.
 * </ul>
 *
 * Those that one write answers anyway are one need. The needs of a session for one value are a <b>slot</b>, and are answered in turn;
 * those for one key are a <b>chain</b>.
 */
final class SessionNeeds {
    final History history;
    /** Whether needs open one after the other; otherwise with own writes. */
    final boolean inTurn;
    /** Whether the level promises no more than that. */
    final boolean isAll;
    /** By session: its transactions that may take part and matter. */
    final Csr sessions;
    /** What transactions leave of keys. */
    final BitSet last = new BitSet();

    // By operation; NONE if there is none
    /** The slot that a read needs, or that its session has for what it writes. */
    final int[] slot;
    /** How many needs of its slot must be answered before a read. */
    final int[] required;
    /** The chain of its session that goes on with a write. */
    final int[] opening;

    // By slot
    final IntList session = new IntList();
    final IntList chain = new IntList();
    final IntList item = new IntList();
    /** How many of its needs, the first ones, have transactions that committed. */
    final IntList certain = new IntList();

    // By need
    /** How far its chain must have come for it to be open. */
    final IntList opens = new IntList();
    /** The place in its session of the first transaction that has it. */
    final IntList place = new IntList();
    /** Whether no write answers it and the need of the slot before it. */
    final BitSet apart = new BitSet();

    /** By slot: its needs. */
    final Csr needs;
    /** By item: the slots that need it. */
    final Csr needing;
    /** By slot: the places in its session that write what it needs. */
    final Csr own;
    /** By item: how many transactions write it. */
    final int[] writers;

    private final LongInterner slots = new LongInterner();
    private final LongInterner chains = new LongInterner();

    private SessionNeeds(History history, boolean inTurn, Csr sessions) {
        this.history = history;
        this.inTurn = inTurn;
        this.sessions = sessions;
        isAll = !inTurn || writesOneKeyEach();
        slot = new int[history.operations()];
        required = new int[slot.length];
        writers = new int[history.versions() + history.keys()];
        opening = new int[slot.length];
        Arrays.fill(slot, NONE);
        Arrays.fill(opening, NONE);
        Finder finder = new Finder();
        for (int s = 0; s < history.sessions(); s++) {
            for (int i = sessions.begin(s); i < sessions.end(s); i++) finder.find(s, i - sessions.begin(s));
        }
        for (int op = last.nextSetBit(0); op >= 0; op = last.nextSetBit(op + 1)) {
            long session = history.session(history.transactionOf(op));
            slot[op] = find(slots, session * writers.length + item(op));
            if (!inTurn) opening[op] = find(chains, session * history.keys() + history.key(op));
        }
        needs = finder.bySlot.byRow(slots());
        needing = Csr.build(writers.length, byItem -> {
            for (int i = 0; i < slots(); i++) byItem.add(item.get(i), i);
        });
        own = Csr.build(slots(), this::ownWriters);
    }

    /**
     * Those of a history in the order of sessions; null if a level does not speak of each session and key by itself, or what opens a
     * need depends on an outcome.
     */
    static SessionNeeds of(History history, Level level) {
        boolean inTurn = level == Level.MONOTONIC_READS;
        boolean byOwnWrites = level == Level.READ_YOUR_WRITES || level == Level.READ_ATOMIC && isEachReadAlone(history);
        if (!inTurn && !byOwnWrites) return null;
        BitSet read = new BitSet();
        for (int op = 0; op < history.operations(); op++) {
            if (!history.isWrite(op) && history.version(op) >= 0) read.set(history.version(op));
        }
        Csr sessions = Csr.build(history.sessions(), bySession -> {
            for (int t = 0; t < history.transactions(); t++) {
                if (matters(history, t, read)) bySession.add(history.session(t), t);
            }
        });
        return isEachOutcomeLast(history, sessions) ? new SessionNeeds(history, inTurn, sessions) : null;
    }

    /** One that may not have happened, and that nobody can have read from, has not. */
    private static boolean matters(History history, int t, BitSet read) {
        if (history.status(t) != Status.INDETERMINATE) return history.status(t) == Status.COMMITTED;
        for (int op = history.begin(t); op < history.end(t); op++) {
            boolean isRead = history.version(op) < 0 || read.get(history.version(op));
            if (history.isWrite(op) && isRead) return true;
        }
        return false;
    }

    private static boolean isEachReadAlone(History history) {
        for (int t = 0; t < history.transactions(); t++) {
            int reads = 0;
            for (int op = history.begin(t); op < history.end(t); op++) if (!history.isWrite(op)) reads++;
            if (reads > 1) return false;
        }
        return true;
    }

    /** Whether no session reads after a transaction that may not have happened. */
    private static boolean isEachOutcomeLast(History history, Csr sessions) {
        for (int s = 0; s < history.sessions(); s++) {
            boolean unsure = false;
            for (int i = sessions.begin(s); i < sessions.end(s); i++) {
                int t = sessions.get(i);
                for (int op = history.begin(t); unsure && op < history.end(t); op++) {
                    if (!history.isWrite(op)) return false;
                }
                unsure |= history.status(t) == Status.INDETERMINATE;
            }
        }
        return true;
    }

    private boolean writesOneKeyEach() {
        for (int i = 0; i < sessions.size(); i++) {
            int t = sessions.get(i);
            int written = NONE;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!history.isWrite(op)) continue;
                if (written != NONE && written != history.key(op)) return false;
                written = history.key(op);
            }
        }
        return true;
    }

    int slots() {
        return slots.size();
    }

    int chains() {
        return chains.size();
    }

    /** What an operation wrote or read. */
    int item(int op) {
        return history.version(op) == History.INITIAL ? initial(history.key(op)) : history.version(op);
    }

    /** What the initial state has of a key. */
    int initial(int key) {
        return history.versions() + key;
    }

    private static int find(LongInterner known, long item) {
        int id = known.find(item);
        return id < 0 ? NONE : id;
    }

    private void ownWriters(Csr.Builder bySlot) {
        for (int s = 0; s < history.sessions(); s++) {
            for (int i = sessions.begin(s); i < sessions.end(s); i++) {
                int t = sessions.get(i);
                for (int op = history.begin(t); op < history.end(t); op++) {
                    if (last.get(op) && slot[op] != NONE) bySlot.add(slot[op], i - sessions.begin(s));
                }
            }
        }
    }

    /** Goes through the sessions, one after the other. */
    private final class Finder {
        final Csr.Entries bySlot = new Csr.Entries(history.sessions());
        private final TouchedKeys touched = new TouchedKeys(history.keys());

        /** By key: the last session that wrote it, and how many of its transactions did so far. */
        private final int[] writer = new int[history.keys()];

        private final int[] written = new int[history.keys()];

        // By slot
        private final IntList lastNeed = new IntList();
        private final IntList sizes = new IntList();

        // By chain
        private final IntList length = new IntList();
        /** The last place in the session that read the key. */
        private final IntList reader = new IntList();
        /** The length when what this place needs, and what the place before it needs that needs anything, began. */
        private final IntList begin = new IntList();

        private final IntList beginBefore = new IntList();
        /** The slot of the only need that begins there; {@code NONE} if there are several. */
        private final IntList alone = new IntList();

        private final IntList aloneBefore = new IntList();

        Finder() {
            Arrays.fill(writer, NONE);
        }

        void find(int session, int at) {
            int t = sessions.get(sessions.begin(session) + at);
            touched.enter(t, history.end(t) - history.begin(t));
            for (int op = history.begin(t); op < history.end(t); op++) {
                int entry = touched.slot(history.key(op));
                if (history.isWrite(op)) touched.lastOwn[entry] = op;
                else if (touched.lastOwn[entry] == NONE && history.version(op) != History.UNKNOWN)
                    read(session, at, op);
            }
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!history.isWrite(op) || touched.lastOwn[touched.slot(history.key(op))] != op) continue;
                last.set(op);
                writers[item(op)]++;
                int key = history.key(op);
                written[key] = writer[key] == session ? written[key] + 1 : 1;
                writer[key] = session;
            }
        }

        private void read(int session, int at, int op) {
            int chain = chain(session, history.key(op), at);
            int slot = slot(session, chain, item(op));
            SessionNeeds.this.slot[op] = slot;
            if (!isAnswered(slot, chain, op)) add(slot, chain, op, at);
            required[op] = sizes.get(slot);
        }

        private int chain(int session, int key, int at) {
            int known = chains.size();
            int chain = chains.intern((long) session * history.keys() + key);
            if (chain == known) {
                length.add(0);
                reader.add(NONE);
                begin.add(0);
                beginBefore.add(NONE);
                alone.add(NONE);
                aloneBefore.add(NONE);
            }
            if (reader.get(chain) == at) return chain;
            reader.set(chain, at);
            if (length.get(chain) > begin.get(chain)) {
                beginBefore.set(chain, begin.get(chain));
                aloneBefore.set(chain, alone.get(chain));
                begin.set(chain, length.get(chain));
            }
            return chain;
        }

        private int slot(int session, int chain, int item) {
            int known = slots.size();
            int slot = slots.intern((long) session * writers.length + item);
            if (slot < known) return slot;
            SessionNeeds.this.session.add(session);
            SessionNeeds.this.chain.add(chain);
            SessionNeeds.this.item.add(item);
            certain.add(0);
            sizes.add(0);
            lastNeed.add(NONE);
            return slot;
        }

        /** Whether a need that is there is answered by nothing that does not answer the read, too. */
        private boolean isAnswered(int slot, int chain, int op) {
            if (inTurn && aloneBefore.get(chain) == slot) return true;
            return lastNeed.get(slot) != NONE && opens.get(lastNeed.get(slot)) == opensAt(chain, op);
        }

        private int opensAt(int chain, int op) {
            if (inTurn) return begin.get(chain);
            int key = history.key(op);
            return writer[key] == history.session(history.transactionOf(op)) ? written[key] : 0;
        }

        private void add(int slot, int chain, int op, int at) {
            int opensAt = opensAt(chain, op);
            int before = lastNeed.get(slot);
            int need = opens.size();
            if (before != NONE && (!inTurn || opens.get(before) != beginBefore.get(chain))) apart.set(need);
            bySlot.add(slot, need);
            lastNeed.set(slot, need);
            opens.add(opensAt);
            place.add(at);
            alone.set(chain, length.get(chain) == opensAt ? slot : NONE);
            length.set(chain, length.get(chain) + 1);
            sizes.set(slot, sizes.get(slot) + 1);
            boolean committed = history.status(history.transactionOf(op)) == Status.COMMITTED;
            if (committed) certain.set(slot, sizes.get(slot));
        }
    }
}
