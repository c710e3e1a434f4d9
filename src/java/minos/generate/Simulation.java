package minos.generate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
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
 * Runs a workload on a simulated database, sessions side by side, and records it as a client would: each transaction's
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
        Workload workload,
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
            Workload workload, Level level, int sessions, int transactions, double lost, Gadget gadget, long seed) {
        this(workload, level, sessions, transactions, lost, gadget, seed, null, false);
    }

    /** Transactions at levels of their own. */
    public Simulation(
            Workload workload,
            Mixture<Level> mixture,
            int sessions,
            int transactions,
            double lost,
            Gadget gadget,
            long seed) {
        this(workload, Level.MIXED, sessions, transactions, lost, gadget, seed, mixture, false);
    }

    /** The same with the database's clock. */
    public Simulation withClock() {
        return new Simulation(workload, level, sessions, transactions, lost, gadget, seed, mixture, true);
    }

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

    /** One client. */
    private static final class Client {
        int session;
        long process;
        int left;
        int invocation;
        List<Workload.Op> plan;
        int done;
        /** Where each transaction has its own; otherwise null. */
        Level level;

        Database.View view;
        /** What each read returned: the version, and how many own writes of the key came before. */
        final List<Version> results = new ArrayList<>();

        final List<Integer> ownBefore = new ArrayList<>();
        final Map<Integer, long[]> writes = new HashMap<>();
    }

    /** One run. */
    private final class Run {
        private static final int STEPS_BETWEEN_CHECKS = 1 << 10;
        private final SplittableRandom random = new SplittableRandom(seed);
        private final Workload.Planner planner = workload.planner(random.nextLong());
        private final Database database = database(random.split());
        private final HistoryBuilder builder = new HistoryBuilder(new Atoms(false));
        private long processes = sessions;
        private int position;

        History run(Runnable check) {
            builder.model(
                    workload.kind() == Workload.Kind.APPEND
                            ? Model.LIST_APPEND
                            : workload.kind() == Workload.Kind.LWT ? Model.LWT : Model.RW_REGISTER);
            List<Client> active = new ArrayList<>();
            for (int s = 0; s < sessions; s++) {
                Client client = new Client();
                client.session = s;
                client.process = s;
                client.left = transactions;
                active.add(client);
            }
            long until = (long) sessions * transactions / 2;
            for (long steps = 0; !active.isEmpty(); steps++) {
                if (steps % STEPS_BETWEEN_CHECKS == 0) check.run();
                int chosen = random.nextInt(active.size());
                Client client = active.get(chosen);
                if (step(client) && --until == 0 && gadget != null) inject();
                if (client.left == 0 && client.plan == null) active.remove(chosen);
            }
            if (until > 0 && gadget != null) inject();
            return builder.build(Origin.MEMORY, InitialValues.EXPLICIT);
        }

        /** Lets a client do one thing; says whether that ended a transaction. */
        private boolean step(Client client) {
            if (client.plan == null) {
                client.plan = planner.next();
                client.done = 0;
                client.left--;
                client.invocation = position++;
                client.view = database.begin(client.session);
                if (database instanceof Database.Mixed mixed) client.level = mixed.level();
                client.results.clear();
                client.ownBefore.clear();
                client.writes.clear();
                return false;
            }
            if (client.done < client.plan.size()) {
                operation(client, client.plan.get(client.done++));
                return false;
            }
            finish(client);
            client.plan = null;
            return true;
        }

        private void operation(Client client, Workload.Op op) {
            long[] own = client.writes.getOrDefault(op.key(), new long[0]);
            if (!op.write()) {
                client.results.add(own.length > 0 && !workload.isList() ? null : client.view.read(op.key()));
                client.ownBefore.add(own.length);
                return;
            }
            long[] more = Arrays.copyOf(own, own.length + 1);
            more[own.length] = op.value();
            client.writes.put(op.key(), more);
        }

        private void finish(Client client) {
            boolean isLost = random.nextDouble() < lost;
            boolean applied = !isLost || random.nextBoolean();
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
            record(
                    client,
                    status == Status.COMMITTED || workload.kind() == Workload.Kind.LWT && client.plan.size() == 2);
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
            int read = 0;
            for (Workload.Op op : client.plan) {
                if (op.write()) continue;
                boolean own = workload.isList() && client.ownBefore.get(read) > 0;
                if (own && client.results.get(read) != database.latest.get(op.key())) return false;
                read++;
            }
            return true;
        }

        private void record(Client client, boolean known) {
            int read = 0;
            for (Workload.Op op : client.plan) {
                if (op.write() && workload.isList()) {
                    builder.append(op.key(), op.value());
                } else if (op.isDelete()) {
                    builder.delete(op.key());
                } else if (op.write()) {
                    builder.write(op.key(), op.value());
                } else if (!known) {
                    builder.readUnknown(op.key());
                } else {
                    result(client, op.key(), client.results.get(read), client.ownBefore.get(read));
                    read++;
                }
            }
        }

        private void result(Client client, int key, Version version, int own) {
            if (workload.isList()) {
                Deque<Version> chain = new ArrayDeque<>();
                for (Version v = version; v != null; v = v.previous()) chain.push(v);
                builder.beginList(key);
                for (Version v : chain) for (long value : v.values()) builder.element(value);
                for (int i = 0; i < own; i++) builder.element(client.writes.get(key)[i]);
                builder.endList();
            } else if (own > 0) {
                read(key, client.writes.get(key)[own - 1]);
            } else {
                read(key, version == null ? Workload.Op.NO_VALUE : version.values()[version.values().length - 1]);
            }
        }

        private void read(int key, long value) {
            if (value == Workload.Op.NO_VALUE) builder.readInitial(key);
            else builder.read(key, value);
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
                        op.record(builder, builder.atoms().ofText(Gadget.KEYS.get(op.key())), workload.isList());
                    }
                    builder.end();
                }
            }
        }
    }
}
