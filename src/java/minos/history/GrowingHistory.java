package minos.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import minos.util.IntList;

/**
 * A history that is still being recorded, for those who judge it meanwhile. Everything has the id that it will have in the history:
 * transactions that have ended come in the order in which they did, and behind them, {@linkplain #open for a while}, those that have
 * not. For one thread; a {@link Feed} may be asked by it while others record.
 *
 * <p>A {@linkplain #part part} of it is a history of its own that begins in the middle: with the state that others left.
 */
public final class GrowingHistory {
    private static final int NONE = -1;

    private final HistoryBuilder builder;
    private final Feed feed;
    private final InitialValues initial;
    private int ended = NONE;
    private long forgottenOperations;

    // Of the part that is being made: what the ids here are there. All -1 in between.
    private int[] sessionId = {};
    private int[] keyId = {};
    private int[] versionId = {};

    /** Who records. */
    public interface Feed {
        /**
         * Adds the transactions that have ended since the last call, in the order in which they did; behind them those that are open at
         * that moment, as indeterminate ones with what is known of them.
         *
         * @param builder takes them
         * @return how many transactions the builder has that have ended
         */
        int add(HistoryBuilder builder);

        /** {@return where the transactions come from} */
        default Origin origin() {
            return Origin.MEMORY;
        }
    }

    /**
     * What is recorded.
     *
     * @param builder takes the transactions; best empty
     * @param feed    who records them
     * @param initial how reads of initial values are known
     */
    public GrowingHistory(HistoryBuilder builder, Feed feed, InitialValues initial) {
        this.builder = builder;
        this.feed = feed;
        this.initial = initial;
    }

    /**
     * Takes in what has been recorded since the last time, and what is open behind that, until it is {@linkplain #close left out}
     * again.
     *
     * @throws MalformedHistory if something is read by predicates: which rows these are about is known in the end
     */
    public void open() {
        if (ended >= 0) throw new IllegalStateException("it is open");
        ended = feed.add(builder);
        if (builder.hasPredicates())
            throw new MalformedHistory("what is read by predicates is judged when all is recorded, not meanwhile");
    }

    /** Leaves out again what is open. */
    public void close() {
        builder.keep(ended());
        ended = NONE;
    }

    /** {@return how many transactions have ended; those behind are open} */
    public int ended() {
        return ended < 0 ? builder.session.size() : ended;
    }

    /** {@return whether it is of registers, and nothing else is said of them, so that it can {@linkplain #forget}} */
    public boolean canForget() {
        return isPlain() && builder.canForget();
    }

    /**
     * Forgets what nothing can depend on any more. All ids are new after that, but those of sessions and keys.
     *
     * @param first        what comes before all else from now on
     * @param transactions which others of those that have ended stay
     * @param operations   which operations of all of these stay
     */
    public void forget(int[] first, IntPredicate transactions, BiIntPredicate operations) {
        if (ended >= 0) throw new IllegalStateException("it is open");
        forgottenOperations += operations();
        builder.forget(first, transactions, operations);
        forgottenOperations -= operations();
        versionId = new int[0];
    }

    /** Says something of a transaction and one of its operations. */
    public interface BiIntPredicate {
        /**
         * {@return whether it is so}
         *
         * @param transaction its id
         * @param operation   its id
         */
        boolean test(int transaction, int operation);
    }

    /**
     * {@return whether a session is that of what {@linkplain #forget came before all else}}
     *
     * @param session its id
     */
    public boolean isEarlier(int session) {
        return builder.earlier && builder.sessions.get(session) == builder.atoms.ofText(HistoryBuilder.EARLIER);
    }

    /**
     * {@return the key that prints so; -1 if there is none yet}
     *
     * @param text as it would be written
     */
    public int key(String text) {
        for (int key = 0; key < keys(); key++) {
            if (builder.atoms.text(builder.keys.get(key)).equals(text)) return key;
        }
        return NONE;
    }

    /** {@return how many transactions were forgotten} */
    public int forgotten() {
        return builder.forgotten;
    }

    /** {@return how many operations were forgotten, also of transactions that are still there} */
    public long forgottenOperations() {
        return forgottenOperations;
    }

    /** {@return all that is there, as a history that later calls do not change} */
    public History history() {
        if (builder.forgotten == 0) return builder.build(feed.origin(), initial);
        List<String> notes = new ArrayList<>(feed.origin().notes());
        notes.add(builder.forgotten + " transactions are forgotten, on which nothing can depend");
        return builder.build(Origin.noted(feed.origin(), notes), initial);
    }

    /** {@return whether it is of registers or lists, with reads that say by themselves what they returned} */
    public boolean isPlain() {
        Model model = model();
        boolean plain = model == Model.RW_REGISTER || model == Model.LIST_APPEND || model == Model.LWT;
        return plain && initial == InitialValues.EXPLICIT;
    }

    /** {@return what the keys hold, as far as is known} */
    public Model model() {
        return builder.model == null ? Model.RW_REGISTER : builder.model;
    }

    /** {@return how many transactions there are} */
    public int transactions() {
        return builder.session.size();
    }

    /** {@return how many operations there are} */
    public int operations() {
        return builder.opKey.size();
    }

    /** {@return how many keys there are} */
    public int keys() {
        return builder.keys.size();
    }

    /** {@return how many versions there are} */
    public int versions() {
        return builder.versions.size();
    }

    /** {@return how many sessions there are} */
    public int sessions() {
        return builder.sessions.size();
    }

    /** {@return whether invocations and completions are recorded} */
    public boolean hasRealTime() {
        return builder.realTime;
    }

    /**
     * {@return whether what is recorded has been invoked before} So it is where there {@linkplain #hasRealTime is real time}, and where there was
     * until something was forgotten: a read is recorded after the invocation of the write that it came from.
     */
    public boolean isInvokedFirst() {
        return builder.invoked;
    }

    /** {@return whether some operation says to which group it belongs} */
    public boolean hasGroups() {
        return builder.group != null;
    }

    /**
     * {@return the session of a transaction}
     *
     * @param transaction its id
     */
    public int session(int transaction) {
        return builder.session.get(transaction);
    }

    /**
     * {@return the name of a session, as it prints}
     *
     * @param session its id
     */
    public String sessionName(int session) {
        return builder.atoms.text(builder.sessions.get(session));
    }

    /**
     * {@return how a transaction ended; indeterminate if it has not}
     *
     * @param transaction its id
     */
    public Status status(int transaction) {
        return STATUSES[builder.status[transaction]];
    }

    private static final Status[] STATUSES = Status.values();

    /**
     * {@return the place of an invocation in the order of the history}
     *
     * @param transaction which was invoked there
     */
    public int invocation(int transaction) {
        return builder.invocation.get(transaction);
    }

    /**
     * {@return the place of a completion in the order of the history}
     *
     * @param transaction which completed there
     */
    public int completion(int transaction) {
        return builder.completion.get(transaction);
    }

    /**
     * {@return the first operation of a transaction}
     *
     * @param transaction its id
     */
    public int begin(int transaction) {
        return builder.begin.get(transaction);
    }

    /**
     * {@return one past the last operation of a transaction}
     *
     * @param transaction its id
     */
    public int end(int transaction) {
        return transaction + 1 < builder.begin.size() ? builder.begin.get(transaction + 1) : builder.opKey.size();
    }

    /**
     * {@return whether an operation is a write (or an append), and no read}
     *
     * @param operation its id
     */
    public boolean isWrite(int operation) {
        return (builder.opKey.get(operation) & 1) != 0;
    }

    /**
     * {@return the key that an operation reads or writes}
     *
     * @param operation its id
     */
    public int key(int operation) {
        return builder.opKey.get(operation) >>> 1;
    }

    /**
     * {@return the version that an operation wrote or read, as in {@link History#version}}
     *
     * @param operation its id
     */
    public int version(int operation) {
        return builder.opVersion.get(operation);
    }

    /**
     * {@return whether a list read is something else than a prefix of the longest list of its key}
     *
     * @param operation the list read
     */
    public boolean deviates(int operation) {
        return builder.lists.deviant(operation) != null;
    }

    /**
     * {@return how many elements a list read returned}
     *
     * @param operation the list read
     */
    public int length(int operation) {
        int[] own = builder.lists.deviant(operation);
        if (own != null) return own.length;
        int version = version(operation);
        return version < 0 ? 0 : position(version) + 1;
    }

    /**
     * {@return the version of one element of a list read}
     *
     * @param operation the list read
     * @param index     the element's place, from 0
     */
    public int element(int operation, int index) {
        int[] own = builder.lists.deviant(operation);
        return own != null ? own[index] : longest(key(operation), index);
    }

    /**
     * {@return the version at a place of the longest list of a key}
     *
     * @param key   its id
     * @param index the place, from 0
     */
    public int longest(int key, int index) {
        return builder.lists.longest(key, index);
    }

    /**
     * {@return the place of an element in the longest list of its key; -1 if it does not stand there}
     *
     * @param version the element
     */
    public int position(int version) {
        return builder.lists.position(version);
    }

    /**
     * {@return how many elements the longest list of a key has}
     *
     * @param key its id
     */
    public int longest(int key) {
        return builder.lists.longest(key);
    }

    /** Where a part begins: what is there before its first transaction. */
    public interface Start {
        /**
         * {@return the version that a register has}
         *
         * @param key its id
         */
        int version(int key);

        /**
         * {@return how many elements a list has}
         *
         * @param key its id
         */
        int elements(int key);

        /**
         * {@return whether what a read returned is left open}
         *
         * @param read an operation
         */
        boolean isLeftOpen(int read);

        /**
         * {@return whether a write is left out}
         *
         * @param write an operation
         */
        default boolean isLeftOut(int write) {
            return false;
        }
    }

    /**
     * {@return some of the transactions as a history that begins with another state than the initial one} Reads of that state are reads of
     * initial values there; the elements that a list has then are left out of what is read later, which must begin with them.
     *
     * @param transactions their ids, in ascending order
     * @param start        the state; the initial one if there are lists that {@linkplain #deviates deviate}
     */
    public History part(int[] transactions, Start start) {
        sessionId = grown(sessionId, sessions());
        keyId = grown(keyId, keys());
        versionId = grown(versionId, versions());
        return new Part(transactions, start).build();
    }

    private static int[] grown(int[] ids, int size) {
        if (ids.length >= size) return ids;
        int[] grown = Arrays.copyOf(ids, Math.max(size, ids.length + ids.length / 2));
        Arrays.fill(grown, ids.length, grown.length, NONE);
        return grown;
    }

    private final class Part {
        private final int[] transactions;
        private final Start start;
        private final boolean lists = model() == Model.LIST_APPEND;
        private final IntList sessions = new IntList();
        private final IntList keys = new IntList();
        private final IntList versions = new IntList();
        /** Lists only, by key of the part: how many elements its longest list has, without those of the start. */
        private final IntList length = new IntList();

        private final Map<Integer, int[]> deviants = new HashMap<>();
        /** List reads of transactions that may not have been, as pairs: what it is here and there. */
        private final IntList doubtful = new IntList();

        Part(int[] transactions, Start start) {
            this.transactions = transactions;
            this.start = start;
        }

        History build() {
            int count = transactions.length;
            History.Parts parts = new History.Parts();
            parts.model = model();
            parts.origin = feed.origin();
            parts.atoms = builder.atoms;
            parts.session = new int[count];
            parts.status = new byte[count];
            parts.begin = new int[count + 1];
            for (int i = 0; i < count; i++) {
                int t = transactions[i];
                parts.session[i] = id(sessionId, sessions, session(t));
                parts.status[i] = builder.status[t];
                parts.begin[i + 1] = parts.begin[i] + operations(t);
            }
            if (hasRealTime()) {
                parts.invocation = Arrays.stream(transactions)
                        .map(GrowingHistory.this::invocation)
                        .toArray();
                parts.completion = Arrays.stream(transactions)
                        .map(GrowingHistory.this::completion)
                        .toArray();
            }
            if (builder.places) {
                parts.place = Arrays.stream(transactions)
                        .mapToLong(builder.place::get)
                        .toArray();
            }
            if (builder.isolation != null) {
                parts.isolations = builder.isolations.toArray(String[]::new);
                parts.isolation = new byte[count];
                for (int i = 0; i < count; i++) {
                    boolean known = transactions[i] < builder.isolation.length;
                    parts.isolation[i] = known ? builder.isolation[transactions[i]] : 0;
                }
            }
            if (builder.group != null) {
                parts.groups = builder.groups.toArray();
                parts.group = Arrays.stream(transactions)
                        .map(t -> t < builder.group.length ? builder.group[t] - 1 : -1)
                        .map(group -> group < 0 ? History.UNKNOWN : group)
                        .toArray();
            }
            parts.opKey = new int[parts.begin[count]];
            parts.opVersion = new int[parts.opKey.length];
            for (int i = 0; i < count; i++) operations(parts, i);
            for (int i = 0; i < doubtful.size(); i += 2) doubtful(parts, doubtful.get(i), doubtful.get(i + 1));
            if (lists) lists(parts);
            parts.sessionAtom = atoms(sessions, builder.sessions::get);
            parts.keyAtom = atoms(keys, builder.keys::get);
            parts.versions = names();
            parts.initialText = initial.text();
            parts.forgotten = builder.forgotten;
            forget(sessionId, sessions);
            forget(keyId, keys);
            forget(versionId, versions);
            return new History(parts);
        }

        private int operations(int transaction) {
            int count = 0;
            for (int op = begin(transaction); op < end(transaction); op++) {
                if (!isWrite(op) || !start.isLeftOut(op)) count++;
            }
            return count;
        }

        private void operations(History.Parts parts, int i) {
            int at = parts.begin[i];
            for (int op = begin(transactions[i]); op < end(transactions[i]); op++) {
                if (isWrite(op) && start.isLeftOut(op)) continue;
                int key = id(keyId, keys, key(op));
                parts.opKey[at] = key << 1 | (isWrite(op) ? 1 : 0);
                boolean doubtful = status(transactions[i]) != Status.COMMITTED;
                parts.opVersion[at] = isWrite(op) ? id(versionId, versions, version(op)) : read(op, key, at, doubtful);
                at++;
            }
        }

        private int read(int op, int key, int at, boolean isDoubtful) {
            int version = version(op);
            if (version == History.UNKNOWN || start.isLeftOpen(op)) return History.UNKNOWN;
            if (deviates(op)) return deviant(op, at);
            if (!lists) {
                return version == start.version(key(op)) ? History.INITIAL : id(versionId, versions, version);
            }
            while (length.size() <= key) length.add(0);
            int more = GrowingHistory.this.length(op) - start.elements(key(op));
            if (isDoubtful) {
                doubtful.add(at);
                doubtful.add(op);
            } else if (more > length.get(key)) {
                length.set(key, more);
            }
            return more == 0 ? History.INITIAL : id(versionId, versions, version);
        }

        /** As everywhere, the longest list is that of somebody who committed: who read more has a list of its own. */
        private void doubtful(History.Parts parts, int at, int op) {
            int from = start.elements(key(op));
            int more = GrowingHistory.this.length(op) - from;
            if (more <= length.get(parts.opKey[at] >>> 1)) return;
            int[] own = new int[more];
            for (int i = 0; i < more; i++) own[i] = id(versionId, versions, longest(key(op), from + i));
            deviants.put(at, own);
        }

        /** A list that is no prefix of the longest is there as it is; such parts begin at the beginning. */
        private int deviant(int op, int at) {
            int[] own = Arrays.stream(builder.lists.deviant(op))
                    .map(version -> id(versionId, versions, version))
                    .toArray();
            deviants.put(at, own);
            return own.length == 0 ? History.INITIAL : own[own.length - 1];
        }

        /** The longest lists, as far as they are read here. */
        private void lists(History.Parts parts) {
            parts.listBegin = new int[keys.size() + 1];
            IntList all = new IntList();
            for (int key = 0; key < keys.size(); key++) {
                int from = start.elements(keys.get(key));
                int more = key < length.size() ? length.get(key) : 0;
                for (int i = 0; i < more; i++) all.add(id(versionId, versions, longest(keys.get(key), from + i)));
                parts.listBegin[key + 1] = all.size();
            }
            parts.listVersion = all.toArray();
            parts.listPosition = new int[versions.size()];
            Arrays.fill(parts.listPosition, NONE);
            for (int key = 0; key < keys.size(); key++) {
                for (int i = parts.listBegin[key]; i < parts.listBegin[key + 1]; i++) {
                    parts.listPosition[parts.listVersion[i]] = i - parts.listBegin[key];
                }
            }
            parts.deviant = Map.copyOf(deviants);
        }

        private History.Versions names() {
            int[] original = versions.toArray();
            int[] key = new int[original.length];
            for (int v = 0; v < key.length; v++) key[v] = keyId[builder.versions.key(original[v])];
            long[] atom =
                    Arrays.stream(original).mapToLong(builder.versions::atom).toArray();
            return History.Versions.of(key, atom);
        }

        private static int id(int[] ids, IntList all, int original) {
            if (original < 0) return original;
            if (ids[original] == NONE) {
                ids[original] = all.size();
                all.add(original);
            }
            return ids[original];
        }

        private static void forget(int[] ids, IntList all) {
            for (int i = 0; i < all.size(); i++) ids[all.get(i)] = NONE;
        }

        private static long[] atoms(IntList ids, IntToLongFunction atom) {
            return Arrays.stream(ids.toArray()).mapToLong(atom).toArray();
        }
    }
}
