package minos.collect;

import java.util.List;
import java.util.Optional;
import minos.client.Client;
import minos.client.Keyspace;
import minos.client.Store;
import minos.client.Transaction;
import minos.client.Transaction.Kind;
import minos.generate.Application;
import minos.history.Model;
import minos.history.Status;

/** What a run works on, from its making to its end, and the connection that looks after it. */
final class Setup {
    /** How long the database may take to clear up. */
    private static final double GRACE = 10;

    private static final int TRIAL_KEY = -1;
    private static final int RETRY = 200;

    private final Store store;
    private final Application application;
    private final Store.Run run;
    private final Keyspace keyspace;
    private final List<String> notes;

    /**
     * @param starting how many seconds the database may take to start
     * @param notes    gets sentences on what the user should know
     */
    Setup(Store store, Application application, double starting, List<String> notes) throws CollectException {
        this.store = store;
        this.application = application;
        this.notes = notes;
        run = new Store.Run(name(), application.model() == Model.LIST_APPEND);
        keyspace = connect(System.nanoTime() + (long) (starting * 1e9));
    }

    private Keyspace connect(long until) throws CollectException {
        while (true) {
            try {
                return store.keyspace(run);
            } catch (Exception e) {
                if (System.nanoTime() >= until || !Background.pause(RETRY)) {
                    throw new CollectException("cannot connect to " + store.place() + ": " + Outcome.message(e));
                }
            }
        }
    }

    /** A name that no other run has. */
    private static String name() {
        return "minos_" + Long.toString(System.currentTimeMillis(), 36) + "_"
                + ProcessHandle.current().pid();
    }

    Store.Run run() {
        return run;
    }

    /** The database's name and version. */
    String database() throws CollectException {
        return ask(keyspace::database);
    }

    /** The isolation level that the database says it gives. */
    String isolation() throws CollectException {
        String given = ask(keyspace::isolation);
        Optional<String> other = store.asked().filter(asked -> !asked.equals(given));
        other.ifPresent(asked -> notes.add("asked for " + asked + ", the database gives " + given));
        return given;
    }

    private interface Question {
        String answer() throws Exception;
    }

    private static String ask(Question question) throws CollectException {
        try {
            return question.answer();
        } catch (Exception e) {
            throw new CollectException("the database fails: " + Outcome.message(e));
        }
    }

    /** Makes the keys that stay the same; others are made by whoever writes them first. */
    void create() throws CollectException {
        try {
            keyspace.create(application.tables().get(0).blank());
        } catch (Exception e) {
            throw new CollectException("cannot create the table " + run.name() + ": " + Outcome.message(e));
        }
    }

    /** Runs a first transaction: a run in which every statement fails would satisfy every level. Tables that are to be filled are tried out by that. */
    void tryOut() throws CollectException {
        if (!application.load().isEmpty()) return;
        Kind write = run.list() ? Kind.APPEND : Kind.WRITE;
        Transaction trial = new Transaction(
                List.of(
                        new Transaction.Op(write, TRIAL_KEY, 1),
                        new Transaction.Op(write, TRIAL_KEY, 2),
                        new Transaction.Op(Kind.READ, TRIAL_KEY, 0)),
                Optional.empty());
        try (Client client = store.open(run)) {
            Outcome outcome = Outcome.of(client, () -> client.run(trial));
            check(outcome);
            Object expected = run.list() ? List.of(1L, 2L) : 2L;
            if (!outcome.results().equals(List.of(expected))) {
                throw new CollectException("the database forgets: wrote " + Recorder.value(expected) + " and read "
                        + Recorder.value(outcome.results().get(0)) + " in one transaction");
            }
            if (application.model() == Model.LWT) {
                check(Outcome.ofSet(
                        client,
                        () -> client.compareAndSet(TRIAL_KEY, Optional.of(2L), Optional.of(3L), Optional.empty())));
            }
        } catch (CollectException e) {
            throw e;
        } catch (Exception e) {
            throw new CollectException(
                    "a second connection does not see the table " + run.name() + ": " + Outcome.message(e));
        }
    }

    private static void check(Outcome outcome) throws CollectException {
        if (outcome.status() != Status.COMMITTED) {
            throw new CollectException("a first transaction fails: " + outcome.kind() + ": " + outcome.message());
        }
    }

    /** Drops what the run worked on, if the database lets us. */
    void drop() {
        if (!Background.run(this::tryToDrop, GRACE)) notDropped("the database is stuck");
    }

    private void tryToDrop() {
        try {
            keyspace.drop();
            return;
        } catch (Exception e) {
            // perhaps it is only this connection that has not survived
        }
        try (Keyspace fresh = store.keyspace(run)) {
            fresh.drop();
        } catch (Exception e) {
            notDropped(Outcome.message(e));
        }
    }

    private void notDropped(String why) {
        notes.add("the table " + run.name() + " could not be dropped: " + why);
    }

    void close() {
        Background.run(keyspace::close, GRACE);
    }
}
