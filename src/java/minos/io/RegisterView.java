package minos.io;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;
import minos.history.History;
import minos.history.Model;
import minos.history.Participation;
import minos.history.Status;
import minos.util.LongList;

/**
 * What the research tools' formats hold of a history: registers, numbers for names, no real time, no indeterminate
 * transactions, no reads of unknown values. At every level that does not speak of real time this has the verdict of the
 * history; unless one of two writes of the same value is left out, for a history with such writes has no verdict.
 *
 * <p>Sessions, keys and values are called by the history's own numbers if these are all unsigned integers, otherwise 0, 1, 2 …
 * (values 1, 2, 3 …). An initial value is called 0, so values are also numbered anew where somebody wrote a 0 to a key that was
 * read in its initial state, or read a 0 that nobody wrote.
 */
public final class RegisterView {
    public final History history;
    /** What this view lacks, in sentences. */
    public final List<String> notes = new ArrayList<>();

    private final BitSet committed;
    private final long[] sessionNumber;
    private final long[] keyNumber;
    private final long[] valueNumber;
    private int[] sessionBegin;
    private int[] bySession;

    /**
     * @param format    what messages call the format
     * @param signed    whether the format's readers take numbers below 2^63 only
     * @param otherwise what becomes of indeterminate transactions that nobody read from: "aborted", say
     */
    public RegisterView(History history, String format, boolean signed, String otherwise) throws WriteException {
        if (history.isList()) {
            throw new WriteException(
                    format + " cannot hold a " + Model.LIST_APPEND + " history: it knows registers only");
        }
        for (int op = 0; op < history.operations(); op++) {
            if (history.isWrite(op) && history.version(op) == History.INITIAL) {
                throw new WriteException(format + " cannot hold deletes, as of " + history.keyText(history.key(op))
                        + " by T" + history.transactionOf(op));
            }
        }
        this.history = history;
        if (history.hasRealTime()) notes.add("real time is left out");
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
        sessionNumber = session == null ? count(0, history.sessions()) : session;
        keyNumber = key == null ? count(0, history.keys()) : key;
        valueNumber = value == null ? count(1, history.versions()) : value;
        committed = Participation.of(history, indeterminateWriters(history));
        noteIndeterminate(otherwise);
    }

    /** By version: the indeterminate transaction that wrote it, or -1. */
    private static int[] indeterminateWriters(History history) {
        int[] writer = new int[history.versions()];
        Arrays.fill(writer, -1);
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) != Status.INDETERMINATE) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op)) writer[history.version(op)] = t;
            }
        }
        return writer;
    }

    private void noteIndeterminate(String otherwise) {
        int indeterminate = 0;
        int kept = 0;
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) != Status.INDETERMINATE) continue;
            indeterminate++;
            if (isCommitted(t)) kept++;
        }
        if (indeterminate == 0) return;
        notes.add("of " + indeterminate + " indeterminate transactions, " + kept
                + " are committed, as they were read from, and " + (indeterminate - kept) + " " + otherwise);
    }

    /** The number by which the format calls a session. */
    public long session(int session) {
        return sessionNumber[session];
    }

    /** That of a key. */
    public long key(int key) {
        return keyNumber[key];
    }

    /** That of a version's value. */
    public long value(int version) {
        return version == History.INITIAL ? 0 : valueNumber[version];
    }

    /**
     * Whether the format calls a transaction committed: one that is, or an indeterminate one whose write is read by a
     * transaction that is called so.
     */
    public boolean isCommitted(int transaction) {
        return committed.get(transaction);
    }

    /** Whether an operation is a write, or a read whose value is known. */
    public boolean isKnown(int operation) {
        return history.version(operation) != History.UNKNOWN;
    }

    /** How many operations of a transaction are known. */
    public int length(int transaction) {
        int length = 0;
        for (int op = history.begin(transaction); op < history.end(transaction); op++) if (isKnown(op)) length++;
        return length;
    }

    /** Takes note of how many reads are left out. */
    public void noteUnknown() {
        int unknown = 0;
        for (int op = 0; op < history.operations(); op++) if (!isKnown(op)) unknown++;
        if (unknown > 0) notes.add(unknown + " reads of unknown values are left out");
    }

    /** Takes note that sessions lose their names, unless these are the places that they get for names. */
    public void noteSessions() {
        for (int s = 0; s < history.sessions(); s++) {
            if (history.sessionText(s).equals(Integer.toString(s))) continue;
            notes.add("sessions lose their names: they are known by their place");
            return;
        }
    }

    /** The transactions of a session, in their order. */
    public int[] transactions(int session) {
        if (bySession == null) sortBySession();
        return Arrays.copyOfRange(bySession, sessionBegin[session], sessionBegin[session + 1]);
    }

    private void sortBySession() {
        sessionBegin = new int[history.sessions() + 1];
        for (int t = 0; t < history.transactions(); t++) sessionBegin[history.session(t) + 1]++;
        for (int s = 0; s < history.sessions(); s++) sessionBegin[s + 1] += sessionBegin[s];
        int[] next = sessionBegin.clone();
        bySession = new int[history.transactions()];
        for (int t = 0; t < history.transactions(); t++) bySession[next[history.session(t)]++] = t;
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
