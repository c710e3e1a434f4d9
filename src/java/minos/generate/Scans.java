package minos.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import minos.generate.Application.Predicate.Test;
import minos.history.Model;

/**
 * Rows that come and go, read by their keys, and by predicates of what they hold: by a range, for which there is an index, by a condition that needs
 * a look at all rows, and all of them. What a row holds is of a kind, and its key says of which; a write now and then says otherwise, so that the row
 * moves from range to range.
 *
 * @param scale how many times eight rows there are at once
 */
public record Scans(int scale) implements Application {
    private static final Table ROWS = new Table("", List.of("k"), List.of(), 0, true);
    private static final int ROWS_AT_ONCE = 8;
    /** After how many operations a new key takes the place of the oldest: each row that ever was is a part of what a predicate does not find. */
    private static final int AGE = 20;

    private static final int MOST_OPERATIONS = 4;
    private static final int KINDS = 4;
    /** What a row of a kind holds begins with this many times its number, and leaves that number when divided by the number of kinds. */
    private static final long OF_A_KIND = 1_000_000_000;

    @Override
    public Model model() {
        return Model.CLOSED_PREDICATE;
    }

    @Override
    public List<Table> tables() {
        return List.of(ROWS);
    }

    /** One row, by which readers know that these are rows. */
    @Override
    public List<Program> load() {
        return List.of(rows -> {
            rows.insert(ROWS.row(-1).as(OF_A_KIND * KINDS));
            return true;
        });
    }

    /** One operation: by the predicate, or else on the row with that key. */
    private record Op(Predicate predicate, char action, int key, int kind) {}

    @Override
    public Supplier<Program> planner(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        AtomicLong written = new AtomicLong();
        int[] done = {0};
        return () -> {
            List<Op> ops = new ArrayList<>();
            for (int left = 1 + random.nextInt(MOST_OPERATIONS); left > 0; left--) ops.add(op(random, done[0]++));
            return rows -> run(rows, ops, written);
        };
    }

    private Op op(SplittableRandom random, int done) {
        int rows = ROWS_AT_ONCE * scale;
        int key = done / AGE + random.nextInt(rows);
        int kind = random.nextInt(KINDS);
        int chance = random.nextInt(20);
        if (chance < 3)
            return new Op(new Predicate(Test.BETWEEN, OF_A_KIND * kind, OF_A_KIND * (kind + 1) - 1), ' ', 0, 0);
        if (chance < 6) return new Op(new Predicate(Test.MOD, KINDS, kind), ' ', 0, 0);
        if (chance < 7) return new Op(new Predicate(Test.TRUE, 0, 0), ' ', 0, 0);
        if (chance < 10) return new Op(null, 'r', key, 0);
        if (chance < 17) return new Op(null, 'w', key, chance < 16 ? key % KINDS : kind);
        return new Op(null, 'd', Math.max(0, key - rows), 0);
    }

    private static boolean run(Rows rows, List<Op> ops, AtomicLong written) throws Exception {
        for (Op op : ops) {
            long number = OF_A_KIND * op.kind + KINDS * written.incrementAndGet() + op.kind;
            if (op.predicate != null) rows.where(ROWS, op.predicate);
            else if (op.action == 'r') rows.read(ROWS, op.key);
            else if (op.action == 'd') rows.delete(ROWS, op.key);
            else rows.write(ROWS.row(op.key).as(number));
        }
        return true;
    }
}
