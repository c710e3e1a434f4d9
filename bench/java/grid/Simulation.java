package grid;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A database in which all sessions are at work at once: at each step one of them, at random, begins a transaction, or
 * ends the one that it has begun. Takes two ints a key and the open transactions, however long the history.
 */
final class Simulation {
    /** After so many operations the oldest of the lists in use gives way to a new one, as in Jepsen. */
    private static final int OPERATIONS_A_LIST = 200;

    private final Workload workload;
    private final Sink sink;
    private final SplittableRandom random = new SplittableRandom(1);
    private final Keys keys;
    /** By key: the last value that was given out, and the one that is there (of lists, how many elements). */
    private int[] given;

    private int[] current;
    private long begun;

    private Simulation(Workload workload, Sink sink) {
        this.workload = workload;
        this.sink = sink;
        keys = new Keys(workload.keys, workload.skew, random);
        given = new int[workload.keys];
        current = new int[workload.keys];
    }

    /** Writes the workload's file to a folder, unless it is there. */
    static Path file(Workload workload, Path folder) throws IOException {
        Path file = folder.resolve(workload.fileName());
        if (Files.exists(file)) return file;
        Path draft = folder.resolve("draft-" + ProcessHandle.current().pid());
        try (Sink sink = sink(workload, Files.newOutputStream(draft))) {
            new Simulation(workload, sink).run();
        }
        return Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static Sink sink(Workload workload, OutputStream out) {
        return switch (workload.format) {
            case PLUME -> new PlumeSink(out, workload.bySession ? workload.sessions : 0);
            case REGISTERS, LISTS -> new EdnSink(out, workload.isList());
        };
    }

    private void run() throws IOException {
        Transaction[] open = new Transaction[workload.sessions];
        int[][] seen = new int[open.length][];
        while (begun < workload.operations) {
            int session = random.nextInt(open.length);
            if (open[session] == null) {
                open[session] = draw(session);
                seen[session] = snapshot(open[session], seen[session]);
                sink.begin(open[session]);
            } else {
                end(open[session], seen[session]);
                open[session] = null;
            }
        }
        for (int s = 0; s < open.length; s++) if (open[s] != null) end(open[s], seen[s]);
        for (Transaction transaction : Violation.of(workload.violates, firstUnusedKey())) {
            sink.begin(transaction);
            sink.commit(transaction);
        }
    }

    private Transaction draw(int session) {
        Transaction transaction = new Transaction(session);
        if (workload.shape == Workload.Shape.MINI) {
            int x = key();
            int y = key();
            int kind = random.nextInt(4);
            read(transaction, x);
            if (kind > 0 && x != y) read(transaction, y);
            if (kind != 1) write(transaction, x);
            if (kind == 3 && x != y) write(transaction, y);
        } else {
            for (int i = 0; i < workload.length; i++) {
                int key = key();
                if (random.nextDouble() < workload.reads || transaction.ownWrite(key) >= 0) read(transaction, key);
                else write(transaction, key);
            }
        }
        begun += transaction.length;
        return transaction;
    }

    private int key() {
        if (!workload.isList()) return keys.next();
        int key = (int) (begun / OPERATIONS_A_LIST) + keys.next();
        if (key >= given.length) {
            given = Arrays.copyOf(given, 2 * key);
            current = Arrays.copyOf(current, 2 * key);
        }
        return key;
    }

    private int firstUnusedKey() {
        return workload.isList() ? given.length : workload.keys;
    }

    private void read(Transaction transaction, int key) {
        int own = transaction.ownWrite(key);
        if (own < 0) transaction.read(key, current[key]);
        else transaction.read(key, workload.isList() ? current[key] + 1 : transaction.value[own]);
    }

    private void write(Transaction transaction, int key) {
        transaction.write(key, ++given[key]);
    }

    /** What is there of each key that the transaction uses. */
    private int[] snapshot(Transaction transaction, int[] reused) {
        int[] seen = reused != null && reused.length >= transaction.length ? reused : new int[transaction.length];
        for (int i = 0; i < transaction.length; i++) seen[i] = current[transaction.key[i]];
        return seen;
    }

    private void end(Transaction transaction, int[] seen) throws IOException {
        if (isStale(transaction, seen)) {
            begun -= transaction.length;
            sink.abort(transaction);
            return;
        }
        for (int i = 0; i < transaction.length; i++) {
            if (!transaction.isWrite[i]) continue;
            int key = transaction.key[i];
            current[key] = workload.isList() ? current[key] + 1 : transaction.value[i];
        }
        sink.commit(transaction);
    }

    private boolean isStale(Transaction transaction, int[] seen) {
        if (workload.isolation == Workload.Isolation.PREFIX) return false;
        boolean all = workload.isolation == Workload.Isolation.SERIALIZABLE;
        for (int i = 0; i < transaction.length; i++) {
            if ((all || transaction.isWrite[i]) && current[transaction.key[i]] != seen[i]) return true;
        }
        return false;
    }
}
