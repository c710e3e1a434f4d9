package minos.history;

import java.util.HashMap;
import java.util.Map;
import minos.util.LongInterner;

/**
 * What a history with predicates knows of its keys, by their names: what each row held at first, and which keys are views of rows.
 * A view shows a row where some predicate matches it, and otherwise that it is {@link #ABSENT}.
 */
final class Rows {
    /** What a row holds that is not there, and a view that does not show it. */
    static final String ABSENT = "absent";

    private final Atoms atoms;
    private final long absent;
    private final Map<Long, Long> initial = new HashMap<>();
    /** By view and what it shows: the name of this look. */
    private final Map<Long, Map<Long, Long>> views = new HashMap<>();

    Rows(Atoms atoms) {
        this.atoms = atoms;
        absent = atoms.ofText(ABSENT);
    }

    long absent() {
        return absent;
    }

    /** What a key held at first. */
    long initial(long key) {
        return initial.getOrDefault(key, absent);
    }

    void begin(long key, long value) {
        initial.put(key, value);
    }

    /** Says that a key is a view, which may show a value. */
    void show(long view, long value) {
        long name = atoms.ofText("[" + atoms.text(view) + " " + atoms.text(value) + "]");
        views.computeIfAbsent(view, v -> new HashMap<>()).put(value, name);
    }

    /** A name for what a predicate sees of a row, which no other key has. */
    long nameView(long row, long predicate, LongInterner others) {
        String text = "[" + atoms.text(row) + " :where " + atoms.text(predicate) + "]";
        while (others.find(atoms.ofText(text)) >= 0) text = "[" + text + "]";
        return atoms.ofText(text);
    }

    /** Numbers before all else, which goes by its text. */
    int compare(long key, long other) {
        if (Atoms.isInteger(key) != Atoms.isInteger(other)) return Atoms.isInteger(key) ? -1 : 1;
        return Atoms.isInteger(key) ? Long.compare(key, other) : atoms.text(key).compareTo(atoms.text(other));
    }

    boolean hasViews() {
        return !views.isEmpty();
    }

    boolean isView(long key) {
        return views.containsKey(key);
    }

    long look(long view, long value) {
        return views.get(view).get(value);
    }
}
