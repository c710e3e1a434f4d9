package minos.generate;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import minos.history.Model;
import minos.util.IntList;

/**
 * Random operations on one table of registers or lists: what each transaction does is known before it begins.
 *
 * @param kind       the shape of the transactions
 * @param operations how many operations a general or list-append transaction has
 * @param reads      the share of reads among their operations
 * @param keys       what they read and write
 * @param shares     how many of the transactions are of a special kind
 * @param values     what is written
 */
public record Workload(Kind kind, int operations, double reads, Keys keys, Shares shares, Values values)
        implements Application {

    public Workload {
        if (kind == Kind.APPEND && values.deletes > 0) throw new IllegalArgumentException("lists are not deleted");
    }

    /** A workload of mixed transactions that writes each value once. */
    public Workload(Kind kind, int operations, double reads, Keys keys) {
        this(kind, operations, reads, keys, Shares.MIXED, Values.UNIQUE);
    }

    /** A workload of that kind with the usual sizes. */
    public static Workload of(Kind kind) {
        return new Workload(kind, 8, 0.5, Keys.uniform(100));
    }

    /** The same of another kind. */
    Workload as(Kind other) {
        return new Workload(other, operations, reads, keys, shares, values);
    }

    /** The same with other shares. */
    public Workload with(Shares other) {
        return new Workload(kind, operations, reads, keys, other, values);
    }

    /** The same that writes other values. */
    public Workload with(Values other) {
        return new Workload(kind, operations, reads, keys, shares, other);
    }

    /** After how many uses a key is replaced; 0 for never. */
    public int rotation() {
        return keys.rotation == Keys.AS_USUAL ? usualRotation(kind) : keys.rotation;
    }

    /** After how many uses keys are replaced if nobody says otherwise: lists that have become long, as each read costs their length. */
    public static int usualRotation(Kind kind) {
        return kind == Kind.APPEND ? 200 : 0;
    }

    /**
     * The keys that are in use at a time.
     *
     * @param count        how many
     * @param distribution how they are drawn
     * @param rotation     after how many uses one is replaced by a new one, so that keys are also written for the first time while
     *                     others are at work; 0 for never, or {@link #AS_USUAL}
     */
    public record Keys(int count, Distribution distribution, int rotation) {
        public static final int AS_USUAL = -1;

        /** Keys that are replaced only as is usual for the kind of workload. */
        public Keys(int count, Distribution distribution) {
            this(count, distribution, AS_USUAL);
        }

        public static Keys uniform(int count) {
            return new Keys(count, Distribution.UNIFORM);
        }
    }

    /**
     * Shares of transactions; the rest is mixed.
     *
     * @param readOnly  of those that only read
     * @param writeOnly of those that only write
     * @param modifying of those in which each write follows a read of its key
     */
    public record Shares(double readOnly, double writeOnly, double modifying) {
        public static final Shares MIXED = new Shares(0, 0, 0);
    }

    /**
     * What is written.
     *
     * @param count        how many values each key's writes are drawn from; 0 to write each value once in the whole workload, so
     *                     that each attempt has values of its own
     * @param distribution how they are drawn
     * @param deletes      the share of writes that delete a register instead
     */
    public record Values(int count, Distribution distribution, double deletes) {
        public static final Values UNIQUE = new Values(0, Distribution.UNIFORM, 0);
    }

    /** The shapes of transactions. */
    public enum Kind {
        /** Reads and writes of registers, as the shares say. */
        GENERAL("general"),
        /** One or two reads, at most two writes, each after a read of its key (MTC, definition 8). */
        MINI("mini"),
        /** Reads of and appends to lists, as the shares say. */
        APPEND("append"),
        /** One operation on one register: a read, a write, or a compare-and-set. */
        LWT("lwt");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** The kind of that name; null if there is none. */
        public static Kind named(String name) {
            for (Kind kind : values()) if (kind.text.equals(name)) return kind;
            return null;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** One planned operation. A read has no value, and neither has a write that deletes: {@link #NO_VALUE}. */
    public record Op(boolean write, int key, long value) {
        public static final long NO_VALUE = 0;

        static Op read(int key) {
            return new Op(false, key, NO_VALUE);
        }

        public boolean isDelete() {
            return write && value == NO_VALUE;
        }
    }

    public boolean isList() {
        return kind == Kind.APPEND;
    }

    @Override
    public Model model() {
        return switch (kind) {
            case GENERAL, MINI -> Model.RW_REGISTER;
            case APPEND -> Model.LIST_APPEND;
            case LWT -> Model.LWT;
        };
    }

    /** Of keys that stay the same the rows are there from the beginning; others are inserted by whoever writes them first, as lists are. */
    @Override
    public List<Table> tables() {
        return List.of(Table.numbered(rotation() > 0 || isList() ? 0 : keys.count));
    }

    /** A transaction that is known before it begins. */
    public static final class Plan extends AbstractList<Op> implements Program, RandomAccess {
        private static final Table TABLE = Table.numbered(0);
        private final List<Op> ops;
        private final Planner planner;

        private Plan(List<Op> ops, Planner planner) {
            this.ops = List.copyOf(ops);
            this.planner = planner;
        }

        @Override
        public Op get(int index) {
            return ops.get(index);
        }

        @Override
        public int size() {
            return ops.size();
        }

        @Override
        public boolean run(Rows rows) throws Exception {
            for (int i = 0; i < ops.size(); i++) step(i, rows);
            return true;
        }

        /** Does one of its operations. */
        void step(int i, Rows rows) throws Exception {
            Op op = ops.get(i);
            if (op.isDelete()) rows.delete(TABLE, op.key());
            else if (op.write() && planner.isList())
                rows.append(TABLE.row(op.key()).as(op.value()));
            else if (op.write()) rows.write(TABLE.row(op.key()).as(op.value()));
            else if (isWritten(op.key(), i)) rows.readToWrite(TABLE, op.key());
            else rows.read(TABLE, op.key());
        }

        /** The same reads and writes; what is written is drawn anew. */
        @Override
        public Plan again() {
            synchronized (planner) {
                return new Plan(
                        ops.stream()
                                .map(op -> op.write() && !op.isDelete() ? planner.written(op.key()) : op)
                                .toList(),
                        planner);
            }
        }

        /** Whether it goes on to write a key. */
        private boolean isWritten(int key, int after) {
            return ops.subList(after, ops.size()).stream().anyMatch(op -> op.write() && op.key() == key);
        }
    }

    @Override
    public Planner planner(long seed) {
        return new Planner(new SplittableRandom(seed));
    }

    /** The transactions of a workload, in the order in which clients take them. Several threads hold it as their lock. */
    public final class Planner implements Supplier<Plan> {
        private final SplittableRandom random;
        private final Distribution.Chooser chooser = keys.distribution.over(keys.count);
        private final Distribution.Chooser drawn = values.distribution.over(Math.max(1, values.count));
        /** By choice: the key that it stands for now, and how often that was used. */
        private final int[] current = new int[keys.count];

        private final int[] uses = new int[keys.count];
        private final int rotation = rotation();
        private final IntList replaced = new IntList();
        private int nextKey = keys.count;
        private long lastValue;

        private Planner(SplittableRandom random) {
            this.random = random;
            for (int i = 0; i < keys.count; i++) current[i] = i;
        }

        /** A key, or the one that takes its place. */
        private int key() {
            int choice = chooser.choose(random);
            if (rotation > 0 && ++uses[choice] > rotation) {
                uses[choice] = 1;
                replaced.add(current[choice]);
                current[choice] = nextKey++;
            }
            return current[choice];
        }

        /** The keys that were replaced since this was last asked: no transaction to come uses them. */
        int[] replaced() {
            int[] keys = replaced.toArray();
            replaced.clear();
            return keys;
        }

        /** The next transaction. */
        public Plan next() {
            return new Plan(
                    switch (kind) {
                        case GENERAL, APPEND -> general();
                        case MINI -> mini();
                        case LWT -> lightweight();
                    },
                    this);
        }

        private boolean isList() {
            return Workload.this.isList();
        }

        @Override
        public Plan get() {
            return next();
        }

        /**
         * A write, or a delete: the latter not of what the transaction has written before. Had that inserted the row, the two together would be no write
         * for a database, with which nothing conflicts.
         */
        private Op write(int key, List<Op> before) {
            boolean deletes = values.deletes > 0 && random.nextDouble() < values.deletes;
            if (deletes && before.stream().noneMatch(op -> op.write() && op.key() == key && !op.isDelete())) {
                return new Op(true, key, Op.NO_VALUE);
            }
            return written(key);
        }

        private Op written(int key) {
            return new Op(true, key, values.count > 0 ? 1 + drawn.choose(random) : ++lastValue);
        }

        private List<Op> general() {
            double shape = random.nextDouble();
            double pure = shares.readOnly + shares.writeOnly;
            double readShare = shape < shares.readOnly ? 1 : shape < pure ? 0 : reads;
            boolean readFirst = shape >= pure && shape < pure + shares.modifying;
            List<Op> ops = new ArrayList<>();
            while (ops.size() < operations) {
                int key = key();
                boolean read = random.nextDouble() < readShare;
                if (!read && readFirst && ops.stream().noneMatch(op -> op.key() == key)) ops.add(Op.read(key));
                ops.add(read ? Op.read(key) : write(key, ops));
            }
            return ops;
        }

        /**
         * Any transaction that the definition admits: a read; then, in any order, up to one more read and two writes,
         * each of a key that was read before it.
         */
        private List<Op> mini() {
            List<Op> ops = new ArrayList<>();
            ops.add(Op.read(key()));
            boolean readMore = random.nextBoolean();
            int writes = (random.nextDouble() >= reads ? 1 : 0) + (random.nextDouble() >= reads ? 1 : 0);
            IntList read = new IntList(2);
            read.add(ops.get(0).key());
            while (readMore || writes > 0) {
                if (readMore && random.nextInt(1 + writes) == 0) {
                    readMore = false;
                    read.add(key());
                    ops.add(Op.read(read.get(1)));
                } else {
                    writes--;
                    ops.add(write(read.get(random.nextInt(read.size())), ops));
                }
            }
            return ops;
        }

        /** A compare-and-set is a read and a write: it applies to whatever was read. */
        private List<Op> lightweight() {
            int key = key();
            if (random.nextDouble() < reads) return List.of(Op.read(key));
            Op write = write(key, List.of());
            return random.nextBoolean() ? List.of(write) : List.of(Op.read(key), write);
        }
    }
}
