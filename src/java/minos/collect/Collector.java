package minos.collect;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import minos.client.Client;
import minos.client.Store;
import minos.collect.Target.Isolation;
import minos.generate.Application;
import minos.generate.Application.Program;
import minos.generate.Mixture;
import minos.generate.Workload;
import minos.nemesis.Schedule;

/** Runs a workload on a database and records the history. */
public final class Collector {
    /** The key of fences, which no workload uses. */
    public static final int FENCE = Integer.MAX_VALUE;

    private static final int TICK = 100;
    /** How long sessions may take to finish what they are at, then to notice that their connection was closed. */
    private static final double GRACE = 10;

    private static final double LAST_GRACE = 3;
    /** Databases may take seconds to resolve a deadlock. */
    private static final int LEAST_IDLENESS = 10_000 / TICK;

    /** What to run, and for how long: ten sessions without an end, where nothing else is said. */
    public static final class Settings {
        private final Store store;
        final Application application;
        private final Path history;
        private List<? extends Store> nodes;
        int sessions = 10;
        long transactions = Long.MAX_VALUE;
        private double seconds = Double.POSITIVE_INFINITY;
        private double patience = 10;
        private long seed = 1;
        private Optional<Mixture<Isolation>> mixture = Optional.empty();
        int moves;
        int retries;
        private Optional<Schedule> faults = Optional.empty();
        private double starting;
        int fences;

        /**
         * On one node, where nothing is broken.
         *
         * @param store   the database
         * @param history the file to record to
         */
        public Settings(Store store, Application application, Path history) {
            this.store = store;
            this.application = application;
            this.history = history;
            nodes = List.of(store);
        }

        /** The file to record to. */
        public Path history() {
            return history;
        }

        /** How many clients are at work at once. */
        public Settings sessions(int number) {
            sessions = number;
            return this;
        }

        /** How many transactions each session tries. */
        public Settings transactions(long most) {
            transactions = most;
            return this;
        }

        /** How long to run. */
        public Settings seconds(double most) {
            seconds = most;
            return this;
        }

        /** How many seconds to wait for a database that nobody can reach any more. */
        public Settings patience(double most) {
            patience = most;
            return this;
        }

        /** The same seed plans the same transactions. */
        public Settings seed(long number) {
            seed = number;
            return this;
        }

        /** The levels that transactions choose, which the history then says; otherwise all have the connection's. */
        public Settings mixture(Mixture<Isolation> levels) {
            mixture = Optional.of(levels);
            return this;
        }

        /**
         * What sessions connect to, in turn; the store still looks after the table.
         *
         * @param moves after how many transactions a session goes on at the next node; 0 for never
         */
        public Settings nodes(List<? extends Store> stores, int moves) {
            nodes = List.copyOf(stores);
            this.moves = moves;
            return this;
        }

        /** How often a transaction that was aborted is tried again. */
        public Settings retries(int most) {
            retries = most;
            return this;
        }

        /** What is broken meanwhile. */
        public Settings faults(Schedule schedule) {
            faults = Optional.of(schedule);
            return this;
        }

        /** How many seconds the database may take to start. */
        public Settings starting(double most) {
            starting = most;
            return this;
        }

        /** After how many transactions a session reads and writes {@link #FENCE}, as it does first of all; 0 for never. */
        public Settings fences(int transactions) {
            fences = transactions;
            return this;
        }
    }

    /**
     * How the run went.
     *
     * @param database  its name and version
     * @param isolation what the database calls the level that it ran at
     * @param early     whether it ended before all was done that was asked for
     * @param notes     what the user should know besides, in sentences
     */
    public record Summary(
            String database, String isolation, Tally tally, double seconds, boolean early, List<String> notes) {}

    /** Is told several times a second how the run goes; {@code left} is negative if nobody knows. */
    public interface Listener {
        void tick(Tally tally, double seconds, double left);
    }

    private final Settings settings;
    private final Session.Stop stop = new Session.Stop();
    private final Tally tally = new Tally();
    private final List<String> notes = new CopyOnWriteArrayList<>();
    private final List<Session> sessions = new ArrayList<>();
    private volatile boolean early;

    public Collector(Settings settings) {
        this.settings = settings;
    }

    /** Ends the run soon, and early; for other threads. */
    public void stop() {
        early = true;
        stop.ask();
    }

    /** Runs until the end, or until {@link #stop} is called. The history is complete on disk when this returns. */
    public Summary run(Listener listener) throws CollectException, IOException {
        Setup setup = new Setup(store(settings.store), settings.application, settings.starting, notes);
        try {
            String database = setup.database();
            String isolation =
                    settings.mixture.isPresent() ? settings.mixture.get().toString() : setup.isolation();
            setup.create();
            try {
                setup.tryOut();
                double seconds = collect(setup.run(), listener);
                return new Summary(database, isolation, tally, seconds, early, notes);
            } finally {
                setup.drop();
            }
        } finally {
            setup.close();
        }
    }

    private double collect(Store.Run run, Listener listener) throws CollectException, IOException {
        try (Recorder recorder = new Recorder(settings.history)) {
            Supplier<? extends Program> planner = settings.application.planner(settings.seed);
            Supplier<Program> programs = () -> {
                synchronized (planner) {
                    return planner.get();
                }
            };
            List<Store> nodes = new ArrayList<>();
            for (Store node : settings.nodes) nodes.add(store(node));
            Session.Shared shared =
                    new Session.Shared(settings, nodes, run, programs, isolations(), recorder, tally, stop);
            for (Client client : clients(nodes, run)) sessions.add(new Session(shared, sessions.size(), client));
            sessions.get(0).load();
            for (Session session : sessions) {
                Thread thread = new Thread(session, "session");
                thread.setDaemon(true); // one that hangs in its driver must not keep the program
                thread.start();
            }
            long began = System.nanoTime();
            Thread nemesis = disturb(recorder);
            watch(recorder, shared.done, listener, began);
            stop.ask();
            if (nemesis != null) join(nemesis); // nothing stays broken
            end(recorder, shared.done);
            return (System.nanoTime() - began) / 1e9;
        } finally {
            stop.ask();
        }
    }

    /** The database, with the tables of the application. */
    private Store store(Store plain) throws CollectException {
        if (settings.application instanceof Workload) return plain;
        if (plain instanceof Target target) return target.with(settings.application);
        throw new CollectException("an application needs tables, which " + plain.place() + " does not have");
    }

    /** Begins to break things; null if nothing is to be broken. */
    private Thread disturb(Recorder recorder) {
        if (settings.faults.isEmpty()) return null;
        Schedule.Log log = (f, whom, error) -> {
            String told = error;
            for (Store node : settings.nodes) if (told != null) told = node.hide(told);
            recorder.disturbance(f, whom, told);
            if (told != null) notes.add("the fault " + f + " failed: " + told);
        };
        Thread thread = new Thread(
                () -> {
                    try {
                        settings.faults.get().run(log, tally::disturbed, stop::pause);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "nemesis");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stop.ask();
        }
    }

    /** Draws a level for each transaction, where they choose their own. */
    private Supplier<Isolation> isolations() {
        if (settings.mixture.isEmpty()) return () -> null;
        Mixture<Isolation> mixture = settings.mixture.get();
        SplittableRandom random = new SplittableRandom(settings.seed);
        return () -> {
            synchronized (random) {
                return mixture.draw(random);
            }
        };
    }

    private List<Client> clients(List<Store> nodes, Store.Run run) throws CollectException {
        List<Client> clients = new ArrayList<>();
        try {
            while (clients.size() < settings.sessions) {
                clients.add(nodes.get(clients.size() % nodes.size()).open(run));
            }
            return clients;
        } catch (Exception e) {
            clients.forEach(Client::close);
            throw new CollectException("only " + clients.size() + " of " + settings.sessions + " sessions can connect: "
                    + Outcome.message(e));
        }
    }

    private void watch(Recorder recorder, CountDownLatch done, Listener listener, long began) throws IOException {
        // Idleness is counted in ticks: while the whole program is suspended, nobody loses patience.
        int away = 0;
        int idle = 0;
        long ended = 0;
        while (!await(done, TICK / 1000.0) && !stop.isAsked()) {
            recorder.flush();
            double seconds = (System.nanoTime() - began) / 1e9;
            listener.tick(tally, seconds, left(seconds));
            if (seconds >= settings.seconds) return;
            away = tally.connected() > 0 ? 0 : away + 1;
            idle = tally.transactions() > ended ? 0 : idle + 1;
            ended = tally.transactions();
            double most = settings.patience * 1000 / TICK;
            if (away > most) {
                endEarly("nobody could reach the database any more");
                return;
            }
            if (idle > Math.max(most, LEAST_IDLENESS)) {
                endEarly("the database is stuck, no transaction came to an end");
                return;
            }
        }
    }

    private void endEarly(String why) {
        early = true;
        notes.add("the run ended early: " + why);
    }

    /** The seconds that are left: by the clock or by the transactions, whichever ends first. */
    private double left(double seconds) {
        double left = Math.max(0, settings.seconds - seconds);
        long ended = tally.transactions();
        if (settings.transactions < Long.MAX_VALUE && ended > 0) {
            double total = (double) settings.transactions * settings.sessions;
            left = Math.min(left, seconds * Math.max(0, total - ended) / ended);
        }
        return left == Double.POSITIVE_INFINITY ? -1 : left;
    }

    private void end(Recorder recorder, CountDownLatch done) throws IOException {
        if (!await(done, GRACE)) {
            long hanging = done.getCount();
            sessions.forEach(session -> Background.run(session::abort, 0));
            await(done, LAST_GRACE);
            notes.add(hanging + (hanging == 1 ? " session" : " sessions")
                    + " did not end by themselves; what they were at is indeterminate");
        }
        recorder.flush();
    }

    private boolean await(CountDownLatch done, double seconds) {
        try {
            return done.await((long) (seconds * 1e9), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stop.ask();
            return true;
        }
    }
}
