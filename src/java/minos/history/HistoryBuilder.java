package minos.history;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import minos.util.IntList;
import minos.util.LongInterner;
import minos.util.LongList;

/**
 * Takes transactions one after another, in the order that {@link History} prescribes, and makes a history of them:
 * <pre>
 * int p = builder.session(process);
 * builder.begin(p, Status.COMMITTED, 4, 7, offset);
 * builder.append(x, 1);
 * builder.beginList(y); builder.element(1); builder.element(2); builder.endList();
 * builder.end();
 * </pre>
 * Keys, values and processes are atoms of {@link #atoms()}. A list read is compared with the longest list of its key as its
 * elements come in, so that a long list that is read again and again is neither stored nor hashed again.
 */
public final class HistoryBuilder {
    private final Atoms atoms;
    private final LongInterner sessions = new LongInterner();
    private final LongInterner keys = new LongInterner();
    private final VersionTable versions = new VersionTable();

    private final IntList session = new IntList();
    private byte[] status = new byte[64];
    private final IntList begin = new IntList();
    private final IntList invocation = new IntList();
    private final IntList completion = new IntList();
    private final LongList place = new LongList();
    private final IntList opKey = new IntList();
    private final IntList opVersion = new IntList();

    private Model model;
    private boolean realTime = true;
    private boolean places;

    private LongestList[] longest = new LongestList[16];
    private final IntList listPosition = new IntList();
    private final Map<Integer, int[]> deviant = new HashMap<>();
    private int listKey;
    private LongestList known;
    private int matched;
    private final IntList tail = new IntList();

    public HistoryBuilder(Atoms atoms) {
        this.atoms = atoms;
    }

    public Atoms atoms() {
        return atoms;
    }

    /** Says what the keys hold; operations that do not fit are refused. Otherwise the first telling operation decides. */
    public void model(Model wanted) {
        model = wanted;
    }

    /** The session of that name, new or known. */
    public int session(long name) {
        return sessions.intern(name);
    }

    /**
     * Begins a transaction.
     *
     * @param invocation place of the invocation in the history; -1 if the format has none
     * @param completion place of the completion; {@link Integer#MAX_VALUE} if it never completed for sure
     * @param place      where the origin finds the record again; -1 for nowhere
     */
    public void begin(int session, Status status, int invocation, int completion, long place) {
        int id = this.session.size();
        this.session.add(session);
        if (id == this.status.length) this.status = Arrays.copyOf(this.status, id * 2);
        this.status[id] = (byte) status.ordinal();
        begin.add(opKey.size());
        if (invocation < 0) realTime = false;
        this.invocation.add(invocation);
        this.completion.add(completion);
        if (place >= 0) places = true;
        this.place.add(place);
    }

    /** Ends the transaction. */
    public void end() {
        // Nothing to do: the next one's beginning is this one's end. Kept for callers' symmetry and for later checks.
    }

    /** A write of a register. */
    public void write(long key, long value) {
        require(model == Model.LWT ? Model.LWT : Model.RW_REGISTER, key);
        int k = keys.intern(key);
        operation(k << 1 | 1, versions.intern(k, value));
    }

    /** An append to a list. */
    public void append(long key, long value) {
        require(Model.LIST_APPEND, key);
        int k = keys.intern(key);
        operation(k << 1 | 1, versions.intern(k, value));
    }

    /** A read of a register that returned {@code value}. */
    public void read(long key, long value) {
        require(model == Model.LWT ? Model.LWT : Model.RW_REGISTER, key);
        int k = keys.intern(key);
        operation(k << 1, versions.intern(k, value));
    }

    /** A read that found the initial value (for lists: {@code nil} or the empty list). */
    public void readInitial(long key) {
        operation(keys.intern(key) << 1, History.INITIAL);
    }

    /** A read whose result is not known. */
    public void readUnknown(long key) {
        operation(keys.intern(key) << 1, History.UNKNOWN);
    }

    /** Begins a list read; its elements follow. */
    public void beginList(long key) {
        require(Model.LIST_APPEND, key);
        listKey = keys.intern(key);
        if (listKey >= longest.length) longest = Arrays.copyOf(longest, Math.max(listKey + 1, longest.length * 2));
        if (longest[listKey] == null) longest[listKey] = new LongestList();
        known = longest[listKey];
        matched = 0;
        tail.clear();
    }

    /** The next element of the list read. */
    public void element(long value) {
        if (tail.isEmpty() && matched < known.size() && known.atom(matched) == value) matched++;
        else tail.add(versions.intern(listKey, value));
    }

    /** The next elements of the list read: the values from {@code from} to {@code to - 1}. */
    public void elements(long[] values, int from, int to) {
        int i = from;
        if (tail.isEmpty()) {
            int same = known.matching(matched, values, from, to);
            matched += same;
            i += same;
        }
        for (; i < to; i++) tail.add(versions.intern(listKey, values[i]));
    }

    /** Ends the list read. */
    public void endList() {
        int length = matched + tail.size();
        int last = length == 0 ? History.INITIAL : tail.isEmpty() ? known.version(matched - 1) : tail.last();
        if (!tail.isEmpty() && !extendLongest()) {
            int[] own = known.copy(matched, length);
            System.arraycopy(tail.array(), 0, own, matched, tail.size());
            deviant.put(opKey.size(), own);
        }
        operation(listKey << 1, last);
    }

    /**
     * Makes the tail part of the longest list, if it is one more step of it: what came before the tail is all of the longest
     * list, no element stands twice, and the transaction committed (what others say might not have been).
     */
    private boolean extendLongest() {
        if (matched < known.size() || status[session.size() - 1] != Status.COMMITTED.ordinal()) return false;
        while (listPosition.size() < versions.size()) listPosition.add(-1);
        for (int i = 0; i < tail.size(); i++) {
            int version = tail.get(i);
            if (listPosition.get(version) >= 0) {
                for (int j = 0; j < i; j++) listPosition.set(tail.get(j), -1);
                return false;
            }
            listPosition.set(version, matched + i);
        }
        for (int i = 0; i < tail.size(); i++) known.add(tail.get(i), versions.atom(tail.get(i)));
        return true;
    }

    private void operation(int kindAndKey, int version) {
        opKey.add(kindAndKey);
        opVersion.add(version);
    }

    private void require(Model wanted, long key) {
        if (model == null) model = wanted;
        if (model != wanted) {
            throw new MalformedHistory(
                    "key " + atoms.text(key) + " is used as in " + wanted + ", but this history is " + model);
        }
    }

    /** The history. The builder is of no use afterwards. */
    public History build(Origin origin, InitialValues initial) {
        return build(origin, initial, initial.text());
    }

    /** A history whose reads of initial values are marked as such; {@code initialText} is how these print. */
    History build(Origin origin, String initialText) {
        return build(origin, InitialValues.EXPLICIT, initialText);
    }

    private History build(Origin origin, InitialValues initial, String initialText) {
        int transactions = session.size();
        History.Parts parts = new History.Parts();
        parts.model = model == null ? Model.RW_REGISTER : model;
        parts.origin = origin;
        parts.atoms = atoms;
        parts.sessionAtom = sessions.toArray();
        parts.keyAtom = keys.toArray();
        parts.session = session.toArray();
        parts.status = Arrays.copyOf(status, transactions);
        begin.add(opKey.size());
        parts.begin = begin.toArray();
        if (realTime && transactions > 0) {
            parts.invocation = invocation.toArray();
            parts.completion = completion.toArray();
        }
        if (places) parts.place = place.toArray();
        parts.opKey = opKey.toArray();
        parts.opVersion = opVersion.toArray();
        parts.versions = VersionNames.of(versions.keys(), versions.atoms());
        if (parts.model == Model.LIST_APPEND) lists(parts);
        parts.initialText = initialText;
        initial.resolve(parts);
        return new History(parts);
    }

    private void lists(History.Parts parts) {
        parts.listBegin = new int[keys.size() + 1];
        IntList all = new IntList(versions.size());
        for (int k = 0; k < keys.size(); k++) {
            LongestList list = k < longest.length ? longest[k] : null;
            for (int i = 0; list != null && i < list.size(); i++) all.add(list.version(i));
            parts.listBegin[k + 1] = all.size();
        }
        parts.listVersion = all.toArray();
        parts.listPosition = Arrays.copyOf(listPosition.array(), versions.size());
        Arrays.fill(parts.listPosition, listPosition.size(), versions.size(), -1);
        parts.deviant = Map.copyOf(deviant);
    }
}
