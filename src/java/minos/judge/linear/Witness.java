package minos.judge.linear;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import minos.history.History;
import minos.history.Status;
import minos.judge.linear.SingleOperations.Before;
import minos.model.Level;
import minos.model.Violation;
import minos.model.Violation.NonLinearizable.State;
import minos.util.Deadline;
import minos.util.IntList;
import minos.util.Minimum;

/**
 * A small part of a key's operations that cannot be ordered. Such a part is a proof of its own if it asks for no more than the
 * whole. So a read counts in a part only if the part shows for each write of its value why it is the source or cannot be: the
 * write is there; or it was invoked after the read had completed; or another write, which is there, lies between the two. All that
 * comes after the completion at which no order was left is no matter: what breaks a part of the time breaks the whole.
 */
final class Witness {
    /** Larger parts are not made smaller: that would take long, and nobody reads what comes of it. */
    private static final int MOST_SHRUNK = 1 << 12;

    private final SingleOperations operations;
    private final History history;
    private final ReadSources sources;
    private final Deadline deadline;
    /** The smallest part so far, and where it gets stuck. */
    private int[] smallest;

    private Register found;
    private Stuck end;

    Witness(SingleOperations operations, ReadSources sources, Deadline deadline) {
        this.operations = operations;
        this.history = operations.history;
        this.sources = sources;
        this.deadline = deadline;
    }

    /** A minimal part of a key's operations that cannot be ordered; as small as the time allows. */
    Violation of(Level level, int[] key, Register register, Stuck stuck) {
        found = register;
        end = stuck;
        int horizon = history.completion(register.transaction[stuck.op()]);
        int size = 0;
        while (size < key.length && history.invocation(key[size]) < horizon) size++;
        int[] part = Arrays.copyOf(key, size);
        smallest = part;
        boolean minimal = false;
        try {
            for (int last = 16; last < Math.min(size, 4 * MOST_SHRUNK); last *= 4) {
                if (cannotBeOrdered(Arrays.copyOfRange(part, size - last, size), horizon)) break;
            }
            if (smallest.length <= MOST_SHRUNK) {
                Minimum.of(smallest, fewer -> cannotBeOrdered(fewer, horizon));
                minimal = true;
            }
        } catch (Deadline.Expired e) {
            // What is left is a proof all the same.
        }
        List<State> states = new ArrayList<>();
        for (Stuck.Last last : end.last()) {
            states.add(new State(List.of(found.version[last.value()]), sorted(transactions(last.effective()))));
        }
        int last = found.transaction[end.op()];
        return new Violation.NonLinearizable(
                level,
                sorted(smallest),
                minimal,
                last,
                states.stream().distinct().toList());
    }

    private int[] transactions(int[] ops) {
        return Arrays.stream(ops).map(op -> found.transaction[op]).toArray();
    }

    private static List<Integer> sorted(int[] transactions) {
        return Arrays.stream(transactions).sorted().boxed().toList();
    }

    private boolean cannotBeOrdered(int[] part, int horizon) {
        deadline.check();
        Register register = register(part, horizon);
        Optional<Stuck> stuck = new RegisterSearch(register, deadline).stuck();
        if (stuck.isEmpty()) return false;
        smallest = part;
        found = register;
        end = stuck.get();
        return true;
    }

    private Register register(int[] part, int horizon) {
        BitSet chosen = new BitSet();
        for (int t : part) chosen.set(t);
        return operations.register(
                part, t -> counts(t, part, chosen, horizon), horizon, Before.COMPLETION, chosen::get);
    }

    /**
     * Whether a part shows of each write of what {@code t} read why it is the source or cannot be. What was invoked after the
     * horizon, where there is no order left already, is no matter.
     */
    private boolean counts(int t, int[] part, BitSet chosen, int horizon) {
        int read = sources.read(t);
        if (read < 0 || history.version(read) == History.INITIAL) return true;
        if (!sources.hasSource(read, t)) return false;
        // All writes that had completed when the last write began that was over before this read are overwritten.
        int overwritten = -1;
        for (int other : part) {
            boolean over = history.status(other) == Status.COMMITTED
                    && sources.write(other) >= 0
                    && history.completion(other) < history.invocation(t);
            if (over) overwritten = Math.max(overwritten, history.invocation(other));
        }
        ReadSources.Writers of = sources.writers(history.version(read));
        for (int i = 0; i < of.crashed().size(); i++) {
            if (isOpen(of.crashed().get(i), t, chosen, horizon)) return false;
        }
        long last =
                history.status(t) == Status.COMMITTED ? (long) history.completion(t) + sources.longest : Long.MAX_VALUE;
        for (int i = firstAfter(overwritten, of.completed()); i < of.completed().size(); i++) {
            if (history.completion(of.completed().get(i)) > last) break;
            if (isOpen(of.completed().get(i), t, chosen, horizon)) return false;
        }
        return true;
    }

    /** Whether a write may be what {@code reader} read, and nothing is said of it. */
    private boolean isOpen(int source, int reader, BitSet chosen, int horizon) {
        return source != reader
                && !chosen.get(source)
                && history.invocation(source) < Math.min(horizon, history.completion(reader));
    }

    /** The place of the first of some transactions, in the order of completion, that completed after {@code place}. */
    private int firstAfter(int place, IntList transactions) {
        int low = 0;
        int high = transactions.size();
        while (low < high) {
            int middle = low + high >>> 1;
            if (history.completion(transactions.get(middle)) < place) low = middle + 1;
            else high = middle;
        }
        return low;
    }
}
