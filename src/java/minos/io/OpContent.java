package minos.io;

import minos.history.Model;

/**
 * Finds the micro-ops of an operation: those of its {@code :value}, or what a single read, write or compare-and-set
 * means.
 */
final class OpContent {
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
    OpContent(MicroOps microOps, boolean recognise) {
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
                throw new EdnError(
                        place, "a transaction of micro-ops", "a :read, :write or :cas, as this history is lwt");
            }
            transactional = true;
            return found(buffer.words.array(), body, end);
        }
        if (function == OpBuffer.TXN) {
            if (value == OpBuffer.WRONG) throw buffer.errors.get((int) buffer.words.get(body));
            if (value == OpBuffer.NOTHING) return false;
            throw new EdnError(place, "a :txn with another :value", "a vector of micro-ops");
        }
        boolean strange = function == OpBuffer.OTHER || value == OpBuffer.WRONG;
        if (strange && foreign < 0) foreign = place;
        if (function != OpBuffer.OTHER && value == OpBuffer.WRONG && microOps.model() == Model.LWT) {
            throw new EdnError(place, "a :value that begins with a vector", "a value or [key value]");
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
        failedRead = singles.isFailedRead();
        return found(singles.body().array(), 0, singles.body().size());
    }

    /**
     * Reads and writes among other operations may be of anything, say of bank accounts: they count only when asked
     * for.
     */
    private void refuseForeign() {
        if (foreign >= 0 && recognise && microOps.model() == Model.LWT) {
            throw new EdnError(
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
}
