package minos.generate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import minos.history.Model;
import minos.model.AnomalyType;

/**
 * For each anomaly the short interleavings that would show it, over and over, each time on keys of its own: as
 * <a href="https://github.com/ept/hermitage">Hermitage</a> tries them by hand. The transactions of one are given to sessions one after another, and
 * each of their steps waits for its turn, or for a little while: where the database blocks a step, the others go on. What is recorded
 * is what happened, in whatever order it did.
 */
public final class Interleavings implements Application {
    /** Rows that are there from the beginning, so that new ones can be far from them in the index. */
    private static final int BLANK = 4000;

    private static final Table ROWS = Table.numbered(BLANK);
    /** How long a step waits for those before it. A database that blocks one of them does so for longer. */
    private static final long PATIENCE_MILLIS = 30;

    /**
     * An interleaving: steps such as {@code 2wx}, transaction 2 writes x, one after another. They {@code r}ead and {@code w}rite and {@code d}elete, read {@code l}ocking
     * the row, set a {@code s}avepoint and {@code u}ndo what came since, {@code c}ommit and {@code a}bort. Transaction 0 comes before the others, so that the
     * rows are there: each interleaving is tried with it, and without.
     */
    record Script(AnomalyType shows, String steps) {
        private static final String BEFORE = "0wx 0wy 0wz 0c ";

        List<Step> parse(boolean withRows) {
            return Arrays.stream(((withRows ? BEFORE : "") + steps).split(" "))
                    .map(step -> new Step(
                            step.charAt(0) - '0', step.charAt(1), step.length() > 2 ? step.charAt(2) - 'x' : 0))
                    .toList();
        }
    }

    record Step(int transaction, char action, int key) {}

    /** Keys that nobody else has. */
    record Keys(long x, long y, long z) {
        /** Side by side in the index, behind all others. */
        static Keys near(int number) {
            long first = BLANK + 3L * number;
            return new Keys(first, first + 1, first + 2);
        }

        /** The first behind all others, the rest among the rows that were there from the beginning, as long as there are such. */
        static Keys far(int number) {
            Keys near = near(number);
            int left = 2 * number;
            return left + 1 < BLANK ? new Keys(near.x, left, left + 1) : near;
        }

        long of(int place) {
            return place == 0 ? x : place == 1 ? y : z;
        }
    }

    /** The weakest anomaly first. Several ways to the same: which of them a database bars says how it works. */
    static final List<Script> SCRIPTS = List.of(
            new Script(AnomalyType.ABORTED_READ, "1wx 2rx 1a 2rx 2c"),
            new Script(AnomalyType.ABORTED_READ, "1wx 1s 1wx 2rx 1u 1c 2rx 2c"),
            new Script(AnomalyType.ABORTED_READ, "1dx 2rx 1a 2wx 2c"),
            new Script(AnomalyType.INTERMEDIATE_READ, "1wx 2rx 1wx 1c 2rx 2c"),
            new Script(AnomalyType.CYCLIC_CAUSALITY, "1wx 2wy 1ry 2rx 1c 2c"),
            new Script(AnomalyType.G0, "1wx 2wx 2wy 2c 1wy 1c 3rx 3ry 3c"),
            new Script(AnomalyType.NON_REPEATABLE_READ, "1rx 2wx 2c 1rx 1c"),
            new Script(AnomalyType.NON_REPEATABLE_READ, "1rx 2dx 2c 3wx 3c 1rx 1c"),
            new Script(AnomalyType.NON_REPEATABLE_READ, "1rx 2wx 2wy 2c 1wx 1rx 1ry 1c"),
            new Script(AnomalyType.FRACTURED_READ, "1rx 2rx 2ry 2wx 2wy 2c 1ry 1c"),
            new Script(AnomalyType.FRACTURED_READ, "1wx 1wy 2wx 1c 3rx 2wy 3ry 2c 3ry 3rx 3c"),
            new Script(AnomalyType.CAUSALITY_VIOLATION, "1wx 1c 2rx 2wy 2c 3ry 3rx 3c"),
            new Script(AnomalyType.CAUSALITY_VIOLATION, "3rz 1wx 1c 2rx 2wy 2c 3ry 3rx 3c"),
            new Script(AnomalyType.READ_YOUR_WRITES_VIOLATION, "1wx 1c 2rx 2c 3rx 3c 4rx 4c 5rx 5c"),
            new Script(AnomalyType.LONG_FORK, "1wx 2wy 3rx 4ry 1c 2c 3ry 4rx 3c 4c"),
            new Script(AnomalyType.LONG_FORK, "1wx 3rx 2wy 4ry 1c 4rx 2c 3ry 3c 4c"),
            new Script(AnomalyType.LOST_UPDATE, "1rx 2rx 1wx 2wx 1c 2c"),
            new Script(AnomalyType.LOST_UPDATE, "1rx 2rx 1wx 1c 2wx 2c"),
            new Script(AnomalyType.LOST_UPDATE, "1lx 2lx 1wx 1c 2wx 2c"),
            new Script(AnomalyType.LOST_UPDATE, "1s 1lx 1wx 1u 2rx 2wx 1wx 2c 1c"),
            new Script(AnomalyType.LOST_UPDATE, "1rx 2rx 1dx 1c 2wx 2c"),
            new Script(AnomalyType.WRITE_SKEW, "1rx 1ry 2rx 2ry 1wx 2wy 1c 2c"),
            new Script(AnomalyType.WRITE_SKEW, "1rx 1ry 2rx 2ry 1wx 1c 2wy 2c"),
            new Script(AnomalyType.WRITE_SKEW, "1rx 1ry 2rx 2ry 1dx 1c 2dy 2c"),
            // a row that is inserted and then updated, both since the snapshot of who reads it (PostgreSQL before 12.4)
            new Script(AnomalyType.WRITE_SKEW, "1ry 2ry 2rx 2wx 2c 3rx 3wx 3c 1rx 1wy 1c"),
            // the writes of a savepoint that was undone must not undo what was known of its reads
            new Script(AnomalyType.WRITE_SKEW, "1s 1rx 1wy 1u 2ry 2wx 2c 1wy 1c"),
            // a reader alone sees that two updates cannot be ordered (Fekete, O'Neil, O'Neil, SIGMOD Record 2004)
            new Script(AnomalyType.G2_ITEM, "1rx 1ry 2ry 2wy 2c 3rx 3ry 3c 1wx 1c"),
            new Script(AnomalyType.G2_ITEM, "1rx 2ry 3rz 1wy 2wz 3wx 1c 2c 3c"),
            new Script(AnomalyType.REAL_TIME_VIOLATION, "1wx 1c 2rx 2c 3wx 3c 4rx 4c"));

    @Override
    public Model model() {
        return Model.RW_REGISTER;
    }

    @Override
    public List<Table> tables() {
        return List.of(ROWS);
    }

    @Override
    public Supplier<Program> planner(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Deque<Program> next = new ArrayDeque<>();
        int[] number = {0};
        return () -> {
            if (next.isEmpty()) {
                Script script = SCRIPTS.get(random.nextInt(SCRIPTS.size()));
                Keys keys = random.nextBoolean() ? Keys.far(number[0]) : Keys.near(number[0]);
                next.addAll(parts(script.parse(random.nextBoolean()), keys, PATIENCE_MILLIS));
                number[0]++;
            }
            return next.poll();
        };
    }

    /** The transactions of an interleaving, in the order in which they begin. */
    static List<Part> parts(List<Step> steps, Keys keys, long patienceMillis) {
        Turns turns = new Turns(patienceMillis);
        return steps.stream()
                .map(Step::transaction)
                .distinct()
                .map(t -> new Part(steps, t, keys, turns))
                .toList();
    }

    /** Who has had a turn. */
    private static final class Turns {
        private final BitSet done = new BitSet();
        private final long patienceMillis;

        Turns(long patienceMillis) {
            this.patienceMillis = patienceMillis;
        }

        /** Waits until all steps before that one are done, or have not been for too long. */
        synchronized void await(int step) throws InterruptedException {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
            while (done.nextClearBit(0) < step) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (left <= 0) return;
                wait(left);
            }
        }

        synchronized void done(int step) {
            done.set(step);
            notifyAll();
        }
    }

    /** One of its transactions. */
    record Part(List<Step> all, int transaction, Keys keys, Turns turns) implements Program {
        /** Its own steps, by their places. */
        private List<Integer> places() {
            List<Integer> places = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) if (all.get(i).transaction == transaction) places.add(i);
            return places;
        }

        @Override
        public boolean run(Rows rows) throws Exception {
            for (int place : places()) {
                turns.await(place);
                Step step = all.get(place);
                long key = keys.of(step.key);
                switch (step.action) {
                    case 'r' -> rows.read(ROWS, key);
                    case 'l' -> rows.readToWrite(ROWS, key);
                    case 'w' -> rows.write(ROWS.row(key));
                    case 'd' -> rows.delete(ROWS, key);
                    case 's' -> rows.savepoint();
                    case 'u' -> rows.undo();
                    case 'c' -> {
                        return true;
                    }
                    case 'a' -> {
                        return false;
                    }
                    default -> throw new IllegalStateException(step.toString());
                }
                turns.done(place);
            }
            return true;
        }

        /** Nobody waits for it any more. */
        @Override
        public void ended() {
            places().forEach(turns::done);
        }
    }
}
