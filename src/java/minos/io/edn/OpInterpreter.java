package minos.io.edn;

import java.util.Map;
import java.util.TreeMap;
import minos.history.Model;

/**
 * Finds the micro-ops of an operation: those of its {@code :value}, or what an operation on a single object means. What has none is
 * left out, and counted.
 */
final class OpInterpreter {
    private final boolean recognise;
    private final MicroOps microOps;
    private final SingleValue single = new SingleValue();
    private final RegisterOps registers = new RegisterOps(single);
    private ObjectOps objects;
    private final Map<String, Integer> ignored = new TreeMap<>();

    /** Where the micro-ops found last lie, as in {@link OpBuffer}. */
    long[] words;

    int from;
    int to;
    /** What they are to be made of, if they were left for later; otherwise null. */
    Object later;
    /** Whether they are what a compare-and-set found that failed. */
    boolean failedRead;

    /** @param recognise whether the workload was recognised, and not asked for */
    OpInterpreter(MicroOps microOps, boolean recognise) {
        this.microOps = microOps;
        this.recognise = recognise;
    }

    /** Says what operations mean from now on. */
    void shape(Recognition.Shape shape) {
        microOps.model(shape.model);
        objects = new ObjectOps(single, shape);
    }

    /** How many operations were left out, by what they do. */
    Map<String, Integer> ignored() {
        return ignored;
    }

    /** Finds the micro-ops of the operation whose header is at {@code at}, from {@code body} to {@code end}; false if it has none. */
    boolean find(OpBuffer buffer, int at, int body, int end) {
        long kinds = buffer.headers.get(at + OpBuffer.KINDS);
        long place = buffer.headers.get(at + OpBuffer.PLACE);
        int function = OpBuffer.function(kinds);
        int value = OpBuffer.value(kinds);
        Model model = microOps.model();
        boolean transactions = model.isOfTransactions();
        failedRead = false;
        later = value == OpBuffer.LATER ? buffer.later.get((int) buffer.words.get(body)) : null;
        if (later != null || value == OpBuffer.TRANSACTION && (end > body || function == OpBuffer.TXN)) {
            if (transactions) return found(buffer.words.array(), body, end);
            throw new MalformedEdn(
                    place, "a transaction of micro-ops", "single operations, as this history is " + model);
        }
        if (function == OpBuffer.TXN) {
            if (value == OpBuffer.WRONG) throw buffer.errors.get((int) buffer.words.get(body));
            if (value == OpBuffer.NOTHING) return false;
            if (single.of(buffer, value, body).isKeyAlone()) {
                boolean told = single.countAt(single.item(1)) == 0;
                return told && transactions && found(buffer.words.array(), end, end);
            }
            throw new MalformedEdn(place, "a :txn with another :value", "a vector of micro-ops");
        }
        if (transactions) return false;
        if (!ObjectOps.isOf(model, function)) {
            refuse(buffer, at, model);
            return false;
        }
        if (value == OpBuffer.WRONG) {
            throw new MalformedEdn(place, "a :value that begins with a vector", "a value or [key value]");
        }
        return single(buffer, kinds, body, place, model);
    }

    private boolean single(OpBuffer buffer, long kinds, int body, long place, Model model) {
        int type = OpBuffer.type(kinds);
        boolean told = type == OpBuffer.INVOKE || type == OpBuffer.OK || type == OpBuffer.UNTYPED;
        single.of(buffer, OpBuffer.value(kinds), body);
        if (single.isNothing() && !told && model != Model.MUTEX) return false;
        boolean failed = type == OpBuffer.FAIL;
        if (model == Model.LWT) {
            registers.convert(buffer, OpBuffer.function(kinds), failed, place);
            failedRead = registers.failedRead;
            return found(registers.body.array(), 0, registers.body.size());
        }
        try {
            if (!objects.convert(buffer, OpBuffer.function(kinds), type, place)) return false;
        } catch (MalformedEdn e) {
            if (told) throw e;
            return false; // what failed may tell why instead of what it was to do
        }
        return found(objects.body.array(), 0, objects.body.size());
    }

    /**
     * Operations on objects beside others may be of anything, and see what those did: they count only when asked for.
     * Transactions tell themselves what they do.
     */
    private void refuse(OpBuffer buffer, int at, Model model) {
        if (!recognise) return;
        throw new MalformedEdn(
                buffer.headers.get(at + OpBuffer.PLACE),
                "an operation " + name(buffer, at) + " beside those of " + model,
                "no other, as it may change what these see; if it does not, -m " + model + " leaves it out");
    }

    /** Whether an operation named init tells what rows are there when the history begins; then they are, if it is done. */
    boolean begins(OpBuffer buffer, int at, int body) {
        long kinds = buffer.headers.get(at + OpBuffer.KINDS);
        if (microOps.model() != Model.CLOSED_PREDICATE) return false;
        long place = buffer.headers.get(at + OpBuffer.PLACE);
        int type = OpBuffer.type(kinds);
        if (type == OpBuffer.FAIL || type == OpBuffer.INFO) {
            throw new MalformedEdn(place, "an :init that may not have been done", "the rows that were there at first");
        }
        if (type != OpBuffer.INVOKE)
            microOps.initialRows(single.of(buffer, OpBuffer.value(kinds), body).text(), place);
        return true;
    }

    /** Counts an operation that takes no part in the history. */
    void leaveOut(OpBuffer buffer, int at) {
        ignored.merge(name(buffer, at), 1, Integer::sum);
    }

    private static String name(OpBuffer buffer, int at) {
        int function = OpBuffer.function(buffer.headers.get(at + OpBuffer.KINDS));
        return function == OpBuffer.OTHER
                ? buffer.text(buffer.headers.get(at + OpBuffer.NAME))
                : ":" + OpBuffer.FUNCTIONS.get(function - OpBuffer.TXN);
    }

    private boolean found(long[] words, int from, int to) {
        this.words = words;
        this.from = from;
        this.to = to;
        return true;
    }
}
