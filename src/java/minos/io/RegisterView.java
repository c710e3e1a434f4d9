package minos.io;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import minos.history.History;
import minos.history.Model;

/**
 * What the research tools' formats hold of a history: registers, numbers for names, no real time, no indeterminate
 * transactions, no reads of unknown values. At every level that does not speak of real time this has the verdict of the
 * history; unless one of two writes of the same value is left out, for a history with such writes has no verdict.
 */
final class RegisterView {
    final History history;
    final Numbers numbers;
    /** What this view lacks, in sentences. */
    final List<String> notes = new ArrayList<>();

    private final BitSet committed;
    private int[] sessionBegin;
    private int[] bySession;

    /**
     * @param format    what messages call the format
     * @param signed    as for {@link Numbers}
     * @param otherwise as for {@link Outcomes}
     */
    RegisterView(History history, String format, boolean signed, String otherwise) throws WriteException {
        if (history.isList()) {
            throw new WriteException(
                    format + " cannot hold a " + Model.LIST_APPEND + " history: it knows registers only");
        }
        this.history = history;
        if (history.hasRealTime()) notes.add("real time is left out");
        numbers = Numbers.of(history, signed, notes);
        committed = Outcomes.committed(history, otherwise, notes);
    }

    boolean isCommitted(int transaction) {
        return committed.get(transaction);
    }

    /** Whether an operation is a write, or a read whose value is known. */
    boolean isKnown(int operation) {
        return history.version(operation) != History.UNKNOWN;
    }

    /** How many operations of a transaction are known. */
    int length(int transaction) {
        int length = 0;
        for (int op = history.begin(transaction); op < history.end(transaction); op++) if (isKnown(op)) length++;
        return length;
    }

    /** Takes note of how many reads are left out. */
    void noteUnknown() {
        int unknown = 0;
        for (int op = 0; op < history.operations(); op++) if (!isKnown(op)) unknown++;
        if (unknown > 0) notes.add(unknown + " reads of unknown values are left out");
    }

    /** Takes note that sessions lose their names, unless these are the places that they get for names. */
    void noteSessions() {
        for (int s = 0; s < history.sessions(); s++) {
            if (history.sessionText(s).equals(Integer.toString(s))) continue;
            notes.add("sessions lose their names: they are known by their place");
            return;
        }
    }

    /** The transactions of a session, in their order. */
    int[] transactions(int session) {
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
}
