package minos.history;

import grid.Histories;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** From rows to a history: operations are dealt out to partitions, then pairs of key and value become versions. */
@OperationsPerInvocation(Histories.OPERATIONS)
public class BulkKernels {
    @State(Scope.Benchmark)
    public static class Rows {
        final BulkLane.Rows rows = new BulkLane.Rows(Histories.OPERATIONS);

        @Setup
        public void fill() {
            History history = Histories.GENERAL.read();
            for (int t = 0; t < history.transactions(); t++) {
                rows.run(history.session(t), false, t, 0);
                for (int op = history.begin(t); op < history.end(t); op++) {
                    long value = Long.parseLong(history.valueText(history.version(op)));
                    rows.operation(history.isWrite(op), history.key(op), value);
                }
            }
        }

        BulkBuilder dealt() {
            BulkBuilder builder = new BulkBuilder(1, false, rows.size);
            BulkLane lane = builder.lane(0);
            lane.take(rows);
            return builder;
        }
    }

    @Benchmark
    public BulkBuilder deal(Rows rows) {
        return rows.dealt();
    }

    /** Dealing included, as a builder is of use only once. */
    @Benchmark
    public History join(Rows rows) {
        return rows.dealt().build(Origin.MEMORY, InitialValues.ZERO, () -> {});
    }
}
