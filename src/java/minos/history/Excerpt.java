package minos.history;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import minos.util.IntList;

/**
 * Makes histories of parts of a history, such that a part is possible wherever the whole is: it only asks for less.
 * <ul>
 * <li>A read whose source is not in the part is left out, as it would have to come from nowhere; and where values repeat, one
 *     of whose possible sources one is not in the part. Reads of initial values, and of values that nobody wrote, stay.
 * <li>An element of a list whose append is not in the part is left out of the list, unless the read took the list from
 *     that append: then the read is left out. So every read that stays has the source that it had, and the appends that
 *     stay are shown in the order in which they were shown. Where transactions have isolation levels of their own the read is
 *     left out, too, if an element is whose transaction had another level than that of the next one which stays: which appends may
 *     have been lost before that is a matter of these levels.
 * </ul>
 * Sessions, outcomes, real time, the database's times and the places of the records stay what they were.
 */
public final class Excerpt {
    private static final int NOBODY = -1;

    private final History whole;
    /** By version: the operation that wrote it; an aborted one only if there is no other. */
    private final int[] write;
    /** By version, and after them by key for its initial value: where several wrote it, all of them that did not abort. */
    private final Map<Integer, IntList> several = new HashMap<>();

    /**
     * Looks once at all of a history; parts then cost what they hold.
     *
     * @param whole the history to take parts of
     */
    public Excerpt(History whole) {
        this.whole = whole;
        write = new int[whole.versions()];
        Arrays.fill(write, NOBODY);
        for (int t = 0; t < whole.transactions(); t++) {
            boolean aborted = whole.status(t) == Status.ABORTED;
            for (int op = whole.begin(t); op < whole.end(t); op++) {
                if (whole.isWrite(op)) wrote(op, aborted);
            }
        }
    }

    private void wrote(int op, boolean aborted) {
        int version = whole.version(op);
        if (version == History.INITIAL) {
            if (!aborted) several.computeIfAbsent(value(op), v -> new IntList()).add(op);
            return;
        }
        int other = write[version];
        if (aborted && other != NOBODY) return;
        write[version] = op;
        if (aborted || other == NOBODY || whole.status(whole.transactionOf(other)) == Status.ABORTED) return;
        IntList all = several.computeIfAbsent(version, v -> new IntList());
        if (all.isEmpty()) all.add(other);
        all.add(op);
    }

    private int value(int op) {
        return whole.version(op) == History.INITIAL ? whole.versions() + whole.key(op) : whole.version(op);
    }

    /** Says of a possible source that is not in a part why it is none all the same. */
    public interface Excuses {
        /** None. */
        Excuses NONE = (write, reader) -> false;

        /**
         * {@return whether a transaction cannot have read a write, for what the order alone says}
         *
         * @param write  an operation
         * @param reader a transaction
         */
        boolean isNoSource(int write, int reader);
    }

    /**
     * {@return the operation that wrote a version; -1 if nobody did}
     *
     * @param version of the whole history
     */
    public int write(int version) {
        return write[version];
    }

    /**
     * {@return a part of the history}
     *
     * @param transactions those in it, in ascending order
     * @param without      operations of theirs that are left out all the same
     */
    public History of(int[] transactions, BitSet without) {
        return of(transactions, without, Excuses.NONE);
    }

    /**
     * {@return a part of the history}
     *
     * @param transactions those in it, in ascending order
     * @param without      operations of theirs that are left out all the same
     * @param excuses      says which possible sources may be missing
     */
    public History of(int[] transactions, BitSet without, Excuses excuses) {
        BitSet written = new BitSet();
        for (int t : transactions) {
            for (int op = whole.begin(t); op < whole.end(t); op++) {
                if (whole.isWrite(op) && !without.get(op)) written.set(op);
            }
        }
        HistoryBuilder builder = new HistoryBuilder(whole.atoms());
        builder.model(whole.model());
        builder.rows(whole.rows());
        for (int t : transactions) {
            int session = builder.session(whole.sessionAtom(whole.session(t)));
            boolean timed = whole.hasRealTime();
            builder.begin(
                    session,
                    whole.status(t),
                    timed ? whole.invocation(t) : -1,
                    timed ? whole.completion(t) : Integer.MAX_VALUE,
                    whole.place(t));
            whole.isolation(t).ifPresent(builder::isolation);
            if (whole.group(t) >= 0) builder.group(whole.groupAtom(whole.group(t)));
            if (whole.started(t) >= 0) builder.started(whole.stampAtom(whole.started(t)));
            if (whole.committed(t) >= 0) builder.committed(whole.stampAtom(whole.committed(t)));
            for (int op = whole.begin(t); op < whole.end(t); op++)
                if (!without.get(op)) add(builder, t, op, written, excuses);
            builder.end();
        }
        return builder.build(whole.origin(), whole.valueText(History.INITIAL));
    }

    private void add(HistoryBuilder builder, int transaction, int op, BitSet written, Excuses excuses) {
        long key = whole.keyAtom(whole.key(op));
        int version = whole.version(op);
        if (whole.isWrite(op)) {
            if (whole.isList()) builder.append(key, whole.valueAtom(version));
            else if (version == History.INITIAL) builder.delete(key);
            else builder.write(key, whole.valueAtom(version));
            if (whole.number(op) >= 0) builder.number(whole.numberAtom(whole.number(op)));
        } else if (version == History.UNKNOWN) {
            builder.readUnknown(key);
        } else if (whole.isList()) {
            list(builder, transaction, op, written, excuses);
        } else if (!areThere(value(op), transaction, written, excuses)) {
            return; // it may come from what is not there
        } else if (version == History.INITIAL) {
            builder.readInitial(key);
        } else if (isThere(version, written)) {
            builder.read(key, whole.valueAtom(version));
        }
    }

    /** Whether all are there that several writes of a value are, but for those that cannot be the source. */
    private boolean areThere(int value, int reader, BitSet written, Excuses excuses) {
        IntList all = several.get(value);
        for (int i = 0; all != null && i < all.size(); i++) {
            if (!written.get(all.get(i)) && !excuses.isNoSource(all.get(i), reader)) return false;
        }
        return true;
    }

    private boolean isThere(int version, BitSet written) {
        if (write[version] == NOBODY || written.get(write[version])) return true;
        IntList all = several.get(version); // some are excused, or all are there
        for (int i = 0; all != null && i < all.size(); i++) if (written.get(all.get(i))) return true;
        return false;
    }

    private void list(HistoryBuilder builder, int transaction, int op, BitSet written, Excuses excuses) {
        int length = whole.length(op);
        for (int i = 0; !several.isEmpty() && i < length; i++) {
            if (!areThere(whole.element(op, i), transaction, written, excuses)) return;
        }
        if (length > 0 && !isThere(whole.element(op, length - 1), written)) return;
        if (!isSourceThere(transaction, op, written)) return;
        if (whole.hasIsolation() && !sameLevels(op, written)) return;
        builder.beginList(whole.keyAtom(whole.key(op)));
        for (int i = 0; i < length; i++) {
            int element = whole.element(op, i);
            if (isThere(element, written)) builder.element(whole.valueAtom(element));
        }
        builder.endList();
    }

    /** Whether the element that a list was taken from is there; where values repeat, each of those that it may be. */
    private boolean isSourceThere(int transaction, int op, BitSet written) {
        for (int i = whole.length(op) - 1; i >= 0; i--) {
            int element = whole.element(op, i);
            IntList all = several.get(element);
            boolean mayBeOwn = isOf(transaction, write[element]);
            boolean mustBeOwn = mayBeOwn;
            for (int j = 0; all != null && j < all.size(); j++) {
                mayBeOwn |= isOf(transaction, all.get(j));
                mustBeOwn &= isOf(transaction, all.get(j));
            }
            if (!mustBeOwn && !isThere(element, written)) return false;
            if (!mayBeOwn) return true;
        }
        return true;
    }

    private boolean isOf(int transaction, int op) {
        return whole.begin(transaction) <= op && op < whole.end(transaction);
    }

    /** Whether each element that is not there has the level of the next one that is, whoever appended that. */
    private boolean sameLevels(int op, BitSet written) {
        int next = -1;
        for (int i = whole.length(op) - 1; i >= 0; i--) {
            int element = whole.element(op, i);
            if (isThere(element, written)) next = element;
            else if (next < 0 || !sameLevels(element, next)) return false;
        }
        return true;
    }

    private boolean sameLevels(int element, int other) {
        Optional<String> level = level(element);
        IntList all = several.get(other);
        if (all == null) return level.equals(level(other));
        for (int i = 0; i < all.size(); i++) {
            if (!level.equals(whole.isolation(whole.transactionOf(all.get(i))))) return false;
        }
        return true;
    }

    /**
     * {@return the isolation level of the transaction that wrote a version; empty if nobody did, or it does not say}
     *
     * @param version of the whole history
     */
    public Optional<String> level(int version) {
        return write[version] == NOBODY ? Optional.empty() : whole.isolation(whole.transactionOf(write[version]));
    }

    /**
     * {@return the last element of a list that the reader did not append itself: what it took from elsewhere}
     * {@link History#INITIAL} if there is none. Where values repeat, one of those that it may be.
     *
     * @param transaction the reader
     * @param listRead    its list read
     */
    public int source(int transaction, int listRead) {
        for (int i = whole.length(listRead) - 1; i >= 0; i--) {
            int element = whole.element(listRead, i);
            if (!isOf(transaction, write[element])) return element;
        }
        return History.INITIAL;
    }
}
