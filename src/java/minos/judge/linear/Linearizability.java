package minos.judge.linear;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import minos.history.History;
import minos.history.Status;
import minos.infer.Findings;
import minos.infer.Options;
import minos.judge.linear.SingleOperations.Before;
import minos.model.AnomalyType;
import minos.model.Certificate;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.util.Deadline;
import minos.util.Parallel;

/**
 * Linearizability of registers whose values repeat: where reads cannot be tied to writes, they are judged by value, key by key
 * (Herlihy and Wing, <i>Linearizability</i>, TOPLAS 1990: a history is linearizable if that of each object is).
 * {@link RegisterSearch} decides one key.
 */
public final class Linearizability {
    /** Fewer operations than these are not worth waking a thread. */
    private static final int ALONE = 4096;

    private final History history;
    private final Options options;
    private final SingleOperations operations;
    private final ReadSources sources;

    private Linearizability(SingleOperations operations, Options options) {
        this.history = operations.history;
        this.options = options;
        this.operations = operations;
        sources = new ReadSources(history);
    }

    /** Judges a history of single reads, writes and compare-and-sets in real time; empty if it is none. */
    public static Optional<Linearizability> of(History history, Options options) {
        return SingleOperations.of(history).map(operations -> new Linearizability(operations, options));
    }

    /** What is known of one key: its operations, and what came of the search; nothing of it if there was no time. */
    private record Searched(Register register, RegisterSearch search) {}

    /** The verdict, told of {@code level}, which must be the same for such a history. */
    public Verdict verdict(Level level) {
        Findings findings = new Findings(options.maxWitnesses());
        for (int[] key : operations.byKey) for (int t : key) sources.check(t, findings);
        boolean enough = !findings.isEmpty() && !options.all();
        Keys late = new Keys(Before.COMPLETION);
        if (!enough) late.search();
        late.tell(level, findings);
        if (!findings.isEmpty()) return Verdict.violated(level, Order.REAL_TIME, findings.anomalies());
        if (late.expired != null) throw late.expired;
        Keys early = late;
        if (!operations.resumed.isEmpty()) {
            early = new Keys(Before.INVOCATION);
            early.search();
            if (early.expired != null) throw early.expired;
            int undecided = early.firstStuck();
            if (undecided >= 0) {
                return Verdict.unknown(
                        level,
                        Order.REAL_TIME,
                        "sessions went on after operations whose outcome is not known, and whether "
                                + history.keyText(undecided) + " can be ordered depends on when these took effect");
            }
        }
        if (!options.certificate()) return Verdict.holds(level, Order.REAL_TIME);
        return Verdict.proved(new Certificate(level, Order.REAL_TIME, early.commits(), Optional.empty()));
    }

    /** All keys, searched side by side. */
    private final class Keys {
        private final Before before;
        private final Searched[] found = new Searched[operations.byKey.length];
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicInteger firstStuck = new AtomicInteger(Integer.MAX_VALUE);
        volatile Deadline.Expired expired;

        Keys(Before before) {
            this.before = before;
        }

        void search() {
            List<Callable<Void>> tasks = new ArrayList<>();
            int most = history.operations() < ALONE ? 1 : options.threads();
            int threads = Math.max(1, Math.min(most, found.length));
            for (int i = 0; i < threads; i++) tasks.add(this::searchSome);
            Parallel.run(tasks);
        }

        /** Takes one key after another. What comes after a violation is of interest only if all are. */
        private Void searchSome() {
            for (int key = next.getAndIncrement(); key < found.length; key = next.getAndIncrement()) {
                if (expired != null || !options.all() && key > firstStuck.get()) break;
                try {
                    Register register = operations.register(
                            operations.byKey[key], sources::counts, Register.NEVER, before, t -> true);
                    RegisterSearch search = new RegisterSearch(register, options.deadline());
                    int stuck = key;
                    if (search.stuck().isPresent()) firstStuck.accumulateAndGet(stuck, Math::min);
                    found[key] = new Searched(register, search);
                } catch (Deadline.Expired e) {
                    expired = e;
                }
            }
            return null;
        }

        /** The first key that cannot be ordered, or -1. */
        int firstStuck() {
            return firstStuck.get() == Integer.MAX_VALUE ? -1 : firstStuck.get();
        }

        void tell(Level level, Findings findings) {
            for (int key = 0; key < found.length; key++) {
                if (found[key] == null || found[key].search.stuck().isEmpty()) continue;
                if (!findings.isEmpty() && !options.all()) break;
                int[] transactions = operations.byKey[key];
                Searched searched = found[key];
                Stuck stuck = searched.search.stuck().get();
                findings.add(AnomalyType.NONLINEARIZABLE, () -> new Witness(operations, sources, options.deadline())
                        .of(level, transactions, searched.register, stuck));
            }
            boolean counted = options.all() && expired == null;
            if (!counted && findings.has(AnomalyType.NONLINEARIZABLE)) findings.inexact(AnomalyType.NONLINEARIZABLE);
        }

        /** One order of all: each operation at the place of the event at which it took effect. */
        int[] commits() {
            int[] place = new int[history.transactions()];
            Arrays.fill(place, -1);
            long[] ordered = new long[history.transactions()];
            int[] transactions = new int[history.transactions()];
            int count = 0;
            for (Searched key : found) {
                Linearization order = key.search.order().orElseThrow();
                int[] ops = order.operations();
                int[] events = order.events();
                for (int i = 0; i < ops.length; i++) {
                    int t = key.register.transaction[ops[i]];
                    place[t] = key.register.place[events[i]];
                    transactions[count] = t;
                    ordered[count] = (long) place[t] << 32 | count;
                    count++;
                }
            }
            for (int t = 0; t < place.length; t++) { // of which nothing is known but that they were
                if (place[t] >= 0 || history.status(t) != Status.COMMITTED) continue;
                transactions[count] = t;
                ordered[count] = (long) history.invocation(t) << 32 | count;
                count++;
            }
            Arrays.sort(ordered, 0, count);
            int[] commits = new int[count];
            for (int i = 0; i < count; i++) commits[i] = transactions[(int) ordered[i]];
            return commits;
        }
    }
}
