package minos.judge.linear;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Operations on one register that keeps its promise, or now and then does not. */
final class RandomRegisters {
    /** Reads, writes and compare-and-sets that complete or crash, each a value it expects and one it leaves. */
    record Drawn(int values, int[] before, int[] after, int[] begin, int[] end, boolean[] dropped) {
        Register build() {
            return build(values);
        }

        /** With the values folded into fewer. */
        Register build(int fewer) {
            Register.Builder builder = new Register.Builder();
            for (int v = 1; v <= fewer; v++) builder.value(v);
            for (int i = 0; i < begin.length; i++) {
                if (dropped[i]) continue;
                boolean crashed = end[i] == Register.NEVER;
                builder.add(i, folded(before[i], fewer), folded(after[i], fewer), begin[i], end[i], crashed);
            }
            return builder.build();
        }

        private static int folded(int value, int fewer) {
            return value <= fewer ? value : 1 + (value - 1) % fewer;
        }

        /** With a value of its own for each write; each read gets one of those that wrote what it saw, if there is one. */
        Register buildUnique(SplittableRandom random) {
            int operations = begin.length;
            Register.Builder builder = new Register.Builder();
            for (int v = 1; v <= values + operations; v++) builder.value(v);
            for (int i = 0; i < operations; i++) {
                if (dropped[i]) continue;
                int expects = before[i] > 0 ? source(i, random) : before[i];
                int leaves = before[i] == after[i] ? expects : 1 + i;
                builder.add(i, expects, leaves, begin[i], end[i], end[i] == Register.NEVER);
            }
            return builder.build();
        }

        private int source(int reader, SplittableRandom random) {
            int chosen = begin.length + before[reader]; // a value that nobody writes
            int found = 0;
            for (int i = 0; i < begin.length; i++) {
                boolean writes = !dropped[i] && i != reader && before[i] != after[i] && after[i] == before[reader];
                if (writes && random.nextInt(++found) == 0) chosen = 1 + i;
            }
            return chosen;
        }
    }

    private final SplittableRandom random;
    private final int operations;
    private final int processes;
    private final int values;
    private final double crashes;
    private final double reads;
    private final double writes;
    private final boolean faulty;

    /**
     * @param crashes the share of operations that crash; of what is left of 1 after {@code reads} and {@code writes},
     *                compare-and-sets are made
     */
    RandomRegisters(
            long seed,
            int operations,
            int processes,
            int values,
            double crashes,
            double reads,
            double writes,
            boolean faulty) {
        random = new SplittableRandom(seed);
        this.operations = operations;
        this.processes = processes;
        this.values = values;
        this.crashes = crashes;
        this.reads = reads;
        this.writes = writes;
        this.faulty = faulty;
    }

    /** A few operations, of any shape. */
    static Drawn small(long seed) {
        SplittableRandom shape = new SplittableRandom(seed);
        double reads = 0.2 + 0.5 * shape.nextDouble();
        return new RandomRegisters(
                        seed,
                        4 + shape.nextInt(6),
                        2 + shape.nextInt(4),
                        1 + shape.nextInt(3),
                        shape.nextInt(3) == 0 ? 0 : 0.25,
                        reads,
                        shape.nextDouble() * (1 - reads),
                        true)
                .draw();
    }

    Drawn draw() {
        int[] before = new int[operations];
        int[] after = new int[operations];
        int[] begin = new int[operations];
        int[] end = new int[operations];
        boolean[] dropped = new boolean[operations];
        int[] running = new int[processes];
        boolean[] effective = new boolean[operations];
        Arrays.fill(running, -1);
        int register = Register.INITIAL;
        int place = 0;
        int started = 0;
        for (int done = 0; done < operations; ) {
            int p = random.nextInt(processes);
            int op = running[p];
            if (op < 0) {
                if (started == operations) continue;
                running[p] = op = started++;
                begin[op] = place++;
                double kind = random.nextDouble();
                before[op] = kind >= reads && kind < reads + writes ? Register.ANYTHING : value();
                after[op] = kind < reads ? before[op] : value();
            } else if (!effective[op]) {
                effective[op] = true;
                boolean crashed = random.nextDouble() < crashes;
                boolean applied = !crashed || random.nextBoolean();
                if (before[op] == after[op]) {
                    before[op] = after[op] = slips() ? random.nextInt(values + 1) : register;
                    dropped[op] = crashed;
                } else if (before[op] == Register.ANYTHING || before[op] == register || slips()) {
                    if (applied) register = after[op];
                } else {
                    dropped[op] = !crashed;
                }
                if (!crashed) continue;
                end[op] = Register.NEVER;
                running[p] = -1;
                done++;
            } else {
                end[op] = place++;
                running[p] = -1;
                done++;
            }
        }
        return new Drawn(values, before, after, begin, end, dropped);
    }

    private int value() {
        return 1 + random.nextInt(values);
    }

    private boolean slips() {
        return faulty && random.nextInt(8) == 0;
    }
}
