package minos.history;

import java.util.Arrays;
import java.util.Map;

/**
 * A history of transactions, immutable, in primitive arrays. Everything has a dense int id from 0:
 * <ul>
 * <li><b>sessions</b>, in order of appearance;
 * <li><b>transactions</b>, in the order in which they completed, those that never did last (formats without
 *     completions: in order of appearance). Within a session this is session order;
 * <li><b>operations</b>: those of transaction t are {@code begin(t)} to {@code end(t) - 1}, in program order;
 * <li><b>keys</b>;
 * <li><b>versions</b>: one for each pair of a key and a value that occurs. As values are written once, a version is at the
 *     same time the value that a read returned and the write that it came from.
 * </ul>
 * A list read has the version of its last element. What the list says beyond that is kept once a key, as the
 * longest list seen; a read that is not a prefix of it keeps its own elements ({@link #deviates}).
 *
 * <p>Costs 8 bytes an operation, 8 to 12 a version (16 for lists) and up to 25 a transaction.
 */
public final class History {
    /** As a version: the initial one. As a transaction: the imaginary one that wrote all initial values. */
    public static final int INITIAL = -1;
    /** As the version of a read: not known, as the transaction's outcome is not. */
    public static final int UNKNOWN = -2;

    private final Model model;
    private final Origin origin;
    private final Atoms atoms;
    private final long[] sessionAtom;
    private final long[] keyAtom;
    private final int[] session;
    private final byte[] status;
    private final int[] begin;
    private final int[] invocation;
    private final int[] completion;
    private final long[] place;
    private final int[] opKey;
    private final int[] opVersion;
    private final Versions versions;
    private final int[] listBegin;
    private final int[] listVersion;
    private final int[] listPosition;
    private final Map<Integer, int[]> deviant;
    private final String initialText;

    /** Only {@link HistoryBuilder} and its bulk sibling make histories; the arrays are theirs no longer. */
    History(Parts parts) {
        model = parts.model;
        origin = parts.origin;
        atoms = parts.atoms;
        sessionAtom = parts.sessionAtom;
        keyAtom = parts.keyAtom;
        session = parts.session;
        status = parts.status;
        begin = parts.begin;
        invocation = parts.invocation;
        completion = parts.completion;
        place = parts.place;
        opKey = parts.opKey;
        opVersion = parts.opVersion;
        versions = parts.versions;
        listBegin = parts.listBegin;
        listVersion = parts.listVersion;
        listPosition = parts.listPosition;
        deviant = parts.deviant;
        initialText = parts.initialText;
    }

    /** The arrays of a history under construction. See the accessors of {@link History} for what each holds. */
    static final class Parts {
        Model model;
        Origin origin = Origin.MEMORY;
        Atoms atoms;
        long[] sessionAtom;
        long[] keyAtom;
        int[] session;
        byte[] status;
        /** By transaction, and one more: where the last ends. */
        int[] begin;
        /** Null without real time. */
        int[] invocation;

        int[] completion;
        /** Null where the origin has no more to tell. */
        long[] place;
        /** Key times two, plus one for a write. */
        int[] opKey;

        int[] opVersion;
        Versions versions;
        /** Lists only, else null: by key and one more, where its longest list begins in {@link #listVersion}. */
        int[] listBegin;

        int[] listVersion;
        /** Lists only, else null: by version, its place in the longest list of its key, or -1. */
        int[] listPosition;

        Map<Integer, int[]> deviant = Map.of();
        /** How initial values print. */
        String initialText = "nil";
    }

    /** What each version is: a value of a key. Asked for when something is told, not while it is judged. */
    interface Versions {
        int size();

        int key(int version);

        /** The value, as an {@link Atoms atom}. */
        long atom(int version);
    }

    public Model model() {
        return model;
    }

    public boolean isList() {
        return model == Model.LIST_APPEND;
    }

    public Origin origin() {
        return origin;
    }

    public int sessions() {
        return sessionAtom.length;
    }

    public int transactions() {
        return session.length;
    }

    public int operations() {
        return opKey.length;
    }

    public int keys() {
        return keyAtom.length;
    }

    public int versions() {
        return versions.size();
    }

    // Transactions

    public int session(int transaction) {
        return session[transaction];
    }

    public Status status(int transaction) {
        return STATUSES[status[transaction]];
    }

    private static final Status[] STATUSES = Status.values();

    /** The transaction's first operation. */
    public int begin(int transaction) {
        return begin[transaction];
    }

    /** One past the transaction's last operation. */
    public int end(int transaction) {
        return begin[transaction + 1];
    }

    /** The transaction that an operation belongs to. */
    public int transactionOf(int operation) {
        int found = Arrays.binarySearch(begin, operation);
        if (found < 0) return -found - 2;
        while (begin[found + 1] == operation) found++; // empty transactions begin at the same place
        return found;
    }

    /** Whether the history tells when transactions were invoked and completed. */
    public boolean hasRealTime() {
        return invocation != null;
    }

    /** The place of the invocation in the order of the history; only with {@link #hasRealTime real time}. */
    public int invocation(int transaction) {
        return invocation[transaction];
    }

    /** The place of the completion in the order of the history; {@link Integer#MAX_VALUE} if it never completed. */
    public int completion(int transaction) {
        return completion[transaction];
    }

    /** Other fields of the transaction's record, for explanations; read again from the origin. */
    public Map<String, String> fields(int transaction) {
        return place == null ? Map.of() : origin.fields(place[transaction]);
    }

    // Operations

    public boolean isWrite(int operation) {
        return (opKey[operation] & 1) != 0;
    }

    public int key(int operation) {
        return opKey[operation] >>> 1;
    }

    /** The version written or read; for a list read that of its last element. {@link #INITIAL} and {@link #UNKNOWN} for reads. */
    public int version(int operation) {
        return opVersion[operation];
    }

    // Lists

    /** How many versions the longest list of a key has. */
    public int longest(int key) {
        return listBegin[key + 1] - listBegin[key];
    }

    /** The version at a place of the longest list of a key. */
    public int longest(int key, int index) {
        return listVersion[listBegin[key] + index];
    }

    /** A version's place in the longest list of its key, or -1 if it is not there. */
    public int position(int version) {
        return listPosition[version];
    }

    /** Whether a list read is something else than a prefix of the longest list of its key. */
    public boolean deviates(int operation) {
        return !deviant.isEmpty() && deviant.containsKey(operation);
    }

    /** All list reads that deviate, in ascending order. */
    public int[] deviants() {
        return deviant.keySet().stream().mapToInt(Integer::intValue).sorted().toArray();
    }

    /** How many elements a list read returned. */
    public int length(int operation) {
        int[] own = deviant.isEmpty() ? null : deviant.get(operation);
        if (own != null) return own.length;
        int version = opVersion[operation];
        return version < 0 ? 0 : listPosition[version] + 1;
    }

    /** The version of one element of a list read. */
    public int element(int operation, int index) {
        int[] own = deviant.isEmpty() ? null : deviant.get(operation);
        return own != null ? own[index] : listVersion[listBegin[opKey[operation] >>> 1] + index];
    }

    // Names

    public int versionKey(int version) {
        return versions.key(version);
    }

    public String sessionText(int session) {
        return atoms.text(sessionAtom[session]);
    }

    public String keyText(int key) {
        return atoms.text(keyAtom[key]);
    }

    /** The value of a version; for {@link #INITIAL} as the format calls it, {@code ?} for {@link #UNKNOWN}. */
    public String valueText(int version) {
        return switch (version) {
            case INITIAL -> initialText;
            case UNKNOWN -> "?";
            default -> atoms.text(versions.atom(version));
        };
    }

    /** Keys, values and session names as {@link Atoms atoms}, for writers. */
    public long keyAtom(int key) {
        return keyAtom[key];
    }

    public long valueAtom(int version) {
        return versions.atom(version);
    }

    public long sessionAtom(int session) {
        return sessionAtom[session];
    }

    Atoms atoms() {
        return atoms;
    }

    /** Where the origin finds the transaction's record again; -1 for nowhere. */
    long place(int transaction) {
        return place == null ? -1 : place[transaction];
    }
}
