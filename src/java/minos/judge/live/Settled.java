package minos.judge.live;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import minos.history.GrowingHistory;
import minos.history.History;
import minos.util.IntList;

/**
 * The beginning of a commit order, which is not asked about any more, and the state that its transactions left. The last of them can
 * be taken back. Eight bytes a transaction, four a version and a key; another four an element of a list.
 */
final class Settled {
    private static final int NONE = -1;
    /** By how many places a transaction is moved at most. */
    private static final int LONGEST_MOVE = 4_000;
    /** How many are moved with it at most. */
    private static final int MOST_MOVED = 64;
    /** How often at most, for one read. */
    private static final int MOST_MOVES = 4;
    /** How many versions are looked through to find one. */
    private static final int LONGEST_CHAIN = 10_000;

    private static final int UNSURE = -2;

    private final GrowingHistory history;
    private final boolean lists;
    private final IntList order;
    private final IntList passed = new IntList();
    /** By transaction: its place in the order, or -1. */
    private int[] place;
    /** By key: the last version. */
    private int[] current;
    /** By version: the one that it replaced. */
    private int[] replaced;
    /** By version: who in the order read it last, or -1; {@link #UNSURE} if somebody did. */
    private int[] reader;
    /** By key of lists: how many elements there are, and how many of these are known to be as the longest list has them. */
    private int[] elements;

    private int[] matched;
    /** By version of lists: its place among the elements that its key has, or -1. */
    private int[] index;

    Settled(GrowingHistory history, boolean lists) {
        this(history, lists, new IntList());
        reader = new int[0];
        place = new int[0];
        current = new int[0];
        replaced = new int[0];
        elements = new int[0];
        matched = new int[0];
        index = new int[0];
    }

    private Settled(GrowingHistory history, boolean lists, IntList order) {
        this.history = history;
        this.lists = lists;
        this.order = order;
    }

    Settled copy() {
        Settled copy = new Settled(history, lists, order.copy());
        copy.reader = reader.clone();
        copy.place = place.clone();
        copy.current = current.clone();
        copy.replaced = replaced.clone();
        copy.elements = elements.clone();
        copy.matched = matched.clone();
        copy.index = index.clone();
        return copy;
    }

    /** Makes room for what was recorded since. */
    void grow() {
        place = grown(place, history.transactions(), NONE);
        current = grown(current, history.keys(), History.INITIAL);
        replaced = grown(replaced, history.versions(), History.INITIAL);
        reader = grown(reader, history.versions(), NONE);
        if (!lists) return;
        elements = grown(elements, history.keys(), 0);
        matched = grown(matched, history.keys(), 0);
        index = grown(index, history.versions(), NONE);
    }

    private static int[] grown(int[] array, int size, int fill) {
        if (array.length >= size) return array;
        int[] grown = Arrays.copyOf(array, Math.max(size, array.length + array.length / 2));
        Arrays.fill(grown, array.length, grown.length, fill);
        return grown;
    }

    int size() {
        return order.size();
    }

    int[] order() {
        return order.toArray();
    }

    boolean has(int transaction) {
        return place[transaction] >= 0;
    }

    /** The place of a transaction in the order; -1 for {@link History#INITIAL}. */
    int place(int transaction) {
        return transaction < 0 ? -1 : place[transaction];
    }

    /** The last version of a key. */
    int version(int key) {
        return current[key];
    }

    /** How many elements a list has. */
    int elements(int key) {
        return lists ? elements[key] : 0;
    }

    /** Whether the longest list of a key, which has so many elements at least, begins with those that are settled. */
    boolean isBeginningOf(int key, int length) {
        return length >= elements[key] && hasBeginning(key, elements[key]);
    }

    /** Whether so many elements are settled, as the longest list of their key has them. */
    boolean hasBeginning(int key, int length) {
        while (matched[key] < Math.min(length, elements[key])
                && index[history.longest(key, matched[key])] == matched[key]) {
            matched[key]++;
        }
        return matched[key] >= length;
    }

    void add(int transaction) {
        place[transaction] = order.size();
        order.add(transaction);
        for (int op = history.begin(transaction); op < history.end(transaction); op++) {
            int version = history.version(op);
            if (!history.isWrite(op)) {
                if (version >= 0) reader[version] = transaction;
                continue;
            }
            int key = history.key(op);
            replaced[version] = current[key];
            current[key] = version;
            if (lists) index[version] = elements[key]++;
        }
    }

    /** Takes the last transaction back, and says which that was. */
    int takeBack() {
        int transaction = order.pop();
        place[transaction] = NONE;
        for (int op = history.end(transaction) - 1; op >= history.begin(transaction); op--) {
            if (!history.isWrite(op)) {
                unsure(op);
                continue;
            }
            int key = history.key(op);
            current[key] = replaced[history.version(op)];
            if (!lists) continue;
            index[history.version(op)] = NONE;
            elements[key]--;
            matched[key] = Math.min(matched[key], elements[key]);
        }
        return transaction;
    }

    private void unsure(int read) {
        int version = history.version(read);
        if (version >= 0) reader[version] = UNSURE;
    }

    /**
     * Makes a version of a register a later one than another. Of two writes that nobody had read when they were settled, one order is as
     * good as the other; a later read may ask for that one. So either the one is moved forward, to the place before the other's, or that one back,
     * behind the first and those that read it. What in between must stay before or behind the one that is moved is moved with it, as in
     * Pearce and Kelly, A dynamic topological sort algorithm for directed acyclic graphs, JEA 11, 2007. An order that is serial stays so.
     *
     * @param writer     by version
     * @param comesFirst whether the first transaction must come before the second, whatever they read and write
     * @return whether that was possible
     */
    boolean makeLater(int key, int version, int than, IntUnaryOperator writer, IntBinaryPredicate comesFirst) {
        passed.clear();
        int above = NONE;
        int steps = 0;
        for (int v = current[key]; v != than; v = replaced[v]) {
            if (v < 0 || ++steps > LONGEST_CHAIN) return false;
            above = v;
        }
        int[] later = new int[MOST_MOVES];
        int count = 0;
        for (int v = than; v != version; v = replaced[v]) {
            if (count == MOST_MOVES || v < 0) return false;
            later[count++] = v;
        }
        int wanted = writer.applyAsInt(version);
        passed.add(wanted);
        for (int i = count - 1; i >= 0; i--) {
            int other = writer.applyAsInt(later[i]);
            if (writes(other, key) != 1 || writes(wanted, key) != 1 || reads(wanted, key)) return false;
            boolean moved = reader[later[i]] == NONE && !reads(other, key)
                    ? isMoved(other, place[wanted], key, comesFirst)
                    : i == 0
                            && above == NONE
                            && reader[version] == NONE
                            && reader[later[i]] >= 0
                            && isMoved(wanted, place[reader[later[i]]], key, comesFirst);
            if (!moved) return false;
            passed.add(other);
            if (i > 0) replaced[later[i - 1]] = version;
            else if (above != NONE) replaced[above] = version;
            else current[key] = version;
            replaced[later[i]] = replaced[version];
            replaced[version] = later[i];
        }
        return true;
    }

    /** The writers that the last call ordered anew, even if it could not do all that was asked. */
    IntList passed() {
        return passed;
    }

    /**
     * Moves a transaction to another's place, or behind it, with all in between that are ordered with it; unless one of these uses the key, as
     * the other does, or there are too many.
     */
    private boolean isMoved(int transaction, int to, int key, IntBinaryPredicate comesFirst) {
        int from = place[transaction];
        if (Math.abs(from - to) > LONGEST_MOVE) return false;
        int step = to > from ? 1 : -1;
        IntList moved = new IntList(); // from the transaction on
        moved.add(transaction);
        for (int p = from + step; p != to + step; p += step) {
            int other = order.get(p);
            if (!isTied(other, moved, step > 0, key, comesFirst)) continue;
            if (moved.size() == MOST_MOVED || reads(other, key) || writes(other, key) > 0) return false;
            moved.add(other);
        }
        int place = from;
        for (int p = from, next = 0; p != to + step; p += step) {
            if (next < moved.size() && order.get(p) == moved.get(next)) {
                next++;
            } else {
                put(order.get(p), place);
                place += step;
            }
        }
        for (int i = 0; i < moved.size(); i++, place += step) {
            put(moved.get(i), place);
            for (int op = history.begin(moved.get(i)); op < history.end(moved.get(i)); op++) {
                if (!history.isWrite(op)) unsure(op);
            }
        }
        return true;
    }

    /** Whether a transaction must stay behind one of those that are moved back, or before one of those that are moved forward. */
    private boolean isTied(int other, IntList moved, boolean back, int key, IntBinaryPredicate comesFirst) {
        for (int i = 0; i < moved.size(); i++) {
            int each = moved.get(i);
            boolean ordered = back ? comesFirst.test(each, other) : comesFirst.test(other, each);
            if (ordered || meet(i == 0 ? key : NONE, each, other)) return true;
        }
        return false;
    }

    private void put(int transaction, int at) {
        order.set(at, transaction);
        place[transaction] = at;
    }

    /** Whether two transactions use a key that one of them writes, other than a certain one. */
    private boolean meet(int apart, int one, int two) {
        for (int a = history.begin(one); a < history.end(one); a++) {
            if (history.key(a) == apart) continue;
            for (int b = history.begin(two); b < history.end(two); b++) {
                if (history.key(a) == history.key(b) && (history.isWrite(a) || history.isWrite(b))) return true;
            }
        }
        return false;
    }

    private int writes(int transaction, int key) {
        int count = 0;
        for (int op = history.begin(transaction); op < history.end(transaction); op++) {
            if (history.isWrite(op) && history.key(op) == key) count++;
        }
        return count;
    }

    private boolean reads(int transaction, int key) {
        for (int op = history.begin(transaction); op < history.end(transaction); op++) {
            if (!history.isWrite(op) && history.key(op) == key) return true;
        }
        return false;
    }

    /** Says something of two transactions. */
    interface IntBinaryPredicate {
        boolean test(int first, int second);
    }
}
