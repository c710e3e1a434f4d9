package minos.util;

import grid.Histories;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Dense numbers for the keys of a history: small keys, found in an array, and large ones, which are hashed. */
@State(Scope.Benchmark)
@OperationsPerInvocation(Histories.OPERATIONS)
public class InternerKernels {
    private static final int KEYS = 100_000;

    @Param({"small", "large"})
    public String keys;

    private final long[] items = new long[Histories.OPERATIONS];
    private final int[] ids = new int[Histories.OPERATIONS];

    @Setup
    public void draw() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < items.length; i++) {
            long key = random.nextInt(KEYS);
            items[i] = keys.equals("small") ? key : key * 0x9E3779B97F4A7C15L;
        }
    }

    @Benchmark
    public LongInterner intern() {
        LongInterner interner = new LongInterner();
        interner.intern(items, items.length, ids);
        return interner;
    }
}
