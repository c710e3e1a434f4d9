package minos.io;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;
import minos.history.History;
import minos.util.LongList;

/**
 * The numbers by which the research tools' formats call sessions, keys and values: the history's own if these are all
 * unsigned integers, otherwise 0, 1, 2 … (for values 1, 2, 3 …). An initial value is called 0, so values are also
 * numbered anew where somebody wrote a 0 to a key that was read in its initial state, or read a 0 that nobody wrote.
 */
final class Numbers {
    private final long[] session;
    private final long[] key;
    private final long[] value;

    private Numbers(long[] session, long[] key, long[] value) {
        this.session = session;
        this.key = key;
        this.value = value;
    }

    /** Adds to {@code notes} what is numbered anew. */
    static Numbers of(History history, List<String> notes) {
        return of(history, false, notes);
    }

    /** @param signed whether the format's readers take numbers below 2^63 only */
    static Numbers of(History history, boolean signed, List<String> notes) {
        long[] session = own(history.sessions(), history::sessionText, signed);
        long[] key = own(history.keys(), history::keyText, signed);
        long[] value = own(history.versions(), history::valueText, signed);
        if (session == null) notes.add("sessions are numbered anew: not all of their names are unsigned integers");
        if (key == null) notes.add("keys are numbered anew: not all of them are unsigned integers");
        if (value == null) {
            notes.add("values are numbered anew: not all of them are unsigned integers");
        } else if (confusesInitial(history, value)) {
            notes.add("values are numbered anew: a 0 would be taken for the initial value");
            value = null;
        }
        return new Numbers(
                session == null ? count(0, history.sessions()) : session,
                key == null ? count(0, history.keys()) : key,
                value == null ? count(1, history.versions()) : value);
    }

    long session(int session) {
        return this.session[session];
    }

    long key(int key) {
        return this.key[key];
    }

    long value(int version) {
        return version == History.INITIAL ? 0 : value[version];
    }

    /** The texts as unsigned integers; null if one of them is something else, or too large. */
    private static long[] own(int size, IntFunction<String> text, boolean signed) {
        LongList numbers = new LongList(size);
        for (int i = 0; i < size; i++) {
            String number = text.apply(i);
            if (!isDigits(number)) return null;
            try {
                numbers.add(signed ? Long.parseLong(number) : Long.parseUnsignedLong(number));
            } catch (NumberFormatException e) {
                return null; // more bits than there are
            }
        }
        return numbers.toArray();
    }

    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) if (text.charAt(i) < '0' || text.charAt(i) > '9') return false;
        return !text.isEmpty();
    }

    private static boolean confusesInitial(History history, long[] value) {
        BitSet written = new BitSet();
        BitSet readInitially = new BitSet();
        for (int op = 0; op < history.operations(); op++) {
            if (history.isWrite(op)) written.set(history.version(op));
            else if (history.version(op) == History.INITIAL) readInitially.set(history.key(op));
        }
        for (int op = 0; op < history.operations(); op++) {
            int version = history.version(op);
            if (version < 0 || value[version] != 0) continue;
            if (!written.get(version) || readInitially.get(history.key(op))) return true;
        }
        return false;
    }

    private static long[] count(int from, int size) {
        long[] numbers = new long[size];
        Arrays.setAll(numbers, i -> (long) from + i);
        return numbers;
    }
}
