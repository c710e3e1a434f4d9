package minos.io;

import minos.history.Atoms;
import minos.util.LongList;

/**
 * Reads, writes and compare-and-sets of one register ({@code :f} is {@code :read}, {@code :write} or {@code :cas}) as
 * transactions: a compare-and-set reads what it expects and writes what it sets. The value is {@code [key value]}, as
 * Jepsen's independent keys have it, or the value alone, if there is only one register. One that failed may tell what
 * it found instead, as a third value: {@code [old new found]}. Then it was a read.
 */
final class SingleOps {
    private static final String REGISTER = "register";

    private final LongList body = new LongList();
    private boolean failedRead;

    /** The micro-ops of the operation converted last, as in {@link OpBuffer}. */
    LongList body() {
        return body;
    }

    /** Whether the operation converted last is a compare-and-set that failed and tells what it found. */
    boolean isFailedRead() {
        return failedRead;
    }

    /**
     * Converts an operation.
     *
     * @param failed  whether it is the completion of one that failed
     * @param nothing whether its value is nil
     * @param from    where the body of its value begins in the buffer
     */
    void convert(OpBuffer buffer, int function, boolean failed, boolean nothing, int from, long place) {
        body.clear();
        failedRead = false;
        long[] words = buffer.words.array();
        long count = nothing ? OpBuffer.ATOM : words[from];
        boolean keyed = count == 2;
        if (function == OpBuffer.CAS) {
            compareAndSet(buffer, words, from, count, failed, place);
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

    private void compareAndSet(OpBuffer buffer, long[] words, int from, long count, boolean failed, long place) {
        int second = count == 2 || count == 3 ? next(words, from + 1) : 0;
        boolean keyed = count == 2 && (words[second] == 2 || failed && words[second] == 3);
        failedRead = failed && (keyed ? words[second] : count) == 3;
        if (count != 2 && !failedRead) {
            throw new EdnError(place, "a :cas without two values", "[old new] or [key [old new]]");
        }
        long key = keyed ? atom(buffer, words, from + 1) : implicit(buffer);
        if (failedRead) {
            read(key, keyed ? words[second + 3] : atom(buffer, words, next(words, second)));
            return;
        }
        read(key, keyed ? words[second + 1] : atom(buffer, words, from + 1));
        write(key, keyed ? words[second + 2] : atom(buffer, words, second), place);
    }

    /** A read that surely saw this; nil is what every register has before it is written. */
    private void read(long key, long value) {
        if (value == OpBuffer.NIL) add(OpBuffer.READ_INITIAL, key);
        else add(OpBuffer.READ, key, value);
    }

    private void write(long key, long value, long place) {
        if (value == OpBuffer.NIL) {
            throw new EdnError(place, "a write of nil", ValueParser.NOT_NIL);
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
