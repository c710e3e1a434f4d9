package minos.reference;

import static minos.model.AnomalyType.ABORTED_READ;
import static minos.model.AnomalyType.DUPLICATE_ELEMENTS;
import static minos.model.AnomalyType.FUTURE_READ;
import static minos.model.AnomalyType.INCOMPATIBLE_ORDER;
import static minos.model.AnomalyType.INTERMEDIATE_READ;
import static minos.model.AnomalyType.NON_REPEATABLE_READ;
import static minos.model.AnomalyType.NOT_MY_LAST_WRITE;
import static minos.model.AnomalyType.NOT_MY_OWN_WRITE;
import static minos.model.AnomalyType.THIN_AIR_READ;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import minos.history.History;
import minos.model.AnomalyType;
import minos.model.Order;

/**
 * What a history says before any level is asked for: who read what from whom, what is wrong inside a transaction, and
 * which orders it shows. {@link #BOTTOM} stands for the transaction that wrote the initial values.
 *
 * <p>Where the definitions leave a choice, this class makes it:
 * <ul>
 * <li>a register read after an own write of the key is internal. Returning another value it is only one of: c or e (an
 *     own one), a (nobody wrote it), b (only an aborted transaction did), otherwise d;
 * <li>the elements of a list are each looked at for a, b and c, wherever they stand. Then the list must end with the
 *     own appends so far. If not, it is e when it ends with another own append so far, else d; but where it is c
 *     already no more is said of its end;
 * <li>a register read that is c, d or e and a list that does not end as it must have no source: they tie their
 *     transaction to no other, and do not count for j;
 * <li>a read from an aborted transaction, or of an intermediate version, has a source for j, but is no wr edge;
 * <li>of two aborted writers of one value, the first is the source.
 * </ul>
 */
final class Observations {
    static final int BOTTOM = -1;

    /**
     * A sound external read.
     *
     * @param operation its place in the history, which orders the reads of one transaction
     * @param source    who wrote what was read; {@link #BOTTOM} for the initial value
     * @param list      of a list read, what stands before the own appends; of a register null
     */
    record Read(int reader, int operation, int key, int source, List<Integer> list) {}

    /** All that a list read of a key returned. */
    private record Shown(int key, List<Integer> elements) {}

    private final History history;
    private final Participants participants;
    private final List<Read> reads = new ArrayList<>();
    private final List<Shown> shown = new ArrayList<>();
    /** How many there are of patterns a to f and j, and of what is wrong with lists as such: reads, elements of lists, or pairs of reads. */
    private final Map<AnomalyType, Integer> patterns = new EnumMap<>(AnomalyType.class);
    /** Says of two transactions whether the first comes before the other by the database's word. */
    private final BiPredicate<Integer, Integer> claimed;

    Observations(History history) {
        this(history, (one, other) -> false);
    }

    /** Where the database's word counts. */
    Observations(History history, BiPredicate<Integer, Integer> claimed) {
        this.history = history;
        this.claimed = claimed;
        participants = new Participants(history);
        if (participants.hasDuplicateWrites()) return;
        for (int t = 0; t < size(); t++) lookInside(t);
        compareLists();
    }

    // Inside a transaction

    private void lookInside(int t) {
        int id = participants.id(t);
        Map<Integer, Integer> firstSource = new HashMap<>();
        for (int op = history.begin(id); op < history.end(id); op++) {
            if (history.isWrite(op) || history.version(op) == History.UNKNOWN) continue;
            List<Integer> before = participants.writesBetween(history.key(op), history.begin(id), op);
            List<Integer> later = participants.writesBetween(history.key(op), op, history.end(id));
            int source = history.isList() ? listSource(t, op, before, later) : registerSource(t, op, before, later);
            if (source == Participants.NOBODY) continue;
            Integer first = firstSource.putIfAbsent(history.key(op), source);
            if (first != null && first != source) note(NON_REPEATABLE_READ);
        }
    }

    /** Judges a register read; the transaction of the history that it came from, if it is external. */
    private int registerSource(int t, int op, List<Integer> before, List<Integer> later) {
        int version = history.version(op);
        if (later.contains(version)) note(FUTURE_READ);
        else if (before.isEmpty()) return externalSource(t, op, version, null);
        else if (version != last(before)) note(internalViolation(version, before));
        return Participants.NOBODY;
    }

    private AnomalyType internalViolation(int version, List<Integer> own) {
        if (own.contains(version)) return NOT_MY_LAST_WRITE;
        boolean written = version == History.INITIAL || participants.isWritten(version);
        return written ? NOT_MY_OWN_WRITE : unwritten(version);
    }

    /** Judges a list read; the transaction of the history that the part before the own appends came from. */
    private int listSource(int t, int op, List<Integer> before, List<Integer> later) {
        List<Integer> list = participants.versionsSeen(op);
        shown.add(new Shown(history.key(op), list));
        if (new HashSet<>(list).size() < list.size()) note(DUPLICATE_ELEMENTS);
        for (int version : list) {
            if (participants.writer(version) == Participants.NOBODY) note(unwritten(version));
        }
        boolean future = list.stream().anyMatch(later::contains);
        for (int version : list) if (later.contains(version)) note(FUTURE_READ);

        int length = list.size() - before.size();
        if (length >= 0 && list.subList(length, list.size()).equals(before)) {
            List<Integer> external = list.subList(0, length);
            return externalSource(t, op, external.isEmpty() ? History.INITIAL : last(external), external);
        }
        boolean ownButOld = !list.isEmpty() && before.contains(last(list)) && last(list) != last(before);
        if (!future) note(ownButOld ? NOT_MY_LAST_WRITE : NOT_MY_OWN_WRITE);
        return Participants.NOBODY;
    }

    private int externalSource(int t, int op, int version, List<Integer> list) {
        int key = history.key(op);
        if (version == History.INITIAL) {
            reads.add(new Read(t, op, key, BOTTOM, list));
            return BOTTOM;
        }
        int source = participants.writer(version);
        if (source == Participants.NOBODY) {
            if (list == null) note(unwritten(version)); // of a list, each element was looked at
            return participants.abortedWriter(version);
        }
        if (source == t) return Participants.NOBODY; // an own element of a list, too early or twice
        if (version == last(writes(source, key))) reads.add(new Read(t, op, key, source, list));
        else note(INTERMEDIATE_READ);
        return participants.id(source);
    }

    /** What a read of a version that no participant wrote is. */
    private AnomalyType unwritten(int version) {
        return participants.abortedWriter(version) == Participants.NOBODY ? THIN_AIR_READ : ABORTED_READ;
    }

    private void note(AnomalyType pattern) {
        patterns.merge(pattern, 1, Integer::sum);
    }

    private void compareLists() {
        for (int i = 0; i < shown.size(); i++) {
            for (Shown b : shown.subList(0, i)) {
                Shown a = shown.get(i);
                if (a.key == b.key && contradict(a.elements, b.elements)) note(INCOMPATIBLE_ORDER);
            }
        }
    }

    private static boolean contradict(List<Integer> one, List<Integer> other) {
        int common = Math.min(one.size(), other.size());
        return !one.subList(0, common).equals(other.subList(0, common));
    }

    private static int last(List<Integer> versions) {
        return versions.get(versions.size() - 1);
    }

    // What was observed

    boolean hasDuplicateWrites() {
        return participants.hasDuplicateWrites();
    }

    /** How many transactions take part. */
    int size() {
        return participants.size();
    }

    /** The transaction of the history that a participant is. */
    int id(int t) {
        return participants.id(t);
    }

    /** The participant that wrote a version. */
    int writer(int version) {
        return participants.writer(version);
    }

    int keys() {
        return history.keys();
    }

    /** Patterns a to f and j, and what is wrong with lists as such. */
    Set<AnomalyType> patterns() {
        return patterns.keySet();
    }

    /** How many there are of each: of registers, as many as reads. */
    Map<AnomalyType, Integer> counts() {
        return patterns;
    }

    List<Read> reads() {
        return reads;
    }

    /** What a participant writes to a key, in program order. */
    List<Integer> writes(int t, int key) {
        return participants.writes(t, key);
    }

    boolean writesTo(int t, int key) {
        return !writes(t, key).isEmpty();
    }

    /** The participants that write a key. */
    List<Integer> writers(int key) {
        List<Integer> writers = new ArrayList<>();
        for (int t = 0; t < size(); t++) if (writesTo(t, key)) writers.add(t);
        return writers;
    }

    /** Whether the list that a read found is the beginning of all that these writers appended, one after another. */
    boolean isPrefix(Read read, List<Integer> writers) {
        List<Integer> appended = new ArrayList<>();
        for (int t : writers) appended.addAll(writes(t, read.key));
        return appended.size() >= read.list.size()
                && appended.subList(0, read.list.size()).equals(read.list);
    }

    /** From the writer to the reader of each sound external read; the initial transaction left aside. */
    Relation writeRead() {
        Relation wr = new Relation(size());
        for (Read read : reads) if (read.source != BOTTOM) wr.add(read.source, read.reader);
        return wr;
    }

    /** Neighbours in a list order their writers; elements that no participant wrote are passed over. So does the database's word. */
    Relation versionOrder() {
        Relation order = new Relation(size());
        for (int a = 0; a < size(); a++) {
            for (int b = 0; b < size(); b++) if (claimed.test(id(a), id(b))) order.add(a, b);
        }
        for (Shown list : shown) {
            int previous = Participants.NOBODY;
            for (int version : list.elements) {
                int t = participants.writer(version);
                if (t == Participants.NOBODY) continue;
                if (previous != Participants.NOBODY && previous != t) order.add(previous, t);
                previous = t;
            }
        }
        return order;
    }

    static boolean shareKey(History history, int one, int other) {
        for (int a = history.begin(one); a < history.end(one); a++) {
            for (int b = history.begin(other); b < history.end(other); b++) {
                if (history.key(a) == history.key(b)) return true;
            }
        }
        return false;
    }

    /** What so means in each form of a level. */
    Relation sessionOrder(Order form) {
        if (form.isTimed() && !history.hasRealTime() && history.transactions() > 0) {
            throw new IllegalArgumentException("a history without real time");
        }
        Relation so = new Relation(size());
        for (int a = 0; a < size(); a++) {
            for (int b = 0; b < size(); b++) {
                int first = participants.id(a);
                int second = participants.id(b);
                boolean session = a < b && history.session(first) == history.session(second);
                boolean realTime = form.isTimed() && history.completion(first) < history.invocation(second);
                if (form == Order.PER_KEY_REAL_TIME) realTime &= shareKey(history, first, second);
                if (form == Order.PER_GROUP_REAL_TIME)
                    realTime &= history.group(first) >= 0 && history.group(first) == history.group(second);
                if (form != Order.NONE && (session || realTime)) so.add(a, b);
            }
        }
        return so;
    }
}
