package minos.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import minos.util.Sentinel;

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
 * <p>Costs 8 bytes an operation, 8 to 12 a version (16 for lists) and up to 26 a transaction, or 50
 * where the database says when each began and committed.
 */
public final class History {
    /** As a version: the initial one. As a transaction: the imaginary one that wrote all initial values. */
    public static final int INITIAL = -1;
    /** Not known: as the version of a read, what it returned; as a place, what the history does not say. */
    public static final int UNKNOWN = Sentinel.NONE;

    /** So many operations. */
    private static final int WORTH_A_THREAD = 10_000;

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
    private final byte[] isolation;
    private final String[] isolations;
    /** Null if there are none. */
    private final Stamps stamps;

    private final VersionNumbers numbers;
    /** By transaction, its group or {@link #UNKNOWN}; null if there are none. */
    private final int[] group;

    private final long[] groups;

    /** The key, doubled, and one more if it is written; this and the next for loops of this package that are gone through millions of times. */
    final int[] opKey;

    final int[] opVersion;
    private final Versions versions;
    private final int[] listBegin;
    private final int[] listVersion;
    private final int[] listPosition;
    private final Map<Integer, int[]> deviant;
    private final String initialText;
    private final int forgotten;
    /** Null but for histories with predicates. */
    private final Rows rows;
    /** The views that the keys beyond the others are looks of, where {@linkplain #allowingPhantoms phantoms are allowed}. */
    private final int[] looks;

    private final Landmarks landmarks;

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
        isolation = parts.isolation;
        isolations = parts.isolations;
        stamps = parts.stamps;
        numbers = parts.numbers;
        group = parts.group;
        groups = parts.groups;
        opKey = parts.opKey;
        opVersion = parts.opVersion;
        versions = parts.versions;
        listBegin = parts.listBegin;
        listVersion = parts.listVersion;
        listPosition = parts.listPosition;
        deviant = parts.deviant;
        initialText = parts.initialText;
        forgotten = parts.forgotten;
        rows = parts.rows;
        looks = Phantoms.looks(parts);
        landmarks = parts.landmarks;
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
        /** The place of each transaction's level in {@link #isolations}, plus one; 0 for none. Null if no transaction has one. */
        byte[] isolation;

        String[] isolations;
        /** Null if there are none. */
        Stamps stamps;
        /** Null if there are none. */
        VersionNumbers numbers;
        /** Each transaction's group, or {@link #UNKNOWN}. Null if no transaction has one. */
        int[] group;
        /** The names of the groups, atoms. */
        long[] groups;
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
        /** How many transactions there were besides, on which nothing can depend. */
        int forgotten;

        /** Null but for histories with predicates. */
        Rows rows;

        Landmarks landmarks = Landmarks.NONE;
    }

    /**
     * {@return this history, where transactions that do not say at which isolation level they ran say one} The same history if none
     * says anything.
     *
     * @param level the name of that level
     */
    public History unmarkedAt(String level) {
        if (isolation == null) return this;
        int known = List.of(isolations).indexOf(level);
        Parts parts = parts();
        if (known < 0) {
            known = isolations.length;
            parts.isolations = Arrays.copyOf(isolations, known + 1);
            parts.isolations[known] = level;
        }
        parts.isolation = isolation.clone();
        for (int t = 0; t < session.length; t++) if (isolation[t] == 0) parts.isolation[t] = (byte) (known + 1);
        return new History(parts);
    }

    /**
     * {@return this history with another order in which its database says that transactions committed}
     *
     * @param place by transaction: its place in that order, from 0; empty for those that have none
     */
    public History committedAt(IntFunction<OptionalInt> place) {
        Parts parts = parts();
        parts.stamps = Stamps.of(IntStream.range(0, transactions())
                .map(t -> place.apply(t).orElse(UNKNOWN))
                .toArray());
        return new History(parts);
    }

    /** All that it is made of, for one that differs in some of it; the arrays are still its own. */
    Parts parts() {
        Parts parts = new Parts();
        parts.model = model;
        parts.origin = origin;
        parts.atoms = atoms;
        parts.sessionAtom = sessionAtom;
        parts.keyAtom = keyAtom;
        parts.session = session;
        parts.status = status;
        parts.begin = begin;
        parts.invocation = invocation;
        parts.completion = completion;
        parts.place = place;
        parts.isolation = isolation;
        parts.isolations = isolations;
        parts.stamps = stamps;
        parts.numbers = numbers;
        parts.group = group;
        parts.groups = groups;
        parts.opKey = opKey;
        parts.opVersion = opVersion;
        parts.versions = versions;
        parts.listBegin = listBegin;
        parts.listVersion = listVersion;
        parts.listPosition = listPosition;
        parts.deviant = deviant;
        parts.initialText = initialText;
        parts.forgotten = forgotten;
        parts.rows = rows;
        parts.landmarks = landmarks;
        return parts;
    }

    /**
     * {@return this history, where what a predicate did not return may have come later} Operations, transactions, versions and keys
     * keep their numbers; keys that come to them are those of views, here. The same history if it has no views.
     */
    public History allowingPhantoms() {
        if (!hasViews()) return this;
        Parts parts = parts();
        Phantoms.allow(parts);
        return new History(parts);
    }

    /** What each version is: a value of a key. Asked for when something is told, not while it is judged. */
    interface Versions {
        int size();

        int key(int version);

        /** The value, as an {@link Atoms atom}. */
        long atom(int version);

        /** Those of which keys and values are known, by version. */
        static Versions of(int[] key, long[] atom) {
            return new Versions() {
                @Override
                public int size() {
                    return key.length;
                }

                @Override
                public int key(int version) {
                    return key[version];
                }

                @Override
                public long atom(int version) {
                    return atom[version];
                }
            };
        }
    }

    /** {@return how many transactions there were besides, on which nothing can depend} */
    public int forgotten() {
        return forgotten;
    }

    /** {@return what the keys hold} */
    public Model model() {
        return model;
    }

    /** {@return whether rows were read by predicates, so that some keys are {@linkplain #isView views}} */
    public boolean hasViews() {
        return rows != null && rows.hasViews();
    }

    /**
     * {@return whether a key is what predicates see of a row}
     *
     * @param key its id
     */
    public boolean isView(int key) {
        return rows != null && rows.isView(keyAtom(key));
    }

    /**
     * {@return whether an operation deleted a row or did not find one, where that is a version of its own: the row was there at
     * first}
     *
     * @param operation its id
     */
    public boolean isAbsent(int operation) {
        int version = opVersion[operation];
        return rows != null && version >= 0 && versions.atom(version) == rows.absent();
    }

    /** What is known of rows besides their reads and writes; null but for histories with predicates. */
    Rows rows() {
        return rows;
    }

    /** {@return whether the keys hold lists} */
    public boolean isList() {
        return model == Model.LIST_APPEND;
    }

    /** {@return where the history came from} */
    public Origin origin() {
        return origin;
    }

    /** {@return how many sessions there are} */
    public int sessions() {
        return sessionAtom.length;
    }

    /** {@return how many transactions there are, whatever became of them} */
    public int transactions() {
        return session.length;
    }

    /** {@return how many operations all transactions have together} */
    public int operations() {
        return opKey.length;
    }

    /** {@return how many keys occur} */
    public int keys() {
        return keyAtom.length;
    }

    /** {@return how many versions occur, the initial ones not counted} */
    public int versions() {
        return versions.size();
    }

    // Transactions

    /**
     * {@return the session of a transaction}
     *
     * @param transaction its id
     */
    public int session(int transaction) {
        return session[transaction];
    }

    /**
     * {@return how a transaction ended}
     *
     * @param transaction its id
     */
    public Status status(int transaction) {
        return STATUSES[status[transaction]];
    }

    private static final Status[] STATUSES = Status.values();

    /**
     * {@return the first operation of a transaction}
     *
     * @param transaction its id
     */
    public int begin(int transaction) {
        return begin[transaction];
    }

    /**
     * {@return one past the last operation of a transaction}
     *
     * @param transaction its id
     */
    public int end(int transaction) {
        return begin[transaction + 1];
    }

    /**
     * {@return the transaction that an operation belongs to} A binary search.
     *
     * @param operation its id
     */
    public int transactionOf(int operation) {
        int found = Arrays.binarySearch(begin, operation);
        if (found < 0) return -found - 2;
        while (begin[found + 1] == operation) found++; // empty transactions begin at the same place
        return found;
    }

    /** {@return whether the history tells when transactions were invoked and completed} */
    public boolean hasRealTime() {
        return invocation != null;
    }

    /**
     * {@return the place of an invocation in the order of the history} Only with {@linkplain #hasRealTime real time}.
     *
     * @param transaction which was invoked there
     */
    public int invocation(int transaction) {
        return invocation[transaction];
    }

    /**
     * {@return the place of a completion in the order of the history; {@link Integer#MAX_VALUE} if there was none} Only with
     * {@linkplain #hasRealTime real time}.
     *
     * @param transaction which completed there
     */
    public int completion(int transaction) {
        return completion[transaction];
    }

    /** {@return whether some transaction says at which isolation level it ran} */
    public boolean hasIsolation() {
        return isolation != null;
    }

    /**
     * {@return the name of the isolation level that a transaction says it ran at; empty if it does not say}
     *
     * @param transaction its id
     */
    public Optional<String> isolation(int transaction) {
        int mark = isolation == null ? 0 : isolation[transaction];
        return mark == 0 ? Optional.empty() : Optional.of(isolations[mark - 1]);
    }

    /** {@return whether the database says when some transaction began or committed} */
    public boolean hasStamps() {
        return stamps != null;
    }

    /**
     * {@return when a transaction began by the database's clock, as a place among all such times; {@link #UNKNOWN} if it does not
     * say}
     *
     * @param transaction its id
     */
    public int started(int transaction) {
        return stamps == null ? UNKNOWN : stamps.started[transaction];
    }

    /**
     * {@return when a transaction committed by the database's clock, as a place among all such times; {@link #UNKNOWN} if it does
     * not say}
     *
     * @param transaction its id
     */
    public int committed(int transaction) {
        return stamps == null ? UNKNOWN : stamps.committed[transaction];
    }

    /**
     * {@return a time by the database's clock, as it was recorded}
     *
     * @param place as {@link #started} and {@link #committed} have it
     */
    public String stampText(int place) {
        return atoms.text(stamps.values[place]);
    }

    /**
     * {@return a time by the database's clock as an {@linkplain Atoms atom}, for those who write histories}
     *
     * @param place as {@link #started} and {@link #committed} have it
     */
    public long stampAtom(int place) {
        return stamps.values[place];
    }

    /** {@return whether the database says which versions of their keys some writes made} */
    public boolean hasNumbers() {
        return numbers != null;
    }

    /**
     * {@return which version of its key a write made by the database's word, as a place among all numbers of versions; {@link
     * #UNKNOWN} if it does not say}
     *
     * @param operation its id
     */
    public int number(int operation) {
        return numbers == null ? UNKNOWN : numbers.places[operation];
    }

    /**
     * {@return the number of a version, as it was recorded}
     *
     * @param place as {@link #number} has it
     */
    public String numberText(int place) {
        return atoms.text(numbers.values[place]);
    }

    /**
     * {@return the number of a version as an {@linkplain Atoms atom}, for those who write histories}
     *
     * @param place as {@link #number} has it
     */
    public long numberAtom(int place) {
        return numbers.values[place];
    }

    /** {@return how many groups transactions say they belong to; 0 if none says so} */
    public int groups() {
        return group == null ? 0 : groups.length;
    }

    /**
     * {@return the group that a transaction says it belongs to, from 0; {@link #UNKNOWN} if it does not say}
     *
     * @param transaction its id
     */
    public int group(int transaction) {
        return group == null ? UNKNOWN : group[transaction];
    }

    /**
     * {@return the name of a group, as it was recorded}
     *
     * @param number as {@link #group(int)} has it
     */
    public String groupText(int number) {
        return atoms.text(groups[number]);
    }

    /**
     * {@return the name of a group as an {@linkplain Atoms atom}, for those who write histories}
     *
     * @param number as {@link #group(int)} has it
     */
    public long groupAtom(int number) {
        return groups[number];
    }

    /**
     * {@return what else was recorded of a transaction, for explanations} Read again from the {@linkplain #origin origin}.
     *
     * @param transaction its id
     */
    public Map<String, String> fields(int transaction) {
        return place == null ? Map.of() : origin.fields(place[transaction]);
    }

    /**
     * {@return the same for several transactions} As fast as for one where the origin has to be read from its beginning.
     *
     * @param transactions their ids
     */
    public List<Map<String, String>> fields(int[] transactions) {
        if (place == null) return Collections.nCopies(transactions.length, Map.of());
        return origin.allFields(
                Arrays.stream(transactions).mapToLong(t -> place[t]).toArray());
    }

    /** {@return what else was recorded, for explanations, in its order} Read again from the {@linkplain #origin origin}. */
    public List<Landmark> landmarks() {
        int[] positions = landmarks.positions();
        List<Map<String, String>> records = origin.records(landmarks.places());
        List<Landmark> all = new ArrayList<>();
        for (int i = 0; i < positions.length; i++) {
            if (!records.get(i).isEmpty()) all.add(new Landmark(positions[i], records.get(i)));
        }
        return all;
    }

    /**
     * {@return where to cut the sequence of transactions for work by several threads: into parts with about the same number of
     * operations, of which a thread is worth while for each} Part i is the transactions from place i to place i + 1 of the
     * array.
     *
     * @param parts how many at most
     */
    public int[] cuts(int parts) {
        int wanted = Math.max(1, Math.min(parts, operations() / WORTH_A_THREAD));
        int[] cuts = new int[wanted + 1];
        for (int i = 1; i < wanted; i++) {
            cuts[i] = Math.max(cuts[i - 1], transactionOf((int) ((long) operations() * i / wanted)));
        }
        cuts[wanted] = transactions();
        return cuts;
    }

    // Operations

    /**
     * {@return whether an operation is a write (or an append), and no read}
     *
     * @param operation its id
     */
    public boolean isWrite(int operation) {
        return (opKey[operation] & 1) != 0;
    }

    /**
     * {@return the key that an operation reads or writes}
     *
     * @param operation its id
     */
    public int key(int operation) {
        return opKey[operation] >>> 1;
    }

    /**
     * {@return the version that an operation wrote or read} Of a list read, that of its last element. Reads can have
     * {@link #INITIAL} and {@link #UNKNOWN}, too; a write has {@link #INITIAL} if it deleted what was there.
     *
     * @param operation its id
     */
    public int version(int operation) {
        return opVersion[operation];
    }

    // Lists

    /**
     * {@return how many versions the longest list of a key has}
     *
     * @param key its id
     */
    public int longest(int key) {
        return listBegin[key + 1] - listBegin[key];
    }

    /**
     * {@return the version at a place of the longest list of a key}
     *
     * @param key   its id
     * @param index the place, from 0
     */
    public int longest(int key, int index) {
        return listVersion[listBegin[key] + index];
    }

    /**
     * {@return the place of a version in the longest list of its key; -1 if it is not there}
     *
     * @param version its id
     */
    public int position(int version) {
        return listPosition[version];
    }

    /**
     * {@return whether a list read is something else than a prefix of the longest list of its key}
     *
     * @param operation the list read
     */
    public boolean deviates(int operation) {
        return !deviant.isEmpty() && deviant.containsKey(operation);
    }

    /** {@return all list reads that {@linkplain #deviates deviate}, in ascending order} */
    public int[] deviants() {
        int[] reads = new int[deviant.size()];
        int count = 0;
        for (int read : deviant.keySet()) reads[count++] = read;
        Arrays.sort(reads);
        return reads;
    }

    /**
     * {@return how many elements a list read returned}
     *
     * @param operation the list read
     */
    public int length(int operation) {
        int[] own = deviant.isEmpty() ? null : deviant.get(operation);
        if (own != null) return own.length;
        int version = opVersion[operation];
        return version < 0 ? 0 : listPosition[version] + 1;
    }

    /**
     * {@return the version of one element of a list read}
     *
     * @param operation the list read
     * @param index     the element's place, from 0
     */
    public int element(int operation, int index) {
        int[] own = deviant.isEmpty() ? null : deviant.get(operation);
        return own != null ? own[index] : listVersion[listBegin[opKey[operation] >>> 1] + index];
    }

    // Names

    /**
     * {@return the key that a version is of}
     *
     * @param version its id; not {@link #INITIAL}, nor {@link #UNKNOWN}
     */
    public int versionKey(int version) {
        return versions.key(version);
    }

    /**
     * {@return the name of a session, as it was recorded}
     *
     * @param session its id
     */
    public String sessionText(int session) {
        return atoms.text(sessionAtom[session]);
    }

    /**
     * {@return the name of a key, as it was recorded}
     *
     * @param key its id
     */
    public String keyText(int key) {
        return atoms.text(keyAtom(key));
    }

    /**
     * {@return the value of a version, as it was recorded} {@link #INITIAL} as the format calls it, {@code ?} for
     * {@link #UNKNOWN}.
     *
     * @param version its id, or one of these two
     */
    public String valueText(int version) {
        return switch (version) {
            case INITIAL -> initialText;
            case UNKNOWN -> "?";
            default -> atoms.text(versions.atom(version));
        };
    }

    /**
     * {@return the value that an operation wrote or read, as it was recorded} As {@link #valueText}, but for rows that were there
     * from the beginning, which have an initial value each.
     *
     * @param operation no list read
     */
    public String writtenOrRead(int operation) {
        boolean initial = rows != null && opVersion[operation] == INITIAL;
        return initial ? atoms.text(rows.initial(keyAtom[key(operation)])) : valueText(opVersion[operation]);
    }

    /**
     * {@return the name of a key as an {@linkplain Atoms atom}, for those who write histories}
     *
     * @param key its id
     */
    public long keyAtom(int key) {
        return keyAtom[key < keyAtom.length ? key : looks[key - keyAtom.length]];
    }

    /**
     * {@return the value of a version as an {@linkplain Atoms atom}}
     *
     * @param version its id; not {@link #INITIAL}, nor {@link #UNKNOWN}
     */
    public long valueAtom(int version) {
        return versions.atom(version);
    }

    /**
     * {@return the name of a session as an {@linkplain Atoms atom}}
     *
     * @param session its id
     */
    public long sessionAtom(int session) {
        return sessionAtom[session];
    }

    Atoms atoms() {
        return atoms;
    }

    /**
     * {@return where the origin finds the transaction's record again; -1 for nowhere}
     *
     * @param transaction its id
     */
    public long place(int transaction) {
        return place == null ? -1 : place[transaction];
    }
}
