package minos.generate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import minos.generate.Application.Row;
import minos.generate.Application.Table;
import minos.generate.Database.Version;
import minos.history.Atoms;
import minos.history.History;
import minos.history.HistoryBuilder;
import minos.history.InitialValues;
import minos.history.Model;
import minos.history.Origin;
import minos.history.Status;
import minos.model.Level;

/**
 * Runs an application on a simulated database, sessions side by side, and records it as a client would: each transaction's
 * invocation, its operations and its outcome.
 *
 * @param level        what the database promises: read-committed, read-atomic, causal, snapshot-isolation or
 *                     (strict-)serializable
 * @param transactions how many each session runs
 * @param lost         the share of transactions whose outcome the client never hears; half of these take effect. The
 *                     session goes on as a new one
 * @param gadget       an anomaly to put in the middle; null for none
 * @param mixture      the levels of single transactions, which then say theirs; null if all have that of the database. What is put
 *                     in the middle says the strongest
 * @param clocked      whether transactions say when they began and committed by the database's clock, which is right
 */
public record Simulation(
        Application application,
        Level level,
        int sessions,
        int transactions,
        double lost,
        Gadget gadget,
        long seed,
        Mixture<Level> mixture,
        boolean clocked) {

    /** All transactions at one level. */
    public Simulation(
            Application application,
            Level level,
            int sessions,
            int transactions,
            double lost,
            Gadget gadget,
            long seed) {
        this(application, level, sessions, transactions, lost, gadget, seed, null, false);
    }

    /** Transactions at levels of their own. */
    public Simulation(
            Application application,
            Mixture<Level> mixture,
            int sessions,
            int transactions,
            double lost,
            Gadget gadget,
            long seed) {
        this(application, Level.MIXED, sessions, transactions, lost, gadget, seed, mixture, false);
    }

    /** The same with the database's clock. */
    public Simulation withClock() {
        return new Simulation(application, level, sessions, transactions, lost, gadget, seed, mixture, true);
    }

    private static final long[] NONE = {};

    /** The levels that can be simulated. */
    public static final List<Level> LEVELS = List.of(
            Level.READ_COMMITTED,
            Level.READ_ATOMIC,
            Level.CAUSAL,
            Level.SNAPSHOT_ISOLATION,
            Level.SERIALIZABLE,
            Level.STRICT_SERIALIZABLE);

    /** The levels that single transactions can have. */
    public static final List<Level> MIXABLE =
            LEVELS.stream().filter(Level::isMixable).toList();

    /** The recorded history. */
    public History run() {
        return run(() -> {});
    }

    /**
     * The recorded history.
     *
     * @param check called now and then; what it throws ends the run
     */
    public History run(Runnable check) {
        return new Run().run(check);
    }

    private Database database(SplittableRandom random) {
        return switch (level) {
            case READ_COMMITTED -> new Database.ReadCommitted(sessions, random);
            case READ_ATOMIC -> new Database.ReadAtomic(sessions, random);
            case CAUSAL -> new Database.Causal(sessions, random);
            case SNAPSHOT_ISOLATION -> new Database.SnapshotIsolation(sessions, random);
            case SERIALIZABLE, STRICT_SERIALIZABLE -> new Database.Serializable(sessions, random);
            case MIXED -> new Database.Mixed(sessions, random, mixture);
            default -> throw new IllegalArgumentException("cannot simulate " + level);
        };
    }

    /**
     * What a transaction did.
     *
     * @param value what was written, or {@link Workload.Op#NO_VALUE}
     * @param seen  the version that was read; null for the initial one, and if it was the transaction's own
     * @param own   how many own writes of the key came before
     */
    private record Step(boolean write, int key, long value, Version seen, int own) {}

    /** One client. */
    private static final class Client {
        int session;
        long process;
        int left;
        int invocation;
        Application.Program program;
        /** Where each transaction has its own; otherwise null. */
        Level level;

        Database.View view;
        final List<Step> steps = new ArrayList<>();
        final Map<Integer, long[]> writes = new HashMap<>();
    }

    /** Tells a program that it is somebody else's turn. */
    private static final class Turn extends RuntimeException {
        private static final long serialVersionUID = 1;

        Turn() {
            super(null, null, false, false);
        }
    }

    /** One run. */
    private final class Run {
        private static final int STEPS_BETWEEN_CHECKS = 1 << 10;
        private final SplittableRandom random = new SplittableRandom(seed);
        private final Supplier<? extends Application.Program> planner = application.planner(random.nextLong());
        private final Database database = database(random.split());
        private final HistoryBuilder builder = new HistoryBuilder(new Atoms(false));
        private final boolean list = application.model() == Model.LIST_APPEND;
        /** The rows of an application with several tables: their numbers by their names, which are in the order of these. */
        private final Map<String, Integer> keys = new HashMap<>();

        private final List<String> names = new ArrayList<>();
        /** By version, for those that were not given one. */
        private final Map<Long, Row> rows = new HashMap<>();

        private long processes = sessions;
        private int position;

        History run(Runnable check) {
            builder.model(application.model());
            load();
            List<Client> active = new ArrayList<>();
            for (int s = 0; s < sessions; s++) active.add(client(s));
            long until = (long) sessions * transactions / 2;
            for (long steps = 0; !active.isEmpty(); steps++) {
                if (steps % STEPS_BETWEEN_CHECKS == 0) check.run();
                int chosen = random.nextInt(active.size());
                Client client = active.get(chosen);
                if (step(client) && --until == 0 && gadget != null) inject();
                if (client.left == 0 && client.program == null) active.remove(chosen);
            }
            if (until > 0 && gadget != null) inject();
            return builder.build(Origin.MEMORY, InitialValues.EXPLICIT);
        }

        private Client client(int session) {
            Client client = new Client();
            client.session = session;
            client.process = session;
            client.left = transactions;
            return client;
        }

        private void load() {
            Client loader = client(0);
            for (Application.Program program : application.load()) {
                begin(loader, program);
                while (!take(loader, 0)) {
                    // one step after another
                }
            }
        }

        /** Lets a client do one thing; says whether that ended a transaction. */
        private boolean step(Client client) {
            if (client.program == null) {
                client.left--;
                begin(client, planner.get());
                return false;
            }
            return take(client, lost);
        }

        private void begin(Client client, Application.Program program) {
            client.program = program;
            client.invocation = position++;
            client.view = database.begin(client.session);
            if (database instanceof Database.Mixed mixed) client.level = mixed.level();
            client.steps.clear();
            client.writes.clear();
        }

        /**
         * Lets a program take its next step, or come to its end, and says whether it did. It is run from its beginning each time, with the answers that it had:
         * that makes a transaction of n steps cost n².
         *
         * @param loss the share of those whose outcome the client never hears
         */
        private boolean take(Client client, double loss) {
            boolean commits;
            int done = client.steps.size();
            try {
                if (client.program instanceof Workload.Plan plan && done < plan.size()) {
                    plan.step(done, new Turns(client, done)); // who knows what comes next need not begin again
                }
                commits = client.program.run(new Turns(client, 0));
            } catch (Turn over) {
                return false;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            client.program = null;
            finish(client, commits, loss);
            return true;
        }

        /** The rows as a program sees them, until its turn is over. */
        private final class Turns implements Application.Rows {
            private final Client client;
            private int done;

            Turns(Client client, int done) {
                this.client = client;
                this.done = done;
            }

            @Override
            public Row read(Table table, long... id) {
                if (isDone()) return rows.get(value(client, client.steps.get(done - 1)));
                int key = key(table, id);
                int own = own(key).length;
                client.steps.add(new Step(false, key, 0, own > 0 && !list ? null : client.view.read(key), own));
                throw new Turn();
            }

            @Override
            public Row readToWrite(Table table, long... id) {
                return read(table, id);
            }

            @Override
            public void write(Row row) {
                if (isDone()) return;
                long version = row.version() != Row.NO_VERSION ? row.version() : rows.size() + 1L;
                if (row.version() == Row.NO_VERSION) rows.put(version, row.as(version));
                write(key(row.table(), row.key()), version);
            }

            @Override
            public void insert(Row row) {
                write(row);
            }

            @Override
            public void append(Row row) {
                write(row);
            }

            @Override
            public boolean delete(Table table, long... id) {
                if (!isDone()) write(key(table, id), Workload.Op.NO_VALUE);
                return true; // whatever was there
            }

            private boolean isDone() {
                return done++ < client.steps.size();
            }

            private void write(int key, long value) {
                long[] own = own(key);
                long[] more = Arrays.copyOf(own, own.length + 1);
                more[own.length] = value;
                client.writes.put(key, more);
                client.steps.add(new Step(true, key, value, null, own.length));
                throw new Turn();
            }

            private long[] own(int key) {
                return client.writes.getOrDefault(key, NONE);
            }
        }

        private int key(Table table, long[] id) {
            if (table.name().isEmpty()) return (int) id[0];
            return keys.computeIfAbsent(table.name(id), name -> {
                names.add(name);
                return names.size() - 1;
            });
        }

        /** What the history calls a key. */
        private long atom(int key) {
            return names.isEmpty() ? key : builder.atoms().ofText(names.get(key));
        }

        /** What a read of a register returned. */
        private static long value(Client client, Step read) {
            if (read.own > 0) return client.writes.get(read.key)[read.own - 1];
            return read.seen == null ? Workload.Op.NO_VALUE : read.seen.values()[read.seen.values().length - 1];
        }

        private void finish(Client client, boolean commits, double loss) {
            boolean isLost = random.nextDouble() < loss;
            boolean applied = commits && (!isLost || random.nextBoolean());
            boolean committed = applied && ownAppendsCameLast(client) && database.commit(client.view, client.writes);
            Status status = isLost ? Status.INDETERMINATE : committed ? Status.COMMITTED : Status.ABORTED;
            int completion = position++;
            builder.begin(
                    builder.session(builder.atoms().of(client.process)),
                    status,
                    client.invocation,
                    isLost ? Integer.MAX_VALUE : completion,
                    -1);
            if (client.level != null) builder.isolation(client.level.text());
            if (committed) clock(client.invocation, completion);
            // Who compares and sets knows what to compare with, however that ends.
            record(client, status == Status.COMMITTED || application.model() == Model.LWT && client.steps.size() == 2);
            builder.end();
            if (isLost) client.process = processes++;
        }

        /** Snapshots are taken when a transaction is invoked, and what it wrote is there when it completes. */
        private void clock(int began, int committed) {
            if (!clocked) return;
            builder.started(began);
            builder.committed(committed);
        }

        /** Who has seen its own appends at the end of a list can commit only if nobody appended to it since. */
        @SuppressWarnings("ReferenceEquality") // a version is itself alone
        private boolean ownAppendsCameLast(Client client) {
            for (Step step : client.steps) {
                boolean own = list && !step.write && step.own > 0;
                if (own && step.seen != database.latest.get(step.key)) return false;
            }
            return true;
        }

        private void record(Client client, boolean known) {
            for (Step step : client.steps) {
                long key = atom(step.key);
                if (step.write && list) builder.append(key, step.value);
                else if (step.write && step.value == Workload.Op.NO_VALUE) builder.delete(key);
                else if (step.write) builder.write(key, step.value);
                else if (!known) builder.readUnknown(key);
                else if (list) recordList(client, step);
                else if (value(client, step) == Workload.Op.NO_VALUE) builder.readInitial(key);
                else builder.read(key, value(client, step));
            }
        }

        private void recordList(Client client, Step read) {
            Deque<Version> chain = new ArrayDeque<>();
            for (Version v = read.seen; v != null; v = v.previous()) chain.push(v);
            builder.beginList(atom(read.key));
            for (Version v : chain) for (long value : v.values()) builder.element(value);
            for (int i = 0; i < read.own; i++) builder.element(client.writes.get(read.key)[i]);
            builder.endList();
        }

        private Level strongest() {
            Level strongest = mixture.levels().get(0);
            for (Level other : mixture.levels()) if (other.implies(strongest)) strongest = other;
            return strongest;
        }

        /** Runs the anomaly in sessions of its own, on keys of its own, each round's transactions at the same time. */
        private void inject() {
            long base = processes;
            processes += gadget.sessions();
            for (List<Gadget.Transaction> round : gadget.rounds()) {
                int invocation = position;
                position += round.size();
                for (Gadget.Transaction transaction : round) {
                    int session = builder.session(builder.atoms().of(base + transaction.session()));
                    builder.begin(session, transaction.status(), invocation++, position++, -1);
                    if (mixture != null) builder.isolation(strongest().text());
                    if (transaction.status() != Status.ABORTED) clock(invocation - 1, position - 1);
                    for (Gadget.Op op : transaction.ops()) {
                        op.record(builder, builder.atoms().ofText(Gadget.KEYS.get(op.key())), list);
                    }
                    builder.end();
                }
            }
        }
    }
}
