package minos.io.edn;

import minos.history.Model;
import minos.util.LongList;

/**
 * Finds the micro-ops of an operation: those of its {@code :value}, or what a single read, write or compare-and-set
 * means.
 */
final class OpInterpreter {
    private final boolean recognise;
    private final MicroOps microOps;
    private final SingleOps singles = new SingleOps();
    private boolean transactional;
    /** The first operation of a client that is neither a transaction nor a single operation; -1 for none. */
    private long foreign = -1;

    /** Where the micro-ops found last lie, as in {@link OpBuffer}. */
    long[] words;

    int from;
    int to;
    /** What they are to be made of, if they were left for later; otherwise null. */
    Object later;
    /** Whether they are what a compare-and-set found that failed. */
    boolean failedRead;

    /** @param recognise whether single operations may tell that this is a history of them */
    OpInterpreter(MicroOps microOps, boolean recognise) {
        this.microOps = microOps;
        this.recognise = recognise;
    }

    /** Finds the micro-ops of an operation whose body lies from {@code body} to {@code end}; false if it has none. */
    boolean find(OpBuffer buffer, long kinds, int body, int end, long place) {
        int function = OpBuffer.function(kinds);
        int value = OpBuffer.value(kinds);
        failedRead = false;
        later = value == OpBuffer.LATER ? buffer.later.get((int) buffer.words.get(body)) : null;
        if (value == OpBuffer.TRANSACTION || later != null) {
            if (end == body && function != OpBuffer.TXN) return false;
            if (microOps.model() == Model.LWT) {
                throw new MalformedEdn(
                        place, "a transaction of micro-ops", "a :read, :write or :cas, as this history is lwt");
            }
            transactional = true;
            return found(buffer.words.array(), body, end);
        }
        if (function == OpBuffer.TXN) {
            if (value == OpBuffer.WRONG) throw buffer.errors.get((int) buffer.words.get(body));
            if (value == OpBuffer.NOTHING) return false;
            throw new MalformedEdn(place, "a :txn with another :value", "a vector of micro-ops");
        }
        boolean strange = function == OpBuffer.OTHER || value == OpBuffer.WRONG;
        if (strange && foreign < 0) foreign = place;
        if (function != OpBuffer.OTHER && value == OpBuffer.WRONG && microOps.model() == Model.LWT) {
            throw new MalformedEdn(place, "a :value that begins with a vector", "a value or [key value]");
        }
        boolean single = !strange && (microOps.model() == Model.LWT || recognise && !transactional);
        if (single && value == OpBuffer.NOTHING) {
            int type = OpBuffer.type(kinds);
            single = type == OpBuffer.INVOKE || type == OpBuffer.OK;
        }
        if (single) microOps.model(Model.LWT);
        refuseForeign();
        if (!single) return false;
        boolean failed = OpBuffer.type(kinds) == OpBuffer.FAIL;
        singles.convert(buffer, function, failed, value == OpBuffer.NOTHING, body, place);
        failedRead = singles.failedRead;
        return found(singles.body.array(), 0, singles.body.size());
    }

    /**
     * Reads and writes among other operations may be of anything, say of bank accounts: they count only when asked
     * for.
     */
    private void refuseForeign() {
        if (foreign >= 0 && recognise && microOps.model() == Model.LWT) {
            throw new MalformedEdn(
                    foreign,
                    "an operation that is no :read, :write or :cas",
                    "no other beside them, unless the model lwt is asked for");
        }
    }

    private boolean found(long[] words, int from, int to) {
        this.words = words;
        this.from = from;
        this.to = to;
        return true;
    }

    /**
     * Reads, writes and compare-and-sets of one register ({@code :f} is {@code :read}, {@code :write} or {@code :cas}) as
     * transactions: a compare-and-set reads what it expects and writes what it sets. The value is {@code [key value]}, as
     * Jepsen's independent keys have it, or the value alone, if there is only one register. One that failed may tell what
     * it found instead, as a third value: {@code [old new found]}. Then it was a read.
     */
    private static final class SingleOps {
        private static final String REGISTER = "register";

        /** The micro-ops of the operation converted last, as in {@link OpBuffer}. */
        final LongList body = new LongList();
        /** Whether it is a compare-and-set that failed and tells what it found. */
        boolean failedRead;

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
                throw new MalformedEdn(place, "a :value of " + count + " elements", "a value or [key value]");
            }
            long key = keyed ? atom(buffer, words, from + 1) : implicit(buffer);
            long value = nothing ? OpBuffer.NIL : atom(buffer, words, keyed ? next(words, from + 1) : from + 1);
            if (function == OpBuffer.READS) {
                if (value == OpBuffer.NIL) add(OpBuffer.READ_NIL, key);
                else add(OpBuffer.READ, key, value);
            } else {
                add(OpBuffer.WRITE, key, value);
            }
        }

        private void compareAndSet(OpBuffer buffer, long[] words, int from, long count, boolean failed, long place) {
            int second = count == 2 || count == 3 ? next(words, from + 1) : 0;
            boolean keyed = count == 2 && (words[second] == 2 || failed && words[second] == 3);
            failedRead = failed && (keyed ? words[second] : count) == 3;
            if (count != 2 && !failedRead) {
                throw new MalformedEdn(place, "a :cas without two values", "[old new] or [key [old new]]");
            }
            long key = keyed ? atom(buffer, words, from + 1) : implicit(buffer);
            if (failedRead) {
                read(key, keyed ? words[second + 3] : atom(buffer, words, next(words, second)));
                return;
            }
            read(key, keyed ? words[second + 1] : atom(buffer, words, from + 1));
            add(OpBuffer.WRITE, key, keyed ? words[second + 2] : atom(buffer, words, second));
        }

        /** A read that surely saw this; nil is what every register has before it is written. */
        private void read(long key, long value) {
            if (value == OpBuffer.NIL) add(OpBuffer.READ_INITIAL, key);
            else add(OpBuffer.READ, key, value);
        }

        private void add(long... words) {
            for (long word : words) body.add(word);
        }

        private static long implicit(OpBuffer buffer) {
            return buffer.atom(REGISTER);
        }

        private static int next(long[] words, int item) {
            return words[item] == OpBuffer.ATOM ? item + 2 : item + 1 + (int) words[item];
        }

        /** The atom of an item; that of a vector is its text. */
        private static long atom(OpBuffer buffer, long[] words, int item) {
            if (words[item] == OpBuffer.ATOM) return words[item + 1];
            StringBuilder text = new StringBuilder("[");
            for (int i = item + 1; i <= item + words[item]; i++) {
                text.append(i > item + 1 ? " " : "").append(buffer.text(words[i]));
            }
            return buffer.atom(text.append(']').toString());
        }
    }
}
