package grid;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** What a generated history looks like. Equal workloads give equal files. */
final class Workload implements Source, Cloneable {
    enum Format {
        PLUME,
        /** EDN, of registers or of lists. */
        REGISTERS,
        LISTS
    }

    enum Shape {
        GENERAL,
        /** At most two reads and two writes, and a write only of what was read before. */
        MINI
    }

    /** Transactions read a snapshot taken when they begin, and write when they commit. */
    enum Isolation {
        /** Everybody commits: prefix consistency. */
        PREFIX,
        /** Not who writes what somebody else has written meanwhile: snapshot isolation. */
        SNAPSHOT,
        /** Nor who read that: serializability, in the order of the commits. */
        SERIALIZABLE
    }

    /** The point that the others of an axis differ from in one respect. */
    static final Workload BASE = new Workload();

    static final Workload MINI = BASE.with(w -> {
        w.shape = Shape.MINI;
        w.isolation = Isolation.SERIALIZABLE;
        w.keys = 1_000;
    });
    static final Workload LISTS = BASE.with(w -> {
        w.format = Format.LISTS;
        w.isolation = Isolation.SERIALIZABLE;
        w.sessions = 10;
        w.length = 4;
        w.keys = 100;
    });

    Format format = Format.PLUME;
    Shape shape = Shape.GENERAL;
    Isolation isolation = Isolation.PREFIX;
    /** About how many, of committed transactions. */
    long operations = 1_000_000;
    /** All of them at work all the time. */
    int sessions = 50;
    /** Operations a transaction, unless it is a mini-transaction. */
    int length = 20;
    /** Of lists, how many are in use at a time. */
    int keys = 100_000;
    /** Exponent of a Zipf distribution of the keys; 0 is uniform. */
    double skew;

    double reads = 0.5;
    /** Whether the file lists one session after another, rather than transactions as they commit. */
    boolean bySession;
    /** The level that the last transactions violate, by its short name; empty if they do not. */
    String violates = "";

    private Workload() {}

    Workload with(Consumer<Workload> change) {
        try {
            Workload changed = (Workload) clone();
            change.accept(changed);
            return changed;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Workload workload && workload.fileName().equals(fileName());
    }

    @Override
    public int hashCode() {
        return fileName().hashCode();
    }

    boolean isList() {
        return format == Format.LISTS;
    }

    @Override
    public Path file(Settings settings) throws IOException {
        return Simulation.file(this, settings.data);
    }

    @Override
    public long operations() {
        return operations;
    }

    @Override
    public Verdict expected() {
        return violates.isEmpty() ? Verdict.HOLDS : Verdict.VIOLATED;
    }

    @Override
    public String format() {
        return format == Format.PLUME ? "plume" : "edn";
    }

    @Override
    public String model() {
        return isList() ? "append" : "register";
    }

    @Override
    public boolean isRepeatable() {
        return true;
    }

    /** The name of the file, which tells it all. */
    String fileName() {
        String kind = (format + "-" + shape + "-" + isolation).toLowerCase();
        return kind + "-o" + operations + "-s" + sessions + "-l" + length + "-k" + keys + "-z" + skew + "-r" + reads
                + (bySession ? "-by-session" : "") + (violates.isEmpty() ? "" : "-not-" + violates)
                + (format == Format.PLUME ? ".txt" : ".edn");
    }
}
