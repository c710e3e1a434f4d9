package minos.judge.linear;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import minos.history.History;
import minos.history.Status;
import minos.infer.Options;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Violation;
import minos.model.Violation.NonLinearizable.State;
import minos.util.Deadline;
import minos.util.IntList;
import minos.util.Minimum;

/**
 * Linearizability of mutexes and queues, object by object. A mutex is a register that is free or held and only compared and set; queues
 * are decided by {@link QueueOrder} where that can be, else by {@link QueueSearch}.
 */
public final class ObjectLinearizability {
    private final History history;
    private final Options options;
    private final Function<int[], Optional<Violation>> object;
    private Optional<Violation> found;

    private ObjectLinearizability(History history, Options options, boolean mutex, boolean fifo) {
        this.history = history;
        this.options = options;
        object = mutex ? this::ofMutex : operations -> ofQueue(operations, fifo);
    }

    /** Judges mutexes, which operations acquire and release: single writes of the values {@code :acquire} and {@code :release}. */
    public static ObjectLinearizability ofMutexes(History history, Options options) {
        return new ObjectLinearizability(history, options, true, false);
    }

    /**
     * Judges queues: a write enqueues, a read dequeues, one of the initial value found nothing.
     *
     * @param fifo whether elements come out as they went in
     */
    public static ObjectLinearizability ofQueues(History history, Options options, boolean fifo) {
        return new ObjectLinearizability(history, options, false, fifo);
    }

    /** Linearizability is strict serializability here, as each operation is on one object; where it holds, every level does. */
    public Verdict verdict(Requirement asked) {
        if (!history.hasRealTime())
            return unknown(asked, "the history records no invocations, so there is no real time");
        try {
            if (found == null) found = violation();
        } catch (Deadline.Expired e) {
            return unknown(asked, e.getMessage());
        }
        if (found.isEmpty()) return Verdict.holds(asked.level(), asked.order());
        boolean timed = asked.level().needsRealTime() || asked.order().isTimed();
        if (!timed || !asked.level().implies(Level.SERIALIZABLE)) {
            return unknown(asked, "it is not linearizable; less than that is not judged of a " + history.model());
        }
        Anomaly anomaly = new Anomaly(AnomalyType.NONLINEARIZABLE, 1, false, List.of(found.get()));
        return Verdict.violated(asked.level(), asked.order(), List.of(anomaly));
    }

    private static Verdict unknown(Requirement asked, String why) {
        return Verdict.unknown(asked.level(), asked.order(), why);
    }

    /** The first object's that cannot be ordered. */
    private Optional<Violation> violation() {
        IntList[] operations = new IntList[history.keys()];
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) == Status.ABORTED) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                int key = history.key(op);
                if (operations[key] == null) operations[key] = new IntList();
                operations[key].add(op);
            }
        }
        for (IntList key : operations) {
            Optional<Violation> violation = key == null ? Optional.empty() : object.apply(byInvocation(key));
            if (violation.isPresent()) return violation;
        }
        return Optional.empty();
    }

    private int[] byInvocation(IntList operations) {
        return Arrays.stream(operations.toArray())
                .boxed()
                .sorted(Comparator.comparingInt(op -> history.invocation(history.transactionOf(op))))
                .mapToInt(op -> op)
                .toArray();
    }

    private int begin(int op) {
        return history.invocation(history.transactionOf(op));
    }

    /** When an operation completed for sure. */
    private int end(int op) {
        int t = history.transactionOf(op);
        return history.status(t) == Status.COMMITTED ? history.completion(t) : Register.NEVER;
    }

    // Mutexes

    private Optional<Violation> ofMutex(int[] operations) {
        Register whole = mutex(operations, -1, Register.NEVER);
        Optional<Stuck> stuck = new RegisterSearch(whole, options.deadline()).stuck();
        if (stuck.isEmpty()) return Optional.empty();
        int horizon = history.completion(whole.transaction[stuck.get().op()]);
        int[] before =
                Arrays.stream(operations).filter(op -> begin(op) < horizon).toArray();
        Optional<Violation> overused = overuse(operations);
        int most = overused.map(few -> few.transactions().size()).orElse(before.length);
        for (int last = 2; last < most; last++) { // whatever was before, the last so many cannot be ordered
            Optional<Violation> part = stuckMutex(before, begin(before[before.length - last]), horizon);
            if (part.isPresent()) return part;
        }
        return overused.isPresent() ? overused : stuckMutex(before, -1, horizon);
    }

    /** Acquires and releases of which there are too many, whatever else was. */
    private Optional<Violation> overuse(int[] operations) {
        boolean[] acquires = new boolean[operations.length];
        for (int i = 0; i < acquires.length; i++) acquires[i] = isAcquire(operations[i]);
        int[] begin = Arrays.stream(operations).map(this::begin).toArray();
        int[] end = Arrays.stream(operations).map(this::end).toArray();
        return Overuse.shortest(begin, end, acquires, options.deadline()).flatMap(over -> {
            int[] few = Arrays.stream(operations)
                    .filter(op -> over.concerns(begin(op), end(op), isAcquire(op)))
                    .toArray();
            return stuckMutex(few, over.from(), over.to());
        });
    }

    /** What is left of the search if nothing is known of the time before a place; empty if there is an order then. */
    private Optional<Violation> stuckMutex(int[] operations, int from, int horizon) {
        Register register = mutex(operations, from, horizon);
        Optional<Stuck> stuck = new RegisterSearch(register, options.deadline()).stuck();
        return stuck.map(end -> {
            List<State> states = new ArrayList<>();
            for (Stuck.Last last : end.last()) {
                List<Integer> effective = Arrays.stream(last.effective())
                        .mapToObj(op -> register.transaction[op])
                        .filter(t -> t >= 0)
                        .sorted()
                        .toList();
                states.add(new State(List.of(register.version[last.value()]), effective));
            }
            List<Integer> all = Arrays.stream(register.transaction)
                    .filter(t -> t >= 0)
                    .boxed()
                    .sorted()
                    .toList();
            return new Violation.NonLinearizable(
                    Level.LINEARIZABLE,
                    all,
                    false,
                    register.transaction[end.op()],
                    states.stream().distinct().toList());
        });
    }

    /**
     * The mutex as a register, up to a horizon. If {@code from} is a place, what was open then may have happened before, when the mutex
     * was free or held.
     */
    private Register mutex(int[] operations, int from, int horizon) {
        Register.Builder builder = new Register.Builder();
        int held = builder.value(acquired(operations)); // whoever acquires it
        if (from >= 0) builder.add(-1, Register.INITIAL, held, -1, from - 1, true);
        for (int op : operations) {
            if (end(op) < from) continue;
            boolean acquires = isAcquire(op);
            boolean over = end(op) <= horizon && end(op) != Register.NEVER;
            boolean optional = !over || begin(op) < from;
            builder.add(
                    history.transactionOf(op),
                    acquires ? Register.INITIAL : held,
                    acquires ? held : Register.INITIAL,
                    begin(op),
                    over ? end(op) : Register.NEVER,
                    optional);
        }
        return builder.build();
    }

    private boolean isAcquire(int operation) {
        return history.valueText(history.version(operation)).equals(":acquire");
    }

    /** The version that stands for a mutex that is held. */
    private int acquired(int[] operations) {
        for (int op : operations) if (isAcquire(op)) return history.version(op);
        return history.version(operations[0]);
    }

    // Queues

    private Optional<Violation> ofQueue(int[] operations, boolean fifo) {
        Queue queue = queue(operations, fifo);
        if (isOrdered(queue)) return Optional.empty();
        int[] things = new int[queue.elements() + queue.size()]; // elements, and dequeues that found nothing
        int count = 0;
        while (count < queue.elements()) things[count] = count++;
        for (int op = 0; op < queue.size(); op++) {
            if (queue.element[op] == Queue.EMPTY) things[count++] = queue.elements() + op;
        }
        int[] few = Minimum.of(Arrays.copyOf(things, count), part -> !isOrdered(part(queue, part)));
        QueueSearch search = new QueueSearch(part(queue, few), options.deadline());
        QueueSearch.End end = search.end();
        Queue part = search.queue();
        List<State> states = new ArrayList<>();
        for (QueueSearch.Last last : end.last()) {
            List<Integer> held = last.held().stream().map(e -> part.version[e]).toList();
            states.add(new State(held, transactions(part, last.effective())));
        }
        int[] all = new int[part.size()];
        for (int op = 0; op < all.length; op++) all[op] = op;
        return Optional.of(new Violation.NonLinearizable(
                Level.LINEARIZABLE, transactions(part, all), false, part.transaction[end.op()], states));
    }

    private static List<Integer> transactions(Queue queue, int[] ops) {
        return Arrays.stream(ops)
                .mapToObj(op -> queue.transaction[op])
                .distinct()
                .sorted()
                .toList();
    }

    private boolean isOrdered(Queue queue) {
        options.deadline().check();
        return QueueOrder.exists(queue).orElseGet(() -> new QueueSearch(queue, options.deadline()).end() == null);
    }

    private static Queue part(Queue queue, int[] things) {
        int[] sorted = things.clone();
        Arrays.sort(sorted);
        return queue.part(
                element -> Arrays.binarySearch(sorted, element) >= 0,
                empty -> Arrays.binarySearch(sorted, queue.elements() + empty) >= 0);
    }

    private Queue queue(int[] operations, boolean fifo) {
        Map<Integer, Integer> elements = new HashMap<>();
        IntList versions = new IntList();
        Queue.Builder builder = new Queue.Builder();
        for (int op : operations) {
            int version = history.version(op);
            int element;
            if (version == History.INITIAL) {
                element = Queue.EMPTY;
            } else if (!history.isWrite(op) && end(op) == Queue.NEVER) {
                element = Queue.ANYTHING;
            } else if (version == History.UNKNOWN) {
                continue; // completed, and nobody says with what
            } else {
                Integer known = elements.putIfAbsent(version, versions.size());
                if (known == null) versions.add(version);
                element = known == null ? versions.size() - 1 : known;
            }
            builder.add(history.transactionOf(op), element, history.isWrite(op), begin(op), end(op));
        }
        return builder.build(fifo, versions.toArray());
    }
}
