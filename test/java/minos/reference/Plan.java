package minos.reference;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import minos.history.Status;

/** What sessions are going to do, transaction by transaction in commit order; the results of reads are still open. */
final class Plan {
    /** What transactions are made of. */
    private enum Shape {
        /** Reads and writes as they come. */
        MIXED,
        /** Reads of several keys, then writes of some of them. */
        MODIFYING,
        /** Only reads, or only writes, each of another key. */
        DIVIDED
    }

    private static final Shape[] SHAPES = {Shape.MIXED, Shape.MODIFYING, Shape.MODIFYING, Shape.DIVIDED};

    final boolean lists;
    final int[] session;
    final Status[] status;
    final List<List<Draft.Op>> ops = new ArrayList<>();
    private final int keys;
    private int nextValue = 1;

    Plan(Random random, boolean messy) {
        lists = random.nextBoolean();
        keys = random.nextInt(7) == 0 ? 1 : random.nextInt(5) < 3 ? 2 : 3;
        int size = random.nextInt(10) == 0 ? 1 + random.nextInt(3) : random.nextBoolean() ? 6 : 4 + random.nextInt(2);
        int sessions = random.nextInt(5) == 0 ? 1 + random.nextInt(2) : 3 + random.nextInt(2);
        session = random.ints(size, 0, sessions).toArray();
        status = new Status[size];
        Shape shape = messy ? Shape.MIXED : SHAPES[random.nextInt(SHAPES.length)];
        int troubled = random.nextInt(3);
        for (int t = 0; t < size; t++) {
            boolean committed = random.nextInt(10) >= troubled;
            status[t] = committed ? Status.COMMITTED : random.nextBoolean() ? Status.ABORTED : Status.INDETERMINATE;
            ops.add(transaction(random, shape));
        }
        if (random.nextInt(50) == 0) writeSomethingTwice(random);
    }

    int size() {
        return session.length;
    }

    private List<Draft.Op> transaction(Random random, Shape shape) {
        List<Integer> some = new ArrayList<>();
        for (int key = 0; key < keys; key++) some.add(key);
        Collections.shuffle(some, random);
        if (keys > 1 && random.nextInt(3) == 0) some.remove(0);
        List<Draft.Op> planned = new ArrayList<>();
        switch (shape) {
            case MIXED -> {
                int length = 1 + random.nextInt(4);
                while (planned.size() < length) planned.add(operation(random.nextBoolean(), random.nextInt(keys)));
            }
            case MODIFYING -> {
                for (int key : some) planned.add(operation(false, key));
                Collections.shuffle(some, random);
                for (int key : some) if (planned.size() < 4 && random.nextInt(5) < 3) planned.add(operation(true, key));
            }
            case DIVIDED -> {
                boolean write = random.nextBoolean();
                if (write && random.nextBoolean()) some.subList(1, some.size()).clear();
                for (int key : some) planned.add(operation(write, key));
            }
        }
        return planned;
    }

    private Draft.Op operation(boolean write, int key) {
        return new Draft.Op(write, key, write ? List.of(nextValue++) : null);
    }

    private void writeSomethingTwice(Random random) {
        List<Draft.Op> from = ops.get(random.nextInt(size()));
        Draft.Op copied = from.get(random.nextInt(from.size()));
        if (copied.write()) ops.get(random.nextInt(size())).add(copied);
    }

    /** The values that some operations write to a key. */
    static List<Integer> writes(List<Draft.Op> ops, int key) {
        List<Integer> values = new ArrayList<>();
        for (Draft.Op op : ops) if (op.write() && op.key() == key) values.addAll(op.result());
        return values;
    }

    boolean haveCommonWrite(int t, int u) {
        return ops.get(t).stream()
                .anyMatch(op -> op.write() && !writes(ops.get(u), op.key()).isEmpty());
    }

    /** Something that somebody writes to the key, mostly the last of a transaction; rarely what nobody writes. */
    int anyValue(Random random, int key) {
        for (int attempt = 0; attempt < 20; attempt++) {
            List<Integer> written = writes(ops.get(random.nextInt(size())), key);
            if (written.isEmpty()) continue;
            return written.get(random.nextInt(7) > 0 ? written.size() - 1 : random.nextInt(written.size()));
        }
        return 1000 + random.nextInt(3);
    }
}
