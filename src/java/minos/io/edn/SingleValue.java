package minos.io.edn;

import java.util.Arrays;
import java.util.regex.Pattern;
import minos.history.Atoms;

/** The value of an operation that is no transaction, as it lies in an {@link OpBuffer}: nil, an atom, or a vector of items. */
final class SingleValue {
    private static final Pattern MICRO_OP = Pattern.compile("\\[:(r|w|append|read|write|insert|delete|rp) ");

    private OpBuffer buffer;
    private long[] words;
    private int from;
    private int kind;

    /** Looks at the value of {@code kind} whose body begins at {@code from}. */
    SingleValue of(OpBuffer buffer, int kind, int from) {
        this.buffer = buffer;
        this.words = buffer.words.array();
        this.kind = kind;
        this.from = from;
        return this;
    }

    boolean isNothing() {
        return kind == OpBuffer.NOTHING;
    }

    /** Whether it is one thing that is no vector. */
    boolean isAtom() {
        return kind == OpBuffer.SINGLE && words[from] == OpBuffer.ATOM;
    }

    boolean isVector() {
        return kind == OpBuffer.TRANSACTION || kind == OpBuffer.SINGLE && words[from] != OpBuffer.ATOM;
    }

    /** How many items the vector has; an empty one is read as a transaction of nothing. */
    int count() {
        return kind == OpBuffer.SINGLE ? (int) words[from] : 0;
    }

    /** The atom that it is; of nil that of nil. */
    long atom() {
        return isNothing() ? OpBuffer.NIL : words[from + 2];
    }

    /** The text of the atom that it is, or an empty one for a number or a vector. */
    String text() {
        return isAtom() ? text(atom()) : "";
    }

    String text(long atom) {
        return Atoms.isInteger(atom) ? "" : buffer.text(atom);
    }

    /** Where an item of the vector begins. */
    int item(int index) {
        int at = from + 1;
        for (int i = 0; i < index; i++) at = words[at] == OpBuffer.ATOM ? at + 2 : at + 1 + (int) words[at];
        return at;
    }

    /** How many atoms the item there has; {@link OpBuffer#ATOM} if it is no vector. */
    int countAt(int item) {
        return (int) words[item];
    }

    /** Whether it is a key and micro-ops behind it, as {@code jepsen.independent} has transactions of each key. */
    boolean hasMicroOps() {
        if (kind != OpBuffer.SINGLE || words[from] != 2) return false;
        int second = item(1);
        if (countAt(second) < 1) return false;
        String first = text(atomAt(second, 0));
        return first.startsWith("[:") && MICRO_OP.matcher(first).lookingAt();
    }

    /** Whether it is a key with nil or an empty vector behind it. */
    boolean isKeyAlone() {
        if (kind != OpBuffer.SINGLE || words[from] != 2) return false;
        int second = item(1);
        return countAt(second) == 0 || countAt(second) == OpBuffer.ATOM && atomAt(second) == OpBuffer.NIL;
    }

    /** All atoms of the vector that an item is. */
    long[] atoms(int index) {
        int at = item(index);
        return Arrays.copyOfRange(words, at + 1, at + 1 + countAt(at));
    }

    /** An atom of the vector that the item there is. */
    long atomAt(int item, int index) {
        return words[item + 1 + index];
    }

    /** The atom of the item there; that of a vector is its text. */
    long atomAt(int item) {
        if (words[item] == OpBuffer.ATOM) return words[item + 1];
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < words[item]; i++) {
            text.append(i > 0 ? " " : "").append(buffer.text(atomAt(item, i)));
        }
        return buffer.atom(text.append(']').toString());
    }
}
