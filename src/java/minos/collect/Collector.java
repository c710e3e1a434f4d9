package minos.collect;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import minos.collect.Target.Isolation;
import minos.generate.Mixture;
import minos.generate.Workload;

/** Runs a workload on a database and records the history. */
public final class Collector {
    private static final int TICK = 100;
    /** How long sessions may take to finish what they are at, then to notice that their connection was closed. */
    private static final double GRACE = 10;

    private static final double LAST_GRACE = 3;
    /** Databases may take seconds to resolve a deadlock. */
    private static final int LEAST_IDLENESS = 10_000 / TICK;

    /**
     * What to run.
     *
     * @param transactions how many each session tries; 0 for no limit
     * @param seconds      how long to run; 0 for no limit
     * @param patience     how many seconds to wait for a database that nobody can reach any more
     * @param history      the file to record to
     * @param mixture      the levels that transactions choose, which the history then says; null if all have the connection's
     */
    public record Settings(
            Target target,
            Workload workload,
            int sessions,
            long transactions,
            double seconds,
            double patience,
            long seed,
            Path history,
            Mixture<Isolation> mixture) {
        public Settings(
                Target target,
                Workload workload,
                int sessions,
                long transactions,
                double seconds,
                double patience,
                long seed,
                Path history) {
            this(target, workload, sessions, transactions, seconds, patience, seed, history, null);
        }
    }

    /**
     * How the run went.
     *
     * @param database  its name and version
     * @param isolation what the database calls the level that it ran at
     * @param notes     what the user should know besides, in sentences
     */
    public record Summary(String database, String isolation, Tally tally, double seconds, List<String> notes) {}

    /** Is told several times a second how the run goes; {@code left} is negative if nobody knows. */
    public interface Listener {
        void tick(Tally tally, double seconds, double left);
    }

    private final Settings settings;
    private final Session.Stop stop = new Session.Stop();
    private final Tally tally = new Tally();
    private final List<String> notes = new CopyOnWriteArrayList<>();
    private final List<Session> sessions = new ArrayList<>();

    public Collector(Settings settings) {
        this.settings = settings;
    }

    /** Ends the run soon; for other threads. */
    public void stop() {
        stop.ask();
    }

    /** Runs until the end, or until {@link #stop} is called. The history is complete on disk when this returns. */
    public Summary run(Listener listener) throws CollectException, IOException {
        Setup setup = new Setup(settings.target(), settings.workload(), notes);
        try {
            String database = setup.database();
            String isolation = settings.mixture() == null
                    ? setup.isolation()
                    : settings.mixture().toString();
            setup.create(settings.workload().keys());
            try {
                setup.tryOut();
                double seconds = collect(setup.table(), listener);
                return new Summary(database, isolation, tally, seconds, notes);
            } finally {
                setup.drop();
            }
        } catch (SQLException e) {
            throw new CollectException("the database fails: " + Fault.message(e));
        } finally {
            setup.close();
        }
    }

    private double collect(Table table, Listener listener) throws CollectException, IOException {
        CountDownLatch done = new CountDownLatch(settings.sessions());
        try (Recorder recorder = new Recorder(settings.history())) {
            Workload.Planner planner = settings.workload().planner(settings.seed());
            Supplier<List<Workload.Op>> plans = () -> {
                synchronized (planner) {
                    return planner.next();
                }
            };
            Session.Shared shared = new Session.Shared(
                    settings.target(),
                    table,
                    settings.workload(),
                    settings.sessions(),
                    settings.transactions() == 0 ? -1 : settings.transactions(),
                    plans,
                    isolations(),
                    recorder,
                    tally,
                    new ConcurrentHashMap<>(),
                    stop,
                    done);
            List<Client> clients = clients(table);
            for (Client client : clients) sessions.add(new Session(shared, sessions.size(), client));
            for (Session session : sessions) {
                Thread thread = new Thread(session, "session");
                thread.setDaemon(true); // one that hangs in its driver must not keep the program
                thread.start();
            }
            long began = System.nanoTime();
            watch(recorder, done, listener, began);
            stop.ask();
            end(recorder, done);
            return (System.nanoTime() - began) / 1e9;
        } finally {
            stop.ask();
        }
    }

    /** Draws a level for each transaction, where they choose their own. */
    private Supplier<Isolation> isolations() {
        Mixture<Isolation> mixture = settings.mixture();
        if (mixture == null) return () -> null;
        SplittableRandom random = new SplittableRandom(settings.seed());
        return () -> {
            synchronized (random) {
                return mixture.draw(random);
            }
        };
    }

    private List<Client> clients(Table table) throws CollectException {
        List<Client> clients = new ArrayList<>();
        try {
            while (clients.size() < settings.sessions()) clients.add(Client.connect(settings.target(), table));
            return clients;
        } catch (SQLException | RuntimeException e) {
            clients.forEach(Client::close);
            throw new CollectException("only " + clients.size() + " of " + settings.sessions()
                    + " sessions can connect: " + Fault.message(e));
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
            if (settings.seconds() > 0 && seconds >= settings.seconds()) return;
            away = tally.connected() > 0 ? 0 : away + 1;
            idle = tally.transactions() > ended ? 0 : idle + 1;
            ended = tally.transactions();
            double most = settings.patience() * 1000 / TICK;
            if (away > most) {
                notes.add("the run ended early: nobody could reach the database any more");
                return;
            }
            if (idle > Math.max(most, LEAST_IDLENESS)) {
                notes.add("the run ended early: the database is stuck, no transaction came to an end");
                return;
            }
        }
    }

    /** The seconds that are left: by the clock or by the transactions, whichever ends first. */
    private double left(double seconds) {
        double left = settings.seconds() > 0 ? Math.max(0, settings.seconds() - seconds) : Double.MAX_VALUE;
        double total = (double) settings.transactions() * settings.sessions();
        long ended = tally.transactions();
        if (total > 0 && ended > 0) left = Math.min(left, seconds * Math.max(0, total - ended) / ended);
        return left == Double.MAX_VALUE ? -1 : left;
    }

    private void end(Recorder recorder, CountDownLatch done) throws IOException {
        if (!await(done, GRACE)) {
            long hanging = done.getCount();
            sessions.forEach(session -> Client.inBackground(session::abort, 0));
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
