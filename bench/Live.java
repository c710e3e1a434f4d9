import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import minos.LiveJudgement;
import minos.Minos;
import minos.history.Atoms;
import minos.history.GrowingHistory;
import minos.history.HistoryBuilder;
import minos.history.InitialValues;
import minos.history.Model;
import minos.history.Status;
import minos.model.Level;
import minos.model.Verdict.Answer;

/**
 * Judges a history while it grows, 10,000 operations at a time, and prints what a batch costs as the history gets longer: processor time
 * in milliseconds, the mean of the batches since the line before and the longest of them, and the memory that is in use.
 * Fifty clients run transactions of four operations on 100,000 registers of a strictly serializable database, or on 2,000 of
 * one that gives snapshot isolation and has write skews from early on; what is recorded is the order of invocations and completions, which is not
 * that of the commits.
 */
public final class Live {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final int BATCH = 10_000;

    private Live() {}

    public static void main(String[] args) {
        if (args[0].equals("soak")) {
            soak(Level.named(args[1]).orElseThrow(), Long.parseLong(args[2]));
            return;
        }
        Level level = Level.named(args[0]).orElseThrow();
        long most = Long.parseLong(args[1]);
        boolean snapshots = args.length > 2 && args[2].equals("snapshots");
        String name = level.alias() + (snapshots ? ", snapshots" : "");
        Clients clients = new Clients(snapshots);
        LiveJudgement live = Minos.ask(level)
                .threads(1)
                .live("live", new GrowingHistory(clients.builder, clients, InitialValues.EXPLICIT));
        System.out.println("level\toperations\tms a batch\tlongest\tbytes an operation");
        double sum = 0;
        double longest = 0;
        int batches = 0;
        for (long next = 100_000, operations = BATCH; operations <= most; operations += BATCH) {
            clients.run();
            long began = SYSTEM.getProcessCpuTime();
            if (live.update().answer() != Answer.TRUE)
                throw new IllegalStateException(live.verdicts().toString());
            double millis = (SYSTEM.getProcessCpuTime() - began) / 1e6;
            sum += millis;
            longest = Math.max(longest, millis);
            batches++;
            if (operations < next && operations + BATCH <= most) continue;
            System.gc();
            long used =
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
            System.out.printf(
                    "%s\t%d\t%.1f\t%.1f\t%.0f%n", name, operations, sum / batches, longest, (double) used / operations);
            next *= 2;
            sum = 0;
            longest = 0;
            batches = 0;
        }
    }

    /** As fast as it goes for so many seconds, with what is dead forgotten: a line a minute. */
    private static void soak(Level level, long seconds) {
        Clients clients = new Clients(false);
        GrowingHistory history = new GrowingHistory(clients.builder, clients, InitialValues.EXPLICIT);
        LiveJudgement live = Minos.ask(level).threads(1).live("live", history).forgetting();
        System.out.println(
                "level\tseconds\toperations\toperations a second\tlongest batch, ms\ttransactions kept\tmegabytes");
        long began = System.nanoTime();
        long from = began;
        long before = 0;
        double longest = 0;
        while (from - began < seconds * 1_000_000_000L) {
            clients.run();
            long batch = System.nanoTime();
            if (live.update().answer() != Answer.TRUE)
                throw new IllegalStateException(live.verdicts().toString());
            long now = System.nanoTime();
            longest = Math.max(longest, (now - batch) / 1e6);
            if (now - from < 60_000_000_000L) continue;
            System.gc();
            long used =
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
            System.out.printf(
                    "%s\t%d\t%d\t%.0f\t%.0f\t%d\t%d%n",
                    level.alias(),
                    (now - began) / 1_000_000_000,
                    live.operations(),
                    (live.operations() - before) * 1e9 / (now - from),
                    longest,
                    history.transactions(),
                    used >> 20);
            before = live.operations();
            from = System.nanoTime();
            longest = 0;
        }
    }

    /** Clients at work. */
    private static final class Clients implements GrowingHistory.Feed {
        private static final int CLIENTS = 50;
        private static final int OPERATIONS = 4;

        final HistoryBuilder builder = new HistoryBuilder(new Atoms(false));
        private final SplittableRandom random = new SplittableRandom(1);
        private final Transaction[] running = new Transaction[CLIENTS];
        private final List<Transaction> ended = new ArrayList<>();
        private final long[] database;
        private int position;
        private final boolean snapshots;
        private long values;

        /** @param snapshots whether they read what was there when they began, and abort if it was written since */
        Clients(boolean snapshots) {
            this.snapshots = snapshots;
            database = new long[snapshots ? 2_000 : 100_000];
            builder.model(Model.RW_REGISTER);
        }

        private static final class Transaction {
            int client;
            int invocation;
            int completion;
            boolean committed;
            boolean aborted;
            final int[] key = new int[OPERATIONS];
            final boolean[] write = new boolean[OPERATIONS];
            final long[] value = new long[OPERATIONS];
            /** What was there when it began. */
            final long[] snapshot = new long[OPERATIONS];

            void addTo(HistoryBuilder builder, boolean done) {
                builder.begin(
                        builder.session(client),
                        !done ? Status.INDETERMINATE : aborted ? Status.ABORTED : Status.COMMITTED,
                        invocation,
                        done ? completion : Integer.MAX_VALUE,
                        -1);
                for (int i = 0; i < OPERATIONS; i++) {
                    if (write[i]) builder.write(key[i], value[i]);
                    else if (!done) builder.readUnknown(key[i]);
                    else if (value[i] == 0) builder.readInitial(key[i]);
                    else builder.read(key[i], value[i]);
                }
                builder.end();
            }
        }

        /** Lets transactions end until there is a batch of them. */
        void run() {
            while (ended.size() < BATCH / OPERATIONS) step(random.nextInt(CLIENTS));
        }

        /** A client begins, commits, or hears that it has committed. */
        private void step(int client) {
            Transaction transaction = running[client];
            if (transaction == null) {
                running[client] = begin(client);
            } else if (!transaction.committed) {
                if (snapshots) commitSnapshot(transaction);
                else commit(transaction);
                transaction.committed = true;
            } else {
                transaction.completion = position++;
                ended.add(transaction);
                running[client] = null;
            }
        }

        private void commit(Transaction transaction) {
            for (int i = 0; i < OPERATIONS; i++) {
                if (transaction.write[i]) database[transaction.key[i]] = transaction.value[i];
                else transaction.value[i] = database[transaction.key[i]];
            }
        }

        /** Reads first, of the snapshot; whoever comes second to write a key aborts. */
        private void commitSnapshot(Transaction transaction) {
            for (int i = 0; i < OPERATIONS; i++) {
                transaction.aborted |= transaction.write[i] && database[transaction.key[i]] != transaction.snapshot[i];
            }
            for (int i = 0; i < OPERATIONS; i++) {
                if (!transaction.write[i]) transaction.value[i] = read(transaction, i);
            }
            for (int i = 0; i < OPERATIONS && !transaction.aborted; i++) {
                if (transaction.write[i]) database[transaction.key[i]] = transaction.value[i];
            }
        }

        /** What a transaction wrote itself, if it did, or else what its snapshot has. */
        private static long read(Transaction transaction, int read) {
            long value = transaction.snapshot[read];
            for (int i = 0; i < read; i++) {
                if (transaction.write[i] && transaction.key[i] == transaction.key[read]) value = transaction.value[i];
            }
            return value;
        }

        private Transaction begin(int client) {
            Transaction transaction = new Transaction();
            transaction.client = client;
            transaction.invocation = position++;
            for (int i = 0; i < OPERATIONS; i++) {
                transaction.key[i] = random.nextInt(database.length);
                transaction.write[i] = random.nextBoolean();
                if (transaction.write[i]) transaction.value[i] = ++values;
                transaction.snapshot[i] = database[transaction.key[i]];
            }
            return transaction;
        }

        @Override
        public int add(HistoryBuilder to) {
            for (Transaction transaction : ended) transaction.addTo(to, true);
            ended.clear();
            int count = to.transactions();
            for (Transaction transaction : running) if (transaction != null) transaction.addTo(to, false);
            return count;
        }
    }
}
