package minos.infer;

import grid.Histories;
import java.util.BitSet;
import java.util.List;
import minos.history.History;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Who wrote what, what each read came from, and the order of versions that lists show. */
@OperationsPerInvocation(Histories.OPERATIONS)
public class InferenceKernels {
    @State(Scope.Benchmark)
    public static class Input {
        @Param({"GENERAL", "LISTS"})
        public Histories of;

        History history;
        Relations relations;
        int[] cuts;

        @Setup
        public void read() {
            relations = of.relations();
            history = relations.history();
            cuts = history.cuts(1);
        }
    }

    @State(Scope.Benchmark)
    public static class Lists {
        final Relations relations = Histories.LISTS.relations();
    }

    @Benchmark
    public Writers writers(Input input) {
        return Writers.of(input.history, input.cuts);
    }

    @Benchmark
    public List<Reads> reads(Input input) {
        int[] externalVersion = input.history.isList() ? new int[input.history.operations()] : null;
        return Reads.judgeAll(input.relations, externalVersion, input.cuts, Histories.OPTIONS);
    }

    @Benchmark
    public VersionOrders.Pairs listOrders(Lists lists) {
        return new VersionOrders(lists.relations, new Findings(1), new BitSet()).infer();
    }
}
