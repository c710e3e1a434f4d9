package minos.io.edn;

import minos.util.LongList;

/**
 * Reads, writes and compare-and-sets of one register ({@code :f} is {@code :read}, {@code :write} or {@code :cas}) as
 * transactions: a compare-and-set reads what it expects and writes what it sets. The value is {@code [key value]}, as
 * Jepsen's independent keys have it, or the value alone, if there is only one register. One that failed may tell what
 * it found instead, as a third value: {@code [old new found]}. Then it was a read.
 */
final class RegisterOps {
    private static final String REGISTER = "register";

    private final SingleValue value;
    /** The micro-ops of the operation converted last, as in {@link OpBuffer}. */
    final LongList body = new LongList();
    /** Whether it is a compare-and-set that failed and tells what it found. */
    boolean failedRead;

    /** @param value looks at the value of the operation at hand */
    RegisterOps(SingleValue value) {
        this.value = value;
    }

    /**
     * Converts an operation.
     *
     * @param failed whether it is the completion of one that failed
     */
    void convert(OpBuffer buffer, int function, boolean failed, long place) {
        body.clear();
        failedRead = false;
        if (function == OpBuffer.CAS) {
            compareAndSet(buffer, failed, place);
            return;
        }
        boolean keyed = value.isVector();
        if (keyed && value.count() != 2) {
            throw new MalformedEdn(place, "a :value of " + value.count() + " elements", "a value or [key value]");
        }
        long key = keyed ? value.atomAt(value.item(0)) : buffer.atom(REGISTER);
        long what = keyed ? value.atomAt(value.item(1)) : value.atom();
        if (function == OpBuffer.READS) {
            if (what == OpBuffer.NIL) add(OpBuffer.READ_NIL, key);
            else add(OpBuffer.READ, key, what);
        } else {
            add(OpBuffer.WRITE, key, what);
        }
    }

    private void compareAndSet(OpBuffer buffer, boolean failed, long place) {
        int count = value.isVector() ? value.count() : 0;
        int second = count == 2 || count == 3 ? value.item(1) : 0;
        boolean keyed = count == 2 && (value.countAt(second) == 2 || failed && value.countAt(second) == 3);
        failedRead = failed && (keyed ? value.countAt(second) : count) == 3;
        if (count != 2 && !failedRead) {
            throw new MalformedEdn(place, "a :cas without two values", "[old new] or [key [old new]]");
        }
        long key = keyed ? value.atomAt(value.item(0)) : buffer.atom(REGISTER);
        if (failedRead) {
            read(key, part(keyed, second, 2));
            return;
        }
        read(key, part(keyed, second, 0));
        add(OpBuffer.WRITE, key, part(keyed, second, 1));
    }

    /** One of the values of a compare-and-set. */
    private long part(boolean keyed, int second, int index) {
        return keyed ? value.atomAt(second, index) : value.atomAt(value.item(index));
    }

    /** A read that surely saw this; nil is what every register has before it is written. */
    private void read(long key, long what) {
        if (what == OpBuffer.NIL) add(OpBuffer.READ_INITIAL, key);
        else add(OpBuffer.READ, key, what);
    }

    private void add(long... words) {
        for (long word : words) body.add(word);
    }
}
