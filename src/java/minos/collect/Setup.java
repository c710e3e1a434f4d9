package minos.collect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import minos.generate.Workload;
import minos.history.Status;

/** The table that a run works on, from its making to its end, and the connection that looks after it. */
final class Setup {
    /** How long the database may take to clear up. */
    private static final double GRACE = 10;

    private static final int TRIAL_KEY = -1;
    private static final int RETRY = 200;

    private final Target target;
    private final Workload workload;
    private final Table table;
    private final Connection control;
    private final List<String> notes;

    /**
     * @param starting how many seconds the database may take to start
     * @param notes    gets sentences on what the user should know
     */
    Setup(Target target, Workload workload, Statements statements, double starting, List<String> notes)
            throws CollectException {
        this.target = target;
        this.workload = workload;
        this.notes = notes;
        table = new Table(name(), workload.isList(), target.dialect(), statements);
        if (statements.forUpdate() && !target.dialect().locksReads()) {
            throw new CollectException(target.dialect() + " has no SELECT … FOR UPDATE");
        }
        if (statements.upsert() && table.upsert() == null) {
            throw new CollectException("how to update or insert in one statement is not known of " + target.dialect());
        }
        control = connect(System.nanoTime() + (long) (starting * 1e9));
    }

    private Connection connect(long until) throws CollectException {
        while (true) {
            try {
                return target.connect();
            } catch (SQLException | RuntimeException e) {
                if (System.nanoTime() >= until || !Client.pause(RETRY)) {
                    throw new CollectException(
                            "cannot connect to " + Secrets.hideIn(target.url()) + ": " + Fault.message(e));
                }
            }
        }
    }

    /** A name that no other run has. */
    private static String name() {
        return "minos_" + Long.toString(System.currentTimeMillis(), 36) + "_"
                + ProcessHandle.current().pid();
    }

    Table table() {
        return table;
    }

    /** The database's name and version. */
    String database() throws SQLException {
        DatabaseMetaData data = control.getMetaData();
        return data.getDatabaseProductName() + " " + data.getDatabaseProductVersion();
    }

    /** The isolation level that the database says it gives. */
    String isolation() throws SQLException {
        String given = target.given(control);
        if (target.isolation() != null && !given.equals(target.isolation().toString())) {
            notes.add("asked for " + target.isolation() + ", the database gives " + given);
        }
        return given;
    }

    /** Makes the table, and the rows of keys that stay the same; others are inserted by whoever writes them first. */
    void create() throws CollectException {
        try {
            table.create(control, workload.rotation() > 0 ? 0 : workload.keys());
        } catch (SQLException e) {
            throw new CollectException("cannot create the table " + table.name() + ": " + Fault.message(e));
        }
    }

    /** Runs a first transaction: a run in which every statement fails would satisfy every level. */
    void tryOut() throws CollectException {
        List<Workload.Op> trial = List.of(
                new Workload.Op(true, TRIAL_KEY, 1),
                new Workload.Op(true, TRIAL_KEY, 2),
                new Workload.Op(false, TRIAL_KEY, 0));
        try (Client client = Client.connect(target, table)) {
            Client.Outcome outcome = client.run(trial);
            if (outcome.status() != Status.COMMITTED) {
                throw new CollectException("a first transaction fails: " + outcome.kind() + ": " + outcome.message());
            }
            String expected = table.list() ? "[1 2]" : "2";
            if (outcome.results()[0].equals(expected)) return;
            throw new CollectException("the database forgets: wrote " + expected + " and read " + outcome.results()[0]
                    + " in one transaction");
        } catch (SQLException e) {
            throw new CollectException(
                    "a second connection does not see the table " + table.name() + ": " + Fault.message(e));
        }
    }

    /** Drops the table, if the database lets us. */
    void drop() {
        if (!Client.inBackground(this::tryToDrop, GRACE)) notDropped("the database is stuck");
    }

    private void tryToDrop() {
        try {
            table.drop(control);
            return;
        } catch (SQLException | RuntimeException e) {
            // perhaps it is only this connection that has not survived
        }
        try (Connection fresh = target.connect()) {
            table.drop(fresh);
        } catch (SQLException | RuntimeException e) {
            notDropped(Fault.message(e));
        }
    }

    private void notDropped(String why) {
        notes.add("the table " + table.name() + " could not be dropped: " + why);
    }

    void close() {
        Client.inBackground(() -> Client.close(control), GRACE);
    }
}
