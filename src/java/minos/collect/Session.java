package minos.collect;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import minos.collect.Client.Outcome;
import minos.collect.Target.Isolation;
import minos.generate.Workload;
import minos.history.Status;

/** One client of the database: takes transactions from the plan, runs them and records how they end. */
final class Session implements Runnable {
    private static final int FIRST_PAUSE = 20;
    private static final int LONGEST_PAUSE = 500;

    /** What sessions share. */
    record Shared(
            List<Target> nodes,
            int moves,
            Table table,
            Workload workload,
            int sessions,
            long transactions,
            Supplier<List<Workload.Op>> plans,
            Supplier<Isolation> isolations,
            Recorder recorder,
            Tally tally,
            Map<Integer, Long> lastSeen,
            Stop stop,
            CountDownLatch done) {}

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
            for (long left = shared.transactions; left != 0 && !shared.stop.isAsked(); left--) {
                if (shared.moves > 0 && ++here > shared.moves) {
                    here = 1;
                    disconnect();
                    move();
                }
                if (client == null && !reconnect()) break;
                attempt(shared.plans.get());
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

    private void attempt(List<Workload.Op> plan) {
        isolation = shared.isolations.get();
        Outcome outcome;
        if (shared.workload.kind() == Workload.Kind.LWT) outcome = lightweight(plan);
        else outcome = transaction(plan);
        shared.tally.add(outcome);
        if (outcome.lost()) {
            disconnect();
            process += shared.sessions; // nobody knows whether the old one is still at work
        }
    }

    private Outcome transaction(List<Workload.Op> plan) {
        boolean list = shared.table.list();
        String intended = Recorder.transaction(plan, list, null);
        record(":invoke", ":txn", intended, null);
        Outcome outcome = client.run(plan, isolation);
        complete(
                outcome,
                ":txn",
                outcome.status() == Status.COMMITTED ? Recorder.transaction(plan, list, outcome.results()) : intended);
        return outcome;
    }

    /** A read, a write, or a compare-and-set that expects what any session has seen of the key last. */
    private Outcome lightweight(List<Workload.Op> plan) {
        Workload.Op op = plan.get(plan.size() - 1);
        boolean set = plan.size() == 2;
        Long expected = set ? shared.lastSeen.get(op.key()) : null;
        String function = set ? ":cas" : op.write() ? ":write" : ":read";
        String value = op.write() ? Recorder.written(op) : "nil";
        if (set) value = "[" + (expected == null ? "nil" : expected) + " " + value + "]";
        record(":invoke", function, pair(op, value), null);
        Outcome outcome = set ? client.compareAndSet(op, expected, isolation) : client.run(plan, isolation);
        if (outcome.status() == Status.COMMITTED) {
            if (!op.write()) value = outcome.results()[0];
            saw(op.key(), op.write() ? Recorder.written(op) : value);
        }
        complete(outcome, function, pair(op, value));
        return outcome;
    }

    private void saw(int key, String value) {
        if (value.equals("nil")) shared.lastSeen.remove(key);
        else shared.lastSeen.put(key, Long.parseLong(value));
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
        shared.recorder.record(type, process, function, value, isolation == null ? null : isolation.promise(), error);
    }

    /** Tries until there is a connection again; false if the run ended first. */
    private boolean reconnect() throws InterruptedException {
        for (int pause = FIRST_PAUSE; !shared.stop.isAsked(); pause = Math.min(2 * pause, LONGEST_PAUSE)) {
            try {
                client = Client.connect(shared.nodes.get(node), shared.table);
                shared.tally.connected(true);
                return true;
            } catch (SQLException | RuntimeException e) {
                if (shared.moves > 0) move(); // whoever moves at all does not wait for a node
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
