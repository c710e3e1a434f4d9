package minos.judge.linear;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import minos.history.History;
import minos.history.Status;
import minos.model.Level;
import minos.model.Violation;
import minos.model.Violation.NonLinearizable.State;
import minos.util.Deadline;

/**
 * Whether the transfers and reads of a bank can be ordered in real time such that each read finds what the transfers before it have
 * left. A transfer moves its amount whatever it finds, and the accounts begin with any balances; so a state is which of the open
 * operations have taken effect, and what that makes of the balances which have been read.
 *
 * <p>Transfers can be swapped, and none needs to take effect before it completes but for a read: open ones are taken in those sets
 * alone after which an open read finds its balances, and of these in the least. To find a subset with a sum is NP-complete, so that the work is
 * bounded not only by what is open at a time, but by {@link #MOST_STATES} and {@link #MOST_SUMS}.
 */
public final class BankLinearizability {
    /** So many states are kept for one place of the history. */
    private static final int MOST_STATES = 50_000;
    /** So many sums are looked at for one completion. */
    private static final int MOST_SUMS = 1_000_000;
    /** So many last states are told. */
    private static final int MOST_TOLD = 8;

    private static final int NEVER = Integer.MAX_VALUE;

    /** That there are more states than are kept. */
    public static final class TooMany extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooMany() {
            super("too many sets of open transfers may have taken effect", null, false, false);
        }
    }

    /**
     * A state.
     *
     * @param taken    which of the open operations have taken effect
     * @param known    which accounts have been read
     * @param balances of those
     */
    private record Balances(BitSet taken, BitSet known, List<Long> balances) {}

    private final History history;
    private final Deadline deadline;
    /** The transfers that may have taken effect, and the reads that committed, by invocation. */
    private final List<Integer> operations = new ArrayList<>();

    /** @param history of a bank; what indeterminate transactions read does not count */
    public BankLinearizability(History history, Deadline deadline) {
        this.history = history;
        this.deadline = deadline;
        for (int t = 0; t < history.transactions(); t++) {
            boolean committed = history.status(t) == Status.COMMITTED;
            boolean something = history.begin(t) < history.end(t);
            if (something && (committed || history.status(t) == Status.INDETERMINATE && isTransfer(t)))
                operations.add(t);
        }
        operations.sort(Comparator.comparingInt(this::begin));
    }

    /**
     * {@return a read that no order explains, and what there is to explain it; empty if there is an order} Where the history
     * has no real time, the order is that of the history, and a read that it does not explain says nothing.
     *
     * @throws TooMany          if there are too many states
     * @throws Deadline.Expired if the time is over
     */
    public Optional<Violation> violation() {
        Search search = new Search(operations, NEVER);
        int stuck = search.stuck();
        if (stuck < 0) return Optional.empty();
        return Optional.of(history.hasRealTime() ? witness(stuck) : told(search, operations, stuck));
    }

    private boolean isTransfer(int t) {
        return history.isWrite(history.begin(t));
    }

    /** Without real time transactions are one after another as they are numbered, those last of which nobody knows. */
    private int begin(int t) {
        return history.hasRealTime() ? history.invocation(t) : t;
    }

    private int end(int t) {
        if (history.status(t) != Status.COMMITTED) return NEVER;
        return history.hasRealTime() ? history.completion(t) : t;
    }

    /** Whatever was before, the last reads cannot be ordered, from the latest on at which that is so; and none of them can be left out. */
    private Violation witness(int stuck) {
        int horizon = end(stuck);
        List<Integer> reads = new ArrayList<>();
        for (int t : operations) if (!isTransfer(t) && end(t) <= horizon) reads.add(t);
        reads.sort(Comparator.comparingInt(this::end));
        int last = 2;
        while (last < reads.size() && !isStuck(last(reads, last), stuck)) last = Math.min(reads.size(), 2 * last);
        List<Integer> kept = new ArrayList<>(last(reads, last));
        for (int i = kept.size() - 2; i >= 0; i--) {
            Integer read = kept.remove(i);
            if (!isStuck(kept, stuck)) kept.add(i, read);
        }
        List<Integer> part = part(kept, horizon);
        Search search = new Search(part, horizon);
        search.stuck();
        return told(search, part, stuck);
    }

    private static List<Integer> last(List<Integer> reads, int count) {
        return reads.subList(reads.size() - Math.min(count, reads.size()), reads.size());
    }

    private boolean isStuck(List<Integer> reads, int last) {
        int horizon = end(last);
        return new Search(part(reads, horizon), horizon).stuck() == last;
    }

    /** Some reads, and the transfers that none or only some of them may have seen: what all have seen is part of the first balances. */
    private List<Integer> part(List<Integer> reads, int horizon) {
        int first = NEVER;
        for (int read : reads) first = Math.min(first, begin(read));
        List<Integer> part = new ArrayList<>();
        for (int t : operations) {
            if (isTransfer(t) ? end(t) > first && begin(t) < horizon : reads.contains(t)) part.add(t);
        }
        return part;
    }

    private static Violation told(Search search, List<Integer> part, int stuck) {
        List<State> states = new ArrayList<>();
        for (Balances state : search.states) {
            if (states.size() == MOST_TOLD) break;
            List<Integer> effective =
                    state.taken.stream().mapToObj(part::get).sorted().toList();
            states.add(new State(List.of(), effective));
        }
        List<Integer> all = part.stream().sorted().toList();
        return new Violation.NonLinearizable(
                Level.STRICT_SERIALIZABLE,
                all,
                false,
                stuck,
                states.stream().distinct().toList());
    }

    /** The states that are possible along the history. */
    private final class Search {
        private final int[] transaction;
        /** By place in the history: the operation, times two, plus one if it completes. */
        private final long[] events;

        private final List<Integer> open = new ArrayList<>();
        /** In the end those before the completion at which it is stuck. */
        private Set<Balances> states = new LinkedHashSet<>();

        private int looked;

        /** @param horizon where the history ends */
        Search(List<Integer> part, int horizon) {
            transaction = part.stream().mapToInt(t -> t).toArray();
            long[] all = new long[2 * transaction.length];
            int count = 0;
            for (int op = 0; op < transaction.length; op++) {
                int t = transaction[op];
                all[count++] = (long) begin(t) << 32 | (long) op << 1;
                if (end(t) <= horizon && end(t) != NEVER) all[count++] = (long) end(t) << 32 | (long) op << 1 | 1;
            }
            Arrays.sort(all, 0, count);
            events = Arrays.copyOf(all, count);
        }

        /** The transaction at whose completion no state is left; -1 if there is an order. */
        int stuck() {
            List<Long> none = new ArrayList<>();
            for (int key = 0; key < history.keys(); key++) none.add(0L);
            states.add(new Balances(new BitSet(), new BitSet(), List.copyOf(none)));
            for (long event : events) {
                int op = (int) event >> 1;
                if ((event & 1) == 0) {
                    open.add(op);
                    if (!isTransfer(transaction[op])) settle();
                    continue;
                }
                Set<Balances> left = completed(op);
                if (left.isEmpty()) return transaction[op];
                states = left;
                open.remove((Integer) op);
            }
            return -1;
        }

        /** A read that finds what is there takes effect: it changes nothing, so nothing is lost. */
        private void settle() {
            Set<Balances> settled = new LinkedHashSet<>();
            for (Balances state : states) settled.add(settled(state));
            states = settled;
        }

        private Balances settled(Balances state) {
            BitSet taken = (BitSet) state.taken.clone();
            for (int op : open) if (!isTransfer(transaction[op]) && isFound(state, transaction[op])) taken.set(op);
            return new Balances(taken, state.known, state.balances);
        }

        private boolean isFound(Balances state, int read) {
            for (int op = history.begin(read); op < history.end(read); op++) {
                int account = history.key(op);
                if (!state.known.get(account) || state.balances.get(account) != amount(op)) return false;
            }
            return true;
        }

        private Set<Balances> completed(int op) {
            Set<Balances> left = new LinkedHashSet<>();
            Set<Balances> seen = new HashSet<>(states);
            Deque<Balances> work = new ArrayDeque<>(states);
            looked = 0;
            while (!work.isEmpty()) {
                look();
                Balances state = work.poll();
                if (state.taken.get(op)) {
                    BitSet taken = (BitSet) state.taken.clone();
                    taken.clear(op);
                    left.add(new Balances(taken, state.known, state.balances));
                    continue;
                }
                List<Balances> after = new ArrayList<>();
                if (isTransfer(transaction[op])) after.add(moved(state, List.of(op)));
                for (int read : open) {
                    if (!isTransfer(transaction[read]) && !state.taken.get(read)) read(state, read, after);
                }
                for (Balances next : after) {
                    Balances settled = settled(next);
                    if (seen.add(settled)) work.add(settled);
                }
                if (seen.size() > MOST_STATES) throw new TooMany();
            }
            return left;
        }

        private void look() {
            if ((++looked & 0xFF) == 0) deadline.check();
            if (looked > MOST_SUMS) throw new TooMany();
        }

        private Balances moved(Balances state, List<Integer> transfers) {
            BitSet taken = (BitSet) state.taken.clone();
            List<Long> balances = new ArrayList<>(state.balances);
            for (int transfer : transfers) {
                taken.set(transfer);
                int t = transaction[transfer];
                for (int op = history.begin(t); op < history.end(t); op++) {
                    int account = history.key(op);
                    if (state.known.get(account)) balances.set(account, balances.get(account) + amount(op));
                }
            }
            return new Balances(taken, state.known, List.copyOf(balances));
        }

        private long amount(int operation) {
            return history.valueAtom(history.version(operation));
        }

        /** The states after a read: one for each set of open transfers that leads to the balances it found. */
        private void read(Balances state, int read, List<Balances> after) {
            int t = transaction[read];
            BitSet found = new BitSet();
            long[] missing = new long[history.keys()];
            for (int op = history.begin(t); op < history.end(t); op++) {
                int account = history.key(op);
                found.set(account);
                missing[account] = amount(op) - state.balances.get(account);
            }
            BitSet matters = (BitSet) found.clone();
            matters.and(state.known);
            boolean all = matters.equals(found);
            List<Integer> candidates = new ArrayList<>();
            for (int op : open) {
                if (isTransfer(transaction[op]) && !state.taken.get(op) && touches(transaction[op], found))
                    candidates.add(op);
            }
            choose(state, read, candidates, 0, new ArrayList<>(), missing, matters, all, after);
        }

        private boolean touches(int transfer, BitSet accounts) {
            for (int op = history.begin(transfer); op < history.end(transfer); op++) {
                if (accounts.get(history.key(op))) return true;
            }
            return false;
        }

        /**
         * Takes or leaves one candidate after another.
         *
         * @param all whether all balances are known that are found: then what makes no difference to them can wait until something does
         */
        private void choose(
                Balances state,
                int read,
                List<Integer> candidates,
                int next,
                List<Integer> chosen,
                long[] missing,
                BitSet matters,
                boolean all,
                List<Balances> after) {
            look();
            if (after.size() > MOST_STATES) throw new TooMany();
            if (!canBeReached(candidates, next, missing, matters)) return;
            boolean reached = all && matters.stream().allMatch(account -> missing[account] == 0);
            if (reached || next == candidates.size()) {
                after.add(found(moved(state, chosen), read));
                return;
            }
            int transfer = candidates.get(next);
            choose(state, read, candidates, next + 1, chosen, missing, matters, all, after);
            move(transfer, missing, -1);
            chosen.add(transfer);
            choose(state, read, candidates, next + 1, chosen, missing, matters, all, after);
            chosen.remove(chosen.size() - 1);
            move(transfer, missing, 1);
        }

        private void move(int transfer, long[] balances, int sign) {
            int t = transaction[transfer];
            for (int op = history.begin(t); op < history.end(t); op++) balances[history.key(op)] += sign * amount(op);
        }

        /** Whether what is missing lies between what the other candidates can take and give, account by account. */
        private boolean canBeReached(List<Integer> candidates, int next, long[] missing, BitSet matters) {
            long[] least = new long[missing.length];
            long[] most = new long[missing.length];
            for (int i = next; i < candidates.size(); i++) {
                int t = transaction[candidates.get(i)];
                for (int op = history.begin(t); op < history.end(t); op++) {
                    long amount = amount(op);
                    (amount < 0 ? least : most)[history.key(op)] += amount;
                }
            }
            for (int account = matters.nextSetBit(0); account >= 0; account = matters.nextSetBit(account + 1)) {
                if (missing[account] < least[account] || missing[account] > most[account]) return false;
            }
            return true;
        }

        private Balances found(Balances state, int read) {
            BitSet taken = (BitSet) state.taken.clone();
            taken.set(read);
            BitSet known = (BitSet) state.known.clone();
            List<Long> balances = new ArrayList<>(state.balances);
            int t = transaction[read];
            for (int op = history.begin(t); op < history.end(t); op++) {
                known.set(history.key(op));
                balances.set(history.key(op), amount(op));
            }
            return new Balances(taken, known, List.copyOf(balances));
        }
    }
}
