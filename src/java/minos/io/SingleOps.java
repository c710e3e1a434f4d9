package minos.io;

import minos.history.Atoms;
import minos.util.LongList;

/**
 * Reads, writes and compare-and-sets of one register ({@code :f} is {@code :read}, {@code :write} or {@code :cas}) as
 * transactions: a compare-and-set reads what it expects and writes what it sets. The value is {@code [key value]}, as
 * Jepsen's independent keys have it, or the value alone, if there is only one register.
 */
final class SingleOps {
    private static final String REGISTER = "register";

    private final LongList body = new LongList();

    /** The micro-ops of the operation converted last, as in {@link OpBuffer}. */
    LongList body() {
        return body;
    }

    /**
     * Converts an operation.
     *
     * @param nothing whether its value is nil
     * @param from    where the body of its value begins in the buffer
     */
    void convert(OpBuffer buffer, int function, boolean nothing, int from, long place) {
        body.clear();
        long[] words = buffer.words.array();
        long count = nothing ? OpBuffer.ATOM : words[from];
        boolean keyed = count == 2;
        if (function == OpBuffer.CAS) {
            int second = count == 2 ? next(words, from + 1) : 0;
            keyed = count == 2 && words[second] == 2;
            if (count != 2) throw new EdnError(place, "a :cas without two values", "[old new] or [key [old new]]");
            long key = keyed ? atom(buffer, words, from + 1) : implicit(buffer);
            compareAndSet(key, keyed ? words[second + 1] : atom(buffer, words, from + 1),
                    keyed ? words[second + 2] : atom(buffer, words, second), place);
            return;
        }
        if (count != OpBuffer.ATOM && !keyed) {
            throw new EdnError(place, "a :value of " + count + " elements", "a value or [key value]");
        }
        long key = keyed ? atom(buffer, words, from + 1) : implicit(buffer);
        long value = nothing ? OpBuffer.NIL : atom(buffer, words, keyed ? next(words, from + 1) : from + 1);
        if (function == OpBuffer.READS) {
            if (value == OpBuffer.NIL) add(OpBuffer.READ_NIL, key);
            else add(OpBuffer.READ, key, value);
        } else {
            write(key, value, place);
        }
    }

    private void compareAndSet(long key, long old, long fresh, long place) {
        if (old == OpBuffer.NIL) add(OpBuffer.READ_INITIAL, key);
        else add(OpBuffer.READ, key, old);
        write(key, fresh, place);
    }

    private void write(long key, long value, long place) {
        if (value == OpBuffer.NIL) {
            throw new EdnError(place, "a write of nil",
                    "a value other than nil, which every register has before it is written");
        }
        add(OpBuffer.WRITE, key, value);
    }

    private void add(long... words) {
        for (long word : words) body.add(word);
    }

    private static long implicit(OpBuffer buffer) {
        return Long.MIN_VALUE + buffer.texts.intern(REGISTER);
    }

    private static int next(long[] words, int item) {
        return words[item] == OpBuffer.ATOM ? item + 2 : item + 1 + (int) words[item];
    }

    /** The atom of an item; that of a vector is its text. */
    private static long atom(OpBuffer buffer, long[] words, int item) {
        if (words[item] == OpBuffer.ATOM) return words[item + 1];
        StringBuilder text = new StringBuilder("[");
        for (int i = item + 1; i <= item + words[item]; i++) {
            text.append(i > item + 1 ? " " : "");
            if (Atoms.isInteger(words[i])) text.append(words[i]);
            else text.append(buffer.texts.text((int) (words[i] - Long.MIN_VALUE)));
        }
        return Long.MIN_VALUE + buffer.texts.intern(text.append(']').toString());
    }
}
