package minos.generate;

import java.io.IOException;
import java.io.UncheckedIOException;
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
import minos.util.Deadline;
import minos.util.IntList;
import minos.util.Progress;

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
        return run(Deadline.NEVER, Progress.NONE);
    }

    /**
     * The recorded history.
     *
     * @param progress hears of the transactions that have ended
     */
    public History run(Deadline deadline, Progress progress) {
        try {
            Run run = new Run(null);
            run.run(deadline, progress);
            return run.builder.build(Origin.MEMORY, InitialValues.EXPLICIT);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // of no listener
        }
    }

    /** Whether what happens can be told while it does: what a transaction of an application does is known at its end alone. */
    public boolean isTold() {
        return application instanceof Workload workload && workload.kind() != Workload.Kind.LWT && gadget == null;
    }

    /**
     * Tells what happens to a listener, and keeps nothing of it: for histories that are larger than the memory. (A database that is
     * read-atomic keeps all that was written.) The same history as {@link #run()} returns; only if it {@link #isTold}.
     */
    public void run(Deadline deadline, Progress progress, SimulationListener listener) throws IOException {
        new Run(listener).run(deadline, progress);
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
    private static final class Client implements SimulationListener.Attempt {
        int session;
        long process;
        int left;
        int invocation;
        Application.Program program;
        /** Where each transaction has its own; otherwise null. */
        Level level;

        Database.View view;
        /** How many transactions had committed when this one began. */
        int snapshot;

        final List<Step> steps = new ArrayList<>();
        final Map<Integer, long[]> writes = new HashMap<>();

        private Workload.Op planned(int op) {
            return ((Workload.Plan) program).get(op);
        }

        @Override
        public long process() {
            return process;
        }

        @Override
        public Level level() {
            return level;
        }

        @Override
        public int operations() {
            return ((Workload.Plan) program).size();
        }

        @Override
        public boolean isWrite(int op) {
            return planned(op).write();
        }

        @Override
        public int key(int op) {
            return planned(op).key();
        }

        @Override
        public long value(int op) {
            return isWrite(op) ? planned(op).value() : result(steps.get(op));
        }

        @Override
        public long[] elements(int op) {
            Step read = steps.get(op);
            int size = read.own;
            for (Version v = read.seen; v != null; v = v.previous()) size += v.values().length;
            long[] elements = new long[size];
            System.arraycopy(own(read.key), 0, elements, size - read.own, read.own);
            size -= read.own;
            for (Version v = read.seen; v != null; v = v.previous()) {
                size -= v.values().length;
                System.arraycopy(v.values(), 0, elements, size, v.values().length);
            }
            return elements;
        }

        /** What a read of a register returned. */
        long result(Step read) {
            if (read.own > 0) return writes.get(read.key)[read.own - 1];
            return read.seen == null ? Workload.Op.NO_VALUE : read.seen.values()[read.seen.values().length - 1];
        }

        long[] own(int key) {
            return writes.getOrDefault(key, NONE);
        }

        /** Adds a read, with what it finds. */
        void reads(int key, boolean list) {
            int own = own(key).length;
            steps.add(new Step(false, key, 0, own > 0 && !list ? null : view.read(key), own));
        }

        /** Adds a write. */
        void writes(int key, long value) {
            long[] own = own(key);
            long[] more = Arrays.copyOf(own, own.length + 1);
            more[own.length] = value;
            writes.put(key, more);
            steps.add(new Step(true, key, value, null, own.length));
        }
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

        /** Null to build a history. */
        private final SimulationListener listener;

        private long processes = sessions;
        private int position;
        /** The keys that were written since versions were let go of. */
        private final IntList written = new IntList();
        /** Keys that no transaction to come uses, and since when. */
        private final Deque<int[]> replaced = new ArrayDeque<>();

        Run(SimulationListener listener) {
            this.listener = listener;
        }

        void run(Deadline deadline, Progress progress) throws IOException {
            builder.model(application.model());
            load();
            List<Client> active = new ArrayList<>();
            for (int s = 0; s < sessions; s++) active.add(client(s));
            long all = (long) sessions * transactions;
            long left = all;
            long told = all;
            progress.phase("simulate", all);
            for (long steps = 0; !active.isEmpty(); steps++) {
                if (steps % STEPS_BETWEEN_CHECKS == 0) {
                    deadline.check();
                    progress.advance(told - left);
                    told = left;
                    letGo(active);
                }
                int chosen = random.nextInt(active.size());
                Client client = active.get(chosen);
                if (step(client) && --left == all - all / 2 && gadget != null) inject();
                if (client.left == 0 && client.program == null) active.remove(chosen);
            }
            if (left > all - all / 2 && gadget != null) inject();
        }

        /** Lets the database let go of what nobody asks for any more. */
        private void letGo(List<Client> active) {
            int open = database.log.size();
            int since = position;
            for (Client client : active) {
                if (client.program == null) continue;
                open = Math.min(open, client.snapshot);
                since = Math.min(since, client.invocation);
            }
            if (!list) database.letGo(written, open);
            written.clear();
            if (planner instanceof Workload.Planner workload) replaced.add(append(workload.replaced(), position));
            while (!replaced.isEmpty() && last(replaced.peek()) < since) {
                int[] keys = replaced.poll();
                for (int i = 0; i < keys.length - 1; i++) database.forget(keys[i]);
            }
        }

        private static int[] append(int[] items, int more) {
            int[] all = Arrays.copyOf(items, items.length + 1);
            all[items.length] = more;
            return all;
        }

        private static int last(int[] items) {
            return items[items.length - 1];
        }

        private Client client(int session) {
            Client client = new Client();
            client.session = session;
            client.process = session;
            client.left = transactions;
            return client;
        }

        private void load() throws IOException {
            Client loader = client(0);
            for (Application.Program program : application.load()) {
                begin(loader, program);
                while (!take(loader, 0)) {
                    // one step after another
                }
            }
        }

        /** Lets a client do one thing; says whether that ended a transaction. */
        private boolean step(Client client) throws IOException {
            if (client.program == null) {
                client.left--;
                begin(client, planner.get());
                return false;
            }
            return take(client, lost);
        }

        private void begin(Client client, Application.Program program) throws IOException {
            client.program = program;
            client.invocation = position++;
            client.view = database.begin(client.session);
            if (database instanceof Database.Mixed mixed) client.level = mixed.level();
            client.snapshot = database.log.size();
            client.steps.clear();
            client.writes.clear();
            if (listener != null) listener.invoked(client);
        }

        /**
         * Lets a program take its next step, or come to its end, and says whether it did. One that was not planned is run from its
         * beginning each time, with the answers that it had: that makes a transaction of n steps cost n².
         *
         * @param loss the share of those whose outcome the client never hears
         */
        private boolean take(Client client, double loss) throws IOException {
            boolean commits = true;
            if (client.program instanceof Workload.Plan plan) {
                int done = client.steps.size();
                if (done < plan.size()) {
                    step(client, plan.get(done));
                    return false;
                }
            } else {
                try {
                    commits = client.program.run(new Turns(client));
                } catch (Turn over) {
                    return false;
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
            finish(client, commits, loss);
            client.program = null;
            return true;
        }

        /** Does an operation that was planned. */
        private void step(Client client, Workload.Op op) {
            if (op.write()) client.writes(op.key(), op.value());
            else client.reads(op.key(), list);
        }

        /** The rows as a program sees them, until its turn is over. */
        private final class Turns implements Application.Rows {
            private final Client client;
            private int done;

            Turns(Client client) {
                this.client = client;
            }

            @Override
            public Row read(Table table, long... id) {
                if (isDone()) return rows.get(client.result(client.steps.get(done - 1)));
                client.reads(key(table, id), list);
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
                client.writes(key, value);
                throw new Turn();
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

        private void finish(Client client, boolean commits, double loss) throws IOException {
            boolean isLost = random.nextDouble() < loss;
            boolean applied = commits && (!isLost || random.nextBoolean());
            boolean committed = applied && ownAppendsCameLast(client) && database.commit(client.view, client.writes);
            Status status = isLost ? Status.INDETERMINATE : committed ? Status.COMMITTED : Status.ABORTED;
            int completion = position++;
            if (committed) for (int key : client.writes.keySet()) written.add(key);
            if (listener != null) listener.ended(client, status, clocked && committed, client.invocation, completion);
            else build(client, status, committed, completion);
            if (isLost) client.process = processes++;
        }

        private void build(Client client, Status status, boolean committed, int completion) {
            builder.begin(
                    builder.session(builder.atoms().of(client.process)),
                    status,
                    client.invocation,
                    status == Status.INDETERMINATE ? Integer.MAX_VALUE : completion,
                    -1);
            if (client.level != null) builder.isolation(client.level.text());
            if (committed) clock(client.invocation, completion);
            // Who compares and sets knows what to compare with, however that ends.
            record(client, status == Status.COMMITTED || application.model() == Model.LWT && client.steps.size() == 2);
            builder.end();
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
            for (int i = 0; i < client.steps.size(); i++) {
                Step step = client.steps.get(i);
                long key = atom(step.key);
                if (step.write && list) builder.append(key, step.value);
                else if (step.write && step.value == Workload.Op.NO_VALUE) builder.delete(key);
                else if (step.write) builder.write(key, step.value);
                else if (!known) builder.readUnknown(key);
                else if (list) recordList(client, i);
                else if (client.result(step) == Workload.Op.NO_VALUE) builder.readInitial(key);
                else builder.read(key, client.result(step));
            }
        }

        private void recordList(Client client, int read) {
            builder.beginList(atom(client.steps.get(read).key));
            for (long value : client.elements(read)) builder.element(value);
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
