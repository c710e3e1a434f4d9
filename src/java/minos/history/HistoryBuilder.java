package minos.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.LongPredicate;
import minos.util.IntList;
import minos.util.LongInterner;
import minos.util.LongList;
import minos.util.Sentinel;

/**
 * Takes transactions one after another, in the order that {@link History} prescribes (by completion, those that never
 * completed last), and makes a history of them:
 * <pre>
 * HistoryBuilder builder = new HistoryBuilder(new Atoms(false));
 * long x = builder.atoms().ofText(":x");
 * builder.begin(builder.session(0), Status.COMMITTED, 0, 1, -1);
 * builder.append(x, 1);
 * builder.end();
 * builder.begin(builder.session(1), Status.COMMITTED, 2, 3, -1);
 * builder.beginList(x); builder.element(1); builder.endList();
 * builder.end();
 * History history = builder.build(Origin.MEMORY, InitialValues.EXPLICIT);
 * </pre>
 * Keys, values and names of sessions are {@linkplain Atoms atoms} of {@link #atoms()}. Not for several threads at once.
 */
public final class HistoryBuilder {
    /** How many names of isolation levels there may be. */
    private static final int MOST_LEVELS = 100;
    /** The session of what left the state that a history begins with, where something was forgotten. */
    static final String EARLIER = ":earlier";

    final Atoms atoms;
    final LongInterner sessions = new LongInterner();
    final LongInterner keys = new LongInterner();
    VersionTable versions = new VersionTable();
    /** How many transactions were forgotten. */
    int forgotten;

    final IntList session = new IntList();
    byte[] status = new byte[64];
    final IntList begin = new IntList();
    final IntList invocation = new IntList();
    final IntList completion = new IntList();
    final LongList place = new LongList();
    /** As in {@link History.Parts}. */
    byte[] isolation;

    final List<String> isolations = new ArrayList<>();
    private final Stamps.Builder stamps = new Stamps.Builder();
    private final VersionNumbers.Builder numbers = new VersionNumbers.Builder();
    /** By transaction, its group plus one, or 0; null as long as there are none. */
    int[] group;

    final LongInterner groups = new LongInterner();
    final IntList opKey = new IntList();
    final IntList opVersion = new IntList();

    Model model;
    boolean realTime = true;
    /** Whether all were recorded with their invocations, what was forgotten included. */
    boolean invoked = true;
    /** Whether there is a session of what came before all else. */
    boolean earlier;

    boolean places;
    private boolean inTransaction;
    private Landmarks landmarks = Landmarks.NONE;

    final ListReads lists = new ListReads();
    final SetReads sets = new SetReads();
    private final PredicateReads predicates = new PredicateReads();
    /** Null but for histories with predicates. */
    private Rows rows;

    /**
     * A builder without transactions.
     *
     * @param atoms what its keys, values and names of sessions stand for
     */
    public HistoryBuilder(Atoms atoms) {
        this.atoms = atoms;
    }

    /** {@return whether some transaction reads by predicates} */
    boolean hasPredicates() {
        return rows != null;
    }

    /** {@return how many transactions have begun} */
    public int transactions() {
        return session.size();
    }

    /** {@return what the keys, values and names of sessions stand for} */
    public Atoms atoms() {
        return atoms;
    }

    /**
     * Says what the keys hold: operations that do not fit are refused with a {@link MalformedHistory}. Unless this is called, the
     * first operation that can only be one of the two, registers or lists, decides.
     *
     * @param wanted the model
     */
    public void model(Model wanted) {
        model = wanted;
    }

    /**
     * Says what else was recorded besides the transactions.
     *
     * @param noted what the origin finds again
     */
    public void landmarks(Landmarks noted) {
        landmarks = noted;
    }

    /**
     * {@return the id of a session, new or known}
     *
     * @param name its name, an atom
     */
    public int session(long name) {
        return sessions.intern(name);
    }

    /**
     * Begins a transaction. What it did follows, in program order; then {@link #end}.
     *
     * @param session    as {@link #session(long)} returned it
     * @param status     how the transaction ended
     * @param invocation place of the invocation in the history; -1 if the format has none
     * @param completion place of the completion; {@link Integer#MAX_VALUE} if it never completed for sure
     * @param place      where the origin finds the record again; -1 for nowhere
     * @throws IllegalStateException if the one before has not ended
     */
    public void begin(int session, Status status, int invocation, int completion, long place) {
        if (inTransaction) throw new IllegalStateException("the transaction before has not ended");
        inTransaction = true;
        int id = this.session.size();
        this.session.add(session);
        if (id == this.status.length) this.status = Arrays.copyOf(this.status, id * 2);
        this.status[id] = (byte) status.ordinal();
        begin.add(opKey.size());
        if (invocation < 0) {
            realTime = false;
            invoked = false;
        }
        this.invocation.add(invocation);
        this.completion.add(completion);
        if (place >= 0) places = true;
        this.place.add(place);
    }

    /**
     * Says at which isolation level the transaction ran that has begun.
     *
     * @param level the level's name
     * @throws MalformedHistory if there are more names than any database has levels
     */
    public void isolation(String level) {
        requireTransaction();
        int known = isolations.indexOf(level);
        if (known < 0) {
            known = isolations.size();
            if (known == MOST_LEVELS) {
                throw new MalformedHistory("more than " + known + " isolation levels, the last of them " + level);
            }
            isolations.add(level);
        }
        int last = session.size() - 1;
        if (isolation == null) isolation = new byte[status.length];
        else if (isolation.length <= last) isolation = Arrays.copyOf(isolation, status.length);
        isolation[last] = (byte) (known + 1);
    }

    /**
     * Says when the transaction that has begun did so by the database's clock.
     *
     * @param time any value that can be compared with the others, an atom
     */
    public void started(long time) {
        requireTransaction();
        stamps.started(session.size() - 1, time);
    }

    /**
     * Says when the transaction that has begun committed by the database's clock.
     *
     * @param time any value that can be compared with the others, an atom
     */
    public void committed(long time) {
        requireTransaction();
        stamps.committed(session.size() - 1, time);
    }

    /**
     * Says to which group the transaction belongs that has begun: a session of many clients.
     *
     * @param name any value, an atom
     */
    public void group(long name) {
        requireTransaction();
        int last = session.size() - 1;
        if (group == null) group = new int[status.length];
        else if (group.length <= last) group = Arrays.copyOf(group, status.length);
        group[last] = groups.intern(name) + 1;
    }

    /**
     * Says which version of its key the last operation made, a write.
     *
     * @param number any value that can be compared with the others, an atom
     */
    public void number(long number) {
        requireTransaction();
        numbers.add(opKey.size() - 1, number);
    }

    /**
     * Ends the transaction; the next one can begin, or the history be {@linkplain #build built}.
     *
     * @throws IllegalStateException if none has begun, or its last list read has not ended
     */
    public void end() {
        requireTransaction();
        inTransaction = false;
    }

    /**
     * A write of a register.
     *
     * @param key   what was written to
     * @param value what was written
     * @throws MalformedHistory if the keys hold lists
     */
    public void write(long key, long value) {
        requireNoList(key);
        int k = keys.intern(key);
        operation(k << 1 | 1, versions.intern(k, value));
    }

    /**
     * A write of the initial value to a register: what was written there is gone.
     *
     * @param key what was written to
     * @throws MalformedHistory if the keys hold lists
     */
    public void delete(long key) {
        require(model == Model.LWT || model == Model.CLOSED_PREDICATE ? model : Model.RW_REGISTER, key);
        operation(keys.intern(key) << 1 | 1, History.INITIAL);
    }

    /**
     * An append to a list.
     *
     * @param key   what was appended to
     * @param value the new element
     * @throws MalformedHistory if the keys hold registers
     */
    public void append(long key, long value) {
        require(Model.LIST_APPEND, key);
        int k = keys.intern(key);
        operation(k << 1 | 1, versions.intern(k, value));
    }

    /**
     * A read of a register.
     *
     * @param key   what was read
     * @param value what the read returned
     * @throws MalformedHistory if the keys hold lists
     */
    public void read(long key, long value) {
        requireNoList(key);
        int k = keys.intern(key);
        operation(k << 1, versions.intern(k, value));
    }

    /**
     * An add of an element to a set.
     *
     * @param set     the set's name, where there are several; empty for the only one
     * @param element what was added
     * @throws MalformedHistory if the keys hold something else
     */
    public void addToSet(Optional<Long> set, long element) {
        require(Model.SET, element);
        int k = sets.member(set, element, keys, atoms);
        operation(k << 1 | 1, versions.intern(k, atoms.ofText(SetReads.PRESENT)));
    }

    /**
     * A read of a whole set. It becomes one read of each element that the set has anywhere in the history.
     *
     * @param set      the set's name, where there are several; empty for the only one
     * @param elements an array that has the elements found
     * @param from     the place of the first
     * @param to       one past the place of the last
     * @throws MalformedHistory if the keys hold something else
     */
    public void readSet(Optional<Long> set, long[] elements, int from, int to) {
        require(Model.SET, 0);
        int[] members = new int[to - from];
        for (int i = from; i < to; i++) {
            members[i - from] = sets.member(set, elements[i], keys, atoms);
            versions.intern(members[i - from], atoms.ofText(SetReads.PRESENT));
        }
        sets.read(opKey.size(), set, members);
        operation(0, History.UNKNOWN);
    }

    /**
     * Says that a row was there from the beginning; before any transaction. Other rows are not.
     *
     * @param key   the row
     * @param value what it held
     * @throws MalformedHistory if the keys hold something else
     */
    public void initialRow(long key, long value) {
        require(Model.CLOSED_PREDICATE, key);
        if (!session.isEmpty()) throw new IllegalStateException("transactions have begun");
        rows().begin(key, value);
        keys.intern(key);
    }

    /**
     * A write of a row: an insert, or a change of what it holds.
     *
     * @param key   the row
     * @param value what it holds then
     * @throws MalformedHistory if the keys hold something else
     */
    public void writeRow(long key, long value) {
        row(key, 1, value);
    }

    /**
     * A delete of a row.
     *
     * @param key the row
     * @throws MalformedHistory if the keys hold something else
     */
    public void deleteRow(long key) {
        row(key, 1, rows().absent());
    }

    /**
     * A read of a row by its key.
     *
     * @param key   the row
     * @param value what it held
     * @throws MalformedHistory if the keys hold something else
     */
    public void readRow(long key, long value) {
        row(key, 0, value);
    }

    /**
     * A read by key that found no row.
     *
     * @param key the row
     * @throws MalformedHistory if the keys hold something else
     */
    public void readNoRow(long key) {
        row(key, 0, rows().absent());
    }

    private void row(long key, int write, long value) {
        require(Model.CLOSED_PREDICATE, key);
        int k = keys.intern(key);
        operation(k << 1 | write, PredicateReads.version(k, value, rows(), keys, versions));
    }

    /**
     * A read of all rows that a predicate matches. It becomes one read of each row that occurs anywhere in the history and that the
     * predicate tells something of.
     *
     * @param predicate its name
     * @param matches   whether it matches a row that holds a value
     * @param found     what it returned: rows, and what they held
     * @throws MalformedHistory if the keys hold something else
     */
    public void readRows(long predicate, LongPredicate matches, Map<Long, Long> found) {
        require(Model.CLOSED_PREDICATE, predicate);
        rows();
        Map<Integer, Long> byRow = new HashMap<>();
        found.forEach((key, value) -> byRow.put(keys.intern(key), value));
        predicates.read(opKey.size(), predicate, matches, byRow);
        operation(0, History.UNKNOWN);
    }

    private Rows rows() {
        if (rows == null) rows = new Rows(atoms);
        return rows;
    }

    /** Takes over what another history knows of its rows, views included. */
    void rows(Rows known) {
        rows = known;
    }

    /**
     * A read that found the initial value (of a list: {@code nil} or the empty list).
     *
     * @param key what was read
     */
    public void readInitial(long key) {
        operation(keys.intern(key) << 1, History.INITIAL);
    }

    /**
     * A read whose result is not known.
     *
     * @param key what was read
     */
    public void readUnknown(long key) {
        operation(keys.intern(key) << 1, History.UNKNOWN);
    }

    /**
     * Begins a list read; its elements follow.
     *
     * @param key what was read
     * @throws MalformedHistory if the keys hold registers
     */
    public void beginList(long key) {
        require(Model.LIST_APPEND, key);
        requireTransaction();
        lists.begin(keys.intern(key));
    }

    /**
     * The next element of the list read.
     *
     * @param value its value
     */
    public void element(long value) {
        requireList();
        lists.element(value, versions);
    }

    /**
     * The next elements of the list read.
     *
     * @param values an array that has them
     * @param from   the place of the first
     * @param to     one past the place of the last
     */
    public void elements(long[] values, int from, int to) {
        requireList();
        lists.elements(values, from, to, versions);
    }

    /** Ends the list read. */
    public void endList() {
        requireList();
        boolean committed = status[session.size() - 1] == Status.COMMITTED.ordinal();
        int last = lists.end(opKey.size(), committed, versions);
        operation(lists.key() << 1, last);
    }

    private void operation(int kindAndKey, int version) {
        requireTransaction();
        opKey.add(kindAndKey);
        opVersion.add(version);
    }

    private void requireTransaction() {
        if (!inTransaction) throw new IllegalStateException("no transaction has begun");
        if (lists.isOpen()) throw new IllegalStateException("a list read has not ended");
    }

    private void requireList() {
        if (!lists.isOpen()) throw new IllegalStateException("no list read has begun");
    }

    private void requireNoList(long key) {
        require(model == null || model == Model.LIST_APPEND ? Model.RW_REGISTER : model, key);
    }

    private void require(Model wanted, long key) {
        if (model == null) model = wanted;
        if (model != wanted) {
            throw new MalformedHistory(
                    "key " + atoms.text(key) + " is used as in " + wanted + ", but this history is " + model);
        }
    }

    /**
     * Leaves out the last transactions, none of which committed: what an operation that is still open did may change until it ends.
     *
     * @param transactions how many stay, the first
     * @throws IllegalStateException if the last transaction has not ended
     */
    public void keep(int transactions) {
        if (inTransaction) throw new IllegalStateException("the last transaction has not ended");
        if (transactions >= session.size()) return;
        int operations = begin.get(transactions);
        lists.forget(operations, opKey.size());
        if (isolation != null && isolation.length > transactions)
            Arrays.fill(isolation, transactions, isolation.length, (byte) 0);
        if (group != null && group.length > transactions) Arrays.fill(group, transactions, group.length, 0);
        for (IntList ofTransactions : List.of(session, begin, invocation, completion))
            ofTransactions.truncate(transactions);
        place.truncate(transactions);
        opKey.truncate(operations);
        opVersion.truncate(operations);
        stamps.forget(transactions);
        numbers.forget(operations);
        sets.forget(operations);
    }

    /** {@return whether there is nothing but registers, so that it can {@linkplain #forget}} */
    boolean canForget() {
        boolean plain = model == Model.RW_REGISTER && sets.isEmpty() && rows == null;
        return plain && stamps.isEmpty() && numbers.isEmpty() && isolation == null && group == null;
    }

    /**
     * Leaves out transactions, and operations of those that stay; versions that do not occur any more are not known any more either.
     *
     * @param first what comes before all else from now on, in a session of its own; where there is no room for that in real time, there
     *              is no real time any more
     * @param transactions which others stay
     */
    void forget(int[] first, IntPredicate transactions, GrowingHistory.BiIntPredicate operations) {
        HistoryBuilder left = new HistoryBuilder(atoms);
        VersionTable known = versions;
        versions = new VersionTable();
        for (int t : first) forget(t, left, known, operations);
        int count = transactions();
        int room = Integer.MAX_VALUE;
        for (int t = 0; t < count; t++) {
            if (!transactions.test(t)) continue;
            forget(t, left, known, operations);
            room = Math.min(room, invocation.get(t));
        }
        for (int i = 0; i < first.length; i++) {
            left.session.set(i, sessions.intern(atoms.ofText(EARLIER)));
            realTime &= 2 * i + 1 < room;
            left.invocation.set(i, 2 * i);
            left.completion.set(i, 2 * i + 1);
        }
        earlier |= first.length > 0;
        forgotten += count - left.transactions();
        copy(left.session, session);
        copy(left.begin, begin);
        copy(left.invocation, invocation);
        copy(left.completion, completion);
        copy(left.opKey, opKey);
        copy(left.opVersion, opVersion);
        place.clear();
        for (int i = 0; i < left.place.size(); i++) place.add(left.place.get(i));
        status = left.status;
    }

    private void forget(int t, HistoryBuilder left, VersionTable known, GrowingHistory.BiIntPredicate operations) {
        int from = begin.get(t);
        int to = t + 1 < begin.size() ? begin.get(t + 1) : opKey.size();
        left.begin(session.get(t), Status.values()[status[t]], invocation.get(t), completion.get(t), place.get(t));
        for (int op = from; op < to; op++) {
            if (!operations.test(t, op)) continue;
            int version = opVersion.get(op);
            left.operation(
                    opKey.get(op), version < 0 ? version : versions.intern(known.key(version), known.atom(version)));
        }
        left.end();
    }

    private static void copy(IntList from, IntList to) {
        to.clear();
        for (int i = 0; i < from.size(); i++) to.add(from.get(i));
    }

    /**
     * {@return the history so far} More transactions may follow, unless some read by predicates; later calls do not change it.
     *
     * @param origin  where the transactions came from; {@link Origin#MEMORY} for nowhere in particular
     * @param initial how reads of initial values are told from others
     * @throws IllegalStateException if the last transaction has not ended
     */
    public History build(Origin origin, InitialValues initial) {
        return build(origin, initial, initial.text());
    }

    /** A history whose reads of initial values are marked as such; {@code initialText} is how these print. */
    History build(Origin origin, String initialText) {
        return build(origin, InitialValues.EXPLICIT, initialText);
    }

    private History build(Origin origin, InitialValues initial, String initialText) {
        if (inTransaction) throw new IllegalStateException("the last transaction has not ended");
        int transactions = session.size();
        IntList begin = this.begin.copy();
        begin.add(opKey.size());
        predicates.expand(opKey, opVersion, begin, rows, keys, versions);
        History.Parts parts = new History.Parts();
        parts.model = model == null ? Model.RW_REGISTER : model;
        parts.origin = origin;
        parts.atoms = atoms;
        parts.sessionAtom = sessions.toArray();
        parts.keyAtom = keys.toArray();
        parts.session = session.toArray();
        parts.status = Arrays.copyOf(status, transactions);
        parts.begin = begin.toArray();
        if (realTime && transactions > 0) {
            parts.invocation = invocation.toArray();
            parts.completion = completion.toArray();
        }
        if (places) parts.place = place.toArray();
        if (isolation != null) {
            parts.isolation = Arrays.copyOf(isolation, transactions);
            parts.isolations = isolations.toArray(String[]::new);
        }
        if (group != null) {
            parts.group = Arrays.copyOf(group, transactions);
            for (int t = 0; t < transactions; t++) parts.group[t] = group[t] == 0 ? Sentinel.NONE : group[t] - 1;
            parts.groups = groups.toArray();
        }
        if (!stamps.isEmpty()) {
            compare(parts, "times of the database's clock", () -> parts.stamps = stamps.build(transactions, atoms));
        }
        if (!numbers.isEmpty()) {
            compare(parts, "numbers of versions", () -> parts.numbers = numbers.build(opKey.size(), atoms));
        }
        parts.opKey = opKey.toArray();
        parts.opVersion = opVersion.toArray();
        parts.versions = versions.names();
        if (parts.model == Model.LIST_APPEND) lists.describe(parts);
        parts.initialText = rows != null ? Rows.ABSENT : sets.isEmpty() ? initialText : SetReads.ABSENT;
        parts.rows = rows;
        parts.forgotten = forgotten;
        parts.landmarks = landmarks;
        sets.expand(parts);
        initial.resolve(parts);
        return new History(parts);
    }

    /** What cannot be compared is left out: nobody may have meant it for an order. */
    private static void compare(History.Parts parts, String what, Runnable comparison) {
        try {
            comparison.run();
        } catch (MalformedHistory e) {
            List<String> notes = new ArrayList<>(parts.origin.notes());
            notes.add("the " + what + " count for nothing: " + e.getMessage());
            parts.origin = Origin.noted(parts.origin, notes);
        }
    }
}
