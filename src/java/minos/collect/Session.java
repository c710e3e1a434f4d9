package minos.collect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import minos.client.Client;
import minos.client.Store;
import minos.client.Transaction;
import minos.client.Transaction.Kind;
import minos.collect.Target.Isolation;
import minos.generate.Application.Program;
import minos.generate.Workload;
import minos.history.Model;
import minos.history.Status;

/** One client of the database: takes transactions from the plan, runs them and records how they end. */
final class Session implements Runnable {
    private static final int FIRST_PAUSE = 20;
    private static final int LONGEST_PAUSE = 500;

    /** What sessions share. */
    static final class Shared {
        final Collector.Settings settings;
        final List<? extends Store> nodes;
        final Store.Run run;
        final Supplier<? extends Program> programs;
        final Supplier<Isolation> isolations;
        final Recorder recorder;
        final Tally tally;
        final Stop stop;
        final CountDownLatch done;
        final Map<Integer, Long> lastSeen = new ConcurrentHashMap<>();
        final AtomicLong versions = new AtomicLong();
        final AtomicLong lastFence = new AtomicLong();

        Shared(
                Collector.Settings settings,
                List<? extends Store> nodes,
                Store.Run run,
                Supplier<? extends Program> programs,
                Supplier<Isolation> isolations,
                Recorder recorder,
                Tally tally,
                Stop stop) {
            this.settings = settings;
            this.nodes = nodes;
            this.run = run;
            this.programs = programs;
            this.isolations = isolations;
            this.recorder = recorder;
            this.tally = tally;
            this.stop = stop;
            done = new CountDownLatch(settings.sessions);
        }
    }

    /** Tells sessions to end after the transaction that they are in. */
    static final class Stop {
        private volatile boolean asked;

        boolean isAsked() {
            return asked;
        }

        synchronized void ask() {
            asked = true;
            notifyAll();
        }

        /** Sleeps, unless the end comes first; whether it did not. */
        synchronized boolean pause(long millis) throws InterruptedException {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            for (long left = millis;
                    !asked && left > 0;
                    left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
                wait(left);
            }
            return !asked;
        }
    }

    private final Shared shared;
    private long process;
    /** How many transactions are left until the next fence. */
    private int untilFence;

    private int node;
    /** The level of the present transaction; null for the connection's. */
    private Isolation isolation;

    private volatile Client client;

    /** @param client connected already; owned by the session */
    Session(Shared shared, int number, Client client) {
        this.shared = shared;
        this.process = number;
        this.node = number % shared.nodes.size();
        this.client = client;
    }

    @Override
    public void run() {
        shared.tally.connected(false);
        try {
            int here = 0;
            for (long left = shared.settings.transactions; left != 0 && !shared.stop.isAsked(); left--) {
                if (shared.settings.moves > 0 && ++here > shared.settings.moves) {
                    here = 1;
                    disconnect();
                    move();
                }
                if (client == null && !reconnect()) break;
                if (shared.settings.fences > 0 && untilFence == 0 && !fence()) continue;
                untilFence--;
                Program program = shared.programs.get();
                for (int more = shared.settings.retries;
                        attempt(program) && more > 0 && !shared.stop.isAsked();
                        more--) {
                    program = program.again();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            disconnect();
            shared.done.countDown();
        }
    }

    /**
     * Ends the connection of a session that does not come to an end by itself; its transaction is then indeterminate.
     */
    void abort() {
        Client current = client;
        if (current != null) current.abort();
    }

    /** Fills the tables, before anybody is at work. */
    void load() throws CollectException {
        for (Program program : shared.settings.application.load()) {
            Outcome outcome = program(program);
            if (outcome.status() != Status.COMMITTED) {
                throw new CollectException("the tables cannot be filled: " + outcome.kind() + ": " + outcome.message());
            }
            shared.tally.add(outcome);
        }
    }

    /** Reads the last fence and writes another one, until that commits; false if the session ended before. */
    private boolean fence() {
        while (!shared.stop.isAsked() && client != null) {
            long value = shared.lastFence.incrementAndGet();
            isolation = shared.isolations.get();
            Outcome outcome = transaction(
                    List.of(new Workload.Op(false, Collector.FENCE, 0), new Workload.Op(true, Collector.FENCE, value)));
            ended(outcome);
            if (outcome.status() != Status.COMMITTED) continue;
            untilFence = shared.settings.fences;
            return true;
        }
        return false;
    }

    /** Whether it may be tried again: it was aborted, and neither by itself nor by the loss of its connection. */
    private boolean attempt(Program program) {
        isolation = shared.isolations.get();
        Outcome outcome;
        if (!(program instanceof Workload.Plan plan)) outcome = program(program);
        else if (shared.settings.application.model() == Model.LWT) outcome = lightweight(plan);
        else outcome = transaction(plan);
        ended(outcome);
        return outcome.status() == Status.ABORTED && !outcome.lost() && !outcome.intended();
    }

    private void ended(Outcome outcome) {
        shared.tally.add(outcome);
        if (outcome.lost()) {
            disconnect();
            process += shared.settings.sessions; // nobody knows whether the old one is still at work
            untilFence = 0;
        }
    }

    private Outcome transaction(List<Workload.Op> plan) {
        Transaction transaction = new Transaction(ops(plan), level());
        String intended = Recorder.transaction(transaction.ops(), null);
        record(":invoke", ":txn", intended, null);
        Outcome outcome = Outcome.of(client, () -> client.run(transaction));
        complete(
                outcome,
                ":txn",
                outcome.status() == Status.COMMITTED
                        ? Recorder.transaction(transaction.ops(), outcome.results())
                        : intended);
        return outcome;
    }

    /** A transaction that decides while it runs what it does. */
    private Outcome program(Program program) {
        boolean rows = shared.settings.application.model() == Model.CLOSED_PREDICATE;
        Programs.Trace trace = new Programs.Trace(shared.versions, rows);
        Recorder.Invocation invocation = shared.recorder.invoke(process, trace::intended);
        Runnable known = () -> invocation.does(trace.intended(), promise(), trace.undone());
        Outcome outcome = Outcome.ofProgram(client, () -> ((Programs) client).run(program, trace, level(), known));
        known.run(); // if it did not come to its commit
        complete(outcome, ":txn", outcome.status() == Status.COMMITTED ? trace.done() : trace.intended());
        program.ended();
        trace.undone().forEach(part -> shared.tally.add(Outcome.UNDONE));
        return outcome;
    }

    private String promise() {
        return isolation == null ? null : isolation.promise();
    }

    private Optional<String> level() {
        return Optional.ofNullable(isolation).map(Isolation::toString);
    }

    /** A plan as a client is told it. */
    private List<Transaction.Op> ops(List<Workload.Op> plan) {
        List<Transaction.Op> ops = new ArrayList<>(plan.size());
        for (Workload.Op op : plan) {
            Kind kind = !op.write()
                    ? Kind.READ
                    : op.isDelete() ? Kind.DELETE : shared.run.list() ? Kind.APPEND : Kind.WRITE;
            ops.add(new Transaction.Op(kind, op.key(), op.value()));
        }
        return ops;
    }

    /** A read, a write, or a compare-and-set that expects what any session has seen of the key last. */
    private Outcome lightweight(List<Workload.Op> plan) {
        Workload.Op op = plan.get(plan.size() - 1);
        boolean set = plan.size() == 2;
        Long expected = set ? shared.lastSeen.get(op.key()) : null;
        String function = set ? ":cas" : op.write() ? ":write" : ":read";
        Object value = op.write() && !op.isDelete() ? (Object) op.value() : null;
        String text = Recorder.value(value);
        if (set) text = "[" + Recorder.value(expected) + " " + text + "]";
        record(":invoke", function, pair(op, text), null);
        Outcome outcome = set
                ? Outcome.ofSet(
                        client,
                        () -> client.compareAndSet(
                                op.key(), Optional.ofNullable(expected), Optional.ofNullable((Long) value), level()))
                : Outcome.of(client, () -> client.run(new Transaction(ops(plan), level())));
        if (outcome.status() == Status.COMMITTED) {
            Object now = op.write() ? value : outcome.results().get(0);
            if (!op.write()) text = Recorder.value(now);
            if (now instanceof Long number) shared.lastSeen.put(op.key(), number);
            else shared.lastSeen.remove(op.key());
        }
        complete(outcome, function, pair(op, text));
        return outcome;
    }

    private static String pair(Workload.Op op, String value) {
        return "[" + op.key() + " " + value + "]";
    }

    private void complete(Outcome outcome, String function, String value) {
        String type =
                switch (outcome.status()) {
                    case COMMITTED -> ":ok";
                    case ABORTED -> ":fail";
                    case INDETERMINATE -> ":info";
                };
        String error = outcome.kind() == null
                ? null
                : Recorder.string(outcome.kind() + (outcome.message().isEmpty() ? "" : ": " + outcome.message()));
        record(type, function, value, error);
    }

    private void record(String type, String function, String value, String error) {
        shared.recorder.record(type, process, function, value, promise(), error);
    }

    /** Tries until there is a connection again; false if the run ended first. */
    private boolean reconnect() throws InterruptedException {
        for (int pause = FIRST_PAUSE; !shared.stop.isAsked(); pause = Math.min(2 * pause, LONGEST_PAUSE)) {
            try {
                client = shared.nodes.get(node).open(shared.run);
                shared.tally.connected(true);
                return true;
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                if (shared.settings.moves > 0) move(); // whoever moves at all does not wait for a node
                shared.stop.pause(pause);
            }
        }
        return false;
    }

    private void move() {
        node = (node + 1) % shared.nodes.size();
    }

    private void disconnect() {
        if (client == null) return;
        client.close();
        client = null;
        shared.tally.disconnected();
    }
}
