package minos.judge.strong;

import grid.Histories;
import minos.infer.Relations;
import minos.model.Level;
import minos.model.Order;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The strong levels, on histories that keep them. */
@OperationsPerInvocation(Histories.OPERATIONS)
public class StrongKernels {
    @State(Scope.Benchmark)
    public static class Input {
        @Param({"MINI", "LISTS"})
        public Histories of;

        @Param({"SNAPSHOT_ISOLATION", "SERIALIZABLE"})
        public Level level;

        Relations relations;

        @Setup
        public void read() {
            relations = of.relations();
        }
    }

    @Benchmark
    public Ordering ordering(Input input) {
        return new Ordering(
                new Problems(input.relations, Histories.OPTIONS.threads()),
                input.level,
                Order.SESSION,
                Histories.OPTIONS);
    }
}
